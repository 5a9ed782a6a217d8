/** Bodies, poses and sums that the parts of the joint suite share. */

import { box, World, type Body, type BodyDefinition, type Joint, type Vec2, type WorldOptions } from 'fulcrum-physics/2d'
import { rowOfHandle } from '../../../../src/common/memory/ids.ts'
import { framesOf } from '../../../../src/d2/joints/frames.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE } from '../../../../src/d2/joints/joint-kind.ts'
import { ACTIVE, DATA_SIZE, FEATURE_STRIDE, HAS_LIMIT, LOWER, UPPER } from '../../../../src/d2/store/joint-table.ts'
import type { WorldState } from '../../../../src/d2/store/world-state.ts'
import { MASS_A, MASS_B, worse } from '../../../common/helpers/joint-suite/lab.ts'
import type { JointCase } from '../joint-case.ts'

export { DT, everythingIsFinite, GRAVITY, kineticEnergy, MASS_A, MASS_B, run, worse } from '../../../common/helpers/joint-suite/lab.ts'

export type Random = () => number

/** The tables behind a world. */
export function stateOf(world: World): WorldState {
  return (world as unknown as { state: WorldState }).state
}

export function emptyWorld(options: WorldOptions = {}): World {
  return new World({ gravity: { x: 0, y: 0 }, sleeping: false, ...options })
}

export function bodyA(world: World, more: BodyDefinition = {}): Body {
  return world.createBody({ mass: MASS_A, shapes: [box({ halfExtents: { x: 0.3, y: 0.2 } })], ...more })
}

export function bodyB(world: World, joint: JointCase, more: BodyDefinition = {}): Body {
  const position = joint.place ?? { x: 1, y: 0 }
  return world.createBody({ mass: MASS_B, position, shapes: [box({ halfExtents: { x: 0.25, y: 0.3 } })], ...more })
}

export interface Pair {
  world: World
  a: Body
  b: Body
  joint: Joint
}

/** The case's joint between two bodies, satisfied. */
export function makePair(joint: JointCase, options: WorldOptions = {}, moreA: BodyDefinition = {}, moreB: BodyDefinition = {}): Pair {
  const world = emptyWorld(options)
  const a = bodyA(world, moreA)
  const b = bodyB(world, joint, moreB)
  return { world, a, b, joint: joint.create(world, a, b) }
}

export function direction(random: Random): Vec2 {
  const angle = 2 * Math.PI * random()
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

export function scaled(v: Vec2, by: number): Vec2 {
  return { x: v.x * by, y: v.y * by }
}

export function rotated(angle: number, v: Vec2): Vec2 {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return { x: c * v.x - s * v.y, y: s * v.x + c * v.y }
}

export interface Errors {
  /** Largest of the rigid rows, m or rad. */
  rigid: number
  /** How far the worst coordinate is outside its limit. */
  limit: number
  measure: Measure
  pose: Float64Array
}

/** What the joint is off by where its bodies stand. */
export function errorsOf(joint: Joint): Errors {
  const state = stateOf(joint.world)
  const row = rowOfHandle(joint.id)
  const joints = state.joints.columns
  const kind = state.jointKinds[joints.kind[row]]
  const pose = new Float64Array(POSE_SIZE)
  framesOf(state, row, pose)
  const measure = new Measure()
  kind.measure(pose, joints.data, row * DATA_SIZE, measure, joints.turns, row * MAX_COORDINATES)
  const errors: Errors = { rigid: 0, limit: 0, measure, pose }
  for (let i = 0; i < measure.rigid; i++) errors.rigid = worse(errors.rigid, Math.abs(measure.error[i]))
  kind.coordinates.forEach((_, c) => {
    const f = (row * MAX_COORDINATES + c) * FEATURE_STRIDE
    if ((joints.features[f + ACTIVE] & HAS_LIMIT) === 0) return
    const value = joints.turns[row * MAX_COORDINATES + c]
    errors.limit = worse(errors.limit, Math.max(joints.features[f + LOWER] - value, value - joints.features[f + UPPER]))
  })
  return errors
}

/** The larger one; a number gone bad stays. */
export function topSpeed(world: World): number {
  let top = 0
  for (const { linearVelocity: v } of world.bodies) top = worse(top, Math.hypot(v.x, v.y))
  return top
}

export interface Momentum {
  linear: [number, number]
  /** About the origin of the world. */
  angular: number
  /** Sums of the bodies' own magnitudes: what differences are compared with. */
  linearScale: number
  angularScale: number
}

/** Momentum of all dynamic bodies. */
export function momentumOf(world: World): Momentum {
  const sum: Momentum = { linear: [0, 0], angular: 0, linearScale: 0, angularScale: 0 }
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, centerOfMass: c } = body
    const angular = body.getInertia() * body.angularVelocity + mass * (c.x * v.y - c.y * v.x)
    sum.linear[0] += mass * v.x
    sum.linear[1] += mass * v.y
    sum.angular += angular
    sum.linearScale += mass * Math.hypot(v.x, v.y)
    sum.angularScale += Math.abs(angular)
  }
  return sum
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - b[k]))
}
