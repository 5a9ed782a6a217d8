/**
 * Contact of an ellipse with any shape: at most one point. B is the ellipse, and everything happens in its frame. Arguments as in `collide.ts`, the
 * rest in `query.ts`.
 *
 * The separation along the unit direction m, from the ellipse to the other core, is s(m) = min m·v − h(m) over the corners v of the other core, with
 * the ellipse's support function h = √(a² m_x² + b² m_y²); another ellipse is a corner in its centre with a support function of its own. Between the
 * normals of the other's faces s is smooth, and with the radius of curvature ρ = a² b² / h³
 *   s' = t·(v − q),  s'' = −s − ρ,  where t is m turned left and q the point of the ellipse that faces m.
 * Its largest value is the distance, or minus the depth. In overlap there may be several maxima, so it is looked at all around: at the normals of
 * faces, where s has kinks, and at normals of the ellipses, dense where they curve little. Where s' falls through 0 between two of these, Newton's
 * method within that bracket finds the maximum.
 */

import { CORNER_TOLERANCE } from '../tolerances.ts'
import { setRotation } from '../../math/rotation.ts'
import { CORES_FACE_A, CORES_POINTS, CORES_UNKNOWN, type Manifold } from '../manifold.ts'
import { CORNER_STRIDE, CORNERS } from '../polygon/packed-polygons.ts'
import { MAX_POLYGON_VERTICES } from '../polygon/polygon.ts'
import { DX, DY, MARGIN, query, RADIUS_A } from '../query.ts'
import { CAPSULE } from '../shapes/capsule.ts'
import { ELLIPSE } from '../shapes/ellipse.ts'
import { POLYGON } from '../shapes/polygon.ts'
import { BOTH_SIDES, CHAIN_START, SEGMENT } from '../shapes/segment.ts'
import { capsuleA, setCapsule, setSegment } from './two-gons.ts'

/** Directions looked at around each ellipse, at equal steps of its parameter: cosines and sines. */
const AROUND = 16
const around = new Float64Array(2 * AROUND)
for (let k = 0; k < AROUND; k++) setRotation((2 * Math.PI * k) / AROUND, around, 2 * k)

/** Radii of the ellipse and of another one (0, 0: there is none); the other's rotation; place of its origin. All in the ellipse's frame. */
const frame = new Float64Array(8)
const RADII = 0
const OTHER_RADII = 2
const TURN = 4
const ORIGIN = 6
/** Corners of the other core. */
const corners = new Float64Array(2 * MAX_POLYGON_VERTICES)
let cornerCount = 0
/** Directions to look at, a number that grows with their angle, and the corner in front after each that is a face's normal; else −1. */
const directions = new Float64Array(2 * (MAX_POLYGON_VERTICES + 2 * AROUND))
const angles = new Float64Array(MAX_POLYGON_VERTICES + 2 * AROUND)
const after = new Int32Array(MAX_POLYGON_VERTICES + 2 * AROUND)
const order = new Int32Array(MAX_POLYGON_VERTICES + 2 * AROUND)
let directionCount = 0
/** Direction at hand, and from `measure`: s, s', ρ. */
const trial = new Float64Array(5)
const VALUE = 2
const SLOPE = 3
const CURVATURE = 4
/** Ends of the bracket for `climb`: the slope is above 0 at the first, which lies clockwise, and below at the second. */
const bracket = new Float64Array(4)
/** The best direction so far and s along it; is it a face's normal? */
const best = new Float64Array(3)
let bestIsFace = false

export function collideEllipse(
  out: Manifold, kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  packed: Float64Array, pa: number,
): void {
  setFrame(rot, ra, rb, size, sa, sb, kindA === ELLIPSE)
  query[RADIUS_A] = kindA === SEGMENT || kindA === ELLIPSE ? 0 : size[sa]
  best[2] = -Infinity
  bestIsFace = false
  if (kindA === SEGMENT && size[sa + 3] !== BOTH_SIDES) {
    if (!findChainAxis(size, sa)) return
  } else {
    directionCount = 0
    cornerCount = 1
    corners[0] = frame[ORIGIN]
    corners[1] = frame[ORIGIN + 1]
    if (kindA === POLYGON) addFaces(packed, pa)
    else if (kindA === CAPSULE) addFaces(setCapsule(capsuleA, size, sa), 0)
    else if (kindA === SEGMENT) addFaces(setSegment(size, sa), 0)
    else if (kindA === ELLIPSE) addAround(OTHER_RADII, frame[TURN], frame[TURN + 1])
    addAround(RADII, 1, 0)
    findAxis()
  }
  writeContact(out, rot, rb)
}

function setFrame(rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number, two: boolean): void {
  const c = rot[rb]
  const s = rot[rb + 1]
  frame[RADII] = size[sb]
  frame[RADII + 1] = size[sb + 1]
  frame[OTHER_RADII] = two ? size[sa] : 0
  frame[OTHER_RADII + 1] = two ? size[sa + 1] : 0
  frame[TURN] = c * rot[ra] + s * rot[ra + 1]
  frame[TURN + 1] = c * rot[ra + 1] - s * rot[ra]
  frame[ORIGIN] = -(c * query[DX] + s * query[DY])
  frame[ORIGIN + 1] = s * query[DX] - c * query[DY]
}

