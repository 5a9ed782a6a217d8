/**
 * A world from a scene file that anybody may have written. All forms are checked before anything is made; what numbers may be is checked by the
 * engine's own calls, whose errors are told by their path in the file.
 */

import { PhysicsError, requireBoolean } from '../../common/errors.ts'
import { BROKEN } from '../../common/joints/joint-codes.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { requireOptions } from '../../common/options.ts'
import type { AnyBody, AnyThing, AnyWorld, Dimension } from './dimension.ts'
import { FORMAT, sceneFields, VERSION } from './file-fields.ts'
import { markOf, parseFile } from './guard.ts'
import type { JointTypeLike, LoadedScene, LoadOptions } from './options.ts'
import { placeBody, placeCharacter, placeJoint, type Placement } from './placement.ts'
import { readFields, readName, requirePlainObject } from './read-value.ts'

type Values = Record<string, unknown>
export type AnyScene = LoadedScene<AnyWorld, AnyBody, AnyThing, AnyThing, AnyThing, AnyThing>

/** A file of the right format and version, read by its fields. */
interface ReadScene {
  readonly values: Values
  /** Mark of its definitions. */
  readonly mark: () => string
}

const LOAD_FIELDS = { world: 0, position: 0, rotation: 0, prefix: 0, jointTypes: 0, snapshot: 0, clock: 0 }

export function loadInto(dimension: Dimension, source: unknown, options: LoadOptions<AnyWorld> = {}): AnyScene {
  requireOptions(options, LOAD_FIELDS, 'loadScene')
  const types = readTypes(dimension.ownTypes, options.jointTypes)
  const useSnapshot = options.snapshot === undefined || requireBoolean(options.snapshot, 'loadScene.snapshot')
  const target = options.world
  if (target !== undefined && !dimension.isWorld(target)) {
    throw new PhysicsError('wrong-type', 'loadScene.world', target, `must be a World of ${dimension.dimension} dimensions.`)
  }
  const placement = dimension.readPlacement(options)
  const prefix = options.prefix === undefined ? '' : readName(options.prefix, 'loadScene.prefix')
  const read = readScene(dimension, source)
  const { clock } = options
  const worldOptions = { ...(read.values.world ?? {}) as Values, ...(clock === undefined ? {} : { clock }) }
  const make = (): AnyWorld => within('world', () => dimension.makeWorld(worldOptions))
  const build = (world: AnyWorld, snapshot: boolean, place: Place | null): AnyScene =>
    new SceneBuilder(dimension, world, types, prefix, place).build(read, snapshot)
  let scene = build(make(), target === undefined && useSnapshot && placement === null, null)
  const place = placement === null ? null : { placement, built: scene }
  if (place !== null) scene = build(make(), false, place)
  // A scene that is refused must leave a world of the user's as it was: so it is tried in one of its own before.
  return target === undefined ? scene : build(target, false, place)
}

/** Where a scene is put, and the same scene where its file has it. */
interface Place {
  readonly placement: Placement
  readonly built: AnyScene
}

function readTypes(own: readonly JointTypeLike[], given: unknown = []): ReadonlyMap<string, JointTypeLike> {
  if (!Array.isArray(given)) throw new PhysicsError('wrong-type', 'loadScene.jointTypes', given, 'must be a list of types, made by defineJoint.')
  return new Map([...own, ...given].map((type: JointTypeLike) => [String((type as Partial<JointTypeLike> | null)?.name), type]))
}

