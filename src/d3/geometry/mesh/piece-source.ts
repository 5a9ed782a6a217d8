/**
 * What level geometry has in common: triangles that can be found by a box. Meshes are such sources, as height fields
 * and voxels can be; contacts, sweeps and overlaps are made once, for all of them (`mesh-contacts.ts`, `mesh-sweeps.ts`).
 *
 * Pieces are numbered by the source; a number means the same triangle as long as the geometry stands.
 */

import type { PieceHit } from './triangle-ray.ts'

/** Pieces found by the last `find`, in rising order; grows as needed. */
export const found: { pieces: Int32Array } = { pieces: /* @__PURE__ */ new Int32Array(64) }

/** Where the kinds of edges are known. */
export interface EdgeSource {
  /** Kinds of a piece's edges 0→1, 1→2, 2→0, two bits each (`mesh-edges.ts`). */
  edgeKinds(piece: number): number
}

export interface PieceSource extends EdgeSource {
  /** Finds the pieces whose boxes overlap the box (low corner, high corner; source's frame): fills `found.pieces`, returns how many. */
  find(box: Float64Array): number
  /** out[0 … 8] = corners of a piece, counter-clockwise seen from outside. */
  corners(piece: number, out: Float64Array): void
  /** The number under which the user knows a piece: the triangle's index in the input. */
  sourceOf(piece: number): number
  /** Do pieces have materials? */
  readonly hasMaterials: boolean
  /** The material of a piece, −1 = none. */
  materialOf(piece: number): number
}

/** A geometry of this kind as shapes have it. */
export interface LevelGeometry extends PieceSource {
  /** Low and high corner, m. */
  readonly bounds: Float64Array
  /** Radius of the ball about the origin that holds all of it, m. */
  readonly radius: number
  /** The first piece along a ray before `hit`, see `triangle-ray.ts`; leaves `hit` alone if there is none. */
  castRay(line: Float64Array, backFaces: boolean, hit: PieceHit): boolean
  /** out[0 … 2] = point of the surface nearest to point[0 … 2]. */
  nearest(point: Float64Array, out: Float64Array): void
  /** Corners of all pieces, 9 numbers each. */
  triangles(): Float64Array
  /** Kinds of its edges at another scale, which may make flat what was not: corners in the order of the original. */
  edgesAt(scale: Float64Array): EdgeSource
  /** The radius at another scale. */
  radiusAt(scale: Float64Array): number
}

/** Radius of the ball about the origin that holds a box. */
export function radiusOf(bounds: Float64Array): number {
  let square = 0
  for (let k = 0; k < 3; k++) {
    const far = Math.max(Math.abs(bounds[k]), Math.abs(bounds[3 + k]))
    square += far * far
  }
  return Math.sqrt(square)
}

/** Adds a piece as the `at`th found. */
export function addFound(at: number, piece: number): void {
  if (at === found.pieces.length) {
    const larger = new Int32Array(2 * at)
    larger.set(found.pieces)
    found.pieces = larger
  }
  found.pieces[at] = piece
}
