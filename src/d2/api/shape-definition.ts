/**
 * Shape definitions: what users write to describe a shape, and the functions that make them. Definitions are plain data, checked when
 * they are made; the same one may be used for many bodies.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { NumberList, PointList } from '../../common/points.ts'
import { MASS_RECORD_SIZE } from '../geometry/mass-properties.ts'
import { requireWeight } from '../../common/bounds.ts'
import { frozen } from '../../common/frozen.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { readSurface, requireLength, SURFACE_FIELDS, type Surface, type SurfaceOptions } from '../../common/store/surface-options.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { readVec2, requireBounded, type Vec2 } from '../math/types.ts'
import { checkBox } from '../geometry/shapes/box.ts'
import { capsuleShape } from '../geometry/shapes/capsule.ts'
import { readRounding } from '../geometry/shapes/shape-input.ts'
import { checkChain } from '../geometry/shapes/chain.ts'
import { circleShape } from '../geometry/shapes/circle.ts'
import { ellipseShape } from '../geometry/shapes/ellipse.ts'
import { polygonShape } from '../geometry/shapes/polygon.ts'
import { checkHeightLine } from '../geometry/shapes/height-line.ts'
import { checkSegment, segmentShape, type PlacedSegment } from '../geometry/shapes/segment.ts'
import { checkTiles } from '../geometry/shapes/tiles.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import type { ShapeGeometry, ShapeRecord } from '../geometry/shapes/shape-record.ts'

export type { CollisionFilter } from '../../common/store/collision-filter.ts'
export type { CombineRule } from '../../common/store/combine-rules.ts'

/** What every shape may say besides its geometry. */
export interface ShapeOptions extends SurfaceOptions {
  /** Place in the body, m. Default: the body's origin. */
  position?: Vec2
  /** Angle in the body, rad, counter-clockwise. Default 0. */
  rotation?: number
  /** Velocity of the surface over the body, body axes, m/s: conveyor belts. Default 0, 0. */
  surfaceVelocity?: Vec2
}

export const SHAPE_FIELDS: Fields<ShapeOptions> = { ...SURFACE_FIELDS, position: 0, rotation: 0, surfaceVelocity: 0 }

/** What `circle()` is told. */
export interface CircleOptions extends ShapeOptions {
  /** Radius, m. */
  radius: number
}

const CIRCLE_FIELDS: Fields<CircleOptions> = { ...SHAPE_FIELDS, radius: 0 }

/** What `box()` is told. */
export interface BoxOptions extends ShapeOptions {
  /** Half the lengths of the edges, m. */
  halfExtents: Vec2
  /** Rounds the corners by going this far out on all sides, m. Default 0. */
  radius?: number
}

const BOX_FIELDS: Fields<BoxOptions> = { ...SHAPE_FIELDS, halfExtents: 0, radius: 0 }

/** What `capsule()` is told. */
export interface CapsuleOptions extends ShapeOptions {
  /** Radius of the caps and half the thickness, m. */
  radius: number
  /** Half the distance between the centres of the two caps, m; the axis is local y. */
  halfLength: number
}

const CAPSULE_FIELDS: Fields<CapsuleOptions> = { ...SHAPE_FIELDS, radius: 0, halfLength: 0 }

/** What `ellipse()` is told. */
export interface EllipseOptions extends ShapeOptions {
  /** Radii along local x and y, m. */
  radii: Vec2
}

const ELLIPSE_FIELDS: Fields<EllipseOptions> = { ...SHAPE_FIELDS, radii: 0 }

/** What `polygon()` is told. */
export interface PolygonOptions extends ShapeOptions {
  /**
   * At least three points, m, that do not lie on a line, at most a million: objects, or x y in a row. Points inside their convex hull are
   * dropped, and of more than 16 corners those that stick out least: none by more than a fortieth of the extent.
   */
  points: PointList<Vec2>
  /** Rounds the corners by going this far out on all sides, m. Default 0. */
  radius?: number
}

export const POLYGON_FIELDS: Fields<PolygonOptions> = { ...SHAPE_FIELDS, points: 0, radius: 0 }

/** What `segment()` is told. */
export interface SegmentOptions extends ShapeOptions {
  /** One end, m. */
  a: Vec2
  /** The other end, m. */
  b: Vec2
}

