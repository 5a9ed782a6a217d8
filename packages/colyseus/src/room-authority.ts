/**
 * The room's side of a session, without transport and clock: takes inputs of seats, steps the world with those that are there, and tells everybody
 * with what. A tick without a player's input goes on with that player's last one; an empty seat's inputs are zeros.
 *
 * Ticks are told only once they are released: a durable room writes them to its log first.
 */

import { RollbackWorld, type NetWorld, PoseSender } from 'fulcrum-physics/netcode'
import type { Game } from './game.ts'
import { MOST_CALLS_PER_SECOND, MOST_MESSAGES_PER_TICK, MOST_TICKS_PER_MESSAGE } from './limits.ts'
import { NO_SEAT, NOTHING_YET, readClientMessage, type RoomVerdict, writeMessage } from './protocol.ts'

/** What an authority may be told. */
export interface AuthorityOptions {
  /** Count of ticks whose states are kept, for hashes and deltas, 2 … 1024. Default 120. */
  ticks?: number
  /** Count of ticks between two hashes that clients compare with theirs, 1 or more. Default 30. */
  hashEvery?: number
  /** Send frames again until they are acknowledged: for transports that lose messages. Default false. */
  resend?: boolean
}

/** Counts since the beginning. */
export interface AuthorityStats {
  /** Inputs taken. */
  inputs: number
  /** Inputs that came after their tick. */
  late: number
  /** Ticks of taken seats that had no input of their own. */
  held: number
  /** Messages refused, by verdict. */
  refused: Partial<Record<RoomVerdict, number>>
}

/** Where a room goes on. */
export interface Beginning {
  /** Tick of the state. */
  readonly tick: number
  /** What `rollback.state(tick)` was. */
  readonly state: Uint8Array
}

/** Ticks that a sign of life stands for: a room gives four a second. */
const SIGN_TICKS = 15

interface Seat {
  taken: boolean
  /** Highest tick of which an input has come; −1 if none. */
  newest: number
  /** Frames below it were sent. */
  sent: number
  /** Frames below it were acknowledged. */
  acknowledged: number
  /** Messages and calls that may still come: refilled by every tick. */
  messages: number
  calls: number
  hashSent: number
}

/** The room's world, and what players did to it. */
export class RoomAuthority<World extends NetWorld = NetWorld> {
  /** The world with its last ticks. */
  readonly rollback: RollbackWorld<World>
  /** Counts since the beginning. */
  readonly stats: AuthorityStats = { inputs: 0, late: 0, held: 0, refused: {} }
  private readonly game: Game<World>
  private readonly hashEvery: number
  private readonly resend: boolean
  private readonly seats: Seat[]
  private readonly row: Int32Array
  /** Rows of the last ticks, by tick. */
  private readonly rows: Int32Array
  private readonly kept: number
  private firstKept = 0
  private free = 0
  private hashTick = 0
  private hash = ''
  private poses: PoseSender | null = null

  /** Begins at tick 0, or at a state; `replay` takes it on from there. */
  constructor(game: Game<World>, options: AuthorityOptions = {}, from: Beginning | null = null) {
    const { world, apply, players, inputSize = 1 } = game
    this.game = game
    this.rollback = new RollbackWorld(world, {
      apply, players, inputSize, ticks: options.ticks ?? 120, ...(game.dt !== undefined && { dt: game.dt }), game: game.game ?? null,
    })
    this.hashEvery = Math.max(1, options.hashEvery ?? 30)
    this.resend = options.resend ?? false
    this.row = new Int32Array(players * inputSize)
    this.kept = this.rollback.ticks
    this.rows = new Int32Array(this.kept * this.row.length)
    if (from !== null && from.tick > 0) this.rollback.correct(from.tick, from.state)
    this.firstKept = this.rollback.present
    this.free = this.rollback.present
    this.seats = Array.from({ length: players }, () => ({
      taken: false, newest: -1, sent: 0, acknowledged: 0, messages: 0, calls: 0, hashSent: 0,
    }))
  }

  /** Index of the next tick. */
  get tick(): number {
    return this.rollback.present
  }

  /** Ticks below it are told. */
  get released(): number {
    return this.free
  }

