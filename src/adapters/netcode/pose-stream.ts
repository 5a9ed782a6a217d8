/**
 * Poses for those who only look on: quantised, bodies that move in every message, the others a few times after they came to rest or went, and
 * then in turn. A message stands for itself: whatever is lost heals. Those who simulate need states or deltas instead.
 *
 * Layout: magic, version, dimension, tick, resolution; then per body the rows left out before it, its generation (0: there is none), and its pose
 * in integers: coordinates in units of the resolution, 2D the angle as a share of a turn, 3D the three smaller components of the quaternion.
 */

import { requirePositive } from '../../common/bounds.ts'
import { PhysicsError, requireInteger } from '../../common/errors.ts'
import { type Fields, requireOptions } from '../../common/options.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { LAST_TICK } from './limits.ts'
import type { NetWorld } from './world-view.ts'

const MAGIC = 0xf17d
const VERSION = 1
/** Coordinates beyond this many units are told as this: 2000 km at a resolution of a millimetre. */
const FARTHEST = 2 ** 31 - 1
/** Steps of a turn: an angle is told to 5e-5 rad. */
const TURN_STEPS = 65_536
/** Steps of a quaternion's component on either side of 0: told to 2e-5, and a rotation to about 1e-4 rad. */
const COMPONENT_STEPS = 16_383
const MOST_COMPONENT = Math.SQRT1_2
const TURN = 2 * Math.PI
/** Messages that tell of a body after it came to rest: all of them are lost once in 10⁸ at a loss of a tenth. */
const REPEATS = 8
/** Bytes that a body takes at most: rows left out, generation, three coordinates, rotation. */
const MOST_BODY_BYTES = 31

interface PoseWorld extends NetWorld {
  readPoses(out: Float64Array): number
}

interface BodyColumns {
  readonly alive: Uint8Array
  readonly awake: Uint8Array
  readonly generation: Int32Array
  readonly q?: Float64Array
}

/** What a sender of poses may be told. */
export interface PoseOptions {
  /** Smallest difference of coordinates that is told, m. Default 0.001. */
  resolution?: number
  /** Count of bytes of one message at most, 64 … 65536. Default 1200, which a datagram takes whole. Bodies beyond it come with the next. */
  maxBytes?: number
  /** Count of bodies at rest that each message tells of in turn, 0 … 1000. Default 2. */
  refresh?: number
}

const FIELDS: Fields<PoseOptions> = { resolution: 0, maxBytes: 0, refresh: 0 }

/** Writes messages about the bodies of one world for those who look on. */
export class PoseSender {
  private readonly world: PoseWorld
  private readonly resolution: number
  private readonly maxBytes: number
  private readonly refresh: number
  private readonly writer: ByteWriter = new ByteWriter()
  private poses: Float64Array = new Float64Array(0)
  /** By row: the pose's index, messages that are still due, the generation told last. */
  private due: Uint8Array = new Uint8Array(0)
  private told: Int32Array = new Int32Array(0)
  private cursor = 0
  private turn = 0

  /** For a world of `/2d` or `/3d`. */
  constructor(world: PoseWorld, options: PoseOptions = {}) {
    requireOptions(options, FIELDS, 'poses')
    if (typeof world?.readPoses !== 'function') throw new PhysicsError('wrong-type', 'poses.world', world, 'must be a World of /2d or /3d.')
    this.world = world
    this.resolution = requirePositive(options.resolution ?? 0.001, 'poses.resolution')
    this.maxBytes = requireInteger(options.maxBytes ?? 1200, 64, 65_536, 'poses.maxBytes')
    this.refresh = requireInteger(options.refresh ?? 2, 0, 1000, 'poses.refresh')
  }

