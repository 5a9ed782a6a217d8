/**
 * Shape definitions: what users write to describe a shape, and the functions that make them. Definitions are plain data, checked when
 * they are made; the same one may be used for many bodies.
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import { PhysicsError, requireBoolean, requireFinite, requireObject } from '../../common/errors.ts'
import { readSurface, requireLength, type Surface, type SurfaceOptions } from '../../common/store/surface-options.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { readVec2, requireBounded, type Vec2 } from '../math/types.ts'
import { buildBox, buildPolygon } from '../geometry/polygon/polygon-builder.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { BOTH_SIDES, CAPSULE, CHAIN_LINK, CHAIN_START, CIRCLE, POLYGON, SEGMENT } from '../geometry/shapes/shape-kinds.ts'

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

/** What `circle()` is told. */
export interface CircleOptions extends ShapeOptions {
  /** Radius, m. */
  radius: number
}

/** What `box()` is told. */
export interface BoxOptions extends ShapeOptions {
  /** Half the lengths of the edges, m. */
  halfExtents: Vec2
  /** Rounds the corners by going this far out on all sides, m. Default 0. */
  radius?: number
}

/** What `capsule()` is told. */
export interface CapsuleOptions extends ShapeOptions {
  /** Radius of the caps and half the thickness, m. */
  radius: number
  /** Half the distance between the centres of the two caps, m; the axis is local y. */
  halfLength: number
}

/** What `polygon()` is told. */
export interface PolygonOptions extends ShapeOptions {
  /** At least three points, m, that do not lie on a line; points inside their convex hull are dropped. Objects, or x y in a row. */
  points: readonly Vec2[] | Float64Array
  /** Rounds the corners by going this far out on all sides, m. Default 0. */
  radius?: number
}

/** What `segment()` is told. */
export interface SegmentOptions extends ShapeOptions {
  /** One end, m. */
  a: Vec2
  /** The other end, m. */
  b: Vec2
}

/** What `chain()` is told. */
export interface ChainOptions extends ShapeOptions {
  /**
   * At least two points, m, three for a loop. Solid on the left, seen along the chain: loops of ground go clockwise, rooms
   * counter-clockwise.
   */
  points: readonly Vec2[] | Float64Array
  /** Joins the last point to the first. Default false. */
  loop?: boolean
}

