/**
 * Limits, motors, springs and friction as users write them, and as numbers of a joint's coordinate. null = off. Changing one clears what it
 * pressed and wakes the bodies.
 */

import { PhysicsError, requireFinite, requireNonNegative, requireObject, requirePositive, requireRange } from '../errors.ts'
import { wakeJoint } from './joint-lifecycle.ts'
import {
  ACTIVE, BY_ACCELERATION, BY_BETA, BY_HERTZ, BY_STIFFNESS, FEATURE_STRIDE, FRICTION_MAX, HAS_FRICTION, HAS_LIMIT, HAS_MOTOR,
  HAS_SPRING, LIMIT_FIRST, LIMIT_MODE, LIMIT_RESTITUTION, LIMIT_SECOND, LOWER, MOTOR_MAX, MOTOR_SPEED, RIGID, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR,
  ROLE_SPRING, ROLES, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, SPRING_FIRST, SPRING_MAX, SPRING_MODE, SPRING_SECOND, SPRING_SPEED, SPRING_TARGET, UPPER,
} from './joint-codes.ts'
import { coordinatesOf, type JointWorld } from './joint-world.ts'

/** How soft something is: as a frequency, as a spring, or as the β and γ of the solver's soft rows. */
export type Softness =
  | { hertz: number; dampingRatio?: number }
  | { stiffness: number; damping?: number }
  | { beta: number; gamma: number }

/** A range for a coordinate. `lower` = `upper` locks it. Hard unless it is given a softness. */
export interface Limit {
  /** m or rad. May be −Infinity. */
  lower: number
  /** m or rad, any number of turns. May be Infinity. */
  upper: number
  /** Part of the speed kept when it is hit, 0 … 1. Default 0. */
  restitution?: number
  hertz?: number
  dampingRatio?: number
  stiffness?: number
  damping?: number
}

/** Drives a coordinate at a speed, with at most so much force or torque. */
export interface Motor {
  /** m/s or rad/s, of B against A. */
  speed: number
  /** N or N m. Infinity = whatever it takes. */
  maxForce: number
}

/** The same for joints that turn. */
export interface TorqueMotor {
  /** rad/s. */
  speed: number
  /** N m; Infinity = whatever it takes. */
  maxTorque: number
}

/** Pulls a coordinate to a target: a spring, or with `maxForce` a position drive. */
export interface Spring {
  /** m or rad. Default 0. */
  target?: number
  /** Speed of the target, for drives that follow a path. Default 0. */
  targetSpeed?: number
  hertz?: number
  dampingRatio?: number
  /** N/m or N m/rad. */
  stiffness?: number
  /** N s/m or N m s/rad. */
  damping?: number
  /** 'acceleration': stiffness and damping per unit of the mass that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** N or N m. Default Infinity. */
  maxForce?: number
}

/** As returned: everything filled in. */
export type FullLimit = Limit & { restitution: number }
export type FullSpring = Spring & { target: number; targetSpeed: number; mode: 'force' | 'acceleration'; maxForce: number }

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

/** Mode and two numbers of a softness, into `numbers`; false if none is given. */
function readSoftness(value: object, field: string): boolean {
  const { hertz, dampingRatio, stiffness, damping, beta, gamma } = value as Record<string, unknown>
  const ways = [hertz, stiffness, beta].filter(x => x !== undefined).length
  if (ways === 0) {
    const stray = damping !== undefined ? 'damping' : dampingRatio !== undefined ? 'dampingRatio' : gamma !== undefined ? 'gamma' : null
    if (stray === 'damping') {
      numbers.set([BY_STIFFNESS, 0, requireNonNegative(damping, `${field}.damping`)])
      return true
    }
    if (stray !== null) {
      const wanted = stray === 'gamma' ? 'beta' : 'hertz'
      throw new PhysicsError('wrong-type', `${field}.${stray}`, (value as Record<string, unknown>)[stray], `needs ${wanted} beside it.`)
    }
    return false
  }
  if (ways > 1) {
    throw new PhysicsError('wrong-type', field, value, 'is given in two ways. Give hertz and dampingRatio, stiffness and damping, or beta and gamma.')
  }
  if (hertz !== undefined) {
    const ratio = dampingRatio === undefined ? 1 : requireNonNegative(dampingRatio, `${field}.dampingRatio`)
    numbers.set([BY_HERTZ, requirePositive(hertz, `${field}.hertz`), ratio])
  } else if (stiffness !== undefined) {
    const loss = damping === undefined ? 0 : requireNonNegative(damping, `${field}.damping`)
    numbers.set([BY_STIFFNESS, requireNonNegative(stiffness, `${field}.stiffness`), loss])
  } else {
    numbers.set([BY_BETA, requireRange(beta, 0, 1, `${field}.beta`), requireNonNegative(gamma, `${field}.gamma`)])
  }
  return true
}

