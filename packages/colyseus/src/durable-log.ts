/**
 * The log of a durable room: ticks are written in batches, one script under way at a time, and released when they are written. Checkpoints follow.
 */

import type { NetWorld } from 'fulcrum-physics/netcode'
import type { Game } from './game.ts'
import { MOST_UNWRITTEN_TICKS } from './limits.ts'
import { PROTOCOL_VERSION } from './protocol.ts'
import { RoomAuthority } from './room-authority.ts'
import { LeaseLost, type RoomStore } from './room-store.ts'

/** Counts since the beginning. */
export interface DurableStats {
  /** Ticks written. */
  ticks: number
  /** Batches that they were written in. */
  batches: number
  /** Checkpoints and their bytes. */
  checkpoints: number
  checkpointBytes: number
  /** Ticks that were replayed when the room was taken over. */
  replayed: number
  /** Writes that failed and were tried again. */
  retries: number
}

/** Time between two tries, ms. */
const PAUSE = 25
/** Time that a room is taken through its log at once, ms: rooms beside it step every 17, and their leases last some hundreds. */
const REPLAY_PAUSE = 10

export class DurableLog<World extends NetWorld> {
  readonly authority: RoomAuthority<World>
  readonly seats: ReadonlyMap<number, string>
  readonly stats: DurableStats = { ticks: 0, batches: 0, checkpoints: 0, checkpointBytes: 0, replayed: 0, retries: 0 }
  onLost: () => void = () => {}
  onWritten: () => void = () => {}
  private readonly store: RoomStore
  private readonly form: string
  private readonly every: number
  private readonly timer: ReturnType<typeof setInterval>
  /** Rows of ticks that wait, and the first of these ticks. */
  private waiting: Int32Array[] = []
  private first: number
  private checkpointAt: number
  private busy = false
  private closed = false

  private constructor(store: RoomStore, authority: RoomAuthority<World>, form: string, every: number, seats: ReadonlyMap<number, string>) {
    this.store = store
    this.authority = authority
    this.form = form
    this.every = every
    this.seats = seats
    this.first = authority.tick
    this.checkpointAt = authority.tick + every
    this.timer = setInterval(() => void this.write(), store.leaseTime / 4)
  }

  /** Takes the room, waiting for the lease of a process that may have died; null if another one has it and lives. */
  static async open<World extends NetWorld>(
    store: RoomStore, game: Game<World>, version: string, every: number, waits: number,
  ): Promise<DurableLog<World> | null> {
    const form = [PROTOCOL_VERSION, version, game.players, game.inputSize ?? 1, game.dt ?? game.world.fixedStep].join('/')
    for (let waited = 0; !(await store.acquire()); waited += PAUSE) {
      if (store.isHeld || waited > waits * store.leaseTime) return null
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
    try {
      const stored = await store.load(form, game.players * (game.inputSize ?? 1))
      const authority = new RoomAuthority(game, {}, stored)
      await replay(authority, stored?.rows ?? [], store)
      const log = new DurableLog(store, authority, form, every, stored?.seats ?? new Map())
      log.stats.replayed = stored?.rows.length ?? 0
      await log.checkpoint(authority.tick)
      return log
    } catch (error) {
      await store.release()
      throw error
    }
  }

  /** Is the lease gone, or the log closed? */
  get isOver(): boolean {
    return this.closed
  }

  /** So many ticks wait that the room must. */
  get isFull(): boolean {
    return this.waiting.length >= MOST_UNWRITTEN_TICKS
  }

  /** The inputs of the next tick, to be written. */
  push(row: Int32Array): void {
    this.waiting.push(row)
    void this.write()
  }

  async seat(seat: number, keyHash: string | null): Promise<void> {
    await this.tried(() => this.store.seat(seat, keyHash))
  }

  /** Writes what waits, a last checkpoint, and lets others have the room. */
  async close(): Promise<void> {
    for (let tries = 0; (this.busy || this.waiting.length > 0) && tries < 40 && !this.closed; tries++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      await this.write()
    }
    clearInterval(this.timer)
    if (this.closed) return
    this.closed = true
    try {
      await this.store.checkpoint(this.form, this.authority.tick, this.authority.rollback.state(this.authority.tick))
      await this.store.release()
    } catch {
      // The lease went or Redis is away: what is written is enough.
    }
  }

  /** Writes all ticks that wait, or keeps the lease. */
  private async write(): Promise<void> {
    if (this.busy || this.closed) return
    this.busy = true
    try {
      do {
        const { first, waiting } = this
        if (waiting.length === 0) await this.tried(() => this.store.renew())
        else {
          const count = waiting.length
          await this.tried(() => this.store.append(first, waiting.slice(0, count)))
          if (this.closed) return
          this.waiting.splice(0, count)
          this.first += count
          this.stats.ticks += count
          this.stats.batches++
          this.authority.release(this.first)
          this.onWritten()
          if (this.first >= this.checkpointAt) await this.checkpoint(this.first)
        }
      } while (this.waiting.length > 0 && !this.closed)
    } finally {
      this.busy = false
    }
  }

  private async checkpoint(tick: number): Promise<void> {
    const state = this.authority.rollback.state(tick)
    this.checkpointAt = tick + this.every
    await this.tried(() => this.store.checkpoint(this.form, tick, state))
    this.stats.checkpoints++
    this.stats.checkpointBytes += state.byteLength
  }

  /** Tries again while Redis is away. A write may be done twice: the second time it changes nothing. */
  private async tried(work: () => Promise<void>): Promise<void> {
    while (!this.closed) {
      try {
        await work()
        return
      } catch (error) {
        if (error instanceof LeaseLost || !isTransient(error)) {
          this.lose()
          return
        }
        this.stats.retries++
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
  }

  private lose(): void {
    this.closed = true
    clearInterval(this.timer)
    this.onLost()
  }
}

/** Takes a world through its log, keeping the lease, and lets the other rooms of the process go on meanwhile. */
async function replay<World extends NetWorld>(authority: RoomAuthority<World>, rows: readonly Int32Array[], store: RoomStore): Promise<void> {
  let paused = performance.now()
  for (const row of rows) {
    authority.replay(row)
    if (performance.now() - paused < REPLAY_PAUSE) continue
    await store.renew()
    paused = performance.now()
  }
}

/** Redis itself answers with errors that begin with a word in capitals; loading and busy ones pass. */
function isTransient(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return !/^[A-Z]{2,} /.test(message) || /^(?:LOADING|BUSY|TRYAGAIN|MASTERDOWN|CLUSTERDOWN) /.test(message)
}
