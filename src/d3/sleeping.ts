/**
 * Falling asleep and waking up: what both do to bodies, pairs and the event log. When and who is decided by the stages and by the
 * setters.
 *
 * Bodies that fall asleep together form a ring; waking one wakes the ring.
 */

import { handleOf } from '../common/ids.ts'
import { DYNAMIC, ENABLED, KINEMATIC } from './bodies.ts'
import type { WorldState } from './world-state.ts'

/** Wakes a body and everything that fell asleep with it. */
export function wakeRing(state: WorldState, body: number): void {
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

function wakeOne(state: WorldState, body: number): void {
  const { awake, slowTime, flags, type } = state.bodies.columns
  slowTime[body] = 0
  if (awake[body] === 1 || (flags[body] & ENABLED) === 0) return
  if (type[body] !== DYNAMIC && type[body] !== KINEMATIC) return
  awake[body] = 1
  state.mayBeAwake = true
  state.wokeInStep = true
  if (state.inStep) insertAwake(state, body)
  if (type[body] === DYNAMIC) {
    const log = state.events.wakers
    log.data[log.push()] = handleOf(state.bodies, body)
  }
}

/** Keeps the step's list of awake rows ascending, so that results do not depend on who woke first. */
function insertAwake(state: WorldState, body: number): void {
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
export function putToSleep(state: WorldState, body: number): void {
  const { awake, v, w } = state.bodies.columns
  if (awake[body] === 0) return
  awake[body] = 0
  v.fill(0, body * 3, body * 3 + 3)
  w.fill(0, body * 3, body * 3 + 3)
  const log = state.events.sleepers
  log.data[log.push()] = handleOf(state.bodies, body)
}
