/** Contact and sensor events, filters, sleeping, quarantine. */

import { box, capsule, chain, circle, PhysicsError, segment, World, type Body } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { addFloor, createWorld, DT, GRAVITY, steps, WEIGHTLESS } from '../setup.ts'

const BALL = circle({ radius: 0.5 })
const CUBE = box({ halfExtents: { x: 0.5, y: 0.5 } })

describe('contact events', () => {
  it('begin once on landing, with the right bodies, place, normal and impulse; end on taking off', () => {
    const world = createWorld()
    const floor = addFloor(world, 10)
    const ball = world.createBody({ position: { x: 0, y: 1.5 }, shapes: [BALL] })
    let begins = 0
    for (let i = 0; i < 90; i++) {
      const fallen = ball.linearVelocity.y
      world.step(DT)
      for (const event of world.events.contactBegin) {
        begins++
        expect(new Set([event.bodyA, event.bodyB])).toEqual(new Set([floor, ball]))
        expect(event.shapeA.body).toBe(event.bodyA)
        expect(event.normal.y).toBeCloseTo(event.bodyA === floor ? 1 : -1, 9)
        expect(event.points).toHaveLength(1)
        expect(event.points[0]!.position.x).toBeCloseTo(0, 9)
        expect(Math.abs(event.points[0]!.position.y)).toBeLessThan(0.01)
        // All of the momentum, and what gravity adds in the step.
        expect(event.impulse).toBeCloseTo(ball.mass * (GRAVITY * DT - fallen + ball.linearVelocity.y), 6)
        expect(event.points[0]!.impulse).toBeCloseTo(event.impulse, 9)
      }
      expect(world.events.contactEnd).toHaveLength(0)
    }
    expect(begins).toBe(1)
    ball.linearVelocity = { x: 0, y: 5 }
    let ends = 0
    for (let i = 0; i < 10; i++) {
      world.step(DT)
      ends += world.events.contactEnd.length
    }
    expect(ends).toBe(1)
  })

  it('persist on demand, with the weight times the step as impulse over two points', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, contactEvents: true })] })
    steps(world, 60)
    const [event] = world.events.contactPersist
    expect(event!.points).toHaveLength(2)
    expect(event!.impulse).toBeCloseTo(body.mass * GRAVITY * DT, 4)
    const contacts = new Float64Array(20)
    expect(world.readContacts(contacts)).toBe(2)
  })

  it('a body that is destroyed ends its contacts in the next step, still by name', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
    steps(world, 10)
    world.destroyBody(body)
    world.step(DT)
    const [event] = world.events.contactEnd
    expect([event!.bodyA, event!.bodyB]).toContain(body)
    expect(body.isValid).toBe(false)
  })
})

describe('sensors', () => {
  it('see what passes, once in and once out, and push nothing', () => {
    for (const shape of [BALL, CUBE, capsule({ radius: 0.2, halfLength: 0.3 })]) {
      const world = createWorld({ gravity: WEIGHTLESS })
      world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 1, y: 1 }, sensor: true })] })
      const body = world.createBody({ position: { x: -4, y: 0.3 }, linearVelocity: { x: 6, y: 0 }, shapes: [shape] })
      let inside = 0
      let begins = 0
      for (let i = 0; i < 90; i++) {
        world.step(DT)
        begins += world.events.sensorBegin.length
        inside += world.events.sensorBegin.length - world.events.sensorEnd.length
        const half = shape === BALL || shape === CUBE ? 0.5 : 0.2
        if (Math.abs(body.position.x) < 1 + half - 0.06) expect(inside).toBe(1)
        if (Math.abs(body.position.x) > 1 + half + 0.06) expect(inside).toBe(0)
      }
      expect(begins).toBe(1)
      expect(body.linearVelocity).toEqual({ x: 6, y: 0 })
    }
  })

  it('can be switched on and off', () => {
    const world = createWorld()
    const floor = addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
    steps(world, 30)
    floor.shapes[0]!.sensor = true
    steps(world, 30)
    expect(body.position.y).toBeLessThan(-0.5)
  })
})

