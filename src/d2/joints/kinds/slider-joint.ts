/**
 * Slider (prismatic): drawers, pistons, lift cabins, telescopes. B moves along an axis of A and does not turn.
 *
 * Removes two freedoms: y_A·d = 0 (part `axis`) and equal angles (part `angle`); leaves the travel s = x_A·(p_B − p_A) along x of frame A, which can
 * be limited, driven, sprung and rubbed. s = 0 where the anchors agree, which for an anchor in world space is how the bodies stand when the joint
 * is made; it grows when B moves along +axis. K, bias and λ as for every rigid block.
 * Degenerate: B exactly half a turn off; either way back is taken. Source: Chappuis 2.3 in the plane.
 */

import { TravellingHandle, writeDriven, DRIVEN_FIELDS, type TravellingFeatures } from '../../../common/joints/handles/driven-handle.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { axisAngle, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { agreeRow } from '../parts/angle.ts'
import { ACROSS, ALONG, axisRow } from '../parts/axis.ts'

export const sliderKind: JointKind = {
  name: 'slider',
  coordinates: ['length'],
  angularRows: [false, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 2
    out.error[0] = axisRow(pose, ACROSS, out.jacobian, 0)
    out.error[1] = agreeRow(pose, out.jacobian, ROW)
    out.value[0] = axisRow(pose, ALONG, out.gradient, 0)
  },
}

/** What a slider is told: its axis, and what acts on its travel. */
export interface SliderDefinition extends AxisDefinition, TravellingFeatures {}

const FIELDS: Fields<SliderDefinition> = { ...AXIS_FIELDS, ...DRIVEN_FIELDS }

export function writeSlider(state: WorldState, d: SliderDefinition): number {
  const [a, b] = requireBodies(state, d, 'slider', FIELDS)
  draftFrames(state, a, b, d, 'slider', axisAngle(d, 'slider'))
  return writeJoint(state, sliderKind, a, b, d, 'slider', (row) => writeDriven(state, row, d, 'slider', 'maxForce'))
}

/** A drawer, a piston, a lift. */
export class SliderJoint extends TravellingHandle<Terms> {}
