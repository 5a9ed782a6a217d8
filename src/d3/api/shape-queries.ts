/**
 * Queries with shapes and points as users ask them: casts, closest points, distances, with checked arguments and object results. The search
 * itself is in `queries/`; rays and overlaps are in `api/queries.ts`.
 */

import { isMadeBy, PhysicsError, requireBoolean } from '../../common/errors.ts'
import { DEFAULT_DISTANCE } from '../../common/limits.ts'
import { requireRow } from '../../common/memory/handles.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { acceptedHits } from '../../common/queries/accepted-hits.ts'
import { requireDistance, requireNumbers } from '../../common/queries/batches.ts'
import { accepts, readMask, type QueryMask } from '../../common/queries/query-mask.ts'
import { ALL, NEAREST } from '../../common/queries/ray-results.ts'
import { quatNormalize } from '../math/quaternion.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../math/types.ts'
import { ShapeCaster } from '../queries/cast-shape.ts'
import { DISTANCE_STRIDE, NearestFinder, overlapPoint, shapeDistance } from '../queries/nearest-shape.ts'
import type { WorldState } from '../store/world-state.ts'
import { Body } from './body.ts'
import type { QueryFilter } from './queries.ts'
import { requireConvex, requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import { Shape } from './shape.ts'

/** Where a shape starts, where it goes and how far. It does not turn on the way. */
export interface ShapeCast {
  /** Where its origin is at the start, m. */
  position: Vec3
  /** Its orientation. Default: not turned. */
  rotation?: Quat
  /** Direction of any length above 0; distances are in metres all the same. */
  direction: Vec3
  /** How far it goes, m. Default 1e6. */
  maxDistance?: number
  /** Does it stop at shapes that it overlaps at the start even if its way leads out of them? Default true. */
  stopAtPenetration?: boolean
  /** Which shapes it sees. Default: all. */
  filter?: QueryFilter
}

const CAST_FIELDS: Fields<ShapeCast> = { position: 0, rotation: 0, direction: 0, maxDistance: 0, stopAtPenetration: 0, filter: 0 }

/** What a shape that was cast has met. */
export interface ShapeCastHit {
  /** The body of the shape. */
  body: Body
  /** The shape it met. */
  shape: Shape
  /** Where they touch, m, world space; if they overlap at the start, the middle of where they do so most. */
  point: Vec3
  /** Unit vector out of the shape it met. */
  normal: Vec3
  /** How far it had gone, m; 0 if they overlap at the start. */
  distance: number
  /** How deep they overlap at the start, m: moved by this times the normal it only touches. 0 otherwise. */
  depth: number
  /** Of level geometry: the triangle, as its index in what it was built from; −1 otherwise. */
  triangle: number
  /** Of a mesh or a height field: index of the triangle's material; −1 if it has none. */
  material: number
}

/** A point, and how far to look around it. */
export interface PointQuery {
  /** The point, m, world space. */
  point: Vec3
  /** How far a shape may be, m. Default 1e6. */
  maxDistance?: number
  /** Which shapes are seen. Default: all. */
  filter?: QueryFilter
}

const POINT_FIELDS: Fields<PointQuery> = { point: 0, maxDistance: 0, filter: 0 }

/** The point of a shape that is closest to a given one. */
export interface ClosestPoint {
  /** The body of the shape. */
  body: Body
  /** The shape it is a point of. */
  shape: Shape
  /** The point, m, world space; the given one itself if that is inside the shape. */
  point: Vec3
  /** How far away it is, m; 0 inside. */
  distance: number
}

/** How far two shapes are apart, or how deep they overlap. */
export interface ShapeDistance {
  /** The first shape; of a body the one that is closest. */
  shapeA: Shape
  /** The second shape; of a body the one that is closest. */
  shapeB: Shape
  /** The point of A's surface that is closest to B, m, world space; if they overlap, the one that is deepest in it. */
  pointA: Vec3
  /** The point of B's surface that is closest to A, m, world space; if they overlap, the one that is deepest in it. */
  pointB: Vec3
  /** Unit vector from A to B. */
  normal: Vec3
  /** Distance of the surfaces, m; 0 if they overlap. */
  distance: number
  /** How deep they overlap along the normal, m; 0 if they are apart. */
  depth: number
}

/** Numbers per request and per answer of the batches. */
const CAST_STRIDE = 11
const CAST_ANSWER = 9
const POINT_STRIDE = 4
const POINT_ANSWER = 5

/** Answers for one world. */
export class ShapeQueries {
  private readonly world: object
  private readonly state: WorldState
  private readonly shapes: { ofRow(row: number): Shape }
  private readonly caster: ShapeCaster = new ShapeCaster()
  private readonly finder: NearestFinder = new NearestFinder()

  constructor(world: object, state: WorldState, shapes: { ofRow(row: number): Shape }) {
    this.world = world
    this.state = state
    this.shapes = shapes
  }

  castShape(shape: ShapeDefinition, cast: ShapeCast): ShapeCastHit | null {
    return this.castHits(shape, cast, 'castShape', 1)[0] ?? null
  }

  castShapeAll(shape: ShapeDefinition, cast: ShapeCast): ShapeCastHit[] {
    return this.castHits(shape, cast, 'castShapeAll', Infinity)
  }

  castShapes(shape: ShapeDefinition, casts: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    requireConvex(requireDefinition(shape, 'castShapes.shape'), 'castShapes.shape')
    const count = requireNumbers(casts, CAST_STRIDE, out, CAST_ANSWER, 'castShapes', 'casts', 'cast')
    const mask = this.maskOf(filter, 'castShapes.filter')
    const { body } = this.state.shapes.columns
    let met = 0
    for (let i = 0; i < count; i++) {
      // The predicate may cast shapes of its own.
      const caster = mask.predicate === null ? this.caster : new ShapeCaster()
      const { pose, motion, results } = caster
      const at = i * CAST_STRIDE
      for (let k = 0; k < 7; k++) pose[k] = casts[at + k]
      let square = 0
      for (let k = 3; k < 7; k++) square += pose[k] * pose[k]
      if (!(square > 0)) throw new PhysicsError('degenerate', `castShapes.casts[${at + 3}…]`, square, 'is no rotation: its length must be above 0.')
      quatNormalize(pose, 3)
      for (let k = 0; k < 3; k++) motion[k] = casts[at + 7 + k]
      const length = casts[at + 10]
      // Names of fields are made where something is wrong, and nowhere else.
      if (!(length > 0)) requireDistance(length, `castShapes.casts[${at + 10}]`)
      if (!stretch(motion, length)) throw flat(`castShapes.casts[${at + 7}…]`)
      caster.stopAtPenetration = true
      const o = i * CAST_ANSWER
      const hit = this.first(caster.cast(this.state, shape, mask, mask.predicate === null ? NEAREST : ALL), mask, results)
      if (hit < 0) {
        out.fill(0, o, o + CAST_ANSWER)
        out[o] = -1
        continue
      }
      met++
      out[o] = results.distance[hit] * length
      for (let k = 0; k < 3; k++) {
        out[o + 1 + k] = results.normal[hit * 3 + k]
        out[o + 4 + k] = results.point[hit * 3 + k]
      }
      out[o + 7] = results.depth[hit]
      out[o + 8] = handleOf(this.state.bodies, body[results.shape[hit]])
    }
    return met
  }

  closestPoint(query: PointQuery): ClosestPoint | null {
    requireOptions(query, POINT_FIELDS, 'closestPoint')
    const mask = this.maskOf(query.filter, 'closestPoint.filter')
    const finder = mask.predicate === null ? this.finder : new NearestFinder()
    readVec3(query.point, 'closestPoint.point', finder.point, 0)
    const most = requireDistance(query.maxDistance ?? DEFAULT_DISTANCE, 'closestPoint.maxDistance')
    const { results } = finder
    const hit = this.first(finder.find(this.state, mask, most, mask.predicate === null ? NEAREST : ALL), mask, results)
    if (hit < 0) return null
    const shape = this.shapes.ofRow(results.shape[hit])
    return { body: shape.body, shape, point: vector(results.point, hit * 3), distance: results.distance[hit] }
  }

  closestPoints(points: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    const count = requireNumbers(points, POINT_STRIDE, out, POINT_ANSWER, 'closestPoints', 'points', 'point')
    const mask = this.maskOf(filter, 'closestPoints.filter')
    const { body } = this.state.shapes.columns
    let met = 0
    for (let i = 0; i < count; i++) {
      const finder = mask.predicate === null ? this.finder : new NearestFinder()
      const { point, results } = finder
      const at = i * POINT_STRIDE
      for (let k = 0; k < 3; k++) point[k] = points[at + k]
      const most = points[at + 3]
      if (!(most > 0)) requireDistance(most, `closestPoints.points[${at + 3}]`)
      const hit = this.first(finder.find(this.state, mask, most, mask.predicate === null ? NEAREST : ALL), mask, results)
      const o = i * POINT_ANSWER
      if (hit < 0) {
        out.fill(0, o, o + POINT_ANSWER)
        out[o] = -1
        continue
      }
      met++
      out[o] = results.distance[hit]
      for (let k = 0; k < 3; k++) out[o + 1 + k] = results.point[hit * 3 + k]
      out[o + 4] = handleOf(this.state.bodies, body[results.shape[hit]])
    }
    return met
  }

  overlapPoint(query: Omit<PointQuery, 'maxDistance'>): Shape[] {
    requireOptions(query, { point: 0, filter: 0 }, 'overlapPoint')
    const at = new Float64Array(3)
    readVec3(query.point, 'overlapPoint.point', at, 0)
    const mask = this.maskOf(query.filter, 'overlapPoint.filter')
    const shapes = overlapPoint(this.state, at, mask).map((row) => this.shapes.ofRow(row))
    return shapes.filter((shape) => accepts(this.state, mask, shape))
  }

  distance(a: Shape | Body, b: Shape | Body): ShapeDistance {
    const rowsA = this.rowsOf(a, 'distance.a')
    const rowsB = this.rowsOf(b, 'distance.b')
    const trial = new Float64Array(DISTANCE_STRIDE)
    const best = new Float64Array(DISTANCE_STRIDE)
    let [bestA, bestB] = [-1, -1]
    for (const rowA of rowsA) {
      for (const rowB of rowsB) {
        if (bestA >= 0 && this.atLeast(rowA, rowB) > best[0]) continue
        shapeDistance(this.state, rowA, rowB, trial)
        if (bestA >= 0 && !(trial[0] < best[0] || (trial[0] === 0 && best[0] === 0 && trial[1] > best[1]))) continue
        best.set(trial)
        bestA = rowA
        bestB = rowB
      }
    }
    return {
      shapeA: this.shapes.ofRow(bestA),
      shapeB: this.shapes.ofRow(bestB),
      pointA: vector(best, 5),
      pointB: vector(best, 8),
      normal: vector(best, 2),
      distance: best[0],
      depth: best[1],
    }
  }

  /** A lower bound of the distance of two shapes: that of their bounding balls. */
  private atLeast(a: number, b: number): number {
    const { center, reach } = this.state.shapes.columns
    let square = 0
    for (let k = 0; k < 3; k++) square += (center[a * 3 + k] - center[b * 3 + k]) * (center[a * 3 + k] - center[b * 3 + k])
    return Math.sqrt(square) - reach[a] - reach[b]
  }

  /** The shapes of a body, ascending, or the one shape. */
  private rowsOf(value: unknown, field: string): number[] {
    if (!isMadeBy(value, Shape) && !isMadeBy(value, Body)) {
      throw new PhysicsError('wrong-type', field, value, 'must be a shape or a body of this world.')
    }
    if (value.world !== this.world) throw new PhysicsError('foreign-handle', field, value, 'belongs to another world. Use one of this one.')
    if (value instanceof Shape) return [requireRow(this.state.shapes, value.id, field)]
    requireRow(this.state.bodies, value.id, field)
    const rows = value.shapes.map((shape) => requireRow(this.state.shapes, shape.id, field)).sort((x, y) => x - y)
    if (rows.length === 0) throw new PhysicsError('degenerate', field, value, 'is a body without shapes: it has no surface. Give it a shape.')
    return rows
  }

  private castHits(shape: ShapeDefinition, cast: ShapeCast, name: string, most: number): ShapeCastHit[] {
    requireConvex(requireDefinition(shape, `${name}.shape`), `${name}.shape`)
    requireOptions(cast, CAST_FIELDS, name)
    const mask = this.maskOf(cast.filter, `${name}.filter`)
    const caster = mask.predicate === null ? this.caster : new ShapeCaster()
    const { pose, motion, results } = caster
    readVec3(cast.position, `${name}.position`, pose, 0)
    readQuat(cast.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, `${name}.rotation`, pose, 3)
    readVec3(cast.direction, `${name}.direction`, motion, 0)
    const length = requireDistance(cast.maxDistance ?? DEFAULT_DISTANCE, `${name}.maxDistance`)
    if (!stretch(motion, length)) throw flat(`${name}.direction`)
    caster.stopAtPenetration = requireBoolean(cast.stopAtPenetration ?? true, `${name}.stopAtPenetration`)
    caster.cast(this.state, shape, mask, most === 1 && mask.predicate === null ? NEAREST : ALL)
    return acceptedHits(this.state, mask, results, this.shapes, most).map((i) => {
      const met = this.shapes.ofRow(results.shape[i])
      return {
        body: met.body,
        shape: met,
        point: vector(results.point, i * 3),
        normal: vector(results.normal, i * 3),
        distance: results.distance[i] * length,
        depth: results.depth[i],
        triangle: results.triangle[i],
        material: results.material[i],
      }
    })
  }

  /** The first of `count` results that the predicate lets pass, −1 = none. */
  private first(count: number, mask: QueryMask<Shape>, results: ShapeCaster['results']): number {
    if (count === 0) return -1
    return mask.predicate === null ? 0 : (acceptedHits(this.state, mask, results, this.shapes, 1)[0] ?? -1)
  }

  private maskOf(filter: QueryFilter | undefined, field: string): QueryMask<Shape> {
    return readMask(filter, field, this.world, this.state.bodies)
  }
}

/** Gives a direction this length; false if it has none. */
function stretch(direction: Float64Array, length: number): boolean {
  let square = 0
  for (let k = 0; k < 3; k++) square += direction[k] * direction[k]
  const norm = Math.sqrt(square)
  for (let k = 0; k < 3; k++) direction[k] *= length / norm
  return norm > 0
}

function flat(field: string): PhysicsError {
  return new PhysicsError('degenerate', field, { x: 0, y: 0, z: 0 }, 'must have a length above 0.')
}

function vector(source: ArrayLike<number>, o: number): Vec3 {
  return { x: source[o], y: source[o + 1], z: source[o + 2] }
}