describe('filters', () => {
  it('both must agree, and may change', () => {
    const world = createWorld()
    addFloor(world, 10).shapes[0]!.filter = { category: 2 }
    const through = world.createBody({ position: { x: -2, y: 0.5 }, shapes: [circle({ radius: 0.5, filter: { mask: 1 } })] })
    const stands = world.createBody({ position: { x: 2, y: 0.5 }, shapes: [circle({ radius: 0.5, filter: { mask: 2 } })] })
    steps(world, 60)
    expect(through.position.y).toBeLessThan(-3)
    expect(stands.position.y).toBeCloseTo(0.5, 2)
    stands.shapes[0]!.filter = { mask: 4 }
    steps(world, 60)
    expect(stands.position.y).toBeLessThan(-3)
  })
})

describe('sleeping', () => {
  function tower(world: World): Body[] {
    addFloor(world, 10)
    return [0, 1, 2].map(i => world.createBody({ position: { x: 0, y: 0.5 + i }, shapes: [CUBE] }))
  }

  it('a tower falls asleep together, is reported, costs nothing and wakes together', () => {
    const world = new World()
    const bodies = tower(world)
    let slept = 0
    for (let i = 0; i < 120; i++) {
      world.step(DT)
      slept += world.events.sleep.length
    }
    expect(slept).toBe(3)
    expect(world.stats.awakePairs).toBe(0)
    const hash = JSON.stringify(bodies.map(body => body.position))
    steps(world, 60)
    expect(JSON.stringify(bodies.map(body => body.position))).toBe(hash)
    bodies[2]!.applyImpulse({ x: 0.1, y: 0 })
    expect(bodies.every(body => body.isAwake)).toBe(true)
    world.step(DT)
    expect(world.events.wake).toHaveLength(3)
  })

  it('what lands on a sleeper wakes it; what held it up and is taken away too', () => {
    const world = new World()
    const bodies = tower(world)
    steps(world, 120)
    const visitor = world.createBody({ position: { x: 0, y: 4 }, shapes: [BALL] })
    steps(world, 30)
    expect(bodies[0]!.isAwake).toBe(true)
    steps(world, 300)
    expect(visitor.isAwake).toBe(false)
    world.destroyBody(bodies[0]!)
    steps(world, 60)
    expect(bodies[1]!.position.y).toBeCloseTo(0.5, 2)
  })

  it('is refused to bodies that may not, and to those that float', () => {
    const world = new World()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, canSleep: false, shapes: [CUBE] })
    steps(world, 120)
    expect(body.isAwake).toBe(true)
    body.sleep()
    expect(body.isAwake).toBe(false)
  })
})

describe('quarantine', () => {
  it('switches a body off whose numbers would overflow; the rest goes on', () => {
    const world = createWorld()
    addFloor(world, 10)
    const fine = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
    const sick = world.createBody({ position: { x: 0, y: 1.5 }, shapes: [CUBE] })
    steps(world, 5)
    sick.applyForce({ x: 0, y: -1e30 })
    sick.applyForce({ x: 0, y: -1e30 })
    world.step(DT)
    expect(world.events.quarantined).toEqual([{ body: sick, cause: 'force', step: world.stepCount }])
    expect(sick.isQuarantined).toBe(true)
    expect(sick.enabled).toBe(false)
    steps(world, 30)
    expect(fine.position.y).toBeCloseTo(0.5, 2)
    sick.enabled = true
    steps(world, 30)
    expect(sick.isQuarantined).toBe(false)
    expect(sick.position.y).toBeCloseTo(1.5, 2)
  })

  it('reports a velocity beyond all bounds', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [BALL] })
    for (let i = 0; i < 3; i++) body.applyImpulse({ x: 1e30, y: 0 })
    world.step(DT)
    expect(world.events.quarantined[0]).toEqual({ body, cause: 'velocity', step: 1 })
    expect(Number.isFinite(body.position.x)).toBe(true)
  })
})

