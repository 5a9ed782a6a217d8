/**
 * A height field once built: heights over a grid of samples in x and z, two triangles per cell, holes. Immutable; shapes of
 * many bodies and worlds may share one. No tree: boxes find cells by their place, rays by the lowest and highest height of 2 × 2, 4 × 4, …
 * cells (`height-pyramid.ts`). How it is kept as bytes is in `height-bytes.ts`.
 *
 * Heights are kept in single precision, as every source of them has them, and read as doubles.
 */

import { requireFinite, PhysicsError, requireInteger, requireRange } from '../../../common/errors.ts'
import { hint, requireOptions, type Fields } from '../../../common/options.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { isNumberArray, type NumberArray, readBytes } from '../mesh/mesh-input.ts'
import { addFound, type EdgeSource, radiusOf } from '../mesh/piece-source.ts'
import { findNearestPiece } from '../mesh/piece-nearest.ts'
import { setScaledBox } from '../mesh/scaled-level.ts'
import type { PieceHit } from '../mesh/triangle-ray.ts'
import { HeightEdges } from './height-edges.ts'
import { heightFieldFromBytes, heightFieldToBytes } from './height-bytes.ts'
import { buildPyramid, castPyramidRay, type HeightPyramid } from './height-pyramid.ts'

/** What a height field is built from. */
export interface HeightFieldOptions {
  /** Heights, m: one per sample, in any array of numbers. NaN: no ground there, and none in the cells around it. */
  readonly heights: NumberArray
  /** Count of samples along x, 2 or more. */
  readonly samplesX: number
  /** Count of samples along z, 2 or more. */
  readonly samplesZ: number
  /** Extent along x, m. The middle of the field is its origin. */
  readonly sizeX: number
  /** Extent along z, m. */
  readonly sizeZ: number
  /** Factor of the heights. Default 1. */
  readonly heightScale?: number
  /**
   * Order of the heights: 'x-first' runs along x, then along z (index = x + samplesX · z: three.js, Babylon.js, images); 'z-first' runs along z,
   * then along x (index = z + samplesZ · x: Rapier). Default 'x-first'.
   */
  readonly order?: 'x-first' | 'z-first'
  /**
   * Diagonal of the cells: 'falling' joins (x, z + 1) and (x + 1, z), as three's planes have it; 'rising' joins (x, z) and (x + 1, z + 1).
   * Default 'falling'.
   */
  readonly diagonal?: 'falling' | 'rising'
  /**
   * Cells without ground, one number per cell, (samplesX − 1) · (samplesZ − 1) of them, in the order of the heights: 0 is ground. Default: holes
   * are where heights are NaN.
   */
  readonly holes?: NumberArray
  /**
   * A number per cell, in the order of the cells: which of the shape's `surfaces` it has, 0 to 254; 255 is a hole. Default: none, the shape's own
   * everywhere.
   */
  readonly materials?: NumberArray
}

export const HEIGHT_FIELD_OPTIONS: Fields<HeightFieldOptions> = {
  heights: 0, samplesX: 0, samplesZ: 0, sizeX: 0, sizeZ: 0, heightScale: 0, order: 0, diagonal: 0, holes: 0, materials: 0,
}

/** Samples of a height field: pieces have 31 bits, and this is a square of 4096. */
export const MAX_SAMPLES: number = 1 << 24

/** The parts of a height field, for the builder and the reader of bytes. */
export interface HeightFieldParts {
  readonly samplesX: number
  readonly samplesZ: number
  readonly sizeX: number
  readonly sizeZ: number
  readonly rising: boolean
  /** x first. */
  readonly heights: Float32Array
  /** One per cell, x first; 1 where there is no ground. */
  readonly holes: Uint8Array
  /** One per cell, x first; null: they have none. */
  readonly materials: Uint8Array | null
}

/** A cell of a height field. */
export interface GridCell {
  /** Index of the cell along x, from 0. */
  readonly x: number
  /** Index of the cell along z, from 0. */
  readonly z: number
}

/** Terrain: heights over a grid, built once and shared by any number of shapes. Made by `HeightField.build`. */
export class HeightField {
  /** Count of samples along x. */
  readonly samplesX: number
  /** Count of samples along z. */
  readonly samplesZ: number
  /** Extent along x, m. */
  readonly sizeX: number
  /** Extent along z, m. */
  readonly sizeZ: number
  /** @internal */
  readonly rising: boolean
  /** @internal */
  readonly heights: Float32Array
  /** @internal */
  readonly holes: Uint8Array
  /** @internal */
  readonly materials: Uint8Array | null
  /** @internal */
  readonly pyramid: HeightPyramid
  /** @internal */
  readonly bounds: Float64Array
  /** @internal */
  readonly radius: number
  private readonly cellX: number
  private readonly cellZ: number
  private readonly edges: HeightEdges

