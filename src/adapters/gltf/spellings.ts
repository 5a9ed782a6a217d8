/**
 * The extensions by all their names: `KHR_physics_rigid_bodies` with `KHR_implicit_shapes` as they are today, and the drafts before them. What is
 * read here has today's form, whichever name it came by.
 *
 * Drafts differ in: names of the extensions; `colliders` for `shapes`; a shape index in the collider itself instead of `geometry`; meshes as shapes
 * (`mesh`, `convex`, `trimesh`) instead of `geometry.mesh` or `geometry.node`; `physicsJointLimits` and `jointLimits` for `physicsJoints` and
 * `joint`; `springConstant` and `springDamping` for `stiffness` and `damping`; words in capitals.
 */

import { booleanOf, field, indexOf, listOf, objectAt, optionalObject, refuse, textOf, type Fields } from '../shared/json.ts'

const BODY_NAMES: readonly string[] = ['KHR_physics_rigid_bodies', 'KHR_rigid_bodies', 'MSFT_rigid_bodies']
const SHAPE_NAMES: readonly string[] = ['KHR_implicit_shapes', 'KHR_collision_shapes', 'MSFT_collision_primitives', 'KHR_geometry']

/** An object of the document with its place. */
export interface Placed {
  readonly fields: Fields
  readonly path: string
}

/** The first of several names that an object has. */
function firstOf(object: Fields, names: readonly string[], path: string): Placed | null {
  for (const name of names) {
    const found = optionalObject(object, name, path)
    if (found !== null) return { fields: found, path: `${path}.${name}` }
  }
  return null
}

/** What an object's extensions hold under the first known name. */
function extensionOf(owner: Fields, names: readonly string[], path: string): Placed | null {
  const extensions = optionalObject(owner, 'extensions', path)
  return extensions === null ? null : firstOf(extensions, names, path === '' ? 'extensions' : `${path}.extensions`)
}

function placedList(owner: Placed | null, ...keys: string[]): Placed[] {
  if (owner === null) return []
  const key = keys.find(name => field(owner.fields, name) !== undefined)
  if (key === undefined) return []
  return listOf(owner.fields, key, owner.path).map((entry, i) => {
    const path = `${owner.path}.${key}[${i}]`
    return { fields: objectAt(entry, path), path }
  })
}

/** Physics of the whole document. */
export interface Catalogue {
  readonly shapes: readonly Placed[]
  readonly materials: readonly Placed[]
  readonly filters: readonly Placed[]
  readonly joints: readonly Placed[]
}

export function readCatalogue(json: Fields): Catalogue {
  const bodies = extensionOf(json, BODY_NAMES, '')
  return {
    shapes: placedList(extensionOf(json, SHAPE_NAMES, ''), 'shapes', 'colliders', 'geometries'),
    materials: placedList(bodies, 'physicsMaterials'),
    filters: placedList(bodies, 'collisionFilters'),
    joints: placedList(bodies, 'physicsJoints', 'physicsJointLimits'),
  }
}

/** What extensions of physics are called, those of others too. */
const PHYSICS = /physics|rigid_?bod|collision|collider/i

/** Extensions of physics that a document says it uses and that are not read here: by their place in its list. */
export function unreadExtensions(json: Fields): Map<number, string> {
  const found = new Map<number, string>()
  listOf(json, 'extensionsUsed', 'gltf').forEach((name, i) => {
    if (typeof name === 'string' && PHYSICS.test(name) && !BODY_NAMES.includes(name) && !SHAPE_NAMES.includes(name)) found.set(i, name)
  })
  return found
}

/** Physics of a node. */
export interface NodePhysics {
  readonly motion: Placed | null
  readonly collider: Placed | null
  readonly trigger: Placed | null
  readonly joint: Placed | null
}

const NONE: NodePhysics = { motion: null, collider: null, trigger: null, joint: null }

