/** The state of every bench scene after ten steps, as kept in bench-golden.json. */

import { World } from 'fulcrum/3d'
import { BENCH_SCENES } from '../../bench/bench-scenes.ts'
import type { SceneEntry } from '../../scenes/scene.ts'

const STEPS = 10
const DT = 1 / 60

export { BENCH_SCENES }

export function hashAfterTenSteps(entry: SceneEntry): string {
  const world = new World(entry.worldOptions)
  const instance = entry.build(world)
  for (let step = 0; step < STEPS; step++) {
    instance?.update?.(world, step)
    world.step(DT)
  }
  return world.hash()
}
