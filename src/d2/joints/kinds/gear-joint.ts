/**
 * Gear joint, as in Chipmunk: two bodies turn at a fixed ratio, whatever turns them. Belts and inner gears have a ratio above 0, outer gears, which
 * turn against each other, one below 0. (In 3D `ratio` is that of the teeth, A to B: −1 / ratio of this one.)
 *
 * Removes one freedom: ratio φ_B − φ_A = phase, with the angles as the bodies count them, so nothing drifts however many turns it makes. As a row
 * C = φ_B − (φ_A + phase) / ratio, J = (0, −1/ratio, 0, 1): λ is the torque on B. It ties two angles and holds nothing else; something else is to
 * hold the bodies. The difference of the torques goes to the world.
 *
 * Gears on something that turns itself, a car or the arm of a planetary gear, are to count from there. With ψ, the direction from axle to axle (part
 * `direction`), φ − ψ stands for each φ: C gains (1/ratio − 1) ψ, and the difference of the torques goes to the axles, as a pair of forces across
 * the line between them. That is what their bearings feel, and all of it together keeps its angular momentum. Degenerate: axles at one place.
 * Source: Chipmunk IM11; Willis' equation of planetary gears.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireSized, requireRatio } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import { refuseTurningCarrier } from '../../../common/joints/gear-carriers.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { unwrap } from '../../../common/math/unwrap.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, ANCHOR_FIELDS, type ChipmunkDefinition, type TwoAnchors,
} from './chipmunk-joint.ts'
import { draft, measureRow, readCoordinates } from '../joint-definition.ts'
import { ANGLE_A, ANGLE_B, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { LOCK_ROTATION } from '../../store/bodies.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'
import { directionRow } from '../parts/direction.ts'

/** Own numbers; `AXLES` is 1 where angles are told from the line between the axles. */
const RATIO = OWN
const PHASE = OWN + 1
const AXLES = OWN + 2

export const gearKind: JointKind = {
  name: 'gear',
  // The direction from axle to axle.
  coordinates: ['turn'],
  angularRows: [true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { value, gradient, jacobian } = out
    const ratio = data[d + RATIO]
    out.rigid = 1
    value[0] = unwrap(directionRow(pose, gradient, 0), turns[t])
    const share = data[d + AXLES] * (1 / ratio - 1)
    out.error[0] = pose[ANGLE_B] - (pose[ANGLE_A] + data[d + PHASE]) / ratio + share * value[0]
    for (let k = 0; k < ROW; k++) jacobian[k] = share * gradient[k]
    jacobian[2] -= 1 / ratio
    jacobian[5] += 1
  },
}

/** What the angles of a gear are told from. */
export type GearFrame = 'world' | 'axles'

/** What a gear is told. */
export interface GearDefinition extends ChipmunkDefinition, TwoAnchors {
  /** What it holds: ratio φ_B − φ_A, rad. Default: as the bodies stand. */
  phase?: number
  /** Ratio of the turns: those of A for one of B, not 0; below 0 they turn against each other. */
  ratio: number
  /**
   * What the angles are told from: 'world', or 'axles', the line from axle A to axle B (`anchorA`, `anchorB`), which turns with whatever carries
   * both. For gears in a car, planetary gears and everything that floats free. Default 'world', as in Chipmunk; must be said if a wheel's hinge
   * hangs on a dynamic body that may turn.
   */
  frame?: GearFrame
}

const FIELDS: Fields<GearDefinition> = { ...CHIPMUNK_FIELDS, ...ANCHOR_FIELDS, phase: 0, ratio: 0, frame: 0 }

export function writeGear(state: WorldState, d: GearDefinition): number {
  const ends = draftEnds(state, d, 'gear', FIELDS)
  draft[RATIO] = readRatio(d.ratio)
  // At a ratio of 1 what turns both drops out.
  refuseTurningCarrier(state, ends[0], ends[1], d.frame, draft[RATIO] === 1, LOCK_ROTATION)
  if (d.phase !== undefined) draft[PHASE] = requireSized(d.phase, 'gear.phase')
  return writeChipmunk(state, gearKind, ends, d, 'gear', (row) => {
    setFrame(state, row, d.frame === undefined ? 'world' : d.frame)
    if (d.phase === undefined) settle(state, row)
  })
}

/** The phase of where the bodies stand. Turns of the line between the axles are counted from here on. */
function settle(state: WorldState, row: number): void {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  data[o + PHASE] = 0
  readCoordinates(state, row)
  data[o + PHASE] = measureRow(state, row).error[0] * data[o + RATIO]
}

function readRatio(value: unknown): number {
  if (value === 0) throw new PhysicsError('out-of-range', 'gear.ratio', 0, 'ties nothing. Give turns of A for one of B; below 0 for outer gears.')
  return requireRatio(value, 'gear.ratio')
}

/** What angles are told from, from now on. */
function setFrame(state: WorldState, row: number, value: unknown): void {
  if (value !== 'world' && value !== 'axles') throw new PhysicsError('wrong-type', 'gear.frame', value, "must be 'world' or 'axles'.")
  const { gradient } = measureRow(state, row)
  if (value === 'axles' && gradient[3] === 0 && gradient[4] === 0) {
    throw new PhysicsError('degenerate', 'gear.frame', value, 'needs axles that are apart. Give anchorA and anchorB, or leave frame out.')
  }
  state.joints.columns.data[row * DATA_SIZE + AXLES] = value === 'axles' ? 1 : 0
}

/** Two cogwheels: two bodies turn at a fixed ratio. */
export class GearJoint extends ChipmunkJoint {
  /** What it holds: ratio φ_B − φ_A, rad. */
  get phase(): number {
    return this.own(PHASE)
  }

  set phase(value: number) {
    const row = this.edit('phase')
    this.state.joints.columns.data[row * DATA_SIZE + PHASE] = requireSized(value, 'gear.phase')
    wakeJoint(this.state, row)
  }

  /** Ratio of the turns. A new one holds from where the bodies are. */
  get ratio(): number {
    return this.own(RATIO)
  }

  set ratio(value: number) {
    const row = this.edit('ratio')
    this.state.joints.columns.data[row * DATA_SIZE + RATIO] = readRatio(value)
    settle(this.state, row)
    wakeJoint(this.state, row)
  }

  /** What the angles are told from. A new one holds from where the bodies are. */
  get frame(): GearFrame {
    return this.own(AXLES) === 1 ? 'axles' : 'world'
  }

  set frame(value: GearFrame) {
    const row = this.edit('frame')
    setFrame(this.state, row, value)
    settle(this.state, row)
    wakeJoint(this.state, row)
  }
}
