/**
 * Snapshots that somebody has damaged or forged: bytes changed at random, lengths forged, parts copied and cut, values of columns replaced,
 * the checksum always set right. Each is refused, or gives a world that steps.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { markWords, putDouble } from '../../../src/common/memory/snapshot-part.ts'
import type { AnyTable } from '../../../src/common/memory/snapshot.ts'
import { SNAPSHOT_FORMAT } from '../../../src/common/memory/snapshot.ts'
import { createRandom } from '../random.ts'
import type { Random } from './random-program.ts'
import { worldOfProgram, type AnyWorld } from './restored-program.ts'

const HEADER_WORDS = 8
const CHECKSUM = 3
const TOTAL = 2

const LENGTHS = [0, 1, -1, 2, -2, 31, 32, 255, 4096, 65536, 1e6, 1e7, 0x7fffffff, -0x80000000, 0x40000000]
const DOUBLES = [NaN, Infinity, -Infinity, 0, -1, 1e300, -1e300, 1e-300, 1e9, -1e9, 5e-324, 0.5]
const INTEGERS = [-1, 0, 1, 2, 3, 7, 255, 256, 1000, 65536, 0x7fffffff, -0x80000000]

function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
}

/** Sets total and checksum as an attacker would. */
function seal(bytes: Uint8Array, keepTotal = false): Uint8Array {
  const words = wordsOf(bytes)
  if (words.length < HEADER_WORDS) return bytes
  if (!keepTotal) words[TOTAL] = words.length
  const total = Math.max(CHECKSUM + 1, Math.min(words.length, words[TOTAL]!))
  words[CHECKSUM] = markWords(words, CHECKSUM + 1, total, SNAPSHOT_FORMAT)
  return bytes
}

type Mutation = (honest: Uint8Array, random: Random) => Uint8Array

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)]!
}

/** Ways to damage bytes. */
const BYTES: Readonly<Record<string, Mutation>> = {
  bitFlip(honest, random) {
    const bytes = honest.slice()
    for (let n = 1 + below(random, 3); n > 0; n--) bytes[below(random, bytes.length)]! ^= 1 << below(random, 8)
    return seal(bytes, true)
  },
  word(honest, random) {
    const bytes = honest.slice()
    const words = wordsOf(bytes)
    words[HEADER_WORDS + below(random, words.length - HEADER_WORDS)] = pick(random, random() < 0.5 ? LENGTHS : INTEGERS)
    return seal(bytes)
  },
  nearWord(honest, random) {
    const bytes = honest.slice()
    const words = wordsOf(bytes)
    words[HEADER_WORDS + below(random, words.length - HEADER_WORDS)]! += pick(random, [1, -1, 2, 1000])
    return seal(bytes)
  },
  header: (honest, random) => {
    const bytes = honest.slice()
    wordsOf(bytes)[below(random, HEADER_WORDS)] = pick(random, LENGTHS)
    return seal(bytes, true)
  },
  double(honest, random) {
    const bytes = honest.slice()
    const words = wordsOf(bytes)
    putDouble(words, HEADER_WORDS + below(random, words.length - HEADER_WORDS - 1), pick(random, DOUBLES))
    return seal(bytes)
  },
  truncation: (honest, random) => seal(honest.slice(0, 4 * below(random, honest.length / 4))),
  copiedChunk(honest, random) {
    const bytes = honest.slice()
    const words = wordsOf(bytes)
    const length = 1 + below(random, 64)
    const from = below(random, words.length - length)
    words.copyWithin(HEADER_WORDS + below(random, Math.max(1, words.length - length - HEADER_WORDS)), from, from + length)
    return seal(bytes)
  },
  insertedChunk(honest, random) {
    const words = wordsOf(honest)
    const length = 1 + below(random, 64)
    const from = below(random, words.length - length)
    const at = HEADER_WORDS + below(random, words.length - HEADER_WORDS)
    const longer = new Int32Array(words.length + length)
    longer.set(words.subarray(0, at))
    longer.set(words.subarray(from, from + length), at)
    longer.set(words.subarray(at), at + length)
    return seal(new Uint8Array(longer.buffer))
  },
  noise(honest, random) {
    const bytes = honest.slice(0, 4 * (HEADER_WORDS + below(random, 300)))
    for (let i = 4 * HEADER_WORDS; i < bytes.length; i++) bytes[i] = below(random, 256)
    return seal(bytes)
  },
}

