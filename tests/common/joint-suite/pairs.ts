/** Pairs of bodies, steps, errors and sums that the parts of the joint suite share. */

import { rowOfHandle } from '../../../src/common/memory/ids.ts'
import { ACTIVE, FEATURE_STRIDE, HAS_LIMIT, LOWER, UPPER } from '../../../src/common/joints/joint-codes.ts'
import type { AnyMeasure } from '../../../src/common/joints/joint-world.ts'
import type { AnyCase, AnyJoint, AnyState, AnyWorld, BodySettings, Lab, Pair, WorldSettings } from './lab.ts'

export const DT: number = 1 / 60
export const GRAVITY = 9.81
export const MASS_A = 2
export const MASS_B = 3

/** The tables behind a world. */
export function stateOf(world: AnyWorld): AnyState {
  return (world as unknown as { state: AnyState }).state
}

/** The case's joint between two bodies, satisfied. */
export function makePair(lab: Lab, joint: AnyCase, settings: WorldSettings = {}, settingsA: BodySettings = {}, settingsB: BodySettings = {}): Pair {
  const world = lab.emptyWorld(settings)
  const a = lab.bodyA(world, settingsA)
  const b = lab.bodyB(world, joint, settingsB)
  return { world, a, b, joint: joint.create(world, a, b) }
}

/** The same with B on the world itself, which then stands for A. */
export function pairWithWorld(lab: Lab, joint: AnyCase, settings: WorldSettings = {}, settingsB: BodySettings = {}): Pair {
  const world = lab.emptyWorld(settings)
  const b = lab.bodyB(world, joint, settingsB)
  return { world, a: b, b, joint: joint.create(world, null, b) }
}

export function run(world: AnyWorld, steps: number, each?: (step: number) => void): void {
  for (let step = 0; step < steps; step++) {
    world.step(DT)
    each?.(step)
  }
}

/** The larger one; a number gone bad stays. */
export function worse(a: number, b: number): number {
  return b > a || Number.isNaN(b) ? b : a
}

export function everythingIsFinite(world: AnyWorld): boolean {
  for (const { isQuarantined, position, rotation, linearVelocity, angularVelocity } of world.bodies) {
    if (isQuarantined || ![position, rotation, linearVelocity, angularVelocity].flatMap(numbersOf).every(Number.isFinite)) return false
  }
  for (const { reactionForce, reactionTorque } of world.joints) {
    if (![reactionForce, reactionTorque].flatMap(numbersOf).every(Number.isFinite)) return false
  }
  return true
}

/** Of a vector, a rotation, or a number. */
export function numbersOf(value: object | number): number[] {
  return typeof value === 'number' ? [value] : Object.values(value)
}

export function kineticEnergy(world: AnyWorld): number {
  let sum = 0
  for (const body of world.bodies) if (body.type === 'dynamic') sum += body.kineticEnergy
  return sum
}

export function topSpeed(world: AnyWorld): number {
  let top = 0
  for (const { linearVelocity } of world.bodies) top = worse(top, Math.hypot(...numbersOf(linearVelocity)))
  return top
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - b[k]))
}

export interface Errors {
  /** Largest of the rigid rows, m or rad. */
  rigid: number
  /** How far the worst coordinate is outside its limit. */
  limit: number
  measure: AnyMeasure
  pose: Float64Array
}

/** What the joint is off by where its bodies stand. */
export function errorsOf(lab: Lab, joint: AnyJoint): Errors {
  const state = stateOf(joint.world)
  const row = rowOfHandle(joint.id)
  const { schema, columns: joints } = state.joints
  const kind = state.jointKinds[joints.kind[row]]!
  const width = schema.turns.width
  const pose = lab.poseNow(state, row)
  const measure = lab.createMeasure()
  kind.measure(pose, joints.data, row * schema.data.width, measure, joints.turns, row * width)
  const errors: Errors = { rigid: 0, limit: 0, measure, pose }
  for (let i = 0; i < measure.rigid; i++) errors.rigid = worse(errors.rigid, Math.abs(measure.error[i]))
  kind.coordinates.forEach((_, c) => {
    const f = (row * width + c) * FEATURE_STRIDE
    if ((joints.features[f + ACTIVE] & HAS_LIMIT) === 0) return
    const value = joints.turns[row * width + c]
    errors.limit = worse(errors.limit, Math.max(joints.features[f + LOWER] - value, value - joints.features[f + UPPER]))
  })
  return errors
}

export function gapOf(lab: Lab, joint: AnyJoint): number {
  const { rigid, limit } = errorsOf(lab, joint)
  return worse(rigid, limit)
}
