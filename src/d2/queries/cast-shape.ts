/**
 * Shape casts: a shape that moves in a straight line, without turning, and what it meets on the way. By conservative advancement on the
 * distance of the shapes (`geometry/time-of-impact.ts`), over the part of the way where their bounding circles meet: so a long way costs no
 * accuracy.
 */

import { CastResults } from '../../common/queries/cast-results.ts'
import { sees, type QueryMask } from '../../common/queries/query-mask.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { GjkResult } from '../geometry/gjk.ts'
import { PackedPolygons } from '../geometry/polygon/packed-polygons.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { shapeBounds, SHAPES } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_OVERLAPPED, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import { setRotation } from '../math/rotation.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureDistance, measureOverlap, moveFirst, overlap, placeDefinition, placeRow } from './placed-shapes.ts'

const impact = new TimeOfImpact()
const nearest = new GjkResult()
const mover = new Sweep()
const still = new Sweep()
const sizes = new Float64Array(8)
const rot = new Float64Array(2)
const box = new Float64Array(4)
const list: (Polygon | undefined)[] = [undefined]
const packed = new PackedPolygons(list)
const part = new Float64Array(2)
const place = new Float64Array(2)

/** Casts one shape and leaves what it met in `results`. */
export class ShapeCaster {
  readonly results: CastResults = new CastResults()
  /** Share of the way that is still of interest. */
  readonly limit: Float64Array = new Float64Array(1)
  /** Position and angle at the start. */
  readonly pose: Float64Array = new Float64Array(3)
  /** Where it goes, whole. */
  readonly motion: Float64Array = new Float64Array(2)
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
    for (let k = 0; k < 4; k++) sizes[k] = definition.size[k]
    setRotation(pose[2], rot, 0)
    this.reach = SHAPES[definition.kindCode].reach(sizes, 0, definition.polygon)
    list[0] = definition.polygon ?? undefined
    packed.packAll()
    shapeBounds(box, definition.kindCode, pose, 0, rot, 0, sizes, 0, packed.data, packed.start[1])
    mover.a0 = mover.a1 = pose[2]
    clearSide(definition.kindCode, 0)
    this.limit[0] = 1
    state.broadPhase.queryCast(box, motion, this)
    return this.results.count
  }

  /** Called for every shape whose box the moving box meets; sets how much of the way is still of interest. */
  visit(shape: number): void {
    const { state, pose, motion, definition, results } = this
    if (!sees(state.shapes.columns, shape, this.filter)) return
    const { kind, size, polygon } = state.shapes.columns
    if (!this.clip(shape)) return
    const from = part[0]
    const to = part[1]
    for (let k = 0; k < 2; k++) {
      mover.c0[k] = pose[k] + from * motion[k]
      mover.c1[k] = pose[k] + to * motion[k]
    }
    standStill(state, shape)
    for (let k = 0; k < 4; k++) sizes[4 + k] = size[shape * 4 + k]
    clearSide(kind[shape], 4)
    const geometry = polygon[shape] >= 0 ? state.polygons[polygon[shape]] : null
    timeOfImpact(impact, definition.kindCode, kind[shape], sizes, 0, 4, definition.polygon, geometry, mover, still, 0)
    if (impact.state === TOI_SEPARATED) return
    placeDefinition(0, definition, pose)
    placeRow(1, state, shape)
    for (let k = 0; k < 2; k++) place[k] = mover.c0[k] + impact.t * (mover.c1[k] - mover.c0[k])
    moveFirst(place)
    if (impact.state === TOI_OVERLAPPED) return this.noteOverlap(shape)
    const row = results.note(shape, from + impact.t * (to - from))
    if (row >= 0) {
      measureDistance(nearest)
      results.normal[row * 2] = -impact.nx
      results.normal[row * 2 + 1] = -impact.ny
      results.point[row * 2] = place[0] + nearest.bx
      results.point[row * 2 + 1] = place[1] + nearest.by
      results.depth[row] = 0
    }
    results.shorten(this.limit)
  }

  /** In `part`: shares of the way between which the bounding circles meet. False if they do not before the limit. */
  private clip(shape: number): boolean {
    const { pose, motion } = this
    const { center, reach } = this.state.shapes.columns
    const far = (this.reach + reach[shape]) * (1 + LOST_DIGITS)
    let square = 0
    let along = 0
    for (let k = 0; k < 2; k++) {
      square += motion[k] * motion[k]
      along += (center[shape * 2 + k] - pose[k]) * motion[k]
    }
    along /= square
    let room = far * far
    for (let k = 0; k < 2; k++) {
      const beside = center[shape * 2 + k] - pose[k] - along * motion[k]
      room -= beside * beside
    }
    if (!(room >= 0)) return false
    const half = Math.sqrt(room / square)
    part[0] = Math.max(0, along - half)
    // Not cut at the limit: the last digits of a hit must not depend on what was met before.
    part[1] = Math.min(1, along + half)
    return part[0] <= part[1] && part[0] <= this.limit[0]
  }

  /** They overlap at the start; or, by rounding, where their bounding circles meet. */
  private noteOverlap(shape: number): void {
    const { motion, results } = this
    const from = part[0]
    measureOverlap()
    const { nx, ny, depth, deepest, points } = overlap
    if (from === 0 && !this.stopAtPenetration && nx * motion[0] + ny * motion[1] >= 0) return
    const row = results.note(shape, from)
    if (row >= 0) {
      results.normal[row * 2] = nx
      results.normal[row * 2 + 1] = ny
      for (let k = 0; k < 2; k++) results.point[row * 2 + k] = points[deepest * 2 + k]
      results.depth[row] = from === 0 ? depth : 0
    }
    results.shorten(this.limit)
  }
}

/** The shape of a row as a sweep without motion. */
function standStill(state: WorldState, shape: number): void {
  const { body, localPosition, localRotation } = state.shapes.columns
  const { x, angle, localCenter } = state.bodies.columns
  const row = body[shape]
  for (let k = 0; k < 2; k++) {
    still.c0[k] = still.c1[k] = x[row * 2 + k]
    still.localOffset[k] = localPosition[shape * 2 + k] - localCenter[row * 2 + k]
  }
  still.a0 = still.a1 = angle[row]
  still.localRotation = localRotation[shape]
}

/** A segment of a chain is met from both sides, like one that stands alone. */
function clearSide(kind: number, s: number): void {
  if (kind === SEGMENT) sizes[s + 3] = BOTH_SIDES
}
