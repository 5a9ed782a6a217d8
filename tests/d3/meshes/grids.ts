/** Surfaces of triangles for tests: grids, cut at random, as flat arrays. */

import { createRandom } from '../../common/random.ts'

export interface Surface {
  readonly positions: number[]
  readonly indices: number[]
}

/** n × n cells of a side about the origin, facing +y, with the height of a function. */
export function gridSurface(n: number, side: number, height: (x: number, z: number) => number = () => 0): Surface {
  const positions: number[] = []
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const x = (i - n / 2) * side
      const z = (j - n / 2) * side
      positions.push(x, height(x, z), z)
    }
  }
  const indices: number[] = []
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i
      indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2)
    }
  }
  return { positions, indices }
}

/** A flat rectangle from (x0, z0) to (x1, z1) at a height, cut into about `cuts` × `cuts` cells whose inner vertices lie anywhere. */
export function randomSheet(seed: number, x0: number, z0: number, x1: number, z1: number, cuts: number, y = 0): Surface {
  const random = createRandom(seed)
  const positions: number[] = []
  const indices: number[] = []
  for (let j = 0; j <= cuts; j++) {
    for (let i = 0; i <= cuts; i++) {
      const inner = i > 0 && i < cuts && j > 0 && j < cuts
      const u = (i + (inner ? 0.8 * (random() - 0.5) : 0)) / cuts
      const v = (j + (inner ? 0.8 * (random() - 0.5) : 0)) / cuts
      positions.push(x0 + u * (x1 - x0), y, z0 + v * (z1 - z0))
    }
  }
  for (let j = 0; j < cuts; j++) {
    for (let i = 0; i < cuts; i++) {
      const a = j * (cuts + 1) + i
      const [b, c, d] = [a + 1, a + cuts + 1, a + cuts + 2]
      // Cells are quadrangles that may be cut along either diagonal only if they are convex: along the one that leaves both halves facing up.
      const across = turns(positions, a, c, b) && turns(positions, b, c, d)
      const along = turns(positions, a, c, d) && turns(positions, a, d, b)
      if (across && (random() < 0.5 || !along)) indices.push(a, c, b, b, c, d)
      else indices.push(a, c, d, a, d, b)
    }
  }
  return { positions, indices }
}

/** Does a triangle of the sheet face up? */
function turns(p: readonly number[], a: number, b: number, c: number): boolean {
  const ux = p[3 * b]! - p[3 * a]!
  const uz = p[3 * b + 2]! - p[3 * a + 2]!
  const vx = p[3 * c]! - p[3 * a]!
  const vz = p[3 * c + 2]! - p[3 * a + 2]!
  return uz * vx - ux * vz > 0
}
