/**
 * Triangles of a mesh, or of a node with its descendants, in one list: what a collider is made of. Morph targets are applied by their weights, skins
 * by the pose that the file has.
 */

import type { GetAccessor } from './accessors.ts'
import { field, indexOf, listOf, numberOf, objectAt, optionalObject, refuse, rootList, type Fields } from '../shared/json.ts'
import { childrenOf, type NodeTree } from './node-tree.ts'
import type { Geometry } from './spellings.ts'
import { identity, inverse, localOf, multiply, transformPoint, type Matrix } from './transforms.ts'

/** Vertices and their shifts that are read at most, all colliders together: a small file can name the same numbers many times. */
const MOST_VERTICES = 10_000_000

/** x y z of vertices, and three vertices per triangle. */
export interface Triangles {
  readonly positions: number[]
  readonly indices: number[]
}

export class MeshReader {
  private readonly json: Fields
  private readonly accessor: GetAccessor
  private readonly meshes: readonly unknown[]
  private readonly nodes: readonly unknown[]
  private readonly tree: NodeTree
  private vertices = 0

  constructor(json: Fields, getAccessor: GetAccessor, tree: NodeTree) {
    this.json = json
    this.accessor = getAccessor
    this.meshes = rootList(json, 'meshes')
    this.nodes = rootList(json, 'nodes')
    this.tree = tree
  }

  /** In the frame of the mesh, or of the node. A hull holds every vertex, those of points and lines, too. */
  read(geometry: Geometry): Triangles {
    const out: Triangles = { positions: [], indices: [] }
    if (geometry.mesh >= 0) this.addMesh(geometry.mesh, identity(), geometry.weights, null, geometry.convex, out)
    else this.addNodes(geometry.node, geometry.convex, out)
    const which = geometry.mesh >= 0 ? geometry.mesh : geometry.node
    if (geometry.convex && out.positions.length === 0) refuse(geometry.path, which, 'has no vertices.', 'degenerate')
    if (!geometry.convex && out.indices.length === 0) refuse(geometry.path, which, 'has no triangles.', 'degenerate')
    return out
  }

  private count(vertices: number, path: string): void {
    this.vertices += vertices
    if (this.vertices > MOST_VERTICES) refuse(path, this.vertices, `is more vertices than the ${MOST_VERTICES} that are read.`, 'limit-exceeded')
  }

  private addNodes(root: number, convex: boolean, out: Triangles): void {
    const seen = new Set<number>()
    const waiting: [number, Matrix][] = [[root, identity()]]
    while (waiting.length > 0) {
      const [index, matrix] = waiting.pop()!
      const path = `nodes[${index}]`
      if (seen.has(index)) refuse(path, index, 'is its own ancestor.', 'degenerate')
      seen.add(index)
      const node = objectAt(this.nodes[index], path)
      const mesh = indexOf(node, 'mesh', this.meshes.length, path)
      const weights = field(node, 'weights') === undefined ? null : (listOf(node, 'weights', path) as number[])
      if (mesh >= 0) this.addMesh(mesh, matrix, weights, this.skinOf(node, index, root, path), convex, out)
      for (const child of childrenOf(node, this.nodes.length, path)) {
        waiting.push([child, multiply(matrix, localOf(objectAt(this.nodes[child], `nodes[${child}]`), `nodes[${child}]`).matrix)])
      }
    }
  }

  private addMesh(
    mesh: number, matrix: Matrix, weights: readonly number[] | null, skin: Matrix[] | null, convex: boolean, out: Triangles,
  ): void {
    const path = `meshes[${mesh}]`
    const fields = objectAt(this.meshes[mesh], path)
    const own = weights ?? (listOf(fields, 'weights', path) as number[])
    listOf(fields, 'primitives', path).forEach((primitive, i) => {
      const where = `${path}.primitives[${i}]`
      const given = objectAt(primitive, where)
      const mode = numberOf(given, 'mode', where, 4)
      if (convex || mode >= 4) this.addPrimitive(given, mode, where, matrix, own, skin, out)
    })
  }

  private addPrimitive(
    primitive: Fields, mode: number, path: string, matrix: Matrix, weights: readonly number[], skin: Matrix[] | null, out: Triangles,
  ): void {
    const extensions = optionalObject(primitive, 'extensions', path)
    if (extensions !== null && field(extensions, 'KHR_draco_mesh_compression') !== undefined) {
      refuse(path, 'KHR_draco_mesh_compression', 'is compressed. Leave meshes of colliders as they are, or give them as shapes.')
    }
    const attributes = objectAt(field(primitive, 'attributes'), `${path}.attributes`)
    const count = rootList(this.json, 'accessors').length
    const where = indexOf(attributes, 'POSITION', count, `${path}.attributes`)
    if (where < 0) return
    const points = Float64Array.from(this.accessor(where))
    this.count(points.length / 3, path)
    listOf(primitive, 'targets', path).forEach((target, t) => {
      const weight = weights[t] ?? 0
      const moved = indexOf(objectAt(target, `${path}.targets[${t}]`), 'POSITION', count, `${path}.targets[${t}]`)
      if (weight === 0 || moved < 0) return
      const deltas = this.accessor(moved)
      this.count(points.length / 3, path)
      for (let k = 0; k < points.length && k < deltas.length; k++) points[k] += weight * deltas[k]
    })
    const bones = skin === null ? null : this.bonesOf(attributes, `${path}.attributes`, count)
    const first = out.positions.length / 3
    for (let v = 0; v + 2 < points.length; v += 3) {
      const m = bones === null ? matrix : blend(skin!, bones.joints, bones.weights, (v / 3) * 4)
      const { x, y, z } = transformPoint(m, points[v], points[v + 1], points[v + 2])
      out.positions.push(x, y, z)
    }
    if (mode < 4) return
    const list = indexOf(primitive, 'indices', count, path)
    const corners = list < 0 ? Array.from({ length: points.length / 3 }, (_, v) => v) : Array.from(this.accessor(list))
    this.count(corners.length / 3, path)
    for (const corner of corners) {
      if (!(corner < points.length / 3)) refuse(`${path}.indices`, corner, 'names a vertex that does not exist.', 'out-of-range')
    }
    addTriangles(corners, mode, first, out.indices)
  }