  /** Index of a seat that nobody has; null if all are taken. */
  freeSeat(reserved: (seat: number) => boolean): number | null {
    const seat = this.seats.findIndex(({ taken }, index) => !taken && !reserved(index))
    return seat < 0 ? null : seat
  }

  /**
   * Somebody sits down. `have`: the tick of a confirmed state that the client holds of this room, or null. Returns the welcome: nothing but the
   * seat where frames can go on from there, a delta or a state otherwise.
   */
  sit(seat: number, key: Uint8Array, have: number | null): Uint8Array {
    const place = this.seats[seat]!
    const { players, inputSize, dt } = this.rollback
    const from = have === null ? null : this.resumeFrom(have)
    const tick = from ?? this.free
    const state = from !== null ? new Uint8Array(0) : this.stateSince(have)
    Object.assign(place, { taken: true, newest: -1, sent: tick, acknowledged: tick, messages: 60, calls: MOST_CALLS_PER_SECOND, hashSent: 0 })
    return writeMessage({ kind: 'welcome', seat, players, inputSize, dt, tick, key, state })
  }

  /** Somebody gets up: the seat's inputs are zeros from now on. */
  leave(seat: number): void {
    this.seats[seat]!.taken = false
  }

  /** The welcome of somebody who looks on. */
  welcomeOnlooker(): Uint8Array {
    const { players, inputSize, dt } = this.rollback
    const empty = new Uint8Array(0)
    return writeMessage({ kind: 'welcome', seat: NO_SEAT, players, inputSize, dt, tick: this.tick, key: new Uint8Array(16), state: empty })
  }

  /** Takes a message of whoever sits there. Never throws; what is refused changes nothing. `answer`: sends a state that was called for. */
  receive(seat: number | null, bytes: unknown, answer: (bytes: Uint8Array) => void): RoomVerdict {
    const verdict = this.judge(seat, bytes, answer)
    if (verdict !== 'ok') this.stats.refused[verdict] = (this.stats.refused[verdict] ?? 0) + 1
    return verdict
  }

  /** Have the inputs of all taken seats come for the next tick? */
  isReady(): boolean {
    for (let seat = 0; seat < this.seats.length; seat++) {
      if (this.seats[seat]!.taken && !this.rollback.isKnown(seat, this.tick)) return false
    }
    return true
  }

  /** Simulates the next tick with the inputs that are there, and returns them: what a log must hold. */
  step(): Int32Array {
    const { rollback, row } = this
    const { inputSize } = rollback
    for (let seat = 0; seat < this.seats.length; seat++) {
      const place = this.seats[seat]!
      const at = seat * inputSize
      if (!place.taken) row.fill(0, at, at + inputSize)
      else if (!rollback.readInput(seat, this.tick, row, at)) this.stats.held++
      this.refill(place, 1)
    }
    this.take(row)
    return row.slice()
  }

  /** Ticks below this one may be told: they will not be lost. */
  release(tick: number): void {
    const { hashEvery, rollback } = this
    this.free = Math.max(this.free, Math.min(tick, this.tick))
    const due = Math.floor(this.free / hashEvery) * hashEvery
    if (due <= this.hashTick || !rollback.has(due)) return
    this.hashTick = due
    this.hash = rollback.hash(due)
  }

  /** What whoever sits there has not been told yet; null if there is nothing to tell, unless a sign of life is due. */
  framesFor(seat: number, alive: boolean = false): Uint8Array | null {
    const place = this.seats[seat]!
    const first = Math.max(this.resend ? place.acknowledged : place.sent, this.firstKept)
    const count = Math.min(this.free - first, MOST_TICKS_PER_MESSAGE)
    const isNew = this.hashTick > place.hashSent
    if (!place.taken || (count <= 0 && !isNew && !alive)) return null
    // A room that waits takes no steps, and its players may still speak.
    if (alive) this.refill(place, SIGN_TICKS)
    const width = this.row.length
    const values = new Int32Array(Math.max(0, count) * width)
    for (let i = 0; i < count; i++) values.set(this.rowOf(first + i), i * width)
    place.sent = first + Math.max(0, count)
    if (!this.resend) place.hashSent = this.hashTick
    return writeMessage({
      kind: 'frames', present: this.tick, newest: place.newest < 0 ? NOTHING_YET : place.newest,
      hashTick: isNew ? this.hashTick : 0, hash: this.hash, first, count: Math.max(0, count), values,
    })
  }

