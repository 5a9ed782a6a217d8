/**
 * Distance between two convex shapes: the Gilbert–Johnson–Keerthi iteration on their cores, in doubles.
 *
 * World axes, origin at A's centre; (dx, dy) is centre B minus centre A. Rotations are cosine and sine, sizes 4
 * doubles per shape as in `shapes/`, both addressed by element offset. Not here: depth of overlap, manifolds.
 *
 * Idea: the points b − a + d form a convex polygon whose distance from the origin is the distance of the cores. Keep a
 * simplex of its vertices, find the simplex point v nearest to the origin, fetch the vertex that lies farthest towards the
 * origin against v, repeat. |v| only ever falls, and the fetched vertex bounds it from below.
 *
 * Why it ends: cores are polygons, so there are finitely many simplices, and a round that does not lower |v| is the last.
 * Rounding leaves an error of a few ulp of the largest coordinate, whatever the scale; nothing here is in metres.
 */

import { GJK_GAP_TOLERANCE, GJK_TOUCH_TOLERANCE } from '../../common/tolerances.ts'
import type { Polygon } from './polygon/polygon.ts'
import {
  BEST_SQUARE, BEST_WEIGHT, best, bestCount, bestSlot, slots, solveSimplex, triangleWeights, vertex, vertexA, vertexB, VERTEX_STRIDE,
} from './gjk-simplex.ts'
import { coreRadius, coreVertex, supportVertex } from './shapes/shape-table.ts'

/** Rounds; polygons of 16 vertices need about 6. Reached only when rounding noise keeps lowering |v| bit by bit. */
const MAX_ROUNDS = 128

/** What `gjkDistance` found. Make one and reuse it. Points are in world axes relative to A's centre. */
export class GjkResult {
  /** Distance of the shapes, 0 when they touch or overlap. */
  distance: number = 0
  /** Distance of the cores; less than the sum of the core radii when only the round parts overlap, 0 when the cores do. */
  coreDistance: number = 0
  /** Point of A nearest to B. When the cores overlap both points are the same point, common to both cores. */
  ax: number = 0
  ay: number = 0
  /** Point of B nearest to A. */
  bx: number = 0
  by: number = 0
  /** Unit direction from A to B. When the cores overlap: a unit vector without further meaning. */
  nx: number = 0
  ny: number = 1
  /** Rounds used. */
  iterations: number = 0
  /** Largest coordinate the search met; rounding in the distance is a few 1e-16 of it. */
  extent: number = 0
  /** Core vertices whose hulls hold the nearest points: seeds the next call of `gjkDistanceFrom`. */
  simplexCount: number = 0
  readonly simplexA: Int32Array = new Int32Array(2)
  readonly simplexB: Int32Array = new Int32Array(2)
}

const offset = new Float64Array(2)
const direction = new Float64Array(2)
const weight = new Float64Array(3)

/** Fills a slot with vertex a of A and vertex b of B. */
function setVertex(
  slot: number, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null, a: number, b: number,
): void {
  const o = slot * VERTEX_STRIDE
  coreVertex(kindA, rot, ra, size, sa, polygonA, a, vertex, o)
  coreVertex(kindB, rot, rb, size, sb, polygonB, b, vertex, o + 2)
  const x = vertex[o + 2] - vertex[o] + offset[0]
  const y = vertex[o + 3] - vertex[o + 1] + offset[1]
  vertex[o + 4] = x
  vertex[o + 5] = y
  vertex[o + 6] = x * x + y * y
  vertexA[slot] = a
  vertexB[slot] = b
}

/** Makes the best candidate the simplex. */
function keepBest(): number {
  const count = bestCount[0]
  for (let i = 0; i < count; i++) {
    slots[i] = bestSlot[i]
    weight[i] = best[BEST_WEIGHT + i]
  }
  return count
}

/** A slot that the simplex of `count` ≤ 2 vertices does not use. */
function freeSlot(count: number): number {
  let used = 0
  for (let i = 0; i < count; i++) used |= 1 << slots[i]
  return (used & 1) === 0 ? 0 : (used & 2) === 0 ? 1 : 2
}

/** Unit vector along from[0 …] into `direction`; false if it has none. */
function setDirection(from: Float64Array): boolean {
  const x = from[0]
  const y = from[1]
  const length = Math.sqrt(x * x + y * y)
  if (!(length > 0)) return false
  direction[0] = x / length
  direction[1] = y / length
  return true
}

/**
 * The iteration. Starts from the simplex named in `out`, or from the line of centres when that is empty. With a finite
 * `limit` it stops as soon as the core distance is known to lie above or below that; the distance is then an upper bound only.
 */
