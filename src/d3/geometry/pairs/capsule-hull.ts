/**
 * Contact of a capsule (A) with a hull (B). World axes, origin at A's centre; arguments as in `collide.ts`.
 *
 * Works in the hull's frame on the capsule's axis, a segment. The largest gap over the hull's faces and over the edges that
 * the axis can meet sideways tells whether the axis is outside. Inside, that gap is the depth and its direction the
 * normal. Outside, it is the distance if the nearest points really lie on that face or edge; otherwise an end of the
 * axis or a corner of the hull is nearest, and all candidates are measured.
 */

import { LYING_CAPSULE, PARALLEL_EDGES, SAME_AXIS, SIDE_BY_SIDE } from '../tolerances.ts'
import { ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import { SIDEWAYS } from '../../../common/tolerances.ts'
import type { Hull } from '../hull/hull.ts'
import { axis, bringCapsule, capsule, endOfPlace, GAP, LENGTH, middle, normal, PLACE, RADIUS, turnToWorld, writePlace } from './capsule-frame.ts'
import { awayFromHull, findHighestFace, findNearestOnHull, highest, isNearest, isOverFace, probe } from '../hull/hull-nearest.ts'
import type { Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { MARGIN, query } from '../query.ts'
import { DIRECTION_A, DIRECTION_B, LENGTH_A, LENGTH_B, nearest, nearestOnSegments, OFFSET, segmentsIn } from '../segments.ts'

/** Hull edge that the contact is on, as offset into the edges, or −1. */
let onEdge = -1

/** Half the length of the edge of the last `crossEdge`. */
const edgeHalf = new Float64Array(1)

/** The part of the axis that lies along a face or edge. */
const share = new Float64Array(2)

/** What of the capsule touches a face, seen along the normal: it runs from the foot of the axis' middle in this direction. */
const foot = new Float64Array(3)
const way = new Float64Array(3)

/** The nearest so far in `findNearest`: squared distance, place, way from the hull. */
const candidate = new Float64Array(5)

export function collideCapsuleHull(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hull: Hull,
): void {
  bringCapsule(rot, ra, rb, size, sa)
  const radius = capsule[RADIUS]
  const length = capsule[LENGTH]
  const reach = radius + query[MARGIN]
  const bias = TRACE * hull.innerRadius
  const planes = hull.planes
  const faces = hull.faceCount
  const ex = axis[0]
  const ey = axis[1]
  const ez = axis[2]
  const mx = middle[0]
  const my = middle[1]
  const mz = middle[2]
  let face = 0
  let best = -Infinity
  for (let f = 0; f < faces; f++) {
    const nx = planes[4 * f]
    const ny = planes[4 * f + 1]
    const nz = planes[4 * f + 2]
    const gap = nx * mx + ny * my + nz * mz - planes[4 * f + 3] - length * Math.abs(nx * ex + ny * ey + nz * ez)
    if (gap > best + bias) {
      if (gap >= reach) {
        setParting(out, rot, rb, planes, 4 * f, -1)
        return
      }
      best = gap
      face = f
    }
  }
  capsule[GAP] = best + bias
  findEdge(hull)
  if (onEdge < 0) {
    capsule[GAP] = best
    setFaceNormal(hull, face)
    const down = normal[0] * ex + normal[1] * ey + normal[2] * ez
    capsule[PLACE] = down > 0 ? length : down < 0 ? -length : 0
  } else {
    if (capsule[GAP] >= reach) {
      setParting(out, rot, rb, normal, 0, 1)
      return
    }
    crossEdge(hull)
  }
  if (capsule[GAP] > ROUNDING * (hull.radius + radius + length) && !isProper(hull, face)) {
    findNearest(hull)
    if (capsule[GAP] >= reach) {
      setParting(out, rot, rb, normal, 0, 1)
      return
    }
  }
  const place = capsule[PLACE]
  const gap = capsule[GAP]
  out.count = alongFeature(out, hull)
  if (out.count === 0) {
    capsule[PLACE] = place
    capsule[GAP] = gap
    out.count = 1
    writePlace(out, 0, endOfPlace())
  }
  turnToWorld(out, rot, rb)
}

/** Are the nearest points of axis and hull on the face or edge that keeps them apart most? */
function isProper(hull: Hull, face: number): boolean {
  if (onEdge >= 0) return Math.abs(nearest[0]) < capsule[LENGTH] && Math.abs(nearest[1]) < edgeHalf[0]
  setProbe()
  return isOverFace(hull, face)
}

/** The point of the axis at `PLACE`. */
function setProbe(): void {
  const t = capsule[PLACE]
  probe[0] = middle[0] + t * axis[0]
  probe[1] = middle[1] + t * axis[1]
  probe[2] = middle[2] + t * axis[2]
}

function setFaceNormal(hull: Hull, face: number): void {
  for (let i = 0; i < 3; i++) normal[i] = -hull.planes[4 * face + i]
}

/**
 * Sets `onEdge` to the hull edge that the axis meets sideways with the largest gap above `GAP`, or −1, and `GAP` and the normal
 * to match. Only edges between a face that the axis rises from and one that it sinks to can be met sideways.
 */
function findEdge(hull: Hull): void {
  const { planes, vertices, edges, center } = hull
  const ex = axis[0]
  const ey = axis[1]
  const ez = axis[2]
  const end = 4 * hull.edgeCount
  let best = capsule[GAP]
  onEdge = -1
  for (let i = 0; i < end; i += 4) {
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const rise = ex * planes[left] + ey * planes[left + 1] + ez * planes[left + 2]
    if (rise * (ex * planes[right] + ey * planes[right + 1] + ez * planes[right + 2]) >= 0) continue
    const a = 3 * edges[i]
    const b = 3 * edges[i + 1]
    const ax = vertices[a]
    const ay = vertices[a + 1]
    const az = vertices[a + 2]
    const fx = vertices[b] - ax
    const fy = vertices[b + 1] - ay
    const fz = vertices[b + 2] - az
    const mx = ey * fz - ez * fy
    const my = ez * fx - ex * fz
    const mz = ex * fy - ey * fx
    const square = mx * mx + my * my + mz * mz
    if (square <= PARALLEL_EDGES * (fx * fx + fy * fy + fz * fz)) continue
    const scale = (mx * (ax - center[0]) + my * (ay - center[1]) + mz * (az - center[2]) < 0 ? -1 : 1) / Math.sqrt(square)
    const gap = scale * (mx * (middle[0] - ax) + my * (middle[1] - ay) + mz * (middle[2] - az))
    if (gap > best) {
      best = gap
      onEdge = i
      normal[0] = -mx * scale
      normal[1] = -my * scale
      normal[2] = -mz * scale
    }
  }
  capsule[GAP] = best
}

/** Sets `PLACE`, `nearest` and `edgeHalf` for the edge at hand. */
function crossEdge(hull: Hull): void {
  const { vertices, edges } = hull
  const a = 3 * edges[onEdge]
  const b = 3 * edges[onEdge + 1]
  const fx = vertices[b] - vertices[a]
  const fy = vertices[b + 1] - vertices[a + 1]
  const fz = vertices[b + 2] - vertices[a + 2]
  const full = Math.sqrt(fx * fx + fy * fy + fz * fz)
  for (let c = 0; c < 3; c++) segmentsIn[DIRECTION_A + c] = axis[c]
  segmentsIn[LENGTH_A] = capsule[LENGTH]
  segmentsIn[DIRECTION_B] = fx / full
  segmentsIn[DIRECTION_B + 1] = fy / full
  segmentsIn[DIRECTION_B + 2] = fz / full
  segmentsIn[LENGTH_B] = 0.5 * full
  segmentsIn[OFFSET] = vertices[a] + 0.5 * fx - middle[0]
  segmentsIn[OFFSET + 1] = vertices[a + 1] + 0.5 * fy - middle[1]
  segmentsIn[OFFSET + 2] = vertices[a + 2] + 0.5 * fz - middle[2]
  nearestOnSegments()
  capsule[PLACE] = nearest[0]
  edgeHalf[0] = 0.5 * full
}

/** Finds the exact distance of axis and hull by measuring all candidates; sets gap, normal, place and `onEdge`. */
function findNearest(hull: Hull): void {
  const length = capsule[LENGTH]
  if (Math.abs(capsule[PLACE]) === length) {
    setProbe()
    if (nearestIsEnd(hull)) return
  }
  const { planes, vertices, edges } = hull
  candidate[0] = Infinity
  let edge = -1
  for (let side = -1; side <= 1; side += 2) {
    capsule[PLACE] = side * length
    setProbe()
    highest[1] = Infinity
    const face = findHighestFace(hull)
    if (highest[0] <= 0) continue
    findNearestOnHull(hull, face)
    if (highest[0] < candidate[0]) {
      candidate[0] = highest[0]
      candidate[1] = side * length
      candidate[2] = awayFromHull[0]
      candidate[3] = awayFromHull[1]
      candidate[4] = awayFromHull[2]
    }
  }
  const end = 4 * hull.edgeCount
  for (let i = 0; i < end; i += 4) {
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const rise = axis[0] * planes[left] + axis[1] * planes[left + 1] + axis[2] * planes[left + 2]
    if (rise * (axis[0] * planes[right] + axis[1] * planes[right + 1] + axis[2] * planes[right + 2]) > 0) continue
    onEdge = i
    crossEdge(hull)
    const a = 3 * edges[i]
    const b = 3 * edges[i + 1]
    const t = capsule[PLACE]
    const part = 0.5 + (0.5 * nearest[1]) / edgeHalf[0]
    const x = middle[0] + t * axis[0] - vertices[a] - part * (vertices[b] - vertices[a])
    const y = middle[1] + t * axis[1] - vertices[a + 1] - part * (vertices[b + 1] - vertices[a + 1])
    const z = middle[2] + t * axis[2] - vertices[a + 2] - part * (vertices[b + 2] - vertices[a + 2])
    const square = x * x + y * y + z * z
    if (square < candidate[0]) {
      candidate[0] = square
      candidate[1] = t
      candidate[2] = x
      candidate[3] = y
      candidate[4] = z
      edge = i
    }
  }
  onEdge = edge
  finishNearest()
}

/** Is `probe`, an end of the axis at `PLACE`, what is nearest to the hull? If so, finishes. */
function nearestIsEnd(hull: Hull): boolean {
  highest[1] = Infinity
  const face = findHighestFace(hull)
  if (highest[0] <= 0) return false
  findNearestOnHull(hull, face)
  // The axis must lead away from the hull towards its other end.
  const along = awayFromHull[0] * axis[0] + awayFromHull[1] * axis[1] + awayFromHull[2] * axis[2]
  if ((capsule[PLACE] > 0 ? -along : along) < 0 || !isNearest(hull)) return false
  candidate[0] = highest[0]
  candidate[1] = capsule[PLACE]
  candidate[2] = awayFromHull[0]
  candidate[3] = awayFromHull[1]
  candidate[4] = awayFromHull[2]
  onEdge = -1
  finishNearest()
  return true
}

function finishNearest(): void {
  const distance = Math.sqrt(candidate[0])
  capsule[GAP] = distance
  capsule[PLACE] = candidate[1]
  normal[0] = -candidate[2] / distance
  normal[1] = -candidate[3] / distance
  normal[2] = -candidate[4] / distance
}

/**
 * Two points where the axis lies along the face or edge that the normal belongs to, else none (0). The gap is known and the
 * least there is: with faces that are nearly flush, the nearest may lie beside the face that is tried.
 */
function alongFeature(out: Manifold, hull: Hull): number {
  if (Math.abs(normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2]) > LYING_CAPSULE) return 0
  const { planes, edges } = hull
  const faces = hull.faceCount
  let face = 0
  let cosine = 0
  for (let f = 0; f < faces; f++) {
    const along = -(normal[0] * planes[4 * f] + normal[1] * planes[4 * f + 1] + normal[2] * planes[4 * f + 2])
    if (along > cosine) {
      cosine = along
      face = f
    }
  }
  if (cosine > SAME_AXIS) {
    const radius = capsule[RADIUS]
    const nx = planes[4 * face]
    const ny = planes[4 * face + 1]
    const nz = planes[4 * face + 2]
    const rise = (axis[0] * nx + axis[1] * ny + axis[2] * nz) / cosine
    const height = (nx * middle[0] + ny * middle[1] + nz * middle[2] - planes[4 * face + 3]) / cosine
    // The normal may lean a little, and a thick capsule then touches beside the place that its axis is over.
    for (let c = 0; c < 3; c++) {
      const lean = normal[c] + cosine * planes[4 * face + c]
      foot[c] = middle[c] + lean * height
      way[c] = axis[c] + lean * rise
    }
    if (!overFace(hull, face) || share[1] - share[0] <= SIDEWAYS * radius) return 0
    const least = height + Math.min(share[0] * rise, share[1] * rise)
    // By the smaller of the two: beside a huge capsule the face may be a crumb.
    if (least > capsule[GAP] + SIDEWAYS * SIDEWAYS * Math.min(radius, hull.innerRadius)) return 0
    const reach = query[MARGIN] + radius
    let count = 0
    for (let side = 0; side < 2; side++) {
      capsule[PLACE] = share[side]
      capsule[GAP] = height + share[side] * rise
      if (capsule[GAP] < reach) writePlace(out, count++, side)
    }
    return count
  }
  // At an end of the axis `onEdge` is not known: the edge that the axis lies along is looked for among all.
  const end = 4 * hull.edgeCount
  for (let i = 0; i < end; i += 4) {
    if (onEdge >= 0 && onEdge !== i) continue
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    // The normal must lie between those of the edge's faces, or this is another edge.
    if (-(normal[0] * planes[left] + normal[1] * planes[left + 1] + normal[2] * planes[left + 2]) <= 0) continue
    if (-(normal[0] * planes[right] + normal[1] * planes[right + 1] + normal[2] * planes[right + 2]) <= 0) continue
    const count = alongEdge(out, hull, i)
    if (count > 0) return count
  }
  return 0
}

/** Sets the share of the axis whose foot is on the face; false if there is none. */
function overFace(hull: Hull, face: number): boolean {
  const { planes, vertices, faceStart, faceVertices } = hull
  const nx = planes[4 * face]
  const ny = planes[4 * face + 1]
  const nz = planes[4 * face + 2]
  const end = faceStart[face + 1]
  let low = -capsule[LENGTH]
  let high = capsule[LENGTH]
  let a = 3 * faceVertices[end - 1]
  for (let i = faceStart[face]; i < end; i++) {
    const b = 3 * faceVertices[i]
    const ex = vertices[b] - vertices[a]
    const ey = vertices[b + 1] - vertices[a + 1]
    const ez = vertices[b + 2] - vertices[a + 2]
    // Inward normal of the side plane through this edge.
    const ix = ny * ez - nz * ey
    const iy = nz * ex - nx * ez
    const iz = nx * ey - ny * ex
    const at = ix * (foot[0] - vertices[a]) + iy * (foot[1] - vertices[a + 1]) + iz * (foot[2] - vertices[a + 2])
    const rise = ix * way[0] + iy * way[1] + iz * way[2]
    if (rise > 0) low = Math.max(low, -at / rise)
    else if (rise < 0) high = Math.min(high, -at / rise)
    else if (at < 0) return false
    a = b
  }
  share[0] = low
  share[1] = high
  return high > low
}

/** Both ends of what the axis shares with the edge, 0 if it does not lie along it. */
function alongEdge(out: Manifold, hull: Hull, edge: number): number {
  const { vertices, edges } = hull
  const radius = capsule[RADIUS]
  const size = Math.min(radius, hull.innerRadius)
  const a = 3 * edges[edge]
  const b = 3 * edges[edge + 1]
  const fx = vertices[b] - vertices[a]
  const fy = vertices[b + 1] - vertices[a + 1]
  const fz = vertices[b + 2] - vertices[a + 2]
  const square = fx * fx + fy * fy + fz * fz
  const along = fx * axis[0] + fy * axis[1] + fz * axis[2]
  if (along * along < (1 - SIDE_BY_SIDE) * square) return 0
  const ax = vertices[a] - middle[0]
  const ay = vertices[a + 1] - middle[1]
  const az = vertices[a + 2] - middle[2]
  // Where the planes across the edge at its two ends cut the axis.
  const first = (ax * fx + ay * fy + az * fz) / along
  const second = first + square / along
  share[0] = Math.max(-capsule[LENGTH], Math.min(first, second))
  share[1] = Math.min(capsule[LENGTH], Math.max(first, second))
  if (share[1] - share[0] <= SIDEWAYS * radius) return 0
  const reach = query[MARGIN] + radius
  let count = 0
  for (let side = 0; side < 2; side++) {
    const t = share[side]
    const part = ((t * axis[0] - ax) * fx + (t * axis[1] - ay) * fy + (t * axis[2] - az) * fz) / square
    const x = ax + part * fx - t * axis[0]
    const y = ay + part * fy - t * axis[1]
    const z = az + part * fz - t * axis[2]
    const gap = x * normal[0] + y * normal[1] + z * normal[2]
    if (x * x + y * y + z * z - gap * gap > SIDEWAYS * SIDEWAYS * size * size) return 0
    capsule[PLACE] = t
    capsule[GAP] = gap
    if (gap < reach) writePlace(out, count++, side)
  }
  return count
}
