/** The wedge limit: it holds its sides, leaves all else free, and finds back from everywhere. */

import type { Body, Limit, WedgeLimitJoint, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, distance, G, jointWorld, quat, rotate, run } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const X = { x: 1, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

/** A beam along x on a ball joint at the origin; the wedge stands on the z axis. */
function addArm(world: World, limit: Limit): { arm: Body; joint: WedgeLimitJoint } {
  const arm = addBeam(world, { x: 0.5, y: 0, z: 0 })
  world.createBallJoint({ bodyB: arm, anchor: ORIGIN })
  return { arm, joint: world.createWedgeLimitJoint({ bodyB: arm, axis: Z, direction: X, limit }) }
}

/** Turns the arm about the origin. */
function place(arm: Body, axis: { x: number; y: number; z: number }, angle: number): void {
  const q = quat(axis, angle)
  arm.teleport(rotate(q, { x: 0.5, y: 0, z: 0 }), q)
}

function azimuth(arm: Body): number {
  const { x, y } = rotate(arm.rotation, X)
  return Math.atan2(y, x)
}

const MOMENT = 6 * G * 0.5

describe('wedge limit', () => {
  it('carries an arm on its lower side: angle and torque as statics has them, 0.1 %', () => {
    const world = jointWorld(G)
    const { arm, joint } = addArm(world, { lower: -0.5, upper: 0.8 })
    run(world, 4)
    expect(joint.angle).toBeCloseTo(-0.5, 4)
    expect(azimuth(arm)).toBeCloseTo(-0.5, 4)
    expect(Math.abs(joint.margin)).toBeLessThan(1e-4)
    const torque = joint.reactionTorque
    expect(Math.abs(torque.z / (MOMENT * Math.cos(0.5)) - 1)).toBeLessThan(1e-3)
    expect(Math.hypot(torque.x, torque.y)).toBeLessThan(1e-3 * MOMENT)
    expect(distance(joint.reactionForce, ORIGIN)).toBe(0)
  })

  it('leaves the tilt towards the axis and the turn about the direction free', () => {
    for (const spin of [{ x: 3, y: 0, z: 0 }, { x: 0, y: 1.3, z: 0 }]) {
      const world = jointWorld()
      const body = addBeam(world, ORIGIN, { angularVelocity: spin, inertia: { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 } })
      world.createWedgeLimitJoint({ bodyB: body, axis: Z, direction: X, limit: { lower: -0.2, upper: 0.2 } })
      run(world, 1)
      expect(distance(body.angularVelocity, spin)).toBeLessThan(1e-9)
    }
  })

  it('holds both sides at every tilt, also of wedges wider than half a turn', () => {
    for (const [lower, upper] of [[-0.3, 0.4], [-1, 1.9], [-2.4, 2.2], [0, 3]] as const) {
      for (const tilt of [0, 0.6, 1.2]) {
        for (const sign of [1, -1]) {
          const world = jointWorld()
          const body = addBeam(world, ORIGIN, { inertia: { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 } })
          const joint = world.createWedgeLimitJoint({ bodyB: body, axis: Z, direction: X, limit: { lower, upper } })
          body.teleport(ORIGIN, quat({ x: 0, y: 1, z: 0 }, tilt))
          world.step(1 / 60)
          // A steady torque about the axis presses it on.
          let reached = 0
          run(world, 4, () => {
            body.applyTorque({ x: 0, y: 0, z: sign })
            reached = Math.max(reached, sign * joint.angle)
            expect(joint.margin).toBeGreaterThan(-2e-3)
          })
          expect(reached).toBeGreaterThan(Math.abs(sign > 0 ? upper : lower) - 5e-3)
        }
      }
    }
  })

  it('with lower = upper keeps the direction in a half plane', () => {
    const world = jointWorld(G)
    const { arm } = addArm(world, { lower: 0, upper: 0 })
    arm.angularVelocity = { x: 1, y: -1, z: 0 }
    arm.linearVelocity = { x: 0, y: 0, z: 0.5 }
    let highest = 0
    run(world, 1, () => {
      const { y, z } = rotate(arm.rotation, X)
      expect(Math.abs(y)).toBeLessThan(2e-3)
      highest = Math.max(highest, z)
    })
    expect(highest).toBeGreaterThan(0.5)
  })

  it('finds back from the far side, opposite to its middle too', () => {
    for (const [lower, upper] of [[-0.1, 0.1], [-0.5, 0.8], [-2, 2]] as const) {
      for (const from of [1.5, 2.6, 3.1, Math.PI, -3.1, -2.2]) {
        for (const tilt of [0, 0.5]) {
          const world = jointWorld()
          const { arm, joint } = addArm(world, { lower, upper })
          place(arm, Z, from)
          if (tilt > 0) place(arm, { x: Math.sin(from), y: -Math.cos(from), z: 4 }, from)
          run(world, 6)
          expect(joint.margin).toBeGreaterThan(-1e-3)
          // The poles belong to every wedge; anywhere else the azimuth tells.
          if (Math.abs(rotate(arm.rotation, X).z) > 0.999) continue
          expect(joint.angle).toBeGreaterThan(lower - 1e-2)
          expect(joint.angle).toBeLessThan(upper + 1e-2)
        }
      }
    }
  })

  it('stops what is thrown over the pole, without throwing it harder', () => {
    const world = jointWorld()
    const body = addBeam(world, ORIGIN, { angularVelocity: { x: 0, y: -2, z: 0.05 }, inertia: { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 } })
    const joint = world.createWedgeLimitJoint({ bodyB: body, axis: Z, direction: X, limit: { lower: -0.2, upper: 0.2 } })
    const start = body.kineticEnergy
    run(world, 4, () => {
      expect(joint.margin).toBeGreaterThan(-0.02)
      expect(body.kineticEnergy).toBeLessThan(start * 1.02)
    })
  })

  it('bounces by its restitution', () => {
    const world = jointWorld()
    const body = addBeam(world, ORIGIN, { angularVelocity: { x: 0, y: 0, z: 2 } })
    world.createWedgeLimitJoint({ bodyB: body, axis: Z, direction: X, limit: { lower: -3, upper: 0.5, restitution: 0.6 } })
    run(world, 1)
    expect(Math.abs(body.angularVelocity.z / -1.2 - 1)).toBeLessThan(1e-3)
  })

  it('when soft, gives until the spring has taken the energy of the fall, and gives it back', () => {
    const world = jointWorld(G)
    const { joint } = addArm(world, { lower: -0.2, upper: 0.2, stiffness: 300, damping: 0 })
    let lowest = 0
    let highest = -1
    run(world, 6, time => {
      lowest = Math.min(lowest, joint.angle)
      if (time > 1) highest = Math.max(highest, joint.angle)
    })
    // M sin θ = k (θ − 0.2)² / 2, by halving.
    let [low, high] = [0.2, 1.5]
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2
      if (MOMENT * Math.sin(middle) > 150 * (middle - 0.2) ** 2) low = middle
      else high = middle
    }
    expect(Math.abs(-lowest / low - 1)).toBeLessThan(5e-3)
    expect(Math.abs(highest)).toBeLessThan(0.02)
    joint.limit = { lower: -0.2, upper: 0.2, stiffness: 300, damping: 60 }
    expect(joint.limit).toEqual({ lower: -0.2, upper: 0.2, restitution: 0, stiffness: 300, damping: 60 })
    run(world, 6)
    expect(Math.abs((300 * (-0.2 - joint.angle)) / (MOMENT * Math.cos(joint.angle)) - 1)).toBeLessThan(1e-3)
  })

  it('can be switched off and moved', () => {
    const world = jointWorld(G)
    const { joint } = addArm(world, { lower: -0.2, upper: 0.2 })
    run(world, 2)
    joint.limit = { lower: -1, upper: 1 }
    run(world, 4)
    expect(joint.angle).toBeCloseTo(-1, 3)
    joint.limit = null
    expect(joint.limit).toBeNull()
    run(world, 0.4)
    expect(joint.angle).toBeLessThan(-1.2)
  })
})
