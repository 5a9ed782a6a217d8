/** Contact events: when they come, what they say, and that their impulses are the true ones. */

import { box, sphere, type Body, type World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addFloor } from '../../../scenes/d3/ground.ts'
import { createWorld, DT, GRAVITY, steps } from '../accuracy/setup.ts'

function dropBall(restitution = 0): { world: World; floor: Body; ball: Body } {
  const world = createWorld()
  const floor = addFloor(world, 10, { restitution })
  const ball = world.createBody({ position: { x: 0, y: 1.5, z: 0 }, shapes: [sphere({ radius: 0.5, restitution })] })
  return { world, floor, ball }
}

describe('contact events', () => {
  it('begin once on landing, with the right bodies, place and normal', () => {
    const { world, floor, ball } = dropBall()
    let begins = 0
    for (let i = 1; i <= 90; i++) {
      world.step(DT)
      for (const event of world.events.contactBegin) {
        begins++
        expect(new Set([event.bodyA, event.bodyB])).toEqual(new Set([floor, ball]))
        expect(event.shapeA.body).toBe(event.bodyA)
        expect(event.shapeB.body).toBe(event.bodyB)
        // The normal points from A to B, so away from the floor when the floor is A.
        expect(event.normal.y).toBeCloseTo(event.bodyA === floor ? 1 : -1, 9)
        expect(event.points).toHaveLength(1)
        expect(event.points[0]!.position.x).toBeCloseTo(0, 9)
        expect(Math.abs(event.points[0]!.position.y)).toBeLessThan(0.1)
      }
    }
    expect(begins).toBe(1)
  })

  it('impulses of a landing add up to the momentum taken, and after that to the weight', () => {
    const world = createWorld()
    addFloor(world, 10)
    const shape = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, contactEvents: true })
    const body = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [shape] })
    let total = 0
    const perStep: number[] = []
    for (let i = 0; i < 120; i++) {
      world.step(DT)
      let inStep = 0
      for (const event of [...world.events.contactBegin, ...world.events.contactPersist]) {
        inStep += event.impulse
        expect(event.impulse).toBeCloseTo(event.points.reduce((sum, point) => sum + point.impulse, 0), 6)
      }
      total += inStep
      perStep.push(inStep)
    }
    // At rest again after 2 s: the floor gave back all of gravity's impulse.
    expect(total / (body.mass * GRAVITY * 2)).toBeCloseTo(1, 6)
    expect(perStep.at(-1)! / (body.mass * GRAVITY * DT)).toBeCloseTo(1, 6)
  })

  it('persist only where asked for', () => {
    const { world } = dropBall()
    let persists = 0
    for (let i = 0; i < 90; i++) {
      world.step(DT)
      persists += world.events.contactPersist.length
    }
    expect(persists).toBe(0)
  })

  it('end when the bodies part, and when one is destroyed', () => {
    const { world, ball } = dropBall()
    steps(world, 60)
    ball.applyImpulse({ x: 0, y: 5 * ball.mass, z: 0 })
    let ends = 0
    for (let i = 0; i < 10; i++) {
      world.step(DT)
      ends += world.events.contactEnd.length
    }
    expect(ends).toBe(1)
    steps(world, 120)
    world.destroyBody(ball)
    world.step(DT)
    expect(world.events.contactEnd).toHaveLength(1)
  })

  it('a bouncing ball begins and ends once per bounce', () => {
    const { world } = dropBall(1)
    let begins = 0
    let ends = 0
    // A fall of 1 m takes 0.4515 s, so it touches at 0.4515 + 0.9030 k: five times in 4.2 s.
    for (let i = 0; i < Math.round(4.2 * 60); i++) {
      world.step(DT)
      begins += world.events.contactBegin.length
      ends += world.events.contactEnd.length
    }
    expect(begins).toBe(5)
    expect(ends).toBe(5)
  })

  it('come in the same order in the same run', () => {
    const log = (): string => {
      const world = createWorld()
      addFloor(world, 20)
      for (let i = 0; i < 20; i++) {
        world.createBody({ position: { x: (i % 5) * 0.7, y: 1 + i * 0.4, z: (i % 3) * 0.6 }, shapes: [sphere({ radius: 0.3 })] })
      }
      let text = ''
      for (let i = 0; i < 120; i++) {
        world.step(DT)
        for (const event of world.events.contactBegin) text += `b${event.bodyA.id},${event.bodyB.id},${event.impulse};`
        for (const event of world.events.contactEnd) text += `e${event.bodyA.id},${event.bodyB.id};`
      }
      return text
    }
    const first = log()
    expect(first.length).toBeGreaterThan(100)
    expect(log()).toBe(first)
  })
})

describe('readContacts', () => {
  it('lists the four corners of a resting box', () => {
    const world = createWorld()
    addFloor(world, 10)
    world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    steps(world, 60)
    const out = new Float64Array(8 * 16)
    const count = world.readContacts(out)
    expect(count).toBe(4)
    const corners = new Set<string>()
    let impulse = 0
    for (let i = 0; i < count; i++) {
      const [x, y, z, nx, ny, nz, depth, strength] = out.subarray(i * 8, i * 8 + 8) as unknown as number[]
      corners.add(`${Math.round(x! * 100)},${Math.round(z! * 100)}`)
      expect(Math.abs(y!)).toBeLessThan(2e-3)
      expect(Math.abs(nx!) + Math.abs(nz!)).toBeLessThan(1e-9)
      expect(Math.abs(ny!)).toBeCloseTo(1, 9)
      expect(Math.abs(depth!)).toBeLessThan(2e-3)
      impulse += strength!
    }
    expect(corners).toEqual(new Set(['50,50', '50,-50', '-50,50', '-50,-50']))
    expect(impulse / (1000 * GRAVITY * DT)).toBeCloseTo(1, 6)
  })
})
