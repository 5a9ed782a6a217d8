/**
 * Distance between two convex shapes: the Gilbert–Johnson–Keerthi iteration on their cores, in doubles.
 *
 * World axes, origin at A's centre; (dx, dy, dz) is centre B minus centre A. Rotations are 9 doubles row-major, sizes 4
 * doubles per shape as in `shapes/`, both addressed by element offset. Not here: depth of overlap, manifolds.
 *
 * Idea: the points b − a + d form a convex polytope whose distance from the origin is the distance of the cores. Keep a
 * simplex of its vertices, find the simplex point v nearest to the origin, fetch the vertex that lies farthest towards the
 * origin against v, repeat. |v| only ever falls, and the fetched vertex bounds it from below.
 *
 * Why it ends: cores are polytopes, so there are finitely many simplices, and a round that does not lower |v| is the last.
 * Rounding leaves an error of a few ulp of the largest coordinate, whatever the scale; nothing here is in metres.
 */

import { GJK_GAP_TOLERANCE, GJK_TOUCH_TOLERANCE } from '../../common/tolerances.ts'
import type { Hull } from './hull/hull.ts'
import {
  BEST_DIRECTION, BEST_SQUARE, BEST_WEIGHT, best, bestCount, bestSlot, slots, solveFaces, solveSimplex, tetrahedronWeights, vertex, vertexA, vertexB,
  VERTEX_STRIDE,
} from './gjk-simplex.ts'
import { DX, query } from './query.ts'
import { PLANE } from './shapes/plane.ts'
import { coreRadius, coreVertex, supportVertex } from './shapes/shape-table.ts'

/** Rounds; sphere-like hulls of 254 vertices need about 20. Reached only when rounding noise keeps lowering |v| bit by bit. */
const MAX_ROUNDS = 128

/** Share of the distance that `gjkDistanceAt` may miss. */
export const roughIn: Float64Array = new Float64Array(1)

/** What `gjkDistance` found. Make one and reuse it. Points are in world axes relative to A's centre. */
export class GjkResult {
  /** Distance of the shapes, 0 when they touch or overlap. */
  distance: number = 0
  /** Distance of the cores; less than the sum of the core radii when only the round parts overlap, 0 when the cores do. */
  coreDistance: number = 0
  /** Point of A nearest to B. When the cores overlap both points are the same point, common to both cores. */
  ax: number = 0
  ay: number = 0
  az: number = 0
  /** Point of B nearest to A. */
  bx: number = 0
  by: number = 0
  bz: number = 0
  /** Unit direction from A to B. When the cores overlap: a unit vector without further meaning. */
  nx: number = 0
  ny: number = 1
  nz: number = 0
  /** Rounds used. */
  iterations: number = 0
  /** Largest coordinate the search met; rounding in the distance is a few 1e-16 of it. */
  extent: number = 0
  /** Core vertices whose hulls hold the nearest points: seeds the next call of `gjkDistanceFrom`. */
  simplexCount: number = 0
  readonly simplexA: Int32Array = new Int32Array(3)
  readonly simplexB: Int32Array = new Int32Array(3)
}

const offset = new Float64Array(3)
/** Where the search begins: from A to B. */
const line = new Float64Array(3)
const direction = new Float64Array(3)
const weight = new Float64Array(4)

/** Fills a slot with vertex a of A and vertex b of B. */
function setVertex(
  slot: number, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, a: number, b: number,
): void {
  const o = slot * VERTEX_STRIDE
  coreVertex(kindA, rot, ra, size, sa, hullA, a, vertex, o)
  coreVertex(kindB, rot, rb, size, sb, hullB, b, vertex, o + 3)
  const x = vertex[o + 3] - vertex[o] + offset[0]
  const y = vertex[o + 4] - vertex[o + 1] + offset[1]
  const z = vertex[o + 5] - vertex[o + 2] + offset[2]
  vertex[o + 6] = x
  vertex[o + 7] = y
  vertex[o + 8] = z
  vertex[o + 9] = x * x + y * y + z * z
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

/** A slot that the simplex of `count` ≤ 3 vertices does not use. */
function freeSlot(count: number): number {
  let used = 0
  for (let i = 0; i < count; i++) used |= 1 << slots[i]
  return (used & 1) === 0 ? 0 : (used & 2) === 0 ? 1 : (used & 4) === 0 ? 2 : 3
}

/** Unit vector along from[o …] into `direction`; false if it has none. */
function setDirection(from: Float64Array, o: number): boolean {
  const x = from[o]
  const y = from[o + 1]
  const z = from[o + 2]
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > 0)) return false
  const scale = 1 / length
  direction[0] = x * scale
  direction[1] = y * scale
  direction[2] = z * scale
  return true
}

