/**
 * Wheel on a suspension: cars, carts, trolleys. A is the chassis, B the wheel.
 *
 * Frames: x along the suspension (up), as the bodies stand when the joint is made. Removes one freedom: the hub stays on the suspension line,
 * y_A·d = 0 (part `axis`). Coordinates: travel s = x_A·(p_B − p_A), m, the spring's, above 0 when the wheel is pressed in and x points up; spin
 * φ = φ_B − φ_A, turns counted: the motor's and the brake's, which is dry friction. Never degenerate.
 * Source: users expect it; Chipmunk builds it from a groove joint and a damped spring.
 */

import { setWheel, TRAVEL, WheelHandle, WHEEL_FIELDS, type WheelFeatures } from '../../../common/joints/handles/wheel-handle.ts'
import type { Fields } from '../../../common/options.ts'
import type { Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draftFrames, readAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'
import { ACROSS, ALONG, axisRow } from '../parts/axis.ts'

export type { Suspension } from '../../../common/joints/handles/wheel-handle.ts'

/** The coordinate beside the travel. */
const SPIN = 1

/** Shared with the groove joint, which has no use for the spin. */
export function measureLine(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
  out.rigid = 1
  out.error[0] = axisRow(pose, ACROSS, out.jacobian, 0)
  out.value[TRAVEL] = axisRow(pose, ALONG, out.gradient, 0)
  out.value[SPIN] = angleRow(pose, out.gradient, SPIN * ROW)
}

export const wheelKind: JointKind = { name: 'wheel', coordinates: ['length', 'turn'], measure: measureLine }

/** What a wheel is told: hub, axes, suspension, drive and brake. A is the chassis, B the wheel. */
export interface WheelDefinition extends JointDefinition, WheelFeatures {
  /** The hub, m, world space. Default: the origin of B. */
  anchor?: Vec2
  /** Direction of the travel, fixed in A; world space, as the bodies stand. Default: y of the world, up. */
  suspensionAxis?: Vec2
}

const FIELDS: Fields<WheelDefinition> = { ...JOINT_FIELDS, ...WHEEL_FIELDS, anchor: 0, suspensionAxis: 0 }

export function writeWheel(state: WorldState, d: WheelDefinition): number {
  const [a, b] = requireBodies(state, d, 'wheel', FIELDS)
  draftFrames(state, a, b, d, 'wheel', readAxis(d.suspensionAxis ?? { x: 0, y: 1 }, 'wheel.suspensionAxis'))
  return writeJoint(state, wheelKind, a, b, d, 'wheel', (row) => setWheel(state, row, SPIN, d))
}

/** A car wheel: travels on its suspension and spins. */
export class WheelJoint extends WheelHandle<Terms> {
  /** @internal */
  protected override readonly spinAt: number = SPIN
}
