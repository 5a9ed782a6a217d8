/**
 * Stage `sense`, the index-only part: which pairs of a sensor are looked at, and what is reported of them. What is geometry is asked of the
 * dimension.
 */

import { IGNORED, LOOK, SENSES, TOUCHING } from './column-codes.ts'
import { reportPassing, reportSensing } from './pair-events.ts'
import { addSensedPair, countSensors, senseSleepers, type SensingWorld, SweptShapes } from './sensors.ts'

interface SensedStep extends SensingWorld {
  readonly awakeRows: Int32Array
  readonly awakeCount: number
}

/** What a dimension knows of shapes in the step. */
export interface SensorGeometry<State> {
  overlapNow(state: State, a: number, b: number): boolean
  /** Did two shapes overlap at the start of the step? */
  overlappedBefore(state: State, a: number, b: number): boolean
  /** Did two shapes overlap at any time of this step? */
  met(state: State, a: number, b: number): boolean
  /** Measures the box around all places of a shape of a body in this step, and returns where it is. */
  measureSwept(state: State, shape: number, row: number): Float64Array
}

export class SensorPairs<State extends SensedStep> {
  private readonly geometry: SensorGeometry<State>
  private readonly swept: SweptShapes

  /** `width`: numbers per box. */
  constructor(width: number, geometry: SensorGeometry<State>) {
    this.geometry = geometry
    this.swept = new SweptShapes(width)
  }

  sense(state: State): void {
    if (countSensors(state) > 0) {
      this.sensePairs(state)
      if (state.lookAtSleepers) senseSleepers(state, this.geometry.overlapNow)
      this.senseUnforeseen(state)
    }
    state.lookAtSleepers = false
  }

  private sensePairs(state: State): void {
    const { geometry } = this
    const { shapeA, shapeB, state: bits } = state.pairs.columns
    for (let row = 0; row < state.globals.columns.awakePairs[0]; row++) {
      if ((bits[row] & (SENSES | IGNORED)) !== SENSES) continue
      const a = shapeA[row]
      const b = shapeB[row]
      // What was put outside has left, even if it comes back within the step.
      if ((bits[row] & (LOOK | TOUCHING)) === (LOOK | TOUCHING) && !geometry.overlappedBefore(state, a, b)) reportSensing(state, row, false)
      bits[row] &= ~LOOK
      const overlaps = geometry.overlapNow(state, a, b)
      if (!overlaps && (bits[row] & TOUCHING) === 0) {
        if (geometry.met(state, a, b)) reportPassing(state, a, b)
      } else reportSensing(state, row, overlaps)
    }
  }

  /** Shapes that went where nobody had foreseen. */
  private senseUnforeseen(state: State): void {
    const { geometry, swept } = this
    const { awakeRows, awakeCount } = state
    const { firstShape, awake } = state.bodies.columns
    const { nextOfBody } = state.shapes.columns
    swept.begin()
    for (let k = 0; k < awakeCount; k++) {
      const row = awakeRows[k]
      if (awake[row] === 0) continue
      for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) swept.add(state, s, geometry.measureSwept(state, s, row))
    }
    const count = swept.find(state)
    for (let k = 0; k < count; k++) {
      const a = swept.pairs[2 * k]
      const b = swept.pairs[2 * k + 1]
      if (geometry.overlapNow(state, a, b)) addSensedPair(state, a, b)
      else if (geometry.met(state, a, b) && state.hooks.askPair(a, b)) reportPassing(state, a, b)
    }
  }
}
