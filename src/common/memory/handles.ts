/**
 * Handles: from rows to the objects users hold, and back. One object per row for as long as the row lives, so `===` works; after a restore
 * an object whose body exists again is the same object again, if the user still holds it.
 */

import { hasFields, PhysicsError } from '../errors.ts'
import { handleOf, isCurrent, type PoolColumns, rowOfHandle } from './ids.ts'
import type { Table } from './world-memory.ts'

/** Interface of handle classes. */
export interface Handle {
  /** Stable number; never reused while the world lives. */
  readonly id: number
}

/** Objects of one table by handle. Dead ones are kept weakly, for restores. */
export class HandleCache<T extends Handle, C extends PoolColumns> {
  private readonly table: Table<C>
  private readonly make: (handle: number) => T
  private readonly fits: (object: T) => boolean
  private readonly live: (T | undefined)[] = []
  private readonly dead: Map<number, WeakRef<T>> = new Map()
  private sweepAt = 1024

  /** `fits`: is the object still of the right class? After a restore its number may belong to another kind of object. */
  constructor(table: Table<C>, make: (handle: number) => T, fits: (object: T) => boolean = () => true) {
    this.table = table
    this.make = make
    this.fits = fits
  }

  /** The object of a live row. */
  ofRow(row: number): T {
    return this.ofHandle(handleOf(this.table, row))
  }

  ofHandle(handle: number): T {
    const row = rowOfHandle(handle)
    const known = this.live[row]
    if (known && known.id === handle && this.fits(known)) return known
    const kept = this.dead.get(handle)?.deref()
    const object = kept && this.fits(kept) ? kept : this.make(handle)
    if (isCurrent(this.table, handle)) {
      if (known) this.bury(known)
      this.dead.delete(handle)
      this.live[row] = object
    } else this.bury(object)
    return object
  }

  /** Its row was given back. */
  retire(row: number): void {
    const known = this.live[row]
    if (known) this.bury(known)
    this.live[row] = undefined
  }

  private bury(object: T): void {
    this.dead.set(object.id, new WeakRef(object))
    if (this.dead.size < this.sweepAt) return
    for (const [handle, ref] of this.dead) if (ref.deref() === undefined) this.dead.delete(handle)
    this.sweepAt = Math.max(1024, this.dead.size * 2)
  }
}

/** The row of a live handle, or an error that names the fault. */
export function requireRow<C extends PoolColumns>(table: Table<C>, handle: number, what: string): number {
  if (!isCurrent(table, handle)) {
    throw new PhysicsError('stale-handle', what, handle, `was destroyed. Drop the reference, or check ${what}.isValid first.`)
  }
  return rowOfHandle(handle)
}

/** Refuses changes while a step runs, or a function of the user's that only answers: predicates, hooks, error functions, getters of options. */
export function requireIdle(state: { readonly inStep: boolean; readonly asking?: boolean }, what: string): void {
  if (state.inStep) {
    throw new PhysicsError('mid-step', what, 'called inside world.step', 'may not be used while a step runs. Do it after step() has returned.')
  }
  if (state.asking === true) {
    const advice = 'may not be used in a predicate, an error function or the like, which the world only asks. Do it after the call has returned.'
    throw new PhysicsError('mid-step', what, 'called inside a question of the world', advice)
  }
}

/** Runs what may call functions of the user's that only answer: the world is closed to changes meanwhile. */
export function closedTo<Answer>(state: { asking: boolean }, act: () => Answer): Answer {
  const before = state.asking
  state.asking = true
  try {
    return act()
  } finally {
    state.asking = before
  }
}

/** The `userData` of what is given as a definition: read before anything is made of it. */
export function labelOf(definition: unknown): unknown {
  return hasFields(definition) ? (definition as { readonly userData?: unknown }).userData : undefined
}
