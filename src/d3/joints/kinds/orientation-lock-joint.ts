/**
 * Orientation lock: a camera that stays level on a swinging rope, the platform of a fork lift, a gondola. Two bodies keep looking the same way;
 * where they are is free.
 *
 * Removes three freedoms: `full-rotation` (3 rows). There is no anchor, so no force is ever passed on, only torque. No coordinates.
 *
 * C = φ, the rotation vector of frame B seen from frame A, J = (0, −G, 0, G) with the rows of φ's gradient. The papers' C = q_v has no slope left
 * at half a turn; φ grows with slope 1 along itself all the way. At exactly half a turn either way back is right. Source: Hodges 16, Tamis 3.2.3.
 */

import { PhysicsError } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import { readQuat, type Quat } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { Joint } from '../joint.ts'
import { draft, draftFrames, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { FRAME_A, FRAME_B } from '../../store/joint-table.ts'
import { fullRotationRows } from '../parts/full-rotation.ts'

export const orientationLockKind: JointKind = {
  name: 'orientation lock',
  coordinates: [],
  angularRows: [true, true, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 3
    fullRotationRows(pose, out, 0)
  },
}

/** What an orientation lock is told. */
export interface OrientationLockDefinition extends JointDefinition {
  /** How B is turned as seen from A. Default: as the bodies stand. */
  rotation?: Quat
}

const FIELDS: Fields<OrientationLockDefinition> = { ...JOINT_FIELDS, rotation: 0 }

export function writeOrientationLock(state: WorldState, d: OrientationLockDefinition): number {
  const [a, b] = requireBodies(state, d, 'orientationLock', FIELDS)
  draftFrames(state, a, b, { bodyB: d.bodyB }, 'orientationLock')
  if (d.rotation !== undefined) {
    readQuat(d.rotation, 'orientationLock.rotation', draft, FRAME_A)
    draft.set([0, 0, 0, 1], FRAME_B)
  }
  const { breakForce } = d
  if (breakForce !== undefined && breakForce !== Infinity) {
    const advice = 'can never be reached: the joint passes on no force. Give breakTorque.'
    throw new PhysicsError('wrong-type', 'orientationLock.breakForce', breakForce, advice)
  }
  return writeJoint(state, orientationLockKind, a, b, d, 'orientationLock', () => undefined)
}

/** Two bodies keep looking the same way; where they are is free. */
export class OrientationLockJoint extends Joint {}
