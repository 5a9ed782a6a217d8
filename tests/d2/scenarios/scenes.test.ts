/** Every scene in two dimensions does what it expects of itself. The large ones have a file of their own. */

import { World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { scenes } from '../../../scenes/d2/index.ts'
import { LARGE, sceneTest } from './run-scene.ts'

const DT = 1 / 60

describe('scenes in two dimensions', () => {
  it.each(scenes.map(entry => [entry.name, entry] as const))('%s builds what it names, and the same every time', (_name, entry) => {
    const hashes = [0, 1].map(() => {
      const world = new World(entry.worldOptions)
      const instance = entry.build(world)
      for (let step = 0; step < 5; step++) {
        instance.update?.(world, step)
        world.step(DT)
      }
      return world.hash()
    })
    expect(hashes[0]).toBe(hashes[1])
  })

  for (const entry of scenes) if (!LARGE.includes(entry.name)) sceneTest(entry)
})
