/**
 * The pairs of edges of two hulls that could touch, and the crossing of one such pair. A's frame; B as left by
 * `bringIntoFrame`. Faces are in `hull-face.ts`.
 *
 * Pruning. The normals that an edge can be touched along form an arc on the unit sphere, from the normal of one of its faces
 * to that of the other. Edge a of A can meet edge b of B only where a's arc crosses b's arc turned inside out; such
 * pairs, and no others, are faces of the Minkowski difference. Two arcs cross if the ends of each lie on both sides of
 * the other's great circle and the crossing is on the same half of the sphere. The circle of an arc is perpendicular to its edge.
 *
 * Before that, edges that look away are left out. Along a normal n of edge a the gap is at most n·(c − a) − r, with a ball
 * of radius r round c inside the other hull. At the ends of the arc that product is the height of c above a's faces; in
 * between it is at most the larger of the two over the cosine of half the arc's angle.
 */

import { PARALLEL_EDGES } from '../tolerances.ts'
import { SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import { type Hull, MAX_HULL_EDGES } from '../hull/hull.ts'
import { heightsA, heightsB, planesB, verticesB } from './hull-frame.ts'
import { INNER, MARGIN, query } from '../query.ts'

/** Axis (3, unit, from A to B), gap along it (before the search: the gap to beat), and from `edgeCrossing` the point (3). */
export const edgeAxis: Float64Array = new Float64Array(7)

/** The edges of A and of B that `findEdgeAxis` looks at, as bits by their place in the hull: all of them, but for who knows better. */
export const edgesIn: Int32Array = Int32Array.of(-1, -1)
export const ALL_EDGES = -1

/** The edges that `findEdgeAxis` chose. */
let edgeA = 0
let edgeB = 0

/** Doubles per listed edge: normals of its left and right face, direction from first to second vertex, first vertex. */
const STRIDE = 12

// Edges that look towards the other hull: their data side by side, and their offsets into the hull's edges.
const listA = new Float64Array(STRIDE * MAX_HULL_EDGES)
const listB = new Float64Array(STRIDE * MAX_HULL_EDGES)
const offsetsA = new Int32Array(MAX_HULL_EDGES)
const offsetsB = new Int32Array(MAX_HULL_EDGES)

/**
 * Lists the edges along whose arcs the gap could exceed the gap to beat; `heights` are those of the other hull's centre. Returns how
 * many.
 */
function listEdges(
  edges: Int32Array, edgeCount: number, vertices: Float64Array, planes: Float64Array, heights: Float64Array, list: Float64Array,
  offsets: Int32Array, other: Hull, among: number,
): number {
  const end = 4 * edgeCount
  const least = edgeAxis[3] + other.innerRadius
  let count = 0
  let to = 0
  for (let i = 0; i < end; i += 4) {
    if (among !== ALL_EDGES && ((among >> (i >> 2)) & 1) === 0) continue
    const onLeft = heights[edges[i + 2]]
    const onRight = heights[edges[i + 3]]
    const most = onLeft > onRight ? onLeft : onRight
    if (most <= 0 && least >= 0) continue
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const lx = planes[left]
    const ly = planes[left + 1]
    const lz = planes[left + 2]
    const rx = planes[right]
    const ry = planes[right + 1]
    const rz = planes[right + 2]
    // Twice the squared cosine of half the angle is one plus the cosine of the angle.
    if (most <= least && 2 * most * most <= least * least * (1 + lx * rx + ly * ry + lz * rz)) continue
    const a = 3 * edges[i]
    const ax = vertices[a]
    const ay = vertices[a + 1]
    const az = vertices[a + 2]
    const b = 3 * edges[i + 1]
    offsets[count++] = i
    list[to] = lx
    list[to + 1] = ly
    list[to + 2] = lz
    list[to + 3] = rx
    list[to + 4] = ry
    list[to + 5] = rz
    list[to + 6] = vertices[b] - ax
    list[to + 7] = vertices[b + 1] - ay
    list[to + 8] = vertices[b + 2] - az
    list[to + 9] = ax
    list[to + 10] = ay
    list[to + 11] = az
    to += STRIDE
  }
  return count
}

/**
 * Looks for the pair of edges with the largest gap above `edgeAxis[3]` and leaves axis and gap in `edgeAxis`. False if there
 * is none. Returns at once with a gap above the margin.
 */
export function findEdgeAxis(hullA: Hull, hullB: Hull): boolean {
  const cx = hullA.center[0]
  const cy = hullA.center[1]
  const cz = hullA.center[2]
  const countB = listEdges(hullB.edges, hullB.edgeCount, verticesB, planesB, heightsB, listB, offsetsB, hullA, edgesIn[1])
  if (countB === 0) return false
  const countA = listEdges(hullA.edges, hullA.edgeCount, hullA.vertices, hullA.planes, heightsA, listA, offsetsA, hullB, edgesIn[0])
  const endA = STRIDE * countA
  const endB = STRIDE * countB
  const far = query[MARGIN] * query[MARGIN]
  const lists = listB
  let best = edgeAxis[3] * Math.abs(edgeAxis[3])
  let found = false
  for (let i = 0; i < endA; i += STRIDE) {
    const lx = listA[i]
    const ly = listA[i + 1]
    const lz = listA[i + 2]
    const rx = listA[i + 3]
    const ry = listA[i + 4]
    const rz = listA[i + 5]
    const ex = listA[i + 6]
    const ey = listA[i + 7]
    const ez = listA[i + 8]
    for (let j = 0; j < endB; j += STRIDE) {
      const p = ex * lists[j] + ey * lists[j + 1] + ez * lists[j + 2]
      if (p * (ex * lists[j + 3] + ey * lists[j + 4] + ez * lists[j + 5]) >= 0) continue
      const fx = lists[j + 6]
      const fy = lists[j + 7]
      const fz = lists[j + 8]
      const s = rx * fx + ry * fy + rz * fz
      if (p * s >= 0 || s * (lx * fx + ly * fy + lz * fz) >= 0) continue
      const mx = ey * fz - ez * fy
      const my = ez * fx - ex * fz
      const mz = ex * fy - ey * fx
      const q = mx * mx + my * my + mz * mz
      if (q <= PARALLEL_EDGES * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz)) continue
      const ax = listA[i + 9]
      const ay = listA[i + 10]
      const az = listA[i + 11]
      let gap = mx * (lists[j + 9] - ax) + my * (lists[j + 10] - ay) + mz * (lists[j + 11] - az)
      const outward = mx * (ax - cx) + my * (ay - cy) + mz * (az - cz)
      if (outward < 0) gap = -gap
      const square = gap * Math.abs(gap)
      if (square > best * q) {
        best = square / q
        found = true
        edgeA = offsetsA[i / STRIDE]
        edgeB = offsetsB[j / STRIDE]
        const scale = (outward < 0 ? -1 : 1) / Math.sqrt(q)
        edgeAxis[0] = mx * scale
        edgeAxis[1] = my * scale
        edgeAxis[2] = mz * scale
        edgeAxis[3] = best < 0 ? -Math.sqrt(-best) : Math.sqrt(best)
        if (best > far) return true
      }
    }
  }
  return found
}

