/** Worlds in two dimensions share the solver's tables. */

import { circle, World } from 'fulcrum-physics/2d'
import { describe } from 'vitest'
import { scratchTests } from '../../common/helpers/scratch-tables.ts'
import { GOLDEN_SCENES, start } from '../determinism/golden-scenes.ts'

describe('scratch tables', () => {
  scratchTests({
    scenes: GOLDEN_SCENES.map(scene => ({ name: scene.name, start: () => start(scene) })),
    crowd: bodies => {
      const world = new World({ gravity: { x: 0, y: 0 } })
      const shapes = [circle({ radius: 0.5 })]
      for (let i = 0; i < bodies; i++) world.createBody({ position: { x: 3 * (i % 100), y: 3 * Math.floor(i / 100) }, shapes })
      return world
    },
    clocked: clock => new World({ clock }),
  })
})