const SEGMENT_FIELDS: Fields<SegmentOptions> = { ...SHAPE_FIELDS, a: 0, b: 0 }

/** What `chain()` is told. */
export interface ChainOptions extends ShapeOptions {
  /**
   * At least two points, m, three for a loop, at most 100 000: objects, or x y in a row. Solid on the left,
   * seen along the chain: loops of ground go clockwise, rooms counter-clockwise.
   */
  points: PointList<Vec2>
  /** Joins the last point to the first. Default false. */
  loop?: boolean
}

const CHAIN_FIELDS: Fields<ChainOptions> = { ...SHAPE_FIELDS, points: 0, loop: 0 }

/** What `heightLine()` is told. */
export interface HeightLineOptions extends ShapeOptions {
  /** Heights, m, at even distances from left to right, at least two, at most a million. NaN: a gap. */
  heights: NumberList
  /** Extent along x, m. The middle is the origin. */
  width: number
}

const HEIGHT_LINE_FIELDS: Fields<HeightLineOptions> = { ...SHAPE_FIELDS, heights: 0, width: 0 }

/** What `tiles()` is told. */
export interface TilesOptions extends ShapeOptions {
  /** Filled squares: whole numbers x y in a row. Square (0, 0) reaches from the origin to `cellSize` along both axes. */
  cells: NumberList
  /** Length of a square's sides, m. Default 1. */
  cellSize?: number
}

const TILES_FIELDS: Fields<TilesOptions> = { ...SHAPE_FIELDS, cells: 0, cellSize: 0 }

/** A checked shape, ready to be put on a body. Make one with `circle`, `box`, `capsule`, `ellipse`, `polygon` or `segment`. */
export interface ShapeDefinition extends Surface {
  /** The function that made it. */
  readonly kind: 'circle' | 'box' | 'capsule' | 'ellipse' | 'polygon' | 'segment' | 'chain'
  /** @internal */
  readonly kindCode: number
  /** @internal */
  readonly size: readonly [number, number, number, number]
  /** @internal */
  readonly polygon: Polygon | null
  /** Place in the body, m. */
  readonly position: Readonly<Vec2>
  /** Angle in the body, rad, counter-clockwise. */
  readonly rotation: number
  /** Velocity of the surface over the body, body axes, m/s. */
  readonly surfaceVelocity: Readonly<Vec2>
}

type Kind = ShapeDefinition['kind']

/** Definitions made here: anything else is refused, so that a body never gets unchecked numbers. */
const made = new WeakSet<object>()

/** A disc: wheels, balls, coins. */
export function circle(options: CircleOptions): ShapeDefinition {
  return define('circle', circleShape, circleShape.check(requireOptions(options, CIRCLE_FIELDS, 'circle')), options)
}

/** A box by its half extents: crates, walls, floors. */
export function box(options: BoxOptions): ShapeDefinition {
  return define('box', polygonShape, checkBox(requireOptions(options, BOX_FIELDS, 'box')), options)
}

/** A bar with round ends, along local y: limbs, characters. */
export function capsule(options: CapsuleOptions): ShapeDefinition {
  return define('capsule', capsuleShape, capsuleShape.check(requireOptions(options, CAPSULE_FIELDS, 'capsule')), options)
}

/** An ellipse along the local axes: eggs, stones, heads. */
export function ellipse(options: EllipseOptions): ShapeDefinition {
  return define('ellipse', ellipseShape, ellipseShape.check(requireOptions(options, ELLIPSE_FIELDS, 'ellipse')), options)
}

/** The convex hull of a set of points. */
export function polygon(options: PolygonOptions): ShapeDefinition {
  return define('polygon', polygonShape, polygonShape.check(requireOptions(options, POLYGON_FIELDS, 'polygon')), options)
}

/** A line without thickness, solid from both sides. */
export function segment(options: SegmentOptions): ShapeDefinition {
  return defineSegment('segment', checkSegment(requireOptions(options, SEGMENT_FIELDS, 'segment')), options)
}

