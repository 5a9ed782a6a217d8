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
 * Neither is satisfied by the mirror image x_B = −x_A. K, bias and λ as for every rigid block (`build-joint.ts`, `aim-joints.ts`).
 * Degenerate: exactly opposite axes; any way back is taken.
 * Source: Chappuis 2.4, Hodges 14, 17, 18, Tamis 3.2.1, 3.2.4, 3.2.5 (their slips set right: sign of the angle,
 * transposed X, counted turns).
 */

import { PhysicsError } from '../../common/errors.ts'
import type { WorldState } from '../world-state.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Spring,
} from './features.ts'
import { Joint } from './joint.ts'
import { axisRotation, draft, draftFrames, requireBodies, writeJoint, type AxisDefinition } from './joint-definition.ts'
import { type JointKind, type Measure } from './joint-kind.ts'
import { OWN } from './joint-table.ts'
import { angleRow } from './parts/angle.ts'
import { hingeRotationRows } from './parts/hinge-rotation.ts'
import { pointRows } from './parts/point.ts'
import { quaternionHingeRows } from './parts/quaternion-hinge.ts'

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
    out.value[0] = angleRow(pose, out.gradient, 0)
  },
}

/** Drives the hinge at a speed. */
export interface TorqueMotor {
  /** rad/s. */
  speed: number
  /** N m; Infinity = whatever it takes. */
  maxTorque: number
}

export interface HingeDefinition extends AxisDefinition {
  /** rad, any number of turns. */
  limit?: Limit | null
  motor?: TorqueMotor | null
  /** Spring or position drive towards an angle. */
  spring?: Spring | null
  /** Dry friction, N m. Default 0. */
  friction?: number
  /** How the axes are held together; for study. Default 'axis'. */
  formulation?: 'axis' | 'quaternion'
}

export function writeHinge(state: WorldState, d: HingeDefinition): number {
  const [a, b] = requireBodies(state, d, 'hinge')
  const rotation = new Float64Array(4)
  axisRotation(d, 'hinge', rotation)
  const formulation = d.formulation ?? 'axis'
  if (formulation !== 'axis' && formulation !== 'quaternion') {
    throw new PhysicsError('wrong-type', 'hinge.formulation', formulation, "must be 'axis' or 'quaternion'.")
  }
  draft.fill(0)
  draftFrames(state, a, b, d, 'hinge', rotation, 0)
  draft[FORMULATION] = formulation === 'quaternion' ? 1 : 0
  return writeJoint(state, hingeKind, a, b, d, 'hinge', row => {
    setLimit(state, row, 0, d.limit, 'hinge.limit')
    setMotor(state, row, 0, d.motor, 'hinge.motor', 'maxTorque')
    setSpring(state, row, 0, d.spring, 'hinge.spring')
    setFriction(state, row, 0, d.friction, 'hinge.friction')
  })
}

export class HingeJoint extends Joint {
  /** How far B has turned against A, rad, turns counted. */
  get angle(): number {
    return this.coordinate(0)
  }

  /** rad/s of B against A about the axis. */
  get speed(): number {
    return this.coordinateSpeed(0)
  }

  get limit(): FullLimit | null {
    return getLimit(this.state, this.row(), 0)
  }

  set limit(value: Limit | null) {
    setLimit(this.state, this.edit('limit'), 0, value, 'hinge.limit')
  }

  get motor(): TorqueMotor | null {
    const motor = getMotor(this.state, this.row(), 0)
    return motor && { speed: motor.speed, maxTorque: motor.maxForce }
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, 'hinge.motor', 'maxTorque')
  }

  get spring(): FullSpring | null {
    return getSpring(this.state, this.row(), 0)
  }

  set spring(value: Spring | null) {
    setSpring(this.state, this.edit('spring'), 0, value, 'hinge.spring')
  }

  /** Dry friction, N m. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    setFriction(this.state, this.edit('friction'), 0, value, 'hinge.friction')
  }

  /** Torque the motor gave at the end of the last step, N m about the axis, on B. */
  get motorTorque(): number {
    return this.motorForce(0)
  }

  get formulation(): 'axis' | 'quaternion' {
    return this.own(FORMULATION) === 1 ? 'quaternion' : 'axis'
  }
}