  /** Use `HeightField.build` or `HeightField.fromBytes`. @internal */
  constructor(parts: HeightFieldParts) {
    this.samplesX = parts.samplesX
    this.samplesZ = parts.samplesZ
    this.sizeX = parts.sizeX
    this.sizeZ = parts.sizeZ
    this.rising = parts.rising
    this.heights = parts.heights
    this.holes = parts.holes
    this.materials = parts.materials
    this.cellX = parts.sizeX / (parts.samplesX - 1)
    this.cellZ = parts.sizeZ / (parts.samplesZ - 1)
    this.edges = new HeightEdges(parts, this.cellX, this.cellZ)
    this.pyramid = buildPyramid(parts)
    const { low, high } = this.pyramid
    this.bounds = Float64Array.of(-0.5 * parts.sizeX, low, -0.5 * parts.sizeZ, 0.5 * parts.sizeX, high, 0.5 * parts.sizeZ)
    this.radius = radiusOf(this.bounds)
    Object.freeze(this)
  }

  /** Builds a height field from samples. */
  static build(options: HeightFieldOptions): HeightField {
    return new HeightField(readParts(options))
  }

  /** A height field that `toBytes` has written, by any version with the same format. Bytes that hold anything else are refused. */
  static fromBytes(bytes: Uint8Array): HeightField {
    return new HeightField(heightFieldFromBytes(bytes))
  }

  /** The height field as bytes. */
  toBytes(): Uint8Array {
    return heightFieldToBytes(this)
  }

  /** Bytes that it takes. */
  get memoryBytes(): number {
    return this.heights.byteLength + this.holes.byteLength + (this.materials?.byteLength ?? 0) + this.pyramid.ranges.byteLength
  }

  /** Height of the ground at a place of its own frame, m; null beside the field and in holes. */
  heightAt(x: number, z: number): number | null {
    requireFinite(x, 'heightField.heightAt.x')
    requireFinite(z, 'heightField.heightAt.z')
    const u = (x + 0.5 * this.sizeX) / this.cellX
    const v = (z + 0.5 * this.sizeZ) / this.cellZ
    if (!(u >= 0 && v >= 0 && u <= this.samplesX - 1 && v <= this.samplesZ - 1)) return null
    const i = Math.min(Math.floor(u), this.samplesX - 2)
    const j = Math.min(Math.floor(v), this.samplesZ - 2)
    if (this.holes[j * (this.samplesX - 1) + i] !== 0) return null
    const s = u - i
    const t = v - j
    const o = j * this.samplesX + i
    const h00 = this.heights[o]
    const h10 = this.heights[o + 1]
    const h01 = this.heights[o + this.samplesX]
    const h11 = this.heights[o + this.samplesX + 1]
    if (this.rising) return s > t ? h00 + s * (h10 - h00) + t * (h11 - h10) : h00 + t * (h01 - h00) + s * (h11 - h01)
    return s + t <= 1 ? h00 + s * (h10 - h00) + t * (h01 - h00) : h11 + (1 - s) * (h01 - h11) + (1 - t) * (h10 - h11)
  }

  /** The cell of a triangle that a ray has met: which along x and z. */
  cellOf(triangle: number): GridCell {
    const cell = requireInteger(triangle, 0, 2 * this.holes.length - 1, 'heightField.cellOf') >> 1
    const z = Math.floor(cell / (this.samplesX - 1))
    return { x: cell - z * (this.samplesX - 1), z }
  }

  /** Corners of all its triangles, 9 numbers each, counter-clockwise from above: for drawing. */
  triangles(): Float64Array {
    const pieces = Array.from({ length: 2 * this.holes.length }, (_, i) => i).filter(piece => this.holes[piece >> 1] === 0)
    const out = new Float64Array(9 * pieces.length)
    const corners = new Float64Array(9)
    pieces.forEach((piece, i) => {
      this.corners(piece, corners)
      out.set(corners, 9 * i)
    })
    return out
  }

