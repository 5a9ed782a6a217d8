/** Cylinders and cones on a floor: a tower stands, a barrel rolls straight, a cone rolls round its tip, a coin comes to lie. */

import { cone, cylinder, type Body } from 'fulcrum-physics/3d'
import { atMost, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, degrees, rotate } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

/** A cone with a side of 1 m: radius 0.6, height 0.8. On its side the axis rises by the angle whose sine is 0.6. */
const CONE = { radius: 0.6, halfHeight: 0.4 }
const ROLL = 2
const LYING = aboutAxis(1, 0, 0, degrees(90))

function tipOf(body: Body): { x: number; y: number; z: number } {
  const { position: p } = body
  const up = rotate(body.rotation, { x: 0, y: CONE.halfHeight, z: 0 })
  return { x: p.x + up.x, y: p.y + up.y, z: p.z + up.z }
}

export const cylinders: SceneEntry = {
  name: 'cylinders',
  title: 'Cylinders and cones',
  description: 'A tower of drums stands, a barrel rolls straight on, a cone rolls round its own tip, and a coin dropped on its rim lies down.',
  camera: { position: { x: 6, y: 6, z: 12 }, target: { x: 0.4, y: 0.8, z: 0 } },
  steps: 600,
  expect: {
    barrelSpeed: near(1, 1e-6, 'rolling without slipping loses nothing, m/s'),
    barrelStray: atMost(1e-6, 'a cylinder rolls straight, m'),
    tipStray: atMost(0.05, 'all of the side rolls about the tip, m'),
    towerLean: atMost(2e-3, 'the drums stand where they were put, m'),
    coinHeight: near(0.05, 1e-3, 'flat on the floor: half its thickness, m'),
  },
  build(world) {
    addFloor(world, 30)
    const drums = Array.from({ length: 6 }, (_, i) =>
      world.createBody({ position: { x: 0, y: 0.4 + 0.8 * i, z: -2 }, shapes: [cylinder({ radius: 0.5, halfHeight: 0.4 })] }))
    const barrel = world.createBody({
      position: { x: -6, y: 0.4, z: 2.5 }, rotation: LYING, linearVelocity: { x: 1, y: 0, z: 0 }, angularVelocity: { x: 0, y: 0, z: -1 / 0.4 },
      shapes: [cylinder({ radius: 0.4, halfHeight: 0.6, rounding: 0.05 })],
    })
    const roller = world.createBody({
      position: { x: 4.32, y: 0.24, z: 0 }, rotation: { x: 0, y: 0, z: Math.sqrt(0.8), w: Math.sqrt(0.2) }, angularVelocity: { x: ROLL, y: 0, z: 0 },
      shapes: [cone({ ...CONE, friction: 0.9 })],
    })
    roller.linearVelocity = { x: 0, y: 0, z: ROLL * roller.centerOfMass.y }
    const coin = world.createBody({
      position: { x: -2, y: 0.8, z: 0 }, rotation: aboutAxis(1, 0, 0, degrees(60)), shapes: [cylinder({ radius: 0.5, halfHeight: 0.05 })],
    })
    return {
      measure() {
        const tip = tipOf(roller)
        const { x, z } = drums[5]!.position
        return {
          barrelSpeed: barrel.linearVelocity.x,
          barrelStray: Math.abs(barrel.position.z - 2.5),
          tipStray: Math.sqrt((tip.x - 4) * (tip.x - 4) + tip.y * tip.y + tip.z * tip.z),
          towerLean: Math.sqrt(x * x + (z + 2) * (z + 2)),
          coinHeight: coin.position.y,
        }
      },
    }
  },
}
