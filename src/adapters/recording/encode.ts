/**
 * Arguments of recorded calls as JSON, both ways: handles by their ids, definitions of shapes as scene files have them, numbers that JSON cannot
 * write.
 */

import { PhysicsError } from '../../common/errors.ts'
import { copyPlain } from '../scene/guard.ts'
import { fromBase64, toBase64 } from '../shared/base64.ts'
import type { Json } from '../scene/options.ts'
import { readType } from '../scene/read-value.ts'
import { writeType } from '../scene/write-value.ts'
import type { AnyThing, AnyWorld, Recordable } from './recordable.ts'

/** Kinds of handles, by what `Object.prototype.toString` calls them. */
const HANDLES: Readonly<Record<string, string>> = { Body: 'body', Shape: 'shape', Joint: 'joint', Character: 'character', WheeledVehicle: 'vehicle' }

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Whose member was called. */
export function encodeThing(thing: object, world: object): Json {
  if (thing === world) return 'world'
  const tag = tagOf(thing)
  if (tag === 'VehicleWheel') {
    const { vehicle, index } = thing as unknown as { vehicle: AnyThing; index: number }
    return { wheel: [vehicle.id, index] }
  }
  return { [HANDLES[tag]!]: (thing as AnyThing).id }
}

/** The world that a thing belongs to. */
export function worldOf(thing: object): object {
  if (tagOf(thing) === 'VehicleWheel') return worldOf((thing as unknown as { vehicle: object }).vehicle)
  return tagOf(thing) in HANDLES ? ((thing as unknown as { world: object }).world) : thing
}

/** An argument; functions are told by `name`, for whoever replays it to give them again. */
export function encodeValue(dimension: Recordable, value: unknown, name: string): Json {
  if (value === undefined) return { $: 'undefined' }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: 'number', of: String(Object.is(value,
    -0) ? '-0' : value) }
  if (typeof value === 'function') return { $: 'function', of: name }
  if (typeof value !== 'object') throw new PhysicsError('wrong-type', name, value, 'cannot be recorded.')
  const tag = tagOf(value)
  if (HANDLES[tag] !== undefined) return { $: HANDLES[tag], of: (value as AnyThing).id }
  if (value instanceof Uint8Array && name === 'restore') return { $: 'bytes', of: toBase64(value) }
  if (ArrayBuffer.isView(value)) return { $: 'numbers', of: Array.from(value as unknown as ArrayLike<number>, (one) => encodeValue(dimension, one,
    name)) }
  if (Array.isArray(value)) return value.map((one) => encodeValue(dimension, one, name))
  const shape = dimension.describeDefinition(value)
  if (shape !== null) return { $: 'shape', of: encodeShape(dimension, shape, (value as { userData?: unknown }).userData) }
  const path = dimension.path?.describe(value) ?? null
  if (path !== null) return { $: 'path', of: encodeValue(dimension, path, name) }
  if (isType(value)) return { $: 'jointType', of: value.name }
  const out: Record<string, Json> = {}
  // Vectors and quaternions of other libraries may keep their numbers behind getters.
  const isVector = typeof (value as { x?: unknown }).x === 'number' && typeof (value as { y?: unknown }).y === 'number'
  for (const key of isVector ? ['x', 'y', 'z', 'w'] : Object.keys(value)) {
    const entry = (value as Record<string, unknown>)[key]
    if (entry === undefined) continue
    out[key] = key === 'userData' ? plainOrNothing(entry) : encodeValue(dimension, entry, name)
  }
  return out
}

/** Types of joints have a source; no other argument that has a name does. */
function isType(value: object): value is { name: string } {
  return 'source' in value && 'name' in value && typeof value.name === 'string'
}

/** The engine does not look at user data: what JSON cannot hold is left out. */
function plainOrNothing(value: unknown): Json {
  try {
    return copyPlain(value, 'userData') as Json
  } catch {
    return null
  }
}

function encodeShape(dimension: Recordable, { kind, values, geometry }: ReturnType<Recordable['describeDefinition']> & object,
  userData: unknown): Json {
  const { scene } = dimension
  const own = geometry === null ? {} : scene.describeGeometry(geometry).values
  const all = { ...own, ...values, kind, ...(userData === undefined ? {} : { userData: plainOrNothing(userData) }) }
  return writeType(all, { is: 'tagged', tag: 'kind', kinds: scene.shapes }, 'shape') as Json
}