  /** @internal */
  find(box: Float64Array): number {
    const { samplesX, samplesZ, heights, holes } = this
    // A hair of room for the rounding of the division.
    const i0 = Math.max(0, Math.floor((box[0] + 0.5 * this.sizeX) / this.cellX - 1e-9))
    const i1 = Math.min(samplesX - 2, Math.floor((box[3] + 0.5 * this.sizeX) / this.cellX + 1e-9))
    const j0 = Math.max(0, Math.floor((box[2] + 0.5 * this.sizeZ) / this.cellZ - 1e-9))
    const j1 = Math.min(samplesZ - 2, Math.floor((box[5] + 0.5 * this.sizeZ) / this.cellZ + 1e-9))
    let count = 0
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const cell = j * (samplesX - 1) + i
        if (holes[cell] !== 0) continue
        const o = j * samplesX + i
        const h00 = heights[o]
        const h10 = heights[o + 1]
        const h01 = heights[o + samplesX]
        const h11 = heights[o + samplesX + 1]
        // The corners on the diagonal belong to both triangles.
        const p = this.rising ? h00 : h01
        const q = this.rising ? h11 : h10
        const first = this.rising ? h01 : h00
        const second = this.rising ? h10 : h11
        const low = p < q ? p : q
        const high = p < q ? q : p
        if ((low < first ? low : first) <= box[4] && (high > first ? high : first) >= box[1]) addFound(count++, 2 * cell)
        if ((low < second ? low : second) <= box[4] && (high > second ? high : second) >= box[1]) addFound(count++, 2 * cell + 1)
      }
    }
    return count
  }

  /** @internal */
  corners(piece: number, out: Float64Array): void {
    const cell = piece >> 1
    const j = Math.floor(cell / (this.samplesX - 1))
    const i = cell - j * (this.samplesX - 1)
    if ((piece & 1) === 0) {
      this.corner(i, j, out, 0)
      this.corner(i, j + 1, out, 3)
      this.corner(i + 1, this.rising ? j + 1 : j, out, 6)
    } else {
      this.corner(this.rising ? i : i + 1, j, out, 0)
      this.corner(this.rising ? i + 1 : i, j + 1, out, 3)
      this.corner(i + 1, this.rising ? j : j + 1, out, 6)
    }
  }

  private corner(i: number, j: number, out: Float64Array, at: number): void {
    out[at] = i * this.cellX - 0.5 * this.sizeX
    out[at + 1] = this.heights[j * this.samplesX + i]
    out[at + 2] = j * this.cellZ - 0.5 * this.sizeZ
  }

  /** @internal */
  edgeKinds(piece: number): number {
    return this.edges.edgeKinds(piece)
  }

  /** @internal */
  get hasMaterials(): boolean {
    return this.materials !== null
  }

  /** @internal */
  materialOf(piece: number): number {
    return this.materials === null ? -1 : this.materials[piece >> 1]
  }

  /** @internal */
  edgesAt(scale: Float64Array): EdgeSource {
    return new HeightEdges(this, Math.abs(this.cellX * scale[0] / scale[1]), Math.abs(this.cellZ * scale[2] / scale[1]))
  }

  /** @internal */
  radiusAt(scale: Float64Array): number {
    const box = new Float64Array(6)
    setScaledBox(box, this.bounds, scale)
    return radiusOf(box)
  }

  /** @internal */
  castRay(line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
    return castPyramidRay(this, this.pyramid, line, backFaces, hit)
  }

  /** @internal */
  nearest(point: Float64Array, out: Float64Array): void {
    findNearestPiece(this, this.bounds, Math.max(this.cellX, this.cellZ), point, out)
  }

  /** @internal */
  sourceOf(piece: number): number {
    return piece
  }
}

function readChoice<Choice extends string>(value: unknown, choices: readonly Choice[], field: string): Choice {
  if (value === undefined) return choices[0]
  if (typeof value !== 'string') throw new PhysicsError('wrong-type', field, value, `must be one of ${choices.join(', ')}.`)
  if (!choices.includes(value as Choice)) throw new PhysicsError('out-of-range', field, value, `is not known. ${hint(value, choices)}`)
  return value as Choice
}

