/**
 * Limits, motors, springs and friction as users write them, and as numbers of a joint's coordinate. null = off. Changing one clears what it
 * pressed and wakes the bodies.
 */

import { PhysicsError, requireRange } from '../errors.ts'
import { requireNonNegative, requirePositive, requireSized } from '../bounds.ts'
import { requireOptions, type Fields } from '../options.ts'
import { wakeJoint } from '../store/joint-store.ts'
import {
  ACTIVE, BY_ACCELERATION, BY_BETA, BY_HERTZ, BY_STIFFNESS, FEATURE_STRIDE, FRICTION_MAX, HAS_FRICTION, HAS_LIMIT, HAS_MOTOR, HAS_SPRING,
  LIMIT_MODE, LIMIT_RESTITUTION, LOWER, MOTOR_MAX, MOTOR_SPEED, RIGID, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR, ROLE_SPRING, ROLES, SOFT_MODE,
  SPRING_MAX, SPRING_MODE, SPRING_SPEED, SPRING_TARGET, UPPER,
} from './joint-codes.ts'
import { coordinatesOf, type JointWorld } from './joint-world.ts'

/** Softness as a frequency: the same behaviour whatever the mass. */
export interface Frequency {
  /** Hz of the undamped oscillation. */
  hertz: number
  /** Ratio to critical damping: 0 swings for ever, 1 does not overshoot. Default 1. */
  dampingRatio?: number
}

/** Softness as a spring and a damper: a heavier body sags more. */
export interface Stiffness {
  /** N/m, or N m/rad where it turns. */
  stiffness: number
  /** N s/m, or N m s/rad where it turns. Default 0. */
  damping?: number
}

/**
 * Softness as the papers write a soft row (Tamis 2.9; ERP and CFM): J v + β C / Δt + γ λ / Δt = 0, λ being an impulse and Δt the length of the
 * step. It is a spring of β / (γ Δt) N/m with a damper of 1 / γ N s/m, so it depends on the length of the step, not on the number of substeps.
 */
export interface ErrorReduction {
  /** Share of the error that a step takes back, 0 … 1. */
  beta: number
  /** Softness, s/kg, or s/(kg m²) where it turns; 0 is rigid. */
  gamma: number
}

/** How soft something is: as a frequency, as a spring, or as the β and γ of the solver's soft rows. */
export type Softness = Frequency | Stiffness | ErrorReduction

