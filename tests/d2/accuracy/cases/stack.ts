/** Towers of 10, 20 and 40 unit boxes for 20 s, laid straight and by an unsteady hand. */

import { addFloor } from '../../../../scenes/d2/ground.ts'
import type { StackQuality } from '../../../../scenes/d2/measure.ts'
import { addStack } from '../../../../scenes/d2/stack.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

const PEERS: Record<number, string> = {
  10: '',
  20: 'falls (planck, Box2D v3); Rapier stands',
  40: '2e-6 m, sinks 0.54 m (Rapier 2D)',
  100: '',
}

/** The list's stretch: it is to stand, and no more is asked. */
const STRETCH = 100

/** The worst of the seeds. */
function tower(boxes: number, jitter: number, seeds: readonly number[], seconds: number): StackQuality {
  const worst: StackQuality = { drift: 0, sink: 0, fallen: 0 }
  for (const seed of seeds) {
    const world = createWorld()
    addFloor(world, 50)
    const quality = addStack(world, { boxes, jitter, seed })
    steps(world, Math.round(seconds * 60))
    const { drift, sink, fallen } = quality()
    worst.drift = Math.max(worst.drift, drift)
    worst.sink = Math.max(worst.sink, sink)
    worst.fallen = Math.max(worst.fallen, fallen)
  }
  return worst
}

export const stack: AccuracyCase = {
  name: 'stack',
  run(length): Row[] {
    const rows: Row[] = []
    const full = length === 'full'
    const seconds = full ? 20 : 10
    for (const boxes of full ? [10, 20, 40, STRETCH] : [10, 20, 40]) {
      for (const jitter of [0, 1e-4, 1e-3]) {
        // Without jitter every seed is the same tower.
        const seeds = jitter === 0 || !full ? [1] : [1, 2]
        const laid = jitter === 0 ? 'straight' : `±${jitter * 1000} mm`
        const test = `stack of ${boxes}, ${laid}, ${seconds} s`
        const { drift, sink, fallen } = tower(boxes, jitter, seeds, seconds)
        const drifted = drift * 1000
        const sunk = (sink * 1000) / boxes
        rows.push(
          atMost(test, 'boxes fallen', PEERS[boxes], 0, fallen),
          boxes === STRETCH ? reported(test, 'drift mm', '', drifted) : atMost(test, 'drift mm', '', 2, drifted),
          boxes === STRETCH ? reported(test, 'sinks mm per box', '', sunk) : atMost(test, 'sinks mm per box', '', 1, sunk),
        )
      }
    }
    return rows
  },
}
