/**
 * A triangle mesh once built: vertices, triangles in the order of their tree, kinds of edges. Immutable; shapes of many bodies and worlds may
 * share one. How it is kept as bytes is in `mesh-bytes.ts`, how it is asked in `mesh-walk.ts`.
 */

import { requireNonNegative } from '../../../common/bounds.ts'
import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { triangleAreaVector } from '../hull/hull-orient.ts'
import { meshFromBytes, meshToBytes } from './mesh-bytes.ts'
import { THIN_TRIANGLE } from '../tolerances.ts'
import { classifyEdges } from './mesh-edges.ts'
import { type NumberArray, readBytes, readIndices, readPositions, weldVertices } from './mesh-input.ts'
import { buildMeshTree } from './mesh-tree.ts'
import { volumeInside } from './mesh-volume.ts'
import { findNearestTriangle } from './mesh-nearest.ts'
import { castMeshRay, findTriangles } from './mesh-walk.ts'
import type { EdgeSource } from './piece-source.ts'
import type { PieceHit } from './triangle-ray.ts'
import type { Vec3 } from '../../math/types.ts'

/** What a mesh is built from. */
export interface TriangleMeshOptions {
  /** Vertices, m: x y z one after the other in any array of numbers, or an array of `{ x, y, z }`. */
  readonly positions: NumberArray | readonly Vec3[]
  /** Three vertices per triangle, counter-clockwise seen from outside. Default: vertices come three by three. */
  readonly indices?: NumberArray
  /** Vertices closer than this become one, m. Default 0: only those at exactly the same place. */
  readonly weldTolerance?: number
  /** A number from 0 to 255 per triangle: which of the shape's `surfaces` it has. Default: none, the shape's own everywhere. */
  readonly materials?: NumberArray
}

/** What building a mesh found. Indices of triangles are those of the input. */
export interface MeshReport {
  /** Count of triangles without area, left out. */
  readonly degenerate: number
  /** Index of the first of them in the input; −1 if there is none. */
  readonly firstDegenerate: number
  /** Count of triangles that were there already, with the same vertices in the same order, left out. */
  readonly duplicates: number
  /** Index of the first of them in the input; −1 if there is none. */
  readonly firstDuplicate: number
  /** Count of vertices that others took the place of. */
  readonly welded: number
  /** Count of edges with a triangle on one side only. */
  readonly borderEdges: number
  /** Count of edges of three and more triangles, or of two that disagree about what is outside. Contacts take them for borders. */
  readonly nonManifoldEdges: number
  /** Whether the mesh is a closed surface: no border, no such edge. */
  readonly closed: boolean
  /** Signed volume inside a closed mesh, m³; 0 for an open one. Negative: the mesh is inside out. */
  readonly volume: number
}

/** The arrays that a mesh is made of, for the builder and the reader of bytes. */
export interface MeshParts {
  readonly positions: Float64Array
  readonly indices: Uint32Array
  readonly edges: Uint8Array
  readonly source: Uint32Array
  /** One per triangle, or null. */
  readonly materials: Uint8Array | null
  readonly nodes: Uint16Array
  readonly grid: Float64Array
  readonly report: MeshReport
}

/** Level geometry: triangles with a tree over them, built once and shared by any number of shapes. Made by `TriangleMesh.build`. */
export class TriangleMesh {
  /** What building it found. */
  readonly report: MeshReport
  /** Vertices that are left, x y z in a row, m. Not to be written to. */
  readonly positions: Float64Array
  /** Vertices of the triangles that are left, three by three, in the order of the tree. Not to be written to. */
  readonly indices: Uint32Array
  /** Kinds of a triangle's edges, two bits each. @internal */
  readonly edges: Uint8Array
  /** Index of each triangle in the input. @internal */
  readonly source: Uint32Array
  /** Material of each triangle; null: they have none. @internal */
  readonly materials: Uint8Array | null
  /** The tree. @internal */
  readonly nodes: Uint16Array
  /** @internal */
  readonly nodeCount: number
  /** Low corner and grid step of the tree's boxes, by axis. @internal */
  readonly grid: Float64Array
  /** Least and greatest corner of the box around it. @internal */
  readonly bounds: Float64Array
  /** Radius of the ball about its origin that holds it, m. @internal */
  readonly radius: number