/**
 * The iteration. Starts from the simplex named in `out`, or from the direction in `line` when that is empty. With a finite
 * `limit` it stops as soon as the core distance is known to lie above that, or `within` below it; the distance is then an upper bound only.
 */
function iterate(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, limit: number, within: boolean, rough: boolean,
): void {
  const share = rough ? roughIn[0] : 0
  let count = out.simplexCount
  let largest = 0
  if (!setDirection(line, 0)) {
    direction[0] = 1
    direction[1] = 0
    direction[2] = 0
  }
  if (count === 0) {
    const a = supportVertex(kindA, rot, ra, size, sa, hullA, direction, 0, 1)
    const b = supportVertex(kindB, rot, rb, size, sb, hullB, direction, 0, -1)
    setVertex(0, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, a, b)
    slots[0] = 0
    largest = vertex[9]
    count = 1
  } else {
    for (let i = 0; i < count; i++) {
      setVertex(i, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, out.simplexA[i], out.simplexB[i])
      slots[i] = i
      largest = Math.max(largest, vertex[i * VERTEX_STRIDE + 9])
    }
  }

  let nearest = Infinity
  let coreDistance = 0
  let overlap = false
  // Has a plane been seen between the cores? Then no simplex can hold the origin, however thin it is and whatever rounding makes of it.
  let apart = false
  let solved = count
  let rounds = 0
  while (rounds < MAX_ROUNDS) {
    rounds++
    if (solveSimplex(count)) {
      if (!apart) {
        overlap = true
        solved = 4
        tetrahedronWeights(weight)
        break
      }
      solveFaces()
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
    if (within && coreDistance <= limit) break
    setDirection(best, BEST_DIRECTION)
    const a = supportVertex(kindA, rot, ra, size, sa, hullA, direction, 0, 1)
    const b = supportVertex(kindB, rot, rb, size, sb, hullB, direction, 0, -1)
    let known = false
    for (let i = 0; i < count; i++) if (vertexA[slots[i]] === a && vertexB[slots[i]] === b) known = true
    if (known) break
    const slot = freeSlot(count)
    setVertex(slot, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, a, b)
    const o = slot * VERTEX_STRIDE + 6
    largest = Math.max(largest, vertex[o + 3])
    const lowerBound = direction[0] * vertex[o] + direction[1] * vertex[o + 1] + direction[2] * vertex[o + 2]
    if (lowerBound > GJK_TOUCH_TOLERANCE * Math.sqrt(largest)) apart = true
    if (lowerBound > limit || coreDistance - lowerBound <= GJK_GAP_TOLERANCE * Math.sqrt(largest)) break
    if (coreDistance - lowerBound <= share * coreDistance) break
    slots[count] = slot
    count++
  }

  let ax = 0
  let ay = 0
  let az = 0
  let bx = offset[0]
  let by = offset[1]
  let bz = offset[2]
  for (let i = 0; i < solved; i++) {
    const o = slots[i] * VERTEX_STRIDE
    const share = weight[i]
    ax += share * vertex[o]
    ay += share * vertex[o + 1]
    az += share * vertex[o + 2]
    bx += share * vertex[o + 3]
    by += share * vertex[o + 4]
    bz += share * vertex[o + 5]
  }
  if (overlap) {
    coreDistance = 0
    bx = ax
    by = ay
    bz = az
    solved = 0
  }
  out.coreDistance = coreDistance
  out.ax = ax
  out.ay = ay
  out.az = az
  out.bx = bx
  out.by = by
  out.bz = bz
  out.nx = direction[0]
  out.ny = direction[1]
  out.nz = direction[2]
  out.iterations = rounds
  out.extent = Math.sqrt(largest)
  out.simplexCount = solved
  for (let i = 0; i < solved; i++) {
    out.simplexA[i] = vertexA[slots[i]]
    out.simplexB[i] = vertexB[slots[i]]
  }
}

/**
 * Core distance where one of the two is a half-space: that of the other's deepest vertex from the surface, no search. Two half-spaces always overlap
 * somewhere.
 */
function againstPlane(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
): void {
  const isB = kindB === PLANE
  const r = isB ? rb : ra
  const sign = isB ? -1 : 1
  for (let k = 0; k < 3; k++) direction[k] = sign * rot[r + 3 * k + 1]
  out.nx = direction[0]
  out.ny = direction[1]
  out.nz = direction[2]
  out.iterations = 1
  out.simplexCount = 0
  out.coreDistance = 0
  out.ax = out.ay = out.az = out.bx = out.by = out.bz = 0
  out.extent = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2])
  if (kindA === kindB) return
  if (isB) coreVertex(kindA, rot, ra, size, sa, hullA, supportVertex(kindA, rot, ra, size, sa, hullA, direction, 0, 1), vertex, 0)
  else {
    coreVertex(kindB, rot, rb, size, sb, hullB, supportVertex(kindB, rot, rb, size, sb, hullB, direction, 0, -1), vertex, 0)
    for (let k = 0; k < 3; k++) vertex[k] += offset[k]
  }
  let height = 0
  for (let k = 0; k < 3; k++) height += sign * direction[k] * (vertex[k] - (isB ? offset[k] : 0))
  if (height > 0) out.coreDistance = height
  // The vertex and its foot; what is below the surface is common to both.
  const down = height > 0 ? -sign * height : 0
  out.ax = vertex[0] + (isB ? 0 : down * direction[0])
  out.ay = vertex[1] + (isB ? 0 : down * direction[1])
  out.az = vertex[2] + (isB ? 0 : down * direction[2])
  out.bx = vertex[0] + (isB ? down * direction[0] : 0)
  out.by = vertex[1] + (isB ? down * direction[1] : 0)
  out.bz = vertex[2] + (isB ? down * direction[2] : 0)
}

