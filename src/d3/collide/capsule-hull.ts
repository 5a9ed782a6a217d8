/**
 * Contact of a capsule (A) with a hull (B). World axes, origin at A's centre; arguments as in `collide.ts`.
 *
 * Works in the hull's frame on the capsule's axis, a segment. The largest gap over the hull's faces and over the edges that
 * the axis can meet sideways tells whether the axis is outside. Inside, that gap is the depth and its direction the
 * normal. Outside, it is the distance if the nearest points really lie on that face or edge; otherwise an end of the
 * axis or a corner of the hull is nearest, and all candidates are measured.
 */

import type { Hull } from '../shapes/hull.ts'
import { AXIS_BIAS, FACE_COSINE, LYING } from './capsule-box.ts'
import { endOf, SIDE_BY_SIDE, SIDEWAYS } from './capsule-capsule.ts'
import { awayFromHull, findHighestFace, heightAbove, isNearest, isOverFace, nearestOnHull } from './hull-nearest.ts'
import { type Manifold, setManifoldPoint } from './manifold.ts'
import { DX, DY, DZ, MARGIN, query } from './query.ts'
import { nearest, nearestOnSegments } from './segments.ts'
import { NO_DIRECTION } from './sphere.ts'

/** Squared sine below which a hull edge counts as parallel to the axis and gives no direction across both. */
const PARALLEL = 1e-14

// The pair at hand, in the hull's frame: middle and direction of the axis, normal from capsule to hull, place of the
// contact along the axis, hull edge that the contact is on (or −1), half its length, and the part of the axis that lies
// along something.
const middle = new Float64Array(3)
const axis = new Float64Array(3)
const normal = new Float64Array(3)
let place = 0
let onEdge = -1
let edgeHalf = 0
let shareLow = 0
let shareHigh = 0

export function collideCapsuleHull(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hull: Hull,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const margin = query[MARGIN]
  const radius = size[sa]
  const length = size[sa + 1]
  for (let i = 0; i < 3; i++) {
    const x = rot[rb + i]
    const y = rot[rb + 3 + i]
    const z = rot[rb + 6 + i]
    middle[i] = -(x * dx + y * dy + z * dz)
    axis[i] = x * rot[ra + 1] + y * rot[ra + 4] + z * rot[ra + 7]
  }
  const reach = radius + margin
  const bias = AXIS_BIAS * hull.innerRadius
  const planes = hull.planes
  const faces = hull.faceCount
  let face = 0
  let faceGap = -Infinity
  for (let f = 0; f < faces; f++) {
    const along = planes[4 * f] * axis[0] + planes[4 * f + 1] * axis[1] + planes[4 * f + 2] * axis[2]
    const gap = heightAbove(hull, f, middle[0], middle[1], middle[2]) - length * Math.abs(along)
    if (gap > faceGap + bias) {
      if (gap >= reach) return
      faceGap = gap
      face = f
    }
  }
  const edgeGap = findEdge(hull, faceGap + bias, reach)
  if (edgeGap >= reach) return
  let distance = onEdge >= 0 ? edgeGap : faceGap
  const outside = distance > NO_DIRECTION * (hull.radius + radius + length)
  if (onEdge >= 0) {
    crossEdge(hull, length)
    if (outside && !endsInside(length)) distance = findNearest(hull, length)
  } else {
    setFaceNormal(hull, face)
    const down = normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2]
    place = down > 0 ? length : down < 0 ? -length : 0
    if (outside && !isOverFace(hull, face, middle[0] + place * axis[0], middle[1] + place * axis[1], middle[2] + place * axis[2])) {
      distance = findNearest(hull, length)
    }
  }
  if (distance >= reach) return
  out.count = alongFeature(out, hull, radius, length, distance - radius, margin)
  if (out.count === 0) {
    out.count = 1
    writePoint(out, 0, place, distance - radius, radius, endOf(place, length) << 8)
  }
  toWorld(out, rot, rb, dx, dy, dz)
}

