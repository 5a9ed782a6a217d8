/** Worlds in two dimensions share the solver's tables. */

import { circle, World } from 'fulcrum-physics/2d'
import { describe, vi } from 'vitest'
import { scenes } from '../../../scenes/d2/index.ts'
import { tellProgram } from '../../common/helpers/restored-program.ts'
import { scratchTests } from '../../common/helpers/scratch-tables.ts'
import type { SceneEntry } from '../../../scenes/d2/scene.ts'
import { GOLDEN_SCENES, type Run, start } from '../determinism/golden-scenes.ts'

// Before the engine is loaded: the imports above come after it.
const stopRecording = await vi.hoisted(async () => (await import('../../common/helpers/module-arrays.ts')).recordArrays())
stopRecording()

function startScene(scene: SceneEntry): Run {
  const world = new World(scene.worldOptions)
  return { world, scene: scene.build(world) }
}

describe('scratch tables', () => {
  scratchTests({
    scenes: GOLDEN_SCENES.map(scene => ({ name: scene.name, start: () => start(scene) })),
    all: scenes.map(scene => ({ name: scene.name, start: () => startScene(scene) })),
    program: (seed, watch) => tellProgram(2, seed, 160, 'machines', watch as never),
    seeds: [1, 2, 3, 4],
    crowd: bodies => {
      const world = new World({ gravity: { x: 0, y: 0 } })
      const shapes = [circle({ radius: 0.5 })]
      for (let i = 0; i < bodies; i++) world.createBody({ position: { x: 3 * (i % 100), y: 3 * Math.floor(i / 100) }, shapes })
      return world
    },
    clocked: clock => new World({ clock }),
  })
})
