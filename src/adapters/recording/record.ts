/**
 * Recording a world: its beginning as a scene with a snapshot, then every call that changes it, with the hash of every step.
 */

import { PhysicsError } from '../../common/errors.ts'
import { Hasher } from '../../common/memory/hash.ts'
import { requireOptions } from '../../common/options.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { saveFrom } from '../scene/save.ts'
import { encodeThing, encodeValue, worldOf } from './encode.ts'
import { watch } from './members.ts'
import type { AnyThing, AnyWorld, Recordable, RecordedCall, Recorder, Recording, RecordOptions } from './recordable.ts'

type Mutable = { -readonly [Key in keyof RecordedCall]: RecordedCall[Key] }

/** Worlds that are recorded, and what takes the wraps off when there are none. */
interface Watching {
  readonly recorders: Map<object, WorldRecorder>
  stop: (() => void) | null
}

const watching: Map<Recordable, Watching> = new Map()

export function recordWorld(dimension: Recordable, world: AnyWorld, options: RecordOptions = {}): Recorder {
  requireOptions(options, { detail: 0 }, 'record')
  if (!dimension.scene.isWorld(world)) throw new PhysicsError('wrong-type', 'record', world,
    `must be a World of ${dimension.scene.dimension} dimensions.`)
  const { detail = 'bodies' } = options
  if (detail !== 'bodies' && detail !== 'steps') throw new PhysicsError('wrong-type', 'record.detail', detail, "must be 'steps' or 'bodies'.")
  let all = watching.get(dimension)
  if (all === undefined) watching.set(dimension, (all = { recorders: new Map(), stop: null }))
  if (all.recorders.has(world)) throw new PhysicsError('wrong-type', 'record.world', world,
    'is recorded already. Stop the other recording first.')
  const recorder = new WorldRecorder(dimension, world, detail === 'bodies', all)
  all.recorders.set(world, recorder)
  if (all.stop === null) {
    const { recorders } = all
    all.stop = watch(dimension.classes, (thing, member, args, run) => {
      const one = recorders.size === 0 ? undefined : recorders.get(worldOf(thing))
      return one === undefined ? run() : one.call(thing, member, args, run)
    })
  }
  return recorder
}

/** Marks of bodies: eight digits each, over where they are and how they move. */
export function markBodies(dimension: Recordable, world: AnyWorld): string {
  const { columns, schema } = world.state.bodies
  const hasher = new Hasher()
  let out = ''
  for (const { id } of world.bodies) {
    const row = rowOfHandle(id)
    hasher.reset()
    for (const key of dimension.bodyColumns) {
      const { width } = schema[key]!
      const words = new Int32Array(columns[key]!.slice(row * width, (row + 1) * width).buffer)
      hasher.words(words, 0, words.length)
    }
    out += hasher.digest().slice(0, 8)
  }
  return out
}

class WorldRecorder implements Recorder {
  private readonly dimension: Recordable
  private readonly world: AnyWorld
  private readonly marks: boolean
  private readonly all: Watching
  private readonly head: Omit<Recording, 'calls'>
  private calls: RecordedCall[] = []
  /** A call is under way: what it calls itself is not recorded. */
  private busy = false
  private taken = 0

  constructor(dimension: Recordable, world: AnyWorld, marks: boolean, all: Watching) {
    this.dimension = dimension
    this.world = world
    this.marks = marks
    this.all = all
    const scene = saveFrom(dimension.scene, world, { snapshot: true })
    this.head = { format: 'fulcrum-recording', version: 1, dimension: dimension.scene.dimension, scene, hash: world.hash() }
  }

  get steps(): number {
    return this.taken
  }

  read(): Recording {
    return { ...this.head, calls: this.calls.slice() }
  }

  stop(): Recording {
    const { recorders } = this.all
    if (recorders.get(this.world) === this) recorders.delete(this.world)
    if (recorders.size === 0) {
      this.all.stop?.()
      this.all.stop = null
    }
    return this.read()
  }

  /** A member was called. Calls that are refused have changed nothing, and are not recorded. */
  call(thing: object, member: string, args: readonly unknown[], run: () => unknown): unknown {
    if (this.busy) return run()
    const entry: Mutable = { on: encodeThing(thing, this.world), do: member }
    if (member === 'advance' && args[1] !== undefined) return this.advance(entry, args)
    const given = member === 'createCustomJoint' ? [] : args.map((arg) => encodeValue(this.dimension, arg, member))
    this.busy = true
    let result: unknown
    try {
      result = run()
    } finally {
      this.busy = false
    }
    if (member === 'createCustomJoint') this.nameType(entry, result as AnyThing, args[0] as object)
    else if (given.length > 0) entry.with = given
    this.add(entry)
    return result
  }

  /** What its callbacks do is recorded inside of it. */
  private advance(entry: Mutable, [seconds, callbacks]: readonly unknown[]): unknown {
    const outer = this.calls
    const inside: RecordedCall[][] = []
    const around = (callback: unknown) => {
      if (typeof callback !== 'function') return callback
      return (...args: unknown[]): void => {
        this.calls = []
        inside.push(this.calls)
        this.busy = false
        try {
          ;(callback as (...given: unknown[]) => void)(...args)
        } finally {
          this.busy = true
        }
      }
    }
    const wrapped = Object.fromEntries(Object.entries(callbacks as object).map(([key, callback]) => [key, around(callback)]))
    this.busy = true
    try {
      return (this.world as unknown as { advance(seconds: unknown, callbacks: object): unknown }).advance(seconds, wrapped)
    } finally {
      this.busy = false
      this.calls = outer
      entry.with = [encodeValue(this.dimension, seconds, 'advance'), { $: 'function', of: Object.keys(wrapped).join(' ') }]
      entry.inside = inside
      this.add(entry)
    }
  }

  /** A joint given by functions is one of a type, which has a name. */
  private nameType(entry: Mutable, { id }: AnyThing, definition: object): void {
    const { state } = this.world
    const type = this.dimension.scene.typeOf(state.jointKinds[state.joints.columns.kind![rowOfHandle(id)]!])!
    const { name: _name, rows: _rows, coordinates: _units, error: _error, values: _values, ...rest } = definition as Record<string, unknown>
    entry.do = 'createJoint'
    entry.with = [{ $: 'jointType', of: type.name }, encodeValue(this.dimension, rest, 'createJoint')]
  }

  private add(entry: Mutable): void {
    if (entry.do === 'step' || entry.do === 'advance') {
      this.taken++
      entry.hash = this.world.hash()
      if (this.marks) entry.bodies = markBodies(this.dimension, this.world)
    }
    this.calls.push(entry)
  }
}
