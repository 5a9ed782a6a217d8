/**
 * A mesh as bytes and back: little-endian, versioned, with a checksum. Bytes from outside are not trusted: lengths are held against the bytes
 * that are there before anything is allocated, every index against its table, the tree against the order that a walk relies on.
 */

import { isMadeBy, PhysicsError } from '../../../common/errors.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { MAX_MESH_TRIANGLES } from './mesh-input.ts'
import { NODE_LINK, NODE_STRIDE } from './mesh-tree.ts'
import { volumeInside } from './mesh-volume.ts'
import type { MeshParts, TriangleMesh } from './triangle-mesh.ts'

/** 'FMSH': the first word of a mesh. */
export const MESH_MARK: number = 0x48534d46
const VERSION = 1

/** Words before the arrays: magic, version, checksum, vertices, triangles, nodes, 7 of the report, 1 if materials follow, the grid (12). */
const HEADER_WORDS = 26

function refuse(what: string, value: unknown): never {
  throw new PhysicsError('bad-snapshot', 'mesh bytes', value, what)
}

/** Bytes of a mesh with these counts, each array padded to whole words. */
function sizeOf(vertices: number, triangles: number, nodes: number, materials: number): number {
  return 4 * HEADER_WORDS + 24 * vertices + 12 * triangles + 4 * triangles + 16 * nodes + 4 * (1 + materials) * Math.ceil(triangles / 4)
}

function checksum(bytes: Uint8Array, from: number): number {
  let h = 0x811c9dc5
  for (let i = from; i < bytes.length; i++) h = Math.imul(h ^ bytes[i], 0x01000193)
  return h >>> 0
}

export function meshToBytes(mesh: TriangleMesh): Uint8Array {
  const { positions, indices, edges, source, nodes, grid, report, materials } = mesh
  const triangles = indices.length / 3
  const bytes = new Uint8Array(sizeOf(positions.length / 3, triangles, nodes.length / NODE_STRIDE, materials === null ? 0 : 1))
  const view = new DataView(bytes.buffer)
  const head = [
    MESH_MARK, VERSION, 0, positions.length / 3, triangles, nodes.length / NODE_STRIDE, report.degenerate, report.firstDegenerate, report.duplicates,
    report.firstDuplicate, report.welded, report.borderEdges, report.nonManifoldEdges, materials === null ? 0 : 1,
  ]
  for (let i = 0; i < head.length; i++) view.setUint32(4 * i, head[i], true)
  for (let i = 0; i < 6; i++) view.setFloat64(56 + 8 * i, grid[i], true)
  let at = 4 * HEADER_WORDS
  for (let i = 0; i < positions.length; i++, at += 8) view.setFloat64(at, positions[i], true)
  for (let i = 0; i < indices.length; i++, at += 4) view.setUint32(at, indices[i], true)
  for (let i = 0; i < source.length; i++, at += 4) view.setUint32(at, source[i], true)
  for (let i = 0; i < nodes.length; i++, at += 2) view.setUint16(at, nodes[i], true)
  bytes.set(edges, at)
  if (materials !== null) bytes.set(materials, at + 4 * Math.ceil(triangles / 4))
  view.setUint32(8, checksum(bytes, 12), true)
  return bytes
}

export function meshFromBytes(bytes: unknown): MeshParts {
  if (!isMadeBy(bytes, Uint8Array)) refuse('are not a Uint8Array. Give what toBytes() returned.', bytes)
  if (bytes.length < 4 * HEADER_WORDS) refuse('are too few to hold a mesh. They were cut short.', bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = (i: number): number => view.getUint32(4 * i, true)
  if (head(0) !== MESH_MARK) refuse('are no mesh. Give what toBytes() returned.', bytes)
  if (head(1) !== VERSION) refuse(`have format ${head(1)}, and this version reads ${VERSION}. Build the mesh again.`, bytes)
  const vertices = head(3)
  const triangles = head(4)
  const nodeCount = head(5)
  const sane = vertices >= 3 && triangles >= 1 && nodeCount >= 1 && triangles <= MAX_MESH_TRIANGLES && nodeCount <= 2 * triangles && head(13) <= 1
  if (!sane || sizeOf(vertices, triangles, nodeCount, head(13)) !== bytes.length) refuse('do not have the length that they tell of.', bytes)
  if (head(2) !== checksum(bytes, 12)) refuse('have changed since they were written: the checksum does not fit.', bytes)
  const grid = new Float64Array(6)
  for (let i = 0; i < 6; i++) grid[i] = view.getFloat64(56 + 8 * i, true)
  for (let i = 0; i < 6; i++) {
    if (!(Math.abs(grid[i]) <= MAX_COORDINATE && (i < 3 || grid[i] > 0))) refuse('hold a grid that is no grid.', grid[i])
  }
  let at = 4 * HEADER_WORDS
  const positions = new Float64Array(3 * vertices)
  for (let i = 0; i < positions.length; i++, at += 8) {
    positions[i] = view.getFloat64(at, true)
    if (!(Math.abs(positions[i]) <= MAX_COORDINATE)) refuse('hold a vertex that is not finite or out of range.', positions[i])
  }
  const indices = new Uint32Array(3 * triangles)
  for (let i = 0; i < indices.length; i++, at += 4) {
    indices[i] = view.getUint32(at, true)
    if (indices[i] >= vertices) refuse('hold a triangle with a vertex that is not there.', indices[i])
  }
  const source = new Uint32Array(triangles)
  for (let i = 0; i < triangles; i++, at += 4) source[i] = view.getUint32(at, true)
  const nodes = new Uint16Array(NODE_STRIDE * nodeCount)
  for (let i = 0; i < nodes.length; i++, at += 2) nodes[i] = view.getUint16(at, true)
  checkTree(bytes, nodes, nodeCount, triangles)
  const edges = bytes.slice(at, at + triangles)
  const second = at + 4 * Math.ceil(triangles / 4)
  const materials = head(13) === 1 ? bytes.slice(second, second + triangles) : null
  const nonManifoldEdges = head(12)
  const borderEdges = head(11)
  const closed = borderEdges === 0 && nonManifoldEdges === 0
  return {
    positions, indices, edges, source, materials, nodes, grid,
    report: {
      degenerate: head(6), firstDegenerate: head(7) | 0, duplicates: head(8), firstDuplicate: head(9) | 0, welded: head(10), borderEdges,
      nonManifoldEdges, closed, volume: closed ? volumeInside(positions, indices) : 0,
    },
  }
}

/** Inner links lead forward, leaves hold all triangles in order: a walk ends, and looks at nothing that is not there. */
function checkTree(bytes: Uint8Array, nodes: Uint16Array, nodeCount: number, triangles: number): void {
  let next = 0
  for (let node = 0; node < nodeCount; node++) {
    const o = NODE_STRIDE * node + NODE_LINK
    const link = nodes[o] | (nodes[o + 1] << 16)
    if (link >= 0) {
      if (link <= node + 1 || link > nodeCount) refuse('hold a tree whose links lead astray.', bytes)
      continue
    }
    if ((link & 0x1fffffff) !== next) refuse('hold a tree whose leaves are out of order.', bytes)
    next += ((link >>> 29) & 3) + 1
  }
  if (next !== triangles) refuse('hold a tree that leaves triangles out.', bytes)
}
