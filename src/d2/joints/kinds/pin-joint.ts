/**
 * Pin joint, as in Chipmunk: a bar between a point of A and a point of B. A distance joint's rod under its Chipmunk name.
 *
 * C = |p_B − p_A| − dist (part `length`), one rigid row. Source: Chipmunk IM2 (docs/errata.md: current minus rest).
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import { LENGTH, ROD } from '../../../common/joints/handles/distance-handle.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, ANCHOR_FIELDS, type ChipmunkDefinition, type TwoAnchors,
} from './chipmunk-joint.ts'
import { measureLength } from './distance-joint.ts'
import { draft, measureRow } from '../joint-definition.ts'
import type { JointKind } from '../joint-kind.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'

export const pinKind: JointKind = { name: 'pin', coordinates: ['length'], measure: measureLength }

/** What a pin joint is told. */
export interface PinDefinition extends ChipmunkDefinition, TwoAnchors {
  /** Length of the bar, m. Default: how far the points are apart. */
  dist?: number
}

const FIELDS: Fields<PinDefinition> = { ...CHIPMUNK_FIELDS, ...ANCHOR_FIELDS, dist: 0 }

export function writePin(state: WorldState, d: PinDefinition): number {
  const ends = draftEnds(state, d, 'pin', FIELDS)
  draft[OWN + ROD] = 1
  return writeChipmunk(state, pinKind, ends, d, 'pin', (row) => {
    state.joints.columns.data[row * DATA_SIZE + OWN + LENGTH] = readDist(d.dist ?? measureRow(state, row).value[0])
  })
}

function readDist(value: unknown): number {
  const dist = requireNonNegative(value, 'pin.dist')
  if (dist === 0) throw new PhysicsError('degenerate', 'pin.dist', dist, 'is no bar but a point held in place. Use createPivotJoint for that.')
  return dist
}

/** A bar between two points, as in Chipmunk. */
export class PinJoint extends ChipmunkJoint {
  /** Length of the bar, m. */
  get dist(): number {
    return this.own(OWN + LENGTH)
  }

  set dist(value: number) {
    const row = this.edit('dist')
    this.state.joints.columns.data[row * DATA_SIZE + OWN + LENGTH] = readDist(value)
    wakeJoint(this.state, row)
  }

  /** How far the points are apart, m. */
  get currentLength(): number {
    return this.readCoordinate(0)
  }
}
