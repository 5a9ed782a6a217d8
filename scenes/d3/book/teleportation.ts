/** Hodges, chapter 24, "teleportation bug fix": a ball and a spinning diamond fly at each other at 100 m/s and must not pass. */

import { hull, sphere, type Body, type World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../../expectation.ts'
import { diamondPoints } from '../fast-sphere-diamond.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, surface } from './book-world.ts'

export interface BookPair {
  readonly ball: Body
  readonly diamond: Body
}

export function addBookPair(world: World): BookPair {
  const ball = addBody(world, 1, sphere({ radius: 0.5, ...surface(0.5, 0.5) }), { position: at(10, -10, 3), linearVelocity: at(-100, 0, 0) })
  const diamond = addBody(world, 1, hull({ points: diamondPoints(), ...surface(0.5, 0.5) }), {
    position: at(-10, -10, 3),
    linearVelocity: at(100, 0, 0),
    angularVelocity: at(0, 10, 0),
  })
  return { ball, diamond }
}

export const bookTeleportation: SceneEntry = {
  name: 'book-teleportation',
  title: 'Book: teleportation',
  description: 'A ball and a diamond meet at 200 m/s, 3.3 m a step each. They strike and part; neither passes or leaves the sandbox.',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 0, y: 52, z: 62 }, target: { x: 0, y: 0, z: 4 } },
  steps: 300,
  expect: {
    passed: exactly(0, 'continuous collision: fast bodies do not pass'),
    outside: exactly(0, 'walls of 2 m hold'),
    momentum: atMost(1e-9, 'a blow between the two conserves momentum'),
  },
  build(world) {
    const { ball, diamond } = addBookPair(world)
    addSandbox(world)
    let passed = 0
    let momentum = 0
    return {
      update(_current, step) {
        // Before either reaches a wall or the ground.
        if (step > 12) return
        if (ball.position.x < diamond.position.x) passed = 1
        momentum = Math.max(momentum, Math.abs(ball.linearVelocity.x + diamond.linearVelocity.x))
      },
      measure: () => ({
        passed,
        momentum,
        outside: [ball, diamond].filter(({ position: { x, y, z } }) => Math.abs(x) > 50 || Math.abs(z) > 25 || y < 0).length,
      }),
    }
  },
}
