/** Rack and pinion: the Jacobian, travel = radius × angle, falling weights on a drum, limits, motors, bad input. */

import { describe, expect, it } from 'vitest'
import { box, type Body, type HingeJoint, type RackAndPinionDefinition, type RackAndPinionJoint, type World } from 'fulcrum-physics/3d'
import { AXES_A } from '../../../src/d3/joints/joint-kind.ts'
import { OWN } from '../../../src/d3/store/joint-table.ts'
import { rackAndPinionKind } from '../../../src/d3/joints/kinds/rack-and-pinion-joint.ts'
import { rackAndPinion } from './cases/rack-and-pinion.ts'
import { addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const Y = { x: 0, y: 1, z: 0 }
const Z = { x: 0, y: 0, z: 1 }
const TURN = 2 * Math.PI
const PINION_INERTIA = (1000 * 0.4 * 0.4 * 0.2 * 0.32) / 12
const RACK_MASS = 1000 * 0.2 ** 3

interface Rig {
  pinion: Body
  rack: Body
  hinge: HingeJoint
  joint: RackAndPinionJoint
}

/** A pinion on a hinge about z, a rack that can only move along y. */
function rig(world: World, radius: number, more: Partial<RackAndPinionDefinition> = {}): Rig {
  const pinion = world.createBody({ shapes: [box({ halfExtents: { x: 0.2, y: 0.2, z: 0.1 } })] })
  const hinge = world.createHingeJoint({ bodyB: pinion, axis: Z })
  const rack = world.createBody({
    position: { x: 0.4, y: 0, z: 0 },
    shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })],
    lockedAxes: { linear: { x: true, z: true }, angular: { x: true, y: true, z: true } },
  })
  return { pinion, rack, hinge, joint: world.createRackAndPinionJoint({ bodyA: pinion, bodyB: rack, axis: Z, direction: Y, radius, ...more }) }
}

describe('rack and pinion', () => {
  it('has the Jacobian of what it measures', () => {
    const make = (random: () => number): Float64Array => {
      const data = randomData(random)
      // The axis is x of the world.
      data[OWN + 3] = 1
      for (let k = 4; k < 12; k++) data[OWN + k] = 2 * random() - 1
      return data
    }
    const { worst, at } = worstDerivative(rackAndPinionKind, make, ({ pose }) => pose[AXES_A]! < -0.95)
    expect(worst, at).toBeLessThan(1e-6)
  })

  it('moves radius × angle, at every moment of 200 turns', () => {
    const world = quietWorld()
    const { rack, hinge, joint } = rig(world, 0.15, { angleMotor: { speed: 100, maxTorque: 1e6 } })
    let worst = 0
    run(world, 760, () => {
      worst = Math.max(worst, Math.abs(rack.position.y - 0.15 * hinge.angle))
    })
    expect(joint.angle / TURN).toBeGreaterThan(200)
    expect(worst).toBeLessThan(1e-6)
    expect(joint.travelSpeed).toBeCloseTo(15, 6)
    expect(joint.travel).toBeCloseTo(rack.position.y, 9)
  })

  it('lets the rack fall as m g = (m + I / r²) a', () => {
    for (const radius of [0.2, -0.35]) {
      const world = quietWorld(9.81)
      const { rack, joint } = rig(world, radius)
      run(world, 60)
      const a = (RACK_MASS * 9.81) / (RACK_MASS + PINION_INERTIA / radius ** 2)
      expect(Math.abs(rack.linearVelocity.y / -a - 1)).toBeLessThan(1e-5)
      expect(Math.abs(joint.angleSpeed / (-a / radius) - 1)).toBeLessThan(1e-5)
    }
  })

  it('answers a torque on the pinion as τ = (I + m r²) α', () => {
    const world = quietWorld()
    const { pinion, joint } = rig(world, 0.2)
    for (let i = 0; i < 60; i++) {
      pinion.applyTorque({ x: 0, y: 0, z: 1 })
      world.step(DT)
    }
    expect(Math.abs(joint.angleSpeed * (PINION_INERTIA + RACK_MASS * 0.04) - 1)).toBeLessThan(1e-5)
  })

  it('stops at limits of either, and friction of either holds the weight', () => {
    const world = quietWorld(9.81)
    const { rack, joint } = rig(world, 0.2, { travelLimit: { lower: -1, upper: 1 } })
    run(world, 240)
    expect(rack.position.y).toBeCloseTo(-1, 6)
    joint.travelLimit = null
    joint.angleLimit = { lower: -2 * TURN, upper: 0 }
    run(world, 240)
    expect(joint.angle).toBeCloseTo(-2 * TURN, 6)
    for (const [share, holds] of [[1.02, true], [0.98, false]] as const) {
      for (const friction of [{ travelFriction: share * RACK_MASS * 9.81 }, { angleFriction: share * RACK_MASS * 9.81 * 0.2 }]) {
        const other = quietWorld(9.81)
        const held = rig(other, 0.2, friction)
        run(other, 60)
        expect(Math.abs(held.joint.travel) < 1e-6, JSON.stringify(friction)).toBe(holds)
      }
    }
  })

  it('lifts with a motor on either side', () => {
    const world = quietWorld(9.81)
    const { joint } = rig(world, 0.2, { angleMotor: { speed: 2, maxTorque: 1000 } })
    run(world, 60)
    expect(joint.travelSpeed).toBeCloseTo(0.4, 6)
    expect(joint.motorTorque).toBeCloseTo(RACK_MASS * 9.81 * 0.2, 3)
    joint.angleMotor = null
    joint.travelMotor = { speed: -1, maxForce: 1e4 }
    run(world, 60)
    expect(joint.angleSpeed).toBeCloseTo(-5, 6)
    expect(joint.motorForce).toBeCloseTo(RACK_MASS * 9.81, 2)
    expect(joint.travelMotor).toEqual({ speed: -1, maxForce: 1e4 })
  })

  it('takes a new radius without a jump', () => {
    const world = quietWorld()
    const { rack, joint } = rig(world, 0.2, { angleMotor: { speed: TURN, maxTorque: 1e6 } })
    run(world, 90)
    const { y } = rack.position
    const { angle } = joint
    joint.radius = 0.05
    expect(joint.radius).toBe(0.05)
    run(world, 60)
    expect(rack.position.y - y).toBeCloseTo(0.05 * (joint.angle - angle), 6)
    expect(joint.angle).toBeGreaterThan(2.3 * TURN)
  })

  it('refuses nonsense', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of rackAndPinion.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(world.jointCount).toBe(0)
    const joint = world.createRackAndPinionJoint({ bodyA: a, bodyB: b, radius: 1 })
    expect(() => { joint.radius = 0 }).toThrow(/rackAndPinion\.radius \(0\)/)
  })
})
