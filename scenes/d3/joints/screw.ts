/** Nuts on threads: one driven, one left to gravity, one held by friction. */

import { box, type Body, type ScrewJoint, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

const Y = { x: 0, y: 1, z: 0 }
const PITCH = 0.5

const SPEED = 8
/** m per rad. */
const LEAD = PITCH / (2 * Math.PI)
/**
 * Where the driven nut is after 10 s, turns. Reversing from −ω to ω at α costs 2 ω² / α, the start ω² / 2α. With m = 96 kg,
 * I = m 0.8² / 6 + m lead² and the weight's torque m g lead the accelerations are (500 ∓ 75) / 10.85: three reversals down, two up and the start.
 */
const WEIGHT_TORQUE = 96 * 9.81 * LEAD
const FELT_INERTIA = (96 * 0.8 * 0.8) / 6 + 96 * LEAD * LEAD
const UP = (500 - WEIGHT_TORQUE) / FELT_INERTIA
const DOWN = (500 + WEIGHT_TORQUE) / FELT_INERTIA
const DRIVEN_END = (SPEED * SPEED * (6 / DOWN - 4.5 / UP)) / (2 * Math.PI)

function addNut(world: World, x: number): Body {
  return world.createBody({ position: { x, y: 2.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.4, y: 0.15, z: 0.4 }, density: 500 })] })
}

/** How far a nut is from where its turns say, mm. */
function gap(joint: ScrewJoint, pitch: number): number {
  return 1000 * Math.abs(joint.travel - (pitch * joint.angle) / (2 * Math.PI))
}

export const screw: SceneEntry = {
  name: 'joint-screw',
  title: 'Screw joint',
  description: 'Three nuts on threads: the left one is driven up and down, the middle one spins down by its weight, the right one is tight.',
  camera: { position: { x: 0, y: 4, z: 9 }, target: { x: 0, y: 2.5, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'travel per turn is the pitch'),
    drivenTurns: near(DRIVEN_END, 1e-4, 'reversals at 500 N m, weight against and with them'),
    fallingTurns: near(-4, 1e-3, 'the stop at −2 m is four turns of 0.5 m'),
    tightTurns: near(0, 1e-6, 'friction of 100 N m holds 75 of the weight'),
  },
  build(world) {
    addFloor(world, 20)
    const driven = world.createScrewJoint({
      bodyB: addNut(world, -2), axis: Y, pitch: PITCH,
      angleMotor: { speed: SPEED, maxTorque: 500 }, travelLimit: { lower: -1.5, upper: 1.5 },
    })
    const falling = world.createScrewJoint({ bodyB: addNut(world, 0), axis: Y, pitch: PITCH, travelLimit: { lower: -2, upper: 2, restitution: 0.5 } })
    const tight = world.createScrewJoint({ bodyB: addNut(world, 2), axis: Y, pitch: PITCH, angleFriction: 100 })
    return {
      update(_, step) {
        if (step % 120 === 60) driven.angleMotor = { speed: step % 240 === 60 ? -SPEED : SPEED, maxTorque: 500 }
      },
      measure: () => ({
        worstGapMm: Math.max(gap(driven, PITCH), gap(falling, PITCH), gap(tight, PITCH)),
        drivenTurns: driven.angle / (2 * Math.PI),
        fallingTurns: falling.angle / (2 * Math.PI),
        tightTurns: tight.angle / (2 * Math.PI),
      }),
    }
  },
}
