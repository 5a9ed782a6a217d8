/**
 * Damped spring, as in Chipmunk: pulls two points to a distance of `restLength`. A distance joint's spring under its Chipmunk name.
 *
 * F = −stiffness (|p_B − p_A| − restLength) n − damping · rate n on B (part `length`), as a kick that is exact for one degree of freedom whatever the
 * stiffness (`spring-response.ts`). Source: Chipmunk IM6 (docs/errata.md: minus, and the step's Δt in the damping).
 */

import type { Fields } from '../../../common/options.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import { getSpring, setSpring, type FullSpring } from '../../../common/joints/features.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, ANCHOR_FIELDS, type ChipmunkDefinition, type TwoAnchors,
} from './chipmunk-joint.ts'
import { measureLength } from './distance-joint.ts'
import { measureRow } from '../joint-definition.ts'
import type { JointKind } from '../joint-kind.ts'

export const dampedSpringKind: JointKind = { name: 'damped spring', coordinates: ['length'], measure: measureLength }

/** What a damped spring is told. */
export interface DampedSpringDefinition extends ChipmunkDefinition, TwoAnchors {
  /** Length at which it is relaxed, m. Default: how far the points are apart. */
  restLength?: number
  /** Stiffness, N/m. */
  stiffness: number
  /** Damping, N s/m. */
  damping: number
}

const FIELDS: Fields<DampedSpringDefinition> = { ...CHIPMUNK_FIELDS, ...ANCHOR_FIELDS, restLength: 0, stiffness: 0, damping: 0 }

export function writeDampedSpring(state: WorldState, d: DampedSpringDefinition): number {
  const ends = draftEnds(state, d, 'dampedSpring', FIELDS)
  return writeChipmunk(state, dampedSpringKind, ends, d, 'dampedSpring', (row) => {
    const target = requireNonNegative(d.restLength ?? measureRow(state, row).value[0], 'dampedSpring.restLength')
    setSpring(state, row, 0, { target, stiffness: d.stiffness, damping: requireNonNegative(d.damping, 'dampedSpring.damping') }, 'dampedSpring')
  })
}

/** What the two springs share. */
export abstract class SpringJoint extends ChipmunkJoint {
  /** Stiffness, N/m or N m/rad. */
  get stiffness(): number {
    return this.spring().stiffness!
  }

  set stiffness(value: number) {
    this.change('stiffness', value)
  }

  /** Damping, N s/m or N m s/rad. */
  get damping(): number {
    return this.spring().damping!
  }

  set damping(value: number) {
    this.change('damping', value)
  }

  /** @internal */
  protected spring(): FullSpring {
    return getSpring(this.state, this.row(), 0)!
  }

  /** @internal */
  protected change(what: 'target' | 'stiffness' | 'damping', value: number): void {
    const row = this.edit(what)
    const { target, stiffness, damping } = this.spring()
    setSpring(this.state, row, 0, { target, stiffness: stiffness!, damping: damping!, [what]: value }, this.type)
  }
}

/** A spring between two points, as in Chipmunk. */
export class DampedSpring extends SpringJoint {
  /** Length at which it is relaxed, m. */
  get restLength(): number {
    return this.spring().target
  }

  set restLength(value: number) {
    this.change('target', requireNonNegative(value, 'dampedSpring.restLength'))
  }

  /** How far the points are apart, m. */
  get currentLength(): number {
    return this.readCoordinate(0)
  }
}
