/** What all joints have from the core: who wakes and sleeps by them, what snapshots make of them, odd numbers and locked axes. */

import { box, HingeJoint, PhysicsError, SliderJoint, World, type Body, type BodyDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { ballByError, hingeByError } from './custom-types.ts'
import { distance } from './rigs.ts'
import { run } from '../../common/joint-suite/pairs.ts'

const OFF = { x: 0, y: 0, z: 0 }

function cube(world: World, x: number, y: number, z: number, more: BodyDefinition = {}): Body {
  return world.createBody({ position: { x, y, z }, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })], ...more })
}

describe('sleep', () => {
  it('ends when the static body of a joint is put elsewhere', () => {
    const world = new World()
    const post = cube(world, 0, 5, 0, { type: 'static' })
    const b = cube(world, 1, 5, 0)
    world.createFixedJoint({ bodyA: post, bodyB: b })
    run(world, 120)
    expect(b.isAwake).toBe(false)
    post.rotation = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }
    expect(b.isAwake).toBe(true)
    run(world, 120)
    expect(distance(b.position, { x: 0, y: 6, z: 0 })).toBeLessThan(1e-6)
  })

  it('ends when the strength of a joint changes, so that it can break', () => {
    for (const [strength, limit] of [['breakForce', 1], ['breakTorque', 1]] as const) {
      const world = new World()
      const b = cube(world, 1, 0, 0)
      const joint = world.createFixedJoint({ bodyB: b, anchor: OFF })
      run(world, 120)
      expect(b.isAwake).toBe(false)
      joint[strength] = limit
      expect(b.isAwake).toBe(true)
      run(world, 1)
      expect(joint.isBroken).toBe(true)
    }
  })

  it('does not come over what hangs on a kinematic body that moves', () => {
    const world = new World()
    const crane = cube(world, 0, 5, 0, { type: 'kinematic' })
    const b = cube(world, 0, 3.5, 0)
    world.createBallJoint({ bodyA: crane, bodyB: b, anchor: { x: 0, y: 5, z: 0 } })
    crane.angularVelocity = { x: 0, y: 1, z: 0 }
    let events = 0
    run(world, 300, () => (events += world.events.sleep.length + world.events.wake.length))
    expect(events).toBe(0)
    expect(b.isAwake).toBe(true)
    crane.angularVelocity = OFF
    run(world, 120)
    expect(b.isAwake).toBe(false)
    crane.linearVelocity = { x: 0.1, y: 0, z: 0 }
    run(world, 1)
    expect(b.isAwake).toBe(true)
  })

  it('does not stop a slow motor; one that is held sleeps', () => {
    const world = new World()
    const hand = cube(world, 0, 0, 0)
    const clock = world.createHingeJoint({ bodyB: hand, axis: { x: 0, y: 1, z: 0 }, motor: { speed: 0.005, maxTorque: 1000 } })
    const held = cube(world, 5, 0, 0)
    const motor = { speed: 1, maxTorque: 1 }
    world.createHingeJoint({ bodyB: held, axis: { x: 0, y: 1, z: 0 }, limit: { lower: 0, upper: 0.01 }, motor })
    run(world, 600)
    expect(clock.angle).toBeCloseTo(0.05, 6)
    expect(held.isAwake).toBe(false)
  })

  it('by hand is one sleep for all that is joined: momentum of a push is not lost', () => {
    const world = new World({ gravity: OFF })
    const bodies = [0, 1, 2, 3].map((x) => cube(world, x, 0, 0))
    for (const i of [2, 1, 0]) world.createFixedJoint({ bodyA: bodies[i], bodyB: bodies[i + 1]!, anchor: { x: i + 0.5, y: 0, z: 0 } })
    run(world, 1)
    for (const body of bodies) body.sleep()
    expect(bodies.map((body) => body.isAwake)).toEqual([false, false, false, false])
    bodies[0]!.linearVelocity = { x: 0, y: 0, z: 4 }
    run(world, 20)
    const momentum = bodies.reduce((sum, body) => sum + body.mass * body.linearVelocity.z, 0)
    expect(momentum / (4 * bodies[0]!.mass)).toBeCloseTo(1, 10)
  })
})

describe('loads', () => {
  it('are none when the joint is off or broken', () => {
    const world = new World()
    const b = cube(world, 0, 0, 0)
    const joint = world.createFixedJoint({ bodyB: b })
    run(world, 5)
    expect(joint.reactionForce.y / (b.mass * 9.81)).toBeCloseTo(1, 6)
    joint.enabled = false
    expect(joint.reactionForce).toEqual(OFF)
    joint.enabled = true
    expect(joint.reactionForce).toEqual(OFF)
    joint.breakForce = 1
    run(world, 2)
    expect(joint.isBroken).toBe(true)
    expect(joint.reactionForce).toEqual(OFF)
    expect(joint.reactionTorque).toEqual(OFF)
  })
})

