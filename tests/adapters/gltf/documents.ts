// Makes glTF documents with physics for the tests: nodes, shapes, meshes in a buffer. Equivalents of what the conformance suites of the format
// hold, made here.
import { accessorsOf, addPhysics, readPhysics, type GltfPhysics, type GltfPhysicsDescription } from 'fulcrum-physics/gltf'
import { World } from 'fulcrum-physics/3d'

/** Anything that JSON can hold. */
export type Json = ReturnType<typeof JSON.parse>

export const BODIES = 'KHR_physics_rigid_bodies'
export const SHAPES = 'KHR_implicit_shapes'

/** A document under construction. */
export class Document {
  readonly nodes: Json[] = []
  readonly shapes: Json[] = []
  readonly materials: Json[] = []
  readonly filters: Json[] = []
  readonly joints: Json[] = []
  readonly meshes: Json[] = []
  readonly animations: Json[] = []
  readonly accessors: Json[] = []
  readonly views: Json[] = []
  private bytes: number[] = []

  /** Adds a node; returns its index. */
  node(fields: Json, physics?: Json): number {
    this.nodes.push(physics === undefined ? fields : { ...fields, extensions: { [BODIES]: physics } })
    return this.nodes.length - 1
  }

  shape(type: string, fields: Json = {}): number {
    this.shapes.push({ type, [type]: fields })
    return this.shapes.length - 1
  }

  /** A node of a shape: at a place, with a motion if one is given. */
  solid(translation: number[], type: string, fields: Json, motion?: Json, more: Json = {}, place: Json = {}): number {
    const collider = { geometry: { shape: this.shape(type, fields) }, ...more }
    return this.node({ translation, ...place }, motion === undefined ? { collider } : { motion, collider })
  }

  /** An accessor of its own; returns its index. */
  numbers(values: readonly number[], componentType: 5126 | 5125, type: string, width: number): number {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0)
    const bytes = new Uint8Array((componentType === 5126 ? Float32Array : Uint32Array).from(values).buffer)
    this.views.push({ buffer: 0, byteOffset: this.bytes.length, byteLength: bytes.length })
    this.bytes.push(...bytes)
    this.accessors.push({ bufferView: this.views.length - 1, componentType, type, count: values.length / width })
    return this.accessors.length - 1
  }

  mesh(positions: readonly number[], indices: readonly number[]): number {
    this.meshes.push({
      primitives: [{ attributes: { POSITION: this.numbers(positions, 5126, 'VEC3', 3) }, indices: this.numbers(indices, 5125, 'SCALAR', 1) }],
    })
    return this.meshes.length - 1
  }

  /** A mesh of vertices alone: mode 0 is points, 1 lines. */
  vertices(positions: readonly number[], mode: number): number {
    this.meshes.push({ primitives: [{ mode, attributes: { POSITION: this.numbers(positions, 5126, 'VEC3', 3) } }] })
    return this.meshes.length - 1
  }

  /** An animation of one property of one node; returns its index. */
  animation(node: number, path: 'translation' | 'rotation' | 'scale', times: readonly number[], values: readonly number[], interpolation = 'LINEAR'): number {
    const [input, output] = [this.numbers(times, 5126, 'SCALAR', 1), path === 'rotation' ? this.numbers(values, 5126, 'VEC4', 4) : this.numbers(values, 5126, 'VEC3', 3)]
    this.animations.push({ name: `${path} of ${node}`, samplers: [{ input, output, interpolation }], channels: [{ sampler: 0, target: { node, path } }] })
    return this.animations.length - 1
  }

  json(): Json {
    const children = new Set(this.nodes.flatMap(node => (node['children'] as number[] | undefined) ?? []))
    return {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: this.nodes.map((_, i) => i).filter(i => !children.has(i)) }],
      nodes: this.nodes,
      meshes: this.meshes,
      animations: this.animations,
      accessors: this.accessors,
      bufferViews: this.views,
      buffers: [{ byteLength: this.bytes.length }],
      extensionsUsed: [BODIES, SHAPES],
      extensions: {
        [SHAPES]: { shapes: this.shapes },
        [BODIES]: { physicsMaterials: this.materials, collisionFilters: this.filters, physicsJoints: this.joints },
      },
    }
  }

  buffer(): Uint8Array {
    return Uint8Array.from(this.bytes)
  }

  read(): GltfPhysicsDescription {
    const json = this.json()
    return readPhysics(json, accessorsOf(json, [this.buffer()]))
  }

  load(world = new World()): GltfPhysics {
    return addPhysics(world, this.read())
  }
}

/** A box as 24 vertices, as renderers have it: corners are not shared. */
export function boxMesh(x: number, y: number, z: number): { positions: number[]; indices: number[] } {
  const positions: number[] = []
  const indices: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const) {
        const p = [0, 0, 0]
        p[axis] = side
        p[(axis + 1) % 3] = u * side
        p[(axis + 2) % 3] = v
        positions.push(p[0]! * x, p[1]! * y, p[2]! * z)
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  }
  return { positions, indices }
}

export function steps(world: World, seconds: number, dt = 1 / 60): void {
  for (let i = 0; i < Math.round(seconds / dt); i++) world.step(dt)
}
