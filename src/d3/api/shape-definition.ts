/**
 * Shape definitions: what users write to describe a shape, and the functions that make them. Definitions are plain data, checked when
 * they are made; the same one may be used for many bodies.
 */

import { hasFields, PhysicsError, requireObject } from '../../common/errors.ts'
import { frozen } from '../../common/frozen.ts'
import type { PointList } from '../../common/points.ts'
import { type MaterialTable, readMaterials, type SurfaceMaterial } from '../geometry/material-table.ts'
import { MASS_RECORD_SIZE } from '../geometry/mass-properties.ts'
import { requireWeight } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { readSurface, SURFACE_FIELDS, type Surface, type SurfaceOptions } from '../../common/store/surface-options.ts'
import { DYNAMIC } from '../store/bodies.ts'
import { type Quat, type Vec3, readQuat, readVec3 } from '../math/types.ts'
import { boxShape } from '../geometry/shapes/box.ts'
import { capsuleShape } from '../geometry/shapes/capsule.ts'
import { coneShape, cylinderShape } from '../geometry/shapes/cylinder.ts'
import { ellipsoidShape } from '../geometry/shapes/ellipsoid.ts'
import { instanceOf } from '../geometry/instances.ts'
import type { KeptGeometry } from '../geometry/kept-geometry.ts'
import { HULL, hullShape } from '../geometry/shapes/hull.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import type { ShapeKindName, ShapeRecord } from '../geometry/shapes/shape-record.ts'
import type { TriangleMesh, TriangleMeshOptions } from '../geometry/mesh/triangle-mesh.ts'
import { asMesh, meshShape } from '../geometry/shapes/mesh.ts'
import { heightFieldShape } from '../geometry/shapes/height-field.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { voxelsShape } from '../geometry/shapes/voxels.ts'
import { HEIGHT_FIELD_OPTIONS, type HeightField, type HeightFieldOptions } from '../geometry/height-field/height-field.ts'
import { type Voxels, VOXELS_OPTIONS, type VoxelsOptions } from '../geometry/voxels/voxels.ts'
import { PLANE, planeShape } from '../geometry/shapes/plane.ts'
import { roundedBoxShape } from '../geometry/shapes/rounded-box.ts'
import { ROUNDED_HULL, roundedHullShape } from '../geometry/shapes/rounded-hull.ts'
import { equalCapsuleShape, taperedCapsuleShape } from '../geometry/shapes/tapered-capsule.ts'
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
  /** Radius of rounded edges and corners, m, inside of the half extents and less than the least of them. Default 0: sharp. */
  rounding?: number
}

const BOX_FIELDS: Fields<BoxOptions> = { ...SHAPE_FIELDS, halfExtents: 0, rounding: 0 }

/** What `capsule()` is told. */
export interface CapsuleOptions extends ShapeOptions {
  /** Radius of the caps and half the thickness, m; or of the cap that is not given by itself. Default: none, if both are. */
  radius?: number
  /** Radius of the cap at +y, m. Default: `radius`. */
  radiusTop?: number
  /** Radius of the cap at −y, m. Default: `radius`. */
  radiusBottom?: number
  /** Half the distance between the centres of the two caps, m; the axis is local y. */
  halfLength: number
}

const CAPSULE_FIELDS: Fields<CapsuleOptions> = { ...SHAPE_FIELDS, radius: 0, radiusTop: 0, radiusBottom: 0, halfLength: 0 }

/** What `hull()` is told. */
export interface HullOptions extends ShapeOptions {
  /**
   * At least four points, m, that do not lie in a plane, at most a million: objects, or x y z in a row, such as the positions of a mesh. Points
   * inside their convex hull are dropped. A hull keeps at most 254 of its corners: none sticks out of it by more than a fiftieth of the extent.
   * Default: those of `hull`.
   */
  points?: PointList<Vec3>
  /** Instead of points: a definition that `hull()` made, whose corners it shares. What else that one says does not count. Default: none. */
  hull?: ShapeDefinition
  /** Factor of the corners, for all axes or by axis; a negative one mirrors. Default 1. */
  scale?: Vec3 | number
  /** Radius of rounded edges and corners, m: the shape is all that lies within it of the hull of the points. Default 0: sharp. */
  rounding?: number
}

export const HULL_FIELDS: Fields<HullOptions> = { ...SHAPE_FIELDS, points: 0, hull: 0, scale: 0, rounding: 0 }

/** What `plane()` is told: everything but a density. */
export type PlaneOptions = Omit<ShapeOptions, 'density'>

