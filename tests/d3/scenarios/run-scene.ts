/** Runs a scene in three dimensions to its end and judges it. */

import { World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { judgeScene } from '../../../scenes/judge.ts'
import { isFinitePose } from '../accuracy/setup.ts'

const DT = 1 / 60

/** Too large for the quick tests. */
export const LARGE: readonly string[] = ['pyramid3d', 'pile3d', 'ragdolls3d', 'net3d']

/** One test: the scene stays finite, nothing is quarantined, and every expectation holds. */
export function sceneTest(entry: SceneEntry): void {
  it(entry.name, { timeout: 240_000 }, () => {
    const world = new World(entry.worldOptions)
    const instance = entry.build(world)
    for (let step = 0; step < entry.steps; step++) {
      instance.update?.(world, step)
      world.step(DT)
      validateStep(world)
      expect(world.events.quarantined).toHaveLength(0)
    }
    for (const body of world.bodies) expect(isFinitePose(body)).toBe(true)
    expect(judgeScene(entry, instance.measure(world)).complaints).toEqual([])
  })
}
