/** A pointer that goes about: it picks a ball off a pile, draws a plank by its corner, and pulls in vain at what is too heavy. */

import { box, sphere, type Body, type MouseJoint, type Vec3 } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

/** Where the pointer is: a figure of eight, 3 m above the floor. */
function pointer(step: number, x: number): Vec3 {
  const { sine, cosine } = sineCosine(step / 60)
  return { x: x + 1.5 * sine, y: 3 + 0.5 * cosine, z: 3 * sine * cosine }
}

export const mouseScene: SceneEntry = {
  name: 'joint-mouse',
  title: 'Mouse joint',
  description: 'Three invisible hands draw figures of eight: one swings a plank by its corner, one a ball, and one is too weak for its block.',
  camera: { position: { x: 0, y: 5.5, z: 14 }, target: { x: 0, y: 2, z: 0 } },
  steps: 600,
  expect: {
    // The pointer's top speed is √(1.5² + 3²) = 3.35 m/s, ω = 2π · 5 Hz.
    ballBehindMm: atMost(1000 * 3.36 * (2 / (2 * Math.PI * 5) + 1 / 60), 'critical damping lags by 2 v / ω, and one step more'),
    blockLiftedMm: near(0, 1, 'half its weight does not lift the block'),
    blockForceShare: near(0.5, 1e-6, 'the hand pulls with all it has'),
  },
  build(world) {
    addFloor(world, 20)
    const flat = box({ halfExtents: { x: 0.8, y: 0.05, z: 0.3 }, density: 300 })
    const plank: Body = world.createBody({ position: { x: -4, y: 1, z: 0 }, shapes: [flat] })
    const ball: Body = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [sphere({ radius: 0.4, density: 300 })] })
    const heavy = box({ halfExtents: { x: 0.6, y: 0.6, z: 0.6 }, density: 900 })
    const block: Body = world.createBody({ position: { x: 5, y: 0.6, z: 0 }, shapes: [heavy] })
    for (let i = 0; i < 8; i++) {
      const light = box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 }, density: 100 })
      world.createBody({ position: { x: -2 + 0.6 * i, y: 0.25, z: 1.5 }, shapes: [light] })
    }
    const hands: MouseJoint[] = [
      world.createMouseJoint({ bodyB: plank, anchor: { x: -3.2, y: 1.05, z: 0.3 } }),
      world.createMouseJoint({ bodyB: ball }),
      world.createMouseJoint({ bodyB: block, maxForce: 0.5 * 9.81 * block.mass }),
    ]
    let farthest = 0
    return {
      update(_, step) {
        hands.forEach((hand, i) => (hand.target = pointer(step, 4.5 * i - 4)))
        if (step > 120) farthest = Math.max(farthest, hands[1]!.stretch)
      },
      measure: () => ({
        ballBehindMm: 1000 * farthest,
        plankBehindMm: 1000 * hands[0]!.stretch,
        blockLiftedMm: 1000 * (block.position.y - 0.6),
        blockForceShare: hands[2]!.force.y / (9.81 * block.mass),
      }),
    }
  },
}
