// How files of other programs become worlds: each by the package's own entry for it.
import { World as World2 } from 'fulcrum-physics/2d'
import { loadRube } from 'fulcrum-physics/2d/rube'
import { addTiled } from 'fulcrum-physics/2d/tiled'
import { World as World3 } from 'fulcrum-physics/3d'
import { accessorsOf, addPhysics, keepAnimations, keepRules, openGltf, readPhysics } from 'fulcrum-physics/gltf'
import type { MeshSource, Robot, RobotInstance } from 'fulcrum-physics/urdf'
import type { Converted, Source } from './convert.ts'
import { Failure } from './io.ts'
import { readMesh } from './mesh-files.ts'
import { entryFor, type CliWorld } from './worlds.ts'

type Make = (source: Source) => Converted

/** Names of things; a second one of a name gets a number, because a scene file tells its things by their names. */
class Names extends Map<object, string> {
  private readonly used = new Set<string>()

  give(thing: object | null | undefined, name: string): void {
    if (thing === null || thing === undefined || name === '' || this.has(thing)) return
    let own = name
    for (let i = 2; this.used.has(own); i++) own = `${name}-${i}`
    this.used.add(own)
    this.set(thing, own)
  }
}

function converted(dimension: 2 | 3, world: World2 | World3, names: Names): Converted {
  return { entry: entryFor(dimension), scene: { world: world as unknown as CliWorld, names } }
}

/** Entries that read XML need a package of others, which may be missing. */
async function withXml<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('saxes'))) throw error
    throw new Failure('URDF and MJCF are read with the package saxes, which is not installed: npm install saxes', 2)
  }
}

/** Meshes that a robot names; a package's address is taken as a path beside the file. */
function meshesOf({ optional, note }: Source): MeshSource {
  const told = new Set<string>()
  return (uri) => {
    const bytes = told.has(uri) ? null : optional(decodeURI(uri.replace(/^(?:package|file|model):\/\//, '')))
    const mesh = bytes === null ? null : readMesh(uri, bytes)
    if (bytes !== null && mesh === null) note(`${uri}: meshes are read of .stl and .obj files only.`)
    if (mesh === null) told.add(uri)
    return mesh
  }
}

function convertRobot(source: Source, robot: Robot, keep: (instance: RobotInstance) => void, add: (world: World3) => RobotInstance): Converted {
  // The robot's z becomes the world's y, and so does that of its gravity.
  const { gravity } = robot
  const world = new World3(gravity === null ? {} : { gravity: { x: gravity.x, y: gravity.z, z: -gravity.y } })
  const instance = add(world)
  for (const { kind, element, message } of instance.notes) source.note(`${kind}: ${element}: ${message}`)
  keep(instance)
  const names = new Names()
  for (const [link, body] of instance.bodies) names.give(body, link)
  for (const [joint, made] of instance.joints) names.give(made, joint)
  return converted(3, world, names)
}

export async function fromUrdf(): Promise<Make> {
  const { addRobot, keepRobot, readUrdf } = await withXml(() => import('fulcrum-physics/urdf'))
  return (source) => {
    const robot = readUrdf(source.text())
    return convertRobot(source, robot, keepRobot, (world) => addRobot(world, robot, { fixedBase: source.fixedBase, meshes: meshesOf(source) }))
  }
}

export async function fromMjcf(): Promise<Make> {
  const { addRobot, keepRobot, readMjcf } = await withXml(() => import('fulcrum-physics/mjcf'))
  return (source) => {
    const meshes = meshesOf(source)
    const robot = readMjcf(source.text(), { meshes, include: (file) => new TextDecoder().decode(source.beside(file)) })
    return convertRobot(source, robot, keepRobot, (world) => addRobot(world, robot, { fixedBase: source.fixedBase, meshes }))
  }
}

export function fromGltf(): Promise<Make> {
  return Promise.resolve((source) => {
    const { json, buffers } = openGltf(source.bytes, (uri) => source.beside(decodeURI(uri)))
    const description = readPhysics(json, accessorsOf(json, buffers))
    const world = new World3()
    const physics = addPhysics(world, description)
    for (const { path, message } of physics.warnings) source.note(`${path}: ${message}`)
    if (description.bodies.length === 0) source.note('no node has a motion or a collider of KHR_physics_rigid_bodies: the scene is empty.')
    if (description.rulesDiffer) keepRules(physics)
    keepAnimations(physics)
    const names = new Names()
    for (const { node, name } of description.bodies) names.give(physics.body(node), name)
    return converted(3, world, names)
  })
}

export function fromRube(): Promise<Make> {
  return Promise.resolve((source) => {
    const text = source.text()
    const { world, bodies, joints, warnings } = loadRube(text)
    for (const { path, message } of warnings) source.note(`${path}: ${message}`)
    const file = JSON.parse(text) as { body?: { name?: string }[]; joint?: { name?: string }[] }
    const names = new Names()
    bodies.forEach((body, i) => names.give(body, file.body?.[i]?.name ?? ''))
    joints.forEach((joint, i) => names.give(joint, file.joint?.[i]?.name ?? ''))
    return converted(2, world, names)
  })
}

export function fromTiled(): Promise<Make> {
  return Promise.resolve((source) => {
    const world = new World2()
    const tileset = (name: string): object => {
      try {
        return JSON.parse(new TextDecoder().decode(source.beside(name))) as object
      } catch (error) {
        throw new Failure(`${source.path}: tileset ${name} cannot be read; export it as JSON. ${error instanceof Error ? error.message : ''}`)
      }
    }
    const { layers, objects, warnings } = addTiled(world, source.text(), { pixelsPerMetre: source.pixelsPerMetre, tileset })
    for (const { path, message } of warnings) source.note(`${path}: ${message}`)
    if ([...world.bodies].length === 0) source.note('no layer has the property collides and no object is solid: the scene is empty.')
    const names = new Names()
    for (const [name, body] of layers) names.give(body, name)
    for (const { name, body } of objects) names.give(body, name)
    return converted(2, world, names)
  })
}
