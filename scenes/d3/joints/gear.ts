/** Gears: a train of three wheels, a belt, a bevel. */

import { box, type Body, type GearJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'

const X = { x: 1, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

/** A cross of two bars about z, or about x, on a hinge to the world. */
function addCog(world: World, position: Vec3, radius: number, axis: Vec3): Body {
  const along = axis === Z
  const bars = [
    { x: along ? radius : 0.06, y: 0.08, z: along ? 0.06 : radius },
    { x: along ? 0.08 : 0.06, y: radius, z: along ? 0.06 : 0.08 },
  ]
  const body = world.createBody({ position, shapes: bars.map(halfExtents => box({ halfExtents })) })
  world.createHingeJoint({ bodyB: body, axis })
  return body
}

/** kg m² of a cog about its axis: two bars of 8 r · 0.08 · 0.06 · 1000 kg. */
function cogInertia(radius: number): number {
  return (2 * 3.84 * 10 * radius * (radius * radius + 0.08 * 0.08)) / 3
}

/** kg m² that the first wheel feels: others by the square of their ratio to it. */
const FELT_INERTIA = 2 * cogInertia(0.4) + 0.25 * cogInertia(0.8) + 2 * 0.64 * cogInertia(0.5)
/** 60 rad of 10 s, less ω² I / (2 · 400 N m) of the start. */
const FIRST_TURNS = (60 - (36 * FELT_INERTIA) / 800) / (2 * Math.PI)

/** How far a pair is out of step, milliradians. */
function slip(joint: GearJoint): number {
  return 1000 * Math.abs(joint.ratio * joint.angleA + joint.angleB)
}

export const gear: SceneEntry = {
  name: 'joint-gear',
  title: 'Gear joint',
  description: 'A small wheel drives a large one and that a third; a belt turns a fourth the same way, and a bevel a fifth about an axis across.',
  source: 'Chipmunk IM11',
  camera: { position: { x: 1, y: 3, z: 8 }, target: { x: 1, y: 2, z: 0 } },
  steps: 600,
  expect: {
    worstSlipMrad: atMost(1e-6, 'teeth do not slip'),
    turnsOfFirst: near(FIRST_TURNS, 1e-3, '6 rad/s for 10 s, less the start at 400 N m'),
    turnsOfBelted: near(0.8 * FIRST_TURNS, 1e-3, 'ratios 0.5, 1.6 and −1'),
  },
  build(world) {
    addFloor(world, 20)
    const first = addCog(world, { x: -1, y: 2, z: 0 }, 0.4, Z)
    const second = addCog(world, { x: 0.2, y: 2, z: 0 }, 0.8, Z)
    const third = addCog(world, { x: 1.5, y: 2, z: 0 }, 0.5, Z)
    const belted = addCog(world, { x: 3, y: 2, z: 0 }, 0.5, Z)
    const bevel = addCog(world, { x: -1.6, y: 2, z: 0.6 }, 0.4, X)
    const joints = [
      world.createGearJoint({ bodyA: first, bodyB: second, axisA: Z, ratio: 0.4 / 0.8, motor: { speed: 6, maxTorque: 400 } }),
      world.createGearJoint({ bodyA: second, bodyB: third, axisA: Z, ratio: 0.8 / 0.5 }),
      world.createGearJoint({ bodyA: third, bodyB: belted, axisA: Z, ratio: -1 }),
      world.createGearJoint({ bodyA: first, bodyB: bevel, axisA: Z, axisB: X, ratio: 1 }),
    ]
    return {
      measure: () => ({
        worstSlipMrad: Math.max(...joints.map(slip)),
        turnsOfFirst: joints[0].angleA / (2 * Math.PI),
        turnsOfBelted: joints[2].angleB / (2 * Math.PI),
      }),
    }
  },
}
