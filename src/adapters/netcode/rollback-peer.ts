/**
 * One player's end of a session: sends inputs until they are acknowledged, takes those of others, keeps pace with them, and compares hashes of
 * confirmed ticks. Bytes go out by a function and come in by `receive`: by which way is not known here.
 */

import { PhysicsError, requireInteger } from '../../common/errors.ts'
import { type Fields, requireOptions } from '../../common/options.ts'
import { ByteWriter } from './bytes.ts'
import { InputRing } from './input-ring.ts'
import { MOST_INPUTS_PER_MESSAGE, MOST_STATE_BYTES } from './limits.ts'
import { type InputsMessage, UNHEARD, type MessageVerdict, readMessage, type StateMessage, writeMessage } from './message.ts'
import type { RollbackWorld } from './rollback-world.ts'
import type { StateDifference } from './snapshot-view.ts'
import type { NetWorld } from './world-view.ts'

/** What a player's end may be told. */
export interface PeerOptions {
  /** Index of the player at this end. */
  player: number
  /** Sends bytes to another player. They may be lost, delayed and reordered. */
  send(to: number, bytes: Uint8Array): void
  /** Number that all players of the session have, and nobody else, 0 … 2³² − 1. Default 0. */
  session?: number
  /** Count of ticks between two comparisons of hashes, 1 … 1024. Default 30. */
  hashEvery?: number
  /** Ticks between an input and its effect, 0 … 60: what is known in time needs no correction. Default 0. */
  inputDelay?: number
  /** May a player do this? Values are `inputSize` integers from index `from` on. Default: whatever it is. */
  acceptInput?: (player: number, values: Int32Array, from: number) => boolean
  /** Count of bytes of a state that another player sends, at most. Default 16 MiB. */
  maxStateBytes?: number
  /** Called when hashes of a confirmed tick differ, and again when the first difference is known. Default none. */
  onDesync?: (report: DesyncReport) => void
}

const FIELDS: Fields<PeerOptions> = {
  player: 0, send: 0, session: 0, hashEvery: 0, inputDelay: 0, acceptInput: 0, maxStateBytes: 0, onDesync: 0,
}

/** Two ends of a session have parted. */
export interface DesyncReport {
  /** The confirmed tick whose hashes differ. */
  readonly tick: number
  /** The other player. */
  readonly player: number
  /** The hash here. */
  readonly mine: string
  /** The hash there. */
  readonly theirs: string
  /** The first body and column that differ, once the other end's state has come; null before, and if the tick has left the ring. */
  readonly difference: StateDifference | null
}

/** Counts since the beginning. */
export interface PeerStats {
  /** Messages sent and their bytes. */
  sent: number
  /** Bytes sent. */
  bytes: number
  /** Messages taken. */
  received: number
  /** Messages refused. */
  refused: number
  /** Frames in which it waited for the others to come abreast. */
  paced: number
  /** Hashes compared. */
  compared: number
}

/** What is known of another player. */
interface Remote {
  readonly player: number
  /** All inputs of that player below this tick are known here. */
  known: number
  /** All own inputs below this tick are known there. */
  acknowledged: number
  /** The latest present told, and the frame in which it came. */
  present: number
  frame: number
  lead: number
  hashTick: number
  hash: string
}

/** Own hashes that are kept to be compared with those that come late. */
const KEPT_HASHES = 16
/** Frames between two in which it waits for others to come abreast. */
const PACE_FRAMES = 4

/** One player's end of a session. */
export class RollbackPeer<World extends NetWorld = NetWorld> {
  /** The world of this end. */
  readonly rollback: RollbackWorld<World>
  /** Counts since the beginning. */
  readonly stats: PeerStats
  /** The first difference that was found; null while all is well. */
  desync: DesyncReport | null = null
  private readonly options: PeerOptions
  private readonly session: number
  private readonly hashEvery: number
  private readonly delay: number
  private readonly mostStateBytes: number
  private readonly remotes: Remote[] = []
  private readonly writer: ByteWriter = new ByteWriter()
  private readonly hashes: { tick: number; hash: string }[] = []
  private readonly values: Int32Array
  /** Own inputs by tick, until others have acknowledged them: the world lets go of ticks that are final here and not yet there. */
  private readonly own: InputRing
  private frames = 0
  private lastPaced = 0
  /** Own inputs below this tick are told to the world. */
  private told: number

