/** A bit of everything that can move: falling shapes of all kinds, a lift by target pose, a turning paddle by velocity. */

import { box, type World } from 'fulcrum-physics/3d'
import { addBin } from './ground.ts'
import { rmsSpeed } from './measure.ts'
import { createRandom } from '../random.ts'
import { pileShape } from './random-shapes.ts'
import { aboutAxis, sineCosine } from './rotation.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const STEP = 1 / 60

export function buildFallingMix(world: World, bodies: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  addBin(world, 4, 10)
  const lift = world.createBody({
    type: 'kinematic',
    position: { x: -2, y: 0.3, z: 0 },
    shapes: [box({ halfExtents: { x: 1.2, y: 0.2, z: 2 } })],
  })
  world.createBody({
    type: 'kinematic',
    position: { x: 2, y: 0.8, z: 0 },
    angularVelocity: { x: 0, y: 1.5, z: 0 },
    shapes: [box({ halfExtents: { x: 1.5, y: 0.3, z: 0.15 } })],
  })
  for (let i = 0; i < bodies; i++) {
    const shape = pileShape(i % 4, random, random.between(0.4, 0.9), { restitution: i % 3 === 0 ? 0.4 : 0 })
    world.createBody({
      position: { x: random.between(-3, 3), y: 2.5 + i * 0.35, z: random.between(-3, 3) },
      rotation: random.rotation(),
      angularVelocity: { x: random.between(-3, 3), y: random.between(-3, 3), z: random.between(-3, 3) },
      shapes: [shape],
    })
  }
  return {
    update(_current, step) {
      const { sine } = sineCosine((step + 1) * STEP * 1.2)
      lift.setTargetPose({ x: -2, y: 0.9 + 0.6 * sine, z: 0 }, aboutAxis(1, 0, 0, 0.15 * sine))
    },
    measure: current => ({ rmsSpeed: rmsSpeed(current) }),
  }
}

export const fallingMix: SceneEntry = {
  name: 'falling-mix',
  title: 'Falling mix',
  description: 'All kinds of shapes rain into a box in which a lift heaves and a paddle stirs.',
  camera: { position: { x: 7, y: 9, z: 12 }, target: { x: 0, y: 2, z: 0 } },
  steps: 600,
  build: world => buildFallingMix(world, 60, 11),
}
