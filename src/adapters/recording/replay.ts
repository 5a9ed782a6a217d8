/**
 * Recordings seen again, step by step against the hashes that were recorded, and two of them compared.
 */

import { PhysicsError } from '../../common/errors.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { requireOptions } from '../../common/options.ts'
import type { AnyTable } from '../scene/dimension.ts'
import { parseFile } from '../scene/guard.ts'
import { loadInto } from '../scene/load.ts'
import type { Json, JointTypeLike } from '../scene/options.ts'
import { requireList, requirePlainObject } from '../scene/read-value.ts'
import { decodeThing, decodeValue, type Decoding } from './encode.ts'
import { CHANGES, prototypesOf } from './members.ts'
import { markBodies } from './record.ts'
import type { AnyWorld, Difference, Recordable, RecordedCall, Recording, RecordingPlayer, Replayed, ReplayOptions } from './recordable.ts'

const MOST_CALLS = 10_000_000

type Options = ReplayOptions<AnyWorld, unknown, unknown>

/** A recording of the right format; its calls are checked when they are made. */
export function readRecording(dimension: Recordable, source: unknown): Recording {
  const file = requirePlainObject(parseFile(source), 'recording') as unknown as Recording
  if (file.format !== 'fulcrum-recording') throw new PhysicsError('wrong-type', 'format', file.format,
    'must be "fulcrum-recording": is this a recording?')
  if (file.version !== 1) throw new PhysicsError('out-of-range', 'version', file.version, 'is not known. This version of the engine reads version 1.')
  if (file.dimension !== dimension.scene.dimension) {
    throw new PhysicsError('out-of-range', 'dimension', file.dimension, `must be ${dimension.scene.dimension}. Use the other entry's replay.`)
  }
  requireList(file.calls, MOST_CALLS, 'calls')
  return file
}

/** Members that may be called, by the rules that recorded them. */
function membersOf(dimension: Recordable): ReadonlySet<string> {
  const found = new Set(CHANGES)
  for (const prototype of prototypesOf(dimension.classes)) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (Object.getOwnPropertyDescriptor(prototype, name)!.set !== undefined) found.add(name)
  }
  return found
}

class Player {
  readonly world: AnyWorld
  readonly recording: Recording
  steps = 0
  private readonly decoding: Decoding
  private readonly members: ReadonlySet<string>
  private next = 0

  constructor(dimension: Recordable, recording: Recording, options: Options) {
    this.recording = recording
    const jointTypes = (options.jointTypes ?? []) as readonly JointTypeLike[]
    this.world = loadInto(dimension.scene, recording.scene, { jointTypes, ...(options.clock === undefined ? {} : { clock: options.clock }) }).world
    this.decoding = {
      dimension, world: this.world, types: new Map([...dimension.scene.ownTypes, ...jointTypes].map((type) => [type.name, type])),
      functions: { onContact: options.onContact, shouldCollide: options.shouldCollide },
    }
    this.members = membersOf(dimension)
  }

  /** Plays up to the end of the next step; the call that made it, or null at the end. */
  step(): RecordedCall | null {
    const { calls } = this.recording
    while (this.next < calls.length) {
      const call = calls[this.next]!
      this.play(call, `calls[${this.next++}]`)
      if (call.do !== 'step' && call.do !== 'advance') continue
      this.steps++
      return call
    }
    return null
  }

  private play(value: unknown, path: string): void {
    const call = requirePlainObject(value, path) as unknown as RecordedCall
    if (typeof call.do !== 'string' || !this.members.has(call.do)) throw new PhysicsError('wrong-type', `${path}.do`, call.do,
      'is nothing that changes a world.')
    const thing = decodeThing(this.decoding, call.on, `${path}.on`) as Record<string, unknown>
    const args = requireList(call.with ?? [], 16, `${path}.with`) as readonly Json[]
    if (call.inside !== undefined) {
      this.advance(call, args, path)
      return
    }
    const given = args.map((arg, i) => decodeValue(this.decoding, arg, `${path}.with[${i}]`))
    const own = thing[call.do]
    if (CHANGES.has(call.do) && typeof own === 'function') (own as (...all: unknown[]) => unknown).apply(thing, given)
    else thing[call.do] = given[0]
  }

  /** Callbacks do what those of the recorded one did, in turn. */
  private advance({ inside, with: given = [] }: RecordedCall, args: readonly Json[], path: string): void {
    let turn = 0
    const callback = (): void => {
      inside![turn]?.forEach((call, i) => this.play(call, `${path}.inside[${turn}][${i}]`))
      turn++
    }
    const names = String((given[1] as { of?: string } | undefined)?.of ?? '').split(' ').filter((name) => name === 'beforeStep'
      || name === 'afterStep')
    const { world } = this
    const seconds = decodeValue(this.decoding, args[0] ?? 0, `${path}.with[0]`)
    ;(world as unknown as { advance(seconds: unknown, callbacks: object): void }).advance(seconds, Object.fromEntries(names.map((name) => [name,
      callback])))
  }
}

const PLAY_FIELDS = { jointTypes: 0, onContact: 0, shouldCollide: 0, clock: 0 }

/** A recording that is played step by step, and compared. */
class Playback implements RecordingPlayer<AnyWorld> {
  readonly world: AnyWorld
  difference: Difference | null = null
  private readonly player: Player
  private readonly dimension: Recordable

  constructor(dimension: Recordable, source: unknown, options: Options) {
    const recording = readRecording(dimension, source)
    this.dimension = dimension
    this.player = new Player(dimension, recording, options)
    this.world = this.player.world
    const begin = this.world.hash()
    if (begin !== recording.hash) this.difference = { step: 0, body: null, name: null, column: null, hashes: [recording.hash, begin] }
  }

