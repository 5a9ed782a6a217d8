/**
 * Fixed (weld): glue, bolts, the leg of a table, the parts of one thing that may break. Two bodies move as one.
 *
 * Removes all three freedoms: `point` (2 rows) and equal angles (part `angle`). Nothing is left, so there are no coordinates; what it can do besides
 * holding is to give (`softness`) and to break.
 *
 * C = (p_B − p_A, φ_B − φ_A within half a turn). With a softness in hertz every row swings at that frequency on its own, because the block takes
 * the coupling of the rows by way of the masses out; with stiffness each row is a spring of that many N/m or N m/rad, and a load at the end of a
 * beam bends it. Degenerate: exactly half a turn off; either way back is right. Source: Chappuis 2.5 in the plane.
 */

import type { WorldState } from '../../store/world-state.ts'
import type { Fields } from '../../../common/options.ts'
import { Joint } from '../joint.ts'
import { draftFrames, writeJoint, ANCHORED_FIELDS, type AnchoredDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { agreeRow } from '../parts/angle.ts'
import { pointRows } from '../parts/point.ts'

export const fixedKind: JointKind = {
  name: 'fixed',
  lattice: true,
  coordinates: [],
  angularRows: [false, false, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 3
    pointRows(pose, out)
    out.error[2] = agreeRow(pose, out.jacobian, 2 * ROW)
  },
}

/** Joined as the bodies stand, at `anchor`; or frame on frame. */
export interface FixedDefinition extends AnchoredDefinition {}

const FIELDS: Fields<FixedDefinition> = { ...ANCHORED_FIELDS }

export function writeFixed(state: WorldState, d: FixedDefinition): number {
  const [a, b] = requireBodies(state, d, 'fixed', FIELDS)
  draftFrames(state, a, b, d, 'fixed', 0)
  return writeJoint(state, fixedKind, a, b, d, 'fixed', () => undefined)
}

/** A weld: two bodies move as one, until it breaks. */
export class FixedJoint extends Joint {}
