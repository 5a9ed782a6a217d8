/**
 * Shape casts: a shape that moves in a straight line, without turning, and what it meets on the way. By conservative advancement on the
 * distance of the shapes (`geometry/time-of-impact.ts`), over the part of the way where their bounding balls meet: so a long way costs no
 * accuracy.
 */

import { CastResults } from '../../common/queries/cast-results.ts'
import { sees, type QueryMask } from '../../common/queries/query-mask.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { SLOP_PER_SIZE } from '../../common/tuning.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { GjkResult } from '../geometry/gjk.ts'
import { meshTimeOfImpact, metPiece } from '../geometry/mesh/mesh-sweeps.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { shapeBounds, SHAPES } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_OVERLAPPED, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import { quatToMatrix } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureDistance, measureOverlap, moveFirst, overlap, placeDefinition, placeRow } from './placed-shapes.ts'

const impact = new TimeOfImpact()
const nearest = new GjkResult()
const mover = new Sweep()
const still = new Sweep()
const sizes = new Float64Array(8)
const rot = new Float64Array(9)
const box = new Float64Array(6)
const part = new Float64Array(2)
const place = new Float64Array(3)

/** Casts one shape and leaves what it met in `results`. */
export class ShapeCaster {
  readonly results: CastResults = new CastResults()
  /** Share of the way that is still of interest. */
  readonly limit: Float64Array = new Float64Array(1)
  /** Position and quaternion at the start. */
  readonly pose: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, 1)
  /** Where it goes, whole. */
  readonly motion: Float64Array = new Float64Array(3)
  /** Does it meet shapes that it overlaps at the start and that its way leads out of? */
  stopAtPenetration = true
  private state!: WorldState
  private filter!: QueryMask<never>
  private definition!: ShapeDefinition
  private reach = 0

  cast(state: WorldState, definition: ShapeDefinition, filter: QueryMask<never>, mode: number): number {
    const { pose, motion } = this
    this.state = state
    this.filter = filter
    this.definition = definition
    this.results.begin(mode)
    for (let k = 0; k < 4; k++) sizes[k] = definition.size[k] ?? 0
    quatToMatrix(pose, 3, rot, 0)
    this.reach = SHAPES[definition.kindCode].reach(sizes, 0, definition.hull)
    shapeBounds(box, definition.kindCode, pose, 0, rot, 0, sizes, 0, definition.hull)
    for (let k = 0; k < 4; k++) mover.q0[k] = mover.q1[k] = pose[3 + k]
    this.limit[0] = 1
    state.broadPhase.queryCast(box, motion, this)
    return this.results.count
  }

  /** Called for every shape whose box the moving box meets; sets how much of the way is still of interest. */
  visit(shape: number): void {
    const { state, pose, motion, definition, results } = this
    if (!sees(state.shapes.columns, shape, this.filter)) return
    const { kind, size, hull } = state.shapes.columns
    if (!this.clip(shape)) return
    const from = part[0]
    const to = part[1]
    for (let k = 0; k < 3; k++) {
      mover.c0[k] = pose[k] + from * motion[k]
      mover.c1[k] = pose[k] + to * motion[k]
    }
    standStill(state, shape)
    for (let k = 0; k < 4; k++) sizes[4 + k] = size[shape * 4 + k]
    const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
    if (kind[shape] >= LEVEL) {
      meshTimeOfImpact(impact, definition.kindCode, sizes, 0, definition.hull, asLevel(geometry), mover, still, sizes[4] === 1)
    } else timeOfImpact(impact, definition.kindCode, kind[shape], sizes, 0, 4, definition.hull, geometry, mover, still, 0)
    if (impact.state === TOI_SEPARATED) return
    placeDefinition(0, definition, pose)
    placeRow(1, state, shape)
    for (let k = 0; k < 3; k++) place[k] = mover.c0[k] + impact.t * (mover.c1[k] - mover.c0[k])
    moveFirst(place)
    if (impact.state === TOI_OVERLAPPED) return this.noteOverlap(shape)
    const row = results.note(shape, from + impact.t * (to - from))
    if (row >= 0) {
      this.measureTouch()
      results.normal[row * 3] = -impact.nx
      results.normal[row * 3 + 1] = -impact.ny
      results.normal[row * 3 + 2] = -impact.nz
      results.point[row * 3] = place[0] + nearest.bx
      results.point[row * 3 + 1] = place[1] + nearest.by
      results.point[row * 3 + 2] = place[2] + nearest.bz
      results.depth[row] = 0
      this.noteTriangle(row, shape)
    }
    results.shorten(this.limit)
  }

  /** In `part`: shares of the way between which the bounding balls meet. False if they do not before the limit. */
  private clip(shape: number): boolean {
    const { pose, motion } = this
    const { center, reach } = this.state.shapes.columns
    const far = (this.reach + reach[shape]) * (1 + LOST_DIGITS)
    let square = 0
    let along = 0
    for (let k = 0; k < 3; k++) {
      square += motion[k] * motion[k]
      along += (center[shape * 3 + k] - pose[k]) * motion[k]
    }
    along /= square
    let room = far * far
    for (let k = 0; k < 3; k++) {
      const beside = center[shape * 3 + k] - pose[k] - along * motion[k]
      room -= beside * beside
    }
    if (!(room >= 0)) return false
    const half = Math.sqrt(room / square)
    part[0] = Math.max(0, along - half)
    // Not cut at the limit: the last digits of a hit must not depend on what was met before.
    part[1] = Math.min(1, along + half)
    return part[0] <= part[1] && part[0] <= this.limit[0]
  }

  /**
   * The nearest points where the shapes touch, into `nearest`. Cores that touch by rounding have a common point that may be anywhere on both: then
   * those a slop back along the normal.
   */
  private measureTouch(): void {
    measureDistance(nearest)
    if (nearest.distance > 0) return
    const { definition } = this
    const back = SLOP_PER_SIZE * SHAPES[definition.kindCode].thickness(sizes, 0, definition.hull)
    place[0] -= back * impact.nx
    place[1] -= back * impact.ny
    place[2] -= back * impact.nz
    moveFirst(place)
    measureDistance(nearest)
  }

  /** Which triangle of level geometry it was. */
  private noteTriangle(row: number, shape: number): void {
    const { kind, hull } = this.state.shapes.columns
    if (kind[shape] < LEVEL) return
    const level = asLevel(this.state.hulls[hull[shape]])
    this.results.triangle[row] = level.sourceOf(metPiece[0])
    this.results.material[row] = level.materialOf(metPiece[0])
  }

  /** They overlap at the start; or, by rounding, where their bounding balls meet. */
  private noteOverlap(shape: number): void {
    const { motion, results } = this
    const from = part[0]
    measureOverlap()
    const { nx, ny, nz, depth, deepest, points } = overlap
    if (from === 0 && !this.stopAtPenetration && nx * motion[0] + ny * motion[1] + nz * motion[2] >= 0) return
    const row = results.note(shape, from)
    if (row >= 0) {
      results.normal[row * 3] = nx
      results.normal[row * 3 + 1] = ny
      results.normal[row * 3 + 2] = nz
      for (let k = 0; k < 3; k++) results.point[row * 3 + k] = points[deepest * 3 + k]
      results.depth[row] = from === 0 ? depth : 0
      this.noteTriangle(row, shape)
    }
    results.shorten(this.limit)
  }
}

/** The shape of a row as a sweep without motion. */
function standStill(state: WorldState, shape: number): void {
  const { body, localPosition, localRotation } = state.shapes.columns
  const { x, q, localCenter } = state.bodies.columns
  const row = body[shape]
  for (let k = 0; k < 3; k++) {
    still.c0[k] = still.c1[k] = x[row * 3 + k]
    still.localOffset[k] = localPosition[shape * 3 + k] - localCenter[row * 3 + k]
  }
  for (let k = 0; k < 4; k++) {
    still.q0[k] = still.q1[k] = q[row * 4 + k]
    still.localRotation[k] = localRotation[shape * 4 + k]
  }
}
