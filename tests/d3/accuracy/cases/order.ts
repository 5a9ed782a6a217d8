/** Order of convergence: halving the step must quarter the error of smooth free motion. */

import { addTumblingBox, TUMBLING_HALF_EXTENTS } from '../../../../scenes/d3/tumbling-box.ts'
import { atLeast, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { tumble } from '../free-rotation.ts'
import { angleBetween, boxMoments, createWorld, WEIGHTLESS } from '../setup.ts'

/** A spin with all three components, so that no axis is special. */
const SPIN = { x: 2, y: 3, z: 4 }
const SECONDS = 1
const RATES = [60, 120, 240, 480]

function errorAt(rate: number): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = addTumblingBox(world, { x: 0, y: 0, z: 0 }, SPIN)
  for (let i = 0; i < rate * SECONDS; i++) world.step(1 / rate)
  const start = { rotation: { x: 0, y: 0, z: 0, w: 1 }, spin: SPIN }
  const truth = tumble(start, boxMoments(1, TUMBLING_HALF_EXTENTS), SECONDS, 20000)
  return angleBetween(body.rotation, truth.rotation)
}

export const order: AccuracyCase = {
  name: 'order',
  run(): Row[] {
    const errors = RATES.map(errorAt)
    const slopes = errors.slice(1).map((error, i) => Math.log2(errors[i]! / error))
    return [
      atLeast('order, tumbling body, h … h/8', 'slope of the error', '1 in game engines', 1.9, Math.min(...slopes)),
      reported('order, tumbling body, 1 s', 'angle error at 60 Hz, rad', '', errors[0]!),
    ]
  },
}