function readParts(options: unknown): HeightFieldParts {
  const given = requireOptions(options, HEIGHT_FIELD_OPTIONS, 'heightField') as Partial<HeightFieldOptions>
  const samplesX = requireInteger(given.samplesX, 2, MAX_SAMPLES, 'heightField.samplesX')
  const samplesZ = requireInteger(given.samplesZ, 2, MAX_SAMPLES, 'heightField.samplesZ')
  if (samplesX * samplesZ > MAX_SAMPLES) {
    throw new PhysicsError('limit-exceeded', 'heightField.samplesX', samplesX, `times ${samplesZ} is more than ${MAX_SAMPLES}. Split the field.`)
  }
  const sizeX = readSize(given.sizeX, 'heightField.sizeX')
  const sizeZ = readSize(given.sizeZ, 'heightField.sizeZ')
  const scale = given.heightScale === undefined ? 1 : requireRange(given.heightScale, -MAX_COORDINATE, MAX_COORDINATE, 'heightField.heightScale')
  const zFirst = readChoice(given.order, ['x-first', 'z-first'], 'heightField.order') === 'z-first'
  const rising = readChoice(given.diagonal, ['falling', 'rising'], 'heightField.diagonal') === 'rising'
  const heights = readHeights(given.heights, samplesX, samplesZ, scale, zFirst)
  const holes = readHoles(given.holes, samplesX - 1, samplesZ - 1, zFirst)
  const materials = given.materials === undefined ? null : readMaterials(given.materials, samplesX - 1, samplesZ - 1, zFirst)
  let ground = false
  for (let j = 0, cell = 0; j < samplesZ - 1; j++) {
    for (let i = 0; i < samplesX - 1; i++, cell++) {
      if (materials !== null && materials[cell] === HOLE_MATERIAL) holes[cell] = 1
      const o = j * samplesX + i
      // NaN in a sum is NaN.
      if (Number.isNaN(heights[o] + heights[o + 1] + heights[o + samplesX] + heights[o + samplesX + 1])) holes[cell] = 1
      if (holes[cell] === 0) ground = true
    }
  }
  if (!ground) throw new PhysicsError('degenerate', 'heightField', heights.length, 'is all holes. Give one cell with ground at least.')
  return { samplesX, samplesZ, sizeX, sizeZ, rising, heights, holes, materials }
}

function readSize(value: unknown, field: string): number {
  const size = requireRange(value, 0, MAX_COORDINATE, field)
  if (size === 0) throw new PhysicsError('out-of-range', field, value, 'must be greater than 0.')
  return size
}

function requireCount(value: unknown, count: number, what: string, field: string): NumberArray {
  if (!isNumberArray(value)) throw new PhysicsError('wrong-type', field, value, `must be an array of numbers, one per ${what}.`)
  if (value.length !== count) throw new PhysicsError('wrong-size', `${field}.length`, value.length, `must be ${count}: one number per ${what}.`)
  return value
}

function readHeights(value: unknown, samplesX: number, samplesZ: number, scale: number, zFirst: boolean): Float32Array {
  const given = requireCount(value, samplesX * samplesZ, 'sample', 'heightField.heights')
  const heights = new Float32Array(given.length)
  for (let j = 0, o = 0; j < samplesZ; j++) {
    for (let i = 0; i < samplesX; i++, o++) {
      const at = zFirst ? i * samplesZ + j : o
      const height = given[at]
      if (typeof height !== 'number' || !(Number.isNaN(height) || Math.abs(height * scale) <= MAX_COORDINATE)) {
        throw new PhysicsError(typeof height === 'number' ? 'out-of-range' : 'wrong-type', `heightField.heights[${at}]`, height,
          `must be a number between −${MAX_COORDINATE} and ${MAX_COORDINATE} m, or NaN for a hole.`)
      }
      // Zeros have one sign.
      heights[o] = height * scale + 0
    }
  }
  return heights
}

/** The material of a cell without ground. */
const HOLE_MATERIAL = 255

function readMaterials(value: unknown, cellsX: number, cellsZ: number, zFirst: boolean): Uint8Array {
  const given = readBytes(value, cellsX * cellsZ, 'cell', 'heightField.materials')
  if (!zFirst) return given
  const turned = new Uint8Array(given.length)
  for (let j = 0, o = 0; j < cellsZ; j++) for (let i = 0; i < cellsX; i++, o++) turned[o] = given[i * cellsZ + j]
  return turned
}

function readHoles(value: unknown, cellsX: number, cellsZ: number, zFirst: boolean): Uint8Array {
  const holes = new Uint8Array(cellsX * cellsZ)
  if (value === undefined) return holes
  const given = requireCount(value, holes.length, 'cell', 'heightField.holes')
  for (let j = 0, o = 0; j < cellsZ; j++) {
    for (let i = 0; i < cellsX; i++, o++) {
      const at = zFirst ? i * cellsZ + j : o
      const hole = given[at] as unknown
      if (typeof hole !== 'number' && typeof hole !== 'boolean') {
        throw new PhysicsError('wrong-type', `heightField.holes[${at}]`, hole, 'must be 0 for ground or 1 for a hole.')
      }
      holes[o] = Number(hole) === 0 ? 0 : 1
    }
  }
  return holes
}
