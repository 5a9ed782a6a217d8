/** The scenes of all kinds of joints end at their golden hashes, also after a restore in mid-run. */

import { readFileSync } from 'node:fs'
import { World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { scenes } from '../../../scenes/d3/index.ts'

const golden = JSON.parse(readFileSync(new URL('./golden-joints.json', import.meta.url), 'utf8')) as Record<string, string>

const STEPS = 600
const SAVE_AT = 120
const DT = 1 / 60

describe.each(scenes.filter(({ name }) => name.startsWith('joint-')))('$name', (scene) => {
  it('ends at its golden hash, and again from a snapshot', { timeout: 180_000 }, () => {
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
    expect(end).toBe(golden[scene.name])
    world.restore(saved)
    expect(run(SAVE_AT, STEPS)).toBe(end)
  })
})
