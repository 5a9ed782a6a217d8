/** A car drives a figure of eight over bumps, and stops. */

import { box, buildVehicle } from 'fulcrum-physics/3d'
import { atMost, between, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const STEP = 1 / 60
/** s after which the car brakes. */
const DRIVE_TIME = 12

export const car: SceneEntry = {
  name: 'car',
  title: 'Car on four springs',
  description: 'A car drives slow curves over bumps, its wheels up and down on their springs, and brakes to a stop.',
  camera: { position: { x: 16, y: 12, z: -14 }, target: { x: 0, y: 0, z: 8 } },
  steps: 900,
  expect: {
    topSpeed: between(7.5, 8.5, 'driven at 8 m/s'),
    speed: near(0, 0.01, 'brakes hold on level ground'),
    mostTravelMm: atMost(150, 'the suspension ends at its stops'),
    chassisY: near(0.65, 5e-3, 'springs carry the chassis at its height'),
  },
  build(world) {
    addFloor(world, 100)
    for (let i = 0; i < 5; i++) {
      const position = { x: (i % 2) * 0.8 - 0.4, y: 0.02, z: 6 + 3 * i }
      world.createBody({ type: 'static', position, shapes: [box({ halfExtents: { x: 2, y: 0.05, z: 0.2 } })] })
    }
    const vehicle = buildVehicle(world)
    let topSpeed = 0
    let mostTravel = 0
    return {
      update(_current, step) {
        const time = step * STEP
        if (time < DRIVE_TIME) {
          vehicle.drive(8)
          vehicle.steer(time < 4 ? 0 : 0.35 * sineCosine((time - 4) * 0.8).sine)
        } else vehicle.brake(0.5)
        topSpeed = Math.max(topSpeed, vehicle.speed)
        for (const { travel } of vehicle.joints) mostTravel = Math.max(mostTravel, Math.abs(travel))
      },
      measure: () => ({ topSpeed, speed: vehicle.speed, mostTravelMm: mostTravel * 1000, chassisY: vehicle.chassis.position.y }),
    }
  },
}
