/**
 * A world as a glTF document, so that worlds made in code open in Blender and other programs: bodies as nodes with motions and colliders, joints as
 * limits and drives, and a mesh for everything to be seen. What the format has no words for is left out and told.
 */

import type { Body, Joint, Shape, World } from '../../d3/index.ts'
import { principalAxes } from '../../d3/math/symmetric3.ts'
import { requireSpace } from '../shared/given.ts'
import { compose, inverse, multiply, quatProduct, type Matrix } from './transforms.ts'
import { Warnings, type GltfWarning } from './warnings.ts'
import { driveJson, limitJson, wordsOf } from './write-joints.ts'
import { surfaceOf } from './write-meshes.ts'

/** What `writePhysics` may be told. */
export interface WritePhysicsOptions {
  /** A name for a body's node. Default: `userData` if it is text, otherwise none. */
  name?: (body: Body) => string | undefined
  /** Red, green, blue, each 0 … 1, of a body's mesh. Default: grey for what stands, others in turn. */
  color?: (body: Body) => readonly [number, number, number] | undefined
  /** Meshes to be seen, also for shapes that need none. Default true. */
  meshes?: boolean
  /** How meshes are named as colliders: by `'mesh'` as today, or by `'node'`, as programs before 2026 read it. Default 'mesh'. */
  geometry?: 'mesh' | 'node'
}

/** A written document. */
export interface WrittenPhysics {
  /** The document; its one buffer is `buffer`. `writeGlb(json, buffer)` makes a file of both. */
  readonly json: object
  /** Vertices and indices. */
  readonly buffer: Uint8Array
  /** What could not be said in the format. */
  readonly warnings: readonly GltfWarning[]
}

interface NodeJson {
  name?: string
  translation?: number[]
  rotation?: number[]
  scale?: number[]
  children?: number[]
  mesh?: number
  extensions?: { KHR_physics_rigid_bodies: Record<string, unknown> }
}

const PALETTE: readonly (readonly [number, number, number])[] = [
  [0.86, 0.37, 0.22], [0.2, 0.53, 0.74], [0.93, 0.71, 0.2], [0.36, 0.62, 0.34], [0.58, 0.4, 0.68], [0.3, 0.66, 0.66],
]
const STANDING: readonly [number, number, number] = [0.55, 0.56, 0.58]

const RULES: Readonly<Record<string, string>> = { geometric: 'average', average: 'average', min: 'minimum', max: 'maximum', multiply: 'multiply' }

/** Writes a world as glTF with `KHR_physics_rigid_bodies` and `KHR_implicit_shapes`. The world is not changed. */
export function writePhysics(world: World, options: WritePhysicsOptions = {}): WrittenPhysics {
  requireSpace(world, 'writePhysics.world')
  return new Writer(world, options).write()
}

/** Entries of a list, each once. */
class Pool {
  readonly list: object[] = []
  private readonly known = new Map<string, number>()

  add(entry: object, key = JSON.stringify(entry)): number {
    const found = this.known.get(key)
    if (found !== undefined) return found
    this.known.set(key, this.list.length)
    return this.list.push(entry) - 1
  }
}

class Writer {
  private readonly world: World
  private readonly options: WritePhysicsOptions
  private readonly warnings = new Warnings()
  private readonly nodes: NodeJson[] = []
  private readonly roots: number[] = []
  private readonly shapes = new Pool()
  private readonly materials = new Pool()
  private readonly joints = new Pool()
  private readonly meshes = new Pool()
  private readonly paints = new Pool()
  private readonly accessors: object[] = []
  private readonly views: object[] = []
  private readonly chunks: Uint8Array[] = []
  private bytes = 0
  private readonly nodeOf = new Map<Body, number>()
  /** Index of each sort of filter: category, mask, group. */
  private readonly filters = new Pool()
  /** Do filters of the world's shapes differ? Then each is written. */
  private readonly filtered: boolean
  private readonly frictions = new Set<number>()

  constructor(world: World, options: WritePhysicsOptions) {
    this.world = world
    this.options = options
    this.filtered = [...world.bodies].some(body => body.shapes.some(({ filter: { category, mask, group } }) => {
      return (category | 0) !== 1 || (mask | 0) !== -1 || group !== 0
    }))
  }

