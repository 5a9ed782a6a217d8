/**
 * A network in one process: messages take their time, come out of order, are lost and doubled, all of it by a seed, so that a run can be had
 * again. For tests, demonstrations and to feel what a game is like at 150 ms.
 */

import { PhysicsError, requireInteger, requireRange } from '../../common/errors.ts'
import { type Fields, requireOptions } from '../../common/options.ts'

/** What a loopback may be told. */
export interface LoopbackOptions {
  /** Time of a message's way, s. Default 0. */
  delay?: number
  /** Added to it at random, 0 … jitter, s: what makes messages overtake each other. Default 0. */
  jitter?: number
  /** Share of messages that are lost, 0 … 1. Default 0. */
  loss?: number
  /** Share of messages that come twice, 0 … 1. Default 0. */
  duplicates?: number
  /** Seed of the random numbers, a 32-bit integer. Default 1. */
  seed?: number
}

const FIELDS: Fields<LoopbackOptions> = { delay: 0, jitter: 0, loss: 0, duplicates: 0, seed: 0 }

interface Parcel {
  readonly at: number
  readonly order: number
  readonly from: number
  readonly to: number
  readonly bytes: Uint8Array
}

/** A network in one process. */
export class Loopback {
  /** Time since the beginning, s. */
  time = 0
  /** Counts since the beginning. */
  readonly stats: { sent: number; lost: number; delivered: number; bytes: number }
  private readonly delay: number
  private readonly jitter: number
  private readonly loss: number
  private readonly duplicates: number
  private state: number
  private order = 0
  private parcels: Parcel[] = []

  /** An idle network. */
  constructor(options: LoopbackOptions = {}) {
    requireOptions(options, FIELDS, 'loopback')
    this.delay = requireRange(options.delay ?? 0, 0, 60, 'loopback.delay')
    this.jitter = requireRange(options.jitter ?? 0, 0, 60, 'loopback.jitter')
    this.loss = requireRange(options.loss ?? 0, 0, 1, 'loopback.loss')
    this.duplicates = requireRange(options.duplicates ?? 0, 0, 1, 'loopback.duplicates')
    this.state = requireInteger(options.seed ?? 1, -(2 ** 31), 2 ** 32 - 1, 'loopback.seed') | 0
    this.stats = { sent: 0, lost: 0, delivered: 0, bytes: 0 }
  }

  /** Count of messages on their way. */
  get underway(): number {
    return this.parcels.length
  }

  /** Sends a copy of the bytes. */
  send(from: number, to: number, bytes: Uint8Array): void {
    if (!(bytes instanceof Uint8Array)) throw new PhysicsError('wrong-type', 'loopback.bytes', bytes, 'must be a Uint8Array.')
    this.stats.sent++
    this.stats.bytes += bytes.byteLength
    const copies = this.random() < this.duplicates ? 2 : 1
    for (let i = 0; i < copies; i++) {
      const lost = this.random() < this.loss
      const at = this.time + this.delay + this.jitter * this.random()
      if (lost) this.stats.lost++
      else this.parcels.push({ at, order: this.order++, from, to, bytes: bytes.slice() })
    }
  }

  /** Lets time pass, s, and delivers what has arrived, in the order of arrival. */
  advance(seconds: number, deliver: (from: number, to: number, bytes: Uint8Array) => void): void {
    this.time += requireRange(seconds, 0, 3600, 'loopback.advance')
    const due = this.parcels.filter(({ at }) => at <= this.time).sort((a, b) => a.at - b.at || a.order - b.order)
    this.parcels = this.parcels.filter(({ at }) => at > this.time)
    for (const { from, to, bytes } of due) {
      this.stats.delivered++
      deliver(from, to, bytes)
    }
  }

  /** Uniform in [0, 1): the mulberry32 generator. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
