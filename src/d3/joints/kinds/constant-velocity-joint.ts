/**
 * Constant velocity joint (homokinetic, Rzeppa; half shafts of front-driven cars, and Hodges' ball and socket that does not twist): two shafts meet
 * in a point, bend against each other every way, and turn at the same speed at any bend, which a universal joint does not.
 *
 * Removes four freedoms: `point` (3 rows) and `equal-twist` (1 row); x of the frames lies along the shafts. Left are the two of the bend: φ_y and φ_z
 * of the rotation vector (part `full-rotation`), which without twist are the whole of it. Spring, motor, friction and a pyramid of limits act on
 * them; a cone or ellipse on v = m √((φ_y/Y)² + (φ_z/Z)²), Y and Z the half angles and m the smaller of them: v = m is the ellipse, and for a
 * cone v is the bend itself. (The swing's own vector, part `swing-twist`, agrees where there is no twist, but its slope along the twist has no
 * bound when the shafts fold back, so a limit would fight the row that takes a twist back.)
 *
 * C = (p_B − p_A, twist), the twist in one of two formulations (part `equal-twist`):
 *  'bisector' — τ cos(θ/2) from the axes, τ the twist and θ the bend; its J is the normal of the plane that halves the bend;
 *  'quaternion' — 2 q_x = 2 sin(τ/2) cos(θ/2). Both are 0 at the same poses, so they are the same joint; off them the first pulls harder.
 * Sign: J on B, −J on A; K, bias and λ as for every rigid block. Degenerate: shafts folded back on each other (bend of 180°), where no twist
 * is defined; limit the bend below it. v has a kink at 0: a cone so narrow that the shaft crosses it within a substep is held less well.
 * Source: Tamis 3.2.10, Hodges 19 and 20 (errata.md: J_A = −J_B; the bend is not the asin of the quaternion's parts, which need clamping and fall
 * again beyond half a turn).
 */

import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import { requireSized, requireNonNegative } from '../../../common/bounds.ts'
import { frozen } from '../../../common/frozen.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { PhysicsError, requireRange } from '../../../common/errors.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  planeRotation, swingAngleNow, HALF_ANGLE_FIELDS, SWING_FIELDS, type FullSwingLimit, type HalfAngles, type SwingLimit,
} from './ball-rotation.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type Spring,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'
import { bisectorRow, quaternionTwistRow } from '../parts/equal-twist.ts'
import { rotationVector, rotationVectorRow, setRotationVector } from '../parts/full-rotation.ts'
import { pointRows } from '../parts/point.ts'
import { setRelative } from '../parts/relative-rotation.ts'

/** Coordinates. */
const BEND_Y = 0
const BEND_Z = 1
const ROUND = 2

/** Own numbers: 1 = quaternion formulation; form of the limit; its half angles. */
const FORMULATION = OWN
const FORM = OWN + 1
const HALF_Y = OWN + 2
const HALF_Z = OWN + 3

/** FORM. */
const NONE = 0
const CONE = 1
const ELLIPSE = 2
const PYRAMID = 3

export const constantVelocityKind: JointKind = {
  name: 'constant velocity',
  coordinates: ['angle', 'angle', 'angle'],
  angularRows: [false, false, false, true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 4
    pointRows(pose, out, 0)
    out.error[3] = data[d + FORMULATION] === 1 ? quaternionTwistRow(pose, out.jacobian, 3 * ROW) : bisectorRow(pose, out.jacobian, 3 * ROW)
    setRelative(pose)
    setRotationVector()
    out.value[BEND_Y] = rotationVector[1]
    out.value[BEND_Z] = rotationVector[2]
    rotationVectorRow(pose, 1, out.gradient, BEND_Y * ROW)
    rotationVectorRow(pose, 2, out.gradient, BEND_Z * ROW)
    roundBend(data[d + HALF_Y], data[d + HALF_Z], out)
  },
}

/** v from the two parts of the bend; half angles of 0 stand for no ellipse: v is the bend. */
function roundBend(halfY: number, halfZ: number, out: Measure): void {
  const { value, gradient } = out
  const m = Math.min(halfY, halfZ)
  const ry = m > 0 ? m / halfY : 1
  const rz = m > 0 ? m / halfZ : 1
  const y = ry * value[BEND_Y]
  const z = rz * value[BEND_Z]
  const v = Math.sqrt(y * y + z * z)
  const gy = v > LONG_ROUNDING ? (ry * y) / v : ry
  const gz = v > LONG_ROUNDING ? (rz * z) / v : 0
  value[ROUND] = v
  for (let k = 0; k < ROW; k++) gradient[ROUND * ROW + k] = gy * gradient[BEND_Y * ROW + k] + gz * gradient[BEND_Z * ROW + k]
}

/** A bend: rotation vector about y and z of frame A, rad, or its speed, rad/s. */
export interface Bend {
  /** About y, rad or rad/s. */
  y: number
  /** About z, rad or rad/s. */
  z: number
}

const BEND_FIELDS: Fields<Bend> = { y: 0, z: 0 }

