/**
 * Types of joints that robots have besides the engine's: the rows by which small rotors on links turn with a joint of that link. They stand apart
 * from the robots, because scene files and recordings must know them too.
 *
 * Rows of the engine join two bodies, and the angle of a rotor on a link against that of a joint has three. The rotor's axle, fixed to the link,
 * tells the row what that link is at; therefore each row is exact, whatever turns the whole.
 *
 * Hinge and rotor (`bevel`): the rotor's axle u stands across the hinge's axis n. φ_A = angle of u about n, seen from the other body; φ_B =
 * angle of n about u, seen from the rotor; both with turns counted, C = φ_B − k φ_A − phase. An angle φ = atan2(b·z, b·y) of a direction b of
 * one body in the axes y, z of another has the rate (ω_b − ω_yz)·g, g = ((b·y)(b × z) − (b·z)(b × y)) / ((b·y)² + (b·z)²).
 * Rotor and link (`axle`): a hinge. Rows of such light bodies carry the loads of the whole robot: the usual regularisation, a share of what the rotor
 * gives way, would be a give that is seen there (a hundredth of a metre on a robot of one).
 * Slider and rotor (`cam`): the other body looks the same way as the shared link. φ = angle of the rotor about u, seen from it; x = travel of
 * the anchors along its axis; C = φ − k x − phase.
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import { unwrap } from '../../common/math/unwrap.ts'
import type { JointType, RowBlock } from '../../d3/index.ts'
import { hingeRotationRows, pointRows } from '../../d3/joints/building-blocks.ts'
import { defineJoint } from '../../d3/joints/define-joint.ts'

/** Square of a direction's part in a plane below which it has no angle there. */
const DEGENERATE = 1e-12

/** As a share of a row's K, most of which is the rotor's own: so the rows are as stiff as those of the links, 1e5 times as heavy, with 1e-6. */
const ROTOR_REGULARIZATION = 1e-11

const NONE = [0, 0, 0]
const g = [0, 0, 0]

/** Angle of b (of one body) in the axes y, z (of another); its rate is (ω of b − ω of y, z) · g. */
function angleOf(b: Float64Array, y: Float64Array, z: Float64Array): number {
  const c = b[0] * y[0] + b[1] * y[1] + b[2] * y[2]
  const s = b[0] * z[0] + b[1] * z[1] + b[2] * z[2]
  const size = c * c + s * s
  const scale = size > DEGENERATE ? 1 / size : 0
  // b × (c z − s y)
  const x0 = c * z[0] - s * y[0]
  const x1 = c * z[1] - s * y[1]
  const x2 = c * z[2] - s * y[2]
  g[0] = scale * (b[1] * x2 - b[2] * x1)
  g[1] = scale * (b[2] * x0 - b[0] * x2)
  g[2] = scale * (b[0] * x1 - b[1] * x0)
  return atan2(s, c)
}

/** Writes g as the angular rates of a row: `sign` on B, against it on A. */
function setTurn(out: RowBlock, i: number, value: number, sign: number): void {
  out.set(i, value, NONE, [-sign * g[0], -sign * g[1], -sign * g[2]], NONE, [sign * g[0], sign * g[1], sign * g[2]])
}

/** Row i of `out` = first − k second of the coordinates. */
function setRow(rows: RowBlock, coordinates: RowBlock, error: number, k: number): void {
  const { jacobian } = coordinates
  const part = (o: number): number[] => [0, 1, 2].map(c => jacobian[o + c] - k * jacobian[12 + o + c])
  rows.set(0, error, part(0), part(3), part(6), part(9))
}

/** A: the body on the hinge, x the axis; B: the rotor, x its axle. data: k, phase. */
export const bevel: JointType = defineJoint({
  name: 'robot-bevel',
  rows: ['angle'],
  regularization: ROTOR_REGULARIZATION,
  coordinates: ['turn', 'turn'],
  measure(frames, out) {
    const ofHinge = angleOf(frames.xA, frames.yB, frames.zB)
    setTurn(out.coordinates, 0, ofHinge, -1)
    const ofAxle = angleOf(frames.xB, frames.yA, frames.zA)
    setTurn(out.coordinates, 1, ofAxle, 1)
    const [k, phase] = frames.data
    setRow(out.rows, out.coordinates, unwrap(ofHinge, frames.last[0]) - k * unwrap(ofAxle, frames.last[1]) - phase, k)
  },
})

/** A: the body on the slider, x its axis, y the rotor's axle; B: the rotor, y its axle. data: k, phase. */
export const cam: JointType = defineJoint({
  name: 'robot-cam',
  rows: ['angle'],
  regularization: ROTOR_REGULARIZATION,
  coordinates: ['turn', 'length'],
  measure(frames, out) {
    const { xA, offset, armA, armB } = frames
    const turned = angleOf(frames.zB, frames.zA, xA)
    setTurn(out.coordinates, 0, turned, 1)
    // Travel of anchor B along xA, which turns with A.
    const [dx, dy, dz] = offset
    const travel = dx * xA[0] + dy * xA[1] + dz * xA[2]
    const reach = [armA[0] + dx, armA[1] + dy, armA[2] + dz]
    const turn = (r: ArrayLike<number>): number[] => [r[1] * xA[2] - r[2] * xA[1], r[2] * xA[0] - r[0] * xA[2], r[0] * xA[1] - r[1] * xA[0]]
    out.coordinates.set(1, travel, [-xA[0], -xA[1], -xA[2]], turn(reach).map(value => -value), [...xA], turn(armB))
    const [k, phase] = frames.data
    setRow(out.rows, out.coordinates, unwrap(turned, frames.last[0]) - k * travel - phase, k)
  },
})

/** Rotors on two links whose axles stay parallel, x: B turns as A, φ = angle of y_B in the axes y, z of A = 0. */
export const shaft: JointType = defineJoint({
  name: 'robot-shaft',
  rows: ['angle'],
  regularization: ROTOR_REGULARIZATION,
  coordinates: ['turn'],
  measure({ yA, zA, yB, last }, out) {
    const angle = angleOf(yB, yA, zA)
    setTurn(out.coordinates, 0, angle, 1)
    setTurn(out.rows, 0, unwrap(angle, last[0]), 1)
  },
})

/** A rotor on its link, x the axle. */
export const axle: JointType = defineJoint({
  name: 'robot-axle',
  rows: ['length', 'length', 'length', 'angle', 'angle'],
  regularization: ROTOR_REGULARIZATION,
  measure(frames, out) {
    pointRows(frames, out.rows, 0)
    hingeRotationRows(frames, out.rows, 3)
  },
})

/** All of them. */
export const GEAR_ROWS: readonly JointType[] = [bevel, cam, shaft, axle]
