/**
 * What the engine asks of a shape, as one record per kind. A shape is a file beside this one with its code, its functions and its record;
 * `shape-table.ts` lists the records by code, and whoever needs to know something of a shape asks there. Contacts are not in the record: they
 * belong to pairs (`collide.ts`).
 *
 * A shape is its core, a convex polytope whose vertices are numbered, widened by its core radius. The core of a smooth shape is a polytope too,
 * of vertices so many that no double can tell it from the curved one; they are numbered but never listed. Sizes stand in the `size` column, 4 doubles
 * per shape from element `so` on; a hull comes as an object, null for all other kinds. Rotations are 9 doubles, row-major, world = R · local,
 * from element `ro` on. Functions that the narrow phase calls take and give no fractional number outside of arrays: a call that is not
 * inlined would put each of them on the heap.
 */

import type { Feature } from '../feature.ts'
import type { Hull } from '../hull/hull.ts'

/** Names of the kinds of shapes. */
export type ShapeKindName =
  | 'sphere' | 'capsule' | 'box' | 'hull' | 'cylinder' | 'ellipsoid' | 'tapered-capsule' | 'rounded-box' | 'rounded-hull' | 'plane' | 'mesh'
  | 'height-field' | 'voxels'

/** Lengths of a shape as users give them, m; 0 where a kind has no such length. */
export interface ShapeMeasures {
  /** Of spheres, capsules and cylinders; of unequal ends the larger. */
  radius: number
  /** Ends at +y and −y. */
  radiusTop: number
  radiusBottom: number
  /** Half the height of cylinders. */
  halfHeight: number
  /** Radius of rounded edges. */
  rounding: number
}

/**
 * What a checked definition says of the geometry: the `size` column, and the hull of a hull (of a mesh its `TriangleMesh`, see `mesh.ts`) as it
 * was built; its scale is in `size` (`instances.ts`).
 */
export interface ShapeGeometry {
  readonly size: readonly number[]
  readonly hull: Hull | null
}

export interface ShapeRecord {
  /** The number that stands for the kind in the columns: its index in the table. */
  readonly code: number
  /** The name for people, and the first part of the field in errors. */
  readonly name: ShapeKindName
  /** Is the core widened, by `size[so]`? Contacts ahead of a round shape depend on its path. */
  readonly rounded: boolean
  /** Is the core curved? Its vertices cannot be listed then. */
  readonly smooth: boolean
  /** Does it need a hull? */
  readonly usesHull: boolean
  /** Does it have half extents? */
  readonly hasHalfExtents: boolean

  /** Checks what a user wrote and turns it into sizes; throws a `PhysicsError`. */
  check(options: unknown): ShapeGeometry

  /** out[0 … 5] = tight box of the shape about the centre at center[co]: min x y z, max x y z. */
  bounds(
    out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
  ): void
  /** Diameter of the largest ball that fits inside, m: what slops and margins are measured by. */
  thickness(size: Float64Array, so: number, hull: Hull | null): number
  /** out[oo] = half of it. */
  innerRadius(out: Float64Array, oo: number, size: Float64Array, so: number, hull: Hull | null): void
  /** Radius of the ball about the shape's origin that holds the shape, m. */
  reach(size: Float64Array, so: number, hull: Hull | null): number
  /** The same of the core. */
  coreReach(size: Float64Array, so: number, hull: Hull | null): number
  /** Half the length of the straight part, m; 0 for shapes that have none. */
  halfLength(size: Float64Array, so: number): number
  /** Lengths as the user gave them, where they differ from what `size` tells; null: they do not. */
  measures(size: Float64Array, so: number): ShapeMeasures | null

  /** Writes all vertices of the core to `out`, 3 doubles each, shape's frame; returns how many they are, 0 for a smooth shape. */
  coreVertices(out: Float64Array, size: Float64Array, so: number, hull: Hull | null): number
  /** out[oo …] = vertex `index` of the core in the shape's frame. */
  coreVertex(size: Float64Array, so: number, hull: Hull | null, index: number, out: Float64Array, oo: number): void
  /**
   * Number of the core vertex farthest along `sign` times the direction at dir[di] (world axes, any length): the support mapping. Ties go to
   * the lower number.
   */
  support(
    rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null, dir: Float64Array, di: number, sign: number,
  ): number
  /** out[oo] = how far that vertex lies from the origin along that direction, times the direction's length: the core's support function. */
  coreExtent(
    out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
    dir: Float64Array, di: number, sign: number,
  ): void
  /**
   * The supporting feature of the core for the unit direction dir[0 … 2], both in the shape's frame: the point, edge or face that faces it. The
   * vertex farthest along the direction is part of it.
   */
  feature(out: Feature, size: Float64Array, so: number, hull: Hull | null, dir: Float64Array): void
  /**
   * out[oo] = how far below the surface that faces the unit direction dir[0 … 2] (shape's frame) the centre lies about which it rolls: that part of a
   * contact's arm does not turn with the body.
   */
  curvature(out: Float64Array, oo: number, size: Float64Array, so: number, dir: Float64Array): void
  /** Flat faces, and out[0 … 2] = the outward unit normal of one of them in the shape's frame. */
  faceCount(hull: Hull | null): number
  faceNormal(hull: Hull | null, face: number, out: Float64Array): void

  /** Writes the mass record (`mass-properties.ts`) in the shape's frame; density in kg/m³. */
  mass(size: Float64Array, so: number, hull: Hull | null, density: number, out: Float64Array): void
  /**
   * Ray against the solid shape, both in the shape's frame: `ray` is origin and unit direction, 6 doubles. On a hit true, and `hit` is the
   * distance and the outward unit normal, 4 doubles (`ray-ball.ts` has what shapes share).
   */
  ray(hit: Float64Array, ray: Float64Array, size: Float64Array, so: number, hull: Hull | null): boolean
  /** out[0 … 2] = point of the solid shape nearest to point[0 … 2], both in the shape's frame; a point inside is its own nearest. */
  closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number, hull: Hull | null): void
}