/** A line of segments, solid on its left; what slides along it does not catch on its points. */
export function chain(options: ChainOptions): ShapeDefinition[] {
  return checkChain(requireOptions(options, CHAIN_FIELDS, 'chain')).map((link) => defineSegment('chain', link, options))
}

/** Ground by its heights, solid from above: terrain. A list of segments, as a chain is. */
export function heightLine(options: HeightLineOptions): ShapeDefinition[] {
  return checkHeightLine(requireOptions(options, HEIGHT_LINE_FIELDS, 'heightLine')).map((link) => defineSegment('chain', link, options))
}

/** Filled squares of a grid without the lines between them: tile maps. A list of segments around them, as chains are. */
export function tiles(options: TilesOptions): ShapeDefinition[] {
  return checkTiles(requireOptions(options, TILES_FIELDS, 'tiles')).map((link) => defineSegment('chain', link, options))
}

/** A polygon that was built before; `radius` rounds it. @internal */
export function polygonOf(built: Polygon, radius: unknown, options: ShapeOptions): ShapeDefinition {
  requireOptions(options, SHAPE_FIELDS, 'polygon')
  return define('polygon', polygonShape, { size: [readRounding(radius, 'polygon.radius'), 0, 0, 0], polygon: built }, options)
}

/** A segment by its middle, alone or as one of a chain, as `segment.ts` describes its size. @internal */
export function linkOf(size: readonly [number, number, number, number], options: ShapeOptions): ShapeDefinition {
  requireOptions(options, SHAPE_FIELDS, 'link')
  return define('segment', segmentShape, { size: [requireLength(size[0], 'link.halfLength'), size[1], size[2], size[3]], polygon: null }, {
    ...options, density: 0,
  })
}

/** A segment that lies somewhere in the options' frame. */
function defineSegment(kind: Kind, placed: PlacedSegment, options: ShapeOptions): ShapeDefinition {
  const { position, rotation, ...rest } = options
  // It has no area: a density is checked and weighs nothing.
  readSurface(options, kind)
  const angle = requireBounded(rotation ?? 0, `${kind}.rotation`)
  readVec2(position ?? { x: 0, y: 0 }, `${kind}.position`, scratch, 0)
  setRotation(angle, scratch, 2)
  rotate(scratch, 2, placed.x, placed.y, scratch, 2)
  const center = { x: scratch[0] + scratch[2], y: scratch[1] + scratch[3] }
  return define(kind, segmentShape, placed, { ...rest, position: center, rotation: angle + placed.angle, density: 0 })
}

/** Was this made by one of the functions above? @internal */
export function isDefinition(value: object): boolean {
  return made.has(value)
}

/** What was made by one of the functions above, or an error. */
export function requireDefinition(value: unknown, field: string): ShapeDefinition {
  if (typeof value !== 'object' || value === null || !made.has(value)) {
    const advice = 'is no shape definition. Use circle(), box(), capsule(), ellipse(), polygon(), segment(), chain(), heightLine(), tiles().'
    throw new PhysicsError('wrong-type', field, value, advice)
  }
  return value as ShapeDefinition
}

const scratch = new Float64Array(4)
const mass = new Float64Array(MASS_RECORD_SIZE)

function define(kind: Kind, shape: ShapeRecord, geometry: ShapeGeometry, o: ShapeOptions): ShapeDefinition {
  readVec2(o.position ?? { x: 0, y: 0 }, `${kind}.position`, scratch, 0)
  readVec2(o.surfaceVelocity ?? { x: 0, y: 0 }, `${kind}.surfaceVelocity`, scratch, 2)
  const surface = readSurface(o, kind)
  if (surface.density > 0 && shape.solid) {
    shape.mass(Float64Array.from(geometry.size), 0, geometry.polygon, surface.density, mass)
    requireWeight(mass[0], surface.density, `${kind}.density`)
  }
  const definition: ShapeDefinition = {
    kind,
    kindCode: shape.code,
    size: frozen(geometry.size),
    polygon: geometry.polygon,
    position: frozen({ x: scratch[0], y: scratch[1] }),
    rotation: requireBounded(o.rotation ?? 0, `${kind}.rotation`),
    surfaceVelocity: frozen({ x: scratch[2], y: scratch[3] }),
    ...surface,
  }
  made.add(definition)
  return Object.freeze(definition)
}
