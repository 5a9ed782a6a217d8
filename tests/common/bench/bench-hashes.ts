/** The state of every bench scene, of both dimensions, after ten steps, as kept in bench-golden.json. */

import { BENCH_SCENES, BENCH_SCENES_2D, startBenchScene } from '../../../bench/bench-scenes.ts'

const STEPS = 10
const DT = 1 / 60

export const BENCH_NAMES: readonly string[] = [...BENCH_SCENES, ...BENCH_SCENES_2D].map(({ name }) => name)

export function hashAfterTenSteps(name: string): string {
  const { world, update } = startBenchScene(name)
  for (let step = 0; step < STEPS; step++) {
    update(step)
    world.step(DT)
  }
  return world.hash()
}
