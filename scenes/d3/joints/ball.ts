/** What ball joints do: a chain, sticks on a round, an oval and a square rim, a sprung mast, and a globe on a motor. */

import { box, capsule, sphere, type BallJoint, type Body, type SwingLimit, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, between, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const Y: Vec3 = { x: 0, y: 1, z: 0 }
const LINKS = 8

/** A stick of 1.2 m on a socket at `foot`, pushed over. */
function addStick(world: World, foot: Vec3, swingLimit: SwingLimit): { stick: Body; joint: BallJoint } {
  const stick = world.createBody({
    position: { x: foot.x, y: foot.y + 0.6, z: foot.z },
    shapes: [box({ halfExtents: { x: 0.06, y: 0.55, z: 0.06 } })],
  })
  const twistLimit = { lower: -0.3, upper: 0.3 }
  const joint = world.createBallJoint({ bodyB: stick, anchor: foot, axis: Y, planeAxis: { x: 1, y: 0, z: 0 }, swingLimit, twistLimit })
  return { stick, joint }
}

function addChain(world: World, from: Vec3): BallJoint[] {
  const joints: BallJoint[] = []
  let before: Body | null = null
  for (let i = 0; i < LINKS; i++) {
    const link: Body = world.createBody({
      position: { x: from.x + 0.2 + 0.4 * i, y: from.y, z: from.z },
      // Links of a whipping chain pass through each other, so that what is measured is the joints.
      shapes: [box({ halfExtents: { x: 0.18, y: 0.05, z: 0.05 }, filter: { category: 2, mask: 1 } })],
    })
    joints.push(world.createBallJoint({ bodyA: before, bodyB: link, anchor: { x: from.x + 0.4 * i, y: from.y, z: from.z } }))
    before = link
  }
  return joints
}

/** Kinetic and potential energy of the links, J. */
function energyOf(chain: readonly BallJoint[]): number {
  return chain.reduce((sum, { bodyB }) => sum + bodyB.kineticEnergy + bodyB.mass * 9.81 * bodyB.position.y, 0)
}

export const ballScene: SceneEntry = {
  name: 'joint-ball',
  title: 'Ball joint',
  description: 'A chain swings; sticks run round a round, an oval and a square rim; a mast on a spring sways upright; a globe turns by motor.',
  source: 'Chappuis 2.2, Tamis 3.1.3',
  worldOptions: { sleeping: false },
  camera: { position: { x: -1, y: 4.5, z: 15 }, target: { x: -1, y: 1.8, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(8, 'joints hold in the whip of the chain, by a fiftieth of a link'),
    chainEnergyGainPercent: between(-2, 0.5, 'nothing drives or brakes the chain'),
    coneOverDegrees: atMost(0.01, 'the round rim holds at 40 degrees'),
    ovalAngle: between(degrees(19.9), degrees(60.1), 'on the rim between the half axes of the ellipse'),
    squareAngle: between(degrees(19.9), degrees(53.9), 'on the rim between its side and its corner, √(20² + 50²) degrees'),
    mastLean: atMost(1e-3, 'damping ratio 0.15 at 1 Hz leaves e^−9 of the swing after 10 s'),
    globeSpeed: near(2, 1e-6, 'nothing loads the motor'),
  },
  build(world) {
    addFloor(world, 20)
    const chain = addChain(world, { x: -7, y: 4, z: 0 })
    const sticks = [
      addStick(world, { x: -2.5, y: 1.5, z: 0 }, { cone: degrees(40) }),
      addStick(world, { x: -0.5, y: 1.5, z: 0 }, { ellipse: { y: degrees(20), z: degrees(60) } }),
      addStick(world, { x: 1.5, y: 1.5, z: 0 }, { pyramid: { y: degrees(20), z: degrees(50) } }),
    ]
    const mast = world.createBody({ position: { x: 3.5, y: 1, z: 0 }, shapes: [capsule({ radius: 0.08, halfLength: 0.8 })] })
    const sprung = world.createBallJoint({ bodyB: mast, anchor: { x: 3.5, y: 0.1, z: 0 }, axis: Y, spring: { hertz: 1, dampingRatio: 0.15 } })
    mast.applyImpulse({ x: 8, y: 0, z: 5 })
    const globe = world.createBody({ position: { x: 6, y: 2, z: 0 }, shapes: [sphere({ radius: 0.7, density: 200 })] })
    const turned = world.createBallJoint({ bodyB: globe, axis: Y, motor: { velocity: { x: 2, y: 0, z: 0 }, maxTorque: 40 } })

    const all = [...chain, ...sticks.map(({ joint }) => joint), sprung, turned]
    const start = energyOf(chain)
    // Weight of the chain times its length, J.
    const reach = chain.reduce((sum, { bodyB }) => sum + bodyB.mass * 9.81 * 0.4 * LINKS, 0)
    let gap = 0
    let over = 0
    return {
      update(_world, step) {
        // Something like wind, turning round, that keeps the sticks on their rims.
        const { sine, cosine } = sineCosine(step / 40)
        for (const { stick } of sticks) stick.applyForce({ x: 60 * cosine, y: 0, z: 60 * sine })
        over = Math.max(over, sticks[0]!.joint.swingAngle - degrees(40))
        for (const { anchorA: a, anchorB: b } of all) gap = Math.max(gap, length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }))
      },
      measure: () => ({
        worstGapMm: 1000 * gap,
        chainEnergyGainPercent: (100 * (energyOf(chain) - start)) / reach,
        coneOverDegrees: over / degrees(1),
        ovalAngle: sticks[1]!.joint.swingAngle,
        squareAngle: sticks[2]!.joint.swingAngle,
        mastLean: sprung.swingAngle,
        globeSpeed: globe.angularVelocity.y,
      }),
    }
  },
}
