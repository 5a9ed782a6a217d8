/** A chain of light links with a ball a thousand times as heavy at its end, dropped from the horizontal. */

import type { World } from 'fulcrum-physics/2d'
import { addBodiesAndJoints } from './add-list.ts'
import { chainLength, HEAVY_CHAIN, listChain, type ChainOptions } from './lists/chain-list.ts'
import { GapWatch, length } from './measure.ts'
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
  return {
    update: look,
    measure() {
      look()
      return { stretchPercent: 100 * Math.max(0, reach / chainLength(options) - 1), ...gaps.figures() }
    },
  }
}

export const chain: SceneEntry = {
  name: 'chain',
  title: 'Chain with a heavy ball',
  description: 'Forty links of a kilogram carry a ball of a tonne through its swing. The chain must not grow longer.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: -8 }, height: 44 },
  steps: 600,
  build: world => buildHeavyChain(world, HEAVY_CHAIN),
}