  write(): WrittenPhysics {
    let i = 0
    for (const body of this.world.bodies) {
      if (!body.enabled) this.warnings.add(`bodies[${i}]`, 'is switched off and left out.')
      else this.addBody(body, i)
      i++
    }
    let k = 0
    for (const joint of this.world.joints) this.addJoint(joint, k++)
    if (this.world.characterCount + this.world.vehicleCount > 0) this.warnings.add('world', 'has characters or vehicles, which are left out.')
    if (this.frictions.size > 1) this.warnings.add('physicsMaterials', 'combine by the geometric mean, which the format has not: by the average.')
    const buffer = new Uint8Array(this.bytes)
    let o = 0
    for (const chunk of this.chunks) {
      buffer.set(chunk, o)
      o += chunk.byteLength
    }
    return { json: this.document(buffer.byteLength), buffer, warnings: this.warnings.list }
  }

  private document(byteLength: number): object {
    const physics = {
      ...some('physicsMaterials', this.materials.list), ...some('collisionFilters', this.filterList()), ...some('physicsJoints', this.joints.list),
    }
    return {
      asset: { version: '2.0', generator: 'fulcrum-physics' },
      extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
      scene: 0,
      scenes: [{ ...some('nodes', this.roots) }],
      ...some('nodes', this.nodes), ...some('meshes', this.meshes.list), ...some('materials', this.paints.list),
      ...some('accessors', this.accessors), ...some('bufferViews', this.views), ...(byteLength > 0 ? { buffers: [{ byteLength }] } : {}),
      extensions: {
        ...(this.shapes.list.length > 0 ? { KHR_implicit_shapes: { shapes: this.shapes.list } } : {}),
        ...(Object.keys(physics).length > 0 ? { KHR_physics_rigid_bodies: physics } : {}),
      },
    }
  }

  private addBody(body: Body, i: number): void {
    const { position, rotation } = body
    const node: NodeJson = place(position, rotation)
    const name = this.options.name === undefined ? (typeof body.userData === 'string' ? body.userData : undefined) : this.options.name(body)
    if (name !== undefined) node.name = name
    const index = this.nodes.push(node) - 1
    this.roots.push(index)
    this.nodeOf.set(body, index)
    if (body.type !== 'static') ext(node)['motion'] = this.motionOf(body, `bodies[${i}]`)
    if (body.linearDamping > 0 || body.angularDamping > 0) this.warnings.add(`bodies[${i}]`, 'has damping, which the format has not.')
    const paint = this.paintOf(body)
    const { shapes } = body
    shapes.forEach((shape, s) => this.addShape(shape, node, shapes.length === 1, paint, `bodies[${i}].shapes[${s}]`))
  }

  private motionOf(body: Body, path: string): object {
    if (body.type === 'kinematic') return { isKinematic: true, ...this.velocitiesOf(body) }
    const { linear, angular } = body.lockedAxes
    const still = linear.x && linear.y && linear.z
    const rigid = angular.x && angular.y && angular.z
    if ((!still && (linear.x || linear.y || linear.z)) || (!rigid && (angular.x || angular.y || angular.z))) {
      this.warnings.add(path, 'has some axes locked and not others, which the format has not.')
    }
    const { x, y, z } = body.localCenterOfMass
    const inertia = body.getInertia()
    const values = new Float64Array(3)
    const q = new Float64Array(4)
    principalAxes(Float64Array.of(inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz), 0, values, 0, q, 0)
    return {
      mass: still ? 0 : body.mass,
      centerOfMass: [x, y, z],
      inertiaDiagonal: rigid ? [0, 0, 0] : Array.from(values),
      ...(q[3] === 1 ? {} : { inertiaOrientation: Array.from(q) }),
      ...this.velocitiesOf(body),
      ...(body.gravityScale === 1 ? {} : { gravityFactor: body.gravityScale }),
    }
  }

  /** In the node's own frame. */
  private velocitiesOf(body: Body): object {
    const back = inverse(compose({ x: 0, y: 0, z: 0 }, body.rotation))!
    const turned = ({ x, y, z }: { x: number; y: number; z: number }): number[] =>
      [0, 1, 2].map(r => back[r] * x + back[4 + r] * y + back[8 + r] * z)
    const out: Record<string, number[]> = {}
    const [v, w] = [turned(body.linearVelocity), turned(body.angularVelocity)]
    if (v.some(x => x !== 0)) out['linearVelocity'] = v
    if (w.some(x => x !== 0)) out['angularVelocity'] = w
    return out
  }

