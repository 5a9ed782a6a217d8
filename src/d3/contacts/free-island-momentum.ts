/**
 * Angular-momentum correction of free parts of islands: bodies that act on each other and on nothing immovable. Contact arms are frozen for
 * a step, inertia is that of the step's start unless a body turns fast, and bodies that the push-out moves carry their momentum to another
 * place; either way the part's angular momentum, a vector, would change a little. It is restored at the end of the step as a rigid spin of
 * the composite body, which no contact notices. Free rotation keeps every body's own (`math/free-rotation.ts`), so that gyroscopic motion has
 * no part in this. (Groups of joints do the same: `joints/solver/angular-momentum.ts`.)
 */

import { listFreeIslands, listFreeParts } from '../../common/islands/free-islands.ts'
import { BALANCE_ROUNDING } from '../../common/math/rounding.ts'
import { MAX_RIGID, ROW } from '../joints/joint-kind.ts'
import { addAngularMomentum, addRigidSpin, measureCompositeOf } from '../joints/solver/composite-body.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const between = new Float64Array(3)
const torque = new Float64Array(3)
const momentum = new Float64Array(3)

/** Lists the bodies of this step that may be in a free part of an island. */
export function findFreeIslands(state: WorldState): void {
  listFreeIslands(state, 3, isInternal, isHeld)
}

/** Bodies that cannot turn anchor their island: they keep any torque they get. So do wheels on the ground. */
function isHeld(state: WorldState, s: number): boolean {
  const { factor, lockedAxes, island } = state.solverBodies.columns
  const f = s * 6
  return lockedAxes[s] !== 0 || state.islands.linked[island[s]] === 1 || !(factor[f] > 0 && factor[f + 2] > 0 && factor[f + 5] > 0)
}

/** Do all rows of a joint act as equal and opposite forces of its two bodies? Gears, pulleys and whatever holds to the ground do not. */
function isInternal(state: WorldState, r: number): boolean {
  const { bodyA, bodyB, rigid, jacobian, scalarStart, scalarEnd } = state.jointRows.columns
  const movable = state.batches.bodyStart[0]
  if (bodyA[r] < movable || bodyB[r] < movable) return false
  const { body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let c = 0; c < 3; c++) between[c] = x[body[bodyB[r]] * 3 + c] - x[body[bodyA[r]] * 3 + c]
  for (let i = 0; i < rigid[r]; i++) if (!isBalanced(state, r, jacobian, (r * MAX_RIGID + i) * ROW)) return unbalanced(state)
  const scalars = state.scalarRows.columns.jacobian
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) if (!isBalanced(state, r, scalars, s * ROW)) return unbalanced(state)
  return true
}

function unbalanced(state: WorldState): false {
  state.guards.jointsUnbalanced++
  return false
}

/** Does a weighted Jacobian vanish for rigid motions of both bodies, B at `between` from A? */
function isBalanced(state: WorldState, r: number, J: Float64Array, o: number): boolean {
  const { bodyA, bodyB } = state.jointRows.columns
  let force = 0
  let scale = 0
  let reach = 0
  for (let c = 0; c < 3; c++) {
    force += Math.abs(J[o + c] + J[o + 6 + c])
    scale += Math.abs(J[o + c]) + Math.abs(J[o + 6 + c])
    reach += Math.abs(between[c])
  }
  if (!(force <= BALANCE_ROUNDING * scale)) return false
  torque[0] = between[1] * J[o + 8] - between[2] * J[o + 7]
  torque[1] = between[2] * J[o + 6] - between[0] * J[o + 8]
  torque[2] = between[0] * J[o + 7] - between[1] * J[o + 6]
  // By force times distance, not by the torque: a row along the line of centres has no torque but rounding.
  scale = scale * reach + addTorque(state, bodyA[r], J, o + 3) + addTorque(state, bodyB[r], J, o + 9)
  return Math.abs(torque[0]) + Math.abs(torque[1]) + Math.abs(torque[2]) <= BALANCE_ROUNDING * scale
}

/** Adds the angular part F⁻ᵀ J of a weighted Jacobian to `torque`. Returns its size. */
function addTorque(state: WorldState, s: number, J: Float64Array, o: number): number {
  const { factor } = state.solverBodies.columns
  const f = s * 6
  const z = J[o + 2] / factor[f + 5]
  const y = (J[o + 1] - factor[f + 4] * z) / factor[f + 2]
  const x = (J[o] - factor[f + 1] * y - factor[f + 3] * z) / factor[f]
  torque[0] += x
  torque[1] += y
  torque[2] += z
  return Math.abs(x) + Math.abs(y) + Math.abs(z)
}

/** Begins the account of a batch: the present angular momentum is to stay. */
export function recordAngularMomentum(state: WorldState, batch: number): void {
  const { lost, start } = state.freeIslands
  lost.fill(0, start[batch] * 3, start[batch + 1] * 3)
  accumulateAngularMomentum(state, batch, 1)
}

/** Adds `sign` times the present angular momentum to the deficit: −1 before a stage that may change it, 1 after. */
export function accumulateAngularMomentum(state: WorldState, batch: number, sign: number): void {
  const { bodies, lost, start, origin } = state.freeIslands
  const { velocity, moved, jump, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    // Measured from where the island's first body was: no digits are lost far from the origin.
    const f = origin[k] * 3
    const s = bodies[k]
    const o = s * VELOCITY_STRIDE
    const b = body[s] * 3
    const m = velocity[o + 7]
    const px = x[b] - x[f] + moved[s * 12] + jump[s * 6]
    const py = x[b + 1] - x[f + 1] + moved[s * 12 + 1] + jump[s * 6 + 1]
    const pz = x[b + 2] - x[f + 2] + moved[s * 12 + 2] + jump[s * 6 + 2]
    momentum[0] = m * (py * velocity[o + 2] - pz * velocity[o + 1])
    momentum[1] = m * (pz * velocity[o] - px * velocity[o + 2])
    momentum[2] = m * (px * velocity[o + 1] - py * velocity[o])
    addAngularMomentum(state, s, velocity, o + 3, 1, momentum)
    for (let c = 0; c < 3; c++) lost[k * 3 + c] += sign * momentum[c]
  }
}

/** Ends the account: the deficit of each free part is restored as a rigid spin about its centre of mass. */
export function restoreAngularMomentum(state: WorldState, batch: number): void {
  const { freeIslands: free } = state
  accumulateAngularMomentum(state, batch, -1)
  listFreeParts(state, batch, 3)
  const { links, start, parts, partStart, partEnd, lost } = free
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    if (links.find(k) !== k || partEnd[k] - partStart[k] < 2) continue
    if (!measureCompositeOf(state, parts, partStart[k], partEnd[k])) continue
    for (let c = 0; c < 3; c++) momentum[c] = lost[k * 3 + c]
    addRigidSpin(state, momentum, 1)
    state.guards.momentumRestored++
  }
}
