/**
 * Ratchet joint, as in Chipmunk: a socket wrench. B turns against A one way and clicks from tooth to tooth; it cannot go back behind the last one.
 *
 * Teeth stand at phase + k · ratchet. The coordinate φ_B − φ_A (part `angle`) has a limit at the last tooth passed: a lower one where ratchet > 0
 * and B may turn counter-clockwise, an upper one where ratchet < 0. The tooth follows after every drift (`follow`) and pushes one way only.
 * Source: Chipmunk IM10 (docs/errata.md: b = k/Δt ((φ₂ − φ₁) − θ), impulse clamped to the driven direction).
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireSized, requireRatio } from '../../../common/bounds.ts'
import type { Fields } from '../../../common/options.ts'
import { setLimit } from '../../../common/joints/features.ts'
import type { WorldState } from '../../store/world-state.ts'
import { ChipmunkJoint, draftEnds, writeChipmunk, CHIPMUNK_FIELDS, type ChipmunkDefinition } from './chipmunk-joint.ts'
import { draft, measureRow } from '../joint-definition.ts'
import { MAX_COORDINATES, type JointKind } from '../joint-kind.ts'
import { DATA_SIZE, FEATURE_STRIDE, LOWER, OWN, UPPER } from '../../store/joint-table.ts'
import { rotaryLimitKind } from './rotary-limit-joint.ts'

/** Own numbers. */
const PHASE = OWN
const RATCHET = OWN + 1

export const ratchetKind: JointKind = {
  ...rotaryLimitKind,
  name: 'ratchet',
  follow(data: Float64Array, d: number, turns: Float64Array, t: number, features: Float64Array, f: number): void {
    const ratchet = data[d + RATCHET]
    const at = f + (ratchet > 0 ? LOWER : UPPER)
    const tooth = toothOf(turns[t], data[d + PHASE], ratchet)
    // Never back, whatever rounding says at a tooth.
    if ((tooth - features[at]) * ratchet > 0) features[at] = tooth
  },
}

/** The last tooth at or behind an angle. */
function toothOf(angle: number, phase: number, ratchet: number): number {
  return Math.floor((angle - phase) / ratchet) * ratchet + phase
}

/** What a ratchet is told. */
export interface RatchetDefinition extends ChipmunkDefinition {
  /** Where one of the teeth is, rad. Default 0. */
  phase?: number
  /** Angle from tooth to tooth, rad, not 0; above 0 B may turn counter-clockwise, below 0 clockwise. */
  ratchet: number
}

const FIELDS: Fields<RatchetDefinition> = { ...CHIPMUNK_FIELDS, phase: 0, ratchet: 0 }

export function writeRatchet(state: WorldState, d: RatchetDefinition): number {
  const ends = draftEnds(state, d, 'ratchet', FIELDS)
  draft[PHASE] = requireSized(d.phase ?? 0, 'ratchet.phase')
  draft[RATCHET] = readRatchet(d.ratchet)
  return writeChipmunk(state, ratchetKind, ends, d, 'ratchet', (row) => engage(state, row))
}

function readRatchet(value: unknown): number {
  if (value === 0) throw new PhysicsError('out-of-range', 'ratchet.ratchet', 0, 'has no teeth. Give the angle from one to the next.')
  return requireRatio(value, 'ratchet.ratchet')
}

/** Holds at the tooth behind the present angle. */
function engage(state: WorldState, row: number): void {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  const tooth = toothOf(measureRow(state, row).value[0], data[o + PHASE], data[o + RATCHET])
  setLimit(state, row, 0, data[o + RATCHET] > 0 ? { lower: tooth, upper: Infinity } : { lower: -Infinity, upper: tooth }, 'ratchet')
}

/** B turns one way and clicks from tooth to tooth, as in Chipmunk. */
export class RatchetJoint extends ChipmunkJoint {
  /** The tooth it holds at, rad. */
  get angle(): number {
    return this.state.joints.columns.features[this.row() * MAX_COORDINATES * FEATURE_STRIDE + (this.ratchet > 0 ? LOWER : UPPER)]
  }

  /** How far B is turned against A, φ_B − φ_A, rad. */
  get currentAngle(): number {
    return this.readCoordinate(0)
  }

  /** Where one of the teeth is, rad. */
  get phase(): number {
    return this.own(PHASE)
  }

  set phase(value: number) {
    this.change('phase', PHASE, requireSized(value, 'ratchet.phase'))
  }

  /** Angle from tooth to tooth, rad; its sign says which way B may turn. */
  get ratchet(): number {
    return this.own(RATCHET)
  }

  set ratchet(value: number) {
    this.change('ratchet', RATCHET, readRatchet(value))
  }

  private change(what: string, at: number, value: number): void {
    const row = this.edit(what)
    this.state.joints.columns.data[row * DATA_SIZE + at] = value
    engage(this.state, row)
  }
}
