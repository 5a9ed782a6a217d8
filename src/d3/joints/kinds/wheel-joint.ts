/**
 * Wheel on a suspension: cars, carts, trolleys. A is the chassis, B the wheel.
 *
 * Frames: x along the suspension (up), y along the axle, as the bodies stand when the joint is made. Removes three freedoms: the hub stays on the
 * suspension line (two `axis` rows across it) and the axle stays at right angles to it. That row is an angle, so that it grows with the error:
 * with a = x_A and b = y_B, C = asin(a·b), and from d(a·b)/dt = (a × b)·(ω_A − ω_B): J_A = n, J_B = −n, n = (a × b) / |a × b|.
 *
 * Coordinates, all right-handed:
 *  travel s = x_A·(p_B − p_A), m, the spring's; above 0 the wheel is pressed in when x points up;
 *  steering δ = atan2(z_A·b, y_A·b), rad about x_A; without steering it is locked at 0 by a limit;
 *  spin φ = atan2(x_A·z_B, x_A·x_B), rad about the axle, turns counted: the motor's and the brake's, which is dry friction.
 * For angles of the form atan2(q, p): θ̇ = (p q̇ − q ṗ) / (p² + q²).
 * Degenerate: axle along the suspension, where steering and spin have no meaning: their gradients are the axes x_A and y_B there.
 * Source: users expect it; rows after Chappuis 2.3, Tamis 3.2.9 (a universal joint whose cross can slide).
 */

import { AXLE_ALONG_SUSPENSION } from '../parts/tolerances.ts'
import { frozen } from '../../../common/frozen.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { PhysicsError, requireFinite } from '../../../common/errors.ts'
import { getLimit, getSpring, setLimit, setSpring, type Spring } from '../../../common/joints/features.ts'
import { setWheel, TRAVEL, WheelHandle, WHEEL_FIELDS, type WheelFeatures } from '../../../common/joints/handles/wheel-handle.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draftFrames, readAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, AXES_B, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { axesQuaternion } from '../parts/axes-quaternion.ts'
import { axisRow } from '../parts/axis.ts'

export type { Suspension } from '../../../common/joints/handles/wheel-handle.ts'

/** Coordinates beside the travel. */
const STEERING = 1
const SPIN = 2

const p = new Float64Array(3)
const q = new Float64Array(3)

/** out = pose[a …] × pose[b …]; returns the dot product. */
function crossAndDot(pose: Float64Array, a: number, b: number, out: Float64Array): number {
  const ax = pose[a]
  const ay = pose[a + 1]
  const az = pose[a + 2]
  const bx = pose[b]
  const by = pose[b + 1]
  const bz = pose[b + 2]
  out[0] = ay * bz - az * by
  out[1] = az * bx - ax * bz
  out[2] = ax * by - ay * bx
  return ax * bx + ay * by + az * bz
}

/** A row that depends on turning only: −g on A, g on B. */
function turningRow(x: number, y: number, z: number, jacobian: Float64Array, o: number): void {
  jacobian.fill(0, o, o + ROW)
  jacobian[o + 3] = -x
  jacobian[o + 4] = -y
  jacobian[o + 5] = -z
  jacobian[o + 9] = x
  jacobian[o + 10] = y
  jacobian[o + 11] = z
}

/** atan2(u₂·v₂, u₁·v₁), u fixed in A and v in B; its gradient at gradient[o …], or along pose[spare …] where both products vanish. */
function anglePair(
  pose: Float64Array, u2: number, v2: number, u1: number, v1: number, spare: number, gradient: Float64Array, o: number,
): number {
  const second = crossAndDot(pose, u2, v2, q)
  const first = crossAndDot(pose, u1, v1, p)
  const n = first * first + second * second
  if (n < AXLE_ALONG_SUSPENSION) {
    turningRow(pose[spare], pose[spare + 1], pose[spare + 2], gradient, o)
    return n > 0 ? atan2(second, first) : 0
  }
  const f = -first / n
  const s = second / n
  turningRow(f * q[0] + s * p[0], f * q[1] + s * p[1], f * q[2] + s * p[2], gradient, o)
  return atan2(second, first)
}

