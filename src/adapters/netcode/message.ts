/**
 * Messages of a session, and what may be wrong with them. A message that is refused is refused as a whole.
 *
 * All begin with magic, version, kind, session and the sender's player. Inputs: what the sender has of the receiver's, its present, its lead,
 * the tick and hash of its last comparison, the first tick, how many, and the integers. States: the tick, and the bytes of `state`. Calls for
 * one: the tick.
 */

import { ByteReader, type ByteWriter } from './bytes.ts'
import { MOST_INPUTS_PER_MESSAGE, MOST_MESSAGE_BYTES } from './limits.ts'

const MAGIC = 0xf17c
export const PROTOCOL_VERSION = 1
/** The lead is told as a signed byte around this. */
const LEAD_ZERO = 128
/** The lead of somebody who has heard nothing yet. */
export const UNHEARD: number = -LEAD_ZERO

const KINDS = ['inputs', 'call', 'state'] as const

export type MessageVerdict =
  /** Taken. */
  | 'ok'
  /** Not a message, cut short, too long, or with a field that no honest sender writes. */
  | 'malformed'
  /** Larger than is allowed. */
  | 'oversized'
  /** Of another version of the protocol. */
  | 'version'
  /** Of another session. */
  | 'session'
  /** In the name of a player who is not the sender. */
  | 'player'
  /** About a tick that cannot be: too far ahead, or acknowledged before it was sent. */
  | 'tick'
  /** An input that the game refuses, or another one than the sender told before. */
  | 'input'

export interface InputsMessage {
  readonly kind: 'inputs'
  readonly player: number
  /** The sender knows the receiver's inputs of all ticks below it. */
  readonly acknowledged: number
  readonly present: number
  /** How far the sender believes to be ahead, ticks. */
  readonly lead: number
  /** Tick of the hash, and its two halves; no hash if the tick is 0. */
  readonly hashTick: number
  readonly hashHigh: number
  readonly hashLow: number
  readonly first: number
  readonly count: number
  readonly values: Int32Array
}

export interface StateMessage {
  readonly kind: 'state'
  readonly player: number
  readonly tick: number
  readonly bytes: Uint8Array
}

export interface CallMessage {
  readonly kind: 'call'
  readonly player: number
  readonly tick: number
}

export type Message = InputsMessage | StateMessage | CallMessage

function begin(writer: ByteWriter, kind: Message['kind'], session: number, player: number): ByteWriter {
  return writer.begin().u16(MAGIC).u8(PROTOCOL_VERSION).u8(KINDS.indexOf(kind)).u32(session).u8(player)
}

export function writeMessage(writer: ByteWriter, session: number, message: Message): Uint8Array {
  begin(writer, message.kind, session, message.player)
  if (message.kind === 'call') return writer.u32(message.tick).end()
  if (message.kind === 'state') return writer.u32(message.tick).copy(message.bytes).end()
  const { acknowledged, present, lead, hashTick, hashHigh, hashLow, first, count, values } = message
  writer.u32(acknowledged).u32(present).u8(Math.max(0, Math.min(255, lead + LEAD_ZERO))).u32(hashTick).u32(hashHigh).u32(hashLow)
  writer.u32(first).u8(count)
  for (let i = 0; i < values.length; i++) writer.i32(values[i]!)
  return writer.end()
}

export interface Expected {
  readonly session: number
  readonly inputSize: number
  /** Bytes of a state at most. */
  readonly mostStateBytes: number
}

/** Reads a message, or says what is wrong with it. Nothing is allocated for what it claims before the bytes are there. */
export function readMessage(bytes: unknown, { session, inputSize, mostStateBytes }: Expected): Message | Exclude<MessageVerdict, 'ok'> {
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < 9) return 'malformed'
  const reader = new ByteReader(bytes)
  if (reader.u16() !== MAGIC) return 'malformed'
  if (reader.u8() !== PROTOCOL_VERSION) return 'version'
  const kind = KINDS[reader.u8()]
  if (kind === undefined) return 'malformed'
  if (bytes.byteLength > (kind === 'state' ? mostStateBytes : MOST_MESSAGE_BYTES)) return 'oversized'
  if (reader.u32() !== session) return 'session'
  const player = reader.u8()
  if (kind !== 'inputs') {
    const tick = reader.u32()
    if (reader.failed || (kind === 'call' && reader.left > 0)) return 'malformed'
    return kind === 'call' ? { kind, player, tick } : { kind, player, tick, bytes: reader.rest() }
  }
  const [acknowledged, present, lead] = [reader.u32(), reader.u32(), reader.u8() - LEAD_ZERO]
  const [hashTick, hashHigh, hashLow] = [reader.u32(), reader.u32(), reader.u32()]
  const [first, count] = [reader.u32(), reader.u8()]
  if (reader.failed || count > MOST_INPUTS_PER_MESSAGE || reader.left !== count * inputSize * 4) return 'malformed'
  const values = new Int32Array(count * inputSize)
  for (let i = 0; i < values.length; i++) values[i] = reader.i32()
  return { kind, player, acknowledged, present, lead, hashTick, hashHigh, hashLow, first, count, values }
}