/**
 * Puts the middle of the shortest line between the two chosen edges into `edgeAxis` and returns the point's id, or −1 if the
 * edges are apart or just touch and the crossing is close to an end (see `isSliver` for why).
 */
export function edgeCrossing(hullA: Hull, hullB: Hull): number {
  const clear = SLIVER_PER_SIZE * query[INNER]
  const va = hullA.vertices
  const ea = hullA.edges
  const eb = hullB.edges
  const a = 3 * ea[edgeA]
  const b = 3 * eb[edgeB]
  const ax = va[a]
  const ay = va[a + 1]
  const az = va[a + 2]
  const ex = va[3 * ea[edgeA + 1]] - ax
  const ey = va[3 * ea[edgeA + 1] + 1] - ay
  const ez = va[3 * ea[edgeA + 1] + 2] - az
  const bx = verticesB[b]
  const by = verticesB[b + 1]
  const bz = verticesB[b + 2]
  const fx = verticesB[3 * eb[edgeB + 1]] - bx
  const fy = verticesB[3 * eb[edgeB + 1] + 1] - by
  const fz = verticesB[3 * eb[edgeB + 1] + 2] - bz
  const ee = ex * ex + ey * ey + ez * ez
  const ff = fx * fx + fy * fy + fz * fz
  const ef = ex * fx + ey * fy + ez * fz
  const mx = ey * fz - ez * fy
  const my = ez * fx - ex * fz
  const mz = ex * fy - ey * fx
  const square = mx * mx + my * my + mz * mz
  const e = ex * (bx - ax) + ey * (by - ay) + ez * (bz - az)
  const f = fx * (bx - ax) + fy * (by - ay) + fz * (bz - az)
  let onA = (ff * e - ef * f) / square
  let onB = (ef * e - ee * f) / square
  const clearA = clear / Math.sqrt(ee)
  const clearB = clear / Math.sqrt(ff)
  if (edgeAxis[3] > -clear && (onA < clearA || onA > 1 - clearA || onB < clearB || onB > 1 - clearB)) return -1
  onA = onA > 1 ? 1 : onA < 0 ? 0 : onA
  onB = onB > 1 ? 1 : onB < 0 ? 0 : onB
  edgeAxis[4] = 0.5 * (ax + ex * onA + bx + fx * onB)
  edgeAxis[5] = 0.5 * (ay + ey * onA + by + fy * onB)
  edgeAxis[6] = 0.5 * (az + ez * onA + bz + fz * onB)
  const lowA = ea[edgeA] < ea[edgeA + 1] ? ea[edgeA] : ea[edgeA + 1]
  const lowB = eb[edgeB] < eb[edgeB + 1] ? eb[edgeB] : eb[edgeB + 1]
  return (lowA << 8) | lowB
}

/** Of the two faces at the chosen edge of A or of B, the one that lies nearer to the axis. */
export function crossingFace(hull: Hull, planes: Float64Array, ofA: boolean): number {
  const at = ofA ? edgeA : edgeB
  const left = hull.edges[at + 2]
  const right = hull.edges[at + 3]
  const sign = ofA ? 1 : -1
  let more = 0
  for (let k = 0; k < 3; k++) more += sign * edgeAxis[k] * (planes[4 * left + k] - planes[4 * right + k])
  return more >= 0 ? left : right
}
