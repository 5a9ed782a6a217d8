/**
 * Mechanisms at an impact: a body that the stage `continuous` puts back to its moment of impact takes along what hangs on it. Put back alone, it
 * would be torn from its joints by all that the others went since.
 */

import { RIGID, SOFT_MODE } from '../joints/joint-codes.ts'
import type { JointWorld } from '../joints/joint-world.ts'
import type { Table } from '../memory/world-memory.ts'
import { DYNAMIC } from '../store/column-codes.ts'
import { MAX_JOINT_ERROR } from '../tuning.ts'
import { sizeOfJoint } from './open-joints.ts'

interface StoppedWorld extends JointWorld {
  readonly bodies: JointWorld['bodies'] & Table<{ radius: Float64Array }>
}

/**
 * Spreads the moments in `until`, shares of the step by body row, over rigid joints: the other body gets the earlier moment too, unless what it
 * went since is an error that joints take back at once. `motionOf`: how far a body's farthest point went in the step, m.
 */
export function stopMechanisms<World extends StoppedWorld>(
  state: World, until: Float64Array, motionOf: (state: World, row: number) => number,
): void {
  const { activeJoints, activeJointCount } = state
  // To and fro: whichever way a chain was built, its end is reached in two passes.
  for (let pass = 0, changed = true; changed; pass++) {
    changed = false
    for (let k = 0; k < activeJointCount; k++) {
      const j = activeJoints[(pass & 1) === 0 ? k : activeJointCount - 1 - k]
      if (spread(state, until, j, motionOf)) changed = true
    }
  }
}

function spread<World extends StoppedWorld>(
  state: World, until: Float64Array, j: number, motionOf: (state: World, row: number) => number,
): boolean {
  const { bodyA, bodyB, softness } = state.joints.columns
  const { type, awake } = state.bodies.columns
  const a = bodyA[j]
  const b = bodyB[j]
  if (a < 0 || b < 0 || until[a] === until[b] || softness[j * 3 + SOFT_MODE] !== RIGID) return false
  const later = until[a] > until[b] ? a : b
  const t = until[later === a ? b : a]
  if (type[later] !== DYNAMIC || awake[later] === 0) return false
  if ((until[later] - t) * motionOf(state, later) <= MAX_JOINT_ERROR * sizeOfJoint(state, a, b)) return false
  until[later] = t
  return true
}
