/**
 * The user's functions on contacts and pairs: checked when they are set, wrapped for the stages (`common/store/contact-hooks.ts`).
 */

import { PhysicsError } from '../errors.ts'
import { requireIdle } from '../memory/handles.ts'
import { wakeRing } from '../islands/sleep.ts'
import { IGNORED } from '../store/column-codes.ts'
import { removePair } from '../store/pair-rows.ts'
import type { PairFinder, WorldTables } from '../store/world-tables.ts'
import { wakeAll } from './settings.ts'

/** A contact as users see it while they are asked. */
export interface ContactView {
  /** @internal */
  open(contact: number): void
  /** @internal */
  openImpact(shapeA: number, shapeB: number): void
  /** Where there are wheels. @internal */
  openWheel?(wheel: number, shape: number): void
  /** @internal */
  close(): boolean
}

interface HookedWorld extends WorldTables {
  readonly broadPhase: PairFinder & { touch(shape: number): void }
}

export class WorldHooks<Contact extends ContactView, Shape> {
  private readonly state: HookedWorld
  private readonly contact: Contact
  private readonly shapes: { ofRow(row: number): Shape }
  private contactHook: ((contact: Contact) => void) | null = null
  private pairHook: ((a: Shape, b: Shape) => boolean) | null = null

  constructor(state: HookedWorld, contact: Contact, shapes: { ofRow(row: number): Shape }) {
    this.state = state
    this.contact = contact
    this.shapes = shapes
  }

  get onContact(): ((contact: Contact) => void) | null {
    return this.contactHook
  }

  set onContact(value: ((contact: Contact) => void) | null) {
    requireIdle(this.state, 'world.onContact')
    const hook = requireHook(value, 'world.onContact', 'takes a contact')
    const { hooks } = this.state
    const { contact } = this
    this.contactHook = hook
    const run = (): boolean => {
      try {
        hook!(contact)
      } catch (error) {
        contact.close()
        throw error
      }
      return contact.close()
    }
    hooks.onContact = hook === null ? null : (row) => {
      contact.open(row)
      return run()
    }
    hooks.onImpact = hook === null ? null : (a, b) => {
      contact.openImpact(a, b)
      return run()
    }
    hooks.onWheel = hook === null || contact.openWheel === undefined ? null : (wheel, shape) => {
      contact.openWheel!(wheel, shape)
      return run()
    }
    wakeAll(this.state)
  }

  get shouldCollide(): ((a: Shape, b: Shape) => boolean) | null {
    return this.pairHook
  }

  set shouldCollide(value: ((a: Shape, b: Shape) => boolean) | null) {
    requireIdle(this.state, 'world.shouldCollide')
    const hook = requireHook(value, 'world.shouldCollide', 'takes two shapes and returns true or false')
    const { state, shapes } = this
    const ask = hook === null ? null : (a: number, b: number) => Boolean(hook(shapes.ofRow(Math.min(a, b)), shapes.ofRow(Math.max(a, b))))
    const stale = this.disagreeing(ask)
    this.pairHook = hook
    state.hooks.shouldCollide = ask
    for (const [a, b] of stale) {
      const row = state.pairSet.find(a, b)
      if (row >= 0) removePair(state, row)
      state.broadPhase.touch(a)
      const { body } = state.shapes.columns
      wakeRing(state, body[a])
      wakeRing(state, body[b])
    }
  }

  /** The pairs there are about which the answer is another one now. The function is asked about all of them before anything changes. */
  private disagreeing(ask: ((a: number, b: number) => boolean) | null): [number, number][] {
    const { state } = this
    const { shapeA, shapeB, state: bits } = state.pairs.columns
    const stale: [number, number][] = []
    const before = state.asking
    state.asking = true
    try {
      for (let row = 0; row < state.pairs.count; row++) {
        const may = ask === null || ask(shapeA[row], shapeB[row])
        if (may === ((bits[row] & IGNORED) !== 0)) stale.push([shapeA[row], shapeB[row]])
      }
    } finally {
      state.asking = before
    }
    return stale
  }
}

function requireHook<Hook>(value: Hook | null | undefined, field: string, what: string): Hook | null {
  if (value === null || typeof value === 'function') return value
  throw new PhysicsError('wrong-type', field, value, `must be a function that ${what}, or null for none.`)
}
