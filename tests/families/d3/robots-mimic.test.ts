/**
 * Random trees of links in which one joint follows another anywhere in the tree, in free motion for a second, links as light as a thousandth of their
 * neighbours: places of all links against the motion with the follower eliminated, and against MuJoCo, which holds the two by a stiff equality; how far
 * the two are out of step; energy that is lost or gained. Shares of the robot's size and energy.
 *
 * Such trees crack like whips, at 60 rad/s, and multiply an error of the start by up to a thousand: what they miss is the length of the step, of second
 * order. `exact` is what is left without it, by Richardson's extrapolation from two lengths: the miss of the rows.
 */

import { World, type Vec3 } from 'fulcrum-physics/3d'
import { addRobot, readMjcf, type RobotInstance } from 'fulcrum-physics/mjcf'
import { mujocoPositions } from '../../adapters/robots/mujoco-poses.ts'
import { reducedPositions } from '../../adapters/robots/mujoco-reduced.ts'
import { randomRobot, startOf, toMjcf, type RandomRobot } from '../../adapters/robots/random-robots.ts'
import { testFamily, type Random } from '../family.ts'

const DT = 1 / 240
const SECONDS = 1
/** MuJoCo's equality: a time constant of two of its steps, and next to no give. */
const STIFF = 'solref="0.002 1" solimp="0.9999 0.99999 0.0001"'

/** A robot with two joints of one coordinate each, and which they are. */
function pairOf(random: Random): { robot: RandomRobot; leader: number; follower: number } {
  for (;;) {
    const robot = randomRobot(random, {
      joints: ['hinge', 'slide', 'hinge', 'hinge', 'free'], springs: false, damping: false, armature: false, anchors: true,
    }, 7)
    const able = robot.links.flatMap(({ joint }, i) => (joint === 'hinge' || joint === 'slide' ? [i] : []))
    if (able.length < 2) continue
    const leader = random.pick(able)
    const follower = random.pick(able.filter(i => i !== leader))
    return { robot, leader, follower }
  }
}

testFamily({
  name: 'joints that follow a joint anywhere in the tree, 3D',
  short: 8,
  long: 300,
  figures: {
    exact: { p50: 1e-6, p99: 1e-3, worst: 3e-3 },
    place: { p50: 1e-5, p99: 1e-3, worst: 3e-3 }, mujoco: { p50: 1e-5, p99: 1e-3, worst: 3e-3 },
    step: { p50: 1e-8, p99: 1e-5, worst: 1e-3 }, energy: { p50: 1e-5, worst: 1e-3 },
  },
  run(random) {
    const { robot, leader, follower } = pairOf(random)
    for (const link of robot.links) {
      const heavier = random.scale(0.03, 30)
      link.mass *= heavier
      link.inertia = link.inertia.map(moment => heavier * moment)
    }
    const multiplier = random.pick([-1, 1]) * random.scale(0.3, 2) * (robot.links[follower]!.joint === 'slide' ? robot.size / 5 : 1)
      / (robot.links[leader]!.joint === 'slide' ? robot.size / 5 : 1)
    const offset = 0.1 * robot.size
    const { positions, speeds } = startOf(robot)
    positions[`j${follower}`] = multiplier * positions[`j${leader}`]! + offset
    speeds[`j${follower}`] = multiplier * speeds[`j${leader}`]!
    const equality = (options: string): string => toMjcf(robot).replace('</mujoco>',
      `<equality><joint joint1="j${follower}" joint2="j${leader}" polycoef="${offset} ${multiplier} 0 0 0" ${options}/></equality></mujoco>`)
    const following = { leader: `j${leader}`, follower: `j${follower}`, multiplier }
    const truth = reducedPositions(toMjcf(robot), positions, speeds, following, SECONDS)
    const stiff = mujocoPositions(equality(STIFF), positions, speeds, SECONDS)
    const make = (): { world: World; added: RobotInstance } => {
      const world = new World({ gravity: { x: 0, y: 0, z: -9.81 }, sleeping: false })
      return { world, added: addRobot(world, readMjcf(equality('')), { up: 'z', jointPositions: positions, jointSpeeds: speeds }) }
    }
    const { world, added } = make()
    const fine = make()
    for (let i = 0; i < Math.round((2 * SECONDS) / DT); i++) fine.world.step(DT / 2)
    const energyOf = (): [number, number] => {
      let [kinetic, potential] = [0, 0]
      for (const body of world.bodies) {
        if (body.type !== 'dynamic') continue
        kinetic += body.kineticEnergy
        potential += 9.81 * body.mass * body.centerOfMass.z
      }
      return [kinetic, potential]
    }
    const before = energyOf()
    let out = 0
    let most = before[0]
    for (let i = 0; i < Math.round(SECONDS / DT); i++) {
      world.step(DT)
      most = Math.max(most, energyOf()[0])
      out = Math.max(out, Math.abs(added.jointPosition(`j${follower}`) - multiplier * added.jointPosition(`j${leader}`) - offset))
    }
    const after = energyOf()
    const missOf = (places: ReadonlyMap<string, readonly number[]>): number => {
      let most = 0
      for (const [name, [x, y, z]] of places) {
        const found = added.linkPose(name).position
        most = Math.max(most, Math.hypot(found.x - x!, found.y - y!, found.z - z!) / robot.size)
      }
      return most
    }
    let exact = 0
    for (const [name, [x, y, z]] of truth) {
      const [coarse, half] = [added, fine.added].map(robot => robot.linkPose(name).position) as [Vec3, Vec3]
      const off = (axis: 'x' | 'y' | 'z', at: number): number => (4 * half[axis] - coarse[axis]) / 3 - at
      exact = Math.max(exact, Math.hypot(off('x', x!), off('y', y!), off('z', z!)) / robot.size)
    }
    return {
      exact, place: missOf(truth), mujoco: missOf(stiff), step: out / Math.max(1, robot.size),
      energy: Math.abs(after[0] + after[1] - before[0] - before[1]) / most,
    }
  },
})
