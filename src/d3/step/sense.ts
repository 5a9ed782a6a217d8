/**
 * Stage `sense`: what sensors overlap at the final poses, and what went through them within the step.
 *
 * Reads: pairs that involve a sensor, poses before and after the step. Writes: pairs and their state, sensorBegin and sensorEnd events.
 * Why here: poses and shapes' placements are final. Pairs without an awake body are looked at if they are new or a body was put elsewhere.
 * Bodies that went farther than the boxes that pairs were found with are swept through the broad phase; without sensors nothing is.
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import { SensorPairs } from '../../common/store/sense-pairs.ts'
import { ROUNDING } from '../../common/math/rounding.ts'
import { overlapsAt } from '../geometry/axis-separation.ts'
import { shapesOverlap } from '../geometry/overlap.ts'
import { shapesMeet } from '../geometry/passing.ts'
import { meetsMesh, overlapsMeshAt } from '../geometry/mesh/mesh-sweeps.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { Sweep } from '../geometry/sweep.ts'
import { SENSOR_TURN } from '../geometry/tolerances.ts'
import { quatMultiply } from '../math/quaternion.ts'
import { renormalize, turn } from '../math/rotation.ts'
import { box, measureBox } from '../store/shape-bounds.ts'
import { setSweep } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

/** Pieces of a sweep, at most. */
const MAX_PIECES = 64

const sweepA = new Sweep()
const sweepB = new Sweep()
/** Axis times angle by which a body has turned in the step, world axes. */
const way = new Float64Array(3)
const between = new Float64Array(4)

const sensors = new SensorPairs<WorldState>(6, { overlapNow, overlappedBefore, met, measureSwept })

export function sense(state: WorldState): void {
  sensors.sense(state)
}

/** Box around all places of a shape in this step. */
function measureSwept(state: WorldState, shape: number, row: number): Float64Array {
  const { x, oldX, radius } = state.bodies.columns
  const around = Math.min(measureTurn(state, row), 2) * radius[row]
  measureBox(state, shape)
  for (let k = 0; k < 3; k++) {
    const back = oldX[row * 3 + k] - x[row * 3 + k]
    box[k] += Math.min(back, 0) - around
    box[3 + k] += Math.max(back, 0) + around
  }
  return box
}

/**
 * Measures the turn of a body into `way` and returns its angle: what leads from the old orientation to the new one, with as many whole turns as
 * its spin makes.
 */
function measureTurn(state: WorldState, row: number): number {
  const { w, q, oldQ, awake } = state.bodies.columns
  way.fill(0)
  if (awake[row] === 0) return 0
  const c = row * 4
  for (let k = 0; k < 4; k++) between[k] = k < 3 ? -oldQ[c + k] : oldQ[c + k]
  quatMultiply(q, c, between, 0, between, 0)
  const sign = between[3] < 0 ? -1 : 1
  const sine = Math.sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2])
  const speed = Math.sqrt(w[row * 3] * w[row * 3] + w[row * 3 + 1] * w[row * 3 + 1] + w[row * 3 + 2] * w[row * 3 + 2])
  const returned = !(sine > ROUNDING)
  if (returned && speed * state.dt < Math.PI) return 0
  let along = 0
  for (let k = 0; k < 3; k++) {
    way[k] = returned ? w[row * 3 + k] / speed : (sign * between[k]) / sine
    along += way[k] * w[row * 3 + k] * state.dt
  }
  const least = returned ? 0 : 2 * atan2(sine, sign * between[3])
  const angle = least + 2 * Math.PI * Math.round((along - least) / (2 * Math.PI))
  for (let k = 0; k < 3; k++) way[k] *= angle
  return Math.abs(angle)
}

/** How many pieces the motion of a body is cut into. */
function pieces(state: WorldState, row: number): number {
  return Math.max(1, Math.min(Math.ceil(measureTurn(state, row) / SENSOR_TURN), MAX_PIECES))
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

/** Did two shapes overlap at the start of the step? */
function overlappedBefore(state: WorldState, a: number, b: number): boolean {
  const { kind, size, hull, body } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  setSweep(state, sweepA, a, body[a])
  setSweep(state, sweepB, b, body[b])
  if (kind[b] >= LEVEL) {
    return kind[a] >= LEVEL ? overlapNow(state, a, b) : overlapsMeshAt(kind[a], size, a * 4, hullA, asLevel(hullB), sweepA, sweepB, 0)
  }
  return overlapsAt(kind[a], kind[b], size, a * 4, b * 4, hullA, hullB, sweepA, sweepB, 0, 0)
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
    if (kind[b] >= LEVEL) {
      // Two meshes are only looked at where they are.
      if (kind[a] < LEVEL && meetsMesh(kind[a], size, a * 4, hullA, asLevel(hullB), sweepA, sweepB)) return true
    } else if (shapesMeet(kind[a], kind[b], size, a * 4, b * 4, hullA, hullB, sweepA, sweepB)) return true
  }
  return false
}

/** Piece k of the motion of a shape. */
function setPiece(state: WorldState, sweep: Sweep, shape: number, row: number, k: number, count: number): void {
  setSweep(state, sweep, shape, row)
  if (count === 1) return
  const { c0, c1, q0, q1 } = sweep
  const from = k / count
  const to = (k + 1) / count
  for (let i = 0; i < 3; i++) {
    const length = c1[i] - c0[i]
    c1[i] = c0[i] + to * length
    c0[i] += from * length
  }
  measureTurn(state, row)
  if (k + 1 < count) {
    q1.set(q0)
    turn(q1, 0, way[0], way[1], way[2], to)
    renormalize(q1, 0)
  }
  turn(q0, 0, way[0], way[1], way[2], from)
  renormalize(q0, 0)
}

function moved(state: WorldState, row: number): boolean {
  const { x, oldX, q, oldQ, awake } = state.bodies.columns
  if (awake[row] === 0) return false
  for (let k = 0; k < 3; k++) if (x[row * 3 + k] !== oldX[row * 3 + k]) return true
  for (let k = 0; k < 4; k++) if (q[row * 4 + k] !== oldQ[row * 4 + k]) return true
  return false
}
