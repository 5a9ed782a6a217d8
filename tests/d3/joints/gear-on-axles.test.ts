/** Gears whose axles hang on something that turns: planetary gears, gearboxes of machines that float. */

import { box, type Body, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { momentumOf } from './lab.ts'

const DT = 1 / 60
const TURN = 2 * Math.PI
const Z = { x: 0, y: 0, z: 1 }

function freeWorld(): World {
  return new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
}

function addWheel(world: World, x: number, r: number, mass: number): Body {
  return world.createBody({ position: { x, y: 0, z: 0 }, mass, shapes: [box({ halfExtents: { x: r, y: r, z: 0.1 }, filter: { mask: 0 } })] })
}

interface Rig {
  world: World
  carrier: Body
  sun: Body
  planet: Body
}

/** Sun and planet on hinges of a carrier. */
function planetRig(masses: readonly [number, number, number]): Rig {
  const world = freeWorld()
  const carrier = addWheel(world, 0.5, 0.6, masses[0])
  const sun = addWheel(world, 0, 0.3, masses[1])
  const planet = addWheel(world, 1, 0.3, masses[2])
  world.createHingeJoint({ bodyA: carrier, bodyB: sun, anchor: { x: 0, y: 0, z: 0 }, axis: Z })
  world.createHingeJoint({ bodyA: carrier, bodyB: planet, anchor: { x: 1, y: 0, z: 0 }, axis: Z })
  return { world, carrier, sun, planet }
}

describe('gear on axles', () => {
  it('keeps the angular momentum of a machine that floats and tumbles', () => {
    const random = createRandom(3)
    for (let trial = 0; trial < 8; trial++) {
      const { world, carrier, sun, planet } = planetRig([1 + 3 * random(), 1 + 3 * random(), 1 + 3 * random()])
      const ratio = (random() < 0.5 ? -1 : 1) * (0.3 + 2 * random())
      const joint = world.createGearJoint({ bodyA: sun, bodyB: planet, axisA: Z, ratio, frame: 'axles' })
      carrier.angularVelocity = { x: random(), y: random(), z: 2 * random() }
      sun.angularVelocity = { x: 0, y: 0, z: 8 * random() }
      world.step(DT)
      const before = momentumOf(world)
      for (let i = 0; i < 600; i++) world.step(DT)
      const after = momentumOf(world)
      for (let k = 0; k < 3; k++) expect(Math.abs(after.angular[k]! - before.angular[k]!) / before.angularScale).toBeLessThan(1e-9)
      expect(Math.abs(ratio * joint.angleA + joint.angleB)).toBeLessThan(1e-6)
    }
  })

  it('makes 1000 turns on a carrier that turns, without creep', () => {
    const { world, carrier, sun, planet } = planetRig([2, 3, 1])
    const joint = world.createGearJoint({ bodyA: sun, bodyB: planet, axisA: Z, ratio: 2, frame: 'axles', motor: { speed: 60, maxTorque: 50 } })
    carrier.angularVelocity = { x: 0, y: 0, z: 3 }
    let worst = 0
    while (joint.angleA < 1000 * TURN) {
      world.step(DT)
      worst = Math.max(worst, Math.abs(2 * joint.angleA + joint.angleB))
    }
    expect(worst).toBeLessThan(1e-6)
  })

  it('obeys Willis: a planet round a held sun turns with the carrier and by the ratio besides', () => {
    const world = freeWorld()
    const carrier = addWheel(world, 0.5, 0.6, 2)
    const planet = addWheel(world, 1, 0.3, 1)
    world.createHingeJoint({ bodyB: carrier, anchor: { x: 0, y: 0, z: 0 }, axis: Z, motor: { speed: 2, maxTorque: 1e4 } })
    world.createHingeJoint({ bodyA: carrier, bodyB: planet, anchor: { x: 1, y: 0, z: 0 }, axis: Z })
    world.createGearJoint({ bodyB: planet, axisA: Z, ratio: 1.5, frame: 'axles', anchorA: { x: 0, y: 0, z: 0 }, anchorB: { x: 1, y: 0, z: 0 } })
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(carrier.angularVelocity.z).toBeCloseTo(2, 9)
    expect(planet.angularVelocity.z).toBeCloseTo(2 * (1 + 1.5), 9)
  })
})
