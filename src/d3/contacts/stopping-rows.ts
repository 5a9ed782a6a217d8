/**
 * Stops: inelastic blows of following rows in islands with joints. Their bodies do not jump, so that such a row is struck where it is at the
 * substep's start, whatever was struck before it. Its place is measured once per substep; its moment of touch is then found from the gap and
 * the speed along its normal.
 */

import { spinJacobian } from '../math/weighted.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { PLACE_ARM_A, PLACE_ARM_B, PLACE_GAP, PLACE_LEFT, PLACE_NORMAL, PLACE_SPEED, placeOut, readPresentPlace } from './contact-place.ts'
import { BOUNCY } from './contact-row.ts'
import { STOP_JACOBIAN, STOP_STRIDE } from './following-table.ts'

const turn = new Float64Array(3)

/** Is the blow of a following row a stop? Spins of kinematic bodies are not among the solver's velocities. */
export function isStop(state: WorldState, i: number): boolean {
  const r = state.following.columns.row[i]
  const { flags, count, island, bodyA, bodyB } = state.contactRows.columns
  if ((flags[r] & BOUNCY) !== 0 || count[r] !== 1 || state.islands.joints[island[r]] === 0) return false
  const movable = state.batches.bodyStart[0]
  return (bodyA[r] === 0 || bodyA[r] >= movable) && (bodyB[r] === 0 || bodyB[r] >= movable)
}

/**
 * When a stop is struck, in seconds from now; Infinity if it does not touch within h. Its place of the substep's start and its speed at that moment
 * are left in `placeOut`.
 */
export function findStop(state: WorldState, i: number, h: number, lag: number): number {
  const { row, placed, stop } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const r = row[i]
  if (placed[i] === 0) place(state, i)
  const o = i * STOP_STRIDE
  for (let k = 0; k < STOP_JACOBIAN; k++) placeOut[k] = stop[o + k]
  const { velocity, external } = state.solverBodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  let speed = 0
  let acceleration = 0
  for (let k = 0; k < 6; k++) {
    const onA = stop[o + STOP_JACOBIAN + k]
    const onB = stop[o + STOP_JACOBIAN + 6 + k]
    speed += onA * velocity[a * VELOCITY_STRIDE + k] + onB * velocity[b * VELOCITY_STRIDE + k]
    acceleration += onA * external[a * 6 + k] + onB * external[b * 6 + k]
  }
  speed += acceleration * lag
  const gap = placeOut[PLACE_GAP]
  placeOut[PLACE_LEFT] = speed * h + gap
  placeOut[PLACE_SPEED] = speed
  if (!(gap > 0)) return speed < 0 ? 0 : Infinity
  const square = speed * speed - 2 * acceleration * gap
  if (!(square > 0)) return Infinity
  const atTouch = Math.sqrt(square)
  if (!(atTouch > speed)) return Infinity
  const touch = (2 * gap) / (atTouch - speed)
  placeOut[PLACE_SPEED] = -atTouch
  return touch > h ? Infinity : touch
}

/** The place of a row, and the Jacobian of the speed along its normal, weighted. */
function place(state: WorldState, i: number): void {
  const { row, placed, stop } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const r = row[i]
  const o = i * STOP_STRIDE
  readPresentPlace(state, r)
  for (let k = 0; k < STOP_JACOBIAN; k++) stop[o + k] = placeOut[k]
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? -1 : 1
    const arm = side === 0 ? PLACE_ARM_A : PLACE_ARM_B
    const x = placeOut[arm]
    const y = placeOut[arm + 1]
    const z = placeOut[arm + 2]
    const nx = sign * placeOut[PLACE_NORMAL]
    const ny = sign * placeOut[PLACE_NORMAL + 1]
    const nz = sign * placeOut[PLACE_NORMAL + 2]
    const to = o + STOP_JACOBIAN + side * 6
    stop[to] = nx
    stop[to + 1] = ny
    stop[to + 2] = nz
    turn[0] = y * nz - z * ny
    turn[1] = z * nx - x * nz
    turn[2] = x * ny - y * nx
    spinJacobian(factor, (side === 0 ? bodyA[r] : bodyB[r]) * 6, turn, 0, stop, to + 3)
  }
  placed[i] = 1
}
