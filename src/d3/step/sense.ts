/**
 * Stage `sense`: what sensors overlap at the final poses, and what went through them within the step.
 *
 * Reads: pairs that involve a sensor, poses before and after the step. Writes: pairs and their state, sensorBegin and sensorEnd events.
 * Why here: poses and shapes' placements are final. Pairs without an awake body are looked at if they are new or a body was put elsewhere.
 * Bodies that went farther than the boxes that pairs were found with are swept through the broad phase; without sensors nothing is.
 */

import { LOOK, SENSES, TOUCHING } from '../../common/store/column-codes.ts'
import { reportPassing, reportSensing } from '../../common/store/pair-events.ts'
import { addSensedPair, countSensors, senseSleepers, SweptShapes } from '../../common/store/sensors.ts'
import { shapesOverlap } from '../geometry/overlap.ts'
import { shapesMeet } from '../geometry/passing.ts'
import { Sweep } from '../geometry/sweep.ts'
import { renormalize, turn } from '../math/rotation.ts'
import { box, measureBox } from '../store/shape-bounds.ts'
import { setSweep, turned } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

/** A sweep turns by the shorter way: faster spins are cut into pieces of at most this, rad; and into at most so many. */
const PIECE = 1.5
const MAX_PIECES = 64

const sweepA = new Sweep()
const sweepB = new Sweep()
const swept = new SweptShapes(6)

export function sense(state: WorldState): void {
  if (countSensors(state) > 0) {
    sensePairs(state)
    if (state.lookAtSleepers) senseSleepers(state, overlapNow)
    senseUnforeseen(state)
  }
  state.lookAtSleepers = false
}

function sensePairs(state: WorldState): void {
  const { shapeA, shapeB, state: bits } = state.pairs.columns
  for (let row = 0; row < state.globals.columns.awakePairs[0]; row++) {
    if ((bits[row] & SENSES) === 0) continue
    bits[row] &= ~LOOK
    const a = shapeA[row]
    const b = shapeB[row]
    const overlaps = overlapNow(state, a, b)
    if (!overlaps && (bits[row] & TOUCHING) === 0) {
      if (met(state, a, b)) reportPassing(state, a, b)
    } else reportSensing(state, row, overlaps)
  }
}

/** Shapes that went where nobody had foreseen. */
function senseUnforeseen(state: WorldState): void {
  const { awakeRows, awakeCount } = state
  const { firstShape, awake } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  swept.begin()
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    if (awake[row] === 0) continue
    for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
      measureSwept(state, s, row)
      swept.add(state, s, box)
    }
  }
  const count = swept.find(state)
  for (let k = 0; k < count; k++) {
    const a = swept.pairs[2 * k]
    const b = swept.pairs[2 * k + 1]
    if (overlapNow(state, a, b)) addSensedPair(state, a, b)
    else if (met(state, a, b)) reportPassing(state, a, b)
  }
}

/** Box around all places of a shape in this step, into `box`. */
function measureSwept(state: WorldState, shape: number, row: number): void {
  const { x, oldX, radius } = state.bodies.columns
  const around = pieces(state, row) === 1 ? turned(state, row) : 2 * radius[row]
  measureBox(state, shape)
  for (let k = 0; k < 3; k++) {
    const back = oldX[row * 3 + k] - x[row * 3 + k]
    box[k] += Math.min(back, 0) - around
    box[3 + k] += Math.max(back, 0) + around
  }
}

/** How many pieces the turning of a body is cut into. */
function pieces(state: WorldState, row: number): number {
  const { w, awake } = state.bodies.columns
  if (awake[row] === 0) return 1
  const o = row * 3
  const angle = Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]) * state.dt
  // Up to half a turn the shorter way is the way.
  return angle < Math.PI ? 1 : Math.min(Math.ceil(angle / PIECE), MAX_PIECES)
}

function overlapNow(state: WorldState, a: number, b: number): boolean {
  const { kind, size, rotation, center, hull } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  const dx = center[b * 3] - center[a * 3]
  const dy = center[b * 3 + 1] - center[a * 3 + 1]
  const dz = center[b * 3 + 2] - center[a * 3 + 2]
  return shapesOverlap(kind[a], kind[b], rotation, a * 9, b * 9, size, a * 4, b * 4, hullA, hullB, dx, dy, dz)
}

/** Did two shapes overlap at any time of this step? */
function met(state: WorldState, a: number, b: number): boolean {
  const { kind, size, hull, body } = state.shapes.columns
  if (!moved(state, body[a]) && !moved(state, body[b])) return false
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  const count = Math.max(pieces(state, body[a]), pieces(state, body[b]))
  for (let k = 0; k < count; k++) {
    setPiece(state, sweepA, a, body[a], k, count)
    setPiece(state, sweepB, b, body[b], k, count)
    if (shapesMeet(kind[a], kind[b], size, a * 4, b * 4, hullA, hullB, sweepA, sweepB)) return true
  }
  return false
}

/** Piece k of the motion of a shape. Within a step that turns a body so far, the spin counts as constant. */
function setPiece(state: WorldState, sweep: Sweep, shape: number, row: number, k: number, count: number): void {
  setSweep(state, sweep, shape, row)
  if (count === 1) return
  const { c0, c1, q0, q1 } = sweep
  const { w } = state.bodies.columns
  const o = row * 3
  const from = k / count
  const to = (k + 1) / count
  const spins = pieces(state, row) > 1
  for (let i = 0; i < 3; i++) {
    const way = c1[i] - c0[i]
    c1[i] = c0[i] + to * way
    c0[i] += from * way
  }
  if (!spins) {
    sweep.cutTurn(from, to)
    return
  }
  if (k + 1 < count) {
    q1.set(q0)
    turn(q1, 0, w[o], w[o + 1], w[o + 2], to * state.dt)
    renormalize(q1, 0)
  }
  turn(q0, 0, w[o], w[o + 1], w[o + 2], from * state.dt)
  renormalize(q0, 0)
}

function moved(state: WorldState, row: number): boolean {
  const { x, oldX, q, oldQ, awake } = state.bodies.columns
  if (awake[row] === 0) return false
  for (let k = 0; k < 3; k++) if (x[row * 3 + k] !== oldX[row * 3 + k]) return true
  for (let k = 0; k < 4; k++) if (q[row * 4 + k] !== oldQ[row * 4 + k]) return true
  return false
}