/** The fields of a file, all of them known and of the right form. */
export function readScene(dimension: Dimension, source: unknown): ReadScene {
  const file = requirePlainObject(told(() => parseFile(source)), 'scene')
  const { format, version, dimension: given } = file
  if (format !== FORMAT) throw new PhysicsError('wrong-type', 'format', format, `must be "${FORMAT}": is this a scene file?`)
  if (version !== VERSION) {
    throw new PhysicsError('out-of-range', 'version', version, `is not known. This version of the engine reads version ${VERSION}.`)
  }
  if (given !== dimension.dimension) {
    const advice = `must be ${dimension.dimension}. Files of the other dimension are read by the other entry's loadScene.`
    throw new PhysicsError('out-of-range', 'dimension', given, advice)
  }
  const rest: Values = {}
  for (const key of Object.keys(file)) {
    if (key === 'format' || key === 'version' || key === 'dimension') continue
    Object.defineProperty(rest, key, { value: file[key], enumerable: true, configurable: true, writable: true })
  }
  return { values: told(() => readFields(rest, sceneFields(dimension), 'scene')), mark: () => definitionsMark(file) }
}

/** Mark of the definitions of a file: everything but its snapshot and what is for people. */
export function definitionsMark(file: Values): string {
  const { snapshot: _snapshot, comment: _comment, $schema: _schema, ...definitions } = file
  return markOf(definitions)
}

/** Paths of errors begin in the file, not at its own name. */
function told<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof PhysicsError && error.field.startsWith('scene.') ? retold(error, error.field.slice('scene.'.length)) : error
  }
}

function retold(error: PhysicsError, field: string): PhysicsError {
  const told = new PhysicsError(error.code, field, error.value, '')
  told.message = error.message.startsWith(error.field) ? field + error.message.slice(error.field.length) : `${field}: ${error.message}`
  told.cause = error
  return told
}

/** Runs a call of the engine; its errors name the path in the file instead of the call. */
function within<T>(path: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error
    // The first word of a field is what the engine calls the thing.
    const end = error.field.search(/[.[]/)
    throw retold(error, end < 0 ? path : path + error.field.slice(end))
  }
}

class SceneBuilder {
  private readonly dimension: Dimension
  private readonly world: AnyWorld
  private readonly types: ReadonlyMap<string, JointTypeLike>
  private readonly prefix: string
  private readonly place: Place | null
  private readonly bodyList: AnyBody[] = []
  private readonly jointList: AnyThing[] = []
  private readonly characterList: AnyThing[] = []
  private readonly vehicleList: AnyThing[] = []
  private readonly geometries: Map<string, { readonly kind: string; readonly built: object }> = new Map()
  private readonly bodies: Map<string, AnyBody> = new Map()
  private readonly shapes: Map<string, AnyThing> = new Map()
  private readonly joints: Map<string, AnyThing> = new Map()
  private readonly characters: Map<string, AnyThing> = new Map()
  private readonly vehicles: Map<string, AnyThing> = new Map()
  private readonly names: Map<object, string> = new Map()

  constructor(dimension: Dimension, world: AnyWorld, types: ReadonlyMap<string, JointTypeLike>, prefix: string, place: Place | null) {
    this.dimension = dimension
    this.world = world
    this.types = types
    this.prefix = prefix
    this.place = place
  }

  build({ values, mark }: ReadScene, useSnapshot: boolean): AnyScene {
    const lists = values as { [key: string]: Values[] | undefined }
    this.refuseTwins(lists)
    const geometries = (values.geometries ?? new Map()) as ReadonlyMap<string, Values>
    try {
      this.makeBodies(lists.bodies ?? [], lists.characters ?? [], geometries)
      lists.joints?.forEach((joint, i) => this.makeJoint(joint, `joints[${i}]`))
      lists.vehicles?.forEach((vehicle, i) => this.makeVehicle(vehicle, `vehicles[${i}]`))
      lists.bodies?.forEach(({ asleep }, i) => {
        if (asleep === true) this.bodyList[i]!.sleep()
      })
    } catch (error) {
      // Joints, wheels and characters go with their bodies.
      for (const body of this.bodyList) this.world.destroyBody(body)
      for (const character of this.characterList) this.world.destroyBody(character.body as AnyBody)
      throw error
    }
    const snapshot = values.snapshot as { definitions: string; bytes: Uint8Array } | undefined
    const restored = useSnapshot && snapshot !== undefined && snapshot.definitions === mark()
    if (restored) this.restore(snapshot.bytes, lists)
    this.nameAll(lists)
    const { world, bodyList, jointList, characterList, vehicleList, names, prefix } = this
    const [bodies, shapes, joints, characters, vehicles] = [this.bodies, this.shapes, this.joints, this.characters, this.vehicles]
      .map((map) => new Map([...map].map(([name, thing]) => [prefix + name, thing]))) as [Map<string, AnyBody>, ...Map<string, AnyThing>[]]
    return {
      world, bodyList, jointList, characterList, vehicleList, bodies, shapes: shapes!, joints: joints!, characters: characters!, vehicles: vehicles!,
      names, restored,
    }
  }

