/**
 * A player's side of a session, without transport and clock: simulates ahead of the room with the own inputs, predicts those of others, and goes
 * back when a frame of the room says otherwise. What the room told is confirmed; everything behind it may still change.
 */

import { type NetWorld, PoseReceiver, RollbackWorld, type StateDifference } from 'fulcrum-physics/netcode'
import type { Game } from './game.ts'
import { MOST_TICKS_PER_FRAME, MOST_TICKS_PER_MESSAGE } from './limits.ts'
import { type FramesMessage, NO_SEAT, NOTHING_YET, readRoomMessage, type RoomVerdict, type WelcomeMessage, writeMessage } from './protocol.ts'

/** What a player's side may be told. */
export interface PredictionOptions {
  /** Sends bytes to the room. */
  send(bytes: Uint8Array): void
  /** Count of the ticks that can be gone back, 2 … 1024. Default 120. */
  ticks?: number
  /** Count of ticks that inputs are to arrive before they are needed, 0 … 60. Default 3. */
  lead?: number
  /** Count of the steps that one frame takes at most, 2 … 1024. Default 16. */
  maxSteps?: number
  /** Count of bytes of a message of the room at most. Default 16 MiB. */
  maxBytes?: number
  /** Send inputs again until the room has told their ticks: for transports that lose messages. Default false. */
  resend?: boolean
}

/** Counts since the beginning. */
export interface PredictionStats {
  /** Frames of the room taken, ticks. */
  frames: number
  /** Own inputs that the room did not have in time and replaced. */
  replaced: number
  /** Hashes compared with the room's. */
  compared: number
  /** Of these, such that differed: the room's state was called for. */
  desyncs: number
  /** Whole states and deltas taken. */
  states: number
  /** Ticks that the room had told and knew nothing of later: 0 with a durable room. */
  forgotten: number
  /** Frames in which it waited because it was too far ahead. */
  paced: number
  /** Bytes sent. */
  sentBytes: number
  /** Bytes received. */
  receivedBytes: number
  /** Messages refused. */
  refused: number
}

/** Frames between two in which it waits to fall back. */
const PACE_FRAMES = 4
/** Ticks beside the wanted lead that are left alone: arrivals jitter. */
const PACE_SLACK = 2

/** A player's world, ahead of the room's. */
export class PredictedRoom<World extends NetWorld = NetWorld> {
  /** The world with its past; null before the welcome, and for those who look on. */
  rollback: RollbackWorld<World> | null = null
  /** Poses to show, for those who look on; null for players. */
  poses: PoseReceiver | null = null
  /** Index of the own seat; null before the welcome, and for those who look on. */
  seat: number | null = null
  /** Secret by which the seat is claimed back, in hexadecimal digits; null without a seat. */
  key: string | null = null
  /** The first body and column in which this world was found to have parted from the room's; null while all is well. */
  desync: StateDifference | null = null
  /** Counts since the beginning. */
  readonly stats: PredictionStats
  private readonly build: () => Game<World>
  private readonly options: PredictionOptions
  private readonly lead: number
  private readonly most: number
  /** Own inputs by tick, until the room has told theirs. */
  private own: Int32Array = new Int32Array(0)
  private ownTicks = 0
  /** Own inputs exist from the one to below the other. */
  private ownFirst = 0
  private told = 0
  private sent = 0
  /** Frames of all ticks below it have come. */
  private known = 0
  private owed = 0
  /** Reports about inputs of earlier ticks are from before the last change of pace. */
  private pacedAt = 0
  private sincePace = 0
  private asked = false
  private waiting: { tick: number; hash: string } | null = null
  private lastCompared = 0

  /** `build` makes the game as the room does. */
  constructor(build: () => Game<World>, options: PredictionOptions) {
    this.build = build
    this.options = options
    this.lead = options.lead ?? 3
    this.most = options.maxBytes ?? 2 ** 24
    this.stats = { frames: 0, replaced: 0, compared: 0, desyncs: 0, states: 0, forgotten: 0, paced: 0, sentBytes: 0, receivedBytes: 0, refused: 0 }
  }

  /** Index of the last tick whose state is final: what a client that comes back tells the room that it has. Null if there is none. */
  get have(): number | null {
    return this.rollback === null || this.asked ? null : this.rollback.confirmedTick
  }