  /** Joins at the tick at which the world of `rollback` stands. */
  constructor(rollback: RollbackWorld<World>, options: PeerOptions) {
    requireOptions(options, FIELDS, 'peer')
    this.rollback = rollback
    this.options = options
    requireInteger(options.player, 0, rollback.players - 1, 'peer.player')
    if (typeof options.send !== 'function') throw new PhysicsError('wrong-type', 'peer.send', options.send, 'must be a function (to, bytes).')
    this.session = requireInteger(options.session ?? 0, 0, 2 ** 32 - 1, 'peer.session')
    this.hashEvery = requireInteger(options.hashEvery ?? 30, 1, 1024, 'peer.hashEvery')
    this.delay = requireInteger(options.inputDelay ?? 0, 0, Math.min(60, rollback.ticks - 1), 'peer.inputDelay')
    this.mostStateBytes = requireInteger(options.maxStateBytes ?? MOST_STATE_BYTES, 0, 2 ** 31 - 1, 'peer.maxStateBytes')
    const start = rollback.present
    this.told = start
    for (let player = 0; player < rollback.players; player++) {
      if (player === options.player) continue
      this.remotes.push({ player, known: start, acknowledged: start, present: start, frame: 0, lead: UNHEARD, hashTick: 0, hash: '' })
    }
    this.values = new Int32Array(MOST_INPUTS_PER_MESSAGE * rollback.inputSize)
    // The slowest end stands at most a ring behind what is final here, and this one a ring ahead of it.
    this.own = new InputRing(1, rollback.inputSize, 3 * rollback.ticks + this.delay)
    this.stats = { sent: 0, bytes: 0, received: 0, refused: 0, paced: 0, compared: 0 }
    // Before the first input can act, nobody presses anything.
    const nothing = new Int32Array(rollback.inputSize)
    for (let i = 0; i < this.delay; i++) {
      for (let player = 0; player < rollback.players; player++) rollback.setInput(player, start + i, nothing)
      this.own.tell(this.told++, 0, nothing, 0)
    }
    for (const remote of this.remotes) remote.known = remote.acknowledged = this.told
  }

  /**
   * One frame: takes this player's input, moves the world on, and sends what others have not acknowledged. False if it waits instead, because
   * the others are too far behind: the input is to be given again.
   */
  frame(input: ArrayLike<number>): boolean {
    return this.run(input, () => this.rollback.advance())
  }

  /** As `frame`, but leaves the last step to the caller, as `rollback.prepare` does. */
  prepareFrame(input: ArrayLike<number>): boolean {
    return this.run(input, () => this.rollback.prepare())
  }

  /** Takes bytes that came from another player, and says what became of them. Whatever they are, it does not throw, and the world is unharmed. */
  receive(from: number, bytes: Uint8Array): MessageVerdict {
    const verdict = this.take(from, bytes)
    if (verdict === 'ok') this.stats.received++
    else this.stats.refused++
    return verdict
  }

  private run(input: ArrayLike<number>, advance: () => boolean): boolean {
    this.frames++
    const { rollback } = this
    const tick = rollback.present + this.delay
    if (this.isAhead()) {
      this.stats.paced++
      this.sendInputs()
      return false
    }
    if (tick >= this.told) {
      rollback.setInput(this.options.player, tick, input)
      this.own.tell(tick, 0, input, 0)
      this.told = tick + 1
    }
    const moved = advance()
    this.noteHashes()
    this.sendInputs()
    return moved
  }

  /** Ahead of others by more than they are of it: the one who is ahead waits a frame now and then, until they are abreast. */
  private isAhead(): boolean {
    if (this.frames - this.lastPaced < PACE_FRAMES) return false
    for (const remote of this.remotes) {
      if (remote.lead > UNHEARD && this.leadOver(remote) - remote.lead > 2) {
        this.lastPaced = this.frames
        return true
      }
    }
    return false
  }

  /** How far ahead of what was last heard of that player, ticks; the message's way is in it, and the other end sees as much of it. */
  private leadOver({ present, frame }: Remote): number {
    return frame === 0 ? UNHEARD : this.rollback.present - (present + (this.frames - frame))
  }

  private sendInputs(): void {
    const { rollback, options, values, session } = this
    const last = this.hashes.at(-1)
    for (const remote of this.remotes) {
      const first = remote.acknowledged
      const count = Math.max(0, Math.min(this.told - first, MOST_INPUTS_PER_MESSAGE))
      for (let i = 0; i < count; i++) this.own.read(first + i, 0, values, i * rollback.inputSize)
      const bytes = writeMessage(this.writer, session, {
        kind: 'inputs', player: options.player, acknowledged: remote.known, present: rollback.present, lead: this.leadOver(remote),
        hashTick: last?.tick ?? 0, hashHigh: half(last?.hash, 0), hashLow: half(last?.hash, 8),
        first, count, values: values.subarray(0, count * rollback.inputSize),
      })
      this.send(remote.player, bytes)
    }
  }

