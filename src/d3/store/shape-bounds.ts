/**
 * Where shapes are: their world poses, their boxes and their proxies in the broad phase. Called after a body has moved, by the step or by
 * a setter, so that queries are right at any time.
 */

import { isStaticProxy } from '../../common/store/sensors.ts'
import { COVERED_MOTION_PER_SIZE, FAT_MARGIN_PER_SIZE, MARGIN_PER_SIZE } from '../../common/tuning.ts'
import { ENABLED, KINEMATIC, type BodyColumns } from './bodies.ts'
import { quatMultiply, quatRotateAt, quatToMatrix } from '../math/quaternion.ts'
import { shapeBounds } from '../geometry/shapes/shape-table.ts'
import type { WorldState } from './world-state.ts'

const q = new Float64Array(4)
const arm = new Float64Array(3)
/** min x y z, max x y z of the last `measureBox`. */
export const box: Float64Array = new Float64Array(6)
const ahead = new Float64Array(4)

/** World poses of all shapes of a body, and their boxes in the tree if it is enabled. */
export function syncBody(state: WorldState, body: number): void {
  const { firstShape, flags } = state.bodies.columns
  const enabled = (flags[body] & ENABLED) !== 0
  if (enabled) lookAhead(state, body)
  for (let shape = firstShape[body] - 1; shape >= 0; shape = state.shapes.columns.nextOfBody[shape] - 1) {
    placeShape(state, shape)
    if (!enabled) continue
    measurePredicted(state, shape)
    // Most stay within the fat box; tested here, because the margin as an argument would be put on the heap.
    const { fat } = state.broadPhase.proxies.columns
    const o = shape * 6
    if (
      box[0] >= fat[o] && box[1] >= fat[o + 1] && box[2] >= fat[o + 2] && box[3] <= fat[o + 3] && box[4] <= fat[o + 4] && box[5] <= fat[o + 5]
    ) continue
    const margin = FAT_MARGIN_PER_SIZE * state.shapes.columns.thickness[shape]
    state.broadPhase.update(shape, box, margin)
  }
}

/** Gives a shape its proxy. */
export function insertProxy(state: WorldState, shape: number): void {
  const body = state.shapes.columns.body[shape]
  lookAhead(state, body)
  placeShape(state, shape)
  measurePredicted(state, shape)
  const margin = FAT_MARGIN_PER_SIZE * state.shapes.columns.thickness[shape]
  const isStatic = isStaticProxy(state, shape)
  state.broadPhase.insert(shape, box[0], box[1], box[2], box[3], box[4], box[5], margin, isStatic)
}

export function placeShape(state: WorldState, shape: number): void {
  const { body, center, rotation, localPosition, localRotation } = state.shapes.columns
  const bodies = state.bodies.columns
  const b = body[shape]
  const { localCenter, x } = bodies
  for (let k = 0; k < 3; k++) arm[k] = localPosition[shape * 3 + k] - localCenter[b * 3 + k]
  quatRotateAt(bodies.q, b * 4, arm, 0, arm, 0)
  center[shape * 3] = x[b * 3] + arm[0]
  center[shape * 3 + 1] = x[b * 3 + 1] + arm[1]
  center[shape * 3 + 2] = x[b * 3 + 2] + arm[2]
  quatMultiply(bodies.q, b * 4, localRotation, shape * 4, q, 0)
  quatToMatrix(q, 0, rotation, shape * 9)
}

/** How far the body will go in a step: displacement x y z, and in any direction. */
function lookAhead(state: WorldState, body: number): void {
  const bodies = state.bodies.columns
  const { v, w, radius } = bodies
  const o = body * 3
  const speed = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2])
  const spin = Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]) * radius[body]
  const reach = speed * state.dt
  setCoveredReach(bodies, body)
  const room = coveredReachOut[0]
  const share = reach > room ? room / reach : 1
  ahead[0] = v[o] * state.dt * share
  ahead[1] = v[o + 1] * state.dt * share
  ahead[2] = v[o + 2] * state.dt * share
  ahead[3] = Math.min(spin * state.dt, room)
}

export const coveredReachOut: Float64Array = new Float64Array(1)

/** In `coveredReachOut`: motion in one step that contact margins cover. No contact stops a kinematic body, so all of its motion is covered. */
export function setCoveredReach(bodies: BodyColumns, body: number): void {
  if (bodies.type[body] === KINEMATIC) coveredReachOut[0] = Infinity
  else coveredReachOut[0] = COVERED_MOTION_PER_SIZE * bodies.size[body]
}

function measurePredicted(state: WorldState, shape: number): void {
  measureBox(state, shape)
  const around = MARGIN_PER_SIZE * state.shapes.columns.thickness[shape] + ahead[3]
  for (let k = 0; k < 3; k++) {
    box[k] += Math.min(ahead[k], 0) - around
    box[3 + k] += Math.max(ahead[k], 0) + around
  }
}

/** Tight box of a shape at its pose, into `box`. */
export function measureBox(state: WorldState, shape: number): void {
  const { kind, size, center, rotation, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  shapeBounds(box, kind[shape], center, shape * 3, rotation, shape * 9, size, shape * 4, geometry)
}
