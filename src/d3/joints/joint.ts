/**
 * A joint's handle in three dimensions: what `JointHandle` asks of places and directions.
 */

import { JOINT_ENABLED } from '../../common/joints/joint-codes.ts'
import { JointHandle, type JointPlaces } from '../../common/joints/joint-handle.ts'
import type { Body } from '../body.ts'
import { quatMultiply, quatRotate } from '../math/quaternion.ts'
import { writeQuat, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { World } from '../world.ts'
import type { WorldState } from '../world-state.ts'
import { coordinateSpeed } from './joint-definition.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B } from './joint-table.ts'

export interface Terms {
  world: World
  state: WorldState
  body: Body
  vector: Vec3
  rotation: Quat
  torque: Vec3
}

/** What users hold of a joint. */
export type Joint = JointHandle<Terms>
export const Joint: new (world: World, state: WorldState, id: number) => Joint = JointHandle

const p = new Float64Array(3)
const q = new Float64Array(4)

export const jointPlaces: JointPlaces<Terms> = {
  force: (state, row) => loadOf(state, row, 0),
  torque: (state, row) => loadOf(state, row, 3),
  anchorA: (state, row) => anchorOf(state, row, state.joints.columns.bodyA[row], ANCHOR_A),
  anchorB: (state, row) => anchorOf(state, row, state.joints.columns.bodyB[row], ANCHOR_B),
  rotationA: (state, row) => rotationOf(state, row, state.joints.columns.bodyA[row], FRAME_A),
  rotationB: (state, row) => rotationOf(state, row, state.joints.columns.bodyB[row], FRAME_B),
  coordinateSpeed,
  pointJoint: 'createBallJoint',
}

function loadOf(state: WorldState, row: number, at: number): Vec3 {
  const { flags, load } = state.joints.columns
  const none = { x: 0, y: 0, z: 0 }
  return (flags[row] & JOINT_ENABLED) === 0 ? none : writeVec3(load, row * 8 + at, none)
}

function rotationOf(state: WorldState, row: number, body: number, at: number): Quat {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE + at
  if (body < 0) return writeQuat(data, o, { x: 0, y: 0, z: 0, w: 1 })
  quatMultiply(state.bodies.columns.q, body * 4, data, o, q, 0)
  return writeQuat(q, 0, { x: 0, y: 0, z: 0, w: 1 })
}

function anchorOf(state: WorldState, row: number, body: number, at: number): Vec3 {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE + at
  if (body < 0) return writeVec3(data, o, { x: 0, y: 0, z: 0 })
  const { x, q: turns, localCenter } = state.bodies.columns
  const b = body * 3
  quatRotate(turns, body * 4, data[o] - localCenter[b], data[o + 1] - localCenter[b + 1], data[o + 2] - localCenter[b + 2], p, 0)
  return { x: x[b] + p[0], y: x[b + 1] + p[1], z: x[b + 2] + p[2] }
}