/** asin(x_A·y_B) and its row. */
function squareRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  const c = crossAndDot(pose, AXES_A, AXES_B + 3, p)
  const s = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])
  if (s > 1e-9) turningRow(-p[0] / s, -p[1] / s, -p[2] / s, jacobian, o)
  // Along the suspension any way out is as good: about z_A.
  else turningRow(-pose[AXES_A + 6], -pose[AXES_A + 7], -pose[AXES_A + 8], jacobian, o)
  return atan2(c, s)
}

export const wheelKind: JointKind = {
  name: 'wheel',
  coordinates: ['length', 'angle', 'turn'],
  angularRows: [false, false, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    const { error, jacobian, value, gradient } = out
    out.rigid = 3
    error[0] = axisRow(pose, pose, AXES_A + 3, jacobian, 0)
    error[1] = axisRow(pose, pose, AXES_A + 6, jacobian, ROW)
    error[2] = squareRow(pose, jacobian, 2 * ROW)
    value[TRAVEL] = axisRow(pose, pose, AXES_A, gradient, TRAVEL * ROW)
    value[STEERING] = anglePair(pose, AXES_A + 6, AXES_B + 3, AXES_A + 3, AXES_B + 3, AXES_A, gradient, STEERING * ROW)
    value[SPIN] = anglePair(pose, AXES_A, AXES_B + 6, AXES_A, AXES_B, AXES_B + 3, gradient, SPIN * ROW)
  },
}

/** Turns the wheel about the suspension axis towards `angle`. */
export interface Steering {
  /** Wanted angle, rad. Default 0. */
  angle?: number
  /** Greatest angle to either side, rad. Default none. */
  limit?: number
  /** Greatest torque, N m. Default Infinity. */
  maxTorque?: number
  /** How quickly it follows, Hz. Default 10. */
  hertz?: number
  /** Ratio to critical damping. Default 1. */
  dampingRatio?: number
}

const STEERING_FIELDS: Fields<Steering> = { angle: 0, limit: 0, maxTorque: 0, hertz: 0, dampingRatio: 0 }

/** What a wheel is told: hub, axes, suspension, drive and brake. A is the chassis, B the wheel. */
export interface WheelDefinition extends JointDefinition, WheelFeatures {
  /** The hub, m, world space. Default: the origin of B. */
  anchor?: Vec3
  /** Direction of the travel, fixed in A; world space, as the bodies stand. Default: y of the world, up. */
  suspensionAxis?: Vec3
  /** Direction of the axle, fixed in B; world space, at right angles to the suspension. Default: z of the world. */
  axleAxis?: Vec3
  /** Turns the wheel about the suspension axis; null: it cannot steer. Default null. */
  steering?: Steering | null
}

const FIELDS: Fields<WheelDefinition> = { ...JOINT_FIELDS, ...WHEEL_FIELDS, anchor: 0, suspensionAxis: 0, axleAxis: 0, steering: 1 }

const DEFAULT_STEERING_HERTZ = 10

function setSteering(state: WorldState, row: number, value: Steering | null): void {
  const field = 'wheel.steering'
  if (value === null) {
    setSpring(state, row, STEERING, null, field)
    setLimit(state, row, STEERING, { lower: 0, upper: 0 }, field)
    return
  }
  const { angle, limit, maxTorque, hertz, dampingRatio } = requireOptions(value, STEERING_FIELDS, field) as Steering
  const most = limit === undefined ? null : requireNonNegative(limit, `${field}.limit`)
  if (most !== null && most > Math.PI) throw new PhysicsError('out-of-range', `${field}.limit`, most, 'is above half a turn. Leave it out for none.')
  const target = angle === undefined ? 0 : requireFinite(angle, `${field}.angle`)
  if (maxTorque !== undefined && maxTorque !== Infinity) requireNonNegative(maxTorque, `${field}.maxTorque`)
  const drive: Spring = { target, hertz: hertz ?? DEFAULT_STEERING_HERTZ, dampingRatio: dampingRatio ?? 1, maxForce: maxTorque ?? Infinity }
  setSpring(state, row, STEERING, drive, field)
  setLimit(state, row, STEERING, most === null ? null : { lower: -most, upper: most }, field)
}

