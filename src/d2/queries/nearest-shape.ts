/**
 * Which shape is nearest to a point, and where; which shapes hold a point; how far two shapes are apart.
 */

import { CastResults } from '../../common/queries/cast-results.ts'
import { sees, type QueryMask } from '../../common/queries/query-mask.ts'
import { NEAREST } from '../../common/queries/ray-results.ts'
import { GjkResult } from '../geometry/gjk.ts'
import { RayHit, rayShape } from '../geometry/ray-shapes.ts'
import { SEGMENT } from '../geometry/shapes/segment.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureDistance, measureOverlap, overlap, placeRow } from './placed-shapes.ts'

const local = new Float64Array(2)
const found = new Float64Array(2)
const box = new Float64Array(4)
/** A ray without length is a point. */
const point = new Float64Array(5)
const hit = new RayHit()
const gap = new GjkResult()

/** Finds the shape nearest to a point. Results hold squares of distances until the search is over. */
export class NearestFinder {
  readonly results: CastResults = new CastResults()
  /** Square of the distance that is still of interest, m². */
  readonly limit: Float64Array = new Float64Array(1)
  readonly point: Float64Array = new Float64Array(2)
  private state!: WorldState
  private filter!: QueryMask<never>

  /** Looks for the nearest shape, or with the mode ALL for all of them, within a distance. Returns how many there are. */
  find(state: WorldState, filter: QueryMask<never>, maxDistance: number, mode: number = NEAREST): number {
    this.state = state
    this.filter = filter
    this.results.begin(mode)
    for (let k = 0; k < 2; k++) box[k] = box[2 + k] = this.point[k]
    this.limit[0] = Math.max(maxDistance * maxDistance, Number.MIN_VALUE)
    state.broadPhase.queryNear(box, this)
    for (let i = 0; i < this.results.count; i++) this.results.distance[i] = Math.sqrt(this.results.distance[i])
    return this.results.count
  }

  visit(shape: number): void {
    const { state, results } = this
    if (!sees(state.shapes.columns, shape, this.filter)) return
    const { kind, rotation, center, size, polygon } = state.shapes.columns
    const c = rotation[shape * 2]
    const s = rotation[shape * 2 + 1]
    const x = this.point[0] - center[shape * 2]
    const y = this.point[1] - center[shape * 2 + 1]
    local[0] = c * x + s * y
    local[1] = c * y - s * x
    SHAPES[kind[shape]].closestPoint(found, local, size, shape * 4, polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null)
    const dx = found[0] - local[0]
    const dy = found[1] - local[1]
    const square = dx * dx + dy * dy
    if (!(square <= this.limit[0])) return
    const row = results.note(shape, square)
    if (row >= 0) {
      results.point[row * 2] = this.point[0] + c * dx - s * dy
      results.point[row * 2 + 1] = this.point[1] + s * dx + c * dy
    }
    results.shorten(this.limit)
  }
}

/** Is a point inside a shape or on its surface? `at` is x y. */
export function containsPoint(state: WorldState, shape: number, at: Float64Array): boolean {
  const { kind, rotation, center, size, polygon } = state.shapes.columns
  for (let k = 0; k < 2; k++) point[k] = at[k]
  const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
  return rayShape(hit, kind[shape], rotation, shape * 2, center, shape * 2, size, shape * 4, geometry, point, 0)
}

/** Shapes that hold a point, ascending rows. */
export function overlapPoint(state: WorldState, at: Float64Array, filter: QueryMask<never>): number[] {
  const { broadPhase } = state
  const count = broadPhase.queryBox(at[0], at[1], at[0], at[1])
  const rows: number[] = []
  for (let i = 0; i < count; i++) {
    const shape = broadPhase.hits[i]
    if (sees(state.shapes.columns, shape, filter) && containsPoint(state, shape, at)) rows.push(shape)
  }
  return rows
}

/** Distance of two shapes: distance, depth, unit normal from A to B, point of A, point of B. */
export const DISTANCE_STRIDE = 8

/** Writes how far the shapes of two rows are apart to `out`; points are those of the surfaces that are nearest, or deepest. */
export function shapeDistance(state: WorldState, a: number, b: number, out: Float64Array): void {
  placeRow(0, state, a)
  placeRow(1, state, b)
  measureDistance(gap)
  const { center, kind } = state.shapes.columns
  out[0] = gap.distance
  out[1] = 0
  if (gap.distance > 0) {
    const { nx, ny, ax, ay, bx, by } = gap
    out.set([nx, ny, ax, ay, bx, by], 2)
    for (let k = 0; k < 2; k++) {
      out[4 + k] += center[a * 2 + k]
      out[6 + k] += center[a * 2 + k]
    }
    return
  }
  measureOverlap()
  const { nx, ny, depth, deepest, points } = overlap
  out[1] = depth
  out[2] = -nx
  out[3] = -ny
  // Two lines cross in a point of both.
  const lines = kind[a] === SEGMENT && kind[b] === SEGMENT
  for (let k = 0; k < 2; k++) {
    if (lines) out[4 + k] = out[6 + k] = points[k]
    else {
      out[4 + k] = points[deepest * 2 + k] + 0.5 * depth * out[2 + k]
      out[6 + k] = points[deepest * 2 + k] - 0.5 * depth * out[2 + k]
    }
  }
}