const { density: _density, ...PLANE_FIELDS } = SHAPE_FIELDS

/** What `ellipsoid()` is told. */
export interface EllipsoidOptions extends ShapeOptions {
  /** Radii along local x, y and z, m. */
  radii: Vec3
}

const ELLIPSOID_FIELDS: Fields<EllipsoidOptions> = { ...SHAPE_FIELDS, radii: 0 }

/** What `cylinder()` is told: one radius, or one for each end. */
export interface CylinderOptions extends ShapeOptions {
  /** Radius of both ends, m; or of the end that is not given by itself. Default: none, if both are. */
  radius?: number
  /** Radius of the end at +y, m; 0 is a tip. Default: `radius`. */
  radiusTop?: number
  /** Radius of the end at −y, m; 0 is a tip. Default: `radius`. */
  radiusBottom?: number
  /** Half the height, m; the axis is local y, the origin at half the height. */
  halfHeight: number
  /** Radius of the rounded edges, m, inside of the given size: the height and the slope of the side stay. Default 0: sharp. */
  rounding?: number
}

const CYLINDER_FIELDS: Fields<CylinderOptions> = {
  ...SHAPE_FIELDS, radius: 0, radiusTop: 0, radiusBottom: 0, halfHeight: 0, rounding: 0,
}

/** What `cone()` is told. */
export interface ConeOptions extends ShapeOptions {
  /** Radius of the base, which is at −y, m. */
  radius: number
  /** Half the height, m; the tip is at +y, the origin at half the height. The centre of mass is a quarter of the height above the base. */
  halfHeight: number
}

const CONE_FIELDS: Fields<ConeOptions> = { ...SHAPE_FIELDS, radius: 0, halfHeight: 0 }

/** What `mesh()` is told: a mesh built before, or what one is built from. */
export interface MeshOptions extends ShapeOptions, Partial<TriangleMeshOptions> {
  /** A mesh that many shapes may share. Default: one is built from `positions` and `indices`. */
  mesh?: TriangleMesh
  /**
   * Which sides of a triangle collide: the `'front'`, from which its corners run counter-clockwise, or `'both'`. Default `'front'`: bodies that
   * come from behind pass.
   */
  sides?: 'front' | 'both'
  /**
   * What the `materials` of the triangles stand for, at most 255: friction and the like by number. What one leaves out, and triangles with a
   * number beyond the list, are as the shape. Default: none.
   */
  surfaces?: readonly SurfaceMaterial[]
  /** Factor of the vertices, for all axes or by axis; a negative one mirrors, and what was outside stays outside. Default 1. */
  scale?: Vec3 | number
}

const MESH_FIELDS: Fields<MeshOptions> = {
  ...SHAPE_FIELDS, mesh: 0, sides: 0, scale: 0, surfaces: 0, positions: 0, indices: 0, weldTolerance: 0, materials: 0,
}

/** What `heightField()` is told: a height field built before, or what one is built from. */
export interface HeightFieldShapeOptions extends ShapeOptions, Partial<HeightFieldOptions> {
  /** A height field that many shapes may share. Default: one is built from the other options. */
  field?: HeightField
  /** Which sides collide: the `'front'`, which is above, or `'both'`. Default `'front'`. */
  sides?: 'front' | 'both'
  /** What the `materials` of the cells stand for, as for `mesh()`. Default: none. */
  surfaces?: readonly SurfaceMaterial[]
  /** Factor of the extents and heights, for all axes or by axis; a negative one mirrors. Default 1. */
  scale?: Vec3 | number
}

const HEIGHT_FIELD_FIELDS: Fields<HeightFieldShapeOptions> = { ...SHAPE_FIELDS, ...HEIGHT_FIELD_OPTIONS, field: 0, sides: 0, scale: 0, surfaces: 0 }

/** What `voxels()` is told: voxels built before, or what they are built from. */
export interface VoxelsShapeOptions extends ShapeOptions, Partial<VoxelsOptions> {
  /** Voxels that many shapes may share. Default: built from `cells` and the like. */
  voxels?: Voxels
  /** What the `materials` of the cells stand for, as for `mesh()`. Default: none. */
  surfaces?: readonly SurfaceMaterial[]
  /** Factor of the cells, for all axes or by axis; a negative one mirrors. Default 1. */
  scale?: Vec3 | number
}

const VOXELS_FIELDS: Fields<VoxelsShapeOptions> = { ...SHAPE_FIELDS, ...VOXELS_OPTIONS, voxels: 0, scale: 0, surfaces: 0 }

