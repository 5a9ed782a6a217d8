/**
 * Hinge (revolute, pin in a hole): doors, wheels, elbows, pendulums. Two bodies share a point and turn about it.
 *
 * Removes two freedoms: `point` (2 rows); leaves the angle θ = φ_B − φ_A (part `angle`), which can be limited, driven, sprung and rubbed and counts
 * its turns. θ = 0 where the frames agree, which for an anchor in world space is how the bodies stand when the joint is made; it grows when B
 * turns counter-clockwise.
 *
 * C = p_B − p_A. K, bias and λ as for every rigid block (`build-joint.ts`, `joint-targets.ts`). Never degenerate.
 * Source: Chipmunk IM4; Chappuis 2.4 in the plane.
 */

import { TurningHandle, writeDriven, DRIVEN_FIELDS, type TurningFeatures } from '../../../common/joints/handles/driven-handle.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draftFrames, writeJoint, ANCHORED_FIELDS, type AnchoredDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'
import { pointRows } from '../parts/point.ts'

export const hingeKind: JointKind = {
  name: 'hinge',
  lattice: true,
  coordinates: ['turn'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 2
    pointRows(pose, out)
    out.value[0] = angleRow(pose, out.gradient, 0)
  },
}

/** What a hinge is told: where it is, and what acts on its angle. */
export interface HingeDefinition extends AnchoredDefinition, TurningFeatures {}

const FIELDS: Fields<HingeDefinition> = { ...ANCHORED_FIELDS, ...DRIVEN_FIELDS }

export function writeHinge(state: WorldState, d: HingeDefinition): number {
  const [a, b] = requireBodies(state, d, 'hinge', FIELDS)
  draftFrames(state, a, b, d, 'hinge', 0)
  return writeJoint(state, hingeKind, a, b, d, 'hinge', (row) => writeDriven(state, row, d, 'hinge', 'maxTorque'))
}

/** A door hinge, a wheel on a fixed axle. */
export class HingeJoint extends TurningHandle<Terms> {}
