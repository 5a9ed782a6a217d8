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

  it('takes another frame where the bodies are: angles read as before, and nothing jumps', () => {
    for (const [first, second] of [['world', 'axles'], ['axles', 'world']] as const) {
      const { world, carrier, sun, planet } = planetRig([2, 3, 1])
      world.createHingeJoint({ bodyB: carrier, anchor: { x: 0.5, y: 0, z: 0 }, axis: Z })
      const joint = world.createGearJoint({
        bodyA: sun, bodyB: planet, axisA: Z, ratio: 1.5, frame: first, limit: { lower: -100, upper: 100 }, motor: { speed: 7, maxTorque: 40 },
      })
      for (let i = 0; i < 200; i++) world.step(DT)
      const { angleA, angleB } = joint
      expect(angleA).toBeGreaterThan(2 * TURN)
      joint.frame = second
      expect(joint.frame).toBe(second)
      expect(joint.angleA).toBeCloseTo(angleA, 9)
      expect(joint.angleB).toBeCloseTo(angleB, 9)
      const start = carrier.angularVelocity.z
      joint.motor = null
      const restored = new World()
      restored.restore(world.snapshot())
      for (let i = 0; i < 200; i++) {
        world.step(DT)
        restored.step(DT)
        expect(Math.abs(1.5 * joint.angleA + joint.angleB)).toBeLessThan(1e-6)
      }
      expect(restored.hash()).toBe(world.hash())
      // Told from the world the gear holds the carrier, told from the axles it lets it turn.
      if (second === 'axles') {
        expect(Math.abs(start)).toBeLessThan(1e-6 + Math.abs(carrier.angularVelocity.z) * 10)
        carrier.applyAngularImpulse({ x: 0, y: 0, z: 5 })
        world.step(DT)
        expect(Math.abs(carrier.angularVelocity.z)).toBeGreaterThan(0.1)
      }
      const hash = world.hash()
      expect(() => (joint.frame = 'sun' as never)).toThrow(/gear\.frame .* must be 'world' or 'axles'/)
      expect(world.hash()).toBe(hash)
    }
  })

  it('refuses another frame where the axles are in line, and stays as it was', () => {
    const world = freeWorld()
    const a = addWheel(world, 0, 0.3, 1)
    const b = addWheel(world, 0, 0.3, 1)
    const joint = world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio: 2 })
    const hash = world.hash()
    expect(() => (joint.frame = 'axles')).toThrow(/gear\.frame .* needs axles that are apart/)
    expect(joint.frame).toBe('world')
    expect(world.hash()).toBe(hash)
  })

  it('must be told its frame where a wheel is known to hang on a body that may turn', () => {
    const { world, carrier, sun, planet } = planetRig([2, 3, 1])
    const gear = { bodyA: sun, bodyB: planet, axisA: Z }
    const hash = world.hash()
    expect(() => world.createGearJoint({ ...gear, ratio: 2 })).toThrow(/gear\.frame is missing: an axle hangs on a dynamic body.*frame: 'axles'/)
    expect(world.hash()).toBe(hash)
    expect(world.createGearJoint({ ...gear, ratio: 2, frame: 'world' }).frame).toBe('world')
    // A belt of 1 : 1 does not care what turns both.
    expect(world.createGearJoint({ ...gear, ratio: -1 }).frame).toBe('world')
    // Nor does a gear on something that cannot turn.
    carrier.lockedAxes = { angular: { x: true, y: true, z: true } }
    expect(world.createGearJoint({ ...gear, ratio: 2 }).frame).toBe('world')
    carrier.lockedAxes = {}
    world.createFixedJoint({ bodyB: carrier })
    expect(world.createGearJoint({ ...gear, ratio: 2 }).frame).toBe('world')
  })

  it('is not refused where bearings are not known, or where one wheel carries the other', () => {
    const world = freeWorld()
    const a = addWheel(world, 0, 0.3, 1)
    const b = addWheel(world, 1, 0.3, 1)
    world.createHingeJoint({ bodyB: a, axis: Z })
    expect(world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio: 2 }).frame).toBe('world')
    world.createHingeJoint({ bodyA: a, bodyB: b, anchor: { x: 0.5, y: 0, z: 0 }, axis: Z })
    expect(world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio: 2 }).frame).toBe('world')
  })
})
