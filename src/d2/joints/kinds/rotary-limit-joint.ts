/**
 * Rotary limit joint, as in Chipmunk: keeps the angle of B against A in a range, any number of turns; positions are free.
 *
 * The coordinate φ_B − φ_A (part `angle`), as the bodies count their turns, with the limit min … max, which pushes inwards only.
 * Source: Chipmunk IM9 (docs/errata.md: b = k/Δt ((φ₂ − φ₁) − limit), one sign).
 */

import { getLimit, setLimit } from '../../../common/joints/features.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { requireSized } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import { ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, type ChipmunkDefinition } from './chipmunk-joint.ts'
import type { JointKind, Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'

/** Shared with the ratchet, the rotary spring and the simple motor. */
export const rotaryLimitKind: JointKind = {
  name: 'rotary limit',
  coordinates: ['angle'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 0
    out.value[0] = angleRow(pose, out.gradient, 0)
  },
}

/** What a rotary limit is told. */
export interface RotaryLimitDefinition extends ChipmunkDefinition {
  /** Least angle of B against A, rad; may be −Infinity. */
  min: number
  /** Greatest angle of B against A, rad; may be Infinity. */
  max: number
}

const FIELDS: Fields<RotaryLimitDefinition> = { ...CHIPMUNK_FIELDS, min: 0, max: 0 }

export function writeRotaryLimit(state: WorldState, d: RotaryLimitDefinition): number {
  const ends = draftEnds(state, d, 'rotaryLimit', FIELDS)
  return writeChipmunk(state, rotaryLimitKind, ends, d, 'rotaryLimit', (row) => setRange(state, row, d.min, d.max))
}

function setRange(state: WorldState, row: number, min: number, max: number): void {
  if (min !== -Infinity) requireSized(min, 'rotaryLimit.min')
  if (max !== Infinity) requireSized(max, 'rotaryLimit.max')
  if (min > max) throw new PhysicsError('out-of-range', 'rotaryLimit.min', min, `is above max (${max}). Swap them.`)
  setLimit(state, row, 0, { lower: min, upper: max }, 'rotaryLimit')
}

/** A range for the angle between two bodies, as in Chipmunk. */
export class RotaryLimitJoint extends ChipmunkJoint {
  /** Least angle of B against A, rad. */
  get min(): number {
    return getLimit(this.state, this.row(), 0)!.lower
  }

  set min(value: number) {
    setRange(this.state, this.edit('min'), value, this.max)
  }

  /** Greatest angle of B against A, rad. */
  get max(): number {
    return getLimit(this.state, this.row(), 0)!.upper
  }

  set max(value: number) {
    setRange(this.state, this.edit('max'), this.min, value)
  }

  /** How far B is turned against A, φ_B − φ_A, rad. */
  get angle(): number {
    return this.readCoordinate(0)
  }
}
