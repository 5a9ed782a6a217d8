/**
 * States by tick in one buffer: the world's snapshot and the game's own numbers, slot after slot, behind one slot to write and read through.
 * Nothing is allocated but when a snapshot has outgrown its slot.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { NetWorld } from './world-view.ts'

/** The game's own numbers that belong to a tick, such as scores. */
export type GameState = Float64Array | Int32Array | Uint8Array

/** Room beyond the first snapshot, as a share of it: contacts come and go. */
const SPARE = 0.5

export class StateRing {
  /** Ticks it has room for. */
  readonly length: number
  /** How often a snapshot did not fit, and all of the buffer was made anew. */
  grown = 0
  private readonly world: NetWorld
  private readonly game: Uint8Array | null
  private readonly tickOf: Float64Array
  private readonly bytesOf: Int32Array
  /** Slot 0 is for writing and reading; tick t stands in slot 1 + t % length. */
  private all: Uint8Array
  private through: Uint8Array
  private slotBytes: number

  constructor(world: NetWorld, game: GameState | null, length: number) {
    this.world = world
    this.game = game === null ? null : new Uint8Array(game.buffer, game.byteOffset, game.byteLength)
    this.length = length
    this.tickOf = new Float64Array(length).fill(-1)
    this.bytesOf = new Int32Array(length)
    this.slotBytes = this.roomFor(world.snapshotSize())
    this.all = new Uint8Array(this.slotBytes * (length + 1))
    this.through = this.all.subarray(0, this.slotBytes)
  }

  /** Bytes of the buffer. */
  get bytes(): number {
    return this.all.byteLength
  }

  has(tick: number): boolean {
    return this.tickOf[tick % this.length] === tick
  }

  /** Keeps the world's state as that of the tick. */
  save(tick: number): void {
    const gameBytes = this.game?.byteLength ?? 0
    let used: number
    try {
      used = this.world.snapshotInto(this.through)
    } catch (error) {
      if (!(error instanceof PhysicsError) || error.code !== 'wrong-size') throw error
      this.grow(this.world.snapshotSize())
      used = this.world.snapshotInto(this.through)
    }
    if (used + gameBytes > this.slotBytes) this.grow(used)
    if (this.game !== null) this.through.set(this.game, used)
    const slot = tick % this.length
    this.all.copyWithin((slot + 1) * this.slotBytes, 0, used + gameBytes)
    this.tickOf[slot] = tick
    this.bytesOf[slot] = used + gameBytes
  }

  /** Puts the state of a tick back into the world. */
  restore(tick: number): void {
    this.copyThrough(tick)
    this.world.restore(this.through)
    this.takeGame(this.through, this.bytesOf[tick % this.length]!)
  }

  /** Puts a state from outside into the world: a snapshot, and behind it the game's numbers. A state that is refused changes nothing. */
  adopt(state: Uint8Array): void {
    const gameBytes = this.game?.byteLength ?? 0
    const snapshot = state.byteOffset % 4 === 0 ? state : state.slice()
    const used = snapshot.byteLength < 12 ? 0 : new DataView(snapshot.buffer, snapshot.byteOffset).getInt32(8, LITTLE_ENDIAN) * 4
    if (used + gameBytes !== snapshot.byteLength) {
      const advice = `must be a snapshot and ${gameBytes} bytes of the game behind it. Give what rollback.state(tick) returned.`
      throw new PhysicsError('bad-snapshot', 'state', state, advice)
    }
    this.world.restore(snapshot)
    this.takeGame(snapshot, snapshot.byteLength)
  }

  /** The state of a tick as bytes of their own: a snapshot, and behind it the game's numbers. */
  read(tick: number): Uint8Array {
    const slot = tick % this.length
    const from = (slot + 1) * this.slotBytes
    return this.all.slice(from, from + this.bytesOf[slot]!)
  }

  /** What the game's numbers take at the end of a state. */
  get gameBytes(): number {
    return this.game?.byteLength ?? 0
  }

  /** Forgets the states from a tick on. */
  dropFrom(tick: number): void {
    for (let slot = 0; slot < this.length; slot++) if (this.tickOf[slot]! >= tick) this.tickOf[slot] = -1
  }

  private copyThrough(tick: number): void {
    const slot = tick % this.length
    const from = (slot + 1) * this.slotBytes
    this.all.copyWithin(0, from, from + this.bytesOf[slot]!)
  }

  private takeGame(state: Uint8Array, end: number): void {
    const { game } = this
    if (game === null) return
    for (let i = 0, from = end - game.length; i < game.length; i++) game[i] = state[from + i]!
  }

  private roomFor(snapshot: number): number {
    return Math.ceil((snapshot * (1 + SPARE) + this.gameBytes) / 8) * 8
  }

  /** Makes all slots larger; what is in the first one, and in all others, stays. */
  private grow(snapshot: number): void {
    const { all, slotBytes, length } = this
    this.slotBytes = this.roomFor(snapshot)
    this.all = new Uint8Array(this.slotBytes * (length + 1))
    for (let slot = 0; slot <= length; slot++) {
      this.all.set(all.subarray(slot * slotBytes, (slot + 1) * slotBytes), slot * this.slotBytes)
    }
    this.through = this.all.subarray(0, this.slotBytes)
    this.grown++
  }
}

/** Snapshots are words as they stand in memory. */
const LITTLE_ENDIAN = new Uint8Array(Int32Array.of(1).buffer)[0] === 1