/**
 * A checked shape, ready to be put on a body. Make one with `sphere`, `box`, `capsule`, `cylinder`, `cone`, `ellipsoid`, `plane`, `hull`,
 * `mesh`, `heightField` or `voxels`.
 */
export interface ShapeDefinition extends Surface {
  /** What it is: a cone is a cylinder with a tip; boxes, hulls and capsules have kinds of their own if they are rounded or tapered. */
  readonly kind: ShapeKindName
  /** @internal */
  readonly kindCode: number
  /** @internal */
  readonly size: readonly number[]
  /** Its hull or level geometry at its scale. @internal */
  readonly hull: Hull | null
  /** The same as it was built, which other shapes may share. @internal */
  readonly geometry: KeptGeometry | null
  /** What the materials of its triangles stand for. @internal */
  readonly materials: MaterialTable | null
  /** Place in the body, m. */
  readonly position: Readonly<Vec3>
  /** Orientation in the body. */
  readonly rotation: Readonly<Quat>
  /** Velocity of the surface over the body, body axes, m/s. */
  readonly surfaceVelocity: Readonly<Vec3>
}

/** Definitions made here, closed to changes: anything else is refused, so that a body never gets unchecked numbers. */
const made = new WeakSet<object>()

/** A ball. */
export function sphere(options: SphereOptions): ShapeDefinition {
  return define(sphereShape, SPHERE_FIELDS, options)
}

/** A box by its half extents: crates, walls, floors. */
export function box(options: BoxOptions): ShapeDefinition {
  return define(isRounded(options) ? roundedBoxShape : boxShape, BOX_FIELDS, options, 'box')
}

/** A cylinder with round ends, along local y: limbs, characters; with unequal ends the hull of two balls. */
export function capsule(options: CapsuleOptions): ShapeDefinition {
  const { radiusTop: top, radiusBottom: bottom, radius } = requireObject(options, 'capsule') as CapsuleOptions
  const isTapered = (top ?? radius) !== (bottom ?? radius)
  if (isTapered) return define(taperedCapsuleShape, CAPSULE_FIELDS, options, 'capsule')
  return define(top === undefined && bottom === undefined ? capsuleShape : equalCapsuleShape, CAPSULE_FIELDS, options, 'capsule')
}

/**
 * The half-space below local y = 0: ground without end, for static bodies. `rotation` turns it; the surface passes through `position`.
 */
export function plane(options: PlaneOptions = {}): ShapeDefinition {
  requireOptions(options, PLANE_FIELDS, 'plane')
  return define(planeShape, SHAPE_FIELDS, { ...options, density: 0 })
}

/** An ellipsoid along the local axes: eggs, stones, heads. */
export function ellipsoid(options: EllipsoidOptions): ShapeDefinition {
  return define(ellipsoidShape, ELLIPSOID_FIELDS, options)
}

/** A cylinder along local y, with sharp or rounded edges; with unequal ends a truncated cone: barrels, wheels, coins, cups. */
export function cylinder(options: CylinderOptions): ShapeDefinition {
  return define(cylinderShape, CYLINDER_FIELDS, options)
}

/** A cone along local y, its tip at +y: a cylinder with a radius of 0 at the top, and of that kind. */
export function cone(options: ConeOptions): ShapeDefinition {
  return define(coneShape, CONE_FIELDS, options, 'cone')
}

/** The convex hull of a set of points: stones, tools, anything without dents. */
export function hull(options: HullOptions): ShapeDefinition {
  const given = requireOptions(options, HULL_FIELDS, 'hull') as HullOptions
  const shared = given.hull === undefined ? given : { ...given, hull: requireHull(given) }
  return define(isRounded(options) ? roundedHullShape : hullShape, HULL_FIELDS, shared as HullOptions, 'hull')
}

/** The hull of another definition. */
function requireHull({ hull: other, points }: HullOptions): unknown {
  if (points !== undefined) throw new PhysicsError('unknown-option', 'hull.hull', other, 'is given together with points. Give one of the two.')
  const { kindCode, geometry } = requireDefinition(other, 'hull.hull')
  if (kindCode !== HULL && kindCode !== ROUNDED_HULL) {
    throw new PhysicsError('wrong-type', 'hull.hull', (other as ShapeDefinition).kind, 'is no hull. Give a definition that hull() made, or points.')
  }
  return geometry
}

