/**
 * Slide joint, as in Chipmunk: two points keep between a least and a greatest distance; nothing acts between. A distance joint's range under its
 * Chipmunk name.
 *
 * The length |p_B − p_A| (part `length`) is a coordinate with a limit, which pushes inwards only. Source: Chipmunk IM3 (errata: a minimum pushes the
 * other way than a maximum).
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireNonNegative, requireSized } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import { getLimit, setLimit } from '../../../common/joints/features.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, ANCHOR_FIELDS, type ChipmunkDefinition, type TwoAnchors,
} from './chipmunk-joint.ts'
import { measureLength } from './distance-joint.ts'
import type { JointKind } from '../joint-kind.ts'

export const slideKind: JointKind = { name: 'slide', coordinates: ['length'], measure: measureLength }

/** What a slide joint is told. */
export interface SlideDefinition extends ChipmunkDefinition, TwoAnchors {
  /** Least distance of the points, m. Default 0. */
  min?: number
  /** Greatest distance of the points, m, above 0; may be Infinity. */
  max: number
}

const FIELDS: Fields<SlideDefinition> = { ...CHIPMUNK_FIELDS, ...ANCHOR_FIELDS, min: 0, max: 0 }

export function writeSlide(state: WorldState, d: SlideDefinition): number {
  const ends = draftEnds(state, d, 'slide', FIELDS)
  return writeChipmunk(state, slideKind, ends, d, 'slide', (row) => setRange(state, row, d.min ?? 0, d.max))
}

function setRange(state: WorldState, row: number, min: number, max: number): void {
  requireNonNegative(min, 'slide.min')
  if (max !== Infinity && !(requireSized(max, 'slide.max') > 0)) {
    throw new PhysicsError('out-of-range', 'slide.max', max, 'must be above 0. Use createPivotJoint to hold two points together.')
  }
  if (min > max) throw new PhysicsError('out-of-range', 'slide.min', min, `is above max (${max}). Swap them.`)
  // A length is never below 0, so a minimum of 0 is none.
  setLimit(state, row, 0, { lower: min > 0 ? min : -Infinity, upper: max }, 'slide')
}

/** A range of distances between two points, as in Chipmunk. */
export class SlideJoint extends ChipmunkJoint {
  /** Least distance of the points, m. */
  get min(): number {
    return Math.max(0, getLimit(this.state, this.row(), 0)!.lower)
  }

  set min(value: number) {
    setRange(this.state, this.edit('min'), value, this.max)
  }

  /** Greatest distance of the points, m. */
  get max(): number {
    return getLimit(this.state, this.row(), 0)!.upper
  }

  set max(value: number) {
    setRange(this.state, this.edit('max'), this.min, value)
  }

  /** How far the points are apart, m. */
  get currentLength(): number {
    return this.readCoordinate(0)
  }
}
