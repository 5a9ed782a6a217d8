/**
 * Contact of a capsule (A) with a box (B). World axes, origin at A's centre; arguments as in `collide.ts`, the rest in `query.ts`.
 *
 * Works in the box's frame on the capsule's axis. Axis outside the box: the nearest points, found exactly, because the
 * squared distance along the axis is convex and made of at most seven parabolas. Axis inside: the least deep of the three
 * faces and the three directions across the axis and a box edge. Then one point, or two where the axis lies along a face
 * or along an edge.
 */

import { LYING_CAPSULE, SAME_AXIS, SIDE_BY_SIDE } from '../tolerances.ts'
import { ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import { SIDEWAYS } from '../../../common/tolerances.ts'
import { axis, bringCapsule, capsule, endOfPlace, GAP, LENGTH, middle, normal, PLACE, RADIUS, turnToWorld, writePlace } from './capsule-frame.ts'
import type { Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { MARGIN, query } from '../query.ts'
import { DIRECTION_A, DIRECTION_B, LENGTH_A, LENGTH_B, nearest, nearestOnSegments, OFFSET, segmentsIn } from '../segments.ts'

// The box's half extents, how far the nearest point of the axis sticks out of it, the part of the axis along something.
const half = new Float64Array(3)
const overhang = new Float64Array(3)
const share = new Float64Array(2)
const slope = new Float64Array(1)
// What of the capsule touches a face, seen along the normal: it runs from the foot of the axis' middle in this direction.
const foot = new Float64Array(3)
const way = new Float64Array(3)

export function collideCapsuleBox(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  bringCapsule(rot, ra, rb, size, sa)
  const radius = capsule[RADIUS]
  const length = capsule[LENGTH]
  const reach = radius + query[MARGIN]
  for (let i = 0; i < 3; i++) {
    half[i] = size[sb + i]
    if (Math.abs(middle[i]) - length * Math.abs(axis[i]) - half[i] < reach) continue
    normal[0] = normal[1] = normal[2] = 0
    normal[i] = middle[i] > 0 ? -1 : 1
    setParting(out, rot, rb, normal, 0, 1)
    return
  }
  findNearestPlace()
  const t = capsule[PLACE]
  let square = 0
  let face = 0
  for (let i = 0; i < 3; i++) {
    const p = middle[i] + t * axis[i]
    const h = half[i]
    const o = p > h ? p - h : p < -h ? p + h : 0
    overhang[i] = o
    square += o * o
    if (Math.abs(o) > Math.abs(overhang[face])) face = i
  }
  if (square >= reach * reach) {
    setParting(out, rot, rb, overhang, 0, -1)
    return
  }
  const distance = Math.sqrt(square)
  capsule[GAP] = distance
  const inner = Math.min(half[0], half[1], half[2])
  if (distance > ROUNDING * (radius + length + inner)) {
    normal[0] = -overhang[0] / distance
    normal[1] = -overhang[1] / distance
    normal[2] = -overhang[2] / distance
    out.count = Math.abs(normal[face]) > SAME_AXIS ? alongFace(out, face) : alongEdge(out)
    if (out.count === 0) {
      capsule[PLACE] = t
      capsule[GAP] = distance
      out.count = 1
      writePlace(out, 0, endOfPlace())
    }
  } else {
    leaveInside(out)
  }
  turnToWorld(out, rot, rb)
}

/** Sets the place on the axis where the box is nearest. */
function findNearestPlace(): void {
  const length = capsule[LENGTH]
  let low = -length
  let high = length
  capsule[PLACE] = low
  findSlope()
  let atLow = slope[0]
  capsule[PLACE] = high
  findSlope()
  let atHigh = slope[0]
  if (atLow >= 0 || atHigh <= 0) {
    capsule[PLACE] = atLow >= 0 ? low : high
    return
  }
  // The slope rises all along. It is linear between the places where the axis crosses a plane of the box.
  for (let plane = 0; plane < 6; plane++) {
    const i = plane >> 1
    if (axis[i] === 0) continue
    const t = ((plane & 1) === 0 ? half[i] - middle[i] : -half[i] - middle[i]) / axis[i]
    if (t <= low || t >= high) continue
    capsule[PLACE] = t
    findSlope()
    const at = slope[0]
    if (at > 0) {
      high = t
      atHigh = at
    } else {
      low = t
      atLow = at
    }
  }
  const rise = atHigh - atLow
  const t = rise > 0 ? low - atLow * ((high - low) / rise) : low
  capsule[PLACE] = t > high ? high : t < low ? low : t
}

/** Half the derivative of the squared distance along the axis at `PLACE`, into `slope`. */
function findSlope(): void {
  const t = capsule[PLACE]
  const ex = axis[0]
  const ey = axis[1]
  const ez = axis[2]
  const x = middle[0] + t * ex
  const y = middle[1] + t * ey
  const z = middle[2] + t * ez
  const hx = half[0]
  const hy = half[1]
  const hz = half[2]
  slope[0] = (x > hx ? (x - hx) * ex : x < -hx ? (x + hx) * ex : 0) + (y > hy ? (y - hy) * ey : y < -hy ? (y + hy) * ey : 0) +
    (z > hz ? (z - hz) * ez : z < -hz ? (z + hz) * ez : 0)
}

/**
 * Both ends of the part of the axis that is over the face. None (0) if there is no such part, the capsule stands, or the
 * nearest point, whose gap is known, is not among them.
 */
function alongFace(out: Manifold, face: number): number {
  const rise = axis[face]
  if (Math.abs(rise) > LYING_CAPSULE) return 0
  const radius = capsule[RADIUS]
  share[0] = -capsule[LENGTH]
  share[1] = capsule[LENGTH]
  const along = normal[face]
  const height = (along < 0 ? half[face] : -half[face]) - middle[face]
  // The normal may lean a little, and a thick capsule then touches beside the place that its axis is over.
  for (let i = 0; i < 3; i++) {
    if (i === face) continue
    const lean = normal[i] / along
    foot[i] = middle[i] + lean * height
    way[i] = axis[i] - lean * rise
    cutShare(i)
  }
  if (!(share[1] - share[0] > SIDEWAYS * radius)) return 0
  const least = Math.min((height - share[0] * rise) / along, (height - share[1] * rise) / along)
  // By the smaller of the two: beside a huge capsule the face may be a crumb.
  if (least > capsule[GAP] + SIDEWAYS * SIDEWAYS * Math.min(radius, half[0], half[1], half[2])) return 0
  const reach = query[MARGIN] + radius
  let count = 0
  for (let end = 0; end < 2; end++) {
    capsule[PLACE] = share[end]
    capsule[GAP] = (height - share[end] * rise) / along
    if (capsule[GAP] < reach) writePlace(out, count++, end)
  }
  return count
}

/** Cuts the shared part of the axis down to where its foot is between the two planes across axis i of the box. */
function cutShare(i: number): void {
  const e = way[i]
  if (e === 0) {
    if (Math.abs(foot[i]) > half[i]) share[1] = share[0]
    return
  }
  const first = (-half[i] - foot[i]) / e
  const second = (half[i] - foot[i]) / e
  share[0] = Math.max(share[0], Math.min(first, second))
  share[1] = Math.min(share[1], Math.max(first, second))
}

/** Both ends of what the axis shares with a box edge it lies along, or none (0). */
function alongEdge(out: Manifold): number {
  let edge = 0
  if (Math.abs(axis[1]) > Math.abs(axis[edge])) edge = 1
  if (Math.abs(axis[2]) > Math.abs(axis[edge])) edge = 2
  if (1 - axis[edge] * axis[edge] > SIDE_BY_SIDE || overhang[edge] !== 0) return 0
  const radius = capsule[RADIUS]
  share[0] = -capsule[LENGTH]
  share[1] = capsule[LENGTH]
  foot[edge] = middle[edge]
  way[edge] = axis[edge]
  cutShare(edge)
  if (!(share[1] - share[0] > SIDEWAYS * radius)) return 0
  const aside = SIDEWAYS * Math.min(radius, half[0], half[1], half[2])
  const reach = query[MARGIN] + radius
  let count = 0
  for (let end = 0; end < 2; end++) {
    const t = share[end]
    let gap = 0
    let square = 0
    for (let i = 0; i < 3; i++) {
      if (i === edge) continue
      // From the axis to the edge.
      const d = (overhang[i] > 0 ? half[i] : -half[i]) - middle[i] - t * axis[i]
      gap += d * normal[i]
      square += d * d
    }
    if (square - gap * gap > aside * aside) return 0
    capsule[PLACE] = t
    capsule[GAP] = gap
    if (gap < reach) writePlace(out, count++, end)
  }
  return count
}

/** The axis passes through the box: out by the shortest way. */
function leaveInside(out: Manifold): void {
  const bias = TRACE * Math.min(half[0], half[1], half[2])
  const length = capsule[LENGTH]
  let face = 0
  let best = -Infinity
  for (let i = 0; i < 3; i++) {
    const gap = Math.abs(middle[i]) - length * Math.abs(axis[i]) - half[i]
    if (gap > best + bias) {
      best = gap
      face = i
    }
  }
  let edge = -1
  for (let j = 0; j < 3; j++) {
    const k = j === 2 ? 0 : j + 1
    const l = j === 0 ? 2 : j - 1
    const sine = Math.sqrt(axis[k] * axis[k] + axis[l] * axis[l])
    if (sine < TRACE) continue
    const gap = (Math.abs(middle[k] * axis[l] - middle[l] * axis[k]) - half[k] * Math.abs(axis[l]) - half[l] * Math.abs(axis[k])) / sine
    if (gap > best + bias) {
      best = gap
      edge = j
    }
  }
  capsule[GAP] = best
  if (edge < 0) {
    normal[0] = normal[1] = normal[2] = 0
    normal[face] = middle[face] < 0 ? 1 : -1
    out.count = alongFace(out, face)
    if (out.count > 0) return
    const down = axis[face] * normal[face]
    capsule[PLACE] = down > 0 ? length : down < 0 ? -length : 0
    capsule[GAP] = best
  } else {
    crossEdge(edge)
  }
  out.count = 1
  writePlace(out, 0, endOfPlace())
}

/** Sets normal and place for the box edge of direction `edge` that the axis has to pass to get out. */
function crossEdge(edge: number): void {
  const k = edge === 2 ? 0 : edge + 1
  const l = edge === 0 ? 2 : edge - 1
  const scale = 1 / Math.sqrt(axis[k] * axis[k] + axis[l] * axis[l])
  const sign = middle[k] * axis[l] - middle[l] * axis[k] > 0 ? -scale : scale
  normal[edge] = 0
  normal[k] = sign * axis[l]
  normal[l] = -sign * axis[k]
  // The middle of the box edge that lies farthest against the normal; it and the axis are nearest where they cross.
  const ex = edge === 0 ? 0 : normal[0] > 0 ? -half[0] : half[0]
  const ey = edge === 1 ? 0 : normal[1] > 0 ? -half[1] : half[1]
  const ez = edge === 2 ? 0 : normal[2] > 0 ? -half[2] : half[2]
  for (let c = 0; c < 3; c++) {
    segmentsIn[DIRECTION_A + c] = axis[c]
    segmentsIn[DIRECTION_B + c] = edge === c ? 1 : 0
  }
  segmentsIn[LENGTH_A] = capsule[LENGTH]
  segmentsIn[LENGTH_B] = half[edge]
  segmentsIn[OFFSET] = ex - middle[0]
  segmentsIn[OFFSET + 1] = ey - middle[1]
  segmentsIn[OFFSET + 2] = ez - middle[2]
  nearestOnSegments()
  capsule[PLACE] = nearest[0]
}