function setFaceNormal(hull: Hull, face: number): void {
  for (let i = 0; i < 3; i++) normal[i] = -hull.planes[4 * face + i]
}

/**
 * Sets `onEdge` to the hull edge that the axis meets sideways with the largest gap above `level`, or −1, and returns the gap.
 * Only edges between a face that the axis rises from and one that it sinks to can be met sideways.
 */
function findEdge(hull: Hull, level: number, reach: number): number {
  const { planes, vertices, edges, center } = hull
  const ex = axis[0]
  const ey = axis[1]
  const ez = axis[2]
  const end = 4 * hull.edgeCount
  let best = level
  onEdge = -1
  for (let i = 0; i < end; i += 4) {
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const rise = ex * planes[left] + ey * planes[left + 1] + ez * planes[left + 2]
    if (rise * (ex * planes[right] + ey * planes[right + 1] + ez * planes[right + 2]) >= 0) continue
    const a = 3 * edges[i]
    const b = 3 * edges[i + 1]
    const fx = vertices[b] - vertices[a]
    const fy = vertices[b + 1] - vertices[a + 1]
    const fz = vertices[b + 2] - vertices[a + 2]
    const mx = ey * fz - ez * fy
    const my = ez * fx - ex * fz
    const mz = ex * fy - ey * fx
    const square = mx * mx + my * my + mz * mz
    if (square <= PARALLEL * (fx * fx + fy * fy + fz * fz)) continue
    const ax = vertices[a]
    const ay = vertices[a + 1]
    const az = vertices[a + 2]
    const scale = (mx * (ax - center[0]) + my * (ay - center[1]) + mz * (az - center[2]) < 0 ? -1 : 1) / Math.sqrt(square)
    const gap = scale * (mx * (middle[0] - ax) + my * (middle[1] - ay) + mz * (middle[2] - az))
    if (gap > best) {
      best = gap
      onEdge = i
      normal[0] = -mx * scale
      normal[1] = -my * scale
      normal[2] = -mz * scale
      if (gap >= reach) return gap
    }
  }
  return best
}

/** Sets `place`, `nearest` and `edgeHalf` for the edge at hand. */
function crossEdge(hull: Hull, length: number): void {
  const { vertices, edges } = hull
  const a = 3 * edges[onEdge]
  const b = 3 * edges[onEdge + 1]
  let fx = vertices[b] - vertices[a]
  let fy = vertices[b + 1] - vertices[a + 1]
  let fz = vertices[b + 2] - vertices[a + 2]
  const full = Math.sqrt(fx * fx + fy * fy + fz * fz)
  fx /= full
  fy /= full
  fz /= full
  nearestOnSegments(axis[0], axis[1], axis[2], length, fx, fy, fz, 0.5 * full, 0.5 * (vertices[a] + vertices[b]) - middle[0],
    0.5 * (vertices[a + 1] + vertices[b + 1]) - middle[1], 0.5 * (vertices[a + 2] + vertices[b + 2]) - middle[2])
  place = nearest[0]
  edgeHalf = 0.5 * full
}

/** Did the last `crossEdge` find the crossing strictly inside both? */
function endsInside(length: number): boolean {
  return Math.abs(nearest[0]) < length && Math.abs(nearest[1]) < edgeHalf
}

