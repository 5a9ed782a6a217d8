import { box, circle } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { GRAVITY, laboratory } from './laboratory.ts'

const HALF = { x: 0.5, y: 0.5 }

describe('a box on the ground', () => {
  it('rests exactly where it was put', () => {
    const { world, run } = laboratory()
    const body = world.createBody({ position: { x: 3, y: 0.5 }, shapes: [box({ halfExtents: HALF })] })
    run(10)
    expect(body.position.x).toBe(3)
    expect(body.position.y).toBeCloseTo(0.5, 12)
    expect(body.rotation).toBeCloseTo(0, 12)
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(1e-12)
  })

  it('presses with its weight', () => {
    const { world, run } = laboratory()
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: HALF, contactEvents: true })] })
    run(1)
    const [event] = world.events.contactPersist
    expect(event!.impulse * 60).toBeCloseTo(body.mass * GRAVITY, 6)
    expect(event!.points).toHaveLength(2)
  })

  it.each([0.3, 0.5, 0.8])('begins to slide where the slope is %f', (friction) => {
    // As the accuracy cases do it: half an hour's worth of slopes would be bisected to the same two ends.
    for (const error of [-5e-4, 5e-4]) {
      const { world, run } = laboratory({ friction }, Math.atan(friction * (1 + error)))
      const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: HALF, friction })] })
      run(1)
      const before = body.position.x
      run(2)
      const moved = body.position.x - before
      if (error < 0) expect(moved).toBeLessThan(1e-6)
      else expect(moved).toBeGreaterThan(1e-3)
    }
  })

  it('slides down a slope with the acceleration of the book', () => {
    const friction = 0.3
    const slope = 0.6
    const { world, run } = laboratory({ friction }, slope)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: HALF, friction })] })
    run(2)
    const a = GRAVITY * (Math.sin(slope) - friction * Math.cos(slope))
    expect(body.position.x / (0.5 * a * 4)).toBeCloseTo(1, 3)
    expect(body.linearVelocity.x / (a * 2)).toBeCloseTo(1, 3)
  })

  it.each([2, 8])('sliding at %f m/s stops after v² / 2μg', (speed) => {
    const friction = 0.5
    const { world, run } = laboratory({ friction })
    const body = world.createBody({
      position: { x: -20, y: 0.5 }, linearVelocity: { x: speed, y: 0 }, shapes: [box({ halfExtents: HALF, friction })],
    })
    run(4)
    const distance = (speed * speed) / (2 * friction * GRAVITY)
    expect((body.position.x + 20) / distance).toBeCloseTo(1, 3)
    expect(Math.abs(body.linearVelocity.x)).toBeLessThan(1e-10)
  })
})

describe('a disc', () => {
  it('that slides ends up rolling at two thirds of its speed', () => {
    const { world, run } = laboratory({ friction: 0.5 })
    const body = world.createBody({
      position: { x: -50, y: 0.5 }, linearVelocity: { x: 6, y: 0 }, shapes: [circle({ radius: 0.5, friction: 0.5 })],
    })
    run(3)
    expect(body.linearVelocity.x).toBeCloseTo(4, 4)
    expect(body.angularVelocity * 0.5).toBeCloseTo(-body.linearVelocity.x, 8)
    const before = body.linearVelocity.x
    run(5)
    expect(body.linearVelocity.x).toBeCloseTo(before, 8)
  })

  it('rolls down a slope with two thirds of g sin α', () => {
    const slope = 0.3
    const { world, run } = laboratory({ friction: 0.8 }, slope)
    const body = world.createBody({ position: { x: -50, y: 0.5 }, shapes: [circle({ radius: 0.5, friction: 0.8 })] })
    run(3)
    const a = (2 / 3) * GRAVITY * Math.sin(slope)
    expect((body.position.x + 50) / (0.5 * a * 9)).toBeCloseTo(1, 4)
    expect(body.angularVelocity * 0.5).toBeCloseTo(-body.linearVelocity.x, 6)
  })

  it('is braked by rolling resistance as it should be', () => {
    const length = 0.02
    const { world, run } = laboratory({ friction: 0.8 })
    const body = world.createBody({
      position: { x: -50, y: 0.5 },
      linearVelocity: { x: 3, y: 0 },
      angularVelocity: -6,
      shapes: [circle({ radius: 0.5, friction: 0.8, rollingResistance: length })],
    })
    run(2)
    // m a = −F, I α = F r − c m g, a = α r: a = −c g / (r (1 + 1/2)).
    const a = (length * GRAVITY) / (0.5 * 1.5)
    expect(3 - body.linearVelocity.x).toBeCloseTo(a * 2, 3)
    run(20)
    expect(Math.abs(body.linearVelocity.x)).toBeLessThan(1e-9)
  })
})

describe('moving grounds', () => {
  it('a belt carries a box along at its speed', () => {
    const { world, run } = laboratory({ surfaceVelocity: { x: 2, y: 0 } })
    const body = world.createBody({ position: { x: -20, y: 0.5 }, shapes: [box({ halfExtents: HALF })] })
    run(3)
    expect(body.linearVelocity.x).toBeCloseTo(2, 8)
    expect(body.angularVelocity).toBeCloseTo(0, 8)
  })

  it('a lifting platform takes a box up with it', () => {
    const { world, run } = laboratory()
    const lift = world.createBody({
      type: 'kinematic', position: { x: 10, y: 0.2 }, linearVelocity: { x: 0, y: 1 }, shapes: [box({ halfExtents: { x: 2, y: 0.2 } })],
    })
    const body = world.createBody({ position: { x: 10, y: 0.9 }, linearVelocity: { x: 0, y: 1 }, shapes: [box({ halfExtents: HALF })] })
    run(3)
    expect(body.position.y - lift.position.y).toBeCloseTo(0.7, 3)
    expect(body.linearVelocity.y).toBeCloseTo(1, 8)
  })

  it('a turntable seen from the side tips a box with its own surface speed', () => {
    const { world, run } = laboratory()
    const wheel = world.createBody({ type: 'kinematic', position: { x: 0, y: 3 }, angularVelocity: 1, shapes: [circle({ radius: 1, friction: 1 })] })
    const roller = world.createBody({ position: { x: 0, y: 4.5 }, shapes: [circle({ radius: 0.5, friction: 1 })], lockedAxes: { x: true } })
    run(2)
    // Meshed like gears: the free disc turns the other way, twice as fast.
    expect(roller.angularVelocity).toBeCloseTo(-2 * wheel.angularVelocity, 6)
    expect(roller.position.y).toBeCloseTo(4.5, 3)
  })
})
