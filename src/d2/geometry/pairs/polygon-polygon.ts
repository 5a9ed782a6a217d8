/**
 * Contact of two cores with edges: polygons, and capsules and segments, which are polygons of two vertices. Which edge keeps them apart
 * most, then what the two faces there share (`patch.ts`). Arguments as in `collide.ts`, the rest in `query.ts`.
 *
 * Sharp corners that are apart and share nothing, seen along the axis, get no points: a plane put through a corner would stop bodies that
 * are about to fly past.
 *
 * In the plane an edge's normal is always among the best axes: where two corners are nearest to each other, the best of the normals beside
 * them belongs to an edge at one of the two, and the other one is the lowest vertex above it. So rounded corners need no search of their own.
 */

import { TRACE } from '../../../common/math/rounding.ts'
import { CENTER, CORNER_STRIDE, CORNERS, INNER_RADIUS } from '../polygon/packed-polygons.ts'
import { MAX_POLYGON_VERTICES } from '../polygon/polygon.ts'
import type { Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { facePatch, pose, setPose } from '../patch.ts'
import { INNER, MARGIN, query, RADIUS_A, RADIUS_B } from '../query.ts'

/** The edge that `findAxis` found, the other's lowest vertex above it, and the gap between the cores. */
export let bestEdge = 0
export let bestVertex = 0
export const bestGap: Float64Array = new Float64Array(1)

const heights = new Float64Array(MAX_POLYGON_VERTICES)

/** Radii and inner radius must be set. */
export function collidePolygonPolygon(
  out: Manifold, rot: Float64Array, ra: number, rb: number, A: Float64Array, a: number, B: Float64Array, b: number,
): void {
  const reach = query[MARGIN] + query[RADIUS_A] + query[RADIUS_B]
  bestGap[0] = -Infinity
  setPose(rot, ra, rb, false)
  findAxis(A, a, B, b)
  const edge = bestEdge
  const vertex = bestVertex
  if (bestGap[0] > reach) {
    setParting(out, rot, ra, A, normalOf(a, edge), 1)
    return
  }
  setPose(rot, rb, ra, true)
  findAxis(B, b, A, a)
  if (bestGap[0] > reach) {
    setParting(out, rot, rb, B, normalOf(b, bestEdge), -1)
    return
  }
  if (bestEdge >= 0) {
    facePatch(out, rot, rb, B, b, A, a, bestEdge, bestVertex, true)
    return
  }
  setPose(rot, ra, rb, false)
  facePatch(out, rot, ra, A, a, B, b, edge, vertex, false)
}

/**
 * Sets `bestEdge`, `bestVertex` and `bestGap` to the edge of P that Q's vertices keep farthest from, if that beats `bestGap`; else sets
 * `bestEdge` to −1. Stops early at a gap beyond the reach. `pose` is Q's in P.
 *
 * A ball round Q's centre is inside it, so no gap exceeds the ball's. The edge that the ball is farthest from is looked at first, and then
 * only those that could do better.
 */
export function findAxis(P: Float64Array, p: number, Q: Float64Array, q: number): void {
  const c = pose[0]
  const s = pose[1]
  const ox = pose[2]
  const oy = pose[3]
  const edgeCount = P[p] | 0
  const edges = p + CORNERS
  const corners = q + CORNERS
  const end = corners + CORNER_STRIDE * (Q[q] | 0)
  const inner = Q[q + INNER_RADIUS]
  const cx = ox + c * Q[q + CENTER] - s * Q[q + CENTER + 1]
  const cy = oy + s * Q[q + CENTER] + c * Q[q + CENTER + 1]
  const bias = TRACE * query[INNER]
  const reach = query[MARGIN] + query[RADIUS_A] + query[RADIUS_B]
  let best = bestGap[0]
  bestEdge = -1
  let first = 0
  let most = -Infinity
  for (let e = 0; e < edgeCount; e++) {
    const o = edges + CORNER_STRIDE * e
    const height = P[o + 2] * (cx - P[o]) + P[o + 3] * (cy - P[o + 1])
    heights[e] = height
    if (height > most) {
      most = height
      first = e
    }
  }
  if (most - inner <= best + bias) return
  let hopeless = -Infinity
  let firstGap = 0
  let firstVertex = 0
  // Round −1 is the edge that promises most; the others follow in order, so that ties go to the lower number.
  for (let round = -1; round < edgeCount; round++) {
    const e = round < 0 ? first : round
    let gap = firstGap
    let vertex = firstVertex
    if (round !== first) {
      const bound = heights[e] - inner
      if (bound < hopeless || bound <= best + bias) continue
      const o = edges + CORNER_STRIDE * e
      const nx = P[o + 2]
      const ny = P[o + 3]
      const mx = c * nx + s * ny
      const my = c * ny - s * nx
      let low = Infinity
      for (let v = corners; v < end; v += CORNER_STRIDE) {
        const height = mx * Q[v] + my * Q[v + 1]
        if (height < low) {
          low = height
          vertex = v
        }
      }
      gap = low + nx * (ox - P[o]) + ny * (oy - P[o + 1])
    }
    if (round < 0) {
      firstGap = gap
      firstVertex = vertex
      hopeless = gap - bias
      if (gap <= reach) continue
    }
    if (gap > best + bias) {
      best = gap
      bestEdge = e
      bestVertex = ((vertex - corners) / CORNER_STRIDE) | 0
      if (gap > reach) break
    }
  }
  bestGap[0] = best
}

/** Where the normal of an edge stands in a packed polygon. */
export function normalOf(packed: number, edge: number): number {
  return packed + CORNERS + CORNER_STRIDE * edge + 2
}