/** What replays need to make arguments of JSON again. */
export interface Decoding {
  readonly dimension: Recordable
  readonly world: AnyWorld
  readonly types: ReadonlyMap<string, object>
  readonly functions: Readonly<Record<string, unknown>>
}

/** The handle of an id; `kind` is one of 'body', 'shape', 'joint', 'character', 'vehicle'. */
function handleOf({ world, dimension }: Decoding, kind: unknown, id: unknown, path: string): object {
  const lists: Record<string, () => Iterable<AnyThing>> = {
    body: () => world.bodies, joint: () => world.joints, character: () => world.characters, vehicle: () => world.vehicles ?? [],
    *shape() {
      for (const body of world.bodies) yield* body.shapes
    },
  }
  const list = typeof kind === 'string' && Object.hasOwn(lists, kind) ? lists[kind] : undefined
  if (list === undefined) throw new PhysicsError('wrong-type', path, kind, `is no kind of thing of ${dimension.scene.dimension} dimensions.`)
  if (kind === 'body') {
    const body = (world as unknown as { bodyById(id: number): object | null }).bodyById(Number(id))
    if (body !== null) return body
  } else for (const thing of list()) if (thing.id === id) return thing
  throw new PhysicsError('stale-handle', path, id,
    'is the id of nothing that the world has at this point: the recording is damaged, or of another build.')
}

/** Whose member is to be called. */
export function decodeThing(decoding: Decoding, on: Json, path: string): object {
  if (on === 'world') return decoding.world
  const [kind, id] = typeof on === 'object' && on !== null && !Array.isArray(on) ? (Object.entries(on)[0] ?? []) : []
  if (kind !== 'wheel') return handleOf(decoding, kind, id, path)
  const [vehicle, index] = Array.isArray(id) ? (id as unknown[]) : []
  const wheel = (handleOf(decoding, 'vehicle', vehicle, path) as { wheels: object[] }).wheels[Number(index)]
  if (wheel === undefined) throw new PhysicsError('out-of-range', path, index, 'is the index of no wheel.')
  return wheel
}

/** An argument again. Depth is bounded by the check of the file. */
export function decodeValue(decoding: Decoding, value: Json, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as Json[]).map((one, i) => decodeValue(decoding, one, `${path}[${i}]`))
  const { $, of } = value as { $?: Json; of?: Json }
  if ($ === undefined) {
    const out: Record<string, unknown> = {}
    for (const [key, entry] of Object.entries(value as Record<string, Json>)) {
      const decoded = key === 'userData' ? entry : decodeValue(decoding, entry, `${path}.${key}`)
      Object.defineProperty(out, key, { value: decoded, enumerable: true, configurable: true, writable: true })
    }
    return out
  }
  return decodeMarked(decoding, $, of ?? null, path)
}

function decodeMarked(decoding: Decoding, mark: Json, of: Json, path: string): unknown {
  const { dimension, types, functions } = decoding
  if (mark === 'undefined') return undefined
  if (mark === 'number') return Number(of)
  if (mark === 'numbers') return Float64Array.from((Array.isArray(of) ? (of as Json[]) : []).map((one, i) => Number(decodeValue(decoding, one,
    `${path}[${i}]`))))
  if (mark === 'bytes') return fromBase64(String(of)) ?? new Uint8Array(0)
  if (mark === 'shape') {
    const { kind, ...values } = readType(of, { is: 'tagged', tag: 'kind', kinds: dimension.scene.shapes }, path) as Record<string, unknown>
    return dimension.scene.makeShapes(kind as string, values, null)
  }
  if (mark === 'path' && dimension.path !== null) return dimension.path.make(decodeValue(decoding, of, path) as object)
  if (mark === 'jointType' || mark === 'function') {
    const found = mark === 'function' ? functions[String(of)] : types.get(String(of))
    if (found !== undefined) return found
    const cure = mark === 'function' ? `Give it to replay as options.${String(of)}.` : 'Give it to replay in options.jointTypes.'
    throw new PhysicsError('wrong-type', path, of, `is JavaScript, which no recording holds. ${cure}`)
  }
  return handleOf(decoding, mark, of, path)
}
