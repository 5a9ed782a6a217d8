/** Pulleys: Atwood's machine, a tackle that balances one against three, an elastic rope. */

import { box, type Body, type PulleyJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

const WHEEL_HEIGHT = 6
const STOP = { lower: 0.6, upper: Infinity }

function addWeight(world: World, x: number, y: number, mass: number): Body {
  const half = 0.1 + 0.004 * mass
  return world.createBody({ position: { x, y, z: 0 }, mass, shapes: [box({ halfExtents: { x: half, y: half, z: half } })] })
}

function hang(world: World, x: number, mA: number, mB: number, more: object): PulleyJoint {
  return world.createPulleyJoint({
    bodyA: addWeight(world, x - 0.6, 3, mA),
    bodyB: addWeight(world, x + 0.6, 3, mB),
    groundA: { x: x - 0.6, y: WHEEL_HEIGHT, z: 0 },
    groundB: { x: x + 0.6, y: WHEEL_HEIGHT, z: 0 },
    limitA: STOP,
    limitB: STOP,
    ...more,
  })
}

export const pulley: SceneEntry = {
  name: 'joint-pulley',
  title: 'Pulley joint',
  description: 'Left, the heavier weight draws the lighter one up to its stop. In the middle 10 kg on a tackle balance 30. Right, an elastic rope.',
  camera: { position: { x: 0, y: 4, z: 10 }, target: { x: 0, y: 3.5, z: 0 } },
  steps: 480,
  expect: {
    ropeTooLongMm: atMost(0.01, 'ropes do not stretch'),
    atwoodStopMm: near(600, 0.1, 'the heavier weight draws the lighter one up to its stop'),
    tackleMovedMm: atMost(0.01, '10 kg on a tackle of 3 balance 30'),
    // k = 5 kg · (2π · 2 Hz)² of the two weights' reduced mass.
    stretchMm: near(124.24, 0.1, 'weight over stiffness'),
    tension: near(15 * 9.81, 0.1, 'at the stop the rope carries the heavier weight'),
  },
  build(world) {
    addFloor(world, 20)
    const atwood = hang(world, -3, 10, 15, {})
    const tackle = hang(world, 0, 10, 30, { ratio: 3 })
    const elastic = hang(world, 3, 10, 10, { stretch: { hertz: 2, dampingRatio: 0.1 } })
    return {
      measure: () => ({
        ropeTooLongMm: 1000 * Math.max(0, atwood.currentLength - atwood.totalLength, tackle.currentLength - tackle.totalLength),
        atwoodStopMm: 1000 * atwood.lengthA,
        tackleMovedMm: 1000 * Math.abs(tackle.lengthB - 3),
        stretchMm: 1000 * (elastic.currentLength - elastic.totalLength),
        tension: atwood.tension,
      }),
    }
  },
}
