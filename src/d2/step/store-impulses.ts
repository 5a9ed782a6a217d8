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
import { FRICTION_IMPULSE, GAP_STRIDE, IMPULSE_STRIDE, SLOP } from '../contacts/contact-row.ts'
import { CONTACT_EVENT_POINTS } from '../store/event-log.ts'
import type { WorldState } from '../store/world-state.ts'

export function storeImpulses(state: WorldState): void {
  releaseCrushed(state, IMPULSE_STRIDE, closesFurther)
  const { batches } = state
  const { contact, impulse, total, gap } = state.contactRows.columns
  const { normalForce, frictionForce, age, pair, last } = state.contacts.columns
  const { state: flags } = state.pairs.columns
  const base = state.globals.columns.substeps[0]
  const share = forceShare(state)
  const kept = 1 - share
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = (share * batches.substeps(batch, base)) / state.dt
    const to = batches.rowEnd(batch)
    for (let r = batches.rowStart(batch); r < to; r++) {
      const c = contact[r]
      const l = r * IMPULSE_STRIDE
      normalForce[c * 2] = impulse[l] * perSecond + normalForce[c * 2] * kept
      normalForce[c * 2 + 1] = impulse[l + 1] * perSecond + normalForce[c * 2 + 1] * kept
      frictionForce[c] = impulse[l + FRICTION_IMPULSE] * perSecond + frictionForce[c] * kept
      last[r * 4] = gap[r * GAP_STRIDE]
      last[r * 4 + 1] = gap[r * GAP_STRIDE + 1]
      last[r * 4 + 2] = total[r * 2]
      last[r * 4 + 3] = total[r * 2 + 1]
      if (age[c] < 255) age[c]++
      const hasImpulse = impulse[l] + impulse[l + 1] > 0 || total[r * 2] + total[r * 2 + 1] > 0
      const known = flags[pair[c]] & (TOUCHING | WANTS_PERSIST)
      // Most pairs keep their state.
      if (known !== (hasImpulse ? TOUCHING : 0)) updateTouching(state, r, c, hasImpulse)
    }
  }
}

/** A contact begins to touch with its first normal impulse; it ends without impulse and with a gap above the slop. */
function updateTouching(state: WorldState, r: number, c: number, hasImpulse: boolean): void {
  const { gap } = state.contactRows.columns
  const { pair } = state.contacts.columns
  const pairs = state.pairs.columns
  const p = pair[c]
  const g = r * GAP_STRIDE
  const touching = (pairs.state[p] & TOUCHING) !== 0
  if (!touching && !hasImpulse) return
  if (!touching) {
    pairs.state[p] |= TOUCHING
    writeEvent(state, state.events.contactBegin, r, c, p)
  } else if (!hasImpulse && Math.min(gap[g], gap[g + 1]) > gap[g + SLOP]) {
    pairs.state[p] &= ~TOUCHING
    reportEnd(state, p)
  } else if ((pairs.state[p] & WANTS_PERSIST) !== 0) writeEvent(state, state.events.contactPersist, r, c, p)
}

function writeEvent(state: WorldState, log: EventBuffer, r: number, c: number, p: number): void {
  const { gap, count, total } = state.contactRows.columns
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
  data[o + 4] = normal[c * 2]
  data[o + 5] = normal[c * 2 + 1]
  data[o + 6] = count[r]
  data[o + 7] = total[r * 2] + total[r * 2 + 1]
  let at = o + CONTACT_EVENT_POINTS
  for (let i = 0; i < count[r]; i++) {
    for (let k = 0; k < 2; k++) data[at++] = center[a * 2 + k] + points[c * 4 + i * 2 + k]
    data[at++] = -gap[r * GAP_STRIDE + i]
    data[at++] = total[r * 2 + i]
  }
}