  /** Takes a message of the room. Never throws; what is refused changes nothing. */
  receive(bytes: unknown): RoomVerdict {
    const { rollback } = this
    const message = readRoomMessage(bytes, rollback === null ? 0 : rollback.players * rollback.inputSize, this.most)
    let verdict: RoomVerdict = 'ok'
    if (typeof message === 'string') verdict = message
    else if (message.kind === 'welcome') verdict = this.takeWelcome(message)
    else if (message.kind === 'poses') verdict = this.poses?.receive(message.poses) === 'ok' ? 'ok' : 'malformed'
    else if (rollback === null) verdict = 'seat'
    else if (message.kind === 'frames') verdict = this.takeFrames(rollback, message)
    else verdict = this.adopt(rollback, message.tick, message.state) ? 'ok' : 'malformed'
    this.stats.receivedBytes += bytes instanceof Uint8Array ? bytes.byteLength : 0
    if (verdict !== 'ok') this.stats.refused++
    return verdict
  }

  /**
   * One tick of real time: `input` acts at the present tick, and at those that are made up for. A function gives the input of each tick. Returns
   * whether the present moved.
   */
  frame(input: ArrayLike<number> | ((tick: number) => ArrayLike<number>)): boolean {
    const { rollback } = this
    if (rollback === null || this.seat === null) return false
    this.sincePace++
    if (this.owed < 0 && this.sincePace >= PACE_FRAMES) {
      this.owed++
      this.sincePace = 0
      this.stats.paced++
      if (this.owed === 0) this.pacedAt = rollback.present
      this.sendInputs(rollback)
      return false
    }
    let moved = this.forward(rollback, input)
    let extra = 0
    // Ticks are made up for only by a world that stands at its present: a frame takes no more steps than one correction may, and a few.
    for (; moved && rollback.tick === rollback.present && extra < MOST_TICKS_PER_FRAME && (this.owed > 0 || rollback.present < this.known); extra++) {
      if (this.owed > 0 && --this.owed === 0) this.pacedAt = rollback.present
      moved = this.forward(rollback, input)
    }
    this.sendInputs(rollback)
    return moved
  }

  /** The connection is another one: what was not told by the room is sent again. */
  reconnected(): void {
    this.sent = this.known
    this.owed = 0
  }

  private forward(rollback: RollbackWorld<World>, source: ArrayLike<number> | ((tick: number) => ArrayLike<number>)): boolean {
    const tick = rollback.present
    if (tick >= this.told) {
      const input = typeof source === 'function' ? source(tick) : source
      if (tick >= this.known) rollback.setInput(this.seat!, tick, input)
      for (let i = 0; i < rollback.inputSize; i++) this.own[(tick % this.ownTicks) * rollback.inputSize + i] = input[i]!
      if (this.told < tick) this.ownFirst = tick
      this.told = tick + 1
    } else if (tick >= this.known) rollback.setInput(this.seat!, tick, this.own, (tick % this.ownTicks) * rollback.inputSize)
    const moved = rollback.advance()
    this.confirm(rollback)
    return moved
  }

  private confirm(rollback: RollbackWorld<World>): void {
    rollback.confirm(Math.min(this.known, rollback.present))
    const { waiting } = this
    if (waiting === null || waiting.tick > rollback.confirmedTick) return
    this.waiting = null
    this.lastCompared = waiting.tick
    if (!rollback.has(waiting.tick)) return
    this.stats.compared++
    if (rollback.hash(waiting.tick) === waiting.hash) return
    this.stats.desyncs++
    this.ask()
  }

  private ask(): void {
    if (this.asked) return
    this.asked = true
    this.send(writeMessage({ kind: 'call', have: NOTHING_YET }))
  }

  private send(bytes: Uint8Array): void {
    this.stats.sentBytes += bytes.byteLength
    this.options.send(bytes)
  }

  private sendInputs(rollback: RollbackWorld<World>): void {
    const { inputSize } = rollback
    const first = Math.max(this.ownFirst, this.options.resend === true ? this.known : Math.max(this.sent, this.known))
    const count = Math.max(0, Math.min(this.told - first, MOST_TICKS_PER_MESSAGE))
    if (count === 0 && this.options.resend !== true) return
    const values = new Int32Array(count * inputSize)
    for (let i = 0; i < count; i++) {
      const at = ((first + i) % this.ownTicks) * inputSize
      values.set(this.own.subarray(at, at + inputSize), i * inputSize)
    }
    this.sent = first + count
    this.send(writeMessage({ kind: 'inputs', acknowledged: this.known, first, count, values }))
  }

