/**
 * Outlines cut into convex polygons: triangles, of which neighbours are joined wherever the result is convex and has no more corners than a
 * shape may have (Hertel and Mehlhorn 1983: at most four times as many pieces as there must be). The longest diagonals go first: that leaves
 * pieces that are round rather than thin.
 */

import type { Vec2 } from '../d2/math/types.ts'
import { MAX_POLYGON_VERTICES } from '../d2/geometry/polygon/polygon.ts'
import { readOutline, type Outline } from './outline.ts'
import { cross, cutTriangles, pointsOf } from './triangulate.ts'

/** Height over length below which a piece is a sliver: no shape can be made of it, and nothing would rest on it. */
const SLIVER = 1e-6

/** An edge between two triangles, from a to b in the first and from b to a in the second. */
interface Diagonal {
  a: number
  b: number
  first: number
  second: number
  length: number
}

/**
 * Convex polygons that fill an outline and nothing else, counter-clockwise, of at most 16 points each, all of them points of the outline.
 * Pieces thinner than a millionth of their length are left out.
 */
export function decompose(outline: Outline): Vec2[][] {
  const rings = readOutline(outline)
  const { points } = rings
  const triangles = cutTriangles(rings)
  const loops: (number[] | null)[] = []
  for (let i = 0; i < triangles.length; i += 3) loops.push(triangles.slice(i, i + 3))
  /** Where a triangle's piece is now. */
  const owner = loops.map((_, i) => i)
  for (const { a, b, first, second } of findDiagonals(triangles, points)) {
    const p = find(owner, first)
    const q = find(owner, second)
    if (p === q) continue
    const joined = join(loops[p]!, loops[q]!, a, b, points)
    if (!joined) continue
    loops[p] = joined
    loops[q] = null
    owner[q] = p
  }
  const pieces: Vec2[][] = []
  for (const loop of loops) if (loop && !isSliver(loop, points)) pieces.push(pointsOf(rings, loop))
  return pieces
}

/** Edges that two triangles share, the longest first. */
function findDiagonals(triangles: readonly number[], p: Float64Array): Diagonal[] {
  const count = p.length / 2
  const sides = new Map<number, number>()
  for (let i = 0; i < triangles.length; i++) sides.set(triangles[i] * count + triangles[i - (i % 3) + ((i + 1) % 3)], i)
  const diagonals: Diagonal[] = []
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]
    const b = triangles[i - (i % 3) + ((i + 1) % 3)]
    const other = sides.get(b * count + a)
    if (other === undefined || other < i) continue
    const x = p[2 * b] - p[2 * a]
    const y = p[2 * b + 1] - p[2 * a + 1]
    diagonals.push({ a, b, first: Math.floor(i / 3), second: Math.floor(other / 3), length: x * x + y * y })
  }
  return diagonals.sort((d, e) => e.length - d.length || d.first - e.first || d.second - e.second)
}

function find(owner: number[], piece: number): number {
  while (owner[piece] !== piece) piece = owner[piece]
  return piece
}

/** Both loops as one without their common edge, a → b in the first; null if that would not be convex, or too large. */
function join(first: readonly number[], second: readonly number[], a: number, b: number, p: Float64Array): number[] | null {
  if (first.length + second.length - 2 > MAX_POLYGON_VERTICES) return null
  const one = [...first.slice(first.indexOf(b)), ...first.slice(0, first.indexOf(b))]
  const two = [...second.slice(second.indexOf(a)), ...second.slice(0, second.indexOf(a))]
  // One runs b … a, two a … b.
  if (!turnsLeft(p, one[one.length - 2], a, two[1]) || !turnsLeft(p, two[two.length - 2], b, one[1])) return null
  return [...one, ...two.slice(1, -1)]
}

/** Is b a corner of a convex loop, or a point of a straight side? */
function turnsLeft(p: Float64Array, a: number, b: number, c: number): boolean {
  const turn = cross(p, a, b, c)
  if (turn !== 0) return turn > 0
  return (p[2 * b] - p[2 * a]) * (p[2 * c] - p[2 * b]) + (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c + 1] - p[2 * b + 1]) > 0
}

function isSliver(loop: readonly number[], p: Float64Array): boolean {
  let twice = 0
  let longest = 0
  for (let i = 1; i < loop.length; i++) {
    const x = p[2 * loop[i]] - p[2 * loop[0]]
    const y = p[2 * loop[i] + 1] - p[2 * loop[0] + 1]
    longest = Math.max(longest, x * x + y * y)
    if (i > 1) twice += cross(p, loop[0], loop[i - 1], loop[i])
  }
  return !(twice > SLIVER * longest)
}
