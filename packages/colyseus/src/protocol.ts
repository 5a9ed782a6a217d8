/**
 * Messages between a room and its clients, and what may be wrong with them. A message that is refused is refused as a whole.
 *
 * All begin with magic, version and kind. A client sends inputs, and calls for a state. A room sends a welcome with its state, frames (the inputs
 * that ticks were simulated with, which is all that a deterministic world needs), a state or a delta that was called for, and poses to
 * those who look on.
 */

import { ByteReader, ByteWriter } from 'fulcrum-physics/netcode'
import { KEY_BYTES, MOST_CLIENT_BYTES, MOST_TICKS_PER_MESSAGE } from './limits.ts'

const MAGIC = 0xf1c0

/** Version of the messages: ends of different ones refuse each other. */
export const PROTOCOL_VERSION = 1

/** The type of all messages, as Colyseus sorts them. */
export const MESSAGE_TYPE = 'fulcrum'

/** The seat of those who look on. */
export const NO_SEAT = 255

/** The newest tick of somebody of whom no input has come. */
export const NOTHING_YET: number = 2 ** 32 - 1

const KINDS = ['inputs', 'call', 'welcome', 'frames', 'state', 'poses'] as const
type Kind = (typeof KINDS)[number]

/** What became of a message. */
export type RoomVerdict =
  /** Taken. */
  | 'ok'
  /** Not a message, cut short, too long, or with a field that no honest sender writes. */
  | 'malformed'
  /** Larger than is allowed. */
  | 'oversized'
  /** Of another version of the protocol. */
  | 'version'
  /** From somebody who has no seat. */
  | 'seat'
  /** About a tick that cannot be: too far ahead, or acknowledged before it was sent. */
  | 'tick'
  /** An input that the game refuses, or another one than the sender told before. */
  | 'input'
  /** More than a client may send. */
  | 'rate'

/** A client's inputs. */
export interface InputsMessage {
  readonly kind: 'inputs'
  /** The client has the frames of all ticks below it. */
  readonly acknowledged: number
  readonly first: number
  readonly count: number
  readonly values: Int32Array
}

/** A client asks for a state. `have`: a confirmed tick whose state it holds, for a delta; `NOTHING_YET` if none. */
export interface CallMessage {
  readonly kind: 'call'
  readonly have: number
}

/** The first message of a room. */
export interface WelcomeMessage {
  readonly kind: 'welcome'
  readonly seat: number
  readonly players: number
  readonly inputSize: number
  readonly dt: number
  /** Tick of the state, or of the next frame where there is none. */
  readonly tick: number
  /** Secret of the seat; zeros for those who look on. */
  readonly key: Uint8Array
  /** A whole state, a delta, or nothing: frames go on where the client is. */
  readonly state: Uint8Array
}

/** What ticks were simulated with. */
export interface FramesMessage {
  readonly kind: 'frames'
  /** The next tick of the room, and the newest tick of which this client's input has come: how far ahead it is. */
  readonly present: number
  readonly newest: number
  /** Tick of the hash, and its two halves; no hash if the tick is 0. */
  readonly hashTick: number
  readonly hash: string
  readonly first: number
  readonly count: number
  readonly values: Int32Array
}

/** A state that was called for: a whole one or a delta. */
export interface StateMessage {
  readonly kind: 'state'
  readonly tick: number
  readonly state: Uint8Array
}

/** Poses for somebody who looks on. */
export interface PosesMessage {
  readonly kind: 'poses'
  readonly poses: Uint8Array
}

export type ClientMessage = InputsMessage | CallMessage
export type RoomMessage = WelcomeMessage | FramesMessage | StateMessage | PosesMessage

const writer = new ByteWriter()

/** The bytes of a message. */
export function writeMessage(message: ClientMessage | RoomMessage): Uint8Array {
  writer.begin().u16(MAGIC).u8(PROTOCOL_VERSION).u8(KINDS.indexOf(message.kind))
  if (message.kind === 'inputs') {
    writer.u32(message.acknowledged).u32(message.first).u8(message.count)
    for (let i = 0; i < message.values.length; i++) writer.i32(message.values[i]!)
  } else if (message.kind === 'call') writer.u32(message.have)
  else if (message.kind === 'welcome') {
    const { seat, players, inputSize, dt, tick, key, state } = message
    writer.u8(seat).u8(players).u8(inputSize).f64(dt).u32(tick).copy(key).copy(state)
  } else if (message.kind === 'frames') {
    const { present, newest, hashTick, hash, first, count, values } = message
    writer.u32(present).u32(newest).u32(hashTick)
    if (hashTick > 0) writer.u32(Number.parseInt(hash.slice(0, 8), 16)).u32(Number.parseInt(hash.slice(8), 16))
    writer.u32(first).u8(count)
    writeRows(values, count)
  } else if (message.kind === 'state') writer.u32(message.tick).copy(message.state)
  else writer.copy(message.poses)
  return writer.end()
}

