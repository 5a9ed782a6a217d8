/**
 * Level geometry at another scale: a view of a mesh, a height field or voxels that many shapes share. Triangles are found by the tree of the
 * original and stretched on the way out; nothing is copied but, where a scale differs by axis, a byte per triangle of a mesh for its edges.
 *
 * A negative factor mirrors. Corners 1 and 2 of a triangle then change places, so that what was outside stays outside. Which way an edge bends
 * is the same under every scale; whether it bends by less than 5°, and so counts as flat, is not.
 */

import { FIRST_REACH, SCALE_ROUNDING } from '../tolerances.ts'
import { findNearestPiece } from './piece-nearest.ts'
import type { EdgeSource, LevelGeometry } from './piece-source.ts'
import type { PieceHit } from './triangle-ray.ts'

const inner = /* @__PURE__ */ new Float64Array(6)
const innerPoint = /* @__PURE__ */ new Float64Array(3)

export class ScaledLevel implements LevelGeometry {
  /** What it is a view of. */
  readonly base: LevelGeometry
  /** Factors along x, y and z, none of them 0. */
  readonly scale: Float64Array
  readonly bounds: Float64Array
  readonly radius: number
  private readonly mirrored: boolean
  /** Is the scale the same along all axes, but for signs? */
  private readonly even: boolean
  private edges: EdgeSource | null = null

  constructor(base: LevelGeometry, scale: Float64Array) {
    this.base = base
    this.scale = scale
    const [x, y, z] = scale
    this.mirrored = x * y * z < 0
    this.even = Math.abs(x) === Math.abs(y) && Math.abs(y) === Math.abs(z)
    this.bounds = new Float64Array(6)
    setScaledBox(this.bounds, base.bounds, scale)
    this.radius = base.radiusAt(scale)
  }

  /** Finds out which edges are flat, as the first contact would. */
  prepare(): void {
    this.edges ??= this.even ? this.base : this.base.edgesAt(this.scale)
  }

  find(box: Float64Array): number {
    const { scale } = this
    for (let k = 0; k < 3; k++) {
      const a = box[k] / scale[k]
      const b = box[3 + k] / scale[k]
      const low = a < b ? a : b
      const high = a < b ? b : a
      inner[k] = low - SCALE_ROUNDING * Math.abs(low)
      inner[3 + k] = high + SCALE_ROUNDING * Math.abs(high)
    }
    return this.base.find(inner)
  }

  corners(piece: number, out: Float64Array): void {
    this.base.corners(piece, out)
    this.stretch(out, 0)
  }

  edgeKinds(piece: number): number {
    if (this.edges === null) this.prepare()
    const kinds = this.edges!.edgeKinds(piece)
    // Corners 0 2 1: the edges run the other way round.
    return this.mirrored ? (kinds >> 4) | (kinds & 12) | ((kinds & 3) << 4) : kinds
  }

  sourceOf(piece: number): number {
    return this.base.sourceOf(piece)
  }

  get hasMaterials(): boolean {
    return this.base.hasMaterials
  }

  materialOf(piece: number): number {
    return this.base.materialOf(piece)
  }

  castRay(line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
    const { scale } = this
    const { normal } = hit
    for (let k = 0; k < 3; k++) {
      inner[k] = line[k] / scale[k]
      inner[3 + k] = line[3 + k] / scale[k]
    }
    if (!this.base.castRay(inner, backFaces, hit)) return false
    // Normals go by the inverse of the scale: what points against the ray still does.
    const least = Math.min(Math.abs(scale[0]), Math.abs(scale[1]), Math.abs(scale[2]))
    let square = 0
    for (let k = 0; k < 3; k++) {
      normal[k] *= least / scale[k]
      square += normal[k] * normal[k]
    }
    const length = Math.sqrt(square)
    for (let k = 0; k < 3; k++) normal[k] /= length
    return true
  }

  nearest(point: Float64Array, out: Float64Array): void {
    const { scale } = this
    if (!this.even) {
      findNearestPiece(this, this.bounds, FIRST_REACH * this.radius, point, out)
      return
    }
    for (let k = 0; k < 3; k++) innerPoint[k] = point[k] / scale[k]
    this.base.nearest(innerPoint, out)
    for (let k = 0; k < 3; k++) out[k] *= scale[k]
  }

  triangles(): Float64Array {
    const out = this.base.triangles()
    for (let at = 0; at < out.length; at += 9) this.stretch(out, at)
    return out
  }

  edgesAt(scale: Float64Array): EdgeSource {
    return this.base.edgesAt(scale)
  }

  radiusAt(scale: Float64Array): number {
    return this.base.radiusAt(scale)
  }

  /** Puts the triangle at out[at …] to scale. */
  private stretch(out: Float64Array, at: number): void {
    const { scale, mirrored } = this
    for (let k = 0; k < 3; k++) {
      const s = scale[k]
      const b = s * out[at + 3 + k]
      const c = s * out[at + 6 + k]
      out[at + k] *= s
      out[at + 3 + k] = mirrored ? c : b
      out[at + 6 + k] = mirrored ? b : c
    }
  }
}

/** The box of a geometry at a scale. */
export function setScaledBox(out: Float64Array, box: Float64Array, scale: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const a = box[k] * scale[k]
    const b = box[3 + k] * scale[k]
    out[k] = a < b ? a : b
    out[3 + k] = a < b ? b : a
  }
}
