/**
 * What the engine asks of a shape, as one record per kind. A shape is a file beside this one with its code, its functions and its record;
 * `shape-table.ts` lists the records by code, and whoever needs to know something of a shape asks there. Contacts are not in the record: they
 * belong to pairs (`collide.ts`).
 *
 * A shape is its core, a convex polygon, segment or point whose vertices are numbered, widened by its core radius. The core of an ellipse is a
 * polygon too, of so many vertices that no double can tell it from the curved one; they are numbered but never listed. Sizes stand in the `size`
 * column, 4 doubles per shape from element `so` on. A polygon comes as an object, null for all other kinds, or where the narrow phase asks as
 * a packed polygon at packed[p] (`polygon/packed-polygons.ts`). Rotations are cosine and sine, from element `ro` on.
 */

import type { Polygon } from '../polygon/polygon.ts'

/** Names of the kinds of shapes. */
export type ShapeKindName = 'circle' | 'capsule' | 'segment' | 'polygon' | 'ellipse'

/** What a checked definition says of the geometry: the `size` column, and the polygon of a polygon. */
export interface ShapeGeometry {
  readonly size: readonly [number, number, number, number]
  readonly polygon: Polygon | null
}

export interface ShapeRecord {
  /** The number that stands for the kind in the columns: its index in the table. */
  readonly code: number
  /** The name for people, and the first part of the field in errors. */
  readonly name: ShapeKindName
  /** Is the core widened, by `size[so]`? */
  readonly rounded: boolean
  /** Does its core have faces and corners? Contacts ahead of what has none depend on its path. */
  readonly cornered: boolean
  /** Does it have an inside? */
  readonly solid: boolean

  /** Checks what a user wrote and turns it into sizes; throws a `PhysicsError`. */
  check(options: unknown): ShapeGeometry

  /** out[0 … 3] = tight box of the shape about the centre at center[co]: min x y, max x y. */
  bounds(
    out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
    packed: Float64Array, p: number,
  ): void
  /** Diameter of the largest circle that fits inside, m: what slops and margins are measured by. Of what has no inside: its length. */
  thickness(size: Float64Array, so: number, polygon: Polygon | null): number
  /** Radius of the circle about the shape's origin that holds the shape, m. */
  reach(size: Float64Array, so: number, polygon: Polygon | null): number
  /** The same of the core. */
  coreReach(size: Float64Array, so: number, polygon: Polygon | null): number
  /** Half the length of the straight part, m; 0 for shapes that have none. */
  halfLength(size: Float64Array, so: number): number

  /** Writes all vertices of the core to `out`, 2 doubles each, shape's frame; returns how many they are, 0 for an ellipse. */
  coreVertices(out: Float64Array, size: Float64Array, so: number, polygon: Polygon | null): number
  /** out[oo …] = vertex `index` of the core in the shape's frame. */
  coreVertex(size: Float64Array, so: number, polygon: Polygon | null, index: number, out: Float64Array, oo: number): void
  /**
   * Number of the core vertex farthest along `sign` times the direction at dir[di] (world axes, any length): the support mapping. Ties go to
   * the lower number.
   */
  support(
    rot: Float64Array, ro: number, size: Float64Array, so: number, polygon: Polygon | null, dir: Float64Array, di: number, sign: number,
  ): number
  /** out[oo] = how far that vertex lies from the origin along that direction, times the direction's length: the core's support function. */
  coreExtent(
    out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, packed: Float64Array, p: number,
    dir: Float64Array, di: number, sign: number,
  ): void
  /** Flat faces, and out[0 … 1] = the outward unit normal of one of them in the shape's frame. */
  faceCount(polygon: Polygon | null): number
  faceNormal(polygon: Polygon | null, face: number, out: Float64Array): void

  /** Writes the mass record (`mass-properties.ts`) in the shape's frame; density in kg/m². */
  mass(size: Float64Array, so: number, polygon: Polygon | null, density: number, out: Float64Array): void
  /**
   * Ray against the solid shape, both in the shape's frame: `ray` is origin and unit direction, 4 doubles. On a hit true, and `hit` is the
   * distance and the outward unit normal, 3 doubles (`ray-circle.ts` has what shapes share).
   */
  ray(hit: Float64Array, ray: Float64Array, size: Float64Array, so: number, polygon: Polygon | null): boolean
  /** out[0 … 1] = point of the solid shape nearest to point[0 … 1], both in the shape's frame; a point inside is its own nearest. */
  closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number, polygon: Polygon | null): void
}