  /** Use `TriangleMesh.build` or `TriangleMesh.fromBytes`. @internal */
  constructor(parts: MeshParts) {
    this.positions = parts.positions
    this.indices = parts.indices
    this.edges = parts.edges
    this.source = parts.source
    this.materials = parts.materials
    this.nodes = parts.nodes
    this.nodeCount = parts.nodes.length / 8
    this.grid = parts.grid
    this.report = parts.report
    this.bounds = boundsOf(parts.positions)
    this.radius = radiusOf(parts.positions, UNSCALED)
    Object.freeze(this)
  }

  /** Builds a mesh: welds vertices, drops triangles without area or written twice, tells ridges from seams, and makes the tree. */
  static build(options: TriangleMeshOptions): TriangleMesh {
    const given = requireObject(options, 'mesh') as Partial<TriangleMeshOptions>
    const positions = readPositions(given.positions, 'mesh.positions')
    const indices = readIndices(given.indices, positions.length / 3, 'mesh.indices')
    const tolerance = given.weldTolerance === undefined ? 0 : requireNonNegative(given.weldTolerance, 'mesh.weldTolerance')
    const materials = given.materials === undefined ? null : readBytes(given.materials, indices.length / 3, 'triangle', 'mesh.materials')
    return new TriangleMesh(buildParts(positions, indices, tolerance, materials))
  }

  /** A mesh that `toBytes` has written, by any version with the same format. Bytes that hold anything else are refused. */
  static fromBytes(bytes: Uint8Array): TriangleMesh {
    return new TriangleMesh(meshFromBytes(bytes))
  }

  /** The mesh as bytes: built in a worker or by a tool, it is ready in a page without being built again. */
  toBytes(): Uint8Array {
    return meshToBytes(this)
  }

  /** @internal */
  find(box: Float64Array): number {
    return findTriangles(this, box)
  }

  /** @internal */
  corners(piece: number, out: Float64Array): void {
    const { positions, indices } = this
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * piece + k]
      out[3 * k] = positions[v]
      out[3 * k + 1] = positions[v + 1]
      out[3 * k + 2] = positions[v + 2]
    }
  }

  /** @internal */
  edgeKinds(piece: number): number {
    return this.edges[piece]
  }

  /** @internal */
  castRay(line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
    return castMeshRay(this, line, backFaces, hit)
  }

  /** @internal */
  nearest(point: Float64Array, out: Float64Array): void {
    findNearestTriangle(this, point, out)
  }

  /** @internal */
  get hasMaterials(): boolean {
    return this.materials !== null
  }

  /** @internal */
  materialOf(piece: number): number {
    return this.materials === null ? -1 : this.materials[piece]
  }

  /** @internal */
  edgesAt(scale: Float64Array): EdgeSource {
    const kinds = scaledEdges(this, toGrid(this.positions), scale)
    return { edgeKinds: piece => kinds[piece] }
  }

  /** @internal */
  radiusAt(scale: Float64Array): number {
    return radiusOf(this.positions, scale)
  }

  /** @internal */
  sourceOf(piece: number): number {
    return this.source[piece]
  }

  /** Corners of all its triangles, 9 numbers each, counter-clockwise from outside: for drawing. */
  triangles(): Float64Array {
    const { positions, indices } = this
    const out = new Float64Array(3 * indices.length)
    for (let i = 0; i < indices.length; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = positions[3 * indices[i] + k]
    return out
  }

  /** Count of triangles that are left. */
  get triangleCount(): number {
    return this.indices.length / 3
  }

  /** Count of vertices that are left. */
  get vertexCount(): number {
    return this.positions.length / 3
  }

  /** Bytes that it takes, vertices included. */
  get memoryBytes(): number {
    return this.positions.byteLength + this.indices.byteLength + this.edges.byteLength + this.source.byteLength + this.nodes.byteLength
      + (this.materials?.byteLength ?? 0)
  }
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0, axis = 0; i < positions.length; i++, axis = axis === 2 ? 0 : axis + 1) {
    if (positions[i] < bounds[axis]) bounds[axis] = positions[i]
    if (positions[i] > bounds[3 + axis]) bounds[3 + axis] = positions[i]
  }
  return bounds
}