function iterate(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null, limit: number,
): void {
  let count = out.simplexCount
  let largest = 0
  if (!setDirection(offset)) {
    direction[0] = 1
    direction[1] = 0
  }
  if (count === 0) {
    const a = supportVertex(kindA, rot, ra, size, sa, polygonA, direction, 0, 1)
    const b = supportVertex(kindB, rot, rb, size, sb, polygonB, direction, 0, -1)
    setVertex(0, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, a, b)
    slots[0] = 0
    largest = vertex[6]
    count = 1
  } else {
    for (let i = 0; i < count; i++) {
      setVertex(i, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, out.simplexA[i], out.simplexB[i])
      slots[i] = i
      largest = Math.max(largest, vertex[i * VERTEX_STRIDE + 6])
    }
  }

  let nearest = Infinity
  let coreDistance = 0
  let overlap = false
  let solved = count
  let rounds = 0
  while (rounds < MAX_ROUNDS) {
    rounds++
    if (solveSimplex(count)) {
      overlap = true
      solved = 3
      triangleWeights(weight)
      break
    }
    if (!(best[BEST_SQUARE] < nearest)) break
    nearest = best[BEST_SQUARE]
    solved = keepBest()
    count = solved
    if (nearest <= GJK_TOUCH_TOLERANCE * GJK_TOUCH_TOLERANCE * largest) {
      overlap = true
      break
    }
    coreDistance = Math.sqrt(nearest)
    if (coreDistance <= limit && limit < Infinity) break
    setDirection(best)
    const a = supportVertex(kindA, rot, ra, size, sa, polygonA, direction, 0, 1)
    const b = supportVertex(kindB, rot, rb, size, sb, polygonB, direction, 0, -1)
    let known = false
    for (let i = 0; i < count; i++) if (vertexA[slots[i]] === a && vertexB[slots[i]] === b) known = true
    if (known) break
    const slot = freeSlot(count)
    setVertex(slot, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, a, b)
    const o = slot * VERTEX_STRIDE + 4
    largest = Math.max(largest, vertex[o + 2])
    const lowerBound = direction[0] * vertex[o] + direction[1] * vertex[o + 1]
    if (lowerBound > limit || coreDistance - lowerBound <= GJK_GAP_TOLERANCE * Math.sqrt(largest)) break
    slots[count] = slot
    count++
  }

  let ax = 0
  let ay = 0
  let bx = offset[0]
  let by = offset[1]
  for (let i = 0; i < solved; i++) {
    const o = slots[i] * VERTEX_STRIDE
    const share = weight[i]
    ax += share * vertex[o]
    ay += share * vertex[o + 1]
    bx += share * vertex[o + 2]
    by += share * vertex[o + 3]
  }
  if (overlap) {
    coreDistance = 0
    bx = ax
    by = ay
    solved = 0
  }
  out.coreDistance = coreDistance
  out.ax = ax
  out.ay = ay
  out.bx = bx
  out.by = by
  out.nx = direction[0]
  out.ny = direction[1]
  out.iterations = rounds
  out.extent = Math.sqrt(largest)
  out.simplexCount = solved
  for (let i = 0; i < solved; i++) {
    out.simplexA[i] = vertexA[slots[i]]
    out.simplexB[i] = vertexB[slots[i]]
  }
}

/** Adds the round parts to a finished core search. */
function widen(out: GjkResult, radiusA: number, radiusB: number): void {
  const distance = out.coreDistance - radiusA - radiusB
  out.distance = distance > 0 ? distance : 0
  if (out.coreDistance === 0) return
  out.ax += radiusA * out.nx
  out.ay += radiusA * out.ny
  out.bx -= radiusB * out.nx
  out.by -= radiusB * out.ny
}

/** Distance between shapes A and B and their nearest points. Exact to a few ulp of the coordinates; any scale; always ends. */
export function gjkDistance(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null, dx: number, dy: number,
): void {
  out.simplexCount = 0
  gjkDistanceFrom(out, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, dx, dy)
}

/**
 * The same, started from the simplex that the last call left in `out`: for the same pair a little later. The answer does not
 * depend on the start beyond rounding, the number of rounds does.
 */
export function gjkDistanceFrom(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null, dx: number, dy: number,
): void {
  offset[0] = dx
  offset[1] = dy
  iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, Infinity)
  widen(out, coreRadius(kindA, size, sa), coreRadius(kindB, size, sb))
}

/**
 * Whether the shapes are within `reach` of each other. Leaves the search as soon as a plane keeps them farther apart or two
 * points are known to be closer, so that of `out` only `iterations` means anything.
 */
export function gjkWithin(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null, dx: number, dy: number,
  reach: number,
): boolean {
  offset[0] = dx
  offset[1] = dy
  out.simplexCount = 0
  const limit = reach + coreRadius(kindA, size, sa) + coreRadius(kindB, size, sb)
  iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, limit)
  return out.coreDistance <= limit
}