/** World rotation with x along the suspension and y along the axle. */
function wheelRotation(d: WheelDefinition): Float64Array {
  const out = new Float64Array(4)
  const axes = new Float64Array([0, 1, 0, 0, 0, 1, 0, 0, 0])
  if (d.suspensionAxis !== undefined) readAxis(d.suspensionAxis, 'wheel.suspensionAxis', axes, 0)
  if (d.axleAxis !== undefined) readAxis(d.axleAxis, 'wheel.axleAxis', axes, 3)
  const along = axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5]
  if (Math.abs(along) > 0.1) {
    const given = d.axleAxis ?? { x: 0, y: 0, z: 1 }
    throw new PhysicsError('degenerate', 'wheel.axleAxis', given, 'does not stand at a right angle to suspensionAxis. Turn one of them.')
  }
  for (let k = 0; k < 3; k++) axes[3 + k] -= along * axes[k]
  readAxis({ x: axes[3], y: axes[4], z: axes[5] }, 'wheel.axleAxis', axes, 3)
  axes[6] = axes[1] * axes[5] - axes[2] * axes[4]
  axes[7] = axes[2] * axes[3] - axes[0] * axes[5]
  axes[8] = axes[0] * axes[4] - axes[1] * axes[3]
  axesQuaternion(axes, out, 0)
  return out
}

export function writeWheel(state: WorldState, d: WheelDefinition): number {
  const [a, b] = requireBodies(state, d, 'wheel', FIELDS)
  const rotation = wheelRotation(d)
  draftFrames(state, a, b, d, 'wheel', rotation)
  return writeJoint(state, wheelKind, a, b, d, 'wheel', (row) => {
    setWheel(state, row, SPIN, d)
    setSteering(state, row, d.steering ?? null)
  })
}

/** A car wheel: travels on its suspension, steers, spins. */
export class WheelJoint extends WheelHandle<Terms> {
  /** @internal */
  protected override readonly spinAt: number = SPIN

  /** The steering's angle now, rad about the suspension axis. */
  get steeredAngle(): number {
    return this.readCoordinate(STEERING)
  }

  /** The steering's wanted angle, rad; 0 without steering. */
  get steeringAngle(): number {
    return getSpring(this.state, this.row(), STEERING)?.target ?? 0
  }

  set steeringAngle(value: number) {
    const row = this.edit('steeringAngle')
    const angle = requireFinite(value, 'wheel.steeringAngle')
    const drive = getSpring(this.state, row, STEERING)
    if (drive === null) throw new PhysicsError('wrong-type', 'wheel.steeringAngle', angle, 'needs steering. Set wheel.steering first; {} will do.')
    if (drive.target !== angle) setSpring(this.state, row, STEERING, { ...drive, target: angle }, 'wheel.steering')
  }

  /** How it steers; null = it cannot. */
  get steering(): Readonly<Required<Omit<Steering, 'limit'>> & Pick<Steering, 'limit'>> | null {
    const drive = getSpring(this.state, this.row(), STEERING)
    if (drive === null) return null
    const limit = getLimit(this.state, this.row(), STEERING)
    const { target, maxForce, hertz, dampingRatio } = drive
    const steering = { angle: target, maxTorque: maxForce, hertz: hertz ?? DEFAULT_STEERING_HERTZ, dampingRatio: dampingRatio ?? 1 }
    return frozen(limit === null ? steering : { ...steering, limit: limit.upper })
  }

  set steering(value: Steering | null) {
    setSteering(this.state, this.edit('steering'), value)
  }
}
