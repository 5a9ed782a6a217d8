/** The screw: its Jacobian, travel per turn, what gravity and torque do on a thread, limits and motors of both coordinates, bad input. */

import { describe, expect, it } from 'vitest'
import { box, type Body, type ScrewJoint, type World } from 'fulcrum-physics/3d'
import { OWN } from '../../../src/d3/store/joint-table.ts'
import { screwKind } from '../../../src/d3/joints/kinds/screw-joint.ts'
import { screw } from './cases/screw.ts'
import { addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const Y = { x: 0, y: 1, z: 0 }
const TURN = 2 * Math.PI

/** A nut on a vertical thread of the world. */
function nutOnThread(world: World, pitch: number, more: object = {}): { nut: Body; joint: ScrewJoint } {
  const nut = world.createBody({ shapes: [box({ halfExtents: { x: 0.2, y: 0.1, z: 0.2 } })] })
  return { nut, joint: world.createScrewJoint({ bodyB: nut, axis: Y, pitch, ...more }) }
}

/** Moment of inertia of the nut about y, and its mass. */
const MASS = 1000 * 0.4 * 0.2 * 0.4
const INERTIA = (MASS * (0.4 ** 2 + 0.4 ** 2)) / 12

describe('screw', () => {
  it('has the Jacobian of what it measures', () => {
    const make = (random: () => number): Float64Array => {
      const data = randomData(random)
      data[OWN] = 0.1 + random()
      data[OWN + 1] = random()
      return data
    }
    const { worst, at } = worstDerivative(screwKind, make, checked => screw.isDegenerate!(checked.pose))
    expect(worst, at).toBeLessThan(1e-6)
  })

  it('moves by its pitch per turn, at every moment of 20 turns', () => {
    const world = quietWorld()
    const { nut, joint } = nutOnThread(world, 0.05, { angleMotor: { speed: 4 * TURN, maxTorque: Infinity } })
    let worst = 0
    run(world, 300, () => {
      worst = Math.max(worst, Math.abs(nut.position.y - (0.05 * joint.angle) / TURN), Math.abs(joint.travel - nut.position.y))
    })
    expect(joint.angle / TURN).toBeGreaterThan(19.9)
    expect(worst).toBeLessThan(1e-9)
    expect(joint.travelSpeed).toBeCloseTo(0.05 * 4, 9)
  })

  it('falls along the thread as m g = (m + I (2π/pitch)²) a', () => {
    const world = quietWorld(9.81)
    const pitch = 1
    const { nut, joint } = nutOnThread(world, pitch)
    run(world, 60)
    const a = (MASS * 9.81) / (MASS + INERTIA * (TURN / pitch) ** 2)
    expect(Math.abs(nut.position.y / (-0.5 * a) - 1)).toBeLessThan(1e-6)
    expect(Math.abs(joint.travelSpeed / -a - 1)).toBeLessThan(1e-6)
    expect(Math.abs(joint.angle - (TURN * nut.position.y) / pitch)).toBeLessThan(1e-9)
  })

  it('answers a torque as τ = (I + m (pitch/2π)²) α', () => {
    const world = quietWorld()
    const pitch = 0.8
    const { nut, joint } = nutOnThread(world, pitch)
    for (let i = 0; i < 60; i++) {
      nut.applyTorque({ x: 0, y: 2, z: 0 })
      world.step(DT)
    }
    const alpha = 2 / (INERTIA + MASS * (pitch / TURN) ** 2)
    expect(Math.abs(joint.angleSpeed / alpha - 1)).toBeLessThan(1e-6)
  })

  it('is held by friction up to what it can hold', () => {
    // Along the thread gravity is a torque of m g pitch / 2π.
    const torque = (MASS * 9.81 * 0.5) / TURN
    for (const [share, holds] of [[1.02, true], [0.98, false]] as const) {
      const world = quietWorld(9.81)
      const { joint } = nutOnThread(world, 0.5, { angleFriction: share * torque })
      run(world, 60)
      expect(Math.abs(joint.angle) < 1e-9).toBe(holds)
    }
  })

  it('stops at its limits: of the travel, and of the angle after turns', () => {
    const world = quietWorld(9.81)
    const { nut, joint } = nutOnThread(world, 0.5, { travelLimit: { lower: -1.2, upper: 1 } })
    run(world, 300)
    expect(nut.position.y).toBeCloseTo(-1.2, 6)
    joint.travelLimit = null
    joint.angleLimit = { lower: -5 * TURN, upper: 0 }
    run(world, 300)
    expect(joint.angle / TURN).toBeCloseTo(-5, 6)
    expect(nut.position.y).toBeCloseTo(-2.5, 6)
    expect(joint.angleLimit?.lower).toBe(-5 * TURN)
    expect(joint.travelLimit).toBeNull()
  })

  it('is driven along the axis', () => {
    const world = quietWorld(9.81)
    const { nut, joint } = nutOnThread(world, 0.5, { travelMotor: { speed: 0.25, maxForce: 1e5 } })
    run(world, 120)
    expect(nut.position.y).toBeCloseTo(0.5, 3)
    expect(Math.abs(joint.motorForce / (MASS * 9.81) - 1)).toBeLessThan(1e-6)
    joint.travelMotor = null
    joint.angleMotor = { speed: 0, maxTorque: 1e5 }
    run(world, 60)
    expect(joint.motorTorque).toBeCloseTo((MASS * 9.81 * 0.5) / TURN, 4)
    expect(joint.angleMotor).toEqual({ speed: 0, maxTorque: 1e5 })
  })

  it('takes a new pitch without a jump, and a left-handed one', () => {
    const world = quietWorld()
    const { nut, joint } = nutOnThread(world, 0.1, { angleMotor: { speed: TURN, maxTorque: Infinity } })
    run(world, 180)
    const { y } = nut.position
    const { angle } = joint
    joint.pitch = -0.3
    expect(joint.pitch).toBe(-0.3)
    run(world, 1)
    expect(nut.position.y - y).toBeCloseTo((-0.3 * (joint.angle - angle)) / TURN, 9)
    run(world, 59)
    expect(nut.position.y - y).toBeCloseTo(-0.3, 6)
  })

  it('pushes both bodies: nothing is gained or lost', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 }, 0.3)
    const b = addBox(world, { x: 0, y: 0.6, z: 0 }, 0.2)
    const joint = world.createScrewJoint({ bodyA: a, bodyB: b, axis: Y, pitch: 0.4, angleMotor: { speed: 3, maxTorque: 50 } })
    run(world, 120)
    const mA = a.mass
    const mB = b.mass
    expect(Math.abs(mA * a.linearVelocity.y + mB * b.linearVelocity.y)).toBeLessThan(1e-9 * mA)
    // A cube's inertia is m (2h)² / 6.
    expect(Math.abs(((mA * 0.36) / 6) * a.angularVelocity.y + ((mB * 0.16) / 6) * b.angularVelocity.y)).toBeLessThan(1e-9 * mA)
    expect(joint.angleSpeed).toBeCloseTo(3, 6)
    expect(b.position.y - a.position.y).toBeCloseTo(0.6 + (0.4 * joint.angle) / TURN, 9)
  })

  it('refuses nonsense and leaves the world as it was', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of screw.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(world.jointCount).toBe(0)
    const joint = world.createScrewJoint({ bodyA: a, bodyB: b, pitch: 0.1 })
    expect(() => { joint.pitch = 0 }).toThrow(/screw\.pitch \(0\)/)
    expect(() => { joint.angleFriction = -1 }).toThrow(/screw\.angleFriction \(-1\) must not be negative/)
  })
})
