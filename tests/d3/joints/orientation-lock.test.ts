/** The orientation lock: bodies keep looking the same way while they move about as they like. */

import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, run, turnBetween } from './rigs.ts'

const UPRIGHT = { x: 0, y: 0, z: 0, w: 1 }

describe('orientation lock', () => {
  it('leaves a body to fall as if there were no joint', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, { x: 0, y: 0, z: 0 }, { linearVelocity: { x: 3, y: 4, z: 0 } })
    const joint = world.createOrientationLockJoint({ bodyB: beam })
    run(world, 1)
    expect(distance(beam.position, { x: 3, y: 4 - G / 2, z: 0 })).toBeLessThan(1e-9)
    expect(turnBetween(beam.rotation, UPRIGHT)).toBeLessThan(1e-12)
    expect(distance(joint.reactionForce, { x: 0, y: 0, z: 0 })).toBe(0)
  })

  it('answers a torque with its opposite, 0.1 %', () => {
    const world = jointWorld()
    const beam = addBeam(world, { x: 0, y: 0, z: 0 })
    const joint = world.createOrientationLockJoint({ bodyB: beam })
    for (let i = 0; i < 30; i++) {
      beam.applyTorque({ x: 3, y: -5, z: 2 })
      world.step(DT)
    }
    expect(distance(joint.reactionTorque, { x: -3, y: 5, z: -2 })).toBeLessThan(1e-3 * Math.hypot(3, 5, 2))
    expect(turnBetween(beam.rotation, UPRIGHT)).toBeLessThan(1e-9)
  })

  it('makes two free bodies share their spin and keeps the angular momentum', () => {
    const world = jointWorld()
    const a = addBeam(world, { x: 0, y: 0, z: 0 })
    const b = addBeam(world, { x: 0, y: 3, z: 0 }, { angularVelocity: { x: 0, y: 0, z: 4 } })
    world.createOrientationLockJoint({ bodyA: a, bodyB: b })
    run(world, 2)
    expect(turnBetween(a.rotation, b.rotation)).toBeLessThan(1e-6)
    for (const body of [a, b]) expect(distance(body.angularVelocity, { x: 0, y: 0, z: 2 })).toBeLessThan(1e-6)
    expect(distance(a.position, { x: 0, y: 0, z: 0 })).toBe(0)
  })

  it('brings a body to a given rotation from 175° away, and stays there', () => {
    const world = jointWorld()
    const beam = addBeam(world, { x: 0, y: 0, z: 0 }, { rotation: quat({ x: 1, y: 2, z: -1 }, (175 * Math.PI) / 180) })
    world.createOrientationLockJoint({ bodyB: beam, rotation: UPRIGHT })
    let before = Math.PI
    run(world, 4, () => {
      const now = turnBetween(beam.rotation, UPRIGHT)
      expect(now).toBeLessThan(before + 1e-9)
      before = now
    })
    expect(before).toBeLessThan(1e-6)
  })

  it('when soft, swings at its hertz about every axis, also by large angles', () => {
    for (const [axis, angle] of [[{ x: 1, y: 0, z: 0 }, 0.02], [{ x: 0, y: 1, z: 0 }, 1], [{ x: 0, y: 0, z: 1 }, 2.5]] as const) {
      const world = jointWorld()
      const beam = addBeam(world, { x: 0, y: 0, z: 0 })
      world.createOrientationLockJoint({ bodyB: beam, softness: { hertz: 1.5, dampingRatio: 0 } })
      beam.teleport({ x: 0, y: 0, z: 0 }, quat(axis, angle))
      const found = frequencyOf(world, 20, () => beam.rotation.x + beam.rotation.y + beam.rotation.z)
      expect(Math.abs(found / 1.5 - 1)).toBeLessThan(1e-3)
    }
  })

  it('breaks at its torque', () => {
    const world = jointWorld()
    const beam = addBeam(world, { x: 0, y: 0, z: 0 })
    const joint = world.createOrientationLockJoint({ bodyB: beam, breakTorque: 10 })
    let broke = 0
    for (let i = 0; i < 120 && broke === 0; i++) {
      beam.applyTorque({ x: 0, y: 0.1 * i, z: 0 })
      world.step(DT)
      for (const event of world.events.jointBroken) broke = event.torque
    }
    expect(broke).toBeGreaterThan(10)
    expect(broke).toBeLessThan(10.2)
    expect(joint.isBroken).toBe(true)
  })
})
