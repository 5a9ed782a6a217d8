/**
 * Voxels once built: filled cells of a cubic grid, in chunks of 16 × 16 × 16, of which only those that hold something exist. Immutable: `edit`
 * makes new voxels that share the chunks it does not touch, so that a snapshot or a rolled-back world still has the old ones.
 *
 * Contacts see the free faces alone. A face between two filled cells does not exist, neither inside a chunk nor between two, so nothing can
 * catch on it. Each free face is two triangles; a piece's number holds the chunk, the cell in it, the face and the half.
 */

import { PhysicsError, requireInteger, requireRange } from '../../../common/errors.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { CONCAVE_EDGE, CONVEX_EDGE, FLAT_EDGE } from '../mesh/mesh-edges.ts'
import { isNumberArray, type NumberArray, readBytes } from '../mesh/mesh-input.ts'
import { addFound, type EdgeSource, found, radiusOf } from '../mesh/piece-source.ts'
import { findNearestPiece } from '../mesh/piece-nearest.ts'
import { setScaledBox } from '../mesh/scaled-level.ts'
import type { PieceHit } from '../mesh/triangle-ray.ts'
import { castVoxelRay } from './voxel-ray.ts'
import { voxelsFromBytes, voxelsToBytes } from './voxel-bytes.ts'
import { CHUNK_BITS, CHUNK_CELLS, CHUNK_SPACE, CHUNK_WORDS, ChunkList, MAX_CELL, NO_MATERIAL } from './chunk-list.ts'

/** What voxels are built from. */
export interface VoxelsOptions {
  /** Filled cells: whole numbers x y z one after the other, in any array of numbers. Cell (0, 0, 0) reaches from the origin to `cellSize`. */
  readonly cells: NumberArray
  /** Length of a cell's edges, m. Default 1. */
  readonly cellSize?: number
  /**
   * A number per cell, in the order of the cells: which of the shape's `surfaces` it has, 0 to 254; 255 is the shape's own. Of a cell that is
   * given twice the last one counts. Default: none, the shape's own everywhere.
   */
  readonly materials?: NumberArray
}

/** What to change in voxels. */
export interface VoxelsEdit {
  /** Cells to fill, x y z one after the other. Default: none. */
  readonly add?: NumberArray
  /** A number per cell of `add`, as in `VoxelsOptions`; cells that are filled already get it, too. Default: the shape's own surface. */
  readonly materials?: NumberArray
  /** Cells to empty. A cell in both lists ends up empty. Default: none. */
  readonly remove?: NumberArray
}

export const VOXELS_OPTIONS: Fields<VoxelsOptions> = { cells: 0, cellSize: 0, materials: 0 }
const EDIT: Fields<VoxelsEdit> = { add: 0, materials: 0, remove: 0 }

/** Normal of each face: −x, +x, −y, +y, −z, +z. */
export const FACE_STEPS: Int32Array = /* @__PURE__ */ Int32Array.of(-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1)

/**
 * Corners of each face around it, counter-clockwise seen from outside, as bits x, y, z of the cell's corners. Triangles: 0 1 2 and 0 2 3.
 */
const FACE_CORNERS = /* @__PURE__ */ Uint8Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6)

/** Corner of the face at each corner of its two triangles. */
const HALVES = /* @__PURE__ */ Uint8Array.of(0, 1, 2, 0, 2, 3)

/** A cell of voxels. */
export interface VoxelCell {
  /** Index, a whole number, of the cell along x. */
  readonly x: number
  /** Index, a whole number, of the cell along y. */
  readonly y: number
  /** Index, a whole number, of the cell along z. */
  readonly z: number
}

/** Terrain of cubes, built once and shared by any number of shapes. Made by `Voxels.build`. */
export class Voxels {
  /** Length of a cell's edges, m. */
  readonly cellSize: number
  /** @internal */
  readonly chunks: ChunkList
  /** @internal */
  readonly hasMaterials: boolean
  /** @internal */
  readonly bounds: Float64Array
  /** @internal */
  readonly radius: number

