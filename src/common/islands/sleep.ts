/**
 * Falling asleep and waking up: the changes to bodies, pairs and the event log. Stages and setters decide when and which.
 *
 * Bodies that fall asleep together form a ring; waking one wakes the ring.
 */

import { handleOf } from '../memory/ids.ts'
import { DYNAMIC, ENABLED, JOINT_ENABLED, KINEMATIC, STATIC } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'
import { SLEEP_SECONDS, SLEEP_SPEED } from '../tuning.ts'

/**
 * Square of the speed below which a body is slow. What is damped creeps at the speed that its damping leaves of a pull: it is slow if that pull would
 * not bring an undamped one up to the sleeping speed until it sleeps.
 */
export function slowSquare(bodies: { size: Float64Array; linearDamping: Float64Array; angularDamping: Float64Array }, row: number): number {
  const held = SLEEP_SECONDS * Math.max(bodies.linearDamping[row], bodies.angularDamping[row])
  const square = SLEEP_SPEED * SLEEP_SPEED * bodies.size[row]
  return held > 1 ? square / (held * held) : square
}

/** Wakes a body and everything that fell asleep with it. */
export function wakeRing(state: WorldTables, body: number): void {
  const { sleepNext, type } = state.bodies.columns
  if (type[body] !== DYNAMIC) {
    wakeOne(state, body)
    return
  }
  let at = body
  do {
    const next = sleepNext[at]
    sleepNext[at] = at
    wakeOne(state, at)
    at = next
  } while (at !== body)
}

function wakeOne(state: WorldTables, body: number): void {
  const { awake, slowTime, flags, type } = state.bodies.columns
  slowTime[body] = 0
  if (awake[body] === 1 || (flags[body] & ENABLED) === 0) return
  if (type[body] !== DYNAMIC && type[body] !== KINEMATIC) return
  awake[body] = 1
  state.mayBeAwake = true
  state.wokeInStep = true
  if (state.inStep) insertAwake(state, body)
  if (type[body] === DYNAMIC) {
    const log = state.events.wake
    log.data[log.push()] = handleOf(state.bodies, body)
  }
}

/** Keeps the step's list of awake rows ascending, so that results do not depend on the order of waking. */
function insertAwake(state: WorldTables, body: number): void {
  if (state.awakeRows.length <= state.awakeCount) {
    const grown = new Int32Array(state.awakeRows.length * 2)
    grown.set(state.awakeRows)
    state.awakeRows = grown
  }
  const rows = state.awakeRows
  let at = state.awakeCount++
  while (at > 0 && rows[at - 1] > body) {
    rows[at] = rows[at - 1]
    at--
  }
  rows[at] = body
}

/** Puts one body to sleep; velocities become zero. Rings are tied by the caller. */
export function putToSleep(state: WorldTables, body: number): void {
  const { awake } = state.bodies.columns
  if (awake[body] === 0) return
  awake[body] = 0
  stopBody(state, body)
  const log = state.events.sleep
  log.data[log.push()] = handleOf(state.bodies, body)
}

/** Takes a body's velocity away. */
export function stopBody(state: WorldTables, body: number): void {
  const { v, w } = state.bodies.columns
  const { v: linear, w: angular } = state.bodies.schema
  v.fill(0, body * linear.width, (body + 1) * linear.width)
  w.fill(0, body * angular.width, (body + 1) * angular.width)
}

/** Wakes the bodies joined to one that was moved; a static body cannot do so by being awake. */
export function wakeJoined(state: WorldTables, body: number): void {
  for (let j = 0; j < state.joints.count; j++) {
    const other = partner(state, j, body)
    if (other >= 0) wakeRing(state, other)
  }
}

/**
 * A body that is put to sleep by hand joins the ring of the sleepers that it is joined to: woken one by one, those that are still asleep
 * would hold the others like walls for a step. Disabled bodies do not sleep: they are in no ring.
 */
export function tieSleepers(state: WorldTables, body: number): void {
  const { sleepNext, awake, flags } = state.bodies.columns
  if ((flags[body] & ENABLED) === 0) return
  for (let j = 0; j < state.joints.count; j++) {
    const other = partner(state, j, body)
    if (other < 0 || awake[other] === 1 || (flags[other] & ENABLED) === 0 || inRing(sleepNext, body, other)) continue
    const next = sleepNext[body]
    sleepNext[body] = sleepNext[other]
    sleepNext[other] = next
  }
}

/** The dynamic body that joint j, if it is on, ties to this one; −1 = none. */
function partner(state: WorldTables, j: number, body: number): number {
  const { alive, flags, bodyA, bodyB } = state.joints.columns
  if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) return -1
  const other = bodyA[j] === body ? bodyB[j] : bodyB[j] === body ? bodyA[j] : -1
  return other >= 0 && state.bodies.columns.type[other] === DYNAMIC ? other : -1
}

function inRing(sleepNext: Int32Array, body: number, other: number): boolean {
  let at = sleepNext[body]
  while (at !== body && at !== other) at = sleepNext[at]
  return at === other
}

/** Wakes the bodies that rested on or against this one. */
export function wakeNeighbors(state: WorldTables, row: number): void {
  const { shapeA, shapeB, contact } = state.pairs.columns
  const { body } = state.shapes.columns
  for (let p = 0; p < state.pairs.count; p++) {
    if (contact[p] === 0) continue
    const left = body[shapeA[p]]
    const right = body[shapeB[p]]
    if (left !== row && right !== row) continue
    const other = left === row ? right : left
    if (state.bodies.columns.type[other] === DYNAMIC) wakeRing(state, other)
  }
}

/** A shape's surface has changed: wakes its body and the bodies near it. */
export function wakeTouching(state: WorldTables, shape: number): void {
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  if (type[body[shape]] !== STATIC) wakeRing(state, body[shape])
  for (let p = 0; p < state.pairs.count; p++) {
    const other = shapeA[p] === shape ? shapeB[p] : shapeB[p] === shape ? shapeA[p] : -1
    if (other >= 0 && type[body[other]] !== STATIC) wakeRing(state, body[other])
  }
}
