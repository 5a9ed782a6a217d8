/**
 * Gear joint, as in Chipmunk: two bodies turn at a fixed ratio, whatever turns them. Belts and inner gears have a ratio above 0, outer gears, which
 * turn against each other, one below 0. (In 3D `ratio` is that of the teeth, A to B: −1 / ratio of this one.)
 *
 * Removes one freedom: ratio φ_B − φ_A = phase, with the angles as the bodies count them, so nothing drifts however many turns it makes. As a row
 * C = φ_B − (φ_A + phase) / ratio, J = (0, −1/ratio, 0, 1): λ is the torque on B. It ties two angles and holds nothing else; something else is to
 * hold the bodies, and takes the difference of the torques. Never degenerate. Source: Chipmunk IM11.
 */

import { PhysicsError, requireFinite } from '../../common/errors.ts'
import { wakeJoint } from '../../common/joints/joint-lifecycle.ts'
import type { WorldState } from '../world-state.ts'
import { ChipmunkJoint, draftEnds, writeChipmunk, type ChipmunkDefinition } from './chipmunk-joint.ts'
import { draft, measureRow } from './joint-definition.ts'
import { ANGLE_A, ANGLE_B, ROW, type JointKind, type Measure } from './joint-kind.ts'
import { DATA_SIZE, OWN } from './joint-table.ts'

/** Own numbers. */
const RATIO = OWN
const PHASE = OWN + 1

export const gearKind: JointKind = {
  name: 'gear',
  coordinates: [],
  angularRows: [true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    const ratio = data[d + RATIO]
    out.rigid = 1
    out.error[0] = pose[ANGLE_B] - (pose[ANGLE_A] + data[d + PHASE]) / ratio
    out.jacobian.fill(0, 0, ROW)
    out.jacobian[2] = -1 / ratio
    out.jacobian[5] = 1
  },
}

export interface GearDefinition extends ChipmunkDefinition {
  /** rad: ratio φ_B − φ_A. Default: as the bodies stand. */
  phase?: number
  /** Turns of A for one of B, not 0; below 0 they turn against each other. */
  ratio: number
}

export function writeGear(state: WorldState, d: GearDefinition): number {
  const ends = draftEnds(state, d, 'gear')
  draft[RATIO] = readRatio(d.ratio)
  if (d.phase !== undefined) draft[PHASE] = requireFinite(d.phase, 'gear.phase')
  return writeChipmunk(state, gearKind, ends, d, 'gear', (row) => {
    if (d.phase === undefined) settle(state, row)
  })
}

/** The phase of where the bodies stand. */
function settle(state: WorldState, row: number): void {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  data[o + PHASE] = 0
  data[o + PHASE] = measureRow(state, row).error[0] * data[o + RATIO]
}

function readRatio(value: unknown): number {
  const ratio = requireFinite(value, 'gear.ratio')
  if (ratio === 0) throw new PhysicsError('out-of-range', 'gear.ratio', ratio, 'ties nothing. Give turns of A for one of B; below 0 for outer gears.')
  return ratio
}

export class GearJoint extends ChipmunkJoint {
  /** rad: ratio φ_B − φ_A that it holds. */
  get phase(): number {
    return this.own(PHASE)
  }

  set phase(value: number) {
    const row = this.edit('phase')
    this.state.joints.columns.data[row * DATA_SIZE + PHASE] = requireFinite(value, 'gear.phase')
    wakeJoint(this.state, row)
  }

  /** A new ratio holds from where the bodies are. */
  get ratio(): number {
    return this.own(RATIO)
  }

  set ratio(value: number) {
    const row = this.edit('ratio')
    this.state.joints.columns.data[row * DATA_SIZE + RATIO] = readRatio(value)
    settle(this.state, row)
    wakeJoint(this.state, row)
  }
}