/** Another value in a column of a world that is thrown away, so that the snapshot is well formed and only its contents lie. */
function forgeColumn(honest: Uint8Array, world: AnyWorld, random: Random): Uint8Array {
  world.restore(honest)
  for (let n = 1 + below(random, 2); n > 0; n--) {
    const tables = (world.state.memory.tables as readonly AnyTable[]).filter((table) => table.count > 0)
    const table = pick(random, tables)
    const [key, spec] = pick(random, Object.entries(table.schema).filter(([, { tag }]) => tag !== 'scratch'))
    const column = table.columns[key]!
    const at = below(random, table.count * spec.width)
    if (spec.type === 'f64') column[at] = pick(random, DOUBLES)
    else if (random() < 0.5) column[at] = below(random, table.count + 2)
    else column[at] = pick(random, INTEGERS)
    if (random() < 0.1) table.count = Math.min(table.capacity, below(random, table.count + 3))
  }
  return world.snapshot()
}

const KINDS = [...Object.keys(BYTES), 'column', 'column', 'column'] as const

interface Honest {
  readonly world: AnyWorld
  readonly bytes: Uint8Array
  readonly forge: AnyWorld
  readonly hash: string
  readonly memory: number
}

const cache = new Map<string, Honest>()

/** Worlds are made once for a hundred cases. */
function honestOf(dimension: 2 | 3, seed: number): Honest {
  const number = Math.floor(seed / 100)
  const key = `${dimension} ${number}`
  let known = cache.get(key)
  if (known === undefined) {
    cache.clear()
    const world = worldOfProgram(dimension, 1000 + number, 30 + 15 * (number % 8))
    const forge = (dimension === 2 ? new d2.World() : new d3.World()) as AnyWorld
    known = { world, bytes: world.snapshot(), forge, hash: world.hash(), memory: world.state.memory.buffer.byteLength }
    cache.set(key, known)
  }
  return known
}

export interface HostileResult {
  /** What was thrown that is no PhysicsError, by restore or by a step; empty if nothing. */
  readonly error: string
  readonly kind: string
  readonly refused: boolean
  /** Memory of the world that took it over that of the honest one. */
  readonly memory: number
  /** A refused snapshot has changed the world. */
  readonly changed: boolean
  /** CPU time of restore and of ten steps, ms. */
  readonly restoreTime: number
  readonly stepTime: number
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function tryHostile(dimension: 2 | 3, seed: number): HostileResult {
  const honest = honestOf(dimension, seed)
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1))
  const kind = pick(random, KINDS)
  let bytes: Uint8Array
  try {
    bytes = kind === 'column' ? forgeColumn(honest.bytes, honest.forge, random) : BYTES[kind]!(honest.bytes, random)
  } catch {
    // The throw-away world would not take itself: a forged count, say.
    bytes = BYTES['bitFlip']!(honest.bytes, random)
  }
  const world: AnyWorld = random() < 0.5 ? honest.world : ((dimension === 2 ? new d2.World() : new d3.World()) as AnyWorld)
  const before = world.hash()
  const result = { error: '', kind, refused: false, memory: 1, changed: false, restoreTime: 0, stepTime: 0 }
  const start = cpu()
  try {
    world.restore(bytes)
  } catch (error) {
    result.refused = true
    const { name, message } = error as Error
    if (name !== 'PhysicsError') result.error = `restore: ${message}`
    result.changed = world.hash() !== before
  }
  result.restoreTime = cpu() - start
  const least = new (world.constructor as new () => AnyWorld)().state.memory.buffer.byteLength
  result.memory = world.state.memory.buffer.byteLength / Math.max(honest.memory, least)
  if (result.refused) return result
  const from = cpu()
  try {
    for (let i = 0; i < 10; i++) world.step(1 / 60)
  } catch (error) {
    result.error = `step: ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`
  }
  result.stepTime = cpu() - from
  if (world === honest.world) {
    honest.world.restore(honest.bytes)
    if (honest.world.hash() !== honest.hash) result.error = 'the honest snapshot no longer restores'
  }
  return result
}