/** Corners and faces of the packed polygon at P[p]. */
function addFaces(P: Float64Array, p: number): void {
  const c = frame[TURN]
  const s = frame[TURN + 1]
  cornerCount = P[p] | 0
  for (let i = 0; i < cornerCount; i++) {
    const o = p + CORNERS + CORNER_STRIDE * i
    corners[2 * i] = frame[ORIGIN] + c * P[o] - s * P[o + 1]
    corners[2 * i + 1] = frame[ORIGIN + 1] + s * P[o] + c * P[o + 1]
    addDirection(s * P[o + 3] - c * P[o + 2], -(s * P[o + 2] + c * P[o + 3]), i + 1 < cornerCount ? i + 1 : 0)
  }
}

/** Normals of an ellipse whose radii are at frame[radii] and whose rotation is (c, s). */
function addAround(radii: number, c: number, s: number): void {
  const a = frame[radii]
  const b = frame[radii + 1]
  for (let k = 0; k < 2 * AROUND; k += 2) {
    const x = b * around[k]
    const y = a * around[k + 1]
    const scale = 1 / Math.sqrt(x * x + y * y)
    addDirection((c * x - s * y) * scale, (s * x + c * y) * scale, -1)
  }
}

/** Keeps the directions in order of their angles: both lists come in that order, so few have to move. */
function addDirection(x: number, y: number, corner: number): void {
  const i = directionCount++
  const slant = y / (Math.abs(x) + Math.abs(y))
  const angle = x < 0 ? 2 - slant : y < 0 ? 4 + slant : slant
  directions[2 * i] = x
  directions[2 * i + 1] = y
  angles[i] = angle
  after[i] = corner
  let at = i
  while (at > 0 && angles[order[at - 1]] > angle) {
    order[at] = order[at - 1]
    at--
  }
  order[at] = i
}

/** s, s' and ρ in the direction at hand, for a corner of the other core. */
function measure(corner: number): void {
  const x = trial[0]
  const y = trial[1]
  const px = corners[2 * corner]
  const py = corners[2 * corner + 1]
  const a = frame[RADII]
  const b = frame[RADII + 1]
  const h = Math.sqrt(a * x * a * x + b * y * b * y)
  const ab = a * b / h
  let wx = px - a * a * x / h
  let wy = py - b * b * y / h
  let value = x * px + y * py - h
  let curvature = ab * ab / h
  const a2 = frame[OTHER_RADII]
  if (a2 > 0) {
    const b2 = frame[OTHER_RADII + 1]
    const c = frame[TURN]
    const s = frame[TURN + 1]
    const u = c * x + s * y
    const v = c * y - s * x
    const h2 = Math.sqrt(a2 * u * a2 * u + b2 * v * b2 * v)
    const ab2 = a2 * b2 / h2
    const qu = a2 * a2 * u / h2
    const qv = b2 * b2 * v / h2
    wx -= c * qu - s * qv
    wy -= s * qu + c * qv
    value -= h2
    curvature += ab2 * ab2 / h2
  }
  trial[VALUE] = value
  trial[SLOPE] = x * wy - y * wx
  trial[CURVATURE] = curvature
}

/** Looks all around. Stops where the gap is beyond the margin. */
function findAxis(): void {
  const reach = query[MARGIN] + query[RADIUS_A]
  // The corner in front of the first direction is the one after the last face.
  let corner = 0
  for (let k = 0; k < directionCount; k++) if (after[order[k]] >= 0) corner = after[order[k]]
  let before = order[directionCount - 1]
  set(before)
  measure(corner)
  let slope = trial[SLOPE]
  for (let k = 0; k < directionCount; k++) {
    const at = order[k]
    set(at)
    measure(corner)
    const isFace = after[at] >= 0
    const value = trial[VALUE]
    if (value > best[2] && (isFace || value >= reach)) keep(isFace)
    if (value >= reach) return
    const end = trial[SLOPE]
    if (slope > 0 && end < 0) {
      for (let i = 0; i < 2; i++) {
        bracket[i] = directions[2 * before + i]
        bracket[2 + i] = directions[2 * at + i]
      }
      climb(corner)
    }
    slope = end
    if (isFace) {
      corner = after[at]
      set(at)
      measure(corner)
      slope = trial[SLOPE]
    }
    before = at
  }
  if (best[2] === -Infinity) keepAny(corner)
}

/** A circle in a circle about the same centre: one direction is as good as another. */
function keepAny(corner: number): void {
  for (let k = 0; k < directionCount; k++) {
    set(k)
    measure(corner)
    if (trial[VALUE] > best[2]) keep(false)
  }
}

function set(direction: number): void {
  trial[0] = directions[2 * direction]
  trial[1] = directions[2 * direction + 1]
}

