/**
 * Stage `sense`: what sensors overlap at the final poses, and what went through them within the step.
 *
 * Reads: pairs that involve a sensor, poses before and after the step. Writes: pairs and their state, sensorBegin and sensorEnd events.
 * Why here: poses and shapes' placements are final. Pairs without an awake body are looked at if they are new or a body was put elsewhere.
 * Bodies that went farther than the boxes that pairs were found with are swept through the broad phase; without sensors nothing is.
 */

import { SensorPairs } from '../../common/store/sense-pairs.ts'
import { overlapsAt } from '../geometry/axis-separation.ts'
import { shapesOverlap } from '../geometry/overlap.ts'
import { shapesMeet } from '../geometry/passing.ts'
import { Sweep } from '../geometry/sweep.ts'
import { box, measureBox } from '../store/shape-bounds.ts'
import { setSweep, turned } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()

const sensors = new SensorPairs<WorldState>(4, { overlapNow, overlappedBefore, met, measureSwept })

export function sense(state: WorldState): void {
  sensors.sense(state)
}

/** Box around all places of a shape in this step. */
function measureSwept(state: WorldState, shape: number, row: number): Float64Array {
  const { x, oldX } = state.bodies.columns
  const around = turned(state, row)
  measureBox(state, shape)
  for (let k = 0; k < 2; k++) {
    const back = oldX[row * 2 + k] - x[row * 2 + k]
    box[k] += Math.min(back, 0) - around
    box[2 + k] += Math.max(back, 0) + around
  }
  return box
}

function overlapNow(state: WorldState, a: number, b: number): boolean {
  const { kind, size, rotation, center, polygon } = state.shapes.columns
  const polygonA = polygon[a] >= 0 ? state.polygons[polygon[a]] : null
  const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
  const dx = center[b * 2] - center[a * 2]
  const dy = center[b * 2 + 1] - center[a * 2 + 1]
  return shapesOverlap(kind[a], kind[b], rotation, a * 2, b * 2, size, a * 4, b * 4, polygonA, polygonB, dx, dy)
}

/** Did two shapes overlap at the start of the step? */
function overlappedBefore(state: WorldState, a: number, b: number): boolean {
  const { kind, size, polygon, body } = state.shapes.columns
  const polygonA = polygon[a] >= 0 ? state.polygons[polygon[a]] : null
  const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
  setSweep(state, sweepA, a, body[a])
  setSweep(state, sweepB, b, body[b])
  return overlapsAt(kind[a], kind[b], size, a * 4, b * 4, polygonA, polygonB, sweepA, sweepB, 0, 0)
}

/** Did two shapes overlap at any time of this step? */
function met(state: WorldState, a: number, b: number): boolean {
  const { kind, size, polygon, body } = state.shapes.columns
  if (!moved(state, body[a]) && !moved(state, body[b])) return false
  const polygonA = polygon[a] >= 0 ? state.polygons[polygon[a]] : null
  const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
  setSweep(state, sweepA, a, body[a])
  setSweep(state, sweepB, b, body[b])
  return shapesMeet(kind[a], kind[b], size, a * 4, b * 4, polygonA, polygonB, sweepA, sweepB)
}

function moved(state: WorldState, row: number): boolean {
  const { x, oldX, angle, oldAngle, awake } = state.bodies.columns
  if (awake[row] === 0) return false
  return x[row * 2] !== oldX[row * 2] || x[row * 2 + 1] !== oldX[row * 2 + 1] || angle[row] !== oldAngle[row]
}
