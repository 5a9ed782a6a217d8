/** What `world.onContact` is for: a platform that holds from above only, a belt that carries by place, a springboard. */

import { box, sphere } from 'fulcrum-physics/3d'
import { between, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const PLATFORM_TOP = 3.1
const BALL = 0.4

export const contactHooks: SceneEntry = {
  name: 'contact-hooks',
  title: 'Contact hook: one way, belt, springboard',
  description: 'A ball flies up through a platform and lands on it, a belt carries a crate to its middle, a springboard throws another one up.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 2, y: 6, z: 17 }, target: { x: 0, y: 2.2, z: 0 } },
  steps: 300,
  expect: {
    ballHeight: near(PLATFORM_TOP + BALL, 0.01, 'the platform lets it through from below and holds it from above'),
    crateOffCentre: between(-0.05, 0.05, 'the belt runs towards its middle from both sides'),
    highest: near(2.5, 0.05, 'v²/2g above the board for 7 m/s'),
  },
  build(world) {
    addFloor(world, 30)
    const platform = world.createBody({
      type: 'static', position: { x: -5, y: PLATFORM_TOP - 0.1, z: 0 }, shapes: [box({ halfExtents: { x: 1.5, y: 0.1, z: 1.5 } })],
    })
    const ball = world.createBody({
      position: { x: -5, y: BALL, z: 0 }, linearVelocity: { x: 0, y: 11, z: 0 }, shapes: [sphere({ radius: BALL, rollingResistance: 0.01 })],
    })
    const belt = world.createBody({ type: 'static', position: { x: 0, y: 0.1, z: 0 }, shapes: [box({ halfExtents: { x: 3, y: 0.1, z: 1 } })] })
    const crate = world.createBody({ position: { x: -2.4, y: 0.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, density: 200 })] })
    const board = world.createBody({ type: 'static', position: { x: 5, y: 0.1, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 0.1, z: 1 } })] })
    const jumper = world.createBody({ position: { x: 5, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, density: 200 })] })
    world.onContact = (contact) => {
      const { bodyA, bodyB } = contact
      const [first, other, sign] = bodyA === platform || bodyA === belt || bodyA === board ? [bodyA, bodyB, 1] : [bodyB, bodyA, -1]
      // From above: the ball's lowest point is not below the platform's top.
      if (first === platform && other.position.y - BALL < PLATFORM_TOP - 0.05) contact.disable()
      if (first === belt) contact.surfaceVelocity = { x: -sign * Math.max(-1, Math.min(1, 2 * other.position.x)), y: 0, z: 0 }
      if (first === board) contact.normalSpeed = 7
    }
    let highest = 0
    return {
      update() {
        highest = Math.max(highest, jumper.position.y - 0.5)
      },
      measure: () => ({ ballHeight: ball.position.y, crateOffCentre: crate.position.x, highest }),
    }
  },
}
