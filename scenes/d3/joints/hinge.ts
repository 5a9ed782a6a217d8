/** What hinges do: a door between stops, a mill on a motor, a saloon door on a spring, a servo arm, a wheel of five turns, a true pendulum. */

import { box, type Body, type HingeJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, between, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import { degrees, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const Y: Vec3 = { x: 0, y: 1, z: 0 }
const Z: Vec3 = { x: 0, y: 0, z: 1 }
const TURN = 2 * Math.PI
/** Steps between two orders to the servo. */
const ORDER = 120

function plate(world: World, position: Vec3, halfExtents: Vec3): Body {
  return world.createBody({ position, shapes: [box({ halfExtents, density: 400 })] })
}

function gap(joint: HingeJoint): number {
  const a = joint.anchorA
  const b = joint.anchorB
  return length({ x: b.x - a.x, y: b.y - a.y, z: b.z - a.z })
}

export const hingeScene: SceneEntry = {
  name: 'joint-hinge',
  title: 'Hinge joint',
  description: 'A door between its stops, a mill, a saloon door, a servo, a wheel that stops after five turns, and a pendulum that keeps its swing.',
  source: 'Chappuis 2.4, Tamis 3.2.1 and 3.2.4, Hodges 17; errata: Tamis (3.27), Chappuis (105)',
  camera: { position: { x: 1.2, y: 3.5, z: 12 }, target: { x: 1.2, y: 2, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'hinges hold their points'),
    doorAngle: between(-1.501, 1.501, 'the door stays between its stops'),
    // I = 9.28 kg m²; the start costs ω² I / (2 · 100 N m) = 0.186 rad of 20.
    millTurns: near((20 - 0.1856) / TURN, 1e-3, '2 rad/s for 10 s, less the start at 100 N m'),
    // k (1 − θ) = m g d cos θ with k = 722.1 N m/rad and m g d = 60.27 N m.
    servoAngle: near(0.9515, 1e-3, 'the spring balances the weight of the arm'),
    countedTurns: near(5, 1e-6, 'the stop counts turns'),
    pendulumRise: near(0, 1e-3, 'nothing drives or brakes the pendulum'),
  },
  build(world) {
    addFloor(world, 20)
    const door = plate(world, { x: -5.5, y: 1.2, z: 0 }, { x: 0.5, y: 1, z: 0.05 })
    const stops = world.createHingeJoint({
      bodyB: door, anchor: { x: -6, y: 1.2, z: 0 }, axis: Y, limit: { lower: -1.5, upper: 1.5, restitution: 0.3 },
    })
    door.angularVelocity = { x: 0, y: 3, z: 0 }

    const sails = plate(world, { x: -3, y: 2.5, z: 0 }, { x: 1.2, y: 0.1, z: 0.05 })
    const mill = world.createHingeJoint({ bodyB: sails, axis: Z, motor: { speed: 2, maxTorque: 100 } })

    const saloon = plate(world, { x: -0.5, y: 1, z: 0 }, { x: 0.5, y: 0.5, z: 0.04 })
    const sprung = world.createHingeJoint({ bodyB: saloon, anchor: { x: -1, y: 1, z: 0 }, axis: Y, spring: { hertz: 0.7, dampingRatio: 0.1 } })
    saloon.angularVelocity = { x: 0, y: 5, z: 0 }

    const arm = plate(world, { x: 2.5, y: 2, z: 0 }, { x: 0.6, y: 0.08, z: 0.08 })
    const servo = world.createHingeJoint({ bodyB: arm, anchor: { x: 2, y: 2, z: 0 }, axis: Z, spring: { hertz: 2, dampingRatio: 1, maxForce: 400 } })

    const disc = plate(world, { x: 4.5, y: 2, z: 0 }, { x: 0.4, y: 0.4, z: 0.1 })
    const counted = world.createHingeJoint({ bodyB: disc, axis: Z, limit: { lower: 0, upper: 5 * TURN }, motor: { speed: 6, maxTorque: 50 } })

    const { sine, cosine } = sineCosine(degrees(120))
    const bob = plate(world, { x: 7 + 1.5 * sine, y: 2.5 - 1.5 * cosine, z: 0 }, { x: 0.2, y: 0.2, z: 0.2 })
    const pendulum = world.createHingeJoint({ bodyB: bob, anchor: { x: 7, y: 2.5, z: 0 }, axis: Z })

    const all = [stops, mill, sprung, servo, counted, pendulum]
    let worst = 0
    let highest = 0
    return {
      update(_world, step) {
        if (step % ORDER === 0) servo.spring = { target: (step / ORDER) % 2 === 0 ? 1 : -0.5, hertz: 2, dampingRatio: 1, maxForce: 400 }
        worst = Math.max(worst, ...all.map(gap))
        if (step > 300) highest = Math.max(highest, bob.position.y)
      },
      measure: () => ({
        worstGapMm: 1000 * worst,
        doorAngle: stops.angle,
        millTurns: mill.angle / TURN,
        servoAngle: servo.angle,
        countedTurns: counted.angle / TURN,
        pendulumRise: highest - (2.5 - 1.5 * cosine),
      }),
    }
  },
}
