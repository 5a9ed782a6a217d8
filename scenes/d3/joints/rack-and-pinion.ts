/** Racks and pinions: a gate that a motor lifts and lowers, and a weight that spins up a flywheel. */

import { box, type Body, type RackAndPinionJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

const Y = { x: 0, y: 1, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

/** A pinion at x on a hinge, and beside it a bar that can only move up and down. */
function addPair(world: World, x: number, radius: number, more: object): RackAndPinionJoint {
  const pinion: Body = world.createBody({ position: { x, y: 3, z: 0 }, shapes: [box({ halfExtents: { x: 0.4, y: 0.4, z: 0.1 }, density: 500 })] })
  world.createHingeJoint({ bodyB: pinion, axis: Z })
  const rack = world.createBody({
    position: { x: x + 0.7, y: 3, z: 0 },
    shapes: [box({ halfExtents: { x: 0.1, y: 0.8, z: 0.1 }, density: 800 })],
    lockedAxes: { linear: { x: true, z: true }, angular: { x: true, y: true, z: true } },
  })
  return world.createRackAndPinionJoint({ bodyA: pinion, bodyB: rack, axis: Z, direction: Y, radius, ...more })
}

const SPEED = 3
const RADIUS = 0.3
/**
 * Where the driven rack is after 10 s, m. Reversing from −ω to ω at α costs 2 ω² / α, the start ω² / 2α. With I = 64 kg · 0.8² / 6 +
 * 51.2 kg · r² and the weight's torque of 51.2 g r the accelerations are (400 ∓ 150.7) / 11.43: three reversals down, two up and the start.
 */
const WEIGHT_TORQUE = 51.2 * 9.81 * RADIUS
const FELT_INERTIA = (64 * 0.8 * 0.8) / 6 + 51.2 * RADIUS * RADIUS
const UP = (400 - WEIGHT_TORQUE) / FELT_INERTIA
const DOWN = (400 + WEIGHT_TORQUE) / FELT_INERTIA
const DRIVEN_END = RADIUS * SPEED * SPEED * (6 / DOWN - 4.5 / UP)

/** How far the rack is from where the pinion's turns say, mm. */
function gap(joint: RackAndPinionJoint): number {
  return 1000 * Math.abs(joint.travel - joint.radius * joint.angle)
}

export const rackAndPinion: SceneEntry = {
  name: 'joint-rack-and-pinion',
  title: 'Rack and pinion joint',
  description: 'Left, a motor turns a wheel that lifts and lowers a bar. Right, a bar falls and spins up its wheel, down to a stop.',
  camera: { position: { x: 0.5, y: 3.5, z: 8 }, target: { x: 0.5, y: 2.5, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'travel is radius times angle'),
    drivenTravel: near(DRIVEN_END, 1e-3, 'reversals at 400 N m, weight against and with them'),
    fallingTravel: near(-1.8, 1e-3, 'the bar ends at its stop'),
  },
  build(world) {
    addFloor(world, 20)
    const driven = addPair(world, -1.5, RADIUS, { angleMotor: { speed: SPEED, maxTorque: 400 } })
    const falling = addPair(world, 1.2, RADIUS, { travelLimit: { lower: -1.8, upper: 2, restitution: 0.6 } })
    return {
      update(_, step) {
        if (step % 120 === 60) driven.angleMotor = { speed: step % 240 === 60 ? -SPEED : SPEED, maxTorque: 400 }
      },
      measure: () => ({ worstGapMm: Math.max(gap(driven), gap(falling)), drivenTravel: driven.travel, fallingTravel: falling.travel }),
    }
  },
}
