/**
 * Random trees of links from MJCF, in free motion for a second: places of all links against MuJoCo (reduced coordinates, fourth-order Runge–Kutta) on
 * the same text. Hinges, slides, balls, welds and free bases, off their bodies' origins; springs and dampers; without and with armature, without and
 * with actuators. Misses are shares of the robot's size.
 */

import { World } from 'fulcrum-physics/3d'
import { addRobot, readMjcf } from 'fulcrum-physics/mjcf'
import { mujocoPositions } from '../../adapters/robots/mujoco-poses.ts'
import { randomActuators, randomRobot, startOf, toMjcf, withMoreJoints, type RobotKinds } from '../../adapters/robots/random-robots.ts'
import { testFamily, type Random } from '../family.ts'

const DT = 1 / 240

/** MuJoCo with steps twice as long may differ by this share of the size: where a spring of a ball joint jumps, past half a turn, it does not converge. */
const CONVERGED = 1e-4

/** The greatest miss of any link after a second; none where MuJoCo does not agree with itself. */
function missOf(random: Random, kinds: RobotKinds, extra: 'actuators' | 'joints' | null = null): { place?: number } {
  const robot = randomRobot(random, kinds)
  const actuators = extra === 'actuators' ? randomActuators(random, robot) : { xml: '', controls: [] }
  const start = startOf(robot)
  const { positions, speeds } = start
  const plain = toMjcf(robot).replace('</mujoco>', `${actuators.xml}</mujoco>`)
  const text = extra === 'joints' ? withMoreJoints(random, robot, plain, start) : plain
  if (text === null) return {}
  const truth = mujocoPositions(text, positions, speeds, 1, undefined, actuators.controls)
  const coarse = mujocoPositions(text, positions, speeds, 1, 0.001, actuators.controls)
  for (const [name, [x, y, z]] of truth) {
    const [cx, cy, cz] = coarse.get(name)!
    if (!(Math.hypot(cx! - x!, cy! - y!, cz! - z!) <= CONVERGED * robot.size)) return {}
  }
  const data = readMjcf(text)
  const world = new World({ gravity: data.gravity!, sleeping: false })
  const added = addRobot(world, data, { up: 'z', jointPositions: positions, jointSpeeds: speeds })
  actuators.controls.forEach((control, i) => added.setControl(`a${i}`, control))
  for (let i = 0; i < Math.round(1 / DT); i++) world.step(DT)
  let miss = 0
  for (const [name, [x, y, z]] of truth) {
    const found = added.linkPose(name).position
    miss = Math.max(miss, Math.hypot(found.x - x!, found.y - y!, found.z - z!) / robot.size)
  }
  return { place: miss }
}

testFamily({
  name: 'robots from MJCF against MuJoCo, 3D',
  short: 15,
  long: 300,
  figures: { place: { p50: 1e-5, p99: 1e-3, worst: 1e-3 } },
  run(random) {
    const [springs, damping] = [random() < 0.5, random() < 0.5]
    return missOf(random, { joints: ['hinge', 'slide', 'ball', 'hinge', 'fixed', 'free'], springs, damping, armature: false, anchors: true })
  },
})

testFamily({
  name: 'robots from MJCF with armature against MuJoCo, 3D',
  short: 10,
  long: 300,
  figures: { place: { p50: 1e-5, p99: 1e-3, worst: 1e-3 } },
  run(random) {
    const [springs, damping] = [random() < 0.5, random() < 0.5]
    return missOf(random, { joints: ['hinge', 'slide', 'ball', 'hinge', 'fixed', 'free'], springs, damping, armature: true, anchors: true })
  },
})

testFamily({
  name: 'robots from MJCF with actuators against MuJoCo, 3D',
  short: 10,
  long: 300,
  figures: { place: { p50: 1e-5, p99: 1e-3, worst: 1e-3 } },
  run(random) {
    const [springs, damping, armature] = [random() < 0.3, random() < 0.5, random() < 0.3]
    return missOf(random, { joints: ['hinge', 'slide', 'ball', 'hinge', 'fixed', 'free'], springs, damping, armature, anchors: true }, 'actuators')
  },
})

testFamily({
  name: 'robots from MJCF with several joints per body against MuJoCo, 3D',
  short: 20,
  long: 300,
  // Where two turns come to lie along each other the light link between them whirls, and wants shorter steps: no bound for the worst.
  figures: { place: { p50: 3e-4 } },
  run(random) {
    const [springs, damping] = [random() < 0.5, random() < 0.5]
    return missOf(random, { joints: ['hinge', 'slide', 'hinge'], springs, damping, armature: false, anchors: true }, 'joints')
  },
})
