/** The wheel: the Jacobian, sag and frequency of the suspension, steering, motor, brake, a car that drives, bad input. */

import { describe, expect, it } from 'vitest'
import { box, sphere, type Body, type WheelDefinition, type WheelJoint, type World } from 'fulcrum-physics/3d'
import { wheelKind } from '../../../src/d3/joints/kinds/wheel-joint.ts'
import { wheel } from './cases/wheel.ts'
import { addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const G = 9.81
const HALF = { x: 0.3, y: 0.3, z: 0.1 }
/** Of the test wheel about its axle, and about its diameter. */
const MASS = 1000 * 8 * HALF.x * HALF.y * HALF.z
const INERTIA = (MASS * (0.36 + 0.36)) / 12

/** A chassis that can only move up and down, above a wheel that stands still. */
function quarterCar(world: World, mass: number, more: Partial<WheelDefinition>): { chassis: Body; joint: WheelJoint } {
  const hub = world.createBody({ type: 'static' })
  const chassis = world.createBody({
    mass,
    position: { x: 0, y: 0.5, z: 0 },
    shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.5 } })],
    lockedAxes: { linear: { x: true, z: true }, angular: { x: true, y: true, z: true } },
  })
  return { chassis, joint: world.createWheelJoint({ bodyA: chassis, bodyB: hub, ...more }) }
}

/** A wheel on the world. */
function testWheel(world: World, more: Partial<WheelDefinition> = {}): { body: Body; joint: WheelJoint } {
  const body = world.createBody({ shapes: [box({ halfExtents: HALF })] })
  return { body, joint: world.createWheelJoint({ bodyB: body, ...more }) }
}