  private send(to: number, bytes: Uint8Array): void {
    this.stats.sent++
    this.stats.bytes += bytes.byteLength
    this.options.send(to, bytes)
  }

  private take(from: number, bytes: Uint8Array): MessageVerdict {
    const message = readMessage(bytes, { session: this.session, inputSize: this.rollback.inputSize, mostStateBytes: this.mostStateBytes })
    if (typeof message === 'string') return message
    const remote = this.remotes.find(({ player }) => player === from)
    if (remote === undefined || message.player !== from) return 'player'
    if (message.kind === 'inputs') return this.takeInputs(remote, message)
    if (message.kind === 'state') return this.takeState(remote, message)
    if (!this.rollback.has(message.tick) || message.tick > this.rollback.confirmedTick) return 'tick'
    this.send(from, writeMessage(this.writer, this.session, {
      kind: 'state', player: this.options.player, tick: message.tick, bytes: this.rollback.state(message.tick),
    }))
    return 'ok'
  }

  private takeInputs(remote: Remote, message: InputsMessage): MessageVerdict {
    const { rollback, options } = this
    const { first, count, values, acknowledged, present, hashTick } = message
    const { inputSize } = rollback
    // Nobody can have more of this player's inputs than were sent, nor be where the ring has no room for his inputs.
    if (acknowledged > this.told || hashTick > present || first + count > rollback.present + 2 * rollback.ticks) return 'tick'
    for (let i = 0; i < count; i++) {
      const tick = first + i
      if (options.acceptInput?.(remote.player, values, i * inputSize) === false) return 'input'
      if (rollback.isKnown(remote.player, tick) && tick >= rollback.confirmedTick && !this.isSame(remote.player, tick, values, i)) return 'input'
    }
    for (let i = 0; i < count; i++) rollback.setInput(remote.player, first + i, values, i * inputSize)
    while (rollback.isKnown(remote.player, remote.known)) remote.known++
    remote.acknowledged = Math.max(remote.acknowledged, acknowledged)
    if (present > remote.present || remote.frame === 0) {
      remote.present = present
      remote.lead = message.lead
      remote.frame = this.frames
    }
    if (hashTick > remote.hashTick) {
      remote.hashTick = hashTick
      remote.hash = digits(message.hashHigh) + digits(message.hashLow)
      this.compare(remote)
    }
    return 'ok'
  }

  private isSame(player: number, tick: number, values: Int32Array, index: number): boolean {
    const { inputSize } = this.rollback
    const known = new Int32Array(inputSize)
    this.rollback.readInput(player, tick, known)
    return known.every((value, i) => value === values[index * inputSize + i])
  }

  private takeState(remote: Remote, { tick, bytes }: StateMessage): MessageVerdict {
    const { desync, rollback } = this
    // Only what was called for is looked at.
    if (desync === null || desync.player !== remote.player || desync.tick !== tick || desync.difference !== null) return 'tick'
    if (!rollback.has(tick)) return 'tick'
    try {
      this.report({ ...desync, difference: rollback.compare(tick, bytes) })
      return 'ok'
    } catch (error) {
      if (error instanceof PhysicsError) return 'malformed'
      throw error
    }
  }

  /** Hashes of ticks that have become final. */
  private noteHashes(): void {
    const { rollback, hashes, hashEvery } = this
    const last = hashes.at(-1)?.tick ?? 0
    const tick = Math.floor(rollback.confirmedTick / hashEvery) * hashEvery
    if (tick <= last || !rollback.has(tick)) return
    hashes.push({ tick, hash: rollback.hash(tick) })
    if (hashes.length > KEPT_HASHES) hashes.shift()
    for (const remote of this.remotes) this.compare(remote)
  }

  private compare({ player, hashTick, hash }: Remote): void {
    const own = this.hashes.find(({ tick }) => tick === hashTick)
    if (own === undefined) return
    this.stats.compared++
    if (own.hash === hash || this.desync !== null) return
    this.report({ tick: hashTick, player, mine: own.hash, theirs: hash, difference: null })
    if (!this.rollback.has(hashTick)) return
    this.send(player, writeMessage(this.writer, this.session, { kind: 'call', player: this.options.player, tick: hashTick }))
  }

  private report(report: DesyncReport): void {
    this.desync = report
    this.options.onDesync?.(report)
  }
}

function half(hash: string | undefined, from: number): number {
  return hash === undefined ? 0 : Number.parseInt(hash.slice(from, from + 8), 16)
}

function digits(value: number): string {
  return value.toString(16).padStart(8, '0')
}