function writeSoftness(mode: number, first: number, second: number): object {
  if (mode === BY_HERTZ) return { hertz: first, dampingRatio: second }
  if (mode === BY_BETA) return { beta: first, gamma: second }
  return mode === RIGID ? {} : { stiffness: first, damping: second }
}

function changed(state: JointWorld, row: number, coordinate: number, role: number): void {
  const { width } = state.joints.schema.force
  state.joints.columns.force[(row + 1) * width - coordinateForces(state) + coordinate * ROLES + role] = 0
  wakeJoint(state, row)
}

function switchFeature(state: JointWorld, row: number, coordinate: number, bit: number, on: boolean): void {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate) + ACTIVE
  features[f] = on ? features[f] | bit : features[f] & ~bit
}

/** Softness of all rigid rows; null = hard. */
export function setSoftness(state: JointWorld, row: number, value: Softness | null | undefined, field: string): void {
  numbers.fill(0)
  if (value !== null && value !== undefined && !readSoftness(requireObject(value, field), field)) {
    throw new PhysicsError('wrong-type', field, value, 'says nothing. Give hertz, or stiffness and damping, or beta and gamma; null is hard.')
  }
  if (numbers[0] === BY_STIFFNESS && numbers[1] === 0 && numbers[2] === 0) {
    throw new PhysicsError('out-of-range', `${field}.stiffness`, 0, 'and no damping hold nothing. Give one of them a value, or switch the joint off.')
  }
  state.joints.columns.softness.set(numbers, row * 3)
  const { width } = state.joints.schema.force
  state.joints.columns.force.fill(0, row * width, (row + 1) * width - coordinateForces(state))
  wakeJoint(state, row)
}

export function getSoftness(state: JointWorld, row: number): Softness | null {
  const { softness } = state.joints.columns
  const mode = softness[row * 3 + SOFT_MODE]
  return mode === RIGID ? null : (writeSoftness(mode, softness[row * 3 + SOFT_FIRST], softness[row * 3 + SOFT_SECOND]) as Softness)
}

export function setLimit(state: JointWorld, row: number, coordinate: number, value: Limit | null | undefined, field: string): void {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if (value !== null && value !== undefined) {
    requireObject(value, field)
    const lower = value.lower === -Infinity ? -Infinity : requireFinite(value.lower, `${field}.lower`)
    const upper = value.upper === Infinity ? Infinity : requireFinite(value.upper, `${field}.upper`)
    if (lower > upper) throw new PhysicsError('out-of-range', `${field}.lower`, lower, `is above upper (${upper}). Swap them.`)
    const restitution = value.restitution === undefined ? 0 : requireRange(value.restitution, 0, 1, `${field}.restitution`)
    numbers.fill(0)
    readSoftness(value, field)
    if (numbers[0] === BY_BETA) throw new PhysicsError('wrong-type', `${field}.beta`, numbers[1], 'is for rigid rows. Give hertz or stiffness.')
    features[f + LOWER] = lower
    features[f + UPPER] = upper
    features[f + LIMIT_MODE] = numbers[0]
    features[f + LIMIT_FIRST] = numbers[1]
    features[f + LIMIT_SECOND] = numbers[2]
    features[f + LIMIT_RESTITUTION] = restitution
  }
  switchFeature(state, row, coordinate, HAS_LIMIT, value !== null && value !== undefined)
  changed(state, row, coordinate, ROLE_LIMIT)
}

export function getLimit(state: JointWorld, row: number, coordinate: number): FullLimit | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_LIMIT) === 0) return null
  return {
    lower: features[f + LOWER],
    upper: features[f + UPPER],
    restitution: features[f + LIMIT_RESTITUTION],
    ...writeSoftness(features[f + LIMIT_MODE], features[f + LIMIT_FIRST], features[f + LIMIT_SECOND]),
  }
}

