/** How much of an overlap a substep takes back. */

import { describe, expect, it } from 'vitest'
import { PUSH_OUT_SHARE } from '../../../src/common/tuning.ts'
import { BATCH_COUNT, Batches, COLOR_SLOTS } from '../../../src/common/islands/batches.ts'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import { CONTACT_ROW_SCHEMA, NEVER, NORMAL, PUSH_SPEED, SLOP } from '../../../src/d2/contacts/contact-row.ts'
import { buildBlocks } from '../../../src/d2/contacts/contact-row-build.ts'
import { pushOut } from '../../../src/d2/step/push-out.ts'
import { SOLVER_BODY_SCHEMA, VELOCITY_STRIDE } from '../../../src/d2/store/solver-bodies.ts'
import type { WorldState } from '../../../src/d2/store/world-state.ts'

const H = 1 / 240
const OVERLAP = 1e-3

/** How fast two bodies that overlap are driven apart. */
function pushed(batch: number): number {
  const memory = new WorldMemory()
  const solverBodies = memory.addTable('bodies', SOLVER_BODY_SCHEMA, 3)
  const contactRows = memory.addTable('rows', CONTACT_ROW_SCHEMA, 1)
  const batches = new Batches()
  batches.colorStart.fill(1, batch * COLOR_SLOTS + 1)
  const state = { solverBodies, contactRows, batches } as unknown as WorldState
  const { velocity, pseudo } = solverBodies.columns
  const { hot, gap, bodyA, bodyB, count } = contactRows.columns
  for (const body of [1, 2]) velocity.set([0, 0, 0, 1, 0, 1], body * VELOCITY_STRIDE)
  bodyA[0] = 1
  bodyB[0] = 2
  count[0] = 1
  hot[NORMAL] = 1
  gap[0] = -OVERLAP
  gap[1] = NEVER
  gap[SLOP] = 0
  gap[PUSH_SPEED] = 100
  buildBlocks(state, 0)
  pushOut(state, batch, H)
  return pseudo[2 * VELOCITY_STRIDE]! - pseudo[VELOCITY_STRIDE]!
}

describe('push-out', () => {
  it('takes its share in every substep', () => {
    for (let batch = 0; batch < BATCH_COUNT; batch++) expect(pushed(batch) * H).toBeCloseTo(PUSH_OUT_SHARE * OVERLAP, 12)
  })
})
