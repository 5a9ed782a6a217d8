/**
 * Hinge (revolute): doors, wheels, knees, cranks. Two bodies share an axis and turn about it.
 *
 * Removes five freedoms: `point` (3 rows) and `hinge-rotation` (2 rows); leaves the angle θ about x of frame A (part `angle`), which can be limited,
 * driven, sprung and rubbed and counts its turns. θ = 0 where the frames agree, which for an axis given in world space is how the bodies stand when
 * the joint is made; it grows when B turns right-handed about the axis.
 *
 * C = (p_B − p_A, swing of x_B against x_A). The swing comes in two formulations, equal near 0:
 *  'axis' — θ (a × b)/|a × b| from the axes alone (part `hinge-rotation`);
 *  'quaternion' — the swing s of q = q̄_A q_B = s · twist, the twist about x: C = 2 (s_y, s_z), taken with s_w ≥ 0.
 * Neither is satisfied by the mirror image x_B = −x_A. K, bias and λ as for every rigid block (`build-joint.ts`, `joint-targets.ts`).
 * Degenerate: exactly opposite axes; any way back is taken.
 * Source: Chappuis 2.4, Hodges 14, 17, 18, Tamis 3.2.1, 3.2.4, 3.2.5 (their slips set right: sign of the angle,
 * transposed X, counted turns).
 */

import { PhysicsError } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import { TurningHandle, writeDriven, DRIVEN_FIELDS, type TurningFeatures } from '../../../common/joints/handles/driven-handle.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { axisRotation, draft, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { OWN } from '../../store/joint-table.ts'
import { setAngle, setAngleRow } from '../parts/angle.ts'
import { hingeRotationErrors, hingeRotationRows } from '../parts/hinge-rotation.ts'
import { pointErrors, pointRows } from '../parts/point.ts'
import { quaternionHingeRows } from '../parts/quaternion-hinge.ts'

/** Own number: 1 = quaternion formulation. */
const FORMULATION = OWN

export const hingeKind: JointKind = {
  name: 'hinge',
  coordinates: ['turn'],
  angularRows: [false, false, false, true, true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 5
    pointRows(pose, out, 0)
    if (data[d + FORMULATION] === 1) quaternionHingeRows(pose, out, 3)
    else hingeRotationRows(pose, out, 3)
    setAngleRow(pose, out.gradient, 0, out.value, 0)
  },
  measureErrors(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 5
    pointErrors(pose, out, 0)
    if (data[d + FORMULATION] === 1) quaternionHingeRows(pose, out, 3)
    else hingeRotationErrors(pose, out, 3)
    setAngle(pose, out.value, 0)
  },
}

/** What a hinge is told: where it is, and what acts on its angle. */
export interface HingeDefinition extends AxisDefinition, TurningFeatures {
  /** How the axes are held together; for study. Default 'axis'. */
  formulation?: 'axis' | 'quaternion'
}

const FIELDS: Fields<HingeDefinition> = { ...AXIS_FIELDS, ...DRIVEN_FIELDS, formulation: 0 }

export function writeHinge(state: WorldState, d: HingeDefinition): number {
  const [a, b] = requireBodies(state, d, 'hinge', FIELDS)
  const rotation = axisRotation(d, 'hinge')
  const formulation = d.formulation ?? 'axis'
  if (formulation !== 'axis' && formulation !== 'quaternion') {
    throw new PhysicsError('wrong-type', 'hinge.formulation', formulation, "must be 'axis' or 'quaternion'.")
  }
  draftFrames(state, a, b, d, 'hinge', rotation)
  draft[FORMULATION] = formulation === 'quaternion' ? 1 : 0
  return writeJoint(state, hingeKind, a, b, d, 'hinge', row => writeDriven(state, row, d, 'hinge', 'maxTorque'))
}

/** A door hinge, a wheel on a fixed axle. */
export class HingeJoint extends TurningHandle<Terms> {
  /** How the axes are held together. */
  get formulation(): 'axis' | 'quaternion' {
    return this.own(FORMULATION) === 1 ? 'quaternion' : 'axis'
  }
}