/** `most` is the name of the greatest force in this joint: maxForce or maxTorque. */
export function setMotor(
  state: JointWorld, row: number, coordinate: number, value: { speed: number; maxForce?: number; maxTorque?: number } | null | undefined,
  field: string, most: 'maxForce' | 'maxTorque',
): void {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if (value !== null && value !== undefined) {
    requireObject(value, field)
    const speed = requireFinite(value.speed, `${field}.speed`)
    const force = requireForce(value[most], `${field}.${most}`)
    features[f + MOTOR_SPEED] = speed
    features[f + MOTOR_MAX] = force
  }
  switchFeature(state, row, coordinate, HAS_MOTOR, value !== null && value !== undefined)
  changed(state, row, coordinate, ROLE_MOTOR)
}

export function getMotor(state: JointWorld, row: number, coordinate: number): Motor | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_MOTOR) === 0) return null
  return { speed: features[f + MOTOR_SPEED], maxForce: features[f + MOTOR_MAX] }
}

export function setSpring(state: JointWorld, row: number, coordinate: number, value: Spring | null | undefined, field: string): void {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if (value !== null && value !== undefined) {
    requireObject(value, field)
    const target = value.target === undefined ? 0 : requireFinite(value.target, `${field}.target`)
    const speed = value.targetSpeed === undefined ? 0 : requireFinite(value.targetSpeed, `${field}.targetSpeed`)
    const most = value.maxForce === undefined ? Infinity : requireForce(value.maxForce, `${field}.maxForce`)
    if (!readSoftness(value, field)) {
      throw new PhysicsError('wrong-type', field, value, 'has no strength. Give hertz and dampingRatio, or stiffness and damping.')
    }
    if (numbers[0] === BY_BETA) throw new PhysicsError('wrong-type', `${field}.beta`, numbers[1], 'is for rigid rows. Give hertz or stiffness.')
    const mode = value.mode ?? 'force'
    if (mode !== 'force' && mode !== 'acceleration') {
      throw new PhysicsError('wrong-type', `${field}.mode`, mode, "must be 'force' or 'acceleration'.")
    }
    if (mode === 'acceleration' && numbers[0] === BY_HERTZ) {
      throw new PhysicsError('wrong-type', `${field}.mode`, mode, 'goes with stiffness and damping. hertz means the same for every mass already.')
    }
    features[f + SPRING_TARGET] = target
    features[f + SPRING_SPEED] = speed
    features[f + SPRING_MODE] = mode === 'acceleration' ? BY_ACCELERATION : numbers[0]
    features[f + SPRING_FIRST] = numbers[1]
    features[f + SPRING_SECOND] = numbers[2]
    features[f + SPRING_MAX] = most
  }
  switchFeature(state, row, coordinate, HAS_SPRING, value !== null && value !== undefined)
  changed(state, row, coordinate, ROLE_SPRING)
}

export function getSpring(state: JointWorld, row: number, coordinate: number): FullSpring | null {
  const { features } = state.joints.columns
  const f = at(state, row, coordinate)
  if ((features[f + ACTIVE] & HAS_SPRING) === 0) return null
  const mode = features[f + SPRING_MODE]
  return {
    target: features[f + SPRING_TARGET],
    targetSpeed: features[f + SPRING_SPEED],
    mode: mode === BY_ACCELERATION ? 'acceleration' : 'force',
    maxForce: features[f + SPRING_MAX],
    ...writeSoftness(mode, features[f + SPRING_FIRST], features[f + SPRING_SECOND]),
  }
}

/** Dry friction of a coordinate, N or N m; 0 = none. */
export function setFriction(state: JointWorld, row: number, coordinate: number, value: number | undefined, field: string): void {
  const most = value === undefined ? 0 : requireForce(value, field)
  state.joints.columns.features[at(state, row, coordinate) + FRICTION_MAX] = most
  switchFeature(state, row, coordinate, HAS_FRICTION, most > 0)
  changed(state, row, coordinate, ROLE_FRICTION)
}

export function getFriction(state: JointWorld, row: number, coordinate: number): number {
  return state.joints.columns.features[at(state, row, coordinate) + FRICTION_MAX]
}
