/**
 * Queries over the world's state: rays, boxes and shapes against shapes. They see the poses of this moment, right after a teleport too,
 * and never depend on the history of the tree: ties are broken by shape row.
 */

import { sees, type QueryMask } from '../../common/queries/query-mask.ts'
import { RayResults } from '../../common/queries/ray-results.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { isChain } from '../geometry/pairs/chain-impact.ts'
import { shapesOverlap } from '../geometry/overlap.ts'
import { setRotation } from '../math/rotation.ts'
import { box as measured, measureBox } from '../store/shape-bounds.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import type { WorldState } from '../store/world-state.ts'
import { RayHit, rayShape } from '../geometry/ray-shapes.ts'

const hit = new RayHit()
/** The way back. */
const back = Float64Array.of(0, 0, 0, 0, 1)

/** Casts one ray (origin, unit direction × maxDistance in `ray`) and leaves what it met in `results`. */
export class RayCaster {
  readonly results: RayResults = new RayResults()
  /** Share of the ray that is still of interest. */
  readonly limit: Float64Array = new Float64Array(1)
  /** Origin, direction with the length of the ray, and the share of it that counts: all. */
  readonly ray: Float64Array = Float64Array.of(0, 0, 0, 0, 1)
  /** Does it hit a shape that it starts in at once? Otherwise it hits the far side. */
  solid = true
  /** Does it hit segments of chains from behind? */
  backFaces = true
  private state!: WorldState
  private filter!: QueryMask<never>

  cast(state: WorldState, filter: QueryMask<never>, mode: number): number {
    this.state = state
    this.filter = filter
    this.results.begin(mode)
    const { ray } = this
    this.limit[0] = 1
    state.broadPhase.queryRay(ray, this)
    return this.results.count
  }

  /** Called for every shape whose box the ray meets; sets how much of the ray is still of interest. */
  visit(shape: number): void {
    const { state, ray, results } = this
    if (!sees(state.shapes.columns, shape, this.filter)) return
    const { kind, rotation, center, size, polygon } = state.shapes.columns
    const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
    if (!rayShape(hit, kind[shape], rotation, shape * 2, center, shape * 2, size, shape * 4, geometry, ray, 0)) return
    if (hit.t === 0 && !this.solid && SHAPES[kind[shape]].solid && !this.leave(shape)) return
    if (!this.backFaces && isChain(kind[shape], size, shape * 4)) {
      if (rotation[shape * 2] * hit.ny < rotation[shape * 2 + 1] * hit.nx) return
    }
    const row = results.note(shape, hit.t)
    if (row >= 0) {
      results.normal[row * 2] = hit.nx
      results.normal[row * 2 + 1] = hit.ny
    }
    results.shorten(this.limit)
  }

  /**
   * Where the ray leaves the shape it starts in: where one the other way, from beyond the shape, meets it. False if it ends inside. One that
   * only touches the surface at its start has left it there.
   */
  private leave(shape: number): boolean {
    const { state, ray } = this
    const { kind, rotation, center, size, polygon, reach } = state.shapes.columns
    const length = Math.sqrt(ray[2] * ray[2] + ray[3] * ray[3])
    const beyond = (2 * reach[shape] * (1 + LOST_DIGITS)) / length
    for (let k = 0; k < 2; k++) {
      back[k] = ray[k] + ray[2 + k] * beyond
      back[2 + k] = -ray[2 + k] * beyond
    }
    const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
    if (!rayShape(hit, kind[shape], rotation, shape * 2, center, shape * 2, size, shape * 4, geometry, back, 0)) return true
    hit.t = (1 - hit.t) * beyond
    return hit.t <= ray[4]
  }
}

/** Shapes whose exact boxes meet the given one, ascending rows. */
export function overlapBox(state: WorldState, box: Float64Array, filter: QueryMask<never>): number[] {
  const { broadPhase } = state
  const count = broadPhase.queryBox(box[0], box[1], box[2], box[3])
  const rows: number[] = []
  for (let i = 0; i < count; i++) {
    const shape = broadPhase.hits[i]
    if (!sees(state.shapes.columns, shape, filter)) continue
    measureBox(state, shape)
    let apart = false
    for (let k = 0; k < 2; k++) if (measured[k] > box[2 + k] || measured[2 + k] < box[k]) apart = true
    if (!apart) rows.push(shape)
  }
  return rows
}

/** Shapes that really overlap a shape placed at a pose, ascending rows. Row 0 of the scratch columns is the query's own shape. */
export function overlapShape(state: WorldState, definition: ShapeDefinition, pose: Float64Array, filter: QueryMask<never>): number[] {
  const { broadPhase } = state
  const { kind, rotation, center, size, polygon } = state.shapes.columns
  const rot = new Float64Array(4)
  const sizes = new Float64Array(8)
  setRotation(pose[2], rot, 0)
  sizes.set(definition.size, 0)
  const reach = SHAPES[definition.kindCode].reach(sizes, 0, definition.polygon)
  const count = broadPhase.queryBox(pose[0] - reach, pose[1] - reach, pose[0] + reach, pose[1] + reach)
  const rows: number[] = []
  for (let i = 0; i < count; i++) {
    const shape = broadPhase.hits[i]
    if (!sees(state.shapes.columns, shape, filter)) continue
    for (let k = 0; k < 2; k++) rot[2 + k] = rotation[shape * 2 + k]
    for (let k = 0; k < 4; k++) sizes[4 + k] = size[shape * 4 + k]
    const other = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
    const dx = center[shape * 2] - pose[0]
    const dy = center[shape * 2 + 1] - pose[1]
    if (shapesOverlap(definition.kindCode, kind[shape], rot, 0, 2, sizes, 0, 4, definition.polygon, other, dx, dy)) rows.push(shape)
  }
  return rows
}