/** The exact distance of axis and hull by measuring all candidates; sets normal, place and `onEdge`. The axis is outside. */
function findNearest(hull: Hull, length: number): number {
  if (nearestIsEnd(hull, length)) return finishNearest(place, -1, awayFromHull[0], awayFromHull[1], awayFromHull[2])
  const { planes, vertices, edges } = hull
  let best = Infinity
  let bestPlace = 0
  let bestEdge = -1
  let wx = 0
  let wy = 0
  let wz = 0
  for (let side = -1; side <= 1; side += 2) {
    const x = middle[0] + side * length * axis[0]
    const y = middle[1] + side * length * axis[1]
    const z = middle[2] + side * length * axis[2]
    const face = findHighestFace(hull, x, y, z, 0, Infinity)
    if (heightAbove(hull, face, x, y, z) <= 0) continue
    const square = nearestOnHull(hull, face, x, y, z)
    if (square < best) {
      best = square
      bestPlace = side * length
      wx = awayFromHull[0]
      wy = awayFromHull[1]
      wz = awayFromHull[2]
    }
  }
  const end = 4 * hull.edgeCount
  for (let i = 0; i < end; i += 4) {
    const left = 4 * edges[i + 2]
    const right = 4 * edges[i + 3]
    const rise = axis[0] * planes[left] + axis[1] * planes[left + 1] + axis[2] * planes[left + 2]
    if (rise * (axis[0] * planes[right] + axis[1] * planes[right + 1] + axis[2] * planes[right + 2]) > 0) continue
    onEdge = i
    crossEdge(hull, length)
    const a = 3 * edges[i]
    const b = 3 * edges[i + 1]
    const share = 0.5 + (0.5 * nearest[1]) / edgeHalf
    const x = middle[0] + place * axis[0] - vertices[a] - share * (vertices[b] - vertices[a])
    const y = middle[1] + place * axis[1] - vertices[a + 1] - share * (vertices[b + 1] - vertices[a + 1])
    const z = middle[2] + place * axis[2] - vertices[a + 2] - share * (vertices[b + 2] - vertices[a + 2])
    const square = x * x + y * y + z * z
    if (square < best) {
      best = square
      bestPlace = place
      bestEdge = i
      wx = x
      wy = y
      wz = z
    }
  }
  return finishNearest(bestPlace, bestEdge, wx, wy, wz)
}

/** Is `place` an end of the axis, and that end what is nearest to the hull? Leaves the way there in `awayFromHull`. */
function nearestIsEnd(hull: Hull, length: number): boolean {
  if (Math.abs(place) < length) return false
  const x = middle[0] + place * axis[0]
  const y = middle[1] + place * axis[1]
  const z = middle[2] + place * axis[2]
  const face = findHighestFace(hull, x, y, z, 0, Infinity)
  if (heightAbove(hull, face, x, y, z) <= 0) return false
  const square = nearestOnHull(hull, face, x, y, z)
  // The axis must lead away from the hull towards its other end.
  const along = awayFromHull[0] * axis[0] + awayFromHull[1] * axis[1] + awayFromHull[2] * axis[2]
  return (place > 0 ? -along : along) >= 0 && isNearest(hull, x, y, z, square)
}

function finishNearest(at: number, edge: number, wx: number, wy: number, wz: number): number {
  const distance = Math.sqrt(wx * wx + wy * wy + wz * wz)
  place = at
  onEdge = edge
  normal[0] = -wx / distance
  normal[1] = -wy / distance
  normal[2] = -wz / distance
  return distance
}

/**
 * Two points where the axis lies along the face or edge that the normal belongs to, else none (0). `separation` is the
 * known least one: with faces that are nearly flush the nearest may lie beside the face that was tried.
 */