  private bonesOf(attributes: Fields, path: string, count: number): { joints: ArrayLike<number>; weights: ArrayLike<number> } | null {
    const joints = indexOf(attributes, 'JOINTS_0', count, path)
    const weights = indexOf(attributes, 'WEIGHTS_0', count, path)
    return joints < 0 || weights < 0 ? null : { joints: this.accessor(joints), weights: this.accessor(weights) }
  }

  /** Matrices of the skin's joints, from the mesh's frame to that of `root`; null without a skin. */
  private skinOf(node: Fields, index: number, root: number, path: string): Matrix[] | null {
    const skins = rootList(this.json, 'skins')
    const which = indexOf(node, 'skin', skins.length, path)
    const base = this.tree.nodes[root] ?? this.tree.nodes[index]
    if (which < 0 || base === null) return null
    const where = `skins[${which}]`
    const skin = objectAt(skins[which], where)
    const back = inverse(base.world)
    if (back === null) return null
    const binds = indexOf(skin, 'inverseBindMatrices', rootList(this.json, 'accessors').length, where)
    const numbers = binds < 0 ? null : this.accessor(binds)
    const joints = listOf(skin, 'joints', where)
    this.count(joints.length, where)
    return joints.map((joint, i) => {
      const bone = this.tree.nodes[joint as number]?.world ?? identity()
      const bind = numbers === null ? identity() : Array.from({ length: 16 }, (_, k) => numbers[i * 16 + k] ?? (k % 5 === 0 ? 1 : 0))
      return multiply(multiply(back, bone), bind)
    })
  }
}

/** The sum of up to four bones' matrices by their weights. */
function blend(skin: readonly Matrix[], joints: ArrayLike<number>, weights: ArrayLike<number>, o: number): Matrix {
  const out = Array.from({ length: 16 }, () => 0)
  for (let k = 0; k < 4; k++) {
    const bone = skin[joints[o + k]]
    if (bone === undefined) continue
    for (let i = 0; i < 16; i++) out[i] += weights[o + k] * bone[i]
  }
  return out
}

/** Triangles, strips (5) and fans (6). */
function addTriangles(corners: readonly number[], mode: number, first: number, out: number[]): void {
  const step = mode === 4 ? 3 : 1
  for (let i = 0; i + 2 < corners.length; i += step) {
    const [a, b, c] = [corners[mode === 6 ? 0 : i], corners[i + 1], corners[i + 2]]
    if (mode === 5 && i % 2 === 1) out.push(first + b, first + a, first + c)
    else out.push(first + a, first + b, first + c)
  }
}

/** The triangles with their vertices moved by a matrix; turned over if it mirrors. */
export function moved({ positions, indices }: Triangles, matrix: Matrix, mirrors: boolean): Triangles {
  const out: number[] = []
  for (let v = 0; v < positions.length; v += 3) {
    const { x, y, z } = transformPoint(matrix, positions[v], positions[v + 1], positions[v + 2])
    out.push(x, y, z)
  }
  return { positions: out, indices: mirrors ? turnedOver(indices) : indices }
}

export function turnedOver(indices: readonly number[]): number[] {
  const out: number[] = []
  for (let i = 0; i < indices.length; i += 3) out.push(indices[i], indices[i + 2], indices[i + 1])
  return out
}

/** The accessors that a document's bodies may need: those of its meshes, skins and animations. For loaders that must fetch them beforehand. */
export function meshAccessors(json: object): number[] {
  const found = new Set<number>()
  const document = objectAt(json, 'gltf')
  const add = (fields: Fields, key: string): void => {
    const value = field(fields, key)
    if (typeof value === 'number') found.add(value)
  }
  rootList(document, 'meshes').forEach((mesh, m) => {
    const path = `meshes[${m}]`
    listOf(objectAt(mesh, path), 'primitives', path).forEach((entry, p) => {
      const where = `${path}.primitives[${p}]`
      const primitive = objectAt(entry, where)
      add(primitive, 'indices')
      const attributes = optionalObject(primitive, 'attributes', where)
      if (attributes !== null) for (const key of ['POSITION', 'JOINTS_0', 'WEIGHTS_0']) add(attributes, key)
      listOf(primitive, 'targets', where).forEach((target, t) => add(objectAt(target, `${where}.targets[${t}]`), 'POSITION'))
    })
  })
  rootList(document, 'skins').forEach((skin, s) => add(objectAt(skin, `skins[${s}]`), 'inverseBindMatrices'))
  rootList(document, 'animations').forEach((animation, a) => {
    const path = `animations[${a}]`
    listOf(objectAt(animation, path), 'samplers', path).forEach((sampler, i) => {
      for (const key of ['input', 'output']) add(objectAt(sampler, `${path}.samplers[${i}]`), key)
    })
  })
  return [...found].sort((a, b) => a - b)
}
