/**
 * Contact of a capsule (A) with a box (B). World axes, origin at A's centre; arguments as in `collide.ts`.
 *
 * Works in the box's frame on the capsule's axis. Axis outside the box: the nearest points, found exactly, because the
 * squared distance along the axis is convex and made of at most seven parabolas. Axis inside: the least deep of the three
 * faces and the three directions across the axis and a box edge. Then one point, or two where the axis lies along a face
 * or along an edge.
 */

import { MIDDLE_END, endOf, SIDE_BY_SIDE, SIDEWAYS } from './capsule-capsule.ts'
import { type Manifold, setManifoldPoint } from './manifold.ts'
import { DX, DY, DZ, MARGIN, query } from './query.ts'
import { nearest, nearestOnSegments } from './segments.ts'
import { NO_DIRECTION } from './sphere.ts'

/** Cosine above which the nearest points count as face to face (0.6 degrees). */
export const FACE_COSINE: number = 0.99995

/** Sine of the angle to the face (12 degrees) up to which capsules lie on it; above, the lower end says it all. */
export const LYING: number = 0.2

/** By how much, per unit of size, another axis must be better when the capsule's axis is inside. */
export const AXIS_BIAS: number = 1e-7

// The pair at hand, in the box's frame: half extents, middle and direction of the capsule's axis, normal from capsule to box.
const half = new Float64Array(3)
const middle = new Float64Array(3)
const axis = new Float64Array(3)
const normal = new Float64Array(3)
const overhang = new Float64Array(3)
const onEdge = new Float64Array(3)

export function collideCapsuleBox(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const margin = query[MARGIN]
  const radius = size[sa]
  const length = size[sa + 1]
  const ex = rot[ra + 1]
  const ey = rot[ra + 4]
  const ez = rot[ra + 7]
  const reach = radius + margin
  for (let i = 0; i < 3; i++) {
    const x = rot[rb + i]
    const y = rot[rb + 3 + i]
    const z = rot[rb + 6 + i]
    half[i] = size[sb + i]
    middle[i] = -(x * dx + y * dy + z * dz)
    axis[i] = x * ex + y * ey + z * ez
    if (Math.abs(middle[i]) - length * Math.abs(axis[i]) - half[i] >= reach) return
  }
  const t = nearestToBox(length)
  let square = 0
  let face = 0
  for (let i = 0; i < 3; i++) {
    const p = middle[i] + t * axis[i]
    const h = half[i]
    overhang[i] = p > h ? p - h : p < -h ? p + h : 0
    square += overhang[i] * overhang[i]
    if (Math.abs(overhang[i]) > Math.abs(overhang[face])) face = i
  }
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  const inner = Math.min(half[0], half[1], half[2])
  if (distance > NO_DIRECTION * (radius + length + inner)) {
    for (let i = 0; i < 3; i++) normal[i] = -overhang[i] / distance
    out.count = Math.abs(normal[face]) > FACE_COSINE ? alongFace(out, face, radius, length, distance, margin)
      : alongEdge(out, radius, length, margin)
    if (out.count === 0) onePoint(out, t, distance - radius, radius, endOf(t, length) << 8)
  } else {
    inside(out, radius, length, margin, inner)
  }
  toWorld(out, rot, rb, dx, dy, dz)
}

/** Where on the axis (distance from its middle) the box is nearest. */
function nearestToBox(length: number): number {
  let low = -length
  let high = length
  if (slope(low) >= 0) return low
  if (slope(high) <= 0) return high
  // The slope rises all along. It is linear between the places where the axis crosses a plane of the box.
  for (let i = 0; i < 3; i++) {
    const e = axis[i]
    if (e === 0) continue
    let t = (half[i] - middle[i]) / e
    if (t > low && t < high) {
      if (slope(t) > 0) high = t
      else low = t
    }
    t = (-half[i] - middle[i]) / e
    if (t > low && t < high) {
      if (slope(t) > 0) high = t
      else low = t
    }
  }
  const atLow = slope(low)
  const atHigh = slope(high)
  const rise = atHigh - atLow
  const t = rise > 0 ? low - atLow * ((high - low) / rise) : low
  return t > high ? high : t < low ? low : t
}