function alongFeature(out: Manifold, hull: Hull, radius: number, length: number, separation: number, margin: number): number {
  if (Math.abs(normal[0] * axis[0] + normal[1] * axis[1] + normal[2] * axis[2]) > LYING) return 0
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
  if (cosine > FACE_COSINE) {
    const rise = axis[0] * planes[4 * face] + axis[1] * planes[4 * face + 1] + axis[2] * planes[4 * face + 2]
    if (!overFace(hull, face, length) || shareHigh - shareLow <= SIDEWAYS * radius) return 0
    const height = heightAbove(hull, face, middle[0], middle[1], middle[2])
    const least = cosine * (height + Math.min(shareLow * rise, shareHigh * rise)) - radius
    if (least > separation + SIDEWAYS * SIDEWAYS * radius) return 0
    let count = 0
    for (let side = 0; side < 2; side++) {
      const t = side === 0 ? shareLow : shareHigh
      const gap = cosine * (height + t * rise) - radius
      if (gap < margin) writePoint(out, count++, t, gap, radius, side << 8)
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
    const count = alongEdge(out, hull, i, radius, length, margin)
    if (count > 0) return count
  }
  return 0
}

/** Sets the share of the axis over the face; false if there is none. */
function overFace(hull: Hull, face: number, length: number): boolean {
  const { planes, vertices, faceStart, faceVertices } = hull
  const nx = planes[4 * face]
  const ny = planes[4 * face + 1]
  const nz = planes[4 * face + 2]
  const end = faceStart[face + 1]
  shareLow = -length
  shareHigh = length
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
    const at = ix * (middle[0] - vertices[a]) + iy * (middle[1] - vertices[a + 1]) + iz * (middle[2] - vertices[a + 2])
    const rise = ix * axis[0] + iy * axis[1] + iz * axis[2]
    if (rise > 0) shareLow = Math.max(shareLow, -at / rise)
    else if (rise < 0) shareHigh = Math.min(shareHigh, -at / rise)
    else if (at < 0) return false
    a = b
  }
  return shareHigh > shareLow
}

/** Both ends of what the axis shares with the edge, 0 if it does not lie along it. */
function alongEdge(out: Manifold, hull: Hull, edge: number, radius: number, length: number, margin: number): number {
  const { vertices, edges } = hull
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
  shareLow = Math.max(-length, Math.min(first, second))
  shareHigh = Math.min(length, Math.max(first, second))
  if (shareHigh - shareLow <= SIDEWAYS * radius) return 0
  let count = 0
  for (let side = 0; side < 2; side++) {
    const t = side === 0 ? shareLow : shareHigh
    const share = ((t * axis[0] - ax) * fx + (t * axis[1] - ay) * fy + (t * axis[2] - az) * fz) / square
    const x = ax + share * fx - t * axis[0]
    const y = ay + share * fy - t * axis[1]
    const z = az + share * fz - t * axis[2]
    const gap = x * normal[0] + y * normal[1] + z * normal[2]
    if (x * x + y * y + z * z - gap * gap > SIDEWAYS * SIDEWAYS * radius * radius) return 0
    if (gap - radius < margin) writePoint(out, count++, t, gap - radius, radius, side << 8)
  }
  return count
}

/** The point below t on the axis, in the hull's frame. */
function writePoint(out: Manifold, index: number, t: number, separation: number, radius: number, id: number): void {
  const w = radius + 0.5 * separation
  setManifoldPoint(out, index, middle[0] + t * axis[0] + w * normal[0], middle[1] + t * axis[1] + w * normal[1],
    middle[2] + t * axis[2] + w * normal[2], separation, id)
}

/** Turns normal and points from the hull's frame to world axes round A's centre. */
function toWorld(out: Manifold, rot: Float64Array, rb: number, dx: number, dy: number, dz: number): void {
  const nx = normal[0]
  const ny = normal[1]
  const nz = normal[2]
  out.nx = rot[rb] * nx + rot[rb + 1] * ny + rot[rb + 2] * nz
  out.ny = rot[rb + 3] * nx + rot[rb + 4] * ny + rot[rb + 5] * nz
  out.nz = rot[rb + 6] * nx + rot[rb + 7] * ny + rot[rb + 8] * nz
  for (let p = 0; p < 3 * out.count; p += 3) {
    const x = out.points[p]
    const y = out.points[p + 1]
    const z = out.points[p + 2]
    out.points[p] = dx + rot[rb] * x + rot[rb + 1] * y + rot[rb + 2] * z
    out.points[p + 1] = dy + rot[rb + 3] * x + rot[rb + 4] * y + rot[rb + 5] * z
    out.points[p + 2] = dz + rot[rb + 6] * x + rot[rb + 7] * y + rot[rb + 8] * z
  }
}
