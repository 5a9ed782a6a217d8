/**
 * A joint's handle in two dimensions: what `JointHandle` asks of places and directions.
 */

import { JOINT_ENABLED } from '../../common/store/column-codes.ts'
import { JointHandle, type JointPlaces } from '../../common/joints/handles/joint-handle.ts'
import type { Body } from '../api/body.ts'
import { writeVec2, type Vec2 } from '../math/types.ts'
import type { World } from '../api/world.ts'
import type { WorldState } from '../store/world-state.ts'
import { framesOf } from './frames.ts'
import { coordinateSpeed } from './joint-definition.ts'
import { rowSource } from './row-source.ts'
import { ANGLE_A, ANGLE_B, POSE_SIZE, RA, RB, XA, XB } from './joint-kind.ts'
import { LOAD_STRIDE } from '../store/joint-table.ts'

/** What the joints of this dimension call things: types only. */
export interface Terms {
  /** Their world. */
  world: World
  /** @internal */
  state: WorldState
  /** Their bodies. */
  body: Body
  /** Places in m, forces in N. */
  vector: Vec2
  /** Angles, rad. */
  rotation: number
  /** Torques, N m. */
  torque: number
}

/** What users hold of a joint. */
export type Joint = JointHandle<Terms>
/** The class of all joints, for `instanceof`. */
export const Joint: abstract new (...made: never) => Joint = JointHandle as never

const pose = new Float64Array(POSE_SIZE)

export const jointPlaces: JointPlaces<Terms> = {
  forceOn(state, row) {
    const none = { x: 0, y: 0 }
    return isOn(state, row) ? writeVec2(state.joints.columns.load, row * LOAD_STRIDE, none) : none
  },
  torqueOn: (state, row) => (isOn(state, row) ? state.joints.columns.load[row * LOAD_STRIDE + 2] : 0),
  anchorOn(state, row, onB) {
    framesOf(state, row, pose)
    const x = onB ? XB : XA
    const r = onB ? RB : RA
    return { x: pose[x] + pose[r], y: pose[x + 1] + pose[r + 1] }
  },
  frameOn(state, row, onB) {
    framesOf(state, row, pose)
    return pose[onB ? ANGLE_B : ANGLE_A]
  },
  rateOf: coordinateSpeed,
  pointJoint: 'createHingeJoint',
  rows: rowSource,
}

function isOn(state: WorldState, row: number): boolean {
  return (state.joints.columns.flags[row] & JOINT_ENABLED) !== 0
}