const UNSCALED = /* @__PURE__ */ Float64Array.of(1, 1, 1)

function radiusOf(positions: Float64Array, scale: Float64Array): number {
  let square = 0
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] * scale[0]
    const y = positions[i + 1] * scale[1]
    const z = positions[i + 2] * scale[2]
    square = Math.max(square, x * x + y * y + z * z)
  }
  return Math.sqrt(square)
}

/** Largest half extent of the mesh on the grid of whole numbers, as `hull-orient.ts` needs it. */
const GRID_HALF = 140737488355328

/** The vertices as whole numbers of at most 2^47. */
function toGrid(positions: Float64Array): Float64Array {
  const middle = new Float64Array(3)
  let half = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let i = axis; i < positions.length; i += 3) {
      if (positions[i] < low) low = positions[i]
      if (positions[i] > high) high = positions[i]
    }
    middle[axis] = 0.5 * (low + high)
    half = Math.max(half, 0.5 * (high - low))
  }
  if (!(half > 0)) throw new PhysicsError('degenerate', 'mesh.positions', positions.length / 3, 'are all one point. Give triangles with an area.')
  let scale = 1
  while (half * scale > GRID_HALF) scale *= 0.5
  while (half * scale <= GRID_HALF * 0.5) scale *= 2
  const grid = new Float64Array(positions.length)
  for (let i = 0, axis = 0; i < positions.length; i++, axis = axis === 2 ? 0 : axis + 1) grid[i] = Math.round((positions[i] - middle[axis]) * scale)
  return grid
}

/** Kinds of the edges at a scale: bends keep their sign, which is told by the vertices as they are; areas tell how far they go. */
function scaledEdges(mesh: TriangleMesh, grid: Float64Array, scale: Float64Array): Uint8Array {
  const { indices } = mesh
  const areas = new Float64Array(indices.length)
  const area = new Float64Array(3)
  const product = scale[0] * scale[1] * scale[2]
  for (let t = 0; t < indices.length; t += 3) {
    measureArea(grid, indices[t], indices[t + 1], indices[t + 2], area)
    for (let axis = 0; axis < 3; axis++) areas[t + axis] = area[axis]
  }
  const factors = Float64Array.from(scale, s => product / s)
  return classifyEdges(indices, mesh.vertexCount, grid, areas, factors).kinds
}

