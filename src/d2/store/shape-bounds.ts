/**
 * Shapes in the world: their poses, their boxes and their proxies in the broad phase. Called after a body has moved, by the step or by a
 * setter, so that queries are right at any time.
 */

import { isStaticProxy } from '../../common/store/sensors.ts'
import { COVERED_MOTION_PER_SIZE, FAT_MARGIN_PER_SIZE, MARGIN_PER_SIZE } from '../../common/tuning.ts'
import { shapeBounds } from '../geometry/shapes/shape-table.ts'
import { multiplyRotation, setRotationAt } from '../math/rotation.ts'
import { type BodyColumns, ENABLED, KINEMATIC } from './bodies.ts'
import type { WorldState } from './world-state.ts'

const turn = new Float64Array(2)
/** min x y, max x y of the last `measureBox`. */
export const box: Float64Array = new Float64Array(4)
const ahead = new Float64Array(3)

/** World poses of all shapes of a body, and their boxes in the tree if it is enabled. */
export function syncBody(state: WorldState, body: number): void {
  const { firstShape, flags } = state.bodies.columns
  const enabled = (flags[body] & ENABLED) !== 0
  orient(state.bodies.columns, body)
  if (enabled) lookAhead(state, body)
  for (let shape = firstShape[body] - 1; shape >= 0; shape = state.shapes.columns.nextOfBody[shape] - 1) {
    placeShape(state, shape)
    if (!enabled) continue
    measurePredicted(state, shape)
    // Most stay within the fat box; tested here, because the margin as an argument would be put on the heap.
    const { fat } = state.broadPhase.proxies.columns
    const o = shape * 4
    if (box[0] >= fat[o] && box[1] >= fat[o + 1] && box[2] <= fat[o + 2] && box[3] <= fat[o + 3]) continue
    const margin = FAT_MARGIN_PER_SIZE * state.shapes.columns.thickness[shape]
    state.broadPhase.update(shape, box, margin)
  }
}

/** Gives a shape its proxy. */
export function insertProxy(state: WorldState, shape: number): void {
  const body = state.shapes.columns.body[shape]
  orient(state.bodies.columns, body)
  lookAhead(state, body)
  placeShape(state, shape)
  measurePredicted(state, shape)
  const margin = FAT_MARGIN_PER_SIZE * state.shapes.columns.thickness[shape]
  const isStatic = isStaticProxy(state, shape)
  state.broadPhase.insert(shape, box[0], box[1], box[2], box[3], margin, isStatic)
}

/** Cosine and sine follow the angle. */
export function orient(bodies: BodyColumns, body: number): void {
  setRotationAt(bodies.angle, body, bodies.rotation, body * 2)
}

/** World pose of a shape. The body's cosine and sine must be up to date. */
export function placeShape(state: WorldState, shape: number): void {
  const { body, center, rotation, localPosition, localRotation } = state.shapes.columns
  const { localCenter, x, rotation: bodyRotation } = state.bodies.columns
  const b = body[shape] * 2
  const o = shape * 2
  const c = bodyRotation[b]
  const s = bodyRotation[b + 1]
  const px = localPosition[o] - localCenter[b]
  const py = localPosition[o + 1] - localCenter[b + 1]
  center[o] = x[b] + (c * px - s * py)
  center[o + 1] = x[b + 1] + (s * px + c * py)
  if (localRotation[shape] === 0) {
    rotation[o] = c
    rotation[o + 1] = s
    return
  }
  setRotationAt(localRotation, shape, turn, 0)
  multiplyRotation(bodyRotation, b, turn, 0, rotation, o)
}

/** Predicted motion of the body in a step: displacement x y, and the bound of its rotation in any direction. */
function lookAhead(state: WorldState, body: number): void {
  const bodies = state.bodies.columns
  const { v, w, radius } = bodies
  const o = body * 2
  const reach = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1]) * state.dt
  setCoveredReach(bodies, body)
  const room = coveredReachOut[0]
  const share = reach > room ? room / reach : 1
  ahead[0] = v[o] * state.dt * share
  ahead[1] = v[o + 1] * state.dt * share
  ahead[2] = Math.min(Math.abs(w[body]) * radius[body] * state.dt, room)
}

export const coveredReachOut: Float64Array = new Float64Array(1)

/** In `coveredReachOut`: motion in one step that contact margins cover. No contact stops a kinematic body, so all of its motion is covered. */
export function setCoveredReach(bodies: BodyColumns, body: number): void {
  if (bodies.type[body] === KINEMATIC) coveredReachOut[0] = Infinity
  else coveredReachOut[0] = COVERED_MOTION_PER_SIZE * bodies.size[body]
}

function measurePredicted(state: WorldState, shape: number): void {
  measureBox(state, shape)
  const around = MARGIN_PER_SIZE * state.shapes.columns.thickness[shape] + ahead[2]
  const x = ahead[0]
  const y = ahead[1]
  box[0] += (x < 0 ? x : 0) - around
  box[1] += (y < 0 ? y : 0) - around
  box[2] += (x > 0 ? x : 0) + around
  box[3] += (y > 0 ? y : 0) + around
}

/** Tight box of a shape at its pose, into `box`. */
export function measureBox(state: WorldState, shape: number): void {
  const { kind, size, center, rotation, polygon } = state.shapes.columns
  const { data, start } = state.packedPolygons
  shapeBounds(box, kind[shape], center, shape * 2, rotation, shape * 2, size, shape * 4, data, start[polygon[shape] + 1])
}