  private takeWelcome({ seat, players, inputSize, dt, tick, key, state }: WelcomeMessage): RoomVerdict {
    if (seat === NO_SEAT) {
      this.poses = new PoseReceiver()
      return 'ok'
    }
    if (seat >= players) return 'malformed'
    let { rollback } = this
    if (rollback === null) {
      const game = this.build()
      if (game.players !== players || (game.inputSize ?? 1) !== inputSize) return 'version'
      rollback = new RollbackWorld(game.world, {
        apply: game.apply, players, inputSize, dt, game: game.game ?? null, confirm: 'calls', ticks: this.options.ticks ?? 120,
        maxSteps: this.options.maxSteps ?? 16,
      })
      this.ownTicks = 3 * rollback.ticks
      this.own = new Int32Array(this.ownTicks * inputSize)
    }
    if (state.byteLength > 0 && !this.adopt(rollback, tick, state)) return 'malformed'
    // Frames that are known already come again.
    if (state.byteLength === 0 && tick > this.known) return 'tick'
    this.rollback = rollback
    this.seat = seat
    this.key = [...key].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    this.reconnected()
    return 'ok'
  }

  /** The room's state of a tick in place of one's own; false if it is none. */
  private adopt(rollback: RollbackWorld<World>, tick: number, state: Uint8Array): boolean {
    // A room that lost what it had goes on from a tick that is final here, or long gone.
    const forgotten = Math.max(0, this.known - tick)
    try {
      // Of ticks that are final here the difference is the fault itself.
      if (this.asked && tick <= rollback.confirmedTick && rollback.has(tick)) this.desync ??= rollback.compare(tick, state)
      if (forgotten > 0 || (tick < rollback.present && !rollback.has(tick))) rollback.restart(tick, state)
      else rollback.correct(tick, state)
    } catch {
      this.asked = false
      if (this.rollback !== null) this.ask()
      return false
    }
    this.asked = false
    this.waiting = null
    this.stats.states++
    this.stats.forgotten += forgotten
    this.known = tick
    if (forgotten > 0) this.ownFirst = this.told = this.sent = this.lastCompared = this.pacedAt = tick
    this.ownFirst = Math.max(this.ownFirst, tick)
    this.told = Math.max(this.told, tick)
    if (this.told - this.ownFirst > rollback.ticks) this.ownFirst = this.told = tick
    this.owed = 0
    rollback.confirm(Math.min(tick, rollback.present))
    return true
  }

  private takeFrames(rollback: RollbackWorld<World>, message: FramesMessage): RoomVerdict {
    const { first, count, values, hashTick } = message
    if (hashTick > first + count || message.present < first + count) return 'malformed'
    // Something before it was lost: it comes again.
    if (first > this.known) return 'tick'
    const { inputSize, players } = rollback
    for (let tick = this.known; tick < first + count; tick++) {
      const at = (tick - first) * players * inputSize
      if (rollback.present < tick - rollback.ticks) {
        // Behind by more than can be gone: the window was hidden, or the machine asleep.
        this.ask()
        return 'ok'
      }
      this.countReplaced(tick, values, at + this.seat! * inputSize, inputSize)
      for (let player = 0; player < players; player++) rollback.setInput(player, tick, values, at + player * inputSize)
      this.known = tick + 1
      this.stats.frames++
    }
    // The room waits for inputs that were sent: they were lost with a connection.
    if (count === 0 && message.newest + 1 < this.sent) this.sent = Math.max(this.known, message.newest + 1)
    if (count === 0 && message.newest === NOTHING_YET) this.sent = this.known
    if (hashTick > this.lastCompared) this.waiting = { tick: hashTick, hash: message.hash }
    this.pace(message)
    this.confirm(rollback)
    return 'ok'
  }

  private countReplaced(tick: number, values: Int32Array, at: number, size: number): void {
    if (tick < this.ownFirst || tick >= this.told) return
    for (let i = 0; i < size; i++) {
      if (values[at + i] !== this.own[(tick % this.ownTicks) * size + i]) {
        this.stats.replaced++
        return
      }
    }
  }

  /** Inputs are to arrive `lead` ticks before they are needed: goes faster or slower until they do. */
  private pace({ present, newest }: FramesMessage): void {
    if (newest === NOTHING_YET) {
      if (this.owed === 0 && this.rollback!.present < present) this.owed = present - this.rollback!.present + this.lead
      return
    }
    if (this.owed !== 0 || newest < this.pacedAt) return
    const ahead = newest + 1 - present - this.lead
    if (ahead < 0) this.owed = -ahead
    else if (ahead > PACE_SLACK) this.owed = -ahead
  }
}