  /** A message about the world as it is, for everybody who looks on. */
  write(tick: number): Uint8Array {
    requireInteger(tick, 0, LAST_TICK, 'poses.tick')
    const bodies = (this.world as unknown as { state: { bodies: { count: number; columns: BodyColumns } } }).state.bodies
    const { count } = bodies
    const { alive, awake, generation, q } = bodies.columns
    const dimension = q === undefined ? 2 : 3
    const stride = dimension === 2 ? 3 : 7
    this.makeRoom(count, stride)
    const { due, told, poses, writer } = this
    this.world.readPoses(poses)
    for (let row = 0; row < count; row++) {
      const now = alive[row] === 1 ? generation[row]! : 0
      if (awake[row] === 1 || now !== told[row]) due[row] = REPEATS
      told[row] = now
    }
    for (let i = 0; i < Math.min(this.refresh, count); i++) {
      const row = this.turn++ % count
      due[row] = Math.max(1, due[row]!)
    }
    writer.begin().u16(MAGIC).u8(VERSION).u8(dimension).u32(tick).f64(this.resolution)
    // Where the last message had no room any more, this one goes on; rows ascend, so it ends with the last row.
    if (this.cursor >= count) this.cursor = 0
    let at = -1
    let index = 0
    let stopped = count
    for (let row = 0; row < count; row++) {
      const live = alive[row] === 1
      if (row >= this.cursor && due[row]! > 0) {
        if (writer.length + MOST_BODY_BYTES > this.maxBytes) {
          stopped = row
          break
        }
        due[row]!--
        writer.varint(row - at - 1).varint(live ? generation[row]! : 0)
        if (live) this.writePose(poses, index * stride, dimension)
        at = row
      }
      if (live) index++
    }
    this.cursor = stopped === count ? 0 : stopped
    return writer.end()
  }

  private writePose(poses: Float64Array, o: number, dimension: number): void {
    const { writer, resolution } = this
    for (let k = 0; k < dimension; k++) writer.zigzag(Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(poses[o + k]! / resolution))))
    if (dimension === 2) {
      const turns = poses[o + 2]! / TURN
      writer.u16(Math.round((turns - Math.floor(turns)) * TURN_STEPS) % TURN_STEPS)
      return
    }
    let largest = 0
    for (let k = 1; k < 4; k++) if (Math.abs(poses[o + 3 + k]!) > Math.abs(poses[o + 3 + largest]!)) largest = k
    // The largest component follows from the others, and its sign means nothing.
    const sign = poses[o + 3 + largest]! < 0 ? -1 : 1
    let spread = largest
    for (let k = 0; k < 4; k++) {
      if (k === largest) continue
      const steps = Math.round(((sign * poses[o + 3 + k]!) / MOST_COMPONENT) * COMPONENT_STEPS)
      const value = Math.max(0, Math.min(2 * COMPONENT_STEPS, steps + COMPONENT_STEPS))
      // The two bits of the largest one's index ride on the first two.
      writer.u16(value * 2 + (spread & 1))
      spread >>= 1
    }
  }

  private makeRoom(rows: number, stride: number): void {
    if (this.due.length >= rows && this.poses.length >= rows * stride) return
    const due = new Uint8Array(2 * rows)
    const told = new Int32Array(2 * rows)
    due.set(this.due)
    told.set(this.told)
    this.due = due
    this.told = told
    this.poses = new Float64Array(2 * rows * stride)
  }
}

/** What became of a message about poses. */
export type PoseVerdict = 'ok' | 'malformed' | 'version' | 'oversized'

/** Where bodies were last seen, for somebody who looks on. */
export class PoseReceiver {
  /** The latest tick that was told. */
  tick = 0
  private readonly maxBodies: number
  private generation: Int32Array = new Int32Array(16)
  /** By row: ticks of the last two poses, and the poses: coordinates, then a quaternion or an angle. */
  private ticks: Float64Array = new Float64Array(32)
  private poses: Float64Array = new Float64Array(16 * 14)
  private rows = 0
  private dimensions = 0
  private readonly next: Float64Array = new Float64Array(7)

  /** `maxBodies`: rows that a message may speak of, so that a forged one cannot fill the memory. Default 16384. */
  constructor(maxBodies: number = 16_384) {
    this.maxBodies = requireInteger(maxBodies, 1, 2 ** 24, 'poses.maxBodies')
  }

  /** 2 or 3, as the messages say; 0 before the first. */
  get dimension(): number {
    return this.dimensions
  }

  /** Count of rows; some of them may have no body. */
  get rowCount(): number {
    return this.rows
  }

  /** Is there a body in this row? Its number changes when another body takes the row; 0: there is none. */
  generationOf(row: number): number {
    return row >= 0 && row < this.rows ? this.generation[row]! : 0
  }

  /** Takes a message and says what became of it. What is refused changes nothing. */
  receive(bytes: Uint8Array): PoseVerdict {
    if (!(bytes instanceof Uint8Array) || bytes.byteLength < 16) return 'malformed'
    if (bytes.byteLength > 65_536) return 'oversized'
    // Once to see that all of it is right, once to keep it.
    const verdict = this.read(bytes, false)
    return verdict === 'ok' ? this.read(bytes, true) : verdict
  }