/** Pulls the shafts to a bend; straight if none is given. */
export interface BendSpring {
  /** The bend it pulls to, rad. Default straight. */
  target?: Bend
  /** Hz of the undamped oscillation, the same for every inertia. Without it: `stiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** N m/rad; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
  /** 'acceleration': stiffness and damping per unit of the inertia that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** Greatest torque about each of the two axes, N m. Default Infinity. */
  maxTorque?: number
}

const SPRING_FIELDS: Fields<BendSpring> = { target: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, mode: 0, maxTorque: 0 }

/** Drives the bend at a speed. */
export interface BendMotor {
  /** Wanted speed of the bend, rad/s. */
  velocity: Bend
  /** Greatest torque about each of the two axes, N m; Infinity = whatever it takes. */
  maxTorque: number
}

const MOTOR_FIELDS: Fields<BendMotor> = { velocity: 0, maxTorque: 0 }

/** What a constant-velocity joint is told. `axis` is the shaft. */
export interface ConstantVelocityDefinition extends AxisDefinition {
  /** With `axis`: direction of y of the frames, across the shaft. Default: any. */
  planeAxis?: Vec3
  /** How far the shafts may bend, rad. Default: any way. */
  limit?: SwingLimit | null
  /** Pulls the shafts to a bend. Default none. */
  spring?: BendSpring | null
  /** Drives the bend at a speed. Default none. */
  motor?: BendMotor | null
  /** Dry friction of bending about each of the two axes, N m. Default 0. */
  friction?: number
  /** How equal turning is told; for study. Default 'bisector'. */
  formulation?: 'bisector' | 'quaternion'
}

const FIELDS: Fields<ConstantVelocityDefinition> = { ...AXIS_FIELDS, planeAxis: 0, limit: 1, spring: 1, motor: 1, friction: 0, formulation: 0 }

export function writeConstantVelocity(state: WorldState, d: ConstantVelocityDefinition): number {
  const [a, b] = requireBodies(state, d, 'constantVelocity', FIELDS)
  const rotation = planeRotation(d, 'constantVelocity')
  const formulation = d.formulation ?? 'bisector'
  if (formulation !== 'bisector' && formulation !== 'quaternion') {
    throw new PhysicsError('wrong-type', 'constantVelocity.formulation', formulation, "must be 'bisector' or 'quaternion'.")
  }
  draftFrames(state, a, b, d, 'constantVelocity', rotation)
  draft[FORMULATION] = formulation === 'quaternion' ? 1 : 0
  return writeJoint(state, constantVelocityKind, a, b, d, 'constantVelocity', row => {
    setBendLimit(state, row, d.limit)
    setBendSpring(state, row, d.spring)
    setBendMotor(state, row, d.motor)
    setBendFriction(state, row, d.friction)
  })
}

function readBend(value: unknown, field: string): Bend {
  const { y, z } = requireOptions(value, BEND_FIELDS, field) as Bend
  return { y: requireSized(y, `${field}.y`), z: requireSized(z, `${field}.z`) }
}

function parseHalfAngles(value: unknown, field: string): HalfAngles {
  const { y, z } = requireOptions(value, HALF_ANGLE_FIELDS, field) as HalfAngles
  return { y: requireRange(y, 0, Math.PI, `${field}.y`), z: requireRange(z, 0, Math.PI, `${field}.z`) }
}

function setBendLimit(state: WorldState, row: number, value: SwingLimit | null | undefined): void {
  const field = 'constantVelocity.limit'
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  let form = NONE
  let half: HalfAngles = { y: 0, z: 0 }
  let softness = {}
  if (value !== null && value !== undefined) {
    const { cone, ellipse, pyramid, ...rest } = requireOptions(value, SWING_FIELDS, field) as { cone?: unknown; ellipse?: unknown; pyramid?: unknown }
    if ([cone, ellipse, pyramid].filter(given => given !== undefined).length !== 1) {
      throw new PhysicsError('wrong-type', field, value, 'needs one of cone, ellipse and pyramid, such as { cone: 0.5 }.')
    }
    form = cone !== undefined ? CONE : ellipse !== undefined ? ELLIPSE : PYRAMID
    if (form === CONE) half.y = half.z = requireRange(cone, 0, Math.PI, `${field}.cone`)
    else half = form === ELLIPSE ? parseHalfAngles(ellipse, `${field}.ellipse`) : parseHalfAngles(pyramid, `${field}.pyramid`)
    softness = rest
  }
  // Round ones without width are slits or locks: each axis for itself.
  const round = (form === CONE || form === ELLIPSE) && half.y > 0 && half.z > 0
  const square = form !== NONE && !round
  // The first to be set refuses what is wrong with all; only then the others go.
  if (round) setLimit(state, row, ROUND, { ...softness, lower: -Infinity, upper: Math.min(half.y, half.z) }, field)
  setLimit(state, row, BEND_Y, square ? { ...softness, lower: -half.y, upper: half.y } : null, field)
  setLimit(state, row, BEND_Z, square ? { ...softness, lower: -half.z, upper: half.z } : null, field)
  if (!round) setLimit(state, row, ROUND, null, field)
  data[d + FORM] = form
  data[d + HALF_Y] = half.y
  data[d + HALF_Z] = half.z
}