  /** Names are once in their lists; told before anything is made. */
  private refuseTwins(lists: { [key: string]: Values[] | undefined }): void {
    for (const key of ['bodies', 'joints', 'characters', 'vehicles']) {
      const seen = new Set<string>()
      lists[key]?.forEach(({ name }, i) => refuseTwin(seen, name, `${key}[${i}].name`))
    }
    const seen = new Set<string>()
    lists.bodies?.forEach(({ shapes }, i) => {
      (shapes as Values[] | undefined)?.forEach(({ name }, k) => refuseTwin(seen, name, `bodies[${i}].shapes[${k}].name`))
    })
  }

  private makeBodies(bodies: readonly Values[], characters: readonly Values[], geometries: ReadonlyMap<string, Values>): void {
    const { state } = this.world
    // One layout of the memory, not one whenever a table is full.
    const shapes = bodies.reduce((sum, body) => sum + ((body.shapes as unknown[] | undefined)?.length ?? 0), 0)
    state.memory.reserveAll([state.bodies, state.shapes], [state.bodies.count + bodies.length, state.shapes.count + shapes])
    let next = 0
    for (let i = 0; i <= bodies.length; i++) {
      for (; next < characters.length; next++) {
        const before = characters[next]!.bodiesBefore as number | undefined
        if ((before ?? bodies.length) > i) break
        this.makeCharacter(characters[next]!, `characters[${next}]`, geometries)
      }
      if (i < bodies.length) this.makeBody(bodies[i]!, `bodies[${i}]`, geometries)
    }
    for (; next < characters.length; next++) this.makeCharacter(characters[next]!, `characters[${next}]`, geometries)
  }

  private makeBody(values: Values, path: string, geometries: ReadonlyMap<string, Values>): void {
    const { name: _name, comment: _comment, asleep: _asleep, shapes = [], ...definition } = values
    const list = (shapes as Values[]).flatMap((shape, k) => this.makeShapes(shape, `${path}.shapes[${k}]`, geometries))
    const { place } = this
    const placed = place === null ? definition : placeBody(definition, place.placement, this.dimension.atRest, path)
    const body = within(path, () => this.world.createBody({ ...placed, shapes: list }))
    this.bodyList.push(body)
    if (typeof values.name === 'string') this.bodies.set(values.name, body)
  }

  private makeShapes(values: Values, path: string, geometries: ReadonlyMap<string, Values>): object | object[] {
    const { name: _name, comment: _comment, kind, ...definition } = values
    const shared = definition.geometry
    return within(path, () => {
      const geometry = shared === undefined ? null : this.geometryOf(shared as string, kind as string, geometries)
      return this.dimension.makeShapes(kind as string, definition, geometry)
    })
  }

  /** Built when a shape first asks for it. */
  private geometryOf(name: string, kind: string, geometries: ReadonlyMap<string, Values>): object {
    const values = geometries.get(name)
    if (values === undefined) throw new PhysicsError('wrong-type', 'shape.geometry', name, 'is no geometry of the file.')
    if (values.kind !== kind) throw new PhysicsError('wrong-type', 'shape.geometry', name, `is a ${values.kind}, not a ${kind}.`)
    let made = this.geometries.get(name)
    if (made === undefined) {
      const { kind: _kind, comment: _comment, ...parts } = values
      made = { kind, built: within(`geometries[${JSON.stringify(name)}]`, () => this.dimension.makeGeometry(kind, parts)) }
      this.geometries.set(name, made)
    }
    return made.built
  }

