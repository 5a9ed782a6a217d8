/** Motors that strive: a drone on a round, boxes on a table with friction of their own, a weak one against a wall. */

import { box, type Body, type MotorJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { aboutAxis, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const RADIUS = 2
const ROUND = 240
/** Way of the drone's target from step to step, mm. */
const DRONE_STEP_MM = (1000 * 2 * Math.PI * RADIUS) / ROUND

function addBox(world: World, x: number, y: number, z: number, half: number): Body {
  return world.createBody({ position: { x, y, z }, shapes: [box({ halfExtents: { x: half, y: half, z: half }, density: 200 })] })
}

/** Where the drone is to be at a step, from where it was made. */
function place(step: number): { x: number; y: number; z: number } {
  const { sine, cosine } = sineCosine((2 * Math.PI * step) / ROUND)
  return { x: RADIUS * cosine, y: 1, z: RADIUS * sine }
}

export const motorScene: SceneEntry = {
  name: 'joint-motor',
  title: 'Motor joint',
  description: 'A plate flies a round and looks where it goes; boxes slide and stop by motors that want no speed; a weak motor meets a block.',
  source: 'Hodges 22; errata: Hodges 22',
  camera: { position: { x: 0, y: 7, z: 12.5 }, target: { x: 0, y: 1, z: 0 } },
  steps: 600,
  expect: {
    droneOffMm: atMost(DRONE_STEP_MM, 'the target moves on at every step: less than one step behind'),
    firstSlidM: near(4, 0.01, 'v² / 2a at 0.5 m/s²'),
    secondSlidM: near(2, 0.01, 'v² / 2a at 1 m/s²'),
    thirdSlidM: near(4 / 3, 0.01, 'v² / 2a at 1.5 m/s²'),
    pusherSpeed: near(0, 1e-3, 'friction of two boxes is stronger'),
    pusherForce: near(700, 1e-6, 'the motor pushes with all it has'),
  },
  build(world) {
    addFloor(world, 20)
    const drone = world.createBody({ position: { x: 0, y: 1.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.05, z: 0.3 }, density: 200 })] })
    const flight = world.createMotorJoint({ bodyB: drone })
    const sliders: MotorJoint[] = [1, 2, 3].map(i => {
      const slider = addBox(world, -6, 3, i - 2, 0.2)
      slider.gravityScale = 0
      slider.linearVelocity = { x: 2, y: 0, z: 0 }
      slider.angularVelocity = { x: 0, y: 6, z: 0 }
      const still = { x: 0, y: 0, z: 0 }
      const friction = slider.mass * 0.5 * i
      return world.createMotorJoint({
        bodyB: slider, linear: { velocity: still, maxForce: friction }, angular: { velocity: still, maxTorque: 0.1 * friction },
      })
    })
    const pusher = addBox(world, 4, 0.4, 3, 0.4)
    addBox(world, 5.3, 0.5, 3, 0.5)
    const push = world.createMotorJoint({ bodyB: pusher, linear: { velocity: { x: 1, y: 0, z: 0 }, maxForce: 700 } })
    let late = 0
    return {
      update(_, step) {
        const position = place(step)
        const { x, z } = place(step + ROUND / 4)
        const spin = (120 * Math.PI) / ROUND
        flight.target = {
          position,
          rotation: aboutAxis(0, 1, 0, (-2 * Math.PI * step) / ROUND - Math.PI / 2),
          linearVelocity: { x: spin * x, y: 0, z: spin * z },
          angularVelocity: { x: 0, y: -spin, z: 0 },
          hertz: 4,
          maxForce: 2000,
          maxTorque: 400,
        }
        if (step < 120) return
        const at = flight.position
        late = Math.max(late, length({ x: at.x - position.x, y: 0, z: at.z - position.z }))
      },
      measure: () => ({
        droneOffMm: 1000 * late,
        firstSlidM: sliders[0]!.position.x,
        secondSlidM: sliders[1]!.position.x,
        thirdSlidM: sliders[2]!.position.x,
        pusherSpeed: push.velocity.x,
        pusherForce: push.force.x,
      }),
    }
  },
}