function buildParts(given: Float64Array, triangles: Uint32Array, tolerance: number, materials: Uint8Array | null): MeshParts {
  if (triangles.length === 0) throw new PhysicsError('degenerate', 'mesh.indices', 0, 'holds no triangle. Give at least one.')
  const { positions, mapped } = weldVertices(given, tolerance)
  const grid = toGrid(positions)
  const count = triangles.length / 3
  const kept = new Uint32Array(triangles.length)
  const areas = new Float64Array(triangles.length)
  const source = new Uint32Array(count)
  const area = new Float64Array(3)
  const known = new TriangleSet(count, kept)
  let found = 0
  let degenerate = 0
  let firstDegenerate = -1
  let duplicates = 0
  let firstDuplicate = -1
  for (let t = 0; t < count; t++) {
    const a = mapped[triangles[3 * t]]
    const b = mapped[triangles[3 * t + 1]]
    const c = mapped[triangles[3 * t + 2]]
    area.fill(0)
    if (a !== b && b !== c && c !== a) measureArea(grid, a, b, c, area)
    if (area[0] === 0 && area[1] === 0 && area[2] === 0) {
      if (degenerate++ === 0) firstDegenerate = t
      continue
    }
    // The lowest vertex first, so that the same triangle is written the same way.
    const turn = a < b && a < c ? 0 : b < c ? 1 : 2
    kept[3 * found] = turn === 0 ? a : turn === 1 ? b : c
    kept[3 * found + 1] = turn === 0 ? b : turn === 1 ? c : a
    kept[3 * found + 2] = turn === 0 ? c : turn === 1 ? a : b
    if (!known.add(found)) {
      if (duplicates++ === 0) firstDuplicate = t
      continue
    }
    for (let axis = 0; axis < 3; axis++) areas[3 * found + axis] = area[axis]
    source[found++] = t
  }
  if (found === 0) {
    throw new PhysicsError('degenerate', 'mesh.indices', count, `holds no triangle with an area; the first without one is ${firstDegenerate}.`)
  }
  const indices = kept.subarray(0, 3 * found)
  const edges = classifyEdges(indices, positions.length / 3, grid, areas)
  const tree = buildMeshTree(positions, indices)
  const sortedIndices = new Uint32Array(3 * found)
  const sortedEdges = new Uint8Array(found)
  const sortedSource = new Uint32Array(found)
  for (let i = 0; i < found; i++) {
    const t = tree.order[i]
    for (let k = 0; k < 3; k++) sortedIndices[3 * i + k] = indices[3 * t + k]
    sortedEdges[i] = edges.kinds[t]
    sortedSource[i] = source[t]
  }
  const closed = edges.borders === 0 && edges.nonManifold === 0
  return {
    positions, indices: sortedIndices, edges: sortedEdges, source: sortedSource, nodes: tree.nodes, grid: tree.grid,
    materials: materials === null ? null : Uint8Array.from(sortedSource, t => materials[t]),
    report: {
      degenerate, firstDegenerate, duplicates, firstDuplicate, welded: (given.length - positions.length) / 3, borderEdges: edges.borders,
      nonManifoldEdges: edges.nonManifold, closed, volume: closed ? volumeInside(positions, sortedIndices) : 0,
    },
  }
}

/** (b − a) × (c − a), in doubles where they are good to a dozen digits, exactly where they are not. */
function measureArea(grid: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  const ux = grid[3 * b] - grid[3 * a]
  const uy = grid[3 * b + 1] - grid[3 * a + 1]
  const uz = grid[3 * b + 2] - grid[3 * a + 2]
  const vx = grid[3 * c] - grid[3 * a]
  const vy = grid[3 * c + 1] - grid[3 * a + 1]
  const vz = grid[3 * c + 2] - grid[3 * a + 2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  const size = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz))
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < THIN_TRIANGLE * size) {
    triangleAreaVector(grid, a, b, c, out)
    return
  }
  out[0] = x
  out[1] = y
  out[2] = z
}

/** Triangles by their vertices, for finding those written twice: a hash table of indices into the list that is being made. */
class TriangleSet {
  private readonly table: Int32Array
  private readonly list: Uint32Array

  constructor(count: number, list: Uint32Array) {
    let size = 16
    while (size < 2 * count) size *= 2
    this.table = new Int32Array(size)
    this.list = list
  }

  /** Adds the triangle at `at` of the list, unless it is there already. */
  add(at: number): boolean {
    const { table, list } = this
    const last = table.length - 1
    const a = list[3 * at]
    const b = list[3 * at + 1]
    const c = list[3 * at + 2]
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
    h ^= h >>> 15
    for (let slot = h & last; ; slot = (slot + 1) & last) {
      const t = table[slot] - 1
      if (t < 0) {
        table[slot] = at + 1
        return true
      }
      if (list[3 * t] === a && list[3 * t + 1] === b && list[3 * t + 2] === c) return false
    }
  }
}