/** Adds the round parts to a finished core search. */
function widen(out: GjkResult, radiusA: number, radiusB: number): void {
  const distance = out.coreDistance - radiusA - radiusB
  out.distance = distance > 0 ? distance : 0
  if (out.coreDistance === 0) return
  out.ax += radiusA * out.nx
  out.ay += radiusA * out.ny
  out.az += radiusA * out.nz
  out.bx -= radiusB * out.nx
  out.by -= radiusB * out.ny
  out.bz -= radiusB * out.nz
}

/** Distance between shapes A and B and their nearest points. Exact to a few ulp of the coordinates; any scale; always ends. */
export function gjkDistance(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): void {
  out.simplexCount = 0
  gjkDistanceFrom(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, dx, dy, dz)
}

/**
 * The same, started from the simplex that the last call left in `out`: for the same pair a little later. The answer does not
 * depend on the start beyond rounding, the number of rounds does.
 */
export function gjkDistanceFrom(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): void {
  offset[0] = line[0] = dx
  offset[1] = line[1] = dy
  offset[2] = line[2] = dz
  if (kindA === PLANE || kindB === PLANE) againstPlane(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  else iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, Infinity, false, false)
  widen(out, coreRadius(kindA, size, sa), coreRadius(kindB, size, sb))
}

/**
 * `gjkDistanceFrom` with the offset at from[0 … 2] and, if there is no simplex yet, from the direction toward[0 … 2]: numbers handed to a call that
 * is not inlined would be put on the heap. To the share of the distance in `roughIn`, for searches that ask again: 0 is exact.
 */
export function gjkDistanceAt(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, from: Float64Array, toward: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    offset[k] = from[k]
    line[k] = toward[k]
  }
  iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, Infinity, false, true)
  widen(out, coreRadius(kindA, size, sa), coreRadius(kindB, size, sb))
}

/**
 * The same with the offset in `query` and from no simplex but the direction toward[0 … 2], up to a core distance of limit[0]: where the cores are
 * known to be farther apart the normal is a direction that tells so, and the rest means nothing.
 */
export function gjkDistanceUpTo(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, toward: Float64Array, limit: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    offset[k] = query[DX + k]
    line[k] = toward[k]
  }
  out.simplexCount = 0
  iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, limit[0], false, false)
  widen(out, coreRadius(kindA, size, sa), coreRadius(kindB, size, sb))
}

/**
 * Whether the shapes are within `reach` of each other. Leaves the search as soon as a plane keeps them farther apart or two
 * points are known to be closer, so that of `out` only `iterations` means anything.
 */
export function gjkWithin(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
  reach: number,
): boolean {
  offset[0] = line[0] = dx
  offset[1] = line[1] = dy
  offset[2] = line[2] = dz
  out.simplexCount = 0
  const limit = reach + coreRadius(kindA, size, sa) + coreRadius(kindB, size, sb)
  if (kindA === PLANE || kindB === PLANE) againstPlane(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  else iterate(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, limit, limit < Infinity, false)
  return out.coreDistance <= limit
}
