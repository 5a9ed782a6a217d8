/**
 * Shape definitions: what users write to describe a shape, and the functions that make them. Definitions are plain data, checked when
 * they are made; the same one may be used for many bodies.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { PointList } from '../../common/points.ts'
import { MASS_RECORD_SIZE } from '../geometry/mass-properties.ts'
import { requireWeight } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { readSurface, SURFACE_FIELDS, type Surface, type SurfaceOptions } from '../../common/store/surface-options.ts'
import { type Quat, type Vec3, readQuat, readVec3 } from '../math/types.ts'
import { boxShape } from '../geometry/shapes/box.ts'
import { capsuleShape } from '../geometry/shapes/capsule.ts'
import { hullShape } from '../geometry/shapes/hull.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import type { ShapeKindName, ShapeRecord } from '../geometry/shapes/shape-record.ts'
import type { TriangleMesh, TriangleMeshOptions } from '../geometry/mesh/triangle-mesh.ts'
import { asMesh, MESH, meshShape } from '../geometry/shapes/mesh.ts'
import { sphereShape } from '../geometry/shapes/sphere.ts'

export type { CollisionFilter } from '../../common/store/collision-filter.ts'
export type { CombineRule } from '../../common/store/combine-rules.ts'

/** What every shape may say besides its geometry. */
export interface ShapeOptions extends SurfaceOptions {
  /** Place in the body, m. Default: the body's origin. */
  position?: Vec3
  /** Orientation in the body. Default: not turned. */
  rotation?: Quat
  /** Velocity of the surface over the body, body axes, m/s: conveyor belts. Default 0, 0, 0. */
  surfaceVelocity?: Vec3
}

export const SHAPE_FIELDS: Fields<ShapeOptions> = { ...SURFACE_FIELDS, position: 0, rotation: 0, surfaceVelocity: 0 }

/** What `sphere()` is told. */
export interface SphereOptions extends ShapeOptions {
  /** Radius, m. */
  radius: number
}

const SPHERE_FIELDS: Fields<SphereOptions> = { ...SHAPE_FIELDS, radius: 0 }

/** What `box()` is told. */
export interface BoxOptions extends ShapeOptions {
  /** Half the lengths of the edges, m. */
  halfExtents: Vec3
}

const BOX_FIELDS: Fields<BoxOptions> = { ...SHAPE_FIELDS, halfExtents: 0 }

/** What `capsule()` is told. */
export interface CapsuleOptions extends ShapeOptions {
  /** Radius of the caps and half the thickness, m. */
  radius: number
  /** Half the distance between the centres of the two caps, m; the axis is local y. */
  halfLength: number
}

const CAPSULE_FIELDS: Fields<CapsuleOptions> = { ...SHAPE_FIELDS, radius: 0, halfLength: 0 }

/** What `hull()` is told. */
export interface HullOptions extends ShapeOptions {
  /**
   * At least four points, m, that do not lie in a plane, at most a million: objects, or x y z in a row, such as the positions of a mesh. Points
   * inside their convex hull are dropped. A hull keeps at most 254 of its corners: none sticks out of it by more than a fiftieth of the extent.
   */
  points: PointList<Vec3>
}

export const HULL_FIELDS: Fields<HullOptions> = { ...SHAPE_FIELDS, points: 0 }

/** What `mesh()` is told: a mesh built before, or what one is built from. */
export interface MeshOptions extends ShapeOptions, Partial<TriangleMeshOptions> {
  /** A mesh that many shapes may share. Default: one is built from `positions` and `indices`. */
  mesh?: TriangleMesh
  /**
   * Which sides of a triangle collide: the `'front'`, from which its corners run counter-clockwise, or `'both'`. Default `'front'`: bodies that
   * come from behind pass.
   */
  sides?: 'front' | 'both'
}

const MESH_FIELDS: Fields<MeshOptions> = { ...SHAPE_FIELDS, mesh: 0, sides: 0, positions: 0, indices: 0, weldTolerance: 0 }

