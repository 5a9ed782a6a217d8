/** The same bits again: between runs, after a restore in mid-run, and whoever reads the world between steps. */

import { World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { bullets } from '../../../scenes/d2/bullets.ts'
import { everyShape } from '../../../scenes/d2/every-shape.ts'
import { smallPile } from '../../../scenes/d2/mixed-pile.ts'
import { movingPlatform } from '../../../scenes/d2/moving-platform.ts'
import type { SceneEntry, SceneInstance } from '../../../scenes/d2/scene.ts'
import { DT } from '../setup.ts'

const STEPS = 240
const SAVE_AT = 100

interface Run {
  world: World
  instance: SceneInstance
}

function start(scene: SceneEntry): Run {
  const world = new World(scene.worldOptions ?? {})
  return { world, instance: scene.build(world) }
}

function hashes({ world, instance }: Run, from: number, to: number): string[] {
  const list: string[] = []
  for (let i = from; i < to; i++) {
    instance.update?.(world, i)
    world.step(DT)
    list.push(world.hash())
  }
  return list
}

describe.each([smallPile, everyShape, bullets, movingPlatform])('$name', scene => {
  const reference = hashes(start(scene), 0, STEPS)

  it('runs alike twice, and is never still', () => {
    expect(hashes(start(scene), 0, STEPS)).toEqual(reference)
    expect(new Set(reference.slice(0, 60)).size).toBe(60)
  })

  it('goes on alike after a restore', () => {
    const run = start(scene)
    hashes(run, 0, SAVE_AT)
    const bytes = run.world.snapshot().slice()
    hashes(run, SAVE_AT, SAVE_AT + 30)
    run.world.restore(bytes)
    expect(run.world.hash()).toBe(reference[SAVE_AT - 1])
    expect(hashes(run, SAVE_AT, STEPS)).toEqual(reference.slice(SAVE_AT))
  })

  it('does not depend on who reads the world between steps', () => {
    const run = start(scene)
    const poses = new Float64Array(3000)
    for (let i = 0; i < 60; i++) {
      run.world.castRay({ origin: { x: 0, y: 50 }, direction: { x: 0.1, y: -1 } })
      run.world.overlapBox({ min: { x: -1, y: -1 }, max: { x: 1, y: 1 } })
      run.world.readInterpolatedPoses(poses)
      run.world.snapshot()
      for (const body of run.world.bodies) void body.position
      expect(hashes(run, i, i + 1)[0]).toBe(reference[i])
    }
  })
})
