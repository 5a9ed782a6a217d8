/**
 * What a generic joint measures: which of its rows are rigid, and what each of its coordinates is. Everything follows from numbers in its data.
 *
 * Linear axes: x_k = u_k·(p_B − p_A) along A's axes (part `axis`); two axes: distance from the third (part `radius`); three: distance of the anchors.
 * Angular axes, by the joint's mode:
 *  rotation vector — φ of q̄_A q_B (part `full-rotation`), |φ| ≤ π;
 *  swing–twist about a main axis — the twist about it (part `angle`) and the rotation vector of the swing across it (part `swing-twist`);
 *  bend across a main axis — the twist about it, which is locked (part `equal-twist`), and φ;
 *  cardan — a turn about one axis of A and a turn about one axis of B, with the angle between the two (part `cardan-angles`).
 * Two angular axes together: the angle between the third axis of A and that of B, a cone; three: the whole rotation (part `total-rotation`).
 */

import { type JointKind, type CoordinateUnit, type Measure, AXES_A, MAX_COORDINATES, ROW } from '../joint-kind.ts'
import { OWN } from '../../store/joint-table.ts'
import { angleRow } from '../parts/angle.ts'
import { axisRow } from '../parts/axis.ts'
import { ALPHA, BETA, cardanAngle, GAMMA } from '../parts/cardan-angles.ts'
import { bisectorRow } from '../parts/equal-twist.ts'
import { rotationVector, rotationVectorRow, setRotationVector } from '../parts/full-rotation.ts'
import { permutedFrames } from '../parts/permuted-frames.ts'
import { radiusRow } from '../parts/radius.ts'
import { setRelative } from '../parts/relative-rotation.ts'
import { setSwing, swingPart } from '../parts/swing-twist.ts'
import { totalRotation } from '../parts/total-rotation.ts'

/** Own numbers: how rotation is told, its main axis, bits of locked axes, how many coordinates, and what they are. */
export const MODE: number = OWN
export const MAIN: number = OWN + 1
export const LINEAR_LOCKS: number = OWN + 2
export const ANGULAR_LOCKS: number = OWN + 3
export const COUNT: number = OWN + 4
export const CODES: number = OWN + 5

/** MODE. Main axis of cardan: that of A; the one after it is B's, the one after that is locked. */
export const ROTATION_VECTOR = 0
export const SWING_TWIST = 1
export const CARDAN = 2
export const BEND = 3

/** Codes of coordinates: one linear axis (+ axis), two (+ the third), three; the same for angular axes. */
export const LINEAR = 0
export const DISC = 3
export const BALL = 6
export const ANGULAR = 7
export const CONE = 10
export const TOTAL = 13

/** Writes J of the coordinate at jacobian[o …] and returns its value. */
export function measureCode(pose: Float64Array, code: number, mode: number, main: number, jacobian: Float64Array, o: number): number {
  if (code < DISC) return axisRow(pose, pose, AXES_A + 3 * code, jacobian, o)
  if (code < ANGULAR) return radiusRow(pose, code === BALL ? -1 : code - DISC, jacobian, o)
  if (code < CONE) return angularAxis(pose, code - ANGULAR, mode, main, jacobian, o)
  if (code === TOTAL) {
    setRelative(pose)
    return totalRotation(pose, jacobian, o)
  }
  const frames = permutedFrames(pose, code - CONE)
  setRelative(frames)
  setSwing()
  return swingPart(frames, 0, jacobian, o)
}

function angularAxis(pose: Float64Array, axis: number, mode: number, main: number, jacobian: Float64Array, o: number): number {
  if (mode === ROTATION_VECTOR || (mode === BEND && axis !== main)) {
    setRelative(pose)
    setRotationVector()
    rotationVectorRow(pose, axis, jacobian, o)
    return rotationVector[axis]
  }
  const frames = permutedFrames(pose, main)
  const which = (axis + 3 - main) % 3
  if (mode === CARDAN) return cardanAngle(frames, which === 0 ? ALPHA : which === 1 ? BETA : GAMMA, jacobian, o)
  if (mode === BEND) return bisectorRow(frames, jacobian, o)
  if (which === 0) return angleRow(frames, jacobian, o)
  setRelative(frames)
  setSwing()
  return swingPart(frames, which, jacobian, o)
}

function measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
  const mode = data[d + MODE]
  const main = data[d + MAIN]
  const linear = data[d + LINEAR_LOCKS]
  const angular = data[d + ANGULAR_LOCKS]
  let n = 0
  for (let k = 0; k < 3; k++) {
    if ((linear & (1 << k)) === 0) continue
    out.error[n] = axisRow(pose, pose, AXES_A + 3 * k, out.jacobian, n * ROW)
    n++
  }
  for (let k = 0; k < 3; k++) {
    if ((angular & (1 << k)) === 0) continue
    out.error[n] = angularAxis(pose, k, mode, main, out.jacobian, n * ROW)
    n++
  }
  out.rigid = n
  const count = data[d + COUNT]
  for (let c = 0; c < count; c++) out.value[c] = measureCode(pose, data[d + CODES + c], mode, main, out.gradient, c * ROW)
  // What is not in use must not keep what another joint left there.
  for (let c = count; c < MAX_COORDINATES; c++) out.value[c] = 0
  for (let i = count * ROW; i < MAX_COORDINATES * ROW; i++) out.gradient[i] = 0
}

/**
 * One kind per number of locked linear axes, of coordinates that are lengths, and of angles that count their turns: units and the
 * sorts of rigid rows belong to a kind. Coordinates stand in that order; whatever is left are plain angles.
 */
const MOST_LENGTHS: readonly number[] = [MAX_COORDINATES, 3, 1, 0]
const MOST_TURNS = 2

function makeKind(locks: number, lengths: number, turns: number): JointKind {
  const unit = (c: number): CoordinateUnit => (c < lengths ? 'length' : c < lengths + turns ? 'turn' : 'angle')
  return {
    name: 'generic',
    coordinates: Array.from({ length: MAX_COORDINATES }, (_, c) => unit(c)),
    angularRows: Array.from({ length: locks + 3 }, (_, i) => i >= locks),
    measure,
  }
}

const table = makeKinds()

function makeKinds(): Map<number, JointKind> {
  const kinds = new Map<number, JointKind>()
  for (let locks = 0; locks <= 3; locks++) {
    for (let lengths = 0; lengths <= MOST_LENGTHS[locks]; lengths++) {
      for (let turns = 0; turns <= MOST_TURNS && lengths + turns <= MAX_COORDINATES; turns++) {
        kinds.set(keyOf(locks, lengths, turns), makeKind(locks, lengths, turns))
      }
    }
  }
  return kinds
}

function keyOf(locks: number, lengths: number, turns: number): number {
  return (locks * 8 + lengths) * 4 + turns
}

export const GENERIC_KINDS: readonly JointKind[] = [...table.values()]

export function genericKind(locks: number, lengths: number, turns: number): JointKind {
  return table.get(keyOf(locks, lengths, turns))!
}