  /** Use `Voxels.build`, `Voxels.fromBytes` or `edit`. @internal */
  constructor(cellSize: number, chunks: ChunkList) {
    this.cellSize = cellSize
    this.chunks = chunks
    this.hasMaterials = chunks.hasMaterials
    const { low, high } = chunks
    this.bounds = Float64Array.from({ length: 6 }, (_, k) => (k < 3 ? low[k] : high[k - 3] + 1) * cellSize)
    this.radius = radiusOf(this.bounds)
    Object.freeze(this)
  }

  /** Builds voxels from a list of filled cells. */
  static build(options: VoxelsOptions): Voxels {
    const given = requireOptions(options, VOXELS_OPTIONS, 'voxels') as Partial<VoxelsOptions>
    const cellSize = given.cellSize === undefined ? 1 : requireRange(given.cellSize, 1e-6, MAX_COORDINATE, 'voxels.cellSize')
    const cells = requireCells(given.cells, cellSize, 'voxels.cells')
    const materials = given.materials === undefined ? null : readBytes(given.materials, cells.length / 3, 'cell', 'voxels.materials')
    const chunks = ChunkList.of(cells, null, new ChunkList([], [], []), materials)
    if (chunks.count === 0) throw new PhysicsError('degenerate', 'voxels.cells', 0, 'holds no cell. Give at least one.')
    return new Voxels(cellSize, chunks)
  }

  /** Voxels that `toBytes` has written, by any version with the same format. Bytes that hold anything else are refused. */
  static fromBytes(bytes: Uint8Array): Voxels {
    const { cellSize, chunks } = voxelsFromBytes(bytes)
    return new Voxels(cellSize, chunks)
  }

  /** The voxels as bytes. */
  toBytes(): Uint8Array {
    return voxelsToBytes(this)
  }

  /** New voxels with cells filled and emptied. These stay as they are; both share the chunks that do not change. */
  edit(edit: VoxelsEdit): Voxels {
    const given = requireOptions(edit, EDIT, 'edit') as VoxelsEdit
    const add = given.add === undefined ? null : requireCells(given.add, this.cellSize, 'edit.add')
    const remove = given.remove === undefined ? null : requireCells(given.remove, this.cellSize, 'edit.remove')
    const count = add === null ? 0 : add.length / 3
    const materials = given.materials === undefined ? null : readBytes(given.materials, count, 'cell of add', 'edit.materials')
    const chunks = ChunkList.of(add, remove, this.chunks, materials)
    if (chunks.count === 0) throw new PhysicsError('degenerate', 'edit.remove', remove, 'leaves no cell. Destroy the shape instead.')
    return new Voxels(this.cellSize, chunks)
  }

  /** Is the cell at these whole numbers filled? */
  has(x: number, y: number, z: number): boolean {
    return Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(z) && this.chunks.has(x, y, z)
  }

  /** The material of the cell at these whole numbers; null if it is not filled or has none. */
  materialAt(x: number, y: number, z: number): number | null {
    if (!this.has(x, y, z)) return null
    const material = this.chunks.materials[this.chunks.indexOf(x >> CHUNK_BITS, y >> CHUNK_BITS, z >> CHUNK_BITS)]?.[cellIn(x, y, z)]
    return material === undefined || material === NO_MATERIAL ? null : material
  }

  /** Count of filled cells. */
  get count(): number {
    return this.chunks.count
  }

  /** Bytes that it takes, shared chunks included. */
  get memoryBytes(): number {
    const { length, materials } = this.chunks
    return length * (CHUNK_WORDS * 4 + 12) + CHUNK_SPACE * materials.filter(each => each !== null).length
  }

  /** The cell of a triangle that a ray has met. */
  cellOf(triangle: number): VoxelCell {
    const piece = requireInteger(triangle, 0, 65536 * this.chunks.length - 1, 'voxels.cellOf')
    const { places } = this.chunks
    const chunk = piece >> 16
    return {
      x: (places[3 * chunk] << CHUNK_BITS) + ((piece >> 4) & 15),
      y: (places[3 * chunk + 1] << CHUNK_BITS) + ((piece >> 8) & 15),
      z: (places[3 * chunk + 2] << CHUNK_BITS) + ((piece >> 12) & 15),
    }
  }

  /** Corners of all triangles of its free faces, 9 numbers each, counter-clockwise from outside: for drawing. */
  triangles(): Float64Array {
    const count = this.find(this.bounds)
    const pieces = found.pieces.slice(0, count)
    const out = new Float64Array(9 * count)
    const corners = new Float64Array(9)
    for (let i = 0; i < count; i++) {
      this.corners(pieces[i], corners)
      out.set(corners, 9 * i)
    }
    return out
  }

