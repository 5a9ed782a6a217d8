/** The 15-layer pyramid of 1240 cubes for 5 s. */

import { buildPyramid } from '../../../../scenes/d3/pyramid3d.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

export const pyramid: AccuracyCase = {
  name: 'pyramid',
  run(length): Row[] {
    const layers = length === 'full' ? 15 : 6
    const world = createWorld()
    const scene = buildPyramid(world, layers)
    steps(world, length === 'full' ? 300 : 120)
    const { driftMm, sinkMm, fallen, rmsSpeed } = scene.measure!(world)
    const test = length === 'full' ? 'pyramid of 15 layers, 5 s' : 'pyramid of 6 layers, 2 s'
    return [
      atMost(test, 'cubes fallen', '0 (Jolt)', 0, fallen!),
      atMost(test, 'drift mm', '4.7 (Jolt)', 5, driftMm!),
      atMost(test, 'sinks mm', '4.3 (Jolt)', 5, sinkMm!),
      reported(test, 'rms speed m/s', '', rmsSpeed!),
    ]
  },
}
