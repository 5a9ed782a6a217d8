/** Hodges, chapter 22: a motor turns a heavy beam, which meets a ball. */

import { sphere, type HingeJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, beam, BOOK_OPTIONS, smallBox, surface, turned } from './book-world.ts'

/** rad/s */
const SPEED = 2

/** A beam of 100 kg, 1 m below the box that drives it, whatever stands in its way. */
export function addBookMotor(world: World): HingeJoint {
  const bodyA = addBody(world, 0, smallBox(surface(0.9, 0.5)), { position: at(5, 0, 2) })
  const bodyB = addBody(world, 0.01, beam(surface(1, 0.5)), { position: at(5, 0, 1), rotation: turned(1, 0, 0, Math.PI) })
  return world.createHingeJoint({ bodyA, bodyB, anchor: bodyA.position, axis: at(0, 0, 1), motor: { speed: SPEED, maxTorque: Infinity } })
}

export const bookMotorBeam: SceneEntry = {
  name: 'book-motor-beam',
  title: 'Book: motor with beam',
  description: 'A beam turns at two radians a second and keeps its pace when it sweeps a ball away.',
  source: 'Hodges 22; errata: Hodges 22',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 15, y: 9, z: 14 }, target: { x: 6.5, y: 1, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.1, 'the hinge holds against the ball'),
    turns: near((SPEED * 10) / (2 * Math.PI), 5e-3, 'speed times 10 s'),
    slowestSpeed: near(SPEED, 5e-4, 'torque without bound: the ball cannot slow the beam'),
  },
  build(world) {
    addSandbox(world)
    const motor = addBookMotor(world)
    const ball = addBody(world, 1, sphere({ radius: 1, ...surface(0.1, 0.9) }), { position: at(7, 0, 4) })
    const gaps = new GapWatch([motor])
    let slowest = SPEED
    return {
      update(current) {
        gaps.look()
        if (current.stepCount > 0) slowest = Math.min(slowest, motor.speed)
      },
      measure: () => ({ ...gaps.figures(), turns: motor.angle / (2 * Math.PI), slowestSpeed: slowest, ballX: ball.position.x }),
    }
  },
}