/** A range for a coordinate. `lower` = `upper` locks it. Hard unless it is given a softness. */
export interface Limit {
  /** Least value, m or rad. May be −Infinity. */
  lower: number
  /** Greatest value, m or rad, any number of turns. May be Infinity. */
  upper: number
  /** Share of the speed kept when it is hit, 0 … 1. Default 0. */
  restitution?: number
  /** Makes it a soft stop of this frequency, Hz. Default: hard. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Makes it a soft stop, N/m or N m/rad; instead of `hertz`. Default: hard. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
}

export const LIMIT_FIELDS: Fields<Limit> = { lower: 0, upper: 0, restitution: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0 }

/** Drives a coordinate at a speed, with at most so much force or torque. */
export interface Motor {
  /** Wanted speed of B against A, m/s or rad/s. */
  speed: number
  /** N or N m. Infinity = whatever it takes. */
  maxForce: number
}

const MOTOR_FIELDS: Fields<Motor> = { speed: 0, maxForce: 0 }

/** Drives an angle at a speed, with at most so much torque. */
export interface TorqueMotor {
  /** Wanted speed of B against A, rad/s. */
  speed: number
  /** N m; Infinity = whatever it takes. */
  maxTorque: number
}

const TORQUE_MOTOR_FIELDS: Fields<TorqueMotor> = { speed: 0, maxTorque: 0 }

/** Pulls a coordinate to a target: a spring, or with `maxForce` a position drive. Give `hertz`, or `stiffness` and `damping`. */
export interface Spring {
  /** Where it pulls to, m or rad. Default 0. */
  target?: number
  /** Speed of the target, m/s or rad/s, for drives that follow a path. Default 0. */
  targetSpeed?: number
  /** Hz of the undamped oscillation, the same for every mass. Without it: `stiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** N/m or N m/rad; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
  /** 'acceleration': stiffness and damping per unit of the mass that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** Greatest force or torque, N or N m. Default Infinity. */
  maxForce?: number
}

/** Of every way to say how soft something is. */
const SOFTNESS_FIELDS: Fields<Frequency & Stiffness & ErrorReduction> = { hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, beta: 0, gamma: 0 }

export const SPRING_FIELDS: Fields<Spring> = { target: 0, targetSpeed: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, mode: 0, maxForce: 0 }

/** A limit as it is returned: everything filled in. */
export interface FullLimit extends Limit {
  /** Share of the speed kept when it is hit, 0 … 1. */
  restitution: number
}

/** A spring as it is returned: everything filled in. */
export interface FullSpring extends Spring {
  /** m or rad. */
  target: number
  /** m/s or rad/s. */
  targetSpeed: number
  /** 'acceleration': stiffness and damping per unit of the mass that is moved. */
  mode: 'force' | 'acceleration'
  /** N or N m; Infinity = whatever it takes. */
  maxForce: number
}

const numbers = new Float64Array(3)

function at(state: JointWorld, row: number, coordinate: number): number {
  return (row * coordinatesOf(state) + coordinate) * FEATURE_STRIDE
}

/** Stored forces are those of the rigid rows, then four per coordinate, by role. */
function coordinateForces(state: JointWorld): number {
  return coordinatesOf(state) * ROLES
}

function requireForce(value: unknown, field: string): number {
  if (value === Infinity) return Infinity
  return requireNonNegative(value, field)
}

/** A number of at least 0 that may be left out. */
function optional(value: unknown, otherwise: number, field: string): number {
  return value === undefined ? otherwise : requireNonNegative(value, field)
}

/** Mode and two numbers of a softness, into `numbers`; false if none is given. */
function readSoftness(value: object, field: string): boolean {
  const { hertz, dampingRatio, stiffness, damping, beta, gamma } = value as Record<string, unknown>
  if ([hertz, stiffness, beta].filter(x => x !== undefined).length > 1) {
    throw new PhysicsError('wrong-type', field, value, 'is given in two ways. Give hertz and dampingRatio, stiffness and damping, or beta and gamma.')
  }
  numbers.fill(0)
  if (hertz !== undefined) {
    const ratio = optional(dampingRatio, 1, `${field}.dampingRatio`)
    numbers.set([BY_HERTZ, requirePositive(hertz, `${field}.hertz`), ratio])
  } else if (beta !== undefined) {
    numbers.set([BY_BETA, requireRange(beta, 0, 1, `${field}.beta`), requireNonNegative(gamma, `${field}.gamma`)])
  } else if (stiffness !== undefined || damping !== undefined) {
    const loss = optional(damping, 0, `${field}.damping`)
    numbers.set([BY_STIFFNESS, optional(stiffness, 0, `${field}.stiffness`), loss])
  } else if (dampingRatio !== undefined) refuseLone(dampingRatio, `${field}.dampingRatio`, 'hertz')
  else if (gamma !== undefined) refuseLone(gamma, `${field}.gamma`, 'beta')
  return numbers[0] !== RIGID
}

function refuseLone(value: unknown, field: string, wanted: string): never {
  throw new PhysicsError('wrong-type', field, value, `needs ${wanted} beside it.`)
}

/** The softness that stands at from[at …]: its mode and two numbers. */
function writeSoftness(from: Float64Array, at: number): object {
  const [mode, first, second] = from.subarray(at, at + 3)
  if (mode === BY_HERTZ) return { hertz: first, dampingRatio: second }
  if (mode === BY_BETA) return { beta: first, gamma: second }
  return mode === RIGID ? {} : { stiffness: first, damping: second }
}

/** Switches a feature on or off; what its row pressed is forgotten. */
function switchFeature(state: JointWorld, row: number, coordinate: number, bit: number, role: number, on: boolean): void {
  if (checking) return
  const { features, force } = state.joints.columns
  const f = at(state, row, coordinate) + ACTIVE
  features[f] = on ? features[f] | bit : features[f] & ~bit
  force[(row + 1) * state.joints.schema.force.width - coordinateForces(state) + coordinate * ROLES + role] = 0
  wakeJoint(state, row)
}

/** Are changes only checked? */
let checking = false

/** Changes to the features of a joint, checked and not made. */
export function checkTogether(change: () => void): void {
  const outer = checking
  checking = true
  try {
    change()
  } finally {
    checking = outer
  }
}

/** Several changes to the features of a joint: first all are checked, then all are made. If one is refused, nothing has happened. */
export function changeTogether(change: () => void): void {
  checkTogether(change)
  change()
}

/** Softness of all rigid rows; null = hard. */
export function setSoftness(state: JointWorld, row: number, value: Softness | null | undefined, field: string): void {
  numbers.fill(0)
  if (value !== null && value !== undefined && !readSoftness(requireOptions(value, SOFTNESS_FIELDS, field), field)) {
    throw new PhysicsError('wrong-type', field, value, 'says nothing. Give hertz, or stiffness and damping, or beta and gamma; null is hard.')
  }
  if (numbers[0] === BY_STIFFNESS && numbers[1] === 0 && numbers[2] === 0) {
    throw new PhysicsError('out-of-range', `${field}.stiffness`, 0, 'and no damping hold nothing. Give one of them a value, or switch the joint off.')
  }
  if (checking) return
  state.joints.columns.softness.set(numbers, row * 3)
  const { width } = state.joints.schema.force
  state.joints.columns.force.fill(0, row * width, (row + 1) * width - coordinateForces(state))
  wakeJoint(state, row)
}

export function getSoftness(state: JointWorld, row: number): Softness | null {
  const { softness } = state.joints.columns
  return softness[row * 3 + SOFT_MODE] === RIGID ? null : (writeSoftness(softness, row * 3) as Softness)
}

export function setLimit(state: JointWorld, row: number, coordinate: number, value: Limit | null | undefined, field: string): void {
  if (value !== null && value !== undefined) {
    requireOptions(value, LIMIT_FIELDS, field)
    const lower = value.lower === -Infinity ? -Infinity : requireSized(value.lower, `${field}.lower`)
    const upper = value.upper === Infinity ? Infinity : requireSized(value.upper, `${field}.upper`)
    if (lower > upper) throw new PhysicsError('out-of-range', `${field}.lower`, lower, `is above upper (${upper}). Swap them.`)
    const { restitution = 0 } = value
    requireRange(restitution, 0, 1, `${field}.restitution`)
    readSoftness(value, field)
    if (checking) return
    state.joints.columns.features.set([lower, upper, ...numbers, restitution], at(state, row, coordinate) + LOWER)
  }
  switchFeature(state, row, coordinate, HAS_LIMIT, ROLE_LIMIT, value !== null && value !== undefined)
}

export function getLimit(state: JointWorld, row: number, coordinate: number): FullLimit | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_LIMIT) === 0) return null
  return {
    lower: features[f + LOWER],
    upper: features[f + UPPER],
    restitution: features[f + LIMIT_RESTITUTION],
    ...writeSoftness(features, f + LIMIT_MODE),
  }
}

