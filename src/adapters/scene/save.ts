/**
 * A world as a scene file. The file is loaded again before it is given away: where its definitions miss the last digits of a joint it gets them,
 * and where they cannot give the same world to the bit it gets a snapshot.
 */

import { PhysicsError } from '../../common/errors.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { requireIdle } from '../../common/memory/handles.ts'
import { requireOptions } from '../../common/options.ts'
import type { AnyBody, AnyThing, AnyWorld, Dimension } from './dimension.ts'
import { bodyWithShapes, characterWithShape, FORMAT, VERSION } from './file-fields.ts'
import { toBase64 } from '../shared/base64.ts'
import { definitionsMark, loadInto } from './load.ts'
import type { JointTypeLike, SaveOptions, SceneFile } from './options.ts'
import { writeFields, writeType } from './write-value.ts'

type Values = Record<string, unknown>
type Mutable = { -readonly [Key in keyof SceneFile]: SceneFile[Key] } & Values

const SAVE_FIELDS = { names: 0, snapshot: 0 }

export function saveFrom(dimension: Dimension, world: AnyWorld, options: SaveOptions = {}): SceneFile {
  requireOptions(options, SAVE_FIELDS, 'saveScene')
  if (!dimension.isWorld(world)) throw new PhysicsError('wrong-type', 'saveScene', world, `must be a World of ${dimension.dimension} dimensions.`)
  requireIdle(world.state as never, 'saveScene')
  const { snapshot = 'auto' } = options
  if (snapshot !== 'auto' && typeof snapshot !== 'boolean') {
    throw new PhysicsError('wrong-type', 'saveScene.snapshot', snapshot, "must be true, false or 'auto'.")
  }
  const writer = new SceneWriter(dimension, world, nameGiver(options.names))
  const file = writer.write()
  const exact = finishJoints(dimension, world, file, writer.jointTypes())
  if (snapshot === true || (snapshot === 'auto' && !exact)) {
    file.snapshot = { definitions: definitionsMark(file), bytes: toBase64(world.snapshot()) }
  }
  return file
}

function nameGiver(names: SaveOptions['names']): (thing: AnyThing) => string | undefined {
  if (names === undefined) return nameInUserData
  if (typeof names === 'function') return names
  if (names instanceof Map) return (thing) => (names as ReadonlyMap<object, string>).get(thing) ?? nameInUserData(thing)
  throw new PhysicsError('wrong-type', 'saveScene.names', names, 'must be a map of names, or a function that gives them.')
}

