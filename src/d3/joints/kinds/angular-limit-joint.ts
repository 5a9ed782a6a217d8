/**
 * Angular limit: a neck that turns only so far, a hose that may be twisted twice and no more, a torsion wire. Limits how far B is twisted against
 * A about an axis, any number of turns; positions and the swing of the axis are free.
 *
 * Removes no freedom; the twist θ about x of frame A (part `angle`) can be limited, driven, sprung and rubbed, turns counted. θ = 0 as the bodies
 * stand when the joint is made and grows when B turns right-handed about the axis.
 *
 * θ is the twist of q = swing · twist, so it does not change however the axis swings by itself, and ∇θ = (a + b) / (1 + a·b) with a = x_A, b =
 * x_B: the torque acts about the line half way between the two axes, the same for either body. The other way to read it, the azimuth of a vector
 * of B across x_A, fails when that vector comes near x_A, a quarter turn of swing away; this one only at half a turn (b = −a), where there is no
 * twist to tell. Close to there θ runs through a whole turn while the bodies hardly move, so a limit would act like a wall of needles and whole
 * turns would be miscounted. Within 8° of it the joint is blind: it keeps what it last read and has no slope, so nothing acts; beyond, θ goes on
 * from the nearest turn. Source: Tamis 3.2.8 (C = θ − φ there by the azimuth, with J = x_A, which is its rate on a hinge only).
 */

import { TWIST_BLIND } from '../parts/tolerances.ts'
import { without, type Fields } from '../../../common/options.ts'
import { TurningHandle, writeDriven, DRIVEN_FIELDS, type TurningFeatures } from '../../../common/joints/handles/driven-handle.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { axisRotation, draftFrames, writeJoint, JOINT_FIELDS, type JointDefinition, type JointFrame } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, AXES_B, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'

export const angularLimitKind: JointKind = {
  name: 'angular limit',
  coordinates: ['turn'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure, turns: Float64Array, t: number): void {
    out.rigid = 0
    out.value[0] = angleRow(pose, out.gradient, 0)
    const cosine = pose[AXES_A] * pose[AXES_B] + pose[AXES_A + 1] * pose[AXES_B + 1] + pose[AXES_A + 2] * pose[AXES_B + 2]
    if (cosine > TWIST_BLIND) return
    out.value[0] = turns[t]
    out.gradient.fill(0, 0, ROW)
  },
}

/** What an angular limit is told: an axis, and what acts on the twist about it. */
export interface AngularLimitDefinition extends Omit<JointDefinition, 'softness' | 'breakForce'>, TurningFeatures {
  /** Direction of the axis in world space, any length above 0. Default: x of the world. */
  axis?: Vec3
  /** Instead of `axis`: the axis is x of both frames. Positions are not looked at. Left out: as `axis` says. */
  frameA?: JointFrame
  /** The frame on B; goes with `frameA`. Left out: as `axis` says. */
  frameB?: JointFrame
}

const FIELDS: Fields<AngularLimitDefinition> = { ...without(JOINT_FIELDS, 'softness', 'breakForce'), ...DRIVEN_FIELDS, axis: 0, frameA: 0, frameB: 0 }

export function writeAngularLimit(state: WorldState, d: AngularLimitDefinition): number {
  const [a, b] = requireBodies(state, d, 'angularLimit', FIELDS)
  const rotation = axisRotation(d, 'angularLimit')
  draftFrames(state, a, b, d, 'angularLimit', rotation)
  return writeJoint(state, angularLimitKind, a, b, d, 'angularLimit', row => writeDriven(state, row, d, 'angularLimit', 'maxTorque'))
}

/** Keeps the twist of B against A inside a range. `angle` is the twist about the axis, rad, turns counted. */
export class AngularLimitJoint extends TurningHandle<Terms> {
  /** @internal */
  protected override get field(): string {
    return 'angularLimit'
  }
}
