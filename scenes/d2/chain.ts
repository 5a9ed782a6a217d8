/** A chain of light links with a ball a thousand times as heavy at its end, dropped from the horizontal. */

import type { World } from 'fulcrum-physics/2d'
import { atMost, between } from '../expectation.ts'
import { addBodiesAndJoints } from './add-list.ts'
import { chainLength, HEAVY_CHAIN, listChain, type ChainOptions } from './lists/chain-list.ts'
import { GapWatch, length, mechanicalEnergy } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

export function buildHeavyChain(world: World, options: ChainOptions): SceneInstance {
  const { bodies, joints } = addBodiesAndJoints(world, listChain(options))
  const ball = bodies.at(-1)!
  const gaps = new GapWatch(joints)
  let reach = 0
  const look = (): void => {
    gaps.look()
    // The fixed end is the origin.
    reach = Math.max(reach, length(ball.position))
  }
  // The chain starts level at y = 0, so its energy is 0; the unit is that of the ball's fall by the chain's length.
  const fall = options.ballMass * -world.gravity.y * chainLength(options)
  return {
    update: look,
    measure(current) {
      look()
      return {
        stretchPercent: 100 * Math.max(0, reach / chainLength(options) - 1),
        ...gaps.figures(),
        energyGainPercent: (100 * mechanicalEnergy(current)) / fall,
      }
    },
  }
}

export const chain: SceneEntry = {
  name: 'chain',
  title: 'Chain with a heavy ball',
  description: 'Forty links of a kilogram carry a ball of a tonne through its swing. The chain must not grow longer.',
  source: 'Hodges 9 and 10',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: -8 }, height: 44 },
  steps: 600,
  expect: {
    stretchPercent: atMost(0.1, 'rigid links: the ball stays within the length of the chain'),
    worstGapMm: atMost(1, 'hinges hold a tonne on links of a kilogram'),
    energyGainPercent: between(-1, 0.1, 'nothing drives or brakes the swing'),
  },
  build: world => buildHeavyChain(world, HEAVY_CHAIN),
}
