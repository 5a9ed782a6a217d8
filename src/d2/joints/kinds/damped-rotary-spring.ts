/**
 * Damped rotary spring, as in Chipmunk: turns two bodies towards an angle of `restAngle` between them.
 *
 * τ = −stiffness ((φ_B − φ_A) − restAngle) − damping (ω_B − ω_A) on B (part `angle`), angles as the bodies count them, any number of turns; a kick
 * that is exact for one degree of freedom. Source: Chipmunk IM8 (docs/errata.md: minus, signed angle).
 */

import { requireNonNegative, requireSized } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import { setSpring } from '../../../common/joints/features.ts'
import type { WorldState } from '../../store/world-state.ts'
import { draftEnds, writeChipmunk, CHIPMUNK_FIELDS, type ChipmunkDefinition } from './chipmunk-joint.ts'
import { SpringJoint } from './damped-spring.ts'
import type { JointKind } from '../joint-kind.ts'
import { rotaryLimitKind } from './rotary-limit-joint.ts'

export const dampedRotarySpringKind: JointKind = { ...rotaryLimitKind, name: 'damped rotary spring' }

/** What a damped rotary spring is told. */
export interface DampedRotarySpringDefinition extends ChipmunkDefinition {
  /** Angle of B against A at which it is relaxed, rad. Default 0. */
  restAngle?: number
  /** Stiffness, N m/rad. */
  stiffness: number
  /** Damping, N m s/rad. */
  damping: number
}

const FIELDS: Fields<DampedRotarySpringDefinition> = { ...CHIPMUNK_FIELDS, restAngle: 0, stiffness: 0, damping: 0 }

export function writeDampedRotarySpring(state: WorldState, d: DampedRotarySpringDefinition): number {
  const field = 'dampedRotarySpring'
  return writeChipmunk(state, dampedRotarySpringKind, draftEnds(state, d, field, FIELDS), d, field, (row) => {
    const target = requireSized(d.restAngle ?? 0, `${field}.restAngle`)
    setSpring(state, row, 0, { target, stiffness: d.stiffness, damping: requireNonNegative(d.damping, `${field}.damping`) }, field)
  })
}

/** A spring between two angles, as in Chipmunk. */
export class DampedRotarySpring extends SpringJoint {
  /** Angle of B against A at which it is relaxed, rad. */
  get restAngle(): number {
    return this.spring().target
  }

  set restAngle(value: number) {
    this.change('target', value)
  }

  /** How far B is turned against A, φ_B − φ_A, rad. */
  get angle(): number {
    return this.readCoordinate(0)
  }
}