  get steps(): number {
    return this.player.steps
  }

  step(): boolean {
    const { player, world } = this
    const call = player.step()
    if (call === null) return false
    if (this.difference !== null || call.hash === undefined) return true
    const hash = world.hash()
    if (hash === call.hash) return true
    const body = call.bodies === undefined ? null : firstMark(call.bodies, markBodies(this.dimension, world))
    this.difference = { step: player.steps, body, name: nameOf(player.recording, body), column: null, hashes: [call.hash, hash] }
    return true
  }
}

export function playRecording(dimension: Recordable, source: unknown, options: Options = {}): RecordingPlayer<AnyWorld> {
  requireOptions(options, PLAY_FIELDS, 'play')
  return new Playback(dimension, source, options)
}

export function replayRecording(dimension: Recordable, source: unknown, options: Options = {}): Replayed<AnyWorld> {
  requireOptions(options, { ...PLAY_FIELDS, steps: 0, onStep: 0 }, 'replay')
  const playback = new Playback(dimension, source, options)
  const { world } = playback
  while (playback.steps < (options.steps ?? Infinity) && playback.step()) options.onStep?.(world, playback.steps)
  return { world, steps: playback.steps, difference: playback.difference }
}

/** Index of the first body whose mark is another one; null if there is none. */
function firstMark(a: string, b: string): number | null {
  for (let i = 0; i < Math.max(a.length, b.length); i += 8) if (a.slice(i, i + 8) !== b.slice(i, i + 8)) return i / 8
  return null
}

function nameOf({ scene }: Recording, body: number | null): string | null {
  const name = body === null ? undefined : scene.bodies?.[body]?.name
  return typeof name === 'string' ? name : null
}

interface Step {
  readonly hash: string
  readonly bodies: string | undefined
}

function stepsOf({ calls }: Recording): Step[] {
  return calls.filter((call) => call.do === 'step' || call.do === 'advance').map(({ hash = '', bodies }) => ({ hash, bodies }))
}

/**
 * Where two recordings part: told by their hashes, and then by playing both up to there. Where a recording cannot be played to the same hashes, as
 * one
 * of another build, its body is told by the marks that it holds, and the column is not known.
 */
export function bisectRecordings(dimension: Recordable, a: unknown, b: unknown, options: Options = {}): Difference | null {
  const [first, second] = [readRecording(dimension, a), readRecording(dimension, b)]
  if (first.hash !== second.hash) return locate(dimension, first, second, 0, options, [first.hash, second.hash])
  const [one, other] = [stepsOf(first), stepsOf(second)]
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const hashes: [string, string] = [one[i]?.hash ?? 'no step', other[i]?.hash ?? 'no step']
    if (hashes[0] !== hashes[1]) return locate(dimension, first, second, i + 1, options, hashes, one[i]?.bodies, other[i]?.bodies)
  }
  return null
}

function locate(
  dimension: Recordable, a: Recording, b: Recording, step: number, options: Options, hashes: readonly [string, string], marksA?: string,
    marksB?: string,
): Difference {
  const marked = marksA === undefined || marksB === undefined ? null : firstMark(marksA, marksB)
  const bare = { step, body: marked, name: nameOf(a, marked), column: null, hashes }
  if (hashes.includes('no step')) return bare
  const { steps: _steps, onStep: _onStep, ...shared } = options
  const [worldA, worldB] = [a, b].map((recording) => replayTo(dimension, recording, step, shared))
  if (worldA === null || worldB === null || worldA!.hash() !== hashes[0] || worldB!.hash() !== hashes[1]) return bare
  const found = firstColumn(dimension, worldA!, worldB!)
  return found === null ? bare : { ...bare, body: found.body ?? marked, name: nameOf(a, found.body ?? marked), column: found.column }
}

/** The world of a recording after a step; null if it cannot be played. */
function replayTo(dimension: Recordable, recording: Recording, step: number, options: Options): AnyWorld | null {
  try {
    const player = new Player(dimension, recording, options)
    while (player.steps < step && player.step() !== null);
    return player.world
  } catch (error) {
    if (error instanceof PhysicsError) return null
    throw error
  }
}

interface Place {
  readonly column: string
  readonly body: number | null
}

/** The first number of two worlds that differs: bodies before all other tables. */
function firstColumn(dimension: Recordable, a: AnyWorld, b: AnyWorld): Place | null {
  const { bodies, ...rest } = a.state as unknown as Record<string, AnyTable>
  const others = b.state as unknown as Record<string, AnyTable>
  const keys = [...dimension.bodyColumns, ...Object.keys(bodies!.schema).filter((key) => !dimension.bodyColumns.includes(key))]
  const found = firstOf(bodies!, others.bodies!, keys)
  if (found !== null) {
    const body = [...a.bodies].findIndex(({ id }) => rowOfHandle(id) === found.row)
    return { column: `bodies.${found.column}`, body: body < 0 ? null : body }
  }
  for (const name of Object.keys(rest)) {
    const [one, other] = [rest[name], others[name]]
    if (typeof one !== 'object' || one === null || !('schema' in one)) continue
    const place = firstOf(one, other!, Object.keys(one.schema))
    if (place !== null) return { column: `${name}.${place.column}`, body: null }
  }
  return null
}

function firstOf(a: AnyTable, b: AnyTable, keys: readonly string[]): { row: number; column: string } | null {
  for (const column of keys) {
    const spec = a.schema[column]!
    if (spec.tag === 'scratch') continue
    const [one, other] = [a.columns[column]!, b.columns[column]!]
    for (let i = 0; i < Math.max(a.count, b.count) * spec.width; i++) {
      if (!Object.is(one[i], other[i])) return { row: Math.floor(i / spec.width), column }
    }
  }
  return null
}
