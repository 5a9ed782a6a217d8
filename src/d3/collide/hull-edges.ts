/**
 * The pairs of edges of two hulls that could touch, and the crossing of one such pair. A's frame; B as left by
 * `bringIntoFrame`. Faces are in `hull-face.ts`.
 *
 * Pruning. The normals that an edge can be touched along form an arc on the unit sphere, from the normal of one of its faces
 * to that of the other. Edge a of A can meet edge b of B only where a's arc crosses b's arc turned inside out; such
 * pairs, and no others, are faces of the Minkowski difference. Two arcs cross if the ends of each lie on both sides of
 * the other's great circle and the crossing is on the same half of the sphere. The circle of an arc is perpendicular to its edge.
 *
 * Before that, edges that look away are left out: balls inside both hulls bound the gap along n by n·d − r, d from ball to
 * ball, r the sum of their radii, and on an arc n·d is at most the larger of its ends' over the cosine of half its angle.
 */

import type { Hull } from '../shapes/hull.ts'
import { betweenCenters, MAX_HULL_EDGES, planesB, verticesB } from './hull-frame.ts'

/** Squared sine below which two edges count as parallel. */
const PARALLEL = 1e-14

/** Axis (3, unit, from A to B), gap along it, and then from `edgeCrossing` the point (3). */
export const edgeAxis: Float64Array = new Float64Array(7)

/** The edges that `findEdgeAxis` chose. */
let edgeA = 0
let edgeB = 0

/** Edges that look towards the other hull, as offsets into its edges. */
const towardsB = new Int32Array(MAX_HULL_EDGES)
const towardsA = new Int32Array(MAX_HULL_EDGES)

/** Fills `list` with the edges along whose arcs the gap could exceed `level`; `sign` is −1 for B. Returns how many. */
function listEdges(hull: Hull, planes: Float64Array, list: Int32Array, sign: number, level: number): number {
  const edges = hull.edges
  const end = 4 * hull.edgeCount
  const tx = sign * betweenCenters[0]
  const ty = sign * betweenCenters[1]
  const tz = sign * betweenCenters[2]
  let count = 0
  for (let i = 0; i < end; i += 4) {
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const lx = planes[left]
    const ly = planes[left + 1]
    const lz = planes[left + 2]
    const rx = planes[right]
    const ry = planes[right + 1]
    const rz = planes[right + 2]
    const most = Math.max(lx * tx + ly * ty + lz * tz, rx * tx + ry * ty + rz * tz)
    // Twice the squared cosine of half the angle is one plus the cosine of the angle.
    const cosine = 1 + lx * rx + ly * ry + lz * rz
    if (most <= 0 ? level < 0 : level <= 0 || 2 * most * most > level * level * cosine) list[count++] = i
  }
  return count
}

/**
 * Looks for the pair of edges with the largest gap above `level` and leaves axis and gap in `edgeAxis`. False if there is
 * none. Returns at once with a gap above `margin`.
 */
export function findEdgeAxis(hullA: Hull, hullB: Hull, level: number, margin: number): boolean {
  const va = hullA.vertices
  const pa = hullA.planes
  const ea = hullA.edges
  const vb = verticesB
  const pb = planesB
  const eb = hullB.edges
  const cx = hullA.center[0]
  const cy = hullA.center[1]
  const cz = hullA.center[2]
  const inside = level + hullA.innerRadius + hullB.innerRadius
  const countA = listEdges(hullA, pa, towardsB, 1, inside)
  const countB = listEdges(hullB, pb, towardsA, -1, inside)
  const far = margin * margin
  let best = level * Math.abs(level)
  let found = false
  for (let k = 0; k < countA; k++) {
    const i = towardsB[k]
    const a = 3 * ea[i]
    const ax = va[a]
    const ay = va[a + 1]
    const az = va[a + 2]
    const ex = va[3 * ea[i + 1]] - ax
    const ey = va[3 * ea[i + 1] + 1] - ay
    const ez = va[3 * ea[i + 1] + 2] - az
    const ee = ex * ex + ey * ey + ez * ez
    const left = 4 * ea[i + 2]
    const right = 4 * ea[i + 3]
    const lx = pa[left]
    const ly = pa[left + 1]
    const lz = pa[left + 2]
    const rx = pa[right]
    const ry = pa[right + 1]
    const rz = pa[right + 2]
    for (let l = 0; l < countB; l++) {
      const j = towardsA[l]
      const f = 4 * eb[j + 2]
      const g = 4 * eb[j + 3]
      const p = ex * pb[f] + ey * pb[f + 1] + ez * pb[f + 2]
      if (p * (ex * pb[g] + ey * pb[g + 1] + ez * pb[g + 2]) >= 0) continue
      const b = 3 * eb[j]
      const bx = vb[b]
      const by = vb[b + 1]
      const bz = vb[b + 2]
      const fx = vb[3 * eb[j + 1]] - bx
      const fy = vb[3 * eb[j + 1] + 1] - by
      const fz = vb[3 * eb[j + 1] + 2] - bz
      const s = rx * fx + ry * fy + rz * fz
      if (p * s >= 0 || s * (lx * fx + ly * fy + lz * fz) >= 0) continue
      const mx = ey * fz - ez * fy
      const my = ez * fx - ex * fz
      const mz = ex * fy - ey * fx
      const q = mx * mx + my * my + mz * mz
      if (q <= PARALLEL * ee * (fx * fx + fy * fy + fz * fz)) continue
      let gap = mx * (bx - ax) + my * (by - ay) + mz * (bz - az)
      const outward = mx * (ax - cx) + my * (ay - cy) + mz * (az - cz)
      if (outward < 0) gap = -gap
      const square = gap * Math.abs(gap)
      if (square > best * q) {
        best = square / q
        found = true
        edgeA = i
        edgeB = j
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
 * edges are apart or just touch and the crossing is less than `clear` from an end (see `isSliver` for why).
 */
export function edgeCrossing(hullA: Hull, hullB: Hull, clear: number): number {
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
