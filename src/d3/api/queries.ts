/**
 * Queries as users ask them: rays and overlaps with checked arguments and object results. The search itself is in `queries/queries.ts`.
 */

import { PhysicsError, requireBoolean, requireFinite } from '../../common/errors.ts'
import { DEFAULT_DISTANCE } from '../../common/limits.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { requireRow } from '../../common/memory/handles.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { requireNumbers } from '../../common/queries/batches.ts'
import { accepts, readMask, type QueryFilterOf, type QueryMask } from '../../common/queries/query-mask.ts'
import { ALL, ANY, NEAREST } from '../../common/queries/ray-results.ts'
import { MESH } from '../geometry/shapes/mesh.ts'
import type { Body } from './body.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../math/types.ts'
import { requireConvex, requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import type { Shape } from './shape.ts'
import type { WorldState } from '../store/world-state.ts'
import { overlapBox, overlapShape, RayCaster } from '../queries/queries.ts'
import { placeDefinition, placeRow, readOverlap } from '../queries/placed-shapes.ts'

/** Which shapes a query sees. Default: all. */
export type QueryFilter = QueryFilterOf<Body, Shape>

/** Where a ray starts, where it goes and how far. */
export interface Ray {
  /** Where it starts, m. */
  origin: Vec3
  /** Direction of any length above 0; distances are in metres all the same. */
  direction: Vec3
  /** How far it goes, m. Default 1e6. */
  maxDistance?: number
  /**
   * Are shapes solid: does a ray that starts inside one hit it at distance 0? Otherwise it hits the far side from within; the normal points
   * out of the shape all the same. Default true.
   */
  solid?: boolean
  /** Which shapes it sees. Default: all. */
  filter?: QueryFilter
  /** Does it meet triangles of meshes from behind, too? Default false: only where the mesh has two sides. */
  backFaces?: boolean
}

const RAY_FIELDS: Fields<Ray> = { origin: 0, direction: 0, maxDistance: 0, solid: 0, filter: 0, backFaces: 0 }

/** What a ray has met. */
export interface RayCastHit {
  /** The body of the shape. */
  body: Body
  /** The shape it met. */
  shape: Shape
  /** Where it met it, m. */
  point: Vec3
  /** Unit vector out of the shape. A ray that starts inside a solid one hits at distance 0 with the normal opposite to the ray. */
  normal: Vec3
  /** How far from its origin, m. */
  distance: number
  /** Of a mesh: the triangle, as its index in what the mesh was built from; −1 otherwise. */
  triangle: number
  /** Of a mesh or a height field: index of the triangle's material; −1 if it has none. */
  material: number
}

/** An axis-parallel box to look into. */
export interface BoxQuery {
  /** Its least corner, m. */
  min: Vec3
  /** Its greatest corner, m. */
  max: Vec3
  /** Which shapes are seen. Default: all. */
  filter?: QueryFilter
}

const BOX_FIELDS: Fields<BoxQuery> = { min: 0, max: 0, filter: 0 }

/** Where a shape is put to see what it overlaps. */
export interface ShapePlacement {
  /** Where its origin is, m. */
  position: Vec3
  /** Its orientation. Default: not turned. */
  rotation?: Quat
  /** Which shapes are seen. Default: all. */
  filter?: QueryFilter
}

/** A shape that overlaps one put at a pose, and how. */
export interface ShapeOverlap {
  /** The body of the shape. */
  body: Body
  /** The shape that it overlaps. */
  shape: Shape
  /** Unit vector out of that shape: moved by it times `depth`, the one put there only touches it. */
  normal: Vec3
  /** How deep they overlap along the normal, m. */
  depth: number
  /** Where they overlap, midway between the two surfaces, with the depth there. */
  points: OverlapPoint[]
}

/** One point of an overlap. */
export interface OverlapPoint {
  /** Midway between the two surfaces, m, world space. */
  position: Vec3
  /** How deep they overlap there, m. */
  depth: number
}

const PLACEMENT_FIELDS: Fields<ShapePlacement> = { position: 0, rotation: 0, filter: 0 }

/** Numbers per ray and per answer of `castRays`. */
const RAY_STRIDE = 7
const ANSWER_STRIDE = 8

/** Answers for one world. */
export class WorldQueries {
  private readonly world: object
  private readonly state: WorldState
  private readonly shapes: { ofRow(row: number): Shape }
  private caster: RayCaster = new RayCaster()
  private readonly request: Float64Array = new Float64Array(RAY_STRIDE)

  constructor(world: object, state: WorldState, shapes: { ofRow(row: number): Shape }) {
    this.world = world
    this.state = state
    this.shapes = shapes
  }

  /** The nearest shape a ray meets, or null. */
  castRay(ray: Ray): RayCastHit | null {
    const length = this.aim(ray)
    const first = this.first(this.maskOf(ray.filter, 'ray.filter'), NEAREST)
    return first < 0 ? null : this.hit(first, length)
  }

  /** All shapes a ray meets, nearest first. */
  castRayAll(ray: Ray): RayCastHit[] {
    const length = this.aim(ray)
    const mask = this.maskOf(ray.filter, 'ray.filter')
    this.caster.cast(this.state, mask, ALL)
    const hits = Array.from(this.caster.results.sorted(), (i) => this.hit(i, length))
    return mask.predicate === null ? hits : hits.filter(({ shape }) => accepts(this.state, mask, shape))
  }

  /** Does a ray meet anything? */
  castRayAny(ray: Ray): boolean {
    this.aim(ray)
    return this.first(this.maskOf(ray.filter, 'ray.filter'), ANY) >= 0
  }

  /**
   * Many rays at once: 7 numbers each in (origin, direction, maximum distance), 8 out: distance (−1 = nothing), normal, point, body id.
   * Returns how many hit. Allocates nothing.
   */
  castRays(rays: Float64Array, out: Float64Array, filter?: QueryFilter): number {
    const count = requireNumbers(rays, RAY_STRIDE, out, ANSWER_STRIDE, 'castRays', 'rays', 'ray')
    const mask = this.maskOf(filter, 'castRays.filter')
    const { ray, results } = this.caster
    this.caster.backFaces = false
    const { body } = this.state.shapes.columns
    this.caster.solid = true
    let hits = 0
    for (let i = 0; i < count; i++) {
      const length = this.setRay(rays, i * RAY_STRIDE, 'castRays.rays')
      const o = i * ANSWER_STRIDE
      const first = this.first(mask, NEAREST)
      if (first < 0) {
        out.fill(0, o, o + ANSWER_STRIDE)
        out[o] = -1
        continue
      }
      hits++
      const t = results.distance[first]
      out[o] = t * length
      for (let k = 0; k < 3; k++) {
        out[o + 1 + k] = results.normal[first * 3 + k]
        out[o + 4 + k] = ray[k] + ray[3 + k] * t
      }
      out[o + 7] = handleOf(this.state.bodies, body[results.shape[first]])
    }
    return hits
  }

  /** Shapes whose boxes meet an axis-parallel box. */
  overlapBox(query: BoxQuery): Shape[] {
    requireOptions(query, BOX_FIELDS, 'overlapBox')
    const box = new Float64Array(6)
    readVec3(query.min, 'overlapBox.min', box, 0)
    readVec3(query.max, 'overlapBox.max', box, 3)
    const axes = ['x', 'y', 'z']
    for (let k = 0; k < 3; k++) {
      if (box[k] > box[3 + k]) {
        throw new PhysicsError('out-of-range', `overlapBox.min.${axes[k]}`, box[k], `is above max.${axes[k]} (${box[3 + k]}). Swap them.`)
      }
    }
    const mask = this.maskOf(query.filter, 'overlapBox.filter')
    return this.accepted(overlapBox(this.state, box, mask), mask)
  }

  /** Shapes that overlap a shape put at a pose. The definition's own position and rotation are not used. */
  overlapShape(shape: ShapeDefinition, placement: ShapePlacement): Shape[] {
    const pose = this.place(shape, placement, 'overlapShape')
    const mask = this.maskOf(placement.filter, 'overlapShape.filter')
    return this.accepted(overlapShape(this.state, shape, pose, mask), mask)
  }

  /** The same with how deep, in which direction and where. */
  collideShape(shape: ShapeDefinition, placement: ShapePlacement): ShapeOverlap[] {
    const pose = this.place(shape, placement, 'collideShape')
    requireConvex(shape, 'collideShape.shape')
    const mask = this.maskOf(placement.filter, 'collideShape.filter')
    const found = this.accepted(overlapShape(this.state, shape, pose, mask), mask)
    return found.map((other) => {
      const row = requireRow(this.state.shapes, other.id, 'shape')
      placeDefinition(0, shape, pose)
      placeRow(1, this.state, row)
      return { body: other.body, shape: other, ...readOverlap() }
    })
  }

  /** Checks where a shape is put. */
  private place(shape: ShapeDefinition, placement: ShapePlacement, name: string): Float64Array {
    requireDefinition(shape, `${name}.shape`)
    if (shape.kindCode >= MESH) {
      throw new PhysicsError('wrong-type', `${name}.shape`, shape.kind, 'is a mesh, and queries put convex shapes only. Ask with hulls of its parts.')
    }
    requireOptions(placement, PLACEMENT_FIELDS, name)
    const pose = new Float64Array(7)
    readVec3(placement.position, `${name}.position`, pose, 0)
    readQuat(placement.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, `${name}.rotation`, pose, 3)
    return pose
  }

  /** The shapes of these rows that the filter's predicate lets pass. */
  private accepted(rows: readonly number[], mask: QueryMask<Shape>): Shape[] {
    const shapes = rows.map((row) => this.shapes.ofRow(row))
    return mask.predicate === null ? shapes : shapes.filter((shape) => accepts(this.state, mask, shape))
  }

  /** Casts the ray. Returns the first of the results that counts, −1 = none. */
  private first(mask: QueryMask<Shape>, mode: number): number {
    if (mask.predicate === null) return this.caster.cast(this.state, mask, mode) > 0 ? 0 : -1
    const mine = this.caster
    mine.cast(this.state, mask, ALL)
    // The predicate may cast rays of its own.
    this.caster = new RayCaster()
    try {
      for (const i of mine.results.sorted()) if (accepts(this.state, mask, this.shapes.ofRow(mine.results.shape[i]))) return i
      return -1
    } finally {
      this.caster = mine
    }
  }

  /** Checks a ray and hands it to the caster. Returns its length. */
  private aim(ray: Ray): number {
    requireOptions(ray, RAY_FIELDS, 'ray')
    readVec3(ray.origin, 'ray.origin', this.request, 0)
    readVec3(ray.direction, 'ray.direction', this.request, 3)
    this.request[6] = requireFinite(ray.maxDistance ?? DEFAULT_DISTANCE, 'ray.maxDistance')
    this.caster.backFaces = requireBoolean(ray.backFaces ?? false, 'ray.backFaces')
    this.caster.solid = requireBoolean(ray.solid ?? true, 'ray.solid')
    return this.setRay(this.request, 0, 'ray')
  }

  /** `field`: what the numbers are called in errors, `ray` or an array. */
  private setRay(source: Float64Array, o: number, field: string): number {
    const { ray } = this.caster
    const length = source[o + 6]
    const x = source[o + 3]
    const y = source[o + 4]
    const z = source[o + 5]
    const norm = Math.sqrt(x * x + y * y + z * z)
    if (!(norm > 0)) throw new PhysicsError('degenerate', at(field, o + 3), { x, y, z }, 'must have a length above 0.')
    if (!(length > 0)) throw new PhysicsError('out-of-range', at(field, o + 6), length, 'must be above 0. At a point, ask overlapPoint.')
    const scale = length / norm
    ray[0] = source[o]
    ray[1] = source[o + 1]
    ray[2] = source[o + 2]
    ray[3] = x * scale
    ray[4] = y * scale
    ray[5] = z * scale
    return length
  }

  private hit(i: number, length: number): RayCastHit {
    const { ray, results } = this.caster
    const t = results.distance[i]
    const shape = this.shapes.ofRow(results.shape[i])
    return {
      body: shape.body,
      shape,
      point: { x: ray[0] + ray[3] * t, y: ray[1] + ray[4] * t, z: ray[2] + ray[5] * t },
      normal: { x: results.normal[i * 3], y: results.normal[i * 3 + 1], z: results.normal[i * 3 + 2] },
      distance: t * length,
      triangle: results.triangle[i],
      material: results.material[i],
    }
  }

  private maskOf(filter: QueryFilter | undefined, field: string): QueryMask<Shape> {
    return readMask(filter, field, this.world, this.state.bodies)
  }
}

/** What number `index` of a request is called. */
function at(field: string, index: number): string {
  if (field === 'ray') return index === RAY_STRIDE - 1 ? 'ray.maxDistance' : 'ray.direction'
  return index % RAY_STRIDE === RAY_STRIDE - 1 ? `${field}[${index}]` : `${field}[${index}…]`
}
