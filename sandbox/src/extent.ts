// What a camera must take in: boxes around bodies, in as many dimensions as there are.

/** Lowest and highest place along each axis. */
export interface Extent {
  readonly min: readonly number[]
  readonly max: readonly number[]
}

/** Ground this many times as large as what moves on it does not count: one looks at what moves. */
const LARGEST_GROUND = 3

/** Half the diagonal. */
export function reachOf({ min, max }: Extent): number {
  return Math.hypot(...min.map((low, i) => max[i]! - low)) / 2
}

export function middleOf({ min, max }: Extent): number[] {
  return min.map((low, i) => (low + max[i]!) / 2)
}

function union(a: Extent, b: Extent): Extent {
  return { min: a.min.map((low, i) => Math.min(low, b.min[i]!)), max: a.max.map((high, i) => Math.max(high, b.max[i]!)) }
}

/** The box around all that moves and the ground that belongs to it; around the ground where nothing moves; null where nothing is. */
export function extentOf(bodies: readonly { readonly moves: boolean; readonly extent: Extent }[]): Extent | null {
  const all = (moves: boolean): Extent[] => bodies.filter((body) => body.moves === moves).map(({ extent }) => extent)
  const [moving, standing] = [all(true), all(false)]
  if (moving.length === 0) return standing.length === 0 ? null : standing.reduce(union)
  const moved = moving.reduce(union)
  const limit = LARGEST_GROUND * reachOf(moved)
  return standing.filter((extent) => reachOf(extent) <= limit).reduce(union, moved)
}
