/** Bodies, poses and sums that the parts of the joint suite share. */

import { box, World, type Body, type BodyDefinition, type Joint, type Quat, type Vec3, type WorldOptions } from 'fulcrum-physics/3d'
import { rowOfHandle } from '../../../../src/common/memory/ids.ts'
import { bodyPoses, loadFrames } from '../../../../src/d3/joints/frames.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE } from '../../../../src/d3/joints/joint-kind.ts'
import { ACTIVE, DATA_SIZE, FEATURE_STRIDE, HAS_LIMIT, LOWER, UPPER } from '../../../../src/d3/store/joint-table.ts'
import type { WorldState } from '../../../../src/d3/store/world-state.ts'
import { MASS_A, MASS_B, worse } from '../../../common/helpers/joint-suite/lab.ts'
import type { JointCase } from '../joint-case.ts'

export { DT, everythingIsFinite, GRAVITY, kineticEnergy, MASS_A, MASS_B, run, worse } from '../../../common/helpers/joint-suite/lab.ts'

export type Random = () => number

/** The tables behind a world. */
export function stateOf(world: World): WorldState {
  return (world as unknown as { state: WorldState }).state
}

export function emptyWorld(options: WorldOptions = {}): World {
  return new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false, ...options })
}

export function bodyA(world: World, more: BodyDefinition = {}): Body {
  return world.createBody({ mass: MASS_A, shapes: [box({ halfExtents: { x: 0.3, y: 0.2, z: 0.25 } })], ...more })
}

export function bodyB(world: World, joint: JointCase, more: BodyDefinition = {}): Body {
  const position = joint.place ?? { x: 1, y: 0, z: 0 }
  return world.createBody({ mass: MASS_B, position, shapes: [box({ halfExtents: { x: 0.25, y: 0.3, z: 0.2 } })], ...more })
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

export function direction(random: Random): Vec3 {
  for (;;) {
    const v = { x: 2 * random() - 1, y: 2 * random() - 1, z: 2 * random() - 1 }
    const length = Math.hypot(v.x, v.y, v.z)
    if (length > 0.1 && length < 1) return { x: v.x / length, y: v.y / length, z: v.z / length }
  }
}

export function scaled(v: Vec3, by: number): Vec3 {
  return { x: v.x * by, y: v.y * by, z: v.z * by }
}

export function around(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: Math.cos(angle / 2) }
}

/** p then q: q p. */
export function after(p: Quat, q: Quat): Quat {
  return {
    x: q.w * p.x + q.x * p.w + q.y * p.z - q.z * p.y,
    y: q.w * p.y - q.x * p.z + q.y * p.w + q.z * p.x,
    z: q.w * p.z + q.x * p.y - q.y * p.x + q.z * p.w,
    w: q.w * p.w - q.x * p.x - q.y * p.y - q.z * p.z,
  }
}

export function rotated(q: Quat, v: Vec3): Vec3 {
  const { x, y, z } = after(after({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, { ...v, w: 0 }), q)
  return { x, y, z }
}

/** Evenly spread over all rotations. */
export function rotation(random: Random): Quat {
  for (;;) {
    const q = { x: 2 * random() - 1, y: 2 * random() - 1, z: 2 * random() - 1, w: 2 * random() - 1 }
    const n = Math.hypot(q.x, q.y, q.z, q.w)
    if (n > 0.1 && n < 1) return { x: q.x / n, y: q.y / n, z: q.z / n, w: q.w / n }
  }
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
  ;[joints.bodyA[row], joints.bodyB[row]].forEach((body, side) => {
    const { x, q } = state.bodies.columns
    if (body < 0) bodyPoses.set([0, 0, 0, 0, 0, 0, 1], side * 7)
    else {
      bodyPoses.set(x.subarray(body * 3, body * 3 + 3), side * 7)
      bodyPoses.set(q.subarray(body * 4, body * 4 + 4), side * 7 + 3)
    }
  })
  loadFrames(state, row, pose)
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
  for (const { linearVelocity: v } of world.bodies) top = worse(top, Math.hypot(v.x, v.y, v.z))
  return top
}

export interface Momentum {
  linear: [number, number, number]
  /** About the origin of the world. */
  angular: [number, number, number]
  /** Sums of the bodies' own magnitudes: what differences are compared with. */
  linearScale: number
  angularScale: number
}

/** Momentum of all dynamic bodies. */
export function momentumOf(world: World): Momentum {
  const sum: Momentum = { linear: [0, 0, 0], angular: [0, 0, 0], linearScale: 0, angularScale: 0 }
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue
    const { mass, linearVelocity: v, centerOfMass: c } = body
    const q = body.rotation
    const w = rotated({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, body.angularVelocity)
    const i = body.getInertia()
    const spin = rotated(q, {
      x: i.xx * w.x + i.xy * w.y + i.xz * w.z, y: i.xy * w.x + i.yy * w.y + i.yz * w.z, z: i.xz * w.x + i.yz * w.y + i.zz * w.z,
    })
    const linear = [mass * v.x, mass * v.y, mass * v.z]
    const angular = [
      spin.x + mass * (c.y * v.z - c.z * v.y), spin.y + mass * (c.z * v.x - c.x * v.z), spin.z + mass * (c.x * v.y - c.y * v.x),
    ]
    for (let k = 0; k < 3; k++) {
      sum.linear[k] += linear[k]
      sum.angular[k] += angular[k]
    }
    sum.linearScale += Math.hypot(...linear)
    sum.angularScale += Math.hypot(...angular)
  }
  return sum
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - b[k]))
}