export function readNodePhysics(node: Fields, path: string): NodePhysics {
  const found = extensionOf(node, BODY_NAMES, path)
  if (found === null) return NONE
  const part = (key: string): Placed | null => firstOf(found.fields, [key], found.path)
  return { motion: part('motion'), collider: part('collider'), trigger: part('trigger'), joint: part('joint') }
}

/** What a collider or trigger is made of: one of the three, in this order; none for a trigger that names nodes. */
export interface Geometry {
  /** Of the shape, −1 if it is a mesh. */
  readonly shape: number
  readonly mesh: number
  /** Whose mesh, and those of its descendants. */
  readonly node: number
  readonly convex: boolean
  /** Weights of the mesh's morph targets; null: the mesh's own. */
  readonly weights: readonly number[] | null
  readonly path: string
}

/** Counts of what indices may point at. */
export interface Counts {
  readonly meshes: number
  readonly nodes: number
}

export function readGeometry(owner: Placed, catalogue: Catalogue, counts: Counts): Geometry | null {
  const given = optionalObject(owner.fields, 'geometry', owner.path)
  if (given === null) {
    // Drafts had the index beside the material.
    const key = ['shape', 'collider'].find(name => field(owner.fields, name) !== undefined)
    if (key === undefined) return null
    return throughShape(indexOf(owner.fields, key, catalogue.shapes.length, owner.path), false, catalogue, counts, `${owner.path}.${key}`)
  }
  const path = `${owner.path}.geometry`
  const convex = booleanOf(given, 'convexHull', path, false)
  const shape = indexOf(given, 'shape', catalogue.shapes.length, path)
  if (shape >= 0) return throughShape(shape, convex, catalogue, counts, path)
  const mesh = indexOf(given, 'mesh', counts.meshes, path)
  const node = indexOf(given, 'node', counts.nodes, path)
  if (mesh < 0 && node < 0) refuse(path, given, 'names no shape, mesh or node. Give one of the three.')
  return { shape: -1, mesh, node: mesh < 0 ? node : -1, convex, weights: readWeights(given, path), path }
}

/** A shape that is a mesh in a draft's way becomes a mesh. */
function throughShape(shape: number, convex: boolean, catalogue: Catalogue, counts: Counts, path: string): Geometry {
  const { fields, path: where } = catalogue.shapes[shape]
  const type = typeOf(fields, where)
  if (type !== 'mesh' && type !== 'convex' && type !== 'trimesh') return { shape, mesh: -1, node: -1, convex, weights: null, path }
  const inner = optionalObject(fields, type, where) ?? fields
  const own = extensionOf(fields, BODY_NAMES, where)
  const flagged = own !== null && booleanOf(own.fields, 'convexHull', own.path, false)
  const innerPath = `${where}.${type}`
  const mesh = indexOf(inner, 'mesh', counts.meshes, innerPath)
  const node = indexOf(inner, 'node', counts.nodes, innerPath)
  if (mesh < 0 && node < 0) refuse(innerPath, inner, 'names no mesh.')
  const hull = convex || flagged || type === 'convex' || booleanOf(inner, 'convexHull', innerPath, false)
  return { shape: -1, mesh, node: mesh < 0 ? node : -1, convex: hull, weights: readWeights(inner, innerPath), path }
}

function readWeights(fields: Fields, path: string): number[] | null {
  const list = field(fields, 'weights')
  if (list === undefined) return null
  return listOf(fields, 'weights', path).map((weight, i) => {
    if (typeof weight !== 'number' || !Number.isFinite(weight)) refuse(`${path}.weights[${i}]`, weight, 'must be a finite number.', 'not-finite')
    return weight
  })
}

const TYPES: readonly string[] = ['box', 'sphere', 'capsule', 'cylinder', 'plane', 'mesh', 'convex', 'trimesh']

/** A shape's type: by its name, or by the one part that it has. */
export function typeOf(shape: Fields, path: string): string {
  const named = textOf(shape, 'type', path, '').toLowerCase()
  if (named !== '') return named
  return TYPES.find(type => field(shape, type) !== undefined) ?? refuse(path, shape, 'has no type.')
}