/** A checked shape, ready to be put on a body. Make one with `sphere`, `box`, `capsule`, `hull` or `mesh`. */
export interface ShapeDefinition extends Surface {
  /** The function that made it. */
  readonly kind: ShapeKindName
  /** @internal */
  readonly kindCode: number
  /** @internal */
  readonly size: readonly [number, number, number]
  /** @internal */
  readonly hull: Hull | null
  /** Place in the body, m. */
  readonly position: Readonly<Vec3>
  /** Orientation in the body. */
  readonly rotation: Readonly<Quat>
  /** Velocity of the surface over the body, body axes, m/s. */
  readonly surfaceVelocity: Readonly<Vec3>
}

/** Definitions made here: anything else is refused, so that a body never gets unchecked numbers. */
const made = new WeakSet<object>()

/** A ball. */
export function sphere(options: SphereOptions): ShapeDefinition {
  return define(sphereShape, SPHERE_FIELDS, options)
}

/** A box by its half extents: crates, walls, floors. */
export function box(options: BoxOptions): ShapeDefinition {
  return define(boxShape, BOX_FIELDS, options)
}

/** A cylinder with round ends, along local y: limbs, characters. */
export function capsule(options: CapsuleOptions): ShapeDefinition {
  return define(capsuleShape, CAPSULE_FIELDS, options)
}

/** The convex hull of a set of points: stones, tools, anything without dents. */
export function hull(options: HullOptions): ShapeDefinition {
  return define(hullShape, HULL_FIELDS, options)
}

/**
 * A triangle mesh: level geometry, for static and kinematic bodies. A closed one weighs what its inside does, an open one nothing: its density is
 * 0 and can be nothing else.
 */
export function mesh(options: MeshOptions): ShapeDefinition {
  const definition = define(meshShape, MESH_FIELDS, options, (built) => (asMesh(built).report.volume > 0 ? 1000 : 0))
  return definition
}

/** Was this made by one of the functions above? */
export function requireDefinition(value: unknown, field: string): ShapeDefinition {
  if (typeof value !== 'object' || value === null || !made.has(value)) {
    throw new PhysicsError('wrong-type', field, value, 'is no shape definition. Make one with sphere(), box(), capsule(), hull() or mesh().')
  }
  return value as ShapeDefinition
}

/** A convex shape, as everything that is moved about must be; or an error. */
export function requireConvex(definition: ShapeDefinition, field: string): ShapeDefinition {
  if (definition.kindCode < MESH) return definition
  throw new PhysicsError('wrong-type', field, definition.kind, 'is not convex. Give a sphere, box, capsule, hull or another convex shape.')
}

const scratch = new Float64Array(10)
const mass = new Float64Array(MASS_RECORD_SIZE)

function define(shape: ShapeRecord, fields: object, o: ShapeOptions, density?: (built: Hull | null) => number): ShapeDefinition {
  const kind = shape.name
  const { size, hull: built } = shape.check(requireOptions(o, fields, kind))
  readVec3(o.position ?? { x: 0, y: 0, z: 0 }, `${kind}.position`, scratch, 0)
  readQuat(o.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, `${kind}.rotation`, scratch, 3)
  readVec3(o.surfaceVelocity ?? { x: 0, y: 0, z: 0 }, `${kind}.surfaceVelocity`, scratch, 7)
  const surface = readSurface(density === undefined || o.density !== undefined ? o : { ...o, density: density(built) }, kind)
  if (surface.density > 0) {
    shape.mass(Float64Array.from(size), 0, built, surface.density, mass)
    requireWeight(mass[0], surface.density, `${kind}.density`)
  }
  const definition: ShapeDefinition = {
    kind,
    kindCode: shape.code,
    size,
    hull: built,
    position: { x: scratch[0], y: scratch[1], z: scratch[2] },
    rotation: { x: scratch[3], y: scratch[4], z: scratch[5], w: scratch[6] },
    surfaceVelocity: { x: scratch[7], y: scratch[8], z: scratch[9] },
    ...surface,
  }
  made.add(definition)
  return Object.freeze(definition)
}