describe('shapes of a body', () => {
  it('say what they are', () => {
    const world = createWorld()
    const body = world.createBody({
      type: 'static',
      shapes: [BALL, CUBE, capsule({ radius: 0.2, halfLength: 0.3 }), segment({ a: { x: 0, y: 1 }, b: { x: 0, y: 5 } })],
    })
    expect(body.shapes.map(shape => shape.kind)).toEqual(['circle', 'polygon', 'capsule', 'segment'])
    expect([...body.shapes[1]!.points!]).toEqual([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5])
    expect(body.shapes[2]!.halfLength).toBe(0.3)
    expect(body.shapes[3]!.halfLength).toBe(2)
    expect(body.shapes[3]!.localPosition).toEqual({ x: 0, y: 3 })
    expect(body.shapes[3]!.localRotation).toBeCloseTo(Math.PI / 2, 12)
  })

  it('segments hold from both sides, chains from the left only', () => {
    const points = [{ x: -5, y: 0 }, { x: 5, y: 0 }]
    for (const [shape, fallsIn] of [[segment({ a: points[0]!, b: points[1]! }), [false, false]], [chain({ points }), [false, true]]] as const) {
      for (const side of [1, -1]) {
        const world = createWorld({ gravity: { x: 0, y: -9.81 * side } })
        world.createBody({ type: 'static', shapes: [shape] })
        const ball = world.createBody({ position: { x: 0, y: 1.5 * side }, shapes: [BALL] })
        steps(world, 120)
        if (fallsIn[side === 1 ? 0 : 1]) expect(ball.position.y * side).toBeLessThan(-1)
        else expect(ball.position.y * side).toBeCloseTo(0.5, 2)
      }
    }
  })

  it('mass, centre and inertia follow the shapes, as closed forms say, and what is given', () => {
    const world = createWorld()
    const body = world.createBody({
      rotation: 1,
      shapes: [box({ halfExtents: { x: 1, y: 0.5 }, density: 3 }), circle({ radius: 0.5, density: 2, position: { x: 3, y: 0 } })],
    })
    const [m1, m2] = [3 * 2, 2 * Math.PI * 0.25]
    expect(body.mass).toBeCloseTo(m1 + m2, 12)
    const center = (m2 * 3) / (m1 + m2)
    expect(body.localCenterOfMass.x).toBeCloseTo(center, 12)
    const inertia = (m1 * (1 + 0.25)) / 3 + m1 * center ** 2 + m2 * (0.125 + (3 - center) ** 2)
    expect(body.getInertia()).toBeCloseTo(inertia, 10)
    expect(body.position.x).toBeCloseTo(0, 12)
    body.setLocalCenterOfMass({ x: 0, y: 0 })
    expect(body.getInertia()).toBeCloseTo(inertia + (m1 + m2) * center ** 2, 10)
    body.mass = 5
    expect(body.mass).toBe(5)
    body.setInertia(7)
    expect(body.getInertia()).toBe(7)
    body.mass = null as unknown as number
    body.setLocalCenterOfMass(null)
    body.setInertia(null)
    expect(body.getInertia()).toBeCloseTo(inertia, 10)
    expect(body.position.x).toBeCloseTo(0, 12)
    body.removeShape(body.shapes[1]!)
    expect(body.mass).toBeCloseTo(m1, 12)
    expect(() => (body.shapes[0]!.density = 0)).toThrow(PhysicsError)
    expect(body.mass).toBeCloseTo(m1, 12)
  })
})

describe('continuous', () => {
  it('a fast ball stops at a thin wall, at a segment and at a chain', () => {
    const walls = [box({ halfExtents: { x: 0.01, y: 5 } }), segment({ a: { x: 0, y: -5 }, b: { x: 0, y: 5 } }),
      chain({ points: [{ x: 0, y: -5 }, { x: 0, y: 5 }] })]
    for (const wall of walls) {
      const world = createWorld({ gravity: WEIGHTLESS })
      world.createBody({ type: 'static', shapes: [wall] })
      const ball = world.createBody({ position: { x: -3, y: 0.2 }, linearVelocity: { x: 400, y: 0 }, shapes: [circle({ radius: 0.1 })] })
      steps(world, 30)
      expect(ball.position.x).toBeLessThan(-0.09)
      expect(ball.position.x).toBeGreaterThan(-0.2)
    }
  })

  it('switched off, it passes', () => {
    const world = createWorld({ gravity: WEIGHTLESS, continuous: false })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.01, y: 5 } })] })
    const ball = world.createBody({ position: { x: -3, y: 0.2 }, linearVelocity: { x: 400, y: 0 }, shapes: [circle({ radius: 0.1 })] })
    steps(world, 30)
    expect(ball.position.x).toBeGreaterThan(10)
  })

  it('a rod that spins fast does not pass through a wall beside it', () => {
    const world = createWorld({ gravity: WEIGHTLESS })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.02, y: 5 } })] })
    const rod = world.createBody({ position: { x: -0.6, y: 0 }, angularVelocity: 100, shapes: [box({ halfExtents: { x: 0.02, y: 1 } })] })
    steps(world, 120)
    expect(rod.position.x).toBeLessThan(0)
  })
})
