/** Runs a scene in two dimensions to its end and judges it. */

import { World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import type { SceneEntry } from '../../../scenes/d2/scene.ts'
import { validateStep } from '../../../src/d2/store/validate-world.ts'
import { judgeScene } from '../../../scenes/judge.ts'

const DT = 1 / 60

/** Too large for the quick tests. */
export const LARGE: readonly string[] = ['large-pyramid', 'mixed-pile', 'joint-grid', 'tumbler']

/** One test: the scene stays finite, nothing is quarantined, and every expectation holds. */
export function sceneTest(entry: SceneEntry): void {
  it(entry.name, { timeout: 120_000 }, () => {
    const world = new World(entry.worldOptions)
    const instance = entry.build(world)
    for (let step = 0; step < entry.steps; step++) {
      instance.update?.(world, step)
      world.step(DT)
      validateStep(world)
      expect(world.events.quarantined).toHaveLength(0)
    }
    for (const { position, rotation } of world.bodies) expect(Number.isFinite(position.x + position.y + rotation)).toBe(true)
    expect(judgeScene(entry, instance.measure(world)).complaints).toEqual([])
  })
}
