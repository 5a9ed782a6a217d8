/** A bit of everything that can move: falling shapes of all kinds, a lift by target pose, a turning paddle by velocity. */

import { box, type World } from 'fulcrum-physics/2d'
import { createRandom } from '../random.ts'
import { addBin } from './ground.ts'
import { rmsSpeed } from './measure.ts'
import { pileShape } from './random-shapes.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const STEP = 1 / 60

export function buildFallingMix(world: World, bodies: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  addBin(world, 6, 14)
  const lift = world.createBody({ type: 'kinematic', position: { x: -3, y: 0.3 }, shapes: [box({ halfExtents: { x: 2, y: 0.2 } })] })
  world.createBody({
    type: 'kinematic',
    position: { x: 3, y: 2 },
    angularVelocity: 1.5,
    shapes: [box({ halfExtents: { x: 1.5, y: 0.2 } })],
  })
  for (let i = 0; i < bodies; i++) {
    const shape = pileShape(i % 4, random, random.between(0.4, 0.9), { restitution: i % 3 === 0 ? 0.4 : 0 })
    world.createBody({
      position: { x: random.between(-5, 5), y: 4 + i * 0.35 },
      rotation: random.between(-3, 3),
      angularVelocity: random.between(-3, 3),
      shapes: [shape],
    })
  }
  return {
    update(_current, step) {
      const { sine } = sineCosine((step + 1) * STEP * 1.2)
      lift.setTargetPose({ x: -3, y: 0.9 + 0.6 * sine }, 0.15 * sine)
    },
    measure: current => ({ rmsSpeed: rmsSpeed(current) }),
  }
}

export const fallingMix: SceneEntry = {
  name: 'falling-mix-2d',
  title: 'Falling mix',
  description: 'All kinds of shapes rain into a box in which a lift heaves and a paddle stirs.',
  camera: { center: { x: 0, y: 6 }, height: 15 },
  steps: 600,
  build: world => buildFallingMix(world, 60, 11),
}