/** Rows of values, each by its differences from the row before: one varint of equal values, then a changed one, and so on. */
function writeRows(values: Int32Array, count: number): void {
  const size = count === 0 ? 0 : values.length / count
  let same = 0
  for (let i = 0; i < values.length; i++) {
    const before = i < size ? 0 : values[i - size]!
    if (values[i] === before) {
      same++
      continue
    }
    writer.varint(same).i32(values[i]!)
    same = 0
  }
  writer.varint(same)
}

function readRows(reader: ByteReader, count: number, size: number): Int32Array | null {
  const values = new Int32Array(count * size)
  for (let i = 0; i <= values.length; i++) {
    const same = reader.varint()
    if (reader.failed || same > values.length - i) return null
    for (const end = i + same; i < end; i++) values[i] = i < size ? 0 : values[i - size]!
    if (i === values.length) return values
    values[i] = reader.i32()
  }
  return null
}

function open(bytes: unknown, most: number): { reader: ByteReader; kind: Kind } | 'malformed' | 'oversized' | 'version' {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < 4) return 'malformed'
  if (bytes.byteLength > most) return 'oversized'
  const reader = new ByteReader(bytes)
  if (reader.u16() !== MAGIC) return 'malformed'
  if (reader.u8() !== PROTOCOL_VERSION) return 'version'
  const kind = KINDS[reader.u8()]
  return kind === undefined ? 'malformed' : { reader, kind }
}

/** Reads what a client sent, or says what is wrong with it. Nothing is allocated for what it claims before the bytes are there. */
export function readClientMessage(bytes: unknown, inputSize: number): ClientMessage | 'malformed' | 'oversized' | 'version' {
  const opened = open(bytes, MOST_CLIENT_BYTES)
  if (typeof opened === 'string') return opened
  const { reader, kind } = opened
  if (kind === 'call') {
    const have = reader.u32()
    return reader.failed || reader.left > 0 ? 'malformed' : { kind, have }
  }
  if (kind !== 'inputs') return 'malformed'
  const [acknowledged, first, count] = [reader.u32(), reader.u32(), reader.u8()]
  if (reader.failed || count > MOST_TICKS_PER_MESSAGE || reader.left !== count * inputSize * 4) return 'malformed'
  const values = new Int32Array(count * inputSize)
  for (let i = 0; i < values.length; i++) values[i] = reader.i32()
  return { kind, acknowledged, first, count, values }
}

/** Reads what a room sent. `size`: integers of one tick of all players, once the welcome has told it. */
export function readRoomMessage(bytes: unknown, size: number, most: number): RoomMessage | 'malformed' | 'oversized' | 'version' {
  const opened = open(bytes, most)
  if (typeof opened === 'string') return opened
  const { reader, kind } = opened
  if (kind === 'poses') return { kind, poses: reader.rest() }
  if (kind === 'state') {
    const tick = reader.u32()
    return reader.failed ? 'malformed' : { kind, tick, state: reader.rest() }
  }
  if (kind === 'welcome') {
    const [seat, players, inputSize, dt, tick] = [reader.u8(), reader.u8(), reader.u8(), reader.f64(), reader.u32()]
    if (reader.failed || reader.left < KEY_BYTES || !(dt > 0)) return 'malformed'
    const rest = reader.rest()
    return { kind, seat, players, inputSize, dt, tick, key: rest.slice(0, KEY_BYTES), state: rest.slice(KEY_BYTES) }
  }
  if (kind !== 'frames') return 'malformed'
  const [present, newest, hashTick] = [reader.u32(), reader.u32(), reader.u32()]
  const hash = hashTick === 0 ? '' : digits(reader.u32()) + digits(reader.u32())
  const [first, count] = [reader.u32(), reader.u8()]
  if (reader.failed || count > MOST_TICKS_PER_MESSAGE) return 'malformed'
  const values = readRows(reader, count, size)
  return values === null || reader.left > 0 ? 'malformed' : { kind, present, newest, hashTick, hash, first, count, values }
}

function digits(value: number): string {
  return value.toString(16).padStart(8, '0')
}