/** The same of a hull that was built before. @internal */
export function hullOf(geometry: Hull, options: Omit<HullOptions, 'points' | 'hull'>): ShapeDefinition {
  requireOptions(options, HULL_FIELDS, 'hull')
  const shared = { ...options, hull: geometry } as unknown as HullOptions
  return define(isRounded(options) ? roundedHullShape : hullShape, HULL_FIELDS, shared, 'hull')
}

/** Is a rounding given, and not 0? */
function isRounded(options: unknown): boolean {
  const { rounding } = (hasFields(options) ? options : {}) as { rounding?: unknown }
  return rounding !== undefined && rounding !== 0
}

/**
 * A triangle mesh: level geometry, for static and kinematic bodies, and for dynamic ones if it is closed. A closed one weighs what its inside
 * does, an open one nothing: its density is 0 and can be nothing else.
 */
export function mesh(options: MeshOptions): ShapeDefinition {
  const definition = define(meshShape, MESH_FIELDS, options, 'mesh', (built) => (asMesh(built).report.volume > 0 ? 1000 : 0))
  return definition
}

/** Terrain by its heights over a grid, for static and kinematic bodies. Weighs nothing. */
export function heightField(options: HeightFieldShapeOptions): ShapeDefinition {
  return define(heightFieldShape, HEIGHT_FIELD_FIELDS, options, 'heightField', () => 0)
}

/** Filled cells of a cubic grid, for static and kinematic bodies: only faces towards empty cells exist. Weighs nothing. */
export function voxels(options: VoxelsShapeOptions): ShapeDefinition {
  return define(voxelsShape, VOXELS_FIELDS, options, 'voxels', () => 0)
}

/** Was this made by one of the functions above? @internal */
export function isDefinition(value: object): boolean {
  return made.has(value)
}

/** What was made by one of the functions above, or an error. */
export function requireDefinition(value: unknown, field: string): ShapeDefinition {
  if (typeof value !== 'object' || value === null || !made.has(value)) {
    const advice = 'is no shape definition. Make one with sphere(), box(), capsule(), … hull(), mesh(), heightField() or voxels().'
    throw new PhysicsError('wrong-type', field, value, advice)
  }
  return value as ShapeDefinition
}

/** A convex shape, as everything that is moved about must be; or an error. */
export function requireConvex(definition: ShapeDefinition, field: string): ShapeDefinition {
  if (definition.kindCode < LEVEL) return definition
  throw new PhysicsError('wrong-type', field, definition.kind, 'is not convex. Give a sphere, box, capsule, hull or another convex shape.')
}

const scratch = new Float64Array(10)
const mass = new Float64Array(MASS_RECORD_SIZE)

function define(
  shape: ShapeRecord, fields: object, o: ShapeOptions, kind: string = shape.name, density?: (built: Hull | null) => number,
): ShapeDefinition {
  const { size, hull: geometry } = shape.check(requireOptions(o, fields, kind))
  const built = geometry === null ? null : (instanceOf(geometry, size, 0, `${kind}.scale`) as Hull)
  readVec3(o.position ?? { x: 0, y: 0, z: 0 }, `${kind}.position`, scratch, 0)
  readQuat(o.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, `${kind}.rotation`, scratch, 3)
  readVec3(o.surfaceVelocity ?? { x: 0, y: 0, z: 0 }, `${kind}.surfaceVelocity`, scratch, 7)
  const surface = readSurface(density === undefined || o.density !== undefined ? o : { ...o, density: density(built) }, kind)
  if (surface.density > 0) {
    shape.mass(Float64Array.from(size), 0, built, surface.density, mass)
    requireWeight(mass[0], surface.density, `${kind}.density`)
  }
  const definition: ShapeDefinition = {
    kind: shape.name,
    kindCode: shape.code,
    size: frozen(size),
    hull: built,
    geometry,
    materials: readMaterials((o as MeshOptions).surfaces, surface, scratch.subarray(7, 10), `${kind}.surfaces`),
    position: frozen({ x: scratch[0], y: scratch[1], z: scratch[2] }),
    rotation: frozen({ x: scratch[3], y: scratch[4], z: scratch[5], w: scratch[6] }),
    surfaceVelocity: frozen({ x: scratch[7], y: scratch[8], z: scratch[9] }),
    ...surface,
  }
  made.add(definition)
  return Object.freeze(definition)
}

/** A half-space has no mass to move by. */
export function refuseDynamicPlane(definition: ShapeDefinition, type: number, field: string): void {
  if (definition.kindCode === PLANE && type === DYNAMIC) {
    throw new PhysicsError('out-of-range', field, 'plane', 'is for static and kinematic bodies. Use a large box() for a body that forces move.')
  }
}