  private makeCharacter(values: Values, path: string, geometries: ReadonlyMap<string, Values>): void {
    const { place } = this
    const placed = place === null ? values : placeCharacter(values, place.placement, this.dimension.atRest.vector)
    const { name, comment: _comment, shape, move, enabled, bodiesBefore: _before, ...definition } = placed
    const made = this.makeShapes(shape as Values, `${path}.shape`, geometries)
    const character = within(path, () => this.world.createCharacter({ ...definition, shape: made }))
    this.characterList.push(character)
    if (move !== undefined) within(path, () => { character.move = move })
    if (enabled === false) (character.body as AnyBody).enabled = false
    if (typeof name === 'string') this.characters.set(name, character)
  }

  private makeJoint(inFile: Values, path: string): void {
    const { place } = this
    const at = this.jointList.length
    const values = place === null ? inFile : placeJoint(this.dimension, inFile, place.placement, place.built.world, place.built.jointList[at]!)
    const { name, comment: _comment, type, bodyA, bodyB, broken, exact, ...definition } = values
    const spec = this.dimension.jointKinds[type as string]!
    const other = this.bodyOf(bodyB, `${path}.bodyB`)
    const ends = { bodyA: bodyA === undefined || bodyA === null ? null : this.bodyOf(bodyA, `${path}.bodyA`), bodyB: other }
    const joint = within(path, () => {
      if (type !== 'custom') return (this.world as unknown as Record<string, (d: object) => AnyThing>)[spec.create]!({ ...definition, ...ends })
      const { kind, ...rest } = definition
      const own = this.types.get(kind as string)
      if (own === undefined) {
        throw new PhysicsError('wrong-type', 'joint.kind', kind,
          'is a type of your own that is not known. Give it to loadScene in options.jointTypes.')
      }
      return this.world.createJoint(own, { ...rest, ...ends })
    })
    this.jointList.push(joint)
    if (exact !== undefined) this.setExactly(joint, exact as { [key: string]: number[] }, spec.derived === true, `${path}.exact`)
    if (broken === true) {
      if (definition.enabled !== false) throw new PhysicsError('wrong-type', `${path}.broken`, true,
        'goes with enabled: false: a broken joint is off.')
      this.world.state.joints.columns.flags![rowOfHandle(joint.id)]! |= BROKEN
    }
    if (typeof name === 'string') this.joints.set(name, joint)
  }

  /** Numbers of a joint's row as the engine keeps them. */
  private setExactly(joint: AnyThing, exact: { [key: string]: number[] }, derived: boolean, path: string): void {
    const { dimension } = this
    const { state } = this.world
    const { columns, schema } = state.joints
    const row = rowOfHandle(joint.id)
    for (const key of Object.keys(exact)) {
      const { width } = schema[key]!
      const values = exact[key]!
      if (values.length !== width) throw new PhysicsError('wrong-size', `${path}.${key}`, values, `must have ${width} numbers.`)
      const bad = values.findIndex((value) => Number.isNaN(value) || (key !== 'features' && !Number.isFinite(value)))
      if (bad >= 0) throw new PhysicsError('not-finite', `${path}.${key}[${bad}]`, values[bad], 'is not finite.')
    }
    if (exact.data !== undefined) {
      const { width } = schema.data!
      if (!dimension.areFrames(Float64Array.from(exact.data), 0)) {
        throw new PhysicsError('degenerate', `${path}.data`, exact.data, 'holds a frame that is no rotation.')
      }
      columns.data!.set(derived ? exact.data.slice(0, dimension.ownNumbers) : exact.data, row * width)
      if (exact.turns === undefined) dimension.measureJoint(state, row)
    }
    if (exact.features !== undefined) columns.features!.set(exact.features, row * schema.features!.width)
    if (exact.turns !== undefined) columns.turns!.set(exact.turns, row * schema.turns!.width)
  }