function nameInUserData({ userData }: AnyThing): string | undefined {
  if (typeof userData !== 'object' || userData === null) return undefined
  const { name } = userData as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** Loads the file; gives joints their last digits. Is the loaded world the same to the bit? */
function finishJoints(dimension: Dimension, world: AnyWorld, file: Mutable, jointTypes: readonly JointTypeLike[]): boolean {
  const load = (): AnyWorld => loadInto(dimension, file, { jointTypes, snapshot: false }).world
  let made = load()
  if (world.hash() === made.hash()) return true
  const before = [...world.joints]
  const after = [...made.joints]
  let changed = false
  before.forEach((joint, i) => {
    const exact = differences(world, made, rowOfHandle(joint.id), rowOfHandle(after[i]!.id))
    if (Object.keys(exact).length === 0) return
    changed = true
    ;(file.joints![i] as unknown as Values).exact = writeFields(exact, exactFields(dimension), `joints[${i}].exact`)
  })
  if (!changed) return false
  made = load()
  return world.hash() === made.hash()
}

function exactFields(dimension: Dimension): Parameters<typeof writeFields>[1] {
  const { exact } = dimension.joints.fixed!
  return (exact!.type as { fields: Parameters<typeof writeFields>[1] }).fields
}

/** Numbers of a joint's row that its definition did not give. */
function differences(a: AnyWorld, b: AnyWorld, rowA: number, rowB: number): Values {
  const { columns: from, schema } = a.state.joints
  const { columns: to } = b.state.joints
  const out: Values = {}
  for (const key of ['data', 'features', 'turns']) {
    const { width } = schema[key]!
    const wanted = from[key]!.slice(rowA * width, (rowA + 1) * width)
    const has = to[key]!.slice(rowB * width, (rowB + 1) * width)
    if (!wanted.every((value: number, k: number) => Object.is(value, has[k]))) out[key] = wanted
  }
  // Where the frames are others, coordinates are measured anew: those that are kept are told, too.
  if (out.data !== undefined && out.turns === undefined) {
    const { width } = schema.turns!
    out.turns = from.turns!.slice(rowA * width, (rowA + 1) * width)
  }
  return out
}

class SceneWriter {
  private readonly dimension: Dimension
  private readonly world: AnyWorld
  private readonly nameOf: (thing: AnyThing) => string | undefined
  private readonly bodyNames: Map<AnyBody, string> = new Map()
  private readonly bodyIndex: Map<AnyBody, number> = new Map()
  private readonly geometryNames: Map<object, string> = new Map()
  private readonly taken: Set<string> = new Set()

  constructor(dimension: Dimension, world: AnyWorld, nameOf: (thing: AnyThing) => string | undefined) {
    this.dimension = dimension
    this.world = world
    this.nameOf = nameOf
  }

  write(): Mutable {
    const { dimension, world } = this
    const characters = [...world.characters]
    const own = new Set(characters.map(({ body }) => body))
    const all = [...world.bodies]
    const bodies = all.filter((body) => !own.has(body))
    const joints = [...world.joints]
    const vehicles = [...(world.vehicles ?? [])]
    this.nameBodies(bodies, joints, vehicles)
    const file: Mutable = { format: FORMAT, version: VERSION, dimension: dimension.dimension }
    const options = writeFields(dimension.describeWorld(world), dimension.world, 'world')
    if (Object.keys(options).length > 0) file.world = options as never
    const geometries = this.writeGeometries(all)
    if (Object.keys(geometries).length > 0) file.geometries = geometries as never
    if (bodies.length > 0) file.bodies = bodies.map((body, i) => this.writeBody(body, `bodies[${i}]`)) as never
    if (joints.length > 0) file.joints = joints.map((joint, i) => this.writeJoint(joint, `joints[${i}]`)) as never
    if (characters.length > 0) {
      file.characters = characters.map((character, i) => {
        const before = all.slice(0, all.indexOf(character.body as AnyBody)).filter((body) => !own.has(body)).length
        return this.writeCharacter(character, before === bodies.length ? undefined : before, `characters[${i}]`)
      }) as never
    }
    if (vehicles.length > 0) file.vehicles = vehicles.map((vehicle, i) => this.writeVehicle(vehicle, `vehicles[${i}]`)) as never
    return file
  }

  /** Types of the users' own that joints have. */
  jointTypes(): JointTypeLike[] {
    const { state, joints } = this.world
    const types = new Map<string, JointTypeLike>()
    for (const { id } of joints) {
      const type = this.dimension.typeOf(state.jointKinds[state.joints.columns.kind![rowOfHandle(id)]!])
      if (type === null) continue
      const twin = types.get(type.name)
      if (twin !== undefined && twin !== type) {
        throw new PhysicsError('wrong-type', 'joint.type', type.name,
          'is the name of two types of your own, and a file tells them by it. Rename one.')
      }
      types.set(type.name, type)
    }
    return [...types.values()]
  }

  /** Bodies that others refer to have names; those that users gave are unique. */
  private nameBodies(bodies: readonly AnyBody[], joints: readonly AnyThing[], vehicles: readonly AnyThing[]): void {
    const used = new Set<string>()
    bodies.forEach((body, i) => {
      this.bodyIndex.set(body, i)
      const name = this.nameOf(body)
      if (name === undefined || used.has(name)) return
      used.add(name)
      this.bodyNames.set(body, name)
    })
    const referred = new Set<unknown>()
    for (const { bodyA, bodyB } of joints) referred.add(bodyA).add(bodyB)
    for (const { chassis } of vehicles) referred.add(chassis)
    bodies.forEach((body, i) => {
      if (!referred.has(body) || this.bodyNames.has(body)) return
      let name = `body${i}`
      while (used.has(name)) name += '_'
      used.add(name)
      this.bodyNames.set(body, name)
    })
  }

  private refOf(body: unknown): string | number {
    const name = this.bodyNames.get(body as AnyBody)
    const index = this.bodyIndex.get(body as AnyBody)
    if (name === undefined && index === undefined) {
      throw new PhysicsError('wrong-type', 'joint.bodyA', body, 'is the body of a character, which no joint of a file can hold.')
    }
    return name ?? index!
  }

  /** What is large, or shared by several shapes, stands once. */
  private writeGeometries(bodies: readonly AnyBody[]): Values {
    const { dimension, world } = this
    const uses = new Map<object, number>()
    for (const body of bodies) {
      for (const { id } of body.shapes) {
        const { geometry } = dimension.describeShape(world.state, rowOfHandle(id))
        if (geometry !== null) uses.set(geometry, (uses.get(geometry) ?? 0) + 1)
      }
    }
    const out: Values = {}
    for (const [geometry, count] of uses) {
      if (count < 2 && !dimension.isLarge(geometry)) continue
      const { kind, values } = dimension.describeGeometry(geometry)
      const name = `${kind}${this.geometryNames.size}`
      this.geometryNames.set(geometry, name)
      out[name] = { kind, ...writeFields(values, dimension.geometries[kind]!, `geometries.${name}`) }
    }
    return out
  }

  private writeShape(shape: AnyThing, path: string): Values {
    const { dimension, world } = this
    const { kind, values, geometry } = dimension.describeShape(world.state, rowOfHandle(shape.id))
    const shared = geometry === null ? undefined : this.geometryNames.get(geometry)
    const own = geometry === null ? {} : shared === undefined ? dimension.describeGeometry(geometry).values : { geometry: shared }
    const all: Values = { ...own, ...values, name: this.freeName(shape), userData: shape.userData, kind }
    return writeType(all, { is: 'tagged', tag: 'kind', kinds: dimension.shapes }, path) as Values
  }

  /** A name that no other shape has. */
  private freeName(shape: AnyThing): string | undefined {
    const name = this.nameOf(shape)
    if (name === undefined || this.taken.has(name)) return undefined
    this.taken.add(name)
    return name
  }

  private writeBody(body: AnyBody, path: string): Values {
    const { dimension, world } = this
    const described = dimension.describeBody(body, world.state, rowOfHandle(body.id))
    const asleep = body.type === 'dynamic' && body.enabled && !body.isAwake
    const { type, linearDamping, angularDamping, gravityScale, canSleep, enabled, userData } = body as AnyThing
    const all = { name: this.bodyNames.get(body), type, linearDamping, angularDamping, gravityScale, canSleep, enabled, asleep, userData,
      ...described }
    const { shapes: _shapes, ...fields } = bodyWithShapes(dimension)
    const out = writeFields(all, fields, path)
    const shapes = body.shapes.map((shape, k) => this.writeShape(shape, `${path}.shapes[${k}]`))
    if (shapes.length > 0) out.shapes = shapes
    return out
  }

  private writeJoint(joint: AnyThing, path: string): Values {
    const { dimension, world } = this
    const kind = Object.keys(dimension.jointKinds).find((key) => dimension.jointKinds[key]!.handle === (joint as object).constructor)!
    const spec = dimension.jointKinds[kind]!
    const fields = dimension.joints[kind]!
    const told = spec.place(joint, world.state, rowOfHandle(joint.id))
    const all: Values = {
      ...told, name: this.nameOf(joint), userData: joint.userData, bodyB: this.refOf(joint.bodyB), broken: joint.isBroken,
      bodyA: joint.bodyA === null ? null : this.refOf(joint.bodyA),
    }
    for (const key of Object.keys(fields)) {
      // World-space fields say what frames say already.
      if (key in all || key === 'exact' || key === 'comment' || key === 'name' || ('frameA' in told && IN_WORLD.includes(key))) continue
      all[key] = joint[key]
    }
    return { type: kind, ...writeFields(all, fields, path) }
  }

  private writeCharacter(character: AnyThing, bodiesBefore: number | undefined, path: string): Values {
    const { dimension } = this
    const { shape: _shape, ...fields } = characterWithShape(dimension)
    const body = character.body as AnyBody
    const row = rowOfHandle(body.id)
    const { position, rotation } = dimension.describeBody(body, this.world.state, row)
    const all: Values = { name: this.nameOf(character), userData: character.userData, bodiesBefore, position, rotation }
    for (const key of Object.keys(fields)) if (!(key in all) && key !== 'comment') all[key] = character[key]
    const shape = this.writeShape(character.shape as AnyThing, `${path}.shape`)
    return { ...writeFields(all, fields, path), shape }
  }

  private writeVehicle(vehicle: AnyThing, path: string): Values {
    const { dimension } = this
    const described = dimension.describeVehicle(vehicle, (body) => this.refOf(body))
    return writeFields({ name: this.nameOf(vehicle), userData: vehicle.userData, ...described }, dimension.vehicle!, path)
  }
}

/** Fields that place a joint in world space. */
const IN_WORLD: readonly string[] = ['anchor', 'axis', 'planeAxis', 'axisA', 'axisB', 'direction']
