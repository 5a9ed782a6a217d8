/**
 * Open joints: how far the joints of an island are from closed, and whether their position correction still brings them together. It moves
 * bodies whose velocity is zero, so that speeds do not tell (`sleep-islands.ts`).
 */

import {
  ACTIVE, FEATURE_STRIDE, HAS_LIMIT, LIMIT_MODE, LOWER, RIGID, SOFT_MODE, UPPER,
} from '../joints/joint-codes.ts'
import { coordinatesOf, type JointWorld } from '../joints/joint-world.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import type { SolverBodyIndex } from '../store/world-tables.ts'
import { CLOSING_SHARE, POSE_TOLERANCE } from '../tuning.ts'
import type { IslandWorld } from './islands.ts'

export interface OpenWorld extends JointWorld, Pick<IslandWorld, 'islands' | 'batches'> {
  readonly bodies: JointWorld['bodies'] & Table<{ radius: Float64Array; slowTime: Float64Array }>
  readonly solverBodies: ScratchTable<SolverBodyIndex>
  readonly jointRows: Table<{ joint: Int32Array; island: Int32Array; rigid: Uint8Array; error: Float64Array }>
}

/** After the rows are built: how far the joints of every island stand open at the start of the step. */
export function recordOpenings(state: OpenWorld): void {
  const { open } = state.islands
  const { island } = state.jointRows.columns
  open.fill(0, 0, state.batches.islandCount)
  for (let r = 0; r < state.jointRows.count; r++) open[island[r]] += openingOf(state, r)
}

/**
 * Stops the slow time of islands whose joints close: open by more than the tolerance, and less so than at the start of the step. Not
 * set back: joints that can never close may rock, closer in some steps and further apart in others, and their islands sleep.
 */
export function keepClosingAwake(state: OpenWorld): void {
  const { open, closing } = state.islands
  const { island } = state.jointRows.columns
  let any = false
  for (let r = 0; r < state.jointRows.count; r++) {
    closing[island[r]] = 0
    if (open[island[r]] > 0) any = true
  }
  if (!any) return
  for (let r = 0; r < state.jointRows.count; r++) if (open[island[r]] > 0) closing[island[r]] += openingOf(state, r)
  const { body, island: of } = state.solverBodies.columns
  const { slowTime } = state.bodies.columns
  // Islands without joints have neither.
  for (let s = state.batches.bodyStart[0]; s < state.solverBodies.count; s++) {
    const i = of[s]
    if (state.islands.joints[i] === 0 || closing[i] === 0 || closing[i] >= open[i] * (1 - CLOSING_SHARE)) continue
    slowTime[body[s]] = Math.max(0, slowTime[body[s]] - state.dt)
  }
}

/** Errors of a joint's rigid rows and limits at the rows' pose, sizes or rad; 0 if they are all within the tolerance. */
function openingOf(state: OpenWorld, r: number): number {
  const { joint, rigid, error } = state.jointRows.columns
  const { bodyA, bodyB, kind, softness, features, turns } = state.joints.columns
  const j = joint[r]
  const { angularRows, coordinates } = state.jointKinds[kind[j]]
  const { width } = state.jointRows.schema.error
  const size = sizeOfJoint(state, bodyA[j], bodyB[j])
  let largest = 0
  if (softness[j * 3 + SOFT_MODE] === RIGID) {
    for (let i = 0; i < rigid[r]; i++) {
      const unit = angularRows !== undefined && angularRows[i] === true ? 1 : size
      largest = Math.max(largest, Math.abs(error[r * width + i]) / unit)
    }
  }
  const most = coordinatesOf(state)
  for (let c = 0; c < coordinates.length; c++) {
    const f = (j * most + c) * FEATURE_STRIDE
    if ((features[f + ACTIVE] & HAS_LIMIT) === 0 || features[f + LIMIT_MODE] !== RIGID) continue
    const value = turns[j * most + c]
    const beyond = Math.max(features[f + LOWER] - value, value - features[f + UPPER])
    largest = Math.max(largest, beyond / (coordinates[c] === 'length' ? size : 1))
  }
  return largest > POSE_TOLERANCE ? largest : 0
}

/** The smaller of the bodies' extents, m: the unit of a joint's errors. */
export function sizeOfJoint(state: { readonly bodies: Table<{ radius: Float64Array }> }, a: number, b: number): number {
  const { radius } = state.bodies.columns
  const reachA = a < 0 ? 0 : radius[a]
  const reachB = b < 0 ? 0 : radius[b]
  const reach = reachA > 0 && reachB > 0 ? Math.min(reachA, reachB) : Math.max(reachA, reachB)
  return reach > 0 ? 2 * reach : 1
}