  /** @internal */
  find(box: Float64Array): number {
    const { chunks, cellSize } = this
    // Cells that touch the box from outside count, and a hair of room for the rounding of the division.
    const x0 = Math.max(chunks.low[0], Math.floor(box[0] / cellSize - 1e-9) - 1)
    const y0 = Math.max(chunks.low[1], Math.floor(box[1] / cellSize - 1e-9) - 1)
    const z0 = Math.max(chunks.low[2], Math.floor(box[2] / cellSize - 1e-9) - 1)
    const x1 = Math.min(chunks.high[0], Math.floor(box[3] / cellSize + 1e-9))
    const y1 = Math.min(chunks.high[1], Math.floor(box[4] / cellSize + 1e-9))
    const z1 = Math.min(chunks.high[2], Math.floor(box[5] / cellSize + 1e-9))
    let count = 0
    for (let cz = z0 >> CHUNK_BITS; cz <= z1 >> CHUNK_BITS; cz++) {
      for (let cy = y0 >> CHUNK_BITS; cy <= y1 >> CHUNK_BITS; cy++) {
        for (let cx = x0 >> CHUNK_BITS; cx <= x1 >> CHUNK_BITS; cx++) {
          const chunk = chunks.indexOf(cx, cy, cz)
          if (chunk < 0) continue
          const fromX = Math.max(x0, cx << CHUNK_BITS)
          const toX = Math.min(x1, (cx << CHUNK_BITS) + CHUNK_CELLS - 1)
          const toY = Math.min(y1, (cy << CHUNK_BITS) + CHUNK_CELLS - 1)
          const toZ = Math.min(z1, (cz << CHUNK_BITS) + CHUNK_CELLS - 1)
          for (let z = Math.max(z0, cz << CHUNK_BITS); z <= toZ; z++) {
            for (let y = Math.max(y0, cy << CHUNK_BITS); y <= toY; y++) {
              for (let x = fromX; x <= toX; x++) if (chunks.hasIn(chunk, x, y, z)) count = this.addFaces(chunk, x, y, z, box, count)
            }
          }
        }
      }
    }
    return count
  }

  /** Adds the free faces of a cell that meet the box. */
  private addFaces(chunk: number, x: number, y: number, z: number, box: Float64Array, count: number): number {
    const { chunks, cellSize } = this
    const cell = cellIn(x, y, z)
    for (let face = 0; face < 6; face++) {
      const axis = face >> 1
      const place = ((axis === 0 ? x : axis === 1 ? y : z) + (face & 1)) * cellSize
      if (place < box[axis] || place > box[3 + axis]) continue
      if (axis !== 0 && ((x + 1) * cellSize < box[0] || x * cellSize > box[3])) continue
      if (axis !== 1 && ((y + 1) * cellSize < box[1] || y * cellSize > box[4])) continue
      if (axis !== 2 && ((z + 1) * cellSize < box[2] || z * cellSize > box[5])) continue
      if (chunks.has(x + FACE_STEPS[3 * face], y + FACE_STEPS[3 * face + 1], z + FACE_STEPS[3 * face + 2])) continue
      const piece = (chunk << 16) | (cell << 4) | (face << 1)
      addFound(count++, piece)
      addFound(count++, piece + 1)
    }
    return count
  }

  /** @internal */
  corners(piece: number, out: Float64Array): void {
    const { places } = this.chunks
    const chunk = piece >> 16
    const x = (places[3 * chunk] << CHUNK_BITS) + ((piece >> 4) & 15)
    const y = (places[3 * chunk + 1] << CHUNK_BITS) + ((piece >> 8) & 15)
    const z = (places[3 * chunk + 2] << CHUNK_BITS) + ((piece >> 12) & 15)
    const face = (piece >> 1) & 7
    for (let k = 0; k < 3; k++) {
      const corner = FACE_CORNERS[4 * face + HALVES[3 * (piece & 1) + k]]
      out[3 * k] = (x + (corner & 1)) * this.cellSize
      out[3 * k + 1] = (y + ((corner >> 1) & 1)) * this.cellSize
      out[3 * k + 2] = (z + (corner >> 2)) * this.cellSize
    }
  }

