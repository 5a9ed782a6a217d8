/** Towers of 10, 20 and 40 unit boxes for 20 s, laid straight and by an unsteady hand. */

import { addFloor } from '../../../../scenes/d3/ground.ts'
import type { StackQuality } from '../../../../scenes/d3/measure.ts'
import { addStack } from '../../../../scenes/d3/stack.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

const PEERS: Record<number, string> = {
  10: '',
  20: 'falls in most (Rapier stands)',
  40: '20 mm, sinks 11 mm/box (Rapier 3D)',
}

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
    const heights = [10, 20, 40]
    const seconds = length === 'full' ? 20 : 10
    for (const boxes of heights) {
      for (const jitter of [0, 1e-4, 1e-3]) {
        // Without jitter every seed is the same tower.
        const seeds = jitter === 0 || length === 'short' ? [1] : [1, 2]
        const laid = jitter === 0 ? 'straight' : `±${jitter * 1000} mm`
        const test = `stack of ${boxes}, ${laid}, ${seconds} s`
        const { drift, sink, fallen } = tower(boxes, jitter, seeds, seconds)
        rows.push(
          atMost(test, 'boxes fallen', PEERS[boxes]!, 0, fallen),
          atMost(test, 'drift mm', '', 2, drift * 1000),
          atMost(test, 'sinks mm per box', '', 1, (sink * 1000) / boxes),
        )
      }
    }
    return rows
  },
}
