/** Sleep: who falls asleep, and everything that must wake them. */

import { box, sphere, World, type Body } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addFloor } from '../../../scenes/d3/ground.ts'
import { DT, steps } from '../accuracy/setup.ts'

const CUBE = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })

function restingStack(count: number): { world: World; bodies: Body[]; floor: Body } {
  const world = new World()
  const floor = addFloor(world, 20)
  const bodies: Body[] = []
  for (let i = 0; i < count; i++) bodies.push(world.createBody({ position: { x: 0, y: 0.5 + i, z: 0 }, shapes: [CUBE] }))
  steps(world, 240)
  return { world, bodies, floor }
}

describe('falling asleep', () => {
  it('happens to a resting stack as a whole, with an event for each', () => {
    const world = new World()
    addFloor(world, 20)
    const bodies = [0, 1, 2].map(i => world.createBody({ position: { x: 0, y: 0.5 + i, z: 0 }, shapes: [CUBE] }))
    const asleep: Body[] = []
    for (let i = 0; i < 240; i++) {
      world.step(DT)
      asleep.push(...world.events.sleep)
    }
    expect(bodies.every(body => !body.isAwake)).toBe(true)
    expect(world.awakeBodyCount).toBe(0)
    expect(new Set(asleep)).toEqual(new Set(bodies))
    expect(asleep.length).toBe(bodies.length)
  })

  it('freezes the pose and the velocity', () => {
    const { world, bodies } = restingStack(3)
    const before = bodies.map(body => [body.position, body.rotation])
    steps(world, 120)
    expect(bodies.map(body => [body.position, body.rotation])).toEqual(before)
    for (const body of bodies) expect(body.linearVelocity).toEqual({ x: 0, y: 0, z: 0 })
  })

  it('does not happen in free fall, when switched off, or to a body that must not', () => {
    const world = new World()
    const falling = world.createBody({ shapes: [CUBE] })
    steps(world, 200)
    expect(falling.isAwake).toBe(true)

    const off = new World({ sleeping: false })
    addFloor(off, 20)
    const resting = off.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [CUBE] })
    steps(off, 240)
    expect(resting.isAwake).toBe(true)

    const sleepless = new World()
    addFloor(sleepless, 20)
    const guard = sleepless.createBody({ position: { x: 0, y: 0.5, z: 0 }, canSleep: false, shapes: [CUBE] })
    const touching = sleepless.createBody({ position: { x: 0, y: 1.5, z: 0 }, shapes: [CUBE] })
    steps(sleepless, 240)
    expect(guard.isAwake).toBe(true)
    expect(touching.isAwake).toBe(true)
  })

  it('can be ordered with sleep()', () => {
    const world = new World()
    const body = world.createBody({ position: { x: 0, y: 5, z: 0 }, shapes: [CUBE] })
    body.sleep()
    steps(world, 30)
    expect(body.isAwake).toBe(false)
    expect(body.position.y).toBe(5)
    body.wake()
    steps(world, 30)
    expect(body.position.y).toBeLessThan(4)
  })
})

describe('waking', () => {
  const causes: Record<string, (body: Body) => void> = {
    'a force': body => body.applyForce({ x: 1, y: 0, z: 0 }),
    'a torque': body => body.applyTorque({ x: 0, y: 1, z: 0 }),
    'an impulse': body => body.applyImpulse({ x: 1, y: 0, z: 0 }),
    'an angular impulse': body => body.applyAngularImpulse({ x: 0, y: 1, z: 0 }),
    'a velocity': body => (body.linearVelocity = { x: 0.1, y: 0, z: 0 }),
    'a spin': body => (body.angularVelocity = { x: 0, y: 0.1, z: 0 }),
    'a new position': body => (body.position = { x: 0.1, y: 2.5, z: 0 }),
    'a teleport': body => body.teleport({ x: 3, y: 3, z: 0 }),
    'a change of gravity scale': body => (body.gravityScale = -1),
    'wake()': body => body.wake(),
  }
  it.each(Object.keys(causes))('%s wakes the body and those it rests with', name => {
    const { world, bodies } = restingStack(3)
    expect(world.awakeBodyCount).toBe(0)
    causes[name]!(bodies[2]!)
    world.step(DT)
    for (const body of bodies) expect(body.isAwake, 'the whole stack').toBe(true)
  })

  it('happens to what rests with a body whose type changes', () => {
    const { world, bodies } = restingStack(3)
    bodies[1]!.type = 'kinematic'
    world.step(DT)
    expect(bodies[0]!.isAwake).toBe(true)
    expect(bodies[2]!.isAwake).toBe(true)
  })

  it('happens by contact with a moving body', () => {
    const { world, bodies } = restingStack(2)
    world.createBody({ position: { x: -6, y: 0.6, z: 0 }, linearVelocity: { x: 10, y: 1, z: 0 }, shapes: [sphere({ radius: 0.3 })] })
    let woken = 0
    for (let i = 0; i < 60; i++) {
      world.step(DT)
      woken += world.events.wake.length
    }
    expect(woken).toBe(2)
    expect(bodies[0]!.position.x).toBeGreaterThan(0.001)
  })

  it('happens when a support is removed, moved, disabled or loses the shape', () => {
    const removals: ((world: World, floor: Body) => void)[] = [
      (world, floor) => world.destroyBody(floor),
      (_world, floor) => floor.teleport({ x: 0, y: -50, z: 0 }),
      (_world, floor) => (floor.enabled = false),
      (_world, floor) => floor.removeShape(floor.shapes[0]!),
    ]
    for (const remove of removals) {
      const { world, bodies, floor } = restingStack(2)
      expect(world.awakeBodyCount).toBe(0)
      remove(world, floor)
      steps(world, 30)
      for (const body of bodies) expect(body.position.y).toBeLessThan(0.5)
    }
  })

  it('happens when sleeping is switched off for the world', () => {
    const { world, bodies } = restingStack(2)
    world.sleeping = false
    world.step(DT)
    expect(bodies.every(body => body.isAwake)).toBe(true)
  })

  it('happens when a kinematic body starts to move under the sleeper', () => {
    const world = new World()
    const lift = world.createBody({ type: 'kinematic', shapes: [box({ halfExtents: { x: 2, y: 0.5, z: 2 } })] })
    const body = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [CUBE] })
    steps(world, 240)
    expect(body.isAwake).toBe(false)
    lift.linearVelocity = { x: 0, y: 1, z: 0 }
    steps(world, 60)
    expect(body.position.y).toBeGreaterThan(1.9)
  })

  it('does not happen to neighbours that are merely near', () => {
    const { world, bodies } = restingStack(2)
    world.createBody({ position: { x: 5, y: 0.3, z: 0 }, linearVelocity: { x: 1, y: 0, z: 0 }, shapes: [sphere({ radius: 0.3 })] })
    steps(world, 30)
    expect(bodies.every(body => !body.isAwake)).toBe(true)
  })
})