/** `most` is the name of the greatest force in this joint: maxForce or maxTorque. */
export function setMotor(
  state: JointWorld, row: number, coordinate: number, value: { speed: number; maxForce?: number; maxTorque?: number } | null | undefined,
  field: string, most: 'maxForce' | 'maxTorque',
): void {
  if (value !== null && value !== undefined) {
    requireOptions(value, most === 'maxForce' ? MOTOR_FIELDS : TORQUE_MOTOR_FIELDS, field)
    const speed = requireSized(value.speed, `${field}.speed`)
    const force = requireForce(value[most], `${field}.${most}`)
    if (checking) return
    state.joints.columns.features.set([speed, force], at(state, row, coordinate) + MOTOR_SPEED)
  }
  switchFeature(state, row, coordinate, HAS_MOTOR, ROLE_MOTOR, value !== null && value !== undefined)
}

export function getMotor(state: JointWorld, row: number, coordinate: number): Motor | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_MOTOR) === 0) return null
  return { speed: features[f + MOTOR_SPEED], maxForce: features[f + MOTOR_MAX] }
}

export function setSpring(state: JointWorld, row: number, coordinate: number, value: Spring | null | undefined, field: string): void {
  if (value !== null && value !== undefined) {
    requireOptions(value, SPRING_FIELDS, field)
    const { target = 0, targetSpeed = 0, maxForce = Infinity } = value
    requireSized(target, `${field}.target`)
    requireSized(targetSpeed, `${field}.targetSpeed`)
    requireForce(maxForce, `${field}.maxForce`)
    if (!readSoftness(value, field)) {
      throw new PhysicsError('wrong-type', field, value, 'has no strength. Give hertz and dampingRatio, or stiffness and damping.')
    }
    const mode = value.mode ?? 'force'
    if (mode !== 'force' && mode !== 'acceleration') {
      throw new PhysicsError('wrong-type', `${field}.mode`, mode, "must be 'force' or 'acceleration'.")
    }
    if (mode === 'acceleration' && numbers[0] === BY_HERTZ) {
      throw new PhysicsError('wrong-type', `${field}.mode`, mode, 'goes with stiffness and damping. hertz means the same for every mass already.')
    }
    if (mode === 'acceleration') numbers[0] = BY_ACCELERATION
    if (checking) return
    state.joints.columns.features.set([target, targetSpeed, ...numbers, maxForce], at(state, row, coordinate) + SPRING_TARGET)
  }
  switchFeature(state, row, coordinate, HAS_SPRING, ROLE_SPRING, value !== null && value !== undefined)
}

export function getSpring(state: JointWorld, row: number, coordinate: number): FullSpring | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_SPRING) === 0) return null
  return {
    target: features[f + SPRING_TARGET],
    targetSpeed: features[f + SPRING_SPEED],
    mode: features[f + SPRING_MODE] === BY_ACCELERATION ? 'acceleration' : 'force',
    maxForce: features[f + SPRING_MAX],
    ...writeSoftness(features, f + SPRING_MODE),
  }
}

/** Dry friction of a coordinate, N or N m; 0 = none. */
export function setFriction(state: JointWorld, row: number, coordinate: number, value: number = 0, field: string): void {
  const most = requireForce(value, field)
  if (checking) return
  state.joints.columns.features[at(state, row, coordinate) + FRICTION_MAX] = most
  switchFeature(state, row, coordinate, HAS_FRICTION, ROLE_FRICTION, value > 0)
}

export function getFriction(state: JointWorld, row: number, coordinate: number): number {
  return state.joints.columns.features[at(state, row, coordinate) + FRICTION_MAX]
}