  /**
   * Where a body was at a tick, which may lie between two: between the last two poses told, or at the nearest of them. To `out`: coordinates, then
   * in 2D the angle, in 3D the quaternion. False if there is no such body.
   */
  readPose(row: number, tick: number, out: Float64Array): boolean {
    if (this.generationOf(row) === 0) return false
    const stride = this.dimensions === 2 ? 3 : 7
    const [from, to] = [this.ticks[2 * row]!, this.ticks[2 * row + 1]!]
    const t = to > from ? Math.max(0, Math.min(1, (tick - from) / (to - from))) : 1
    const o = row * 14
    const { poses } = this
    for (let k = 0; k < this.dimensions; k++) out[k] = poses[o + k]! * (1 - t) + poses[o + 7 + k]! * t
    if (stride === 3) {
      let turn = poses[o + 9]! - poses[o + 2]!
      turn -= Math.round(turn / TURN) * TURN
      out[2] = poses[o + 2]! + turn * t
      return true
    }
    let product = 0
    for (let k = 3; k < 7; k++) product += poses[o + k]! * poses[o + 7 + k]!
    let square = 0
    for (let k = 3; k < 7; k++) {
      out[k] = poses[o + k]! * (1 - t) + (product < 0 ? -1 : 1) * poses[o + 7 + k]! * t
      square += out[k]! * out[k]!
    }
    const scale = 1 / Math.sqrt(square)
    for (let k = 3; k < 7; k++) out[k]! *= scale
    return true
  }

  private read(bytes: Uint8Array, keeps: boolean): PoseVerdict {
    const reader = new ByteReader(bytes)
    if (reader.u16() !== MAGIC) return 'malformed'
    if (reader.u8() !== VERSION) return 'version'
    const dimension = reader.u8()
    if (dimension !== 2 && dimension !== 3) return 'malformed'
    if (this.dimensions !== 0 && dimension !== this.dimensions) return 'malformed'
    const tick = reader.u32()
    const resolution = reader.f64()
    if (!(resolution > 0 && resolution < 1e6)) return 'malformed'
    let row = -1
    while (reader.left > 0) {
      row += reader.varint() + 1
      const generation = reader.varint()
      if (generation > 0) this.readInto(reader, dimension, resolution)
      if (reader.failed || row >= this.maxBodies || generation > 2 ** 26) return 'malformed'
      if (keeps) this.keep(row, generation, tick)
    }
    if (keeps) {
      this.dimensions = dimension
      this.tick = Math.max(this.tick, tick)
    }
    return 'ok'
  }

  private readInto(reader: ByteReader, dimension: number, resolution: number): void {
    const { next } = this
    for (let k = 0; k < dimension; k++) next[k] = reader.zigzag() * resolution
    if (dimension === 2) {
      next[2] = (reader.u16() / TURN_STEPS) * TURN
      return
    }
    const given = [reader.u16(), reader.u16(), reader.u16()] as const
    const largest = (given[0] & 1) | ((given[1] & 1) << 1)
    let square = 0
    let i = 0
    for (let k = 0; k < 4; k++) {
      if (k === largest) continue
      const value = (((given[i++]! >> 1) - COMPONENT_STEPS) / COMPONENT_STEPS) * MOST_COMPONENT
      next[3 + k] = value
      square += value * value
    }
    if (square > 1.001) reader.failed = true
    next[3 + largest] = Math.sqrt(Math.max(0, 1 - square))
  }

  private keep(row: number, generation: number, tick: number): void {
    this.makeRoom(row)
    const { ticks, poses, next } = this
    const isNew = this.generation[row] !== generation || row >= this.rows
    this.rows = Math.max(this.rows, row + 1)
    // Older than what is known: another message has overtaken it.
    if (!isNew && tick <= ticks[2 * row + 1]!) return
    if (isNew && tick < ticks[2 * row + 1]!) return
    this.generation[row] = generation
    const o = row * 14
    for (let k = 0; k < 7; k++) {
      poses[o + k] = isNew ? next[k]! : poses[o + 7 + k]!
      poses[o + 7 + k] = next[k]!
    }
    ticks[2 * row] = isNew ? tick : ticks[2 * row + 1]!
    ticks[2 * row + 1] = tick
  }

  private makeRoom(row: number): void {
    if (row < this.generation.length) return
    const rows = Math.min(this.maxBodies, 2 * (row + 1))
    const grow = <A extends Int32Array | Float64Array>(old: A, made: A): A => {
      made.set(old)
      return made
    }
    this.generation = grow(this.generation, new Int32Array(rows))
    this.ticks = grow(this.ticks, new Float64Array(2 * rows))
    this.poses = grow(this.poses, new Float64Array(14 * rows))
  }
}
