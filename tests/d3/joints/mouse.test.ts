/** The mouse joint: how it follows, how hard it pulls, whom it wakes. */

import { box, World, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, run } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }

function addCube(world: World, mass = 2, position: Vec3 = ORIGIN): Body {
  return world.createBody({ position, mass, shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })] })
}

describe('drag', () => {
  it('approaches the target as (1 + ω t) e^(−ω t), light and heavy alike', () => {
    for (const mass of [0.01, 2, 5000]) {
      const world = jointWorld()
      const body = addCube(world, mass)
      const joint = world.createMouseJoint({ bodyB: body, target: { x: 3, y: 0, z: 0 }, hertz: 1, maxForce: Infinity })
      const omega = 2 * Math.PI
      run(world, 1.5, time => {
        expect(Math.abs(joint.stretch - 3 * (1 + omega * time) * Math.exp(-omega * time))).toBeLessThan(0.02)
      })
      run(world, 2)
      expect(distance(body.position, { x: 3, y: 0, z: 0 })).toBeLessThan(1e-6)
    }
  })

  it('swings at its hertz without damping', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createMouseJoint({ bodyB: body, target: { x: 0, y: 0.2, z: 0 }, hertz: 2, dampingRatio: 0 })
    const found = frequencyOf(world, 10, () => body.position.y - 0.2)
    expect(Math.abs(found / 2 - 1)).toBeLessThan(1e-3)
  })

  it('lifts a beam by its end, which then hangs below the hand', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, ORIGIN, { angularDamping: 3 })
    const joint = world.createMouseJoint({ bodyB: beam, anchor: { x: 0.5, y: 0, z: 0 }, hertz: 5 })
    joint.target = { x: 0.5, y: 3, z: 1 }
    run(world, 30)
    // At rest its force is the weight.
    expect(distance(joint.force, { x: 0, y: 6 * G, z: 0 })).toBeLessThan(1e-3 * 6 * G)
    expect(distance(joint.reactionForce, joint.force)).toBeLessThan(1e-6)
    expect(joint.stretch).toBeLessThan(0.02)
    expect(beam.position.y).toBeCloseTo(joint.anchorB.y - 0.5, 2)
  })

  it('pulls with no more than maxForce', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createMouseJoint({ bodyB: body, target: { x: 100, y: 0, z: 0 }, maxForce: 6 })
    run(world, 1)
    expect(body.linearVelocity.x).toBeCloseTo(3, 9)
    expect(joint.force.x).toBeCloseTo(6, 9)
  })

  it('of a target that jumps about never gains speed by itself, at any corner', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, ORIGIN)
    const joint = world.createMouseJoint({ bodyB: beam, anchor: { x: 0.5, y: 0.1, z: 0.05 }, hertz: 30, dampingRatio: 0.3 })
    let top = 0
    run(world, 10, time => {
      const i = Math.floor(time * 4)
      joint.target = { x: Math.sin(i * 2.3), y: Math.cos(i * 1.7), z: Math.sin(i * 3.1) }
      top = Math.max(top, Math.hypot(...Object.values(beam.linearVelocity)))
    })
    // A jump of 2 m at 30 Hz is worth at most 2 ω = 377 m/s; the bound of a hundred weights makes it far less.
    expect(top).toBeLessThan(100)
    // Damping along the pull leaves a spin about the pulled point; it must not grow.
    joint.target = ORIGIN
    run(world, 5)
    const spin = Math.hypot(...Object.values(beam.angularVelocity))
    run(world, 5)
    expect(Math.hypot(...Object.values(beam.angularVelocity))).toBeLessThan(1.05 * spin + 1e-3)
    expect(joint.stretch).toBeLessThan(0.1)
  })
})

describe('target', () => {
  it('wakes the body when it is moved', () => {
    const world = new World({ gravity: ORIGIN })
    const body = addCube(world)
    const joint = world.createMouseJoint({ bodyB: body })
    run(world, 3)
    expect(body.isAwake).toBe(false)
    joint.target = { x: 1, y: 0, z: 0 }
    expect(body.isAwake).toBe(true)
    expect(joint.target).toEqual({ x: 1, y: 0, z: 0 })
    run(world, 2)
    expect(body.position.x).toBeCloseTo(1, 4)
  })

  it('is carried by a body A, and may be moved in its frame', () => {
    const world = jointWorld()
    const hand = world.createBody({ type: 'kinematic', linearVelocity: { x: 1, y: 0, z: 0 }, rotation: quat({ x: 0, y: 0, z: 1 }, 1) })
    const body = addCube(world, 2, { x: 0, y: 1, z: 0 })
    const joint = world.createMouseJoint({ bodyA: hand, bodyB: body, target: { x: 0, y: 2, z: 0 }, hertz: 2 })
    run(world, 4)
    expect(distance(body.position, { x: 4, y: 2, z: 0 })).toBeLessThan(1e-5)
    joint.target = { x: 5, y: 0, z: 0 }
    expect(distance(joint.target, { x: 5, y: 0, z: 0 })).toBeLessThan(1e-12)
    run(world, 4)
    expect(distance(body.position, { x: 9, y: 0, z: 0 })).toBeLessThan(1e-5)
  })
})

describe('settings', () => {
  it('have the defaults they are said to have, and can be changed', () => {
    const world = jointWorld()
    const joint = world.createMouseJoint({ bodyB: addCube(world) })
    expect([joint.hertz, joint.dampingRatio, joint.maxForce]).toEqual([5, 1, 1962])
    expect(joint.bodyA).toBeNull()
    joint.hertz = 3
    joint.dampingRatio = 0.5
    joint.maxForce = Infinity
    expect([joint.hertz, joint.dampingRatio, joint.maxForce]).toEqual([3, 0.5, Infinity])
    expect(() => (joint.hertz = -1)).toThrow(/mouse\.hertz \(-1\)/)
    expect(() => (joint.maxForce = NaN)).toThrow(/mouse\.maxForce \(NaN\)/)
    expect(() => (joint.target = { x: 0, y: Infinity, z: 0 })).toThrow(/mouse\.target\.y \(Infinity\)/)
    expect([joint.hertz, joint.maxForce, joint.target]).toEqual([3, Infinity, ORIGIN])
    world.step(DT)
  })

  it('of bad definitions are refused, and leave no joint', () => {
    const world = jointWorld()
    const bodyB = addCube(world)
    expect(() => world.createMouseJoint({ bodyB, anchor: { x: 0, y: 0 } as Vec3 })).toThrow(/mouse\.anchor\.z/)
    expect(() => world.createMouseJoint({ bodyB, dampingRatio: -1 })).toThrow(/mouse\.dampingRatio \(-1\)/)
    expect(() => world.createMouseJoint({ bodyB: world.createBody({ type: 'static' }) })).toThrow(/no dynamic body/)
    expect(world.jointCount).toBe(0)
  })
})