  private makeVehicle(values: Values, path: string): void {
    const { name, comment: _comment, chassis, ignore = [], ...definition } = values
    const body = this.bodyOf(chassis, `${path}.chassis`)
    const unseen = (ignore as unknown[]).map((other, k) => this.bodyOf(other, `${path}.ignore[${k}]`))
    const vehicle = within(path, () => this.dimension.makeVehicle(this.world, body, { ...definition, ignore: unseen }))
    this.vehicleList.push(vehicle)
    if (typeof name === 'string') this.vehicles.set(name, vehicle)
  }

  private bodyOf(ref: unknown, path: string): AnyBody {
    if (typeof ref === 'number') {
      const body = this.bodyList[ref]
      if (body === undefined) throw new PhysicsError('out-of-range', path, ref, `is the index of no body: there are ${this.bodyList.length}.`)
      return body
    }
    const body = this.bodies.get(ref as string)
    if (body === undefined) throw new PhysicsError('wrong-type', path, ref, 'is the name of no body of the file.')
    return body
  }

  /** The world becomes that of the snapshot; things of the file are those of its rows, in their order. */
  private restore(bytes: Uint8Array, lists: { [key: string]: Values[] | undefined }): void {
    const { world } = this
    within('snapshot.bytes', () => world.restore(bytes, { jointTypes: [...this.types.values()] }))
    const own = [...world.characters].map((character) => character.body)
    const lost = (key: string): never => {
      throw new PhysicsError('bad-snapshot', 'snapshot', key, 'of the snapshot are not those of the file. Take the snapshot out of it.')
    }
    const replace = (list: AnyThing[], found: AnyThing[], key: string): void => {
      if (found.length !== list.length) lost(key)
      list.splice(0, list.length, ...found)
    }
    const found = [...world.bodies].filter((body) => !own.includes(body))
    replace(this.bodyList, found, 'bodies')
    replace(this.jointList, [...world.joints], 'joints')
    replace(this.characterList, [...world.characters], 'characters')
    replace(this.vehicleList, [...(world.vehicles ?? [])], 'vehicles')
    this.rename(this.bodies, this.bodyList, lists.bodies)
    this.rename(this.joints, this.jointList, lists.joints)
    this.rename(this.characters, this.characterList, lists.characters)
    this.rename(this.vehicles, this.vehicleList, lists.vehicles)
    lists.bodies?.forEach(({ shapes = [] }, i) => {
      const handles = found[i]!.shapes
      if (handles.length !== (shapes as Values[]).length) lost('shapes')
      ;(shapes as Values[]).forEach((shape, k) => (handles[k]!.userData = shape.userData))
    })
  }

  private rename<T extends AnyThing>(names: Map<string, T>, list: readonly T[], values: readonly Values[] = []): void {
    values.forEach(({ name, userData }, i) => {
      list[i]!.userData = userData
      if (typeof name === 'string') names.set(name, list[i]!)
    })
  }

  private nameAll(lists: { [key: string]: Values[] | undefined }): void {
    for (const map of [this.bodies, this.joints, this.characters, this.vehicles]) {
      for (const [name, thing] of map) this.names.set(thing, this.prefix + name)
    }
    lists.bodies?.forEach(({ shapes = [] }, i) => {
      const list = shapes as Values[]
      // A chain has as many shapes as links: its name is that of the first.
      if (list.every(({ name }) => name === undefined)) return
      const handles = this.bodyList[i]!.shapes
      if (handles.length !== list.length) return
      list.forEach(({ name }, k) => {
        if (typeof name !== 'string') return
        this.shapes.set(name, handles[k]!)
        this.names.set(handles[k]!, this.prefix + name)
      })
    })
  }
}

function refuseTwin(seen: Set<string>, name: unknown, path: string): void {
  if (typeof name !== 'string') return
  if (seen.has(name)) throw new PhysicsError('wrong-type', path, name, 'is the name of another one in the same list. Give every name once.')
  seen.add(name)
}
