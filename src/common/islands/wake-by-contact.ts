/**
 * Waking by contact: an awake body that touches a sleeper, or strikes it within this step, wakes the sleeper's ring. Part of the stage
 * `narrow-phase`.
 *
 * It is decided before the step is solved: the solver takes sleepers for immovable, and a blow on one that wakes a step later is lost as if
 * on a wall. A body strikes what its points reach; those of a body that turns go in arcs, and the solver follows them. A body that is struck
 * itself may be driven into the next sleeper within the same step, faster than its own velocity tells. So contacts with sleepers that are
 * not reached wait until all pairs are known; then they are asked again, with the blows among the bodies on their awake side.
 */

import { DYNAMIC, KINEMATIC } from '../store/column-codes.ts'
import { type IslandWorld, linkIslands } from './islands.ts'
import { wakeRing } from './sleep.ts'

/**
 * Measures the closing speeds of the points of contact c between the shapes a and b, in m/s, and returns where they are. Behind as many as a
 * contact may have stands how much nearer than that the bodies' turning may bring them within the step, in m.
 */
type MeasuresClosing<S> = (state: S, c: number, a: number, b: number) => Float64Array

/** Contacts with sleepers that are not reached so far. */
let waiting = new Int32Array(16)
let waitingCount = 0
/** By body row, for the roots of the sets: the hardest blow in the set, m/s. */
let blow = new Float64Array(64)

export function startWaking(): void {
  waitingCount = 0
}

/** Contact c of the shapes a and b, of bodies that both could move: wakes the sleeper if the other touches or strikes it. The slop is in slop[0]. */
export function wakeTouched<S extends IslandWorld>(
  state: S, c: number, a: number, b: number, slop: Float64Array, measure: MeasuresClosing<S>,
): void {
  const { awake, type } = state.bodies.columns
  const { body } = state.shapes.columns
  if (awake[body[a]] === awake[body[b]]) return
  const sleeper = body[awake[body[a]] === 1 ? b : a]
  if (type[sleeper] !== DYNAMIC) return
  if (isReached(state, c, slop[0], measure(state, c, a, b), 0)) {
    if (mayAct(state, c)) wakeRing(state, sleeper)
    return
  }
  if (waiting.length === waitingCount) {
    const grown = new Int32Array(waitingCount * 2)
    grown.set(waiting)
    waiting = grown
  }
  waiting[waitingCount++] = c
}

/** A contact that the user drops wakes nobody (`world.onContact`). */
function mayAct(state: IslandWorld, c: number): boolean {
  const { hooks } = state
  if (hooks.onContact === null) return true
  hooks.reserve(state.contacts.capacity)
  return hooks.askContact(c)
}

/** Does a point touch, or close its gap within the step, if it is `extra` faster than its bodies are? */
function isReached<S extends IslandWorld>(state: S, c: number, slop: number, closing: Float64Array, extra: number): boolean {
  const { count, separation } = state.contacts.columns
  const { width } = state.contacts.schema.separation
  const bend = closing[width]
  for (let i = 0; i < count[c]; i++) {
    if (separation[c * width + i] <= slop + Math.max(0, (closing[i] + extra) * state.dt + bend)) return true
  }
  return false
}

/** Wakes the sleepers that are reached by bodies which other bodies strike in this step. */
export function wakeDriven<S extends IslandWorld>(state: S, measure: MeasuresClosing<S>): void {
  keepAsleep(state)
  if (waitingCount === 0) return
  linkIslands(state)
  measureBlows(state, measure)
  const { awake } = state.bodies.columns
  const { body } = state.shapes.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { pair } = state.contacts.columns
  for (let k = 0; k < waitingCount; k++) {
    const c = waiting[k]
    const a = shapeA[pair[c]]
    const b = shapeB[pair[c]]
    if (awake[body[a]] === awake[body[b]]) continue
    const isA = awake[body[a]] === 1
    const hardest = blow[state.unionFind.find(body[isA ? a : b])]
    // What is struck leaves with at most twice the speed of the blow: a light body from a heavy one, elastically.
    if (hardest > 0 && isReached(state, c, 0, measure(state, c, a, b), 2 * hardest) && mayAct(state, c)) wakeRing(state, body[isA ? b : a])
  }
}

/** Drops the contacts whose sleeper has woken. */
function keepAsleep(state: IslandWorld): void {
  const { awake } = state.bodies.columns
  const { body } = state.shapes.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { pair } = state.contacts.columns
  let kept = 0
  for (let k = 0; k < waitingCount; k++) {
    const p = pair[waiting[k]]
    if (awake[body[shapeA[p]]] !== awake[body[shapeB[p]]]) waiting[kept++] = waiting[k]
  }
  waitingCount = kept
}

/** Blows among movable bodies, and of kinematic bodies on them. Bodies that meet something at rest drive nothing. */
function measureBlows<S extends IslandWorld>(state: S, measure: MeasuresClosing<S>): void {
  const { unionFind, activeContacts, dt } = state
  const { endA, endB } = state.islands
  const { type } = state.bodies.columns
  const { body } = state.shapes.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { pair, count, separation } = state.contacts.columns
  const points = state.contacts.schema.separation.width
  if (blow.length < state.bodies.count) blow = new Float64Array(state.bodies.count * 2)
  blow.fill(0, 0, state.bodies.count)
  for (let k = 0; k < state.activeCount; k++) {
    const c = activeContacts[k]
    const a = shapeA[pair[c]]
    const b = shapeB[pair[c]]
    const movesA = endA[k] >= 0 || type[body[a]] === KINEMATIC
    const movesB = endB[k] >= 0 || type[body[b]] === KINEMATIC
    if (!movesA || !movesB) continue
    const root = unionFind.find(endA[k] >= 0 ? endA[k] : endB[k])
    const closing = measure(state, c, a, b)
    const bend = closing[points] / dt
    for (let i = 0; i < count[c]; i++) {
      const speed = closing[i] + bend
      if (speed > blow[root] && separation[c * points + i] <= speed * dt) blow[root] = speed
    }
  }
}