/** Half the derivative of the squared distance along the axis. */
function slope(t: number): number {
  let sum = 0
  for (let i = 0; i < 3; i++) {
    const p = middle[i] + t * axis[i]
    const h = half[i]
    if (p > h) sum += (p - h) * axis[i]
    else if (p < -h) sum += (p + h) * axis[i]
  }
  return sum
}

/**
 * Both ends of the part of the axis that is over the face. None (0) if there is no such part, the capsule stands, or the
 * nearest point, whose distance is known, is not among them.
 */
function alongFace(out: Manifold, face: number, radius: number, length: number, distance: number, margin: number): number {
  if (Math.abs(axis[face]) > LYING) return 0
  const low = overFace(face, length, -1)
  const high = -overFace(face, length, 1)
  if (high - low <= SIDEWAYS * radius) return 0
  const height = (normal[face] < 0 ? half[face] : -half[face]) - middle[face]
  const least = Math.min((height - low * axis[face]) * normal[face], (height - high * axis[face]) * normal[face])
  if (least > distance + SIDEWAYS * SIDEWAYS * radius) return 0
  let count = 0
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? low : high
    const gap = (height - t * axis[face]) * normal[face]
    if (gap - radius < margin) {
      writePoint(out, count, t, gap - radius, radius, end << 8)
      count++
    }
  }
  return count
}

/** The end of the part of the axis over the face: side −1 gives the low end, side 1 the high end with its sign changed. */
function overFace(face: number, length: number, side: number): number {
  let low = -length
  for (let i = 0; i < 3; i++) {
    if (i === face) continue
    // Turned round for the high end, so that one comparison serves both.
    const e = side < 0 ? axis[i] : -axis[i]
    if (e > 0) low = Math.max(low, (-half[i] - middle[i]) / e)
    else if (e < 0) low = Math.max(low, (half[i] - middle[i]) / e)
    else if (Math.abs(middle[i]) > half[i]) return Infinity
  }
  return low
}

/** Both ends of what the axis shares with a box edge it lies along, or none (0). */
function alongEdge(out: Manifold, radius: number, length: number, margin: number): number {
  let along = 0
  if (Math.abs(axis[1]) > Math.abs(axis[along])) along = 1
  if (Math.abs(axis[2]) > Math.abs(axis[along])) along = 2
  const e = axis[along]
  if (1 - e * e > SIDE_BY_SIDE || overhang[along] !== 0) return 0
  const first = (-half[along] - middle[along]) / e
  const second = (half[along] - middle[along]) / e
  const low = Math.max(-length, Math.min(first, second))
  const high = Math.min(length, Math.max(first, second))
  if (high - low <= SIDEWAYS * radius) return 0
  let count = 0
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? low : high
    let gap = 0
    let square = 0
    for (let i = 0; i < 3; i++) {
      if (i === along) continue
      // From the axis to the edge.
      const d = (overhang[i] > 0 ? half[i] : -half[i]) - middle[i] - t * axis[i]
      gap += d * normal[i]
      square += d * d
    }
    if (square - gap * gap > SIDEWAYS * SIDEWAYS * radius * radius) return 0
    if (gap - radius < margin) {
      writePoint(out, count, t, gap - radius, radius, end << 8)
      count++
    }
  }
  return count
}