  /** Poses of what moves, for those who look on. */
  posesNow(): Uint8Array {
    this.poses ??= new PoseSender(this.rollback.world as never)
    return writeMessage({ kind: 'poses', poses: this.poses.write(this.tick) })
  }

  private refill(place: Seat, ticks: number): void {
    place.messages = Math.min(60 * MOST_MESSAGES_PER_TICK, place.messages + MOST_MESSAGES_PER_TICK * ticks)
    place.calls = Math.min(MOST_CALLS_PER_SECOND, place.calls + MOST_CALLS_PER_SECOND * this.rollback.dt * ticks)
  }

  /** Simulates a tick of a log again: before anybody sits down. */
  replay(row: ArrayLike<number>): void {
    this.take(row)
    this.free = this.tick
  }

  private take(row: ArrayLike<number>): void {
    const tick = this.tick
    this.rows.set(row, (tick % this.kept) * this.row.length)
    this.row.set(row)
    this.firstKept = Math.max(this.firstKept, tick + 1 - this.kept)
    this.rollback.advance(row)
  }

  private rowOf(tick: number): Int32Array {
    const width = this.row.length
    const at = (tick % this.kept) * width
    return this.rows.subarray(at, at + width)
  }

  /** The tick that frames go on from for somebody who holds a state; null if frames cannot, or a delta is less work than so many ticks. */
  private resumeFrom(have: number): number | null {
    return have >= this.firstKept && have <= this.free && this.free - have <= this.kept / 2 ? have : null
  }

  /** The newest state that may be told: as a delta for somebody who holds an earlier one. */
  private stateSince(have: number | null): Uint8Array {
    const { rollback, free } = this
    if (have !== null && have < free && have > 0 && rollback.has(have)) return rollback.delta(have, free)
    return rollback.state(free)
  }

  private judge(seat: number | null, bytes: unknown, answer: (bytes: Uint8Array) => void): RoomVerdict {
    const { rollback, game } = this
    const { inputSize } = rollback
    const message = readClientMessage(bytes, inputSize)
    if (typeof message === 'string') return message
    const place = seat === null ? undefined : this.seats[seat]
    if (seat === null || place === undefined || !place.taken) return 'seat'
    if (place.messages < 1) return 'rate'
    place.messages--
    if (message.kind === 'call') {
      if (message.have !== NOTHING_YET && message.have > this.free) return 'tick'
      if (place.calls < 1) return 'rate'
      place.calls--
      answer(writeMessage({ kind: 'state', tick: this.free, state: this.stateSince(message.have === NOTHING_YET ? null : message.have) }))
      place.sent = place.acknowledged = this.free
      return 'ok'
    }
    const { first, count, values, acknowledged } = message
    if (acknowledged > this.free || first + count > this.tick + rollback.ticks) return 'tick'
    for (let i = 0; i < count; i++) {
      if (game.acceptInput?.(seat, values, i * inputSize) === false) return 'input'
      if (first + i >= this.tick && rollback.isKnown(seat, first + i) && !this.isSame(seat, first + i, values, i)) return 'input'
    }
    for (let i = 0; i < count; i++) {
      const tick = first + i
      if (tick < this.tick) {
        if (tick > place.newest) this.stats.late++
      } else if (rollback.setInput(seat, tick, values, i * inputSize) === 'new') this.stats.inputs++
    }
    place.newest = Math.max(place.newest, first + count - 1)
    place.acknowledged = Math.max(place.acknowledged, acknowledged)
    return 'ok'
  }

  private isSame(seat: number, tick: number, values: Int32Array, index: number): boolean {
    const { inputSize } = this.rollback
    const known = new Int32Array(inputSize)
    this.rollback.readInput(seat, tick, known)
    return known.every((value, i) => value === values[index * inputSize + i])
  }
}
