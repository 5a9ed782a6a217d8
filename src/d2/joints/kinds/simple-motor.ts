/**
 * Simple motor, as in Chipmunk: keeps the spins of two bodies `rate` apart, with at most `maxForce` N m. Something else is to hold the bodies.
 *
 * ω_A − ω_B = rate: a motor on the coordinate φ_B − φ_A (part `angle`) at the speed −rate. Source: Chipmunk IM12 (equation 15).
 */

import { requireFinite } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import { getMotor, setMotor } from '../../../common/joints/features.ts'
import type { WorldState } from '../../store/world-state.ts'
import { ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, type ChipmunkDefinition } from './chipmunk-joint.ts'
import type { JointKind } from '../joint-kind.ts'
import { rotaryLimitKind } from './rotary-limit-joint.ts'

export const simpleMotorKind: JointKind = { ...rotaryLimitKind, name: 'simple motor' }

/** What a simple motor is told. */
export interface SimpleMotorDefinition extends ChipmunkDefinition {
  /** Speed of A against B that it holds, ω_A − ω_B, rad/s. */
  rate: number
}

const FIELDS: Fields<SimpleMotorDefinition> = { ...CHIPMUNK_FIELDS, rate: 0 }

export function writeSimpleMotor(state: WorldState, d: SimpleMotorDefinition): number {
  const ends = draftEnds(state, d, 'simpleMotor', FIELDS)
  return writeChipmunk(state, simpleMotorKind, ends, d, 'simpleMotor', (row) => setRate(state, row, d.rate))
}

function setRate(state: WorldState, row: number, rate: unknown): void {
  setMotor(state, row, 0, { speed: 0 - requireFinite(rate, 'simpleMotor.rate'), maxForce: Infinity }, 'simpleMotor', 'maxForce')
}

/** Two spins a fixed rate apart, as in Chipmunk. */
export class SimpleMotor extends ChipmunkJoint {
  /** Speed of A against B that it holds, ω_A − ω_B, rad/s. */
  get rate(): number {
    return 0 - getMotor(this.state, this.row(), 0)!.speed
  }

  set rate(value: number) {
    setRate(this.state, this.edit('rate'), value)
  }

  /** Torque at the end of the last step, N m, on B. */
  get motorTorque(): number {
    return this.motorForceOf(0)
  }
}
