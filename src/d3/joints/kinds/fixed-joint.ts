/**
 * Fixed (weld): glue, bolts, the leg of a table, the parts of one thing that may break. Two bodies move as one.
 *
 * Removes all six freedoms: `point` (3 rows) and `full-rotation` (3 rows). Nothing is left, so there are no coordinates; what it can do besides
 * holding is to give (`softness`) and to break.
 *
 * C = (p_B − p_A, φ), φ the rotation vector of frame B seen from frame A, in A's axes. J = rows of the two parts. Both errors grow with the
 * violation, up to half a turn; at exactly half a turn φ and −φ are the same pose and either way back is right. With a softness in hertz every row
 * swings at that frequency on its own, because the block takes the coupling of the rows by way of the masses out; with stiffness each row is a
 * spring of that many N/m or N m/rad, and a load at the end of a beam bends it. Source: Chappuis 2.5; the rotation by its vector instead of C =
 * q_v, which shrinks again beyond a quarter turn.
 */

import type { WorldState } from '../../store/world-state.ts'
import type { Fields } from '../../../common/options.ts'
import { Joint } from '../joint.ts'
import { draftFrames, writeJoint, ANCHORED_FIELDS, type AnchoredDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { fullRotationRows } from '../parts/full-rotation.ts'
import { pointRows } from '../parts/point.ts'

export const fixedKind: JointKind = {
  name: 'fixed',
  coordinates: [],
  angularRows: [false, false, false, true, true, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 6
    pointRows(pose, out, 0)
    fullRotationRows(pose, out, 3)
  },
}

/** Joined as the bodies stand, at `anchor`; or frame on frame. */
export interface FixedDefinition extends AnchoredDefinition {}

const FIELDS: Fields<FixedDefinition> = { ...ANCHORED_FIELDS }

export function writeFixed(state: WorldState, d: FixedDefinition): number {
  const [a, b] = requireBodies(state, d, 'fixed', FIELDS)
  draftFrames(state, a, b, d, 'fixed')
  return writeJoint(state, fixedKind, a, b, d, 'fixed', () => undefined)
}

/** A weld: two bodies move as one, until it breaks. */
export class FixedJoint extends Joint {}