/** The axis passes through the box: out by the shortest way. */
function inside(out: Manifold, radius: number, length: number, margin: number, inner: number): void {
  let face = 0
  let best = -Infinity
  for (let i = 0; i < 3; i++) {
    const gap = Math.abs(middle[i]) - length * Math.abs(axis[i]) - half[i]
    if (gap > best + AXIS_BIAS * inner) {
      best = gap
      face = i
    }
  }
  let edge = -1
  for (let j = 0; j < 3; j++) {
    const k = j === 2 ? 0 : j + 1
    const l = j === 0 ? 2 : j - 1
    const sine = Math.sqrt(axis[k] * axis[k] + axis[l] * axis[l])
    if (sine < AXIS_BIAS) continue
    const gap = (Math.abs(middle[k] * axis[l] - middle[l] * axis[k]) - half[k] * Math.abs(axis[l]) - half[l] * Math.abs(axis[k])) / sine
    if (gap > best + AXIS_BIAS * inner) {
      best = gap
      edge = j
    }
  }
  if (edge < 0) {
    normal[0] = normal[1] = normal[2] = 0
    normal[face] = middle[face] < 0 ? 1 : -1
    out.count = alongFace(out, face, radius, length, best, margin)
    if (out.count === 0) {
      const down = axis[face] * normal[face]
      onePoint(out, down > 0 ? length : down < 0 ? -length : 0, best - radius, radius, MIDDLE_END << 8)
    }
    return
  }
  const k = edge === 2 ? 0 : edge + 1
  const l = edge === 0 ? 2 : edge - 1
  const scale = 1 / Math.sqrt(axis[k] * axis[k] + axis[l] * axis[l])
  const sign = middle[k] * axis[l] - middle[l] * axis[k] > 0 ? -scale : scale
  normal[edge] = 0
  normal[k] = sign * axis[l]
  normal[l] = -sign * axis[k]
  // The box edge that lies farthest against the normal.
  onEdge[edge] = -middle[edge]
  onEdge[k] = (normal[k] > 0 ? -half[k] : half[k]) - middle[k]
  onEdge[l] = (normal[l] > 0 ? -half[l] : half[l]) - middle[l]
  nearestOnSegments(axis[0], axis[1], axis[2], length, edge === 0 ? 1 : 0, edge === 1 ? 1 : 0, edge === 2 ? 1 : 0, half[edge],
    onEdge[0], onEdge[1], onEdge[2])
  onePoint(out, nearest[0], best - radius, radius, endOf(nearest[0], length) << 8)
}

function onePoint(out: Manifold, t: number, separation: number, radius: number, id: number): void {
  out.count = 1
  writePoint(out, 0, t, separation, radius, id)
}

/** The point below t on the axis, in the box's frame. */
function writePoint(out: Manifold, index: number, t: number, separation: number, radius: number, id: number): void {
  const w = radius + 0.5 * separation
  setManifoldPoint(out, index, middle[0] + t * axis[0] + w * normal[0], middle[1] + t * axis[1] + w * normal[1],
    middle[2] + t * axis[2] + w * normal[2], separation, id)
}

/** Turns normal and points from the box's frame to world axes round A's centre. */
function toWorld(out: Manifold, rot: Float64Array, rb: number, dx: number, dy: number, dz: number): void {
  const r0 = rot[rb]
  const r1 = rot[rb + 1]
  const r2 = rot[rb + 2]
  const r3 = rot[rb + 3]
  const r4 = rot[rb + 4]
  const r5 = rot[rb + 5]
  const r6 = rot[rb + 6]
  const r7 = rot[rb + 7]
  const r8 = rot[rb + 8]
  out.nx = r0 * normal[0] + r1 * normal[1] + r2 * normal[2]
  out.ny = r3 * normal[0] + r4 * normal[1] + r5 * normal[2]
  out.nz = r6 * normal[0] + r7 * normal[1] + r8 * normal[2]
  for (let p = 0; p < 3 * out.count; p += 3) {
    const x = out.points[p]
    const y = out.points[p + 1]
    const z = out.points[p + 2]
    out.points[p] = dx + r0 * x + r1 * y + r2 * z
    out.points[p + 1] = dy + r3 * x + r4 * y + r5 * z
    out.points[p + 2] = dz + r6 * x + r7 * y + r8 * z
  }
}
