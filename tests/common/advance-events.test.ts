/** Events, callbacks, forces and frame times of `world.advance`, in both dimensions. */

import type * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

const DT = 1 / 60

describe.each([PLANE, SPACE])('advance in $name', (kit) => {
  /** A ball that lands on a floor after some steps. */
  function landing(): { world: d3.World; ball: d3.Body } {
    const world = kit.world({ maxStepsPerAdvance: 60 })
    world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(10, 1)] })
    return { world, ball: world.createBody({ position: at(0, 0.55), shapes: [kit.ball(0.5)] }) }
  }

  it('shows the events of all its steps, in order, with their steps', () => {
    const { world, ball } = landing()
    const other = landing()
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      other.world.step(DT)
      for (const event of other.world.events.contactBegin) seen.push(event.step)
    }
    expect(seen).toHaveLength(1)
    expect(world.advance(12 * DT)).toBe(12)
    expect(world.events.contactBegin.map((event) => event.step)).toEqual(seen)
    expect([world.events.contactBegin[0]!.bodyA, world.events.contactBegin[0]!.bodyB]).toContain(ball)
  })

  it('has no events without a step, and keeps what was caused in between for the next', () => {
    const { world, ball } = landing()
    world.advance(12 * DT)
    expect(world.events.contactBegin).toHaveLength(1)
    world.destroyBody(ball)
    expect(world.advance(0.1 * DT)).toBe(0)
    expect(world.events.contactBegin).toHaveLength(0)
    expect(world.events.contactEnd).toHaveLength(0)
    expect(world.advance(0)).toBe(0)
    expect(world.advance(2 * DT)).toBe(2)
    expect(world.events.contactEnd.map((event) => event.step)).toEqual([13])
    expect(world.advance(0.1 * DT)).toBe(0)
    expect(world.events.contactEnd).toHaveLength(0)
  })

  it('says of bodies and joints when they did what the lists say', () => {
    const world = kit.world({ maxStepsPerAdvance: 60 })
    world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(10, 1)] })
    const ball = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
    const steps: number[] = []
    for (let i = 0; i < 4; i++) {
      world.advance(0.5)
      expect(world.events.stepsOf('sleep')).toHaveLength(world.events.sleep.length)
      steps.push(...world.events.stepsOf('sleep'))
    }
    expect(steps).toHaveLength(1)
    expect(ball.isAwake).toBe(false)
    expect(() => world.events.stepsOf('slept' as 'sleep')).toThrow(/must be the name of a list/)
    expect(() => world.events.stepsOf('version' as 'sleep')).toThrow(/must be the name of a list/)
  })

  it('calls back around each step; the world may be changed there, and each call sees its own events', () => {
    const { world, ball } = landing()
    const calls: string[] = []
    const shown: number[] = []
    const count = world.advance(12 * DT, {
      beforeStep(dt, step) {
        expect(dt).toBe(world.fixedStep)
        expect(step).toBe(world.stepCount + 1)
        calls.push(`before ${step}`)
      },
      afterStep(_, step) {
        expect(step).toBe(world.stepCount)
        calls.push(`after ${step}`)
        for (const event of world.events.contactBegin) {
          expect(event.step).toBe(step)
          shown.push(step)
        }
        if (step === 11) world.destroyBody(ball)
      },
    })
    expect(count).toBe(12)
    expect(calls).toEqual(Array.from({ length: 12 }, (_, i) => [`before ${i + 1}`, `after ${i + 1}`]).flat())
    expect(shown).toHaveLength(1)
    expect(world.events.contactBegin.map((event) => event.step)).toEqual(shown)
    // Removed after step 11, which is reported with step 12.
    expect(world.events.contactEnd.map((event) => event.step)).toEqual([12])
    expect(world.bodyCount).toBe(1)
  })

  it('keeps what the last callback causes for the next step', () => {
    const { world, ball } = landing()
    world.advance(12 * DT, { afterStep: (_, step) => step === 12 && world.destroyBody(ball) })
    expect(world.events.contactEnd).toHaveLength(0)
    world.step(DT)
    expect(world.events.contactEnd.map((event) => event.step)).toEqual([13])
    expect(world.events.contactBegin).toHaveLength(0)
  })

  it('lets a callback throw, and goes on after it', () => {
    const { world } = landing()
    const fail = (_: number, step: number): void => {
      if (step === 3) throw new Error('mine')
    }
    expect(() => world.advance(6 * DT, { afterStep: fail })).toThrow('mine')
    expect(world.stepCount).toBe(3)
    expect(world.advance(DT)).toBe(4)
    world.step(DT)
    expect(world.stepCount).toBe(8)
  })

  it('refuses to step inside its callbacks', () => {
    const { world } = landing()
    for (const act of [() => world.step(DT), () => world.advance(DT)]) {
      expect(() => world.advance(DT, { beforeStep: act })).toThrow(expect.objectContaining({ code: 'mid-step' }))
    }
    world.step(DT)
  })

  it('goes back to a snapshot inside a callback', () => {
    const { world, ball } = landing()
    const start = world.snapshot()
    world.advance(4 * DT, { afterStep: () => world.restore(start) })
    expect(world.stepCount).toBe(0)
    expect(ball.position.y).toBe(0.55)
    expect(world.events.contactBegin).toHaveLength(0)
  })

  it('forces applied before act in all of its steps, bit for bit as if applied before each', () => {
    for (const steps of [1, 2, 5]) {
      const [one, two] = [landing(), landing()]
      one.ball.applyForce(at(300, 700), at(0.1, 0.6))
      one.world.advance(steps * DT)
      for (let i = 0; i < steps; i++) {
        const { x, y } = two.ball.position
        if (i === 0) two.ball.applyForce(at(300, 700), at(0.1, 0.6))
        else {
          two.ball.applyForce(at(300, 700))
          // The moment of the force is that of the point where it was applied.
          const torque = (0.1 - 0) * 700 - (0.6 - 0.55) * 300
          two.ball.applyTorque((kit.name === '2D' ? torque : { x: 0, y: 0, z: torque }) as d3.Vec3)
        }
        expect(Number.isFinite(x + y)).toBe(true)
        two.world.step(DT)
      }
      const [a, b] = [one.ball, two.ball]
      expect(a.linearVelocity).toEqual(b.linearVelocity)
      expect(JSON.stringify(a.angularVelocity)).toBe(JSON.stringify(b.angularVelocity))
    }
  })

  it('forces applied in beforeStep act in that step alone, on top of those from before', () => {
    const world = kit.world({ gravity: at(0, 0), maxStepsPerAdvance: 10 })
    const ball = world.createBody({ mass: 2, shapes: [kit.ball(0.5)] })
    ball.applyForce(at(60, 0))
    world.advance(4 * DT, { beforeStep: (_, step) => step === 2 && ball.applyForce(at(120, 0)) })
    // Four steps of 60 N and one of 120 N on 2 kg.
    expect(ball.linearVelocity.x).toBeCloseTo((4 * 60 + 120) / 60 / 2, 12)
    world.advance(2 * DT)
    expect(ball.linearVelocity.x).toBeCloseTo((4 * 60 + 120) / 60 / 2, 12)
  })

  it('a force of every frame acts with its own size at any frame rate, and one of a single frame is not lost', () => {
    for (const rate of [24, 30, 60, 75, 144, 240]) {
      const world = kit.world({ gravity: at(0, 0) })
      const ball = world.createBody({ mass: 2, shapes: [kit.ball(0.5)] })
      const once = world.createBody({ mass: 2, position: at(0, 50), shapes: [kit.ball(0.5)] })
      once.applyForce(at(60, 0))
      for (let i = 0; i < rate; i++) {
        ball.applyForce(at(60, 0))
        world.advance(1 / rate)
      }
      expect(ball.linearVelocity.x).toBeCloseTo((60 / 60 / 2) * world.stepCount, 9)
      expect(once.linearVelocity.x).toBeGreaterThan(0.49)
    }
  })

  it('a frame time of 0, or below it by a clock error, does nothing', () => {
    const { world, ball } = landing()
    world.advance(0.5 * DT)
    ball.applyForce(at(1, 2))
    const hash = world.hash()
    for (const seconds of [0, -0, -1e-12, -1e-3, -0.05]) expect(world.advance(seconds)).toBe(0)
    expect(world.hash()).toBe(hash)
    expect(() => world.advance(-0.1)).toThrow(/must not be negative/)
    expect(() => world.advance(-16)).toThrow(/must not be negative/)
    expect(world.hash()).toBe(hash)
  })

  it('refuses milliseconds, and says so', () => {
    const { world } = landing()
    const hash = world.hash()
    for (const seconds of [1000 / 60, 1000 / 144, 1.001, 3]) expect(() => world.advance(seconds)).toThrow(/looks like milliseconds/)
    expect(world.hash()).toBe(hash)
    expect(world.advance(1)).toBe(60)
  })

  it('refuses callbacks that are none, and options it does not know', () => {
    const { world } = landing()
    const hash = world.hash()
    expect(() => world.advance(DT, { beforeStep: 3 as unknown as () => void })).toThrow(/world\.advance\.beforeStep/)
    expect(() => world.advance(DT, { aferStep() {} } as object)).toThrow(/[Dd]id you mean afterStep/)
    expect(() => world.advance(DT, 5 as unknown as object)).toThrow(/must be an object/)
    expect(world.hash()).toBe(hash)
  })
})