  /** @internal */
  edgeKinds(piece: number): number {
    // The halves meet in the diagonal 0–2: the last edge of the first, the first edge of the second.
    return (piece & 1) === 0
      ? this.faceEdge(piece, 0) | (this.faceEdge(piece, 1) << 2) | (FLAT_EDGE << 4)
      : FLAT_EDGE | (this.faceEdge(piece, 2) << 2) | (this.faceEdge(piece, 3) << 4)
  }

  /** Kind of side `side` of the square that the piece is half of: what stands beyond it, level with the cell and in front of that. */
  private faceEdge(piece: number, side: number): number {
    const { places } = this.chunks
    const chunk = piece >> 16
    const face = (piece >> 1) & 7
    const a = FACE_CORNERS[4 * face + side]
    const b = FACE_CORNERS[4 * face + ((side + 1) & 3)]
    // The direction out of the square over this side: the axis that is neither the face's nor the side's, towards the corners' bit.
    const axis = 3 - (face >> 1) - ((a ^ b) >> 1)
    const step = ((a >> axis) & 1) === 1 ? 1 : -1
    const x = (places[3 * chunk] << CHUNK_BITS) + ((piece >> 4) & 15) + (axis === 0 ? step : 0)
    const y = (places[3 * chunk + 1] << CHUNK_BITS) + ((piece >> 8) & 15) + (axis === 1 ? step : 0)
    const z = (places[3 * chunk + 2] << CHUNK_BITS) + ((piece >> 12) & 15) + (axis === 2 ? step : 0)
    if (this.chunks.has(x + FACE_STEPS[3 * face], y + FACE_STEPS[3 * face + 1], z + FACE_STEPS[3 * face + 2])) return CONCAVE_EDGE
    return this.chunks.has(x, y, z) ? FLAT_EDGE : CONVEX_EDGE
  }

  /** @internal */
  castRay(line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
    return castVoxelRay(this, line, backFaces, hit)
  }

  /** @internal */
  nearest(point: Float64Array, out: Float64Array): void {
    findNearestPiece(this, this.bounds, this.cellSize, point, out)
  }

  /** @internal */
  materialOf(piece: number): number {
    const materials = this.chunks.materials[piece >> 16]
    const material = materials === null ? NO_MATERIAL : materials[(piece >> 4) & (CHUNK_SPACE - 1)]
    return material === NO_MATERIAL ? -1 : material
  }

  /** Edges of cubes are square or flat at any scale. @internal */
  edgesAt(): EdgeSource {
    return this
  }

  /** @internal */
  radiusAt(scale: Float64Array): number {
    const box = new Float64Array(6)
    setScaledBox(box, this.bounds, scale)
    return radiusOf(box)
  }

  /** @internal */
  sourceOf(piece: number): number {
    return piece
  }
}

/** Number of a cell in its chunk. */
function cellIn(x: number, y: number, z: number): number {
  return ((z & 15) << 8) | ((y & 15) << 4) | (x & 15)
}

/** Cells that may be given in one call. */
const MAX_CELLS = 1 << 24

/** Cells as whole numbers, 3 each, within the range. */
function requireCells(value: unknown, cellSize: number, field: string): Int32Array {
  if (!isNumberArray(value)) throw new PhysicsError('wrong-type', field, value, 'must hold x y z of every cell in a flat array.')
  if (value.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.length`, value.length, 'is not a multiple of 3. Give x, y and z for every cell.')
  }
  if (value.length > 3 * MAX_CELLS) {
    throw new PhysicsError('limit-exceeded', `${field}.length`, value.length, `is more than ${3 * MAX_CELLS}. Split it with edit().`)
  }
  const most = Math.min(MAX_CELL, Math.floor(MAX_COORDINATE / cellSize) - 1)
  const cells = new Int32Array(value.length)
  for (let i = 0; i < cells.length; i++) {
    const number = value[i] as number
    if (!(Number.isInteger(number) && Math.abs(number) <= most)) {
      const advice = `of cell ${Math.floor(i / 3)} must be a whole number from −${most} to ${most}.`
      throw new PhysicsError('out-of-range', `${field}[${i}]`, number, advice)
    }
    cells[i] = number
  }
  return cells
}
