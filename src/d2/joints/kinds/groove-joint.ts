/**
 * Groove joint, as in Chipmunk: a point of B slides in a straight groove of A, from one end of it to the other, and turns as it likes.
 *
 * Frame A has its anchor at the groove's start and x along it: y_A·d = 0 is a rigid row, the place s = x_A·d along the groove a coordinate with the
 * limit 0 ≤ s ≤ length (part `axis`), so the ends push inwards only. Source: Chipmunk IM5.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import type { Fields } from '../../../common/options.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { setLimit } from '../../../common/joints/features.ts'
import { readVec2, type Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, type ChipmunkDefinition } from './chipmunk-joint.ts'
import { draft } from '../joint-definition.ts'
import type { JointKind } from '../joint-kind.ts'
import { ANCHOR_A, FRAME_A } from '../../store/joint-table.ts'
import { measureLine } from './wheel-joint.ts'

export const grooveKind: JointKind = { name: 'groove', coordinates: ['length', 'turn'], measure: measureLine }

/** What a groove joint is told. */
export interface GrooveDefinition extends ChipmunkDefinition {
  /** One end of the groove on A, its own axes, from its origin, m. */
  grooveA: Vec2
  /** The other end of the groove on A, its own axes, from its origin, m. */
  grooveB: Vec2
  /** The point of B in the groove, its own axes, from its origin, m. Default: its origin. */
  anchorB?: Vec2
}

const FIELDS: Fields<GrooveDefinition> = { ...CHIPMUNK_FIELDS, grooveA: 0, grooveB: 0, anchorB: 0 }

const end = new Float64Array(2)

export function writeGroove(state: WorldState, d: GrooveDefinition): number {
  const ends = draftEnds(state, d, 'groove', FIELDS)
  readVec2(d.grooveA, 'groove.grooveA', draft, ANCHOR_A)
  readVec2(d.grooveB, 'groove.grooveB', end, 0)
  const x = end[0] - draft[ANCHOR_A]
  const y = end[1] - draft[ANCHOR_A + 1]
  const length = Math.sqrt(x * x + y * y)
  if (!(length > 0)) {
    throw new PhysicsError('degenerate', 'groove.grooveB', d.grooveB, 'leaves the groove no length. Use createPivotJoint for a point.')
  }
  draft[FRAME_A] = atan2(y, x)
  return writeChipmunk(state, grooveKind, ends, d, 'groove', (row) => setLimit(state, row, 0, { lower: 0, upper: length }, 'groove'))
}

/** A point of B slides in a groove of A, as in Chipmunk. */
export class GrooveJoint extends ChipmunkJoint {
  /** How far along the groove B's point is, m from `grooveA`. */
  get position(): number {
    return this.readCoordinate(0)
  }

  /** Speed along the groove, m/s. */
  get speed(): number {
    return this.readCoordinateSpeed(0)
  }
}