describe('wheel', () => {
  it('has the Jacobians of what it measures', () => {
    const { worst, at } = worstDerivative(wheelKind, randomData, ({ pose }) => wheel.isDegenerate!(pose), 500)
    expect(worst, at).toBeLessThan(1e-6)
  })

  it('sags by m g / k on the mean, and swings at √(k/m)', () => {
    const world = quietWorld(G)
    const hertz = 1.5
    const stiffness = 200 * (2 * Math.PI * hertz) ** 2
    const { joint } = quarterCar(world, 200, { suspension: { stiffness } })
    // Forty steps make a period: the mean of whole ones is the sag.
    let sum = 0
    run(world, 400, () => { sum += joint.travel })
    const sag = (200 * G) / stiffness
    expect(Math.abs(sum / 400 / sag - 1)).toBeLessThan(1e-3)
    // Released at 0 it is back there after every period.
    expect(Math.abs(joint.travel / sag)).toBeLessThan(1e-3)
    expect(Math.abs(joint.travelSpeed / (sag * 2 * Math.PI * hertz))).toBeLessThan(1e-2)
  })

  it('swings at its hertz', () => {
    const world = quietWorld()
    const { chassis, joint } = quarterCar(world, 200, { suspension: { hertz: 2, dampingRatio: 0 } })
    chassis.linearVelocity = { x: 0, y: -1, z: 0 }
    run(world, 300)
    expect(Math.abs(joint.travel)).toBeLessThan(1e-3 / (4 * Math.PI))
    expect(joint.travelSpeed).toBeCloseTo(1, 3)
  })

  it('carries the weight when it has come to rest, up to the end of its travel', () => {
    const world = quietWorld(G)
    const { joint } = quarterCar(world, 200, { suspension: { stiffness: 20000, damping: 2000, lower: -0.1, upper: 0.15 } })
    run(world, 600)
    // Force on B, the wheel: down.
    expect(joint.reactionForce.y).toBeCloseTo(-200 * G, 4)
    joint.suspension = { stiffness: 1000, damping: 100, lower: -0.1, upper: 0.05 }
    run(world, 300)
    expect(joint.travel).toBeCloseTo(0.05, 6)
    expect(joint.suspension).toEqual({ target: 0, stiffness: 1000, damping: 100, lower: -0.1, upper: 0.05 })
  })

  it('holds the hub on its line and the axle square under any load', () => {
    const world = quietWorld(G)
    const { body, joint } = testWheel(world, { suspension: { hertz: 3 } })
    for (let i = 0; i < 240; i++) {
      body.applyForce({ x: 500, y: 0, z: -300 })
      body.applyTorque({ x: 80, y: 60, z: 0 })
      world.step(DT)
    }
    expect(Math.hypot(body.position.x, body.position.z)).toBeLessThan(1e-6)
    expect(Math.abs(joint.steeredAngle)).toBeLessThan(1e-6)
    expect(Math.abs(joint.spin)).toBeLessThan(1e-6)
  })

  it('steers where it is told, within its limit, and no further than its torque', () => {
    const world = quietWorld()
    const { body, joint } = testWheel(world, { steering: { limit: 0.6 } })
    joint.steeringAngle = 0.4
    run(world, 120)
    expect(joint.steeredAngle).toBeCloseTo(0.4, 6)
    // About y of the world, right-handed: rotation by 0.4.
    expect(2 * Math.asin(body.rotation.y)).toBeCloseTo(0.4, 6)
    joint.steeringAngle = -1
    run(world, 120)
    expect(joint.steeredAngle).toBeCloseTo(-0.6, 6)
    joint.steering = { angle: 1, maxTorque: 5, limit: 0.5 }
    for (let i = 0; i < 240; i++) {
      body.applyTorque({ x: 0, y: -6, z: 0 })
      world.step(DT)
    }
    expect(joint.steeredAngle).toBeCloseTo(-0.5, 6)
    expect(joint.steering).toEqual({ angle: 1, maxTorque: 5, limit: 0.5, hertz: 10, dampingRatio: 1 })
    joint.steering = null
    run(world, 120)
    expect(joint.steeredAngle).toBeCloseTo(0, 6)
    expect(() => { joint.steeringAngle = 0.1 }).toThrow(/wheel\.steeringAngle \(0\.1\) needs steering/)
  })

  it('spins at ω = τ t / I, at most at the motor\'s speed, counts turns, and brakes', () => {
    const world = quietWorld()
    const { body, joint } = testWheel(world, { motor: { speed: 50, maxTorque: 10 } })
    run(world, 60)
    expect(Math.abs(joint.spinSpeed / (10 / INERTIA) - 1)).toBeLessThan(1e-6)
    expect(joint.motorTorque).toBeCloseTo(10, 6)
    joint.motor = { speed: 50, maxTorque: 1e4 }
    run(world, 120)
    expect(joint.spinSpeed).toBeCloseTo(50, 6)
    expect(body.angularVelocity.z).toBeCloseTo(50, 6)
    expect(joint.spin).toBeGreaterThan(95)
    joint.motor = null
    joint.brake = 20
    run(world, 30)
    expect(Math.abs(joint.spinSpeed - (50 - (20 / INERTIA) * 0.5)) / 50).toBeLessThan(1e-6)
    run(world, 700)
    expect(Math.abs(joint.spinSpeed)).toBeLessThan(1e-9)
    expect(joint.brake).toBe(20)
  })

  it('spins about the steered axle', () => {
    const world = quietWorld()
    const { body, joint } = testWheel(world, { steering: { angle: 0.5, hertz: 8 }, motor: { speed: 10, maxTorque: 1e4 } })
    run(world, 240)
    const w = body.angularVelocity
    // z turned about y by 0.5.
    expect(w.x).toBeCloseTo(10 * Math.sin(0.5), 4)
    expect(w.z).toBeCloseTo(10 * Math.cos(0.5), 4)
    expect(Math.abs(w.y)).toBeLessThan(1e-4)
    expect(joint.steeredAngle).toBeCloseTo(0.5, 5)
  })

  it('drives a car: four wheels roll at ω r, and a steered pair turns it', () => {
    const world = quietWorld(G)
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 100, y: 0.5, z: 100 }, position: { x: 0, y: -0.5, z: 0 }, friction: 1 })] })
    const chassis = world.createBody({ mass: 800, position: { x: 0, y: 0.6, z: 0 }, shapes: [box({ halfExtents: { x: 1.2, y: 0.2, z: 0.5 } })] })
    const wheels: WheelJoint[] = []
    for (const x of [1, -1]) {
      for (const z of [0.8, -0.8]) {
        const body = world.createBody({ mass: 20, position: { x, y: 0.3, z }, shapes: [sphere({ radius: 0.3, friction: 1 })] })
        wheels.push(
          world.createWheelJoint({
            bodyA: chassis, bodyB: body, suspension: { stiffness: 20000, damping: 2500, lower: -0.2, upper: 0.2 },
            steering: x > 0 ? { limit: 0.6 } : null, motor: { speed: -10, maxTorque: 200 },
          }),
        )
      }
    }
    run(world, 300)
    expect(chassis.linearVelocity.x).toBeCloseTo(3, 2)
    expect(Math.abs(chassis.position.z)).toBeLessThan(0.02)
    for (const joint of wheels) expect(Math.abs(joint.travel / ((800 * G) / 4 / 20000) - 1)).toBeLessThan(0.1)
    for (const joint of wheels.slice(0, 2)) joint.steeringAngle = 0.3
    run(world, 120)
    // Left turn: about +y, and to −z from +x.
    expect(chassis.angularVelocity.y).toBeGreaterThan(0.2)
    for (const joint of wheels) {
      joint.motor = null
      joint.brake = 500
    }
    run(world, 180)
    expect(Math.hypot(chassis.linearVelocity.x, chassis.linearVelocity.z)).toBeLessThan(0.01)
  })

  it('refuses nonsense, and a refused change changes nothing', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of wheel.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(world.jointCount).toBe(0)
    const joint = world.createWheelJoint({ bodyA: a, bodyB: b })
    const before = joint.suspension
    expect(() => { joint.suspension = { lower: -1, upper: 1 } }).toThrow(/wheel\.suspension .*has no strength/)
    expect(joint.suspension).toEqual(before)
    expect(before).toEqual({ target: 0, hertz: 2, dampingRatio: 0.7, lower: -Infinity, upper: Infinity })
    expect(() => { joint.steering = { maxTorque: -1 } }).toThrow(/wheel\.steering\.maxTorque \(-1\)/)
    expect(joint.steering).toBeNull()
  })
})
