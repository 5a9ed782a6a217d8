/**
 * Slider (prismatic): drawers, pistons, lift cabins, telescopes. B moves along an axis of A and does not turn.
 *
 * Removes five freedoms: `dual-axis` (2 rows) and `full-rotation` (3 rows); leaves the travel s = x_A·(p_B − p_A) along x of frame A (part `axis`),
 * which can be limited, driven, sprung and rubbed. s = 0 where the anchors agree, which for an anchor in world space is how the bodies stand when
 * the joint is made; it grows when B moves along +axis.
 *
 * C = (y_A·d, z_A·d, rotation vector of q̄_A q_B). Where the forces act, and why not at the midpoint between the anchors: see `dual-axis`.
 * K, bias and λ as for every rigid block. The motor's force is along x_A at B's anchor, its reaction at the same place on A.
 * Degenerate: B exactly half a turn off; any way back is taken. Source: Chappuis 2.3, Tamis 3.1.4, docs/errata.md (Chappuis 50: b_trans).
 */

import { TravellingHandle, writeDriven, DRIVEN_FIELDS, type TravellingFeatures } from '../../../common/joints/handles/driven-handle.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { axisRotation, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, type JointKind, type Measure } from '../joint-kind.ts'
import { axisRow } from '../parts/axis.ts'
import { dualAxisRows } from '../parts/dual-axis.ts'
import { fullRotationRows } from '../parts/full-rotation.ts'

export const sliderKind: JointKind = {
  name: 'slider',
  coordinates: ['length'],
  angularRows: [false, false, true, true, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 5
    dualAxisRows(pose, out, 0)
    fullRotationRows(pose, out, 2)
    out.value[0] = axisRow(pose, pose, AXES_A, out.gradient, 0)
  },
}

/** What a slider is told: its axis, and what acts on its travel. */
export interface SliderDefinition extends AxisDefinition, TravellingFeatures {}

const FIELDS: Fields<SliderDefinition> = { ...AXIS_FIELDS, ...DRIVEN_FIELDS }

export function writeSlider(state: WorldState, d: SliderDefinition): number {
  const [a, b] = requireBodies(state, d, 'slider', FIELDS)
  const rotation = axisRotation(d, 'slider')
  draftFrames(state, a, b, d, 'slider', rotation)
  return writeJoint(state, sliderKind, a, b, d, 'slider', (row) => writeDriven(state, row, d, 'slider', 'maxForce'))
}

/** A drawer, a piston, a lift. */
export class SliderJoint extends TravellingHandle<Terms> {}
