/** The scenes of all kinds of joints, and the hash at the end of a run of each. */

import { World } from 'fulcrum-physics/3d'
import { scenes } from '../../../scenes/d3/index.ts'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'

const STEPS = 300
const SAVE_AT = 120
const DT = 1 / 60

export const JOINT_SCENES: readonly SceneEntry[] = scenes.filter(({ name }) => name.startsWith('joint-'))

/** Hashes at the end: of the run, and of its last part run again from a snapshot. */
export function jointHashes(scene: SceneEntry): readonly [string, string] {
  const world = new World(scene.worldOptions)
  const instance = scene.build(world)
  const run = (from: number, to: number): string => {
    for (let step = from; step < to; step++) {
      instance.update?.(world, step)
      world.step(DT)
    }
    return world.hash()
  }
  run(0, SAVE_AT)
  const saved = world.snapshot().slice()
  const end = run(SAVE_AT, STEPS)
  world.restore(saved)
  return [end, run(SAVE_AT, STEPS)]
}
