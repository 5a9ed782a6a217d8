/**
 * Pivot joint, as in Chipmunk: a point of A and a point of B coincide. A hinge under its Chipmunk name, without the hinge's angle.
 *
 * C = p_B − p_A (part `point`), two rigid rows. Source: Chipmunk IM4.
 */

import { PhysicsError } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import type { Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, ANCHOR_FIELDS, type ChipmunkDefinition, type TwoAnchors,
} from './chipmunk-joint.ts'
import { hingeKind } from './hinge-joint.ts'
import { draftAnchors } from '../joint-definition.ts'
import type { JointKind } from '../joint-kind.ts'

export const pivotKind: JointKind = { ...hingeKind, name: 'pivot' }

/** What a pivot joint is told. */
export interface PivotDefinition extends ChipmunkDefinition, TwoAnchors {
  /** The shared point, m, world space, instead of the anchors. Default: the origin of B. */
  pivot?: Vec2
}

const FIELDS: Fields<PivotDefinition> = { ...CHIPMUNK_FIELDS, ...ANCHOR_FIELDS, pivot: 0 }

export function writePivot(state: WorldState, d: PivotDefinition): number {
  const ends = draftEnds(state, d, 'pivot', FIELDS)
  const anchored = d.anchorA !== undefined || d.anchorB !== undefined
  if (anchored && d.pivot !== undefined) {
    throw new PhysicsError('wrong-type', 'pivot.pivot', d.pivot, 'and anchors are two answers to one question. Give one.')
  }
  const pivot = d.pivot ?? d.bodyB.position
  if (!anchored) draftAnchors(state, ...ends, pivot, pivot, 'pivot.pivot', 'pivot.pivot', 0)
  return writeChipmunk(state, pivotKind, ends, d, 'pivot', () => undefined)
}

/** A shared point to turn about, as in Chipmunk. */
export class PivotJoint extends ChipmunkJoint {}
