/**
 * Angular-momentum correction of free parts of islands: bodies that act on each other and on nothing immovable. Contact arms are frozen for a
 * step, and bodies that the push-out moves carry their momentum to another place; either way the part's angular momentum would change a
 * little. It is restored at the end of the step as a rigid spin of the composite body, which no contact notices. (Groups of joints do the same:
 * `joints/solver/angular-momentum.ts`.)
 */

import { listFreeIslands, listFreeParts } from '../../common/islands/free-islands.ts'
import { BALANCE_ROUNDING } from '../../common/math/rounding.ts'
import { ROW } from '../joints/joint-kind.ts'
import { addRigidSpin, measureCompositeOf } from '../joints/solver/composite-body.ts'
import { HOT_STRIDE as JOINT_STRIDE, SCALAR_STRIDE } from '../joints/solver/joint-rows.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

/** Lists the bodies of this step that may be in a free part of an island. */
export function findFreeIslands(state: WorldState): void {
  listFreeIslands(state, 1, isInternal, isHeld)
}

/** Bodies without inverse inertia anchor their island: they keep any torque they get. */
function isHeld(state: WorldState, s: number): boolean {
  const { velocity, lockedAxes } = state.solverBodies.columns
  return lockedAxes[s] !== 0 || velocity[s * VELOCITY_STRIDE + 4] === 0
}

/** Do all rows of a joint act as equal and opposite forces of its two bodies? Gears, pulleys and whatever holds to the ground do not. */
function isInternal(state: WorldState, r: number): boolean {
  const { bodyA, bodyB, rigid, hot, scalarStart, scalarEnd } = state.jointRows.columns
  const movable = state.batches.bodyStart[0]
  if (bodyA[r] < movable || bodyB[r] < movable) return false
  const { body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  const a = body[bodyA[r]] * 2
  const b = body[bodyB[r]] * 2
  const dx = x[b] - x[a]
  const dy = x[b + 1] - x[a + 1]
  for (let i = 0; i < rigid[r]; i++) if (!isBalanced(hot, r * JOINT_STRIDE + i * ROW, dx, dy)) return unbalanced(state)
  const scalars = state.scalarRows.columns.hot
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) if (!isBalanced(scalars, s * SCALAR_STRIDE, dx, dy)) return unbalanced(state)
  return true
}

function unbalanced(state: WorldState): false {
  state.guards.jointsUnbalanced++
  return false
}

/** Does a Jacobian vanish for rigid motions of both bodies, B at (dx, dy) from A? */
function isBalanced(J: Float64Array, o: number, dx: number, dy: number): boolean {
  const turn = dx * J[o + 4] - dy * J[o + 3]
  const scale = Math.abs(J[o]) + Math.abs(J[o + 1]) + Math.abs(J[o + 3]) + Math.abs(J[o + 4])
  // Of the products, not of their difference: a row along the line of centres has no torque but rounding.
  const turnScale = Math.abs(J[o + 2]) + Math.abs(J[o + 5]) + Math.abs(dx * J[o + 4]) + Math.abs(dy * J[o + 3])
  return (
    Math.abs(J[o] + J[o + 3]) + Math.abs(J[o + 1] + J[o + 4]) <= BALANCE_ROUNDING * scale &&
    Math.abs(J[o + 2] + J[o + 5] + turn) <= BALANCE_ROUNDING * turnScale
  )
}

/** Begins the account of a batch: the present angular momentum is to stay. */
export function recordAngularMomentum(state: WorldState, batch: number): void {
  const { lost, start } = state.freeIslands
  lost.fill(0, start[batch], start[batch + 1])
  accumulateAngularMomentum(state, batch, 1)
}

/** Adds `sign` times the present angular momentum to the deficit: −1 before a stage that may change it, 1 after. */
export function accumulateAngularMomentum(state: WorldState, batch: number, sign: number): void {
  const { bodies, lost, start, origin } = state.freeIslands
  const { velocity, moved, jump, body } = state.solverBodies.columns
  const { x, inertia } = state.bodies.columns
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    // Measured from where the island's first body was: no digits are lost far from the origin.
    const f = origin[k] * 2
    const o = bodies[k] * VELOCITY_STRIDE
    const m = bodies[k] * MOVED_STRIDE
    const b = body[bodies[k]] * 2
    const e = bodies[k] * 3
    const px = x[b] - x[f] + moved[m] + jump[e]
    const py = x[b + 1] - x[f + 1] + moved[m + 1] + jump[e + 1]
    const orbit = px * velocity[o + 1] - py * velocity[o]
    lost[k] += sign * (velocity[o + 5] * orbit + velocity[o + 2] * inertia[body[bodies[k]]])
  }
}

/** Ends the account: the deficit of each free part is restored as a rigid spin about its centre of mass. */
export function restoreAngularMomentum(state: WorldState, batch: number): void {
  const { freeIslands: free } = state
  accumulateAngularMomentum(state, batch, -1)
  listFreeParts(state, batch, 1)
  const { links, start, parts, partStart, partEnd, lost } = free
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    if (links.find(k) !== k || partEnd[k] - partStart[k] < 2) continue
    if (!measureCompositeOf(state, parts, partStart[k], partEnd[k])) continue
    addRigidSpin(state, lost[k])
    state.guards.momentumRestored++
  }
}