  private paintOf(body: Body): number {
    const [r, g, b] = this.options.color?.(body) ?? (body.type === 'static' ? STANDING : PALETTE[this.nodes.length % PALETTE.length])
    return this.paints.add({ pbrMetallicRoughness: { baseColorFactor: [r, g, b, 1], metallicFactor: 0.1, roughnessFactor: 0.7 } })
  }

  private addShape(shape: Shape, node: NodeJson, alone: boolean, paint: number, path: string): void {
    const { localPosition, localRotation } = shape
    const own = place(localPosition, localRotation)
    const isOval = shape.kind === 'ellipsoid'
    let home = node
    if (!alone || isOval || Object.keys(own).length > 0) {
      home = own
      const index = this.nodes.push(own) - 1
      node.children = [...(node.children ?? []), index]
      if (isOval) own.scale = [shape.radii!.x, shape.radii!.y, shape.radii!.z]
    }
    const implicit = this.implicitOf(shape)
    if (implicit === null || this.options.meshes !== false) home.mesh = this.meshOf(shape, paint)
    if (shape.rounding > 0) this.warnings.add(path, 'has rounded edges, which the format has not.')
    const geometry = implicit !== null ? { shape: this.shapes.add(implicit) } : this.geometryOf(home, shape)
    const filter = this.filterOf(shape)
    if (shape.sensor) ext(home)['trigger'] = { geometry, ...filter }
    else ext(home)['collider'] = { geometry, physicsMaterial: this.materialOf(shape), ...filter }
    if (shape.surfaces !== null) this.warnings.add(path, 'has several surfaces; the first is that of the whole shape.')
  }

  private geometryOf(home: NodeJson, shape: Shape): object {
    const convex = shape.kind === 'hull' || shape.kind === 'rounded-hull' ? { convexHull: true } : {}
    return this.options.geometry === 'node' ? { node: this.nodes.indexOf(home), ...convex } : { mesh: home.mesh, ...convex }
  }

  private implicitOf(shape: Shape): object | null {
    switch (shape.kind) {
      case 'box':
      case 'rounded-box': {
        const { x, y, z } = shape.halfExtents!
        return { type: 'box', box: { size: [2 * x, 2 * y, 2 * z] } }
      }
      case 'sphere':
        return { type: 'sphere', sphere: { radius: shape.radius } }
      case 'ellipsoid':
        return { type: 'sphere', sphere: { radius: 1 } }
      case 'capsule':
        return { type: 'capsule', capsule: { height: 2 * shape.halfLength, radiusTop: shape.radius, radiusBottom: shape.radius } }
      case 'tapered-capsule':
        return { type: 'capsule', capsule: { height: 2 * shape.halfLength, radiusTop: shape.radiusTop, radiusBottom: shape.radiusBottom } }
      case 'cylinder':
        return { type: 'cylinder', cylinder: { height: 2 * shape.halfHeight, radiusTop: shape.radiusTop, radiusBottom: shape.radiusBottom } }
      case 'plane':
        return { type: 'plane', plane: {} }
      default:
        return null
    }
  }

  private materialOf(shape: Shape): number {
    const { friction, staticFriction, restitution, frictionCombine, restitutionCombine } = shape
    if (frictionCombine === 'geometric') this.frictions.add(friction)
    return this.materials.add({
      staticFriction: Math.max(staticFriction, friction), dynamicFriction: friction, restitution,
      frictionCombine: RULES[frictionCombine], restitutionCombine: RULES[restitutionCombine],
    })
  }

  private filterOf(shape: Shape): object {
    if (!this.filtered) return {}
    const { category, mask, group } = shape.filter
    return { collisionFilter: this.filters.add({ category: category | 0, mask: mask | 0, group }) }
  }

  /** One system for each sort, and for each sort the systems that it collides with. */
  private filterList(): object[] {
    const sorts = this.filters.list as { category: number; mask: number; group: number }[]
    const meet = (a: (typeof sorts)[number], b: (typeof sorts)[number]): boolean => {
      if (a.group !== 0 && a.group === b.group) return a.group > 0
      return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0
    }
    return sorts.map((a, i) => ({
      collisionSystems: [`sort ${i}`],
      ...some('notCollideWithSystems', sorts.flatMap((b, k) => (meet(a, b) ? [] : [`sort ${k}`]))),
    }))
  }

