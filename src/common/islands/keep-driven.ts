/** Joints that keep their islands from sleeping. */

import type { IslandWorld } from './islands.ts'
import type { Table } from '../memory/world-memory.ts'
import { FEATURE_STRIDE, MOTOR_MAX, MOTOR_SPEED, ROLE_MOTOR, ROLES } from '../joints/joint-codes.ts'
import { coordinatesOf, type JointWorld } from '../joints/joint-world.ts'

interface DrivenWorld extends JointWorld, Pick<IslandWorld, 'islands' | 'batches'> {
  readonly jointRows: Table<{
    joint: Int32Array
    bodyA: Int32Array
    bodyB: Int32Array
    island: Int32Array
    scalarStart: Int32Array
    scalarEnd: Int32Array
  }>
  readonly scalarRows: Table<{ role: Uint8Array; coordinate: Uint8Array }>
}

/** Takes out of `islands.ready` what a kinematic body moves by a joint, or a motor that is strong enough for its speed. */
export function keepDriven(state: DrivenWorld): void {
  const { ready } = state.islands
  const movable = state.batches.bodyStart[0]
  const rows = state.jointRows.columns
  const { role, coordinate } = state.scalarRows.columns
  const { features, force } = state.joints.columns
  const { width } = state.joints.schema.force
  const coordinates = coordinatesOf(state)
  for (let r = 0; r < state.jointRows.count; r++) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    if ((a > 0 && a < movable) || (b > 0 && b < movable)) ready[rows.island[r]] = 0
    for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
      if (role[s] !== ROLE_MOTOR) continue
      const j = rows.joint[r]
      const f = (j * coordinates + coordinate[s]) * FEATURE_STRIDE
      const given = force[(j + 1) * width - (coordinates - coordinate[s]) * ROLES + ROLE_MOTOR]
      if (features[f + MOTOR_SPEED] !== 0 && Math.abs(given) < features[f + MOTOR_MAX] * (1 - 1e-9)) ready[rows.island[r]] = 0
    }
  }
}
