/**
 * The user's word on contacts and pairs, as the stages ask for it, and what it changed. Functions of the user are wrapped by
 * `common/world/world-hooks.ts`; here they take and give rows. One that throws is not asked again in the step; the step goes on without it,
 * and its error is thrown when the step is over.
 */

import { dropMarked } from './passing-contacts.ts'
import type { WorldTables } from './world-tables.ts'

/** Numbers per contact that may be changed: friction, static friction, restitution, speed along the normal, velocity of the surface. */
export const NEW_FRICTION = 0
export const NEW_STATIC_FRICTION = 1
export const NEW_RESTITUTION = 2
export const NORMAL_SPEED = 3
export const NEW_VELOCITY = 4
export const CHANGE_STRIDE = 7

/** Answers about a contact. */
const UNASKED = 0
const ACTS = 1
const DROPPED = 2

export class ContactHooks {
  /** Shall this contact act? Null = nobody asks. */
  onContact: ((contact: number) => boolean) | null = null
  /** Shall a fast body stop where these two shapes meet, at the place in `impact`? */
  onImpact: ((shapeA: number, shapeB: number) => boolean) | null = null
  /** Shall this wheel of a vehicle stand on this shape? */
  onWheel: ((wheel: number, shape: number) => boolean) | null = null
  /** May these two shapes collide at all? */
  shouldCollide: ((shapeA: number, shapeB: number) => boolean) | null = null
  /** By contact: 1 if its numbers are the user's. */
  changed: Uint8Array = new Uint8Array(0)
  values: Float64Array = new Float64Array(0)
  /** By contact: what was answered in this step, for those that were asked about before the others. */
  private answers: Uint8Array = new Uint8Array(0)
  /** Unit normal from A to B and the point where they meet, up to three numbers each. */
  readonly impact: Float64Array = new Float64Array(6)
  private failed = false
  private fault: unknown = undefined

  /** Makes room for the numbers of all contacts. */
  reserve(contacts: number): void {
    if (contacts <= this.changed.length) return
    this.changed = new Uint8Array(contacts * 2)
    this.answers = new Uint8Array(contacts * 2)
    this.values = new Float64Array(contacts * 2 * CHANGE_STRIDE)
  }

  /** Shall this contact act? Each is asked about once in a step, whoever asks first. Room must be reserved before. */
  askContact(contact: number): boolean {
    if (this.onContact === null) return true
    if (this.answers[contact] === UNASKED) {
      this.changed[contact] = 0
      this.answers[contact] = this.ask(this.onContact, contact, -1) ? ACTS : DROPPED
    }
    return this.answers[contact] === ACTS
  }

  /** Forgets the answers of the step. */
  forget(): void {
    this.answers.fill(UNASKED)
  }

  askImpact(shapeA: number, shapeB: number): boolean {
    return this.onImpact === null || this.ask(this.onImpact, shapeA, shapeB)
  }

  askWheel(wheel: number, shape: number): boolean {
    return this.onWheel === null || this.ask(this.onWheel, wheel, shape)
  }

  askPair(shapeA: number, shapeB: number): boolean {
    return this.shouldCollide === null || this.ask(this.shouldCollide, shapeA, shapeB)
  }

  /** Throws what a function of the user has thrown in the step that is over. */
  throwFault(): void {
    if (!this.failed) return
    const { fault } = this
    this.failed = false
    this.fault = undefined
    throw fault
  }

  private ask(question: (a: number, b: number) => boolean, a: number, b: number): boolean {
    if (this.failed) return true
    try {
      return question(a, b)
    } catch (error) {
      this.failed = true
      this.fault = error
      return true
    }
  }
}

/** Asks about every contact of the step, in the order of the pairs, and drops those that shall not act. */
export function askContacts(state: WorldTables): void {
  const { hooks, activeContacts } = state
  if (hooks.onContact === null) return
  hooks.reserve(state.contacts.capacity)
  let dropped = 0
  for (let k = 0; k < state.activeCount; k++) {
    const contact = activeContacts[k]
    if (hooks.askContact(contact)) continue
    activeContacts[k] = -1 - contact
    dropped++
  }
  hooks.forget()
  if (dropped > 0) dropMarked(state)
}