  private meshOf(shape: Shape, paint: number): number {
    const { positions, normals, indices } = surfaceOf(shape)
    const key = `${paint} ${shape.kind} ${positions.map(Math.fround).join(' ')}`
    const found = this.meshes.list.length
    const index = this.meshes.add({}, key)
    if (index < found) return index
    const least = [0, 1, 2].map(k => positions.reduce((best, x, i) => (i % 3 === k ? Math.min(best, Math.fround(x)) : best), Infinity))
    const most = [0, 1, 2].map(k => positions.reduce((best, x, i) => (i % 3 === k ? Math.max(best, Math.fround(x)) : best), -Infinity))
    const wide = positions.length / 3 > 65535
    const attributes = {
      POSITION: this.accessor(Float32Array.from(positions), 5126, 'VEC3', 34962, { min: least, max: most }),
      NORMAL: this.accessor(Float32Array.from(normals), 5126, 'VEC3', 34962, {}),
    }
    const list = wide ? Uint32Array.from(indices) : Uint16Array.from(indices)
    const primitive = { attributes, indices: this.accessor(list, wide ? 5125 : 5123, 'SCALAR', 34963, {}), material: paint }
    Object.assign(this.meshes.list[index], { primitives: [primitive] })
    return index
  }

  private accessor(
    array: Float32Array | Uint16Array | Uint32Array, componentType: number, type: 'VEC3' | 'SCALAR', target: number, more: object,
  ): number {
    const size = Math.ceil(array.byteLength / 4) * 4
    const chunk = new Uint8Array(size)
    chunk.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    this.views.push({ buffer: 0, byteOffset: this.bytes, byteLength: array.byteLength, target })
    this.chunks.push(chunk)
    this.bytes += size
    const count = array.length / (type === 'VEC3' ? 3 : 1)
    return this.accessors.push({ bufferView: this.views.length - 1, componentType, type, count, ...more }) - 1
  }

  private addJoint(joint: Joint, i: number): void {
    const path = `joints[${i}]`
    const words = joint.enabled ? wordsOf(joint) : null
    if (words === null) {
      this.warnings.add(path, joint.enabled ? `is a ${joint.type} joint, which the format has not.` : 'is switched off and left out.')
      return
    }
    for (const what of words.lost) this.warnings.add(path, `has ${what}, which is left out.`)
    const a = joint.bodyA
    const b = joint.bodyB
    if ((a !== null && !this.nodeOf.has(a)) || !this.nodeOf.has(b)) return
    const connectedNode = this.frame(b, joint.anchorB, joint.rotationB)
    const home = this.frame(a, joint.anchorA, joint.rotationA)
    const description = { limits: words.limits.map(limitJson), ...some('drives', words.drives.map(driveJson)) }
    const which = this.joints.add(description)
    ext(this.nodes[home])['joint'] = { connectedNode, joint: which, ...(joint.collideConnected ? { enableCollision: true } : {}) }
  }

  /** A node at a place of the world, hung on a body's. */
  private frame(body: Body | null, anchor: { x: number; y: number; z: number }, rotation: { x: number; y: number; z: number; w: number }): number {
    if (body === null) {
      const index = this.nodes.push(place(anchor, rotation)) - 1
      this.roots.push(index)
      return index
    }
    const { position, rotation: turn } = body
    const m: Matrix = multiply(inverse(compose(position, turn))!, compose(anchor, rotation))
    const local = quatProduct({ x: -turn.x, y: -turn.y, z: -turn.z, w: turn.w }, rotation)
    const index = this.nodes.push(place({ x: m[12], y: m[13], z: m[14] }, local)) - 1
    const parent = this.nodes[this.nodeOf.get(body)!]
    parent.children = [...(parent.children ?? []), index]
    return index
  }
}

function some(key: string, list: readonly unknown[]): object {
  return list.length > 0 ? { [key]: list } : {}
}

function place({ x, y, z }: { x: number; y: number; z: number }, q: { x: number; y: number; z: number; w: number }): NodeJson {
  const node: NodeJson = {}
  if (x !== 0 || y !== 0 || z !== 0) node.translation = [x, y, z]
  if (q.x !== 0 || q.y !== 0 || q.z !== 0) node.rotation = [q.x, q.y, q.z, q.w]
  return node
}

function ext(node: NodeJson): Record<string, unknown> {
  node.extensions ??= { KHR_physics_rigid_bodies: {} }
  return node.extensions.KHR_physics_rigid_bodies
}
