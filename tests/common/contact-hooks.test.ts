/** `world.onContact` and `world.shouldCollide` in both dimensions. */

import type * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep as validatePlane } from '../../src/d2/store/validate-world.ts'
import { validateStep as validateSpace } from '../../src/d3/store/validate-world.ts'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

const DT = 1 / 60

describe.each([PLANE, SPACE])('contact hooks in $name', (kit) => {
  const validate = (kit.name === '2D' ? validatePlane : validateSpace) as unknown as (world: d3.World) => void

  function floor(world: d3.World, more: object = {}): d3.Body {
    return world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(50, 1, { friction: 0.5, ...more })] })
  }

  function run(world: d3.World, steps: number): void {
    for (let i = 0; i < steps; i++) {
      world.step(DT)
      validate(world)
    }
  }

  it('shows bodies, shapes, normal and points, and lasts as long as the call', () => {
    const world = kit.world()
    const ground = floor(world)
    const box = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
    let kept: d3.Contact | null = null
    let seen = 0
    world.onContact = (contact) => {
      kept = contact
      seen++
      expect(new Set([contact.bodyA, contact.bodyB])).toEqual(new Set([ground, box]))
      expect(contact.shapeA.body).toBe(contact.bodyA)
      const up = contact.bodyA === ground ? 1 : -1
      expect(contact.normal.y).toBeCloseTo(up, 9)
      expect(contact.points.length).toBe(kit.name === '2D' ? 2 : 4)
      for (const point of contact.points) {
        expect(Math.abs(point.position.y)).toBeLessThan(0.01)
        expect(Math.abs(point.depth)).toBeLessThan(0.01)
      }
      expect(contact.enabled).toBe(true)
      expect(contact.isNew).toBe(seen === 1)
      expect(contact.friction).toBeCloseTo(Math.sqrt(0.5 * 0.6), 12)
      expect(contact).toMatchObject({ restitution: 0, normalSpeed: 0 })
      expect(contact.surfaceVelocity).toMatchObject({ x: 0, y: 0 })
    }
    run(world, 5)
    expect(seen).toBe(5)
    expect(() => kept!.friction).toThrow(/after world.onContact has returned/)
    expect(() => kept!.disable()).toThrow(expect.objectContaining({ code: 'stale-handle' }))
  })

  it('a hook that changes nothing computes the same bits', () => {
    const hashes = [null, () => {}, (contact: d3.Contact) => (contact.restitution = Math.max(0, contact.restitution))].map((hook) => {
      const world = kit.world({ sleeping: false })
      floor(world, { surfaceVelocity: at(0.3, 0) })
      for (let i = 0; i < 12; i++) world.createBody({ position: at(0.3 * (i % 3), 0.5 + 1.05 * i), shapes: [i % 2 === 0 ? kit.box(0.5, 0.5, { restitution: 0.3 }) : kit.ball(0.5)] })
      world.onContact = hook as never
      run(world, 120)
      return world.hash()
    })
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).toBe(hashes[0])
  })

  it('changes friction: on ice a box goes on, on rubber it stops', () => {
    const speeds = [0, 2].map((friction) => {
      const world = kit.world()
      floor(world)
      const box = world.createBody({ position: at(0, 0.1), linearVelocity: at(3, 0), shapes: [kit.box(0.5, 0.1)] })
      world.onContact = (contact) => {
        contact.friction = friction
        expect(contact.staticFriction).toBe(friction)
      }
      run(world, 60)
      return box.linearVelocity.x
    })
    expect(speeds[0]).toBeCloseTo(3, 6)
    expect(speeds[1]).toBeCloseTo(0, 6)
  })

  it('changes static friction, restitution and the speed along the normal', () => {
    const world = kit.world()
    floor(world)
    const ball = world.createBody({ position: at(0, 2), shapes: [kit.ball(0.5)] })
    world.onContact = (contact) => (contact.restitution = 1)
    let top = 0
    run(world, 40)
    for (let i = 0; i < 60; i++) {
      run(world, 1)
      top = Math.max(top, ball.position.y)
    }
    expect(top).toBeGreaterThan(1.97)
    const board = kit.world()
    floor(board)
    const jumper = board.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
    board.onContact = (contact) => (contact.normalSpeed = 5)
    run(board, 1)
    board.onContact = null
    expect(jumper.linearVelocity.y).toBeGreaterThan(4.5)
    expect(jumper.linearVelocity.y).toBeLessThan(5.01)
    expect(Math.abs(jumper.linearVelocity.x)).toBeLessThan(1e-6)
  })

  it('a surface velocity carries, as that of the shape does', () => {
    const speeds = [false, true].map((hooked) => {
      const world = kit.world()
      const belt = floor(world, hooked ? {} : { surfaceVelocity: at(2, 0) })
      const box = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
      if (hooked) world.onContact = (contact) => (contact.surfaceVelocity = at(contact.bodyA === belt ? 2 : -2, 0))
      run(world, 90)
      return box.linearVelocity.x
    })
    expect(speeds[0]).toBeCloseTo(2, 6)
    expect(speeds[1]).toBeCloseTo(2, 6)
  })

  it('a contact that is dropped does nothing, tells nothing and wakes up again', () => {
    const world = kit.world()
    floor(world)
    const box = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
    run(world, 5)
    expect(world.events.contactEnd.length).toBe(0)
    world.onContact = (contact) => contact.disable()
    run(world, 1)
    expect(world.events.contactEnd.length).toBe(1)
    run(world, 20)
    expect(world.events.contactBegin.length).toBe(0)
    expect(box.position.y).toBeLessThan(0.2)
    world.onContact = null
    run(world, 200)
    expect(box.position.y).toBeGreaterThan(0.49)
    expect(box.isAwake).toBe(false)
    world.onContact = (contact) => contact.disable()
    expect(box.isAwake).toBe(true)
  })

  it('a contact that is dropped wakes no sleeper, whether it touches, strikes or is driven there; it is asked about once in a step', () => {
    for (const drops of [true, false]) {
      const world = kit.world()
      floor(world)
      const sleeper = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
      run(world, 120)
      expect(sleeper.isAwake).toBe(false)
      let seen = 0
      let asked = 0
      const ghost = world.createBody({ position: at(-3, 0.6), linearVelocity: at(4, 0), gravityScale: 0, shapes: [kit.ball(0.3)] })
      world.onContact = (contact) => {
        if (contact.bodyA !== ghost && contact.bodyB !== ghost) return
        asked++
        if (drops) contact.disable()
      }
      // Setting a hook wakes all.
      while (sleeper.isAwake && seen++ < 10) {
        sleeper.sleep()
        run(world, 1)
      }
      for (let i = 0; i < 75; i++) {
        const before = asked
        run(world, 1)
        expect(asked - before).toBeLessThan(2)
        if (drops) expect(sleeper.isAwake).toBe(false)
      }
      expect(asked).toBeGreaterThan(0)
      if (drops) expect(ghost.position.x).toBeGreaterThan(1)
      else expect(ghost.position.x).toBeLessThan(-0.7)
    }
  })

  it('asks about fast bodies at the pose of their impact, and lets them through', () => {
    for (const through of [false, true]) {
      const world = kit.world({ gravity: at(0, 0) })
      const wall = world.createBody({ type: 'static', position: at(0, 0), shapes: [kit.box(0.01, 2)] })
      const bullet = world.createBody({ position: at(-3, 0), linearVelocity: at(400, 0), shapes: [kit.ball(0.05)] })
      let asked = 0
      world.onContact = (contact) => {
        asked++
        expect(new Set([contact.bodyA, contact.bodyB])).toEqual(new Set([wall, bullet]))
        expect(bullet.position.x).toBeLessThan(-0.05)
        expect(Math.abs(contact.normal.x)).toBeCloseTo(1, 6)
        expect(Math.abs(contact.points[0]!.position.x)).toBeLessThan(0.05)
        // Asking the world does not disturb it.
        world.overlapBox({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } })
        if (through) contact.disable()
      }
      run(world, 4)
      expect(asked).toBeGreaterThan(0)
      expect(bullet.position.x > 1).toBe(through)
    }
  })

  it('refuses to change the world, and says what to do; the step goes on and the error comes out', () => {
    const acts: ((world: d3.World, body: d3.Body) => void)[] = [
      (world) => world.createBody(), (world, body) => world.destroyBody(body), (world) => world.step(DT), (_, body) => (body.linearVelocity = at(1, 0)),
      (_, body) => body.applyImpulse(at(1, 0)), (world) => (world.gravity = at(0, 0)), (world) => world.restore(world.snapshot()), (world) => (world.onContact = null),
      (_, body) => (body.shapes[0]!.friction = 0), (world) => (world.shouldCollide = null),
    ]
    for (const act of acts) {
      const world = kit.world()
      floor(world)
      const body = world.createBody({ position: at(0, 0.5), shapes: [kit.ball(0.5)] })
      world.onContact = () => act(world, body)
      expect(() => world.step(DT)).toThrow(expect.objectContaining({ code: 'mid-step', message: expect.stringMatching(/after step\(\) has returned/) }))
      validate(world)
      expect(world.stepCount).toBe(1)
      world.onContact = null
      run(world, 30)
      expect(body.position.y).toBeCloseTo(0.5, 2)
    }
    const world = kit.world()
    expect(() => (world.onContact = 3 as never)).toThrow(/must be a function that takes a contact, or null/)
    expect(() => (world.shouldCollide = {} as never)).toThrow(/or null for none/)
    floor(world)
    world.createBody({ position: at(0, 0.5), shapes: [kit.ball(0.5)] })
    for (const [change, message] of [
      [(contact: d3.Contact) => (contact.friction = -1), /contact.friction/], [(contact: d3.Contact) => (contact.restitution = 2), /contact.restitution/],
      [(contact: d3.Contact) => (contact.normalSpeed = NaN), /contact.normalSpeed/], [(contact: d3.Contact) => (contact.surfaceVelocity = 3 as never), /contact.surfaceVelocity/],
      [(contact: d3.Contact) => (contact.staticFriction = -3), /contact.staticFriction/],
    ] as [(contact: d3.Contact) => void, RegExp][]) {
      world.onContact = change
      expect(() => world.step(DT)).toThrow(message)
    }
  })

  it('asks in the same order in every run, after a restore too, which leaves the hook set', () => {
    const build = (): d3.World => {
      const world = kit.world({ sleeping: false })
      floor(world)
      for (let i = 0; i < 15; i++) world.createBody({ position: at(0.4 * (i % 4), 0.6 + 0.9 * i), shapes: [kit.ball(0.5)] })
      return world
    }
    const world = build()
    let heard: string[] = []
    const hook = (contact: d3.Contact): void => {
      heard.push(`${contact.shapeA.id} ${contact.shapeB.id}`)
      contact.friction = 0.1 * (contact.shapeA.id % 7)
    }
    world.onContact = hook
    run(world, 100)
    const bytes = world.snapshot()
    heard = []
    run(world, 30)
    const [first, hash] = [heard, world.hash()]
    world.restore(bytes)
    expect(world.onContact).toBe(hook)
    heard = []
    run(world, 30)
    expect(heard).toEqual(first)
    expect(world.hash()).toBe(hash)
    const other = build()
    other.restore(bytes)
    heard = []
    other.onContact = hook
    run(other, 30)
    expect(other.hash()).toBe(hash)
  })

  it('shouldCollide is asked once when a pair forms, and again when they have parted', () => {
    const world = kit.world({ gravity: at(0, 0) })
    const a = world.createBody({ position: at(0, 0), shapes: [kit.ball(0.5)] })
    const b = world.createBody({ position: at(3, 0), linearVelocity: at(-6, 0), shapes: [kit.ball(0.5)] })
    const asked: d3.Shape[][] = []
    world.shouldCollide = (...shapes) => {
      asked.push(shapes)
      return false
    }
    run(world, 60)
    expect(asked).toEqual([[a.shapes[0], b.shapes[0]]])
    expect(b.linearVelocity.x).toBe(-6)
    expect(b.position.x).toBeCloseTo(-3, 6)
    b.linearVelocity = at(6, 0)
    world.shouldCollide = (...shapes) => {
      asked.push(shapes)
      return true
    }
    run(world, 60)
    expect(asked.length).toBe(2)
    expect(b.linearVelocity.x).toBeLessThan(5)
  })

  it('setting shouldCollide asks about the pairs there are; the answers are in snapshots', () => {
    const world = kit.world()
    floor(world)
    const box = world.createBody({ position: at(0, 0.5), shapes: [kit.box(0.5, 0.5)] })
    run(world, 100)
    expect(box.isAwake).toBe(false)
    world.shouldCollide = () => false
    expect(box.isAwake).toBe(true)
    run(world, 10)
    expect(box.position.y).toBeLessThan(0.45)
    const bytes = world.snapshot()
    const other = kit.world()
    other.restore(bytes)
    run(world, 10)
    run(other, 10)
    expect(other.hash()).toBe(world.hash())
    world.restore(bytes)
    world.shouldCollide = null
    run(world, 150)
    expect(box.position.y).toBeGreaterThan(0.48)
    // Nothing is changed from inside.
    expect(() => (world.shouldCollide = () => Boolean(world.createBody()))).toThrow(expect.objectContaining({ code: 'mid-step' }))
    expect(world.shouldCollide).toBeNull()
  })

  it('shouldCollide has a word on sensors and fast bodies', () => {
    for (const may of [false, true]) {
      const world = kit.world({ gravity: at(0, 0) })
      world.createBody({ type: 'static', position: at(0, 0), shapes: [kit.box(0.5, 2, { sensor: true })] })
      world.createBody({ type: 'static', position: at(5, 0), shapes: [kit.box(0.01, 2)] })
      const bullet = world.createBody({ position: at(-5, 0), linearVelocity: at(400, 0), shapes: [kit.ball(0.05)] })
      world.shouldCollide = () => may
      let begun = 0
      for (let i = 0; i < 4; i++) {
        run(world, 1)
        begun += world.events.sensorBegin.length
      }
      expect(begun > 0).toBe(may)
      expect(bullet.position.x > 6).toBe(!may)
    }
  })
})
