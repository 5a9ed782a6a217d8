/** The hinge: its angle, its features while it runs, and how it breaks. */

import { box, PhysicsError, World, type Body } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, DT, G, jointWorld, run } from './rigs.ts'

const Z = { x: 0, y: 0, z: 1 }
const ORIGIN = { x: 0, y: 0, z: 0 }

describe('hinge', () => {
  it('counts turns in both directions', () => {
    const world = jointWorld()
    const beam = addBeam(world, ORIGIN)
    const hinge = world.createHingeJoint({ bodyB: beam, axis: Z })
    beam.angularVelocity = { x: 0, y: 0, z: 9 }
    run(world, 5)
    expect(hinge.angle).toBeCloseTo(45, 9)
    expect(hinge.speed).toBeCloseTo(9, 9)
    beam.angularVelocity = { x: 0, y: 0, z: -9 }
    run(world, 10)
    expect(hinge.angle).toBeCloseTo(-45, 8)
  })

  it('keeps the angle through a snapshot', () => {
    const world = jointWorld()
    const beam = addBeam(world, ORIGIN)
    const hinge = world.createHingeJoint({ bodyB: beam, axis: Z })
    beam.angularVelocity = { x: 0, y: 0, z: 20 }
    run(world, 3)
    const saved = world.snapshot()
    const angle = hinge.angle
    run(world, 2)
    world.restore(saved)
    expect(hinge.angle).toBe(angle)
    run(world, 1)
    expect(hinge.angle).toBeCloseTo(80, 8)
  })

  it('breaks at the load it is made for, and not below', () => {
    const breaking = (breakForce: number): { world: World; when: number; event: number } => {
      const world = jointWorld(G)
      const beam = addBeam(world, ORIGIN)
      const hinge = world.createHingeJoint({ bodyB: beam, axis: Z, breakForce })
      for (let step = 0; step < 60; step++) {
        world.step(DT)
        const [event] = world.events.jointBroken
        if (!event) continue
        expect(event.joint).toBe(hinge)
        expect(hinge.isBroken).toBe(true)
        expect(hinge.enabled).toBe(false)
        return { world, when: step, event: event.force }
      }
      return { world, when: -1, event: 0 }
    }
    const weight = 6 * G
    expect(breaking(1.001 * weight).when).toBe(-1)
    const { world, when, event } = breaking(0.999 * weight)
    expect(when).toBe(0)
    expect(event).toBeCloseTo(weight, 6)
    run(world, 1)
    expect([...world.bodies][0]!.position.y).toBeLessThan(-4)
  })

  it('breaks by torque', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
    world.createHingeJoint({ bodyB: beam, anchor: ORIGIN, axis: { x: 1, y: 0, z: 0 }, breakTorque: 0.9 * 6 * G * 0.5 })
    world.step(DT)
    expect(world.events.jointBroken).toHaveLength(1)
    expect(world.events.jointBroken[0]!.torque).toBeCloseTo(6 * G * 0.5, 6)
  })

  it('can be mended', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, ORIGIN)
    const hinge = world.createHingeJoint({ bodyB: beam, axis: Z, breakForce: 1 })
    run(world, 0.2)
    expect(hinge.isBroken).toBe(true)
    hinge.breakForce = Infinity
    hinge.enabled = true
    run(world, 3)
    expect(hinge.isBroken).toBe(false)
    expect(Math.abs(beam.position.y)).toBeLessThan(1e-3)
  })

  it('changes while it runs, and wakes what slept', () => {
    const world = new World()
    const beam = addBeam(world, { x: 0, y: -0.5, z: 0 })
    const hinge = world.createHingeJoint({ bodyB: beam, anchor: ORIGIN, axis: Z })
    run(world, 3)
    expect(world.awakeBodyCount).toBe(0)
    hinge.motor = { speed: 2, maxTorque: 1e4 }
    expect(world.awakeBodyCount).toBe(1)
    run(world, 1)
    expect(hinge.angle).toBeCloseTo(2, 2)
    expect(hinge.motor).toEqual({ speed: 2, maxTorque: 1e4 })
    hinge.motor = null
    hinge.limit = { lower: 1, upper: 1 }
    run(world, 1)
    expect(hinge.angle).toBeCloseTo(1, 6)
    expect(hinge.limit).toEqual({ lower: 1, upper: 1, restitution: 0 })
    hinge.limit = null
    hinge.friction = 1e5
    const held = hinge.angle
    run(world, 1)
    expect(hinge.angle).toBeCloseTo(held, 6)
  })

  it('lets joined bodies collide when told so', () => {
    const touching = (collideConnected: boolean): number => {
      const world = jointWorld()
      const a: Body = addBeam(world, ORIGIN)
      const b: Body = addBeam(world, { x: 0.9, y: 0, z: 0 })
      world.createHingeJoint({ bodyA: a, bodyB: b, anchor: { x: 0.45, y: 0, z: 0 }, axis: Z, collideConnected })
      world.step(DT)
      return world.stats.contacts
    }
    expect(touching(false)).toBe(0)
    expect(touching(true)).toBe(1)
  })

  it('says what is wrong with a definition, and leaves the world as it was', () => {
    const world = jointWorld()
    const a = addBeam(world, ORIGIN)
    const b = addBeam(world, { x: 1, y: 0, z: 0 })
    const fixed = world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
    const other = jointWorld().createBody()
    const before = world.hash()
    const refusals: [() => unknown, RegExp][] = [
      [() => world.createHingeJoint({ bodyA: a, bodyB: a }), /hinge\.bodyB .*two bodies/],
      [() => world.createHingeJoint({ bodyB: fixed }), /no dynamic body/],
      [() => world.createHingeJoint({ bodyA: other, bodyB: b }), /hinge\.bodyA .*another world/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, motor: { speed: NaN, maxTorque: 1 } }), /hinge\.motor\.speed \(NaN\) is not finite/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, motor: { speed: 1, maxTorque: -1 } }), /hinge\.motor\.maxTorque \(-1\) must not be negative/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, spring: { target: 1 } }), /hinge\.spring .*no strength/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, spring: { stiffness: -1 } }), /hinge\.spring\.stiffness \(-1\) must not be negative/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, spring: { hertz: 1, stiffness: 1 } }), /two ways/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, breakForce: 0 }), /hinge\.breakForce \(0\) would break at once/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, frameA: {} }), /hinge\.frameB .*missing/],
      [() => world.createHingeJoint({ bodyA: a, bodyB: b, softness: {} as { hertz: number } }), /hinge\.softness .*says nothing/],
    ]
    for (const [call, message] of refusals) {
      expect(call).toThrow(PhysicsError)
      expect(call).toThrow(message)
    }
    expect(world.jointCount).toBe(0)
    expect(world.hash()).toBe(before)
  })
})