describe('snapshots', () => {
  it('give a number that another kind of joint had a handle of the right class', () => {
    const world = new World()
    const b = cube(world, 0, 0, 0)
    const before = world.snapshot()
    const hinge = world.createHingeJoint({ bodyB: b })
    const withHinge = world.snapshot()
    world.restore(before)
    const slider = world.createSliderJoint({ bodyB: b })
    expect(slider).toBeInstanceOf(SliderJoint)
    expect([...world.joints]).toEqual([slider])
    expect(slider.id).toBe(hinge.id)
    world.restore(withHinge)
    expect(b.joints()[0]).toBeInstanceOf(HingeJoint)
    // The same joint made again is the same object again.
    world.restore(before)
    const again = world.createSliderJoint({ bodyB: b })
    world.restore(before)
    expect(world.createSliderJoint({ bodyB: b })).toBe(again)
  })

  it('of kinds that a world does not know are refused, and nothing changes', () => {
    const world = new World()
    world.createJoint(ballByError, { bodyB: cube(world, 0, 0, 0) })
    const bytes = world.snapshot()
    const other = new World()
    const b = cube(other, 0, 0, 0)
    const hash = other.hash()
    expect(() => other.restore(bytes)).toThrow(PhysicsError)
    expect(() => other.restore(bytes)).toThrow(new RegExp(`joints of your own type "${ballByError.name}"`))
    expect(other.hash()).toBe(hash)
    // Known, but under another number: it takes that of the snapshot.
    other.createJoint(hingeByError, { bodyB: b })
    other.createJoint(ballByError, { bodyB: b })
    other.restore(bytes)
    expect(other.hash()).toBe(world.hash())
    const third = new World()
    third.createJoint(ballByError, { bodyB: cube(third, 3, 0, 0) })
    third.restore(bytes)
    expect(third.hash()).toBe(world.hash())
    run(third, 5)
  })

  it('are left alone by the length of the steps taken since', () => {
    const world = new World()
    const b = cube(world, 0, 0, 0)
    b.linearVelocity = { x: 3, y: 0, z: 0 }
    world.step(1 / 30)
    const bytes = world.snapshot()
    const move = (): string => {
      b.position = { x: 5, y: 0, z: 0 }
      return world.hash()
    }
    const first = move()
    world.step(1 / 240)
    world.restore(bytes)
    expect(move()).toBe(first)
  })
})

describe('world.joints', () => {
  it('goes on when joints come and go between two of them', () => {
    const world = new World()
    const b = cube(world, 0, 0, 0)
    const [, second] = [0, 1, 2].map(() => world.createFixedJoint({ bodyB: b }))
    let seen = 0
    for (const joint of world.joints) {
      expect(joint.isValid).toBe(true)
      if (seen++ > 0) continue
      for (let i = 0; i < 40; i++) world.createFixedJoint({ bodyB: b })
      second!.destroy()
    }
    expect(seen).toBe(42)
  })
})

describe('locked linear axes', () => {
  for (const linear of [{ x: true }, { x: true, y: true, z: true }]) {
    it(`stay still under a fixed joint off the centre: ${Object.keys(linear).join(' ')}`, () => {
      const world = new World({ sleeping: false })
      const from = { x: 1, y: 0.3, z: 0.2 }
      const b = cube(world, 1, 0.3, 0.2, { lockedAxes: { linear } })
      world.createFixedJoint({ bodyB: b, anchor: { x: 0.4, y: 0.7, z: -0.3 } })
      run(world, 120)
      expect(distance(b.position, from)).toBeLessThan(1e-9)
      expect(b.kineticEnergy).toBeLessThan(1e-12)
    })
  }
})

describe('springs', () => {
  it.each([1e10, 1e20, 1e30])('of any strength are walls at most: %s', (strength) => {
    for (const spring of [{ stiffness: strength }, { stiffness: strength, damping: strength }, { hertz: strength }, { hertz: strength, dampingRatio: 0 }]) {
      const world = new World()
      const b = cube(world, 0, 5, 0)
      world.createSliderJoint({ bodyB: b, axis: { x: 0, y: 1, z: 0 }, spring })
      run(world, 60)
      expect(b.isQuarantined).toBe(false)
      expect(distance(b.position, { x: 0, y: 5, z: 0 })).toBeLessThan(1e-3)
    }
  })
})
