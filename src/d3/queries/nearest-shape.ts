/**
 * Which shape is nearest to a point, and where; which shapes hold a point; how far two shapes are apart.
 */

import { CastResults } from '../../common/queries/cast-results.ts'
import { sees, type QueryMask } from '../../common/queries/query-mask.ts'
import { NEAREST } from '../../common/queries/ray-results.ts'
import { GjkResult } from '../geometry/gjk.ts'
import { RayHit, rayShape } from '../geometry/ray-shapes.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { areSurfaces, measureDistance, measureOverlap, overlap, placeRow } from './placed-shapes.ts'

const local = new Float64Array(3)
const found = new Float64Array(3)
const box = new Float64Array(6)
/** A ray without length is a point. */
const point = new Float64Array(7)
const hit = new RayHit()
const gap = new GjkResult()

/** Finds the shape nearest to a point. Results hold squares of distances until the search is over. */
export class NearestFinder {
  readonly results: CastResults = new CastResults()
  /** Square of the distance that is still of interest, m². */
  readonly limit: Float64Array = new Float64Array(1)
  readonly point: Float64Array = new Float64Array(3)
  private state!: WorldState
  private filter!: QueryMask<never>

  /** Looks for the nearest shape, or with the mode ALL for all of them, within a distance. Returns how many there are. */
  find(state: WorldState, filter: QueryMask<never>, maxDistance: number, mode: number = NEAREST): number {
    this.state = state
    this.filter = filter
    this.results.begin(mode)
    for (let k = 0; k < 3; k++) box[k] = box[3 + k] = this.point[k]
    this.limit[0] = Math.max(maxDistance * maxDistance, Number.MIN_VALUE)
    state.broadPhase.queryNear(box, this)
    for (let i = 0; i < this.results.count; i++) this.results.distance[i] = Math.sqrt(this.results.distance[i])
    return this.results.count
  }

  visit(shape: number): void {
    const { state, results } = this
    if (!sees(state.shapes.columns, shape, this.filter)) return
    const { kind, rotation, center, size, hull } = state.shapes.columns
    const r = shape * 9
    const x = this.point[0] - center[shape * 3]
    const y = this.point[1] - center[shape * 3 + 1]
    const z = this.point[2] - center[shape * 3 + 2]
    for (let k = 0; k < 3; k++) local[k] = rotation[r + k] * x + rotation[r + 3 + k] * y + rotation[r + 6 + k] * z
    SHAPES[kind[shape]].closestPoint(found, local, size, shape * 4, hull[shape] >= 0 ? state.hulls[hull[shape]] : null)
    const dx = found[0] - local[0]
    const dy = found[1] - local[1]
    const dz = found[2] - local[2]
    const square = dx * dx + dy * dy + dz * dz
    if (!(square <= this.limit[0])) return
    const row = results.note(shape, square)
    if (row >= 0) {
      for (let k = 0; k < 3; k++) {
        const turned = rotation[r + k * 3] * dx + rotation[r + k * 3 + 1] * dy + rotation[r + k * 3 + 2] * dz
        results.point[row * 3 + k] = this.point[k] + turned
      }
    }
    results.shorten(this.limit)
  }
}

/** Is a point inside a shape or on its surface? `at` is x y z. */
export function containsPoint(state: WorldState, shape: number, at: Float64Array): boolean {
  const { kind, rotation, center, size, hull } = state.shapes.columns
  for (let k = 0; k < 3; k++) point[k] = at[k]
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  return rayShape(hit, kind[shape], rotation, shape * 9, center, shape * 3, size, shape * 4, geometry, point, 0)
}

/** Shapes that hold a point, ascending rows. */
export function overlapPoint(state: WorldState, at: Float64Array, filter: QueryMask<never>): number[] {
  const { broadPhase } = state
  const count = broadPhase.queryBox(at[0], at[1], at[2], at[0], at[1], at[2])
  const rows: number[] = []
  for (let i = 0; i < count; i++) {
    const shape = broadPhase.hits[i]
    if (sees(state.shapes.columns, shape, filter) && containsPoint(state, shape, at)) rows.push(shape)
  }
  return rows
}

/** Distance of two shapes: distance, depth, unit normal from A to B, point of A, point of B. */
export const DISTANCE_STRIDE = 11

/** Writes how far the shapes of two rows are apart to `out`; points are those of the surfaces that are nearest, or deepest. */
export function shapeDistance(state: WorldState, a: number, b: number, out: Float64Array): void {
  placeRow(0, state, a)
  placeRow(1, state, b)
  measureDistance(gap)
  const { center } = state.shapes.columns
  out[0] = gap.distance
  out[1] = 0
  if (gap.distance > 0 || areSurfaces()) {
    const { nx, ny, nz, ax, ay, az, bx, by, bz } = gap
    out.set([nx, ny, nz, ax, ay, az, bx, by, bz], 2)
    for (let k = 0; k < 3; k++) {
      out[5 + k] += center[a * 3 + k]
      out[8 + k] += center[a * 3 + k]
    }
    return
  }
  measureOverlap()
  const { nx, ny, nz, depth, deepest, points } = overlap
  out[1] = depth
  out[2] = -nx
  out[3] = -ny
  out[4] = -nz
  for (let k = 0; k < 3; k++) {
    out[5 + k] = points[deepest * 3 + k] + 0.5 * depth * out[2 + k]
    out[8 + k] = points[deepest * 3 + k] - 0.5 * depth * out[2 + k]
  }
}
