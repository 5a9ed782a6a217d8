/** Categories, masks and sensors: who meets whom. */

import { box, sphere, type Body, type Shape, type World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createWorld, DT, steps, WEIGHTLESS } from '../accuracy/setup.ts'

/** Whether two balls that run into each other, with the given filters, collide. */
function meet(a: { category?: number; mask?: number }, b: { category?: number; mask?: number }): boolean {
  const world = createWorld({ gravity: WEIGHTLESS })
  const make = (x: number, v: number, filter: { category?: number; mask?: number }): Body =>
    world.createBody({ position: { x, y: 0, z: 0 }, linearVelocity: { x: v, y: 0, z: 0 }, shapes: [sphere({ radius: 0.5, filter })] })
  const left = make(-1, 2, a)
  make(1, -2, b)
  steps(world, 60)
  return left.linearVelocity.x < 1.9
}

describe('filters', () => {
  it('two shapes meet only if each mask holds the other category', () => {
    const categories = [1, 2, 4]
    const masks = [0, 1, 2, 3, 5, 7]
    for (const ca of categories) {
      for (const ma of masks) {
        for (const cb of categories) {
          for (const mb of masks) {
            const expected = (ca & mb) !== 0 && (cb & ma) !== 0
            expect(meet({ category: ca, mask: ma }, { category: cb, mask: mb }), `${ca}/${ma} and ${cb}/${mb}`).toBe(expected)
          }
        }
      }
    }
  })

  it('lets everything meet by default, and the highest of 32 categories work', () => {
    expect(meet({}, {})).toBe(true)
    expect(meet({ category: 0x80000000, mask: 0x80000000 }, { category: 0x80000000, mask: 0x80000000 })).toBe(true)
    expect(meet({ category: 0x80000000, mask: 0x7fffffff }, { category: 0x80000000, mask: 0x7fffffff })).toBe(false)
  })

  it('can be changed while two bodies touch', () => {
    const world = createWorld()
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 5, y: 0.5, z: 5 } })] })
    const body = world.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    steps(world, 30)
    body.shapes[0]!.filter = { category: 1, mask: 0 }
    steps(world, 60)
    expect(body.position.y).toBeLessThan(-2)
  })
})

describe('sensors', () => {
  function drop(): { world: World; zone: Shape; ball: Body } {
    const world = createWorld({ gravity: { x: 0, y: -10, z: 0 } })
    const sensorBody = world.createBody({
      type: 'static',
      shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 }, sensor: true })],
    })
    const ball = world.createBody({ position: { x: 0, y: 3.6, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    return { world, zone: sensorBody.shapes[0]!, ball }
  }

  it('feel a visitor come and go, at the right times, and do not slow it', () => {
    const { world, zone, ball } = drop()
    let begin = 0
    let end = 0
    for (let i = 1; i <= 120; i++) {
      world.step(DT)
      for (const event of world.events.sensorBegin) {
        expect(new Set([event.shapeA, event.shapeB])).toEqual(new Set([zone, ball.shapes[0]]))
        begin = i
      }
      for (const event of world.events.sensorEnd) {
        expect(new Set([event.shapeA, event.shapeB])).toEqual(new Set([zone, ball.shapes[0]]))
        end = i
      }
    }
    // Touches after 2.1 m of free fall, leaves after 5.1 m; felt at the end of the step in which it happens.
    expect(begin).toBe(Math.ceil(Math.sqrt((2 * 2.1) / 10) * 60))
    expect(end).toBe(Math.ceil(Math.sqrt((2 * 5.1) / 10) * 60))
    expect(ball.position.y).toBeCloseTo(3.6 - 20, 9)
    expect(world.events.contactBegin).toHaveLength(0)
  })

  it('obey filters', () => {
    const world = createWorld()
    const zone = box({ halfExtents: { x: 1, y: 1, z: 1 }, sensor: true, filter: { category: 2, mask: 4 } })
    world.createBody({ type: 'static', shapes: [zone] })
    world.createBody({ shapes: [sphere({ radius: 0.2, filter: { category: 1 } })] })
    const seen = world.createBody({ shapes: [sphere({ radius: 0.2, filter: { category: 4 } })] })
    world.step(DT)
    expect(world.events.sensorBegin).toHaveLength(1)
    const { bodyA, bodyB } = world.events.sensorBegin[0]!
    expect([bodyA, bodyB]).toContain(seen)
  })

  it('end when the visitor is destroyed inside', () => {
    const { world, ball } = drop()
    steps(world, 45)
    world.destroyBody(ball)
    world.step(DT)
    expect(world.events.sensorEnd).toHaveLength(1)
  })
})
