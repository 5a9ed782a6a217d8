/** Worlds in three dimensions share the solver's tables. */

import { sphere, World } from 'fulcrum-physics/3d'
import { describe, vi } from 'vitest'
import { addBodiesAndJoints } from '../../../scenes/d3/add-list.ts'
import { listRagdolls } from '../../../scenes/d3/lists/ragdoll-list.ts'
import { scenes } from '../../../scenes/d3/index.ts'
import { tellProgram } from '../../common/helpers/restored-program.ts'
import { scratchTests } from '../../common/helpers/scratch-tables.ts'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import { GOLDEN_SCENES, type Run, start, type GoldenScene } from '../determinism/golden-scenes.ts'

const JOINTED: GoldenScene = {
  name: 'ragdolls',
  saveAt: 0,
  build: world => {
    addBodiesAndJoints(world, listRagdolls({ stacks: 2, layers: 2 }))
    return {}
  },
}

// Before the engine is loaded: the imports above come after it.
const stopRecording = await vi.hoisted(async () => (await import('../../common/helpers/module-arrays.ts')).recordArrays())
stopRecording()

function startScene(scene: SceneEntry): Run {
  const world = new World(scene.worldOptions)
  return { world, scene: scene.build(world) }
}

describe('scratch tables', () => {
  scratchTests({
    scenes: [...GOLDEN_SCENES, JOINTED].map(scene => ({ name: scene.name, start: () => start(scene) })),
    all: scenes.map(scene => ({ name: scene.name, start: () => startScene(scene) })),
    program: (seed, watch) => tellProgram(3, seed, 160, 'machines', watch as never),
    seeds: [1, 2, 9_000_043],
    crowd: bodies => {
      const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
      const shapes = [sphere({ radius: 0.5 })]
      for (let i = 0; i < bodies; i++) world.createBody({ position: { x: 3 * (i % 100), y: 3 * Math.floor(i / 100), z: 0 }, shapes })
      return world
    },
    clocked: clock => new World({ clock }),
  })
})
