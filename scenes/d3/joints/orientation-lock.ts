/** A Ferris wheel: gondolas go round and stay level. */

import { box, type BallJoint, type Body } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const GONDOLAS = 8
const RADIUS = 3
const HUB = { x: 0, y: 4.5, z: 0 }

export const orientationLockScene: SceneEntry = {
  name: 'joint-orientation-lock',
  title: 'Orientation lock',
  description: 'Gondolas hang on a turning wheel by one point and stay level by a lock of their orientation. Their loads slide about on them.',
  source: 'Tamis 3.2.3, Hodges 16',
  camera: { position: { x: 0, y: 5, z: 12 }, target: { x: 0, y: 4, z: 0 } },
  steps: 600,
  expect: {
    worstTiltMrad: atMost(0.01, 'gondolas stay level'),
    worstGapMm: atMost(0.01, 'pins hold'),
    wheelSpin: near(0.6, 1e-6, 'the motor has torque to spare'),
  },
  build(world) {
    addFloor(world, 20)
    const spokes = [0, 1, 2, 3].map(i => {
      const { sine, cosine } = sineCosine((i * Math.PI) / GONDOLAS)
      return box({ halfExtents: { x: RADIUS, y: 0.06, z: 0.06 }, rotation: { x: 0, y: 0, z: sine, w: cosine } })
    })
    const wheel = world.createBody({ position: HUB, shapes: spokes })
    world.createHingeJoint({ bodyB: wheel, anchor: HUB, axis: { x: 0, y: 0, z: 1 }, motor: { speed: 0.6, maxTorque: 20000 } })
    const gondolas: Body[] = []
    const pins: BallJoint[] = []
    for (let i = 0; i < GONDOLAS; i++) {
      const { sine, cosine } = sineCosine((2 * Math.PI * i) / GONDOLAS)
      const pin = { x: HUB.x + RADIUS * cosine, y: HUB.y + RADIUS * sine, z: 0 }
      const floor = box({ halfExtents: { x: 0.5, y: 0.05, z: 0.45 }, density: 200 })
      const gondola = world.createBody({ position: { x: pin.x, y: pin.y, z: 0.6 }, shapes: [floor] })
      pins.push(world.createBallJoint({ bodyA: wheel, bodyB: gondola, anchor: pin }))
      world.createOrientationLockJoint({ bodyB: gondola })
      // A load that would tip it, were it not locked.
      const load = box({ halfExtents: { x: 0.15, y: 0.15, z: 0.15 }, density: 400 })
      world.createBody({ position: { x: pin.x + 0.3, y: pin.y + 0.2, z: 0.7 }, shapes: [load] })
      gondolas.push(gondola)
    }
    return {
      measure: () => ({
        worstTiltMrad: 2000 * Math.max(...gondolas.map(({ rotation }) => length(rotation))),
        worstGapMm: 1000 * Math.max(...pins.map(({ anchorA: a, anchorB: b }) => length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }))),
        wheelSpin: wheel.angularVelocity.z,
      }),
    }
  },
}