function getBendLimit(state: WorldState, row: number): FullSwingLimit | null {
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  const form = data[d + FORM]
  if (form === NONE) return null
  const { lower: _lower, upper: _upper, ...softness } = (getLimit(state, row, ROUND) ?? getLimit(state, row, BEND_Y)) as FullLimit
  const half = { y: data[d + HALF_Y], z: data[d + HALF_Z] }
  return form === CONE ? { cone: half.y, ...softness } : form === ELLIPSE ? { ellipse: half, ...softness } : { pyramid: half, ...softness }
}

function setBendSpring(state: WorldState, row: number, value: BendSpring | null | undefined): void {
  const field = 'constantVelocity.spring'
  let spring: Spring | null = null
  let target: Bend = { y: 0, z: 0 }
  if (value !== null && value !== undefined) {
    const { target: wanted, maxTorque, ...strength } = requireOptions(value, SPRING_FIELDS, field) as BendSpring
    if (wanted !== undefined) target = readBend(wanted, `${field}.target`)
    if (maxTorque !== undefined && maxTorque !== Infinity) requireNonNegative(maxTorque, `${field}.maxTorque`)
    spring = { ...strength, maxForce: maxTorque } as Spring
  }
  setSpring(state, row, BEND_Y, spring && { ...spring, target: target.y }, field)
  setSpring(state, row, BEND_Z, spring && { ...spring, target: target.z }, field)
}

function setBendMotor(state: WorldState, row: number, value: BendMotor | null | undefined): void {
  const field = 'constantVelocity.motor'
  const on = value !== null && value !== undefined
  const velocity = on ? readBend((requireOptions(value, MOTOR_FIELDS, field) as BendMotor).velocity, `${field}.velocity`) : { y: 0, z: 0 }
  setMotor(state, row, BEND_Y, on ? { speed: velocity.y, maxTorque: value.maxTorque } : null, field, 'maxTorque')
  setMotor(state, row, BEND_Z, on ? { speed: velocity.z, maxTorque: value.maxTorque } : null, field, 'maxTorque')
}

function setBendFriction(state: WorldState, row: number, value: number | undefined): void {
  setFriction(state, row, BEND_Y, value, 'constantVelocity.friction')
  setFriction(state, row, BEND_Z, value, 'constantVelocity.friction')
}

/** A drive shaft of a front wheel: two shafts bend against each other and turn alike. */
export class ConstantVelocityJoint extends Joint {
  /** Angle between the shafts at this moment, rad. */
  get angle(): number {
    return swingAngleNow(this.state, this.row())
  }

  /** The bend as a rotation vector, rad, as last measured. */
  get bend(): Readonly<Bend> {
    return Object.freeze({ y: this.readCoordinate(BEND_Y), z: this.readCoordinate(BEND_Z) })
  }

  /** Speed of the bend, rad/s. */
  get bendSpeed(): Readonly<Bend> {
    return Object.freeze({ y: this.readCoordinateSpeed(BEND_Y), z: this.readCoordinateSpeed(BEND_Z) })
  }

  /** How far the shafts may bend, rad; null = any way. */
  get limit(): Readonly<FullSwingLimit> | null {
    return frozen(getBendLimit(this.state, this.row()))
  }

  set limit(value: SwingLimit | null) {
    setBendLimit(this.state, this.edit('limit'), value)
  }

  /** Pulls the shafts to a bend; null = none. */
  get spring(): Readonly<Required<Pick<BendSpring, 'target' | 'mode' | 'maxTorque'>> & BendSpring> | null {
    const y = getSpring(this.state, this.row(), BEND_Y)
    const z = getSpring(this.state, this.row(), BEND_Z)
    if (y === null || z === null) return null
    const { target, targetSpeed: _speed, maxForce, ...strength } = y
    return frozen({ ...strength, target: { y: target, z: z.target }, maxTorque: maxForce })
  }

  set spring(value: BendSpring | null) {
    setBendSpring(this.state, this.edit('spring'), value)
  }

  /** Drives the bend at a speed; null = none. */
  get motor(): Readonly<BendMotor> | null {
    const y = getMotor(this.state, this.row(), BEND_Y)
    const z = getMotor(this.state, this.row(), BEND_Z)
    return frozen(y && z && { velocity: { y: y.speed, z: z.speed }, maxTorque: y.maxForce })
  }

  set motor(value: BendMotor | null) {
    setBendMotor(this.state, this.edit('motor'), value)
  }

  /** Torques of the motor at the end of the last step, N m, on B. */
  get motorTorque(): Readonly<Bend> {
    return Object.freeze({ y: this.motorForceOf(BEND_Y), z: this.motorForceOf(BEND_Z) })
  }

  /** Dry friction of bending, N m. */
  get friction(): number {
    return getFriction(this.state, this.row(), BEND_Y)
  }

  set friction(value: number) {
    setBendFriction(this.state, this.edit('friction'), value)
  }

  /** How equal turning is told. */
  get formulation(): 'bisector' | 'quaternion' {
    return this.own(FORMULATION) === 1 ? 'quaternion' : 'bisector'
  }
}
