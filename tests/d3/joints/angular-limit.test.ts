/** The angular limit: it holds the twist over many turns and lets the axis swing. */

import type { Body, Vec3, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { addBeam, distance, DT, frequencyOf, jointWorld, quat, run } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const Y = { x: 0, y: 1, z: 0 }
const ROUND = { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 }

function addBall(world: World, spin = ORIGIN): Body {
  return addBeam(world, ORIGIN, { inertia: ROUND, angularVelocity: spin })
}

describe('angular limit', () => {
  it('stops a twist after two and a half turns, and holds a torque there, 0.1 %', () => {
    const world = jointWorld()
    const body = addBall(world, { x: 0, y: 6, z: 0 })
    const joint = world.createAngularLimitJoint({ bodyB: body, axis: Y, limit: { lower: -1, upper: 5 * Math.PI } })
    let most = 0
    for (let i = 0; i < 240; i++) {
      body.applyTorque({ x: 0, y: 2, z: 0 })
      world.step(DT)
      most = Math.max(most, joint.angle)
    }
    expect(Math.abs(joint.angle - 5 * Math.PI)).toBeLessThan(1e-4)
    expect(most).toBeLessThan(5 * Math.PI + 1e-3)
    expect(distance(joint.reactionTorque, { x: 0, y: -2, z: 0 })).toBeLessThan(2e-3)
  })

  it('lets the axis swing, and the body fly', () => {
    const world = jointWorld()
    const body = addBall(world, { x: 1, y: 0, z: -1 })
    body.linearVelocity = { x: 1, y: 2, z: 3 }
    const joint = world.createAngularLimitJoint({ bodyB: body, axis: Y, limit: { lower: -0.01, upper: 0.01 } })
    run(world, 1)
    expect(distance(body.angularVelocity, { x: 1, y: 0, z: -1 })).toBeLessThan(1e-6)
    expect(distance(body.position, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-9)
    expect(Math.abs(joint.angle)).toBeLessThan(1e-6)
  })

  it('locks the twist with lower = upper while the axis is swung by 120°', () => {
    const world = jointWorld()
    const body = addBall(world)
    const joint = world.createAngularLimitJoint({ bodyB: body, axis: Y, limit: { lower: 0, upper: 0 } })
    body.teleport(ORIGIN, quat({ x: 1, y: 0, z: 0 }, (120 * Math.PI) / 180))
    for (let i = 0; i < 120; i++) {
      body.applyTorque({ x: 0, y: 0.5, z: 0.4 })
      world.step(DT)
      expect(Math.abs(joint.angle)).toBeLessThan(1e-4)
    }
  })

  it('acts between two free bodies and keeps their angular momentum', () => {
    const world = jointWorld()
    const a = addBall(world)
    const b = addBeam(world, { x: 0, y: 3, z: 0 }, { inertia: ROUND, angularVelocity: { x: 0, y: 4, z: 0 } })
    const joint = world.createAngularLimitJoint({ bodyA: a, bodyB: b, axis: Y, limit: { lower: -1, upper: 1 } })
    run(world, 2)
    for (const body of [a, b]) expect(distance(body.angularVelocity, { x: 0, y: 2, z: 0 })).toBeLessThan(1e-6)
    expect(joint.angle).toBeCloseTo(1, 4)
  })

  it('gives no energy to bodies that tumble, also through where it cannot tell the twist', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const random = createRandom(seed)
      const spin = (): Vec3 => ({ x: 6 * random() - 3, y: 6 * random() - 3, z: 6 * random() - 3 })
      const world = jointWorld()
      const a = addBeam(world, ORIGIN, { angularVelocity: spin() })
      const b = addBeam(world, { x: 3, y: 0, z: 0 }, { angularVelocity: spin() })
      world.createAngularLimitJoint({ bodyA: a, bodyB: b, axis: Y, limit: { lower: -0.4, upper: 0.6 } })
      world.step(DT)
      const start = a.kineticEnergy + b.kineticEnergy
      run(world, 10, () => expect((a.kineticEnergy + b.kineticEnergy) / start).toBeLessThan(1 + 1e-3))
    }
  })

  it('bounces by its restitution', () => {
    const world = jointWorld()
    const body = addBall(world, { x: 0, y: -2, z: 0 })
    world.createAngularLimitJoint({ bodyB: body, axis: Y, limit: { lower: -8, upper: 0, restitution: 0.6 } })
    run(world, 5)
    expect(Math.abs(body.angularVelocity.y / 1.2 - 1)).toBeLessThan(1e-3)
  })

  it('when soft, is a half-open spring: it comes back after half its period', () => {
    const world = jointWorld()
    const body = addBall(world, { x: 0, y: 2, z: 0 })
    const joint = world.createAngularLimitJoint({ bodyB: body, axis: Y, limit: { lower: -Infinity, upper: 0, hertz: 1, dampingRatio: 0 } })
    let most = 0
    run(world, 0.75, () => (most = Math.max(most, joint.angle)))
    // ω = 2π: depth v / ω; after half a period of 0.5 s it leaves with −v and has gone 0.25 s back.
    expect(Math.abs(most / (2 / (2 * Math.PI)) - 1)).toBeLessThan(2e-3)
    expect(Math.abs(joint.speed / -2 - 1)).toBeLessThan(2e-3)
    expect(Math.abs(joint.angle / -0.5 - 1)).toBeLessThan(0.02)
  })

  it('is a torsion wire with a spring, a drive with a motor, a brake with friction', () => {
    const world = jointWorld()
    const body = addBall(world)
    const joint = world.createAngularLimitJoint({ bodyB: body, axis: Y, spring: { target: 1, stiffness: 30, damping: 0 } })
    expect(Math.abs(frequencyOf(world, 10, () => joint.angle - 1) / (Math.sqrt(30) / (2 * Math.PI)) - 1)).toBeLessThan(1e-3)
    joint.spring = null
    joint.motor = { speed: 5, maxTorque: 1e3 }
    run(world, 1)
    expect(joint.speed).toBeCloseTo(5, 9)
    joint.motor = null
    joint.friction = 2
    run(world, 1)
    expect(Math.abs(joint.speed / 3 - 1)).toBeLessThan(1e-3)
    expect(joint.friction).toBe(2)
  })

  it('refuses bad ranges by name and stays as it was', () => {
    const world = jointWorld()
    const bodyB = addBall(world)
    const joint = world.createAngularLimitJoint({ bodyB, axis: Y, limit: { lower: -1, upper: 1 } })
    expect(() => (joint.limit = { lower: 3, upper: 1 })).toThrow(/angularLimit\.limit\.lower \(3\) is above upper \(1\)\. Swap them\./)
    expect(joint.limit).toEqual({ lower: -1, upper: 1, restitution: 0 })
    expect(() => world.createAngularLimitJoint({ bodyB, axis: Y, frameA: {}, frameB: {} })).toThrow(/two answers/)
    expect(world.jointCount).toBe(1)
  })
})