/** A checked shape, ready to be put on a body. Make one with `circle`, `box`, `capsule`, `polygon` or `segment`. */
export interface ShapeDefinition extends Surface {
  /** The function that made it. */
  readonly kind: 'circle' | 'box' | 'capsule' | 'polygon' | 'segment' | 'chain'
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
type Size = ShapeDefinition['size']

/** Definitions made here: anything else is refused, so that a body never gets unchecked numbers. */
const made = new WeakSet<object>()

/** A disc: wheels, balls, coins. */
export function circle(options: CircleOptions): ShapeDefinition {
  requireObject(options, 'circle')
  return define('circle', CIRCLE, [requireLength(options.radius, 'circle.radius'), 0, 0, 0], null, options)
}

/** A box by its half extents: crates, walls, floors. */
export function box(options: BoxOptions): ShapeDefinition {
  requireObject(options, 'box')
  const half = requireObject(options.halfExtents, 'box.halfExtents') as Vec2
  const x = requireLength(half.x, 'box.halfExtents.x')
  const y = requireLength(half.y, 'box.halfExtents.y')
  return define('box', POLYGON, [requireRadius(options.radius, 'box.radius'), x, y, 0], buildBox(x, y), options)
}

/** A bar with round ends, along local y: limbs, characters. */
export function capsule(options: CapsuleOptions): ShapeDefinition {
  requireObject(options, 'capsule')
  const radius = requireLength(options.radius, 'capsule.radius')
  const half = requireFinite(options.halfLength, 'capsule.halfLength')
  if (half <= 0) {
    throw new PhysicsError('out-of-range', 'capsule.halfLength', half, 'must be above 0. A capsule of length 0 is a circle: use circle().')
  }
  return define('capsule', CAPSULE, [radius, requireLength(half, 'capsule.halfLength'), 0, 0], null, options)
}

/** The convex hull of a set of points. */
export function polygon(options: PolygonOptions): ShapeDefinition {
  requireObject(options, 'polygon')
  const size: Size = [requireRadius(options.radius, 'polygon.radius'), 0, 0, 0]
  return define('polygon', POLYGON, size, buildPolygon(pointsOf(options.points, 'polygon.points'), 'polygon.points'), options)
}

/** A line without thickness, solid from both sides. */
export function segment(options: SegmentOptions): ShapeDefinition {
  requireObject(options, 'segment')
  const ends = new Float64Array(4)
  readVec2(options.a, 'segment.a', ends, 0)
  readVec2(options.b, 'segment.b', ends, 2)
  return link('segment', 'segment.b', ends, 0, 2, -1, -1, BOTH_SIDES, options)
}

/** A line of segments, solid on its left; what slides along it does not catch on its points. */
export function chain(options: ChainOptions): ShapeDefinition[] {
  requireObject(options, 'chain')
  const points = pointsOf(options.points, 'chain.points')
  const loop = requireBoolean(options.loop ?? false, 'chain.loop')
  const count = points.length >> 1
  const least = loop ? 3 : 2
  if (points.length % 2 !== 0 || count < least) {
    throw new PhysicsError('degenerate', 'chain.points', points.length, `must hold x and y of at least ${least} points.`)
  }
  for (let i = 0; i < points.length; i++) requireBounded(points[i], `chain.points[${i >> 1}].${(i & 1) === 0 ? 'x' : 'y'}`)
  const links: ShapeDefinition[] = []
  const segments = loop ? count : count - 1
  for (let i = 0; i < segments; i++) {
    const next = (i + 1) % count
    const before = loop || i > 0 ? turnAt(points, (i + count - 1) % count, i, next) : -1
    const after = loop || i + 1 < segments ? turnAt(points, i, next, (i + 2) % count) : -1
    const side = loop || i > 0 ? CHAIN_LINK : CHAIN_START
    links.push(link('chain', `chain.points[${next}]`, points, i * 2, next * 2, before, after, side, options))
  }
  return links
}

/** Tangent of half the angle by which the way from a over b to c turns left at b. */
function turnAt(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[b * 2] - p[a * 2]
  const uy = p[b * 2 + 1] - p[a * 2 + 1]
  const vx = p[c * 2] - p[b * 2]
  const vy = p[c * 2 + 1] - p[b * 2 + 1]
  const forward = ux * vx + uy * vy + Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
  const turn = (ux * vy - uy * vx) / forward
  if (!(forward > 0) || !(Math.abs(turn) < 1e7)) {
    throw new PhysicsError('degenerate', `chain.points[${b}]`, b, 'turns back on itself, or equals its neighbour. Leave it out.')
  }
  return turn
}

/** The segment between two of the points, in the options' frame. */
function link(
  kind: Kind, field: string, points: Float64Array, a: number, b: number, before: number, after: number, side: number, options: ShapeOptions,
): ShapeDefinition {
  const x = points[b] - points[a]
  const y = points[b + 1] - points[a + 1]
  const half = 0.5 * Math.sqrt(x * x + y * y)
  if (!(half > 0)) throw new PhysicsError('degenerate', field, half, 'is where the segment begins. Give it a length.')
  requireLength(half, field)
  const { position, rotation, ...rest } = options
  const angle = requireBounded(rotation ?? 0, `${kind}.rotation`)
  readVec2(position ?? { x: 0, y: 0 }, `${kind}.position`, scratch, 0)
  setRotation(angle, scratch, 2)
  rotate(scratch, 2, 0.5 * (points[a] + points[b]), 0.5 * (points[a + 1] + points[b + 1]), scratch, 2)
  const center = { x: scratch[0] + scratch[2], y: scratch[1] + scratch[3] }
  return define(kind, SEGMENT, [half, before, after, side], null, { ...rest, position: center, rotation: angle + atan2(y, x), density: 0 })
}

/** Was this made by one of the functions above? */
export function requireDefinition(value: unknown, field: string): ShapeDefinition {
  if (typeof value !== 'object' || value === null || !made.has(value)) {
    const advice = 'is no shape definition. Make one with circle(), box(), capsule(), polygon(), segment() or chain().'
    throw new PhysicsError('wrong-type', field, value, advice)
  }
  return value as ShapeDefinition
}

function requireRadius(value: unknown, field: string): number {
  return value === undefined || value === 0 ? 0 : requireLength(value, field)
}

function pointsOf(points: unknown, field: string): Float64Array {
  if (points instanceof Float64Array) return points
  if (!Array.isArray(points)) throw new PhysicsError('wrong-type', field, points, 'must be an array of { x, y } or a Float64Array of x y.')
  const flat = new Float64Array(points.length * 2)
  for (let i = 0; i < points.length; i++) readVec2(points[i], `${field}[${i}]`, flat, i * 2)
  return flat
}

const scratch = new Float64Array(4)

function define(kind: Kind, kindCode: number, size: Size, built: Polygon | null, o: ShapeOptions): ShapeDefinition {
  readVec2(o.position ?? { x: 0, y: 0 }, `${kind}.position`, scratch, 0)
  readVec2(o.surfaceVelocity ?? { x: 0, y: 0 }, `${kind}.surfaceVelocity`, scratch, 2)
  const definition: ShapeDefinition = {
    kind,
    kindCode,
    size,
    polygon: built,
    position: { x: scratch[0], y: scratch[1] },
    rotation: requireBounded(o.rotation ?? 0, `${kind}.rotation`),
    surfaceVelocity: { x: scratch[2], y: scratch[3] },
    ...readSurface(o, kind),
  }
  made.add(definition)
  return Object.freeze(definition)
}
