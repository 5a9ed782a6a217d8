/** A car: four wheels on springs, over bumps, around a bend, and to a stop. */

import { box, capsule, sphere, type WheelJoint } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { aboutAxis } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const BUMPS = 4
const STEER_FROM = 240
const BRAKE_FROM = 480

export const wheel: SceneEntry = {
  name: 'joint-wheel',
  title: 'Wheel joint',
  description: 'A car drives over four bumps on its springs, turns left with its front wheels and brakes.',
  camera: { position: { x: 2, y: 5, z: 12 }, target: { x: 2, y: 0.5, z: 0 } },
  steps: 600,
  expect: {
    speed: near(0, 1e-3, 'brakes hold on level ground'),
    deepestMm: atMost(201, 'the suspension ends at its stops'),
    steered: near(0.35, 1e-3, 'front wheels are where they were steered'),
    turning: near(0, 1e-3, 'a car at rest does not turn'),
    restTravelMm: near((1000 * 800 * 9.81) / 4 / 20_000, 2, 'a quarter of the weight over the stiffness'),
  },
  build(world) {
    addFloor(world, 40, { friction: 1 })
    for (let i = 0; i < BUMPS; i++) {
      world.createBody({
        type: 'static',
        position: { x: i * 1.5, y: -0.12, z: 0 },
        rotation: aboutAxis(1, 0, 0, Math.PI / 2),
        shapes: [capsule({ radius: 0.2, halfLength: 2, friction: 1 })],
      })
    }
    const chassis = world.createBody({
      mass: 800,
      position: { x: -5, y: 0.65, z: 0 },
      shapes: [box({ halfExtents: { x: 1.3, y: 0.2, z: 0.5 } })],
    })
    const wheels: WheelJoint[] = []
    for (const x of [1, -1]) {
      for (const z of [0.8, -0.8]) {
        const body = world.createBody({ mass: 20, position: { x: x - 5, y: 0.35, z }, shapes: [sphere({ radius: 0.35, friction: 1 })] })
        wheels.push(
          world.createWheelJoint({
            bodyA: chassis,
            bodyB: body,
            suspension: { stiffness: 20000, damping: 2500, lower: -0.2, upper: 0.2 },
            steering: x > 0 ? { limit: 0.6 } : null,
            motor: { speed: -8, maxTorque: 200 },
          }),
        )
      }
    }
    let deepest = 0
    return {
      update(_, step) {
        if (step === STEER_FROM) for (const joint of wheels.slice(0, 2)) joint.steeringAngle = 0.35
        if (step === BRAKE_FROM) {
          for (const joint of wheels) {
            joint.motor = null
            joint.brake = 400
          }
        }
        for (const joint of wheels) deepest = Math.max(deepest, joint.travel)
      },
      measure: () => {
        const v = chassis.linearVelocity
        const speed = Math.sqrt(v.x * v.x + v.z * v.z)
        const restTravel = wheels.reduce((sum, { travel }) => sum + travel, 0) / wheels.length
        return {
          speed,
          restTravelMm: 1000 * restTravel,
          deepestMm: 1000 * deepest,
          steered: wheels[0].steeredAngle,
          turning: chassis.angularVelocity.y,
        }
      },
    }
  },
}
