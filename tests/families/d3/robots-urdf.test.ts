/**
 * Random trees of links from URDF, in free motion for a second: places of all links against MuJoCo (reduced coordinates, fourth-order Runge–Kutta) on
 * the same text. Misses are shares of the robot's size.
 */

import { World } from 'fulcrum-physics/3d'
import { addRobot, readUrdf } from 'fulcrum-physics/urdf'
import { mujocoPositions } from '../../adapters/robots/mujoco-poses.ts'
import { randomRobot, startOf, toUrdf } from '../../adapters/robots/random-robots.ts'
import { testFamily } from '../family.ts'

const DT = 1 / 240

testFamily({
  name: 'robots from URDF against MuJoCo, 3D',
  short: 15,
  long: 300,
  figures: { place: { p50: 1e-5, p99: 1e-3, worst: 1e-3 } },
  run(random) {
    const robot = randomRobot(random, {
      joints: ['hinge', 'slide', 'hinge', 'fixed', 'free'], springs: false, damping: random() < 0.5, armature: false, anchors: false,
    })
    const text = toUrdf(robot)
    const { positions, speeds } = startOf(robot)
    // MuJoCo would merge fixed links and forget their names.
    const truth = mujocoPositions(text.replace('<link', '<mujoco><compiler fusestatic="false"/></mujoco><link'), positions, speeds, 1)
    const world = new World({ gravity: { x: 0, y: 0, z: -9.81 }, sleeping: false })
    const added = addRobot(world, readUrdf(text), { up: 'z', jointPositions: positions, jointSpeeds: speeds })
    for (let i = 0; i < Math.round(1 / DT); i++) world.step(DT)
    let place = 0
    for (const [name, [x, y, z]] of truth) {
      const found = added.linkPose(name).position
      place = Math.max(place, Math.hypot(found.x - x!, found.y - y!, found.z - z!) / robot.size)
    }
    return { place }
  },
})
