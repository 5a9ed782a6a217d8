/**
 * Outlines for the tests, and plain truths about polygons. Shares no code with the engine.
 */
import { createRandom } from '../../common/random.ts'

export interface Point {
  x: number
  y: number
}

export interface TestOutline {
  outer: Point[]
  holes?: Point[][]
}

export function areaOf(ring: readonly Point[]): number {
  const o = ring[0]
  return ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length]
    return sum + 0.5 * ((a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y))
  }, 0)
}

export function areaOfOutline({ outer, holes = [] }: TestOutline): number {
  return Math.abs(areaOf(outer)) - holes.reduce((sum, hole) => sum + Math.abs(areaOf(hole)), 0)
}

/** By the angle the ring is seen under, which is slow and needs no cases. */
export function isInside(ring: readonly Point[], p: Point): boolean {
  let angle = 0
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]
    const [ax, ay, bx, by] = [a.x - p.x, a.y - p.y, b.x - p.x, b.y - p.y]
    angle += Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
  })
  return Math.abs(angle) > Math.PI
}

/** Area that two convex counter-clockwise polygons have in common: one is cut by each edge of the other. */
export function commonArea(a: readonly Point[], b: readonly Point[]): number {
  let rest = [...a]
  b.forEach((p, i) => {
    const q = b[(i + 1) % b.length]
    const height = (r: Point): number => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    const cut: Point[] = []
    rest.forEach((r, k) => {
      const s = rest[(k + 1) % rest.length]
      const [hr, hs] = [height(r), height(s)]
      if (hr >= 0) cut.push(r)
      if (hr > 0 !== hs > 0 && hr !== hs) cut.push({ x: r.x + ((s.x - r.x) * hr) / (hr - hs), y: r.y + ((s.y - r.y) * hr) / (hr - hs) })
    })
    rest = cut
  })
  return rest.length < 3 ? 0 : Math.abs(areaOf(rest))
}

const polar = (radius: number, angle: number): Point => ({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) })

/** A ring around the origin whose radius is given for each of its points. */
export const star = (count: number, radius: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => polar(radius(i), (2 * Math.PI * i) / count))

export const moved = (ring: readonly Point[], x: number, y: number, scale = 1): Point[] => ring.map((p) => ({ x: x + scale * p.x, y: y + scale * p.y }))

export const rectangle = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  { x: x0, y: y0 }, { x: x1, y: y0 }, { x: x1, y: y1 }, { x: x0, y: y1 },
]

function comb(teeth: number): Point[] {
  const ring: Point[] = [{ x: 0, y: 0 }, { x: 2 * teeth - 1, y: 0 }]
  for (let i = teeth - 1; i >= 0; i--) {
    ring.push({ x: 2 * i + 1, y: 4 }, { x: 2 * i, y: 4 })
    if (i > 0) ring.push({ x: 2 * i, y: 1 }, { x: 2 * i - 1, y: 1 })
  }
  return ring
}

function spiral(turns: number): Point[] {
  const steps = 24 * turns
  const arm = (offset: number): Point[] => Array.from({ length: steps + 1 }, (_, i) => polar(1 + i / 24 + offset, (2 * Math.PI * i) / 24))
  return [...arm(0.4), ...arm(0).toReversed()]
}

const random = createRandom(5)
const ragged = (count: number): Point[] => {
  const radii = Array.from({ length: count }, () => 1 + 2 * random())
  return star(count, (i) => radii[i])
}

const grid: Point[][] = Array.from({ length: 25 }, (_, i) => moved(star(6, () => 0.3), (i % 5) + 1, Math.floor(i / 5) + 1))

export const OUTLINES: Record<string, TestOutline> = {
  triangle: { outer: [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 1 }] },
  square: { outer: rectangle(0, 0, 1, 1) },
  'square, clockwise, closed': { outer: [...rectangle(0, 0, 1, 1), { x: 0, y: 0 }].toReversed() },
  L: { outer: [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 1 }, { x: 1, y: 1 }, { x: 1, y: 4 }, { x: 0, y: 4 }] },
  'points in a line': { outer: Array.from({ length: 40 }, (_, i) => (i < 20 ? { x: i, y: 0 } : { x: 39 - i, y: 2 })) },
  'star of 5': { outer: star(10, (i) => (i % 2 === 0 ? 2 : 0.8)) },
  'regular 40-gon': { outer: star(40, () => 3) },
  comb: { outer: comb(9) },
  spiral: { outer: spiral(4) },
  'ragged star': { outer: ragged(120) },
  ring: { outer: star(32, () => 2), holes: [star(32, () => 1.8)] },
  gear: { outer: star(48, (i) => (i % 4 < 2 ? 3 : 2.5)), holes: [star(12, () => 0.7)] },
  sieve: { outer: rectangle(0, 0, 6, 6), holes: grid },
  'frame with a thin wall': { outer: rectangle(0, 0, 1, 1), holes: [rectangle(1e-4, 1e-4, 1 - 1e-4, 1 - 1e-4)] },
  'far out': { outer: moved(ragged(60), 3e6, -2e6), holes: [moved(star(7, () => 0.5), 3e6, -2e6)] },
  'very small': { outer: moved(star(20, (i) => (i % 2 === 0 ? 2 : 1)), 0, 0, 1e-4) },
  'very large': { outer: moved(star(20, (i) => (i % 2 === 0 ? 2 : 1)), 0, 0, 1e6) },
}