function keep(isFace: boolean): void {
  for (let i = 0; i < 3; i++) best[i] = trial[i]
  bestIsFace = isFace
}

/** The maximum within the bracket. Each round Newton's step halves the slope, or the bracket is halved: it ends with the slope's rounding. */
function climb(corner: number): void {
  const extent = Math.abs(corners[2 * corner]) + Math.abs(corners[2 * corner + 1]) + frame[RADII] + frame[RADII + 1] + frame[OTHER_RADII] +
    frame[OTHER_RADII + 1]
  let last = Infinity
  trial[0] = trial[1] = 0
  for (;;) {
    const x = trial[0]
    const y = trial[1]
    const slope = trial[SLOPE]
    const bend = -trial[VALUE] - trial[CURVATURE]
    let newton = last < Infinity && bend < 0
    if (newton) {
      const step = -slope / bend
      const scale = 1 / Math.sqrt(1 + step * step)
      trial[0] = (x - step * y) * scale
      trial[1] = (y + step * x) * scale
      newton = isInside()
    }
    if (!newton) {
      const mx = bracket[0] + bracket[2]
      const my = bracket[1] + bracket[3]
      const scale = 1 / Math.sqrt(mx * mx + my * my)
      trial[0] = mx * scale
      trial[1] = my * scale
      if (!isInside()) {
        trial[0] = bracket[0]
        trial[1] = bracket[1]
        measure(corner)
        break
      }
    }
    measure(corner)
    const found = Math.abs(trial[SLOPE])
    if (found <= Number.EPSILON * extent) break
    const from = trial[SLOPE] > 0 ? 0 : 2
    bracket[from] = trial[0]
    bracket[from + 1] = trial[1]
    last = newton && found > 0.5 * last ? Infinity : found
  }
  if (trial[VALUE] > best[2]) keep(false)
}

/** Is the direction at hand within the bracket? */
function isInside(): boolean {
  return bracket[0] * trial[1] - bracket[1] * trial[0] > 0 && trial[0] * bracket[3] - trial[1] * bracket[2] > 0
}

/**
 * A segment of a chain: its own normal where the ellipse's lowest point lies over it; beyond an end that sticks out the normals up to the
 * neighbour's. False if it has no contact, or its neighbour has it.
 */
function findChainAxis(size: Float64Array, s: number): boolean {
  const ex = frame[TURN]
  const ey = frame[TURN + 1]
  const half = size[s]
  corners[0] = frame[ORIGIN]
  corners[1] = frame[ORIGIN + 1]
  // The centre behind the line: it came from there.
  if (ex * corners[1] - ey * corners[0] > 0) return false
  trial[0] = ey
  trial[1] = -ex
  measure(0)
  // From the ellipse's lowest point to the segment's middle.
  const place = -trial[SLOPE]
  const over = place > half ? 1 : place < -half ? -1 : 0
  if (over === 0 || Math.abs(place) - half <= CORNER_TOLERANCE * Math.min(frame[RADII], frame[RADII + 1])) {
    keep(true)
    return true
  }
  const turn = over > 0 ? size[s + 2] : size[s + 1]
  // The corner at the start belongs to the segment before.
  if (turn >= 0 || (over < 0 && size[s + 3] !== CHAIN_START)) return false
  corners[0] += over * half * ex
  corners[1] += over * half * ey
  const scale = 1 / (1 + turn * turn)
  const along = over * 2 * turn * scale
  const across = -(1 - turn * turn) * scale
  const own = over > 0 ? 2 : 0
  bracket[own] = ey
  bracket[own + 1] = -ex
  trial[0] = bracket[2 - own] = along * ex - across * ey
  trial[1] = bracket[3 - own] = along * ey + across * ex
  measure(0)
  if (trial[SLOPE] * over <= 0) return false
  climb(0)
  return true
}

function writeContact(out: Manifold, rot: Float64Array, rb: number): void {
  const c = rot[rb]
  const s = rot[rb + 1]
  const x = best[0]
  const y = best[1]
  const separation = best[2] - query[RADIUS_A]
  out.nx = s * y - c * x
  out.ny = -(s * x + c * y)
  if (separation >= query[MARGIN]) return
  const a = frame[RADII]
  const b = frame[RADII + 1]
  const h = Math.sqrt(a * x * a * x + b * y * b * y)
  const px = a * a * x / h + 0.5 * separation * x
  const py = b * b * y / h + 0.5 * separation * y
  out.count = 1
  out.points[0] = query[DX] + c * px - s * py
  out.points[1] = query[DY] + s * px + c * py
  out.separations[0] = separation
  out.ids[0] = 0
  // Both surfaces as circles of their curvature: where the overlap is deeper than those, they say nothing.
  out.cores = bestIsFace ? CORES_FACE_A : isShallow() ? CORES_POINTS : CORES_UNKNOWN
}

/** Do the centres of curvature of both surfaces lie on their own sides? */
function isShallow(): boolean {
  trial[0] = best[0]
  trial[1] = best[1]
  measure(0)
  return best[2] + trial[CURVATURE] > 0.5 * trial[CURVATURE]
}
