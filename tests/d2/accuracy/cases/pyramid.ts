/** Pyramids of unit boxes that stand from the start, up to a hundred along the base. */

import { buildPyramid } from '../../../../scenes/d2/large-pyramid.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, steps } from '../setup.ts'

function stand(base: number, seconds: number): Row[] {
  const world = createWorld()
  const scene = buildPyramid(world, base)
  steps(world, seconds * 60)
  const { driftMm, sinkMm, fallen, rmsSpeed } = scene.measure!(world)
  const test = `pyramid of ${base} rows, ${seconds} s`
  return [
    atMost(test, 'boxes fallen', '0 (Jolt 3D)', 0, fallen),
    atMost(test, 'drift mm', '4.7 (Jolt 3D, 15 rows)', 5, driftMm),
    atMost(test, 'sinks mm', '4.3 (Jolt 3D, 15 rows)', 5, sinkMm),
    reported(test, 'rms speed m/s', '', rmsSpeed),
  ]
}

export const pyramid: AccuracyCase = {
  name: 'pyramid',
  run: (length): Row[] => (length === 'full' ? [...stand(15, 10), ...stand(40, 10), ...stand(100, 5)] : stand(15, 5)),
}
