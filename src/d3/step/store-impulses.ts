/**
 * Stage `store-impulses`: puts the solved impulses back into the contacts, as forces, and writes contact events.
 *
 * Reads: contact rows. Writes: contacts' forces and age, pair state, event log.
 * Why here: impulses are final. Stored per second, for steps and substeps of another length.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { releaseCrushed } from '../../common/islands/crushed-islands.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { TOUCHING, WANTS_PERSIST } from '../../common/store/column-codes.ts'
import type { EventBuffer } from '../../common/store/event-buffer.ts'
import { reportEnd } from '../../common/store/pair-events.ts'
import { forceShare } from '../../common/store/stored-forces.ts'
import { closesFurther } from '../contacts/crushed-rows.ts'
import { COLD_STRIDE, GAP, HOT_STRIDE, SLOP, TANGENT1, TANGENT2 } from '../contacts/contact-row.ts'
import { CONTACT_EVENT_POINTS } from '../store/event-log.ts'
import type { WorldState } from '../store/world-state.ts'
import { storeWheels } from '../vehicles/wheel-stages.ts'

/** Normal force of the contact at hand: as an argument it would be put on the heap. */
const pushed = new Float64Array(1)

export function storeImpulses(state: WorldState): void {
  storeWheels(state)
  releaseCrushed(state, 8, closesFurther)
  const { batches } = state
  const { contact, count, impulse, hot, cold, total: totals } = state.contactRows.columns
  const { normalForce, frictionForce, twistTorque, last, age, pair } = state.contacts.columns
  const { state: pairState } = state.pairs.columns
  const base = state.globals.columns.substeps[0]
  const share = forceShare(state)
  const kept = 1 - share
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = (share * batches.substeps(batch, base)) / state.dt
    const to = batches.rowEnd(batch)
    for (let r = batches.rowStart(batch); r < to; r++) {
      const c = contact[r]
      const o = r * HOT_STRIDE
      let total = 0
      for (let i = 0; i < 4; i++) {
        const force = i < count[r] ? impulse[r * 8 + i] * perSecond : 0
        normalForce[c * 4 + i] = force + (kept === 0 ? 0 : normalForce[c * 4 + i] * kept)
        total += force
        last[r * 8 + i] = cold[r * COLD_STRIDE + GAP + i]
        last[r * 8 + 4 + i] = totals[r * 4 + i]
      }
      const f1 = impulse[r * 8 + 4] * perSecond
      const f2 = impulse[r * 8 + 5] * perSecond
      for (let k = 0; k < 3; k++) {
        const force = hot[o + TANGENT1 + k] * f1 + hot[o + TANGENT2 + k] * f2
        frictionForce[c * 3 + k] = kept === 0 && force !== 0 ? force : force + frictionForce[c * 3 + k] * kept
      }
      twistTorque[c] = impulse[r * 8 + 6] * perSecond + twistTorque[c] * kept
      if (age[c] < 255) age[c]++
      // A contact that presses and is known to touch has nothing to tell, unless it is asked for.
      if (total > 0 && (pairState[pair[c]] & (TOUCHING | WANTS_PERSIST)) === TOUCHING && state.levelShapes === 0) continue
      pushed[0] = total
      updateTouching(state, r, c)
    }
  }
}

/**
 * A contact begins to touch with its first normal impulse; it ends without impulse and with a gap above the slop. Several contacts of a pair
 * count as one, that with the largest impulse; it is told with the first of them, when the impulses of all are known.
 */
function updateTouching(state: WorldState, r: number, c: number): void {
  const { cold, count, total } = state.contactRows.columns
  const { pair, nextFree } = state.contacts.columns
  const pairs = state.pairs.columns
  const p = pair[c]
  if (nextFree[c] !== 0 || pairs.contact[p] !== c + 1) {
    if (pairs.contact[p] === c + 1) updateTouchingChain(state, c, p)
    return
  }
  const d = r * COLD_STRIDE
  const touching = (pairs.state[p] & TOUCHING) !== 0
  const hasImpulse = pushed[0] > 0 || total[r * 4] + total[r * 4 + 1] + total[r * 4 + 2] + total[r * 4 + 3] > 0
  if (hasImpulse) {
    if (!touching) {
      pairs.state[p] |= TOUCHING
      writeEvent(state, state.events.contactBegin, r, c, p)
    } else if ((pairs.state[p] & WANTS_PERSIST) !== 0) writeEvent(state, state.events.contactPersist, r, c, p)
    return
  }
  if (!touching) return
  let gap = Infinity
  for (let i = 0; i < count[r]; i++) gap = Math.min(gap, cold[d + GAP + i])
  if (gap > cold[d + SLOP]) {
    pairs.state[p] &= ~TOUCHING
    reportEnd(state, p)
  } else if ((pairs.state[p] & WANTS_PERSIST) !== 0) writeEvent(state, state.events.contactPersist, r, c, p)
}

/** The same for a pair with several contacts, the first of which is c. */
function updateTouchingChain(state: WorldState, c: number, p: number): void {
  const { cold, count, total } = state.contactRows.columns
  const { nextFree, row } = state.contacts.columns
  const pairs = state.pairs.columns
  let hardest = c
  let most = 0
  let gap = Infinity
  let slop = 0
  for (let k = c; k >= 0; k = nextFree[k] - 1) {
    const r = row[k]
    const sum = total[r * 4] + total[r * 4 + 1] + total[r * 4 + 2] + total[r * 4 + 3]
    if (sum > most) {
      most = sum
      hardest = k
    }
    slop = cold[r * COLD_STRIDE + SLOP]
    for (let i = 0; i < count[r]; i++) gap = Math.min(gap, cold[r * COLD_STRIDE + GAP + i])
  }
  const touching = (pairs.state[p] & TOUCHING) !== 0
  if (!touching && most > 0) {
    pairs.state[p] |= TOUCHING
    writeEvent(state, state.events.contactBegin, row[hardest], hardest, p)
  } else if (touching && most === 0 && gap > slop) {
    pairs.state[p] &= ~TOUCHING
    reportEnd(state, p)
  } else if (touching && (pairs.state[p] & WANTS_PERSIST) !== 0) writeEvent(state, state.events.contactPersist, row[hardest], hardest, p)
}

function writeEvent(state: WorldState, log: EventBuffer, r: number, c: number, p: number): void {
  const { cold, count, total } = state.contactRows.columns
  const { normal, points } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body, center } = state.shapes.columns
  const a = shapeA[p]
  const b = shapeB[p]
  const o = log.push()
  const { data } = log
  data[o] = handleOf(state.shapes, a)
  data[o + 1] = handleOf(state.shapes, b)
  data[o + 2] = handleOf(state.bodies, body[a])
  data[o + 3] = handleOf(state.bodies, body[b])
  for (let k = 0; k < 3; k++) data[o + 4 + k] = normal[c * 3 + k]
  data[o + 7] = count[r]
  let sum = 0
  let at = o + CONTACT_EVENT_POINTS
  for (let i = 0; i < count[r]; i++) {
    const pointImpulse = total[r * 4 + i]
    sum += pointImpulse
    for (let k = 0; k < 3; k++) data[at++] = center[a * 3 + k] + points[c * 12 + i * 3 + k]
    data[at++] = -cold[r * COLD_STRIDE + GAP + i]
    data[at++] = pointImpulse
  }
  data[o + 8] = sum
}
