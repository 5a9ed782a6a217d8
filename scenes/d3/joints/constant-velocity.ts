/** Shafts at three bends: the constant velocity joint runs evenly, the universal joint beside it does not. */

import { box, type Body, type HingeJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { aboutAxis, degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const SPEED = 3
const ARM = 0.7

interface Drive {
  driver: HingeJoint
  driven: HingeJoint
}

function addShaft(world: World, x: number, y: number, z: number, angle: number): Body {
  return world.createBody({
    position: { x, y, z },
    rotation: aboutAxis(0, 0, 1, angle),
    shapes: [box({ halfExtents: { x: 0.6, y: 0.08, z: 0.08 } }), box({ halfExtents: { x: 0.05, y: 0.3, z: 0.06 } })],
  })
}

/** Two shafts in bearings, the second bent upwards. */
function addDrive(world: World, z: number, angle: number, universal: boolean): Drive {
  const { sine, cosine } = sineCosine(angle)
  const first = addShaft(world, -ARM, 1.5, z, 0)
  const second = addShaft(world, ARM * cosine, 1.5 + ARM * sine, z, angle)
  const motor = { speed: SPEED, maxTorque: 5000 }
  const driver = world.createHingeJoint({ bodyB: first, anchor: first.position, axis: { x: 1, y: 0, z: 0 }, motor })
  const driven = world.createHingeJoint({ bodyB: second, anchor: second.position, axis: { x: cosine, y: sine, z: 0 } })
  const frames = { frameA: { position: { x: ARM, y: 0, z: 0 } }, frameB: { position: { x: -ARM, y: 0, z: 0 } } }
  if (universal) {
    const arms = { axisA: { x: 0, y: 0, z: 1 }, axisB: { x: -sine, y: cosine, z: 0 } }
    world.createUniversalJoint({ bodyA: first, bodyB: second, anchor: { x: 0, y: 1.5, z }, ...arms })
  } else world.createConstantVelocityJoint({ bodyA: first, bodyB: second, ...frames })
  return { driver, driven }
}

export const constantVelocityScene: SceneEntry = {
  name: 'joint-constant-velocity',
  title: 'Constant velocity joint',
  description: 'Shafts bent by 0, 30 and 45 degrees turn evenly; the last pair, on a universal joint, jerks. A limb bends without twisting.',
  source: 'Tamis 3.2.10, Hodges 19; errata: Hodges 19',
  camera: { position: { x: 1, y: 4, z: 8 }, target: { x: 0, y: 1.5, z: -1 } },
  steps: 600,
  expect: {
    rippleMillionths: atMost(0.01, 'constant velocity: both shafts turn alike at every moment'),
    rippleOfUniversal: near(Math.SQRT2 - 1, 5e-3, '1 / cos 45° − 1'),
    outOfStepMrad: atMost(0.01, 'angles of both shafts agree'),
    limbBend: atMost(0.86, 'within the corner of its pyramid, √(0.8² + 0.3²)'),
  },
  build(world) {
    addFloor(world, 20)
    const drives = [0, 30, 45].map((angle, i) => addDrive(world, 1.5 - 1.5 * i, degrees(angle), false))
    const cross = addDrive(world, -3, degrees(45), true)
    const limb = world.createBody({ position: { x: 3, y: 1.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.15, y: 0.6, z: 0.3 } })] })
    const socket = world.createConstantVelocityJoint({
      bodyB: limb,
      anchor: { x: 3, y: 2.1, z: 0 },
      axis: { x: 0, y: -1, z: 0 },
      planeAxis: { x: 1, y: 0, z: 0 },
      limit: { pyramid: { y: 0.8, z: 0.3 } },
    })
    limb.angularVelocity = { x: 2, y: 5, z: 1 }
    let even = 0
    let uneven = 0
    return {
      update(_, step) {
        if (step < 30) return
        for (const { driver, driven } of drives) even = Math.max(even, Math.abs(driven.speed / driver.speed - 1))
        uneven = Math.max(uneven, Math.abs(cross.driven.speed / cross.driver.speed - 1))
      },
      measure: () => ({
        rippleMillionths: 1e6 * even,
        rippleOfUniversal: uneven,
        outOfStepMrad: 1000 * Math.max(...drives.map(({ driver, driven }) => Math.abs(driver.angle - driven.angle))),
        limbBend: socket.angle,
      }),
    }
  },
}
