/**
 * A joint's handle in three dimensions: what `JointHandle` asks of places and directions.
 */

import { JOINT_ENABLED } from '../../common/store/column-codes.ts'
import { JointHandle, type JointPlaces } from '../../common/joints/handles/joint-handle.ts'
import type { Body } from '../api/body.ts'
import { quatMultiply, quatRotate } from '../math/quaternion.ts'
import { writeQuat, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { World } from '../api/world.ts'
import type { WorldState } from '../store/world-state.ts'
import { coordinateSpeed } from './joint-definition.ts'
import { rowSource } from './row-source.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, LOAD_STRIDE } from '../store/joint-table.ts'

/** What the joints of this dimension call things: types only. */
export interface Terms {
  /** Their world. */
  world: World
  /** @internal */
  state: WorldState
  /** Their bodies. */
  body: Body
  /** Places in m, forces in N. */
  vector: Vec3
  /** Orientations. */
  rotation: Quat
  /** Torques in N m, world axes. */
  torque: Vec3
}

/** What users hold of a joint. */
export type Joint = JointHandle<Terms>
/** The class of all joints, for `instanceof`. */
export const Joint: abstract new (...made: never) => Joint = JointHandle as never

const p = new Float64Array(3)
const q = new Float64Array(4)

export const jointPlaces: JointPlaces<Terms> = {
  forceOn: (state, row) => loadOf(state, row, 0),
  torqueOn: (state, row) => loadOf(state, row, 3),
  anchorOn(state, row, onB) {
    const { data, bodyA, bodyB } = state.joints.columns
    const body = onB ? bodyB[row] : bodyA[row]
    const o = row * DATA_SIZE + (onB ? ANCHOR_B : ANCHOR_A)
    if (body < 0) return writeVec3(data, o, { x: 0, y: 0, z: 0 })
    const { x, q: turns, localCenter } = state.bodies.columns
    const b = body * 3
    quatRotate(turns, body * 4, data[o] - localCenter[b], data[o + 1] - localCenter[b + 1], data[o + 2] - localCenter[b + 2], p, 0)
    return { x: x[b] + p[0], y: x[b + 1] + p[1], z: x[b + 2] + p[2] }
  },
  frameOn(state, row, onB) {
    const { data, bodyA, bodyB } = state.joints.columns
    const body = onB ? bodyB[row] : bodyA[row]
    const o = row * DATA_SIZE + (onB ? FRAME_B : FRAME_A)
    if (body < 0) return writeQuat(data, o, { x: 0, y: 0, z: 0, w: 1 })
    quatMultiply(state.bodies.columns.q, body * 4, data, o, q, 0)
    return writeQuat(q, 0, { x: 0, y: 0, z: 0, w: 1 })
  },
  rateOf: coordinateSpeed,
  pointJoint: 'createBallJoint',
  rows: rowSource,
}

function loadOf(state: WorldState, row: number, at: number): Vec3 {
  const { flags, load } = state.joints.columns
  const none = { x: 0, y: 0, z: 0 }
  return (flags[row] & JOINT_ENABLED) === 0 ? none : writeVec3(load, row * LOAD_STRIDE + at, none)
}
