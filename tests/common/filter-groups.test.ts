/** Collision groups beside categories and masks, in both dimensions: of shapes, of queries, set later, and in snapshots. */

import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

describe.each([PLANE, SPACE])('groups in $name', (kit) => {
  /** Does a ball with one filter come to rest on a floor with another? */
  function stops(ball: object, floor: object): boolean {
    const world = kit.world()
    world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(5, 1, { filter: floor })] })
    const body = world.createBody({ position: at(0, 0.6), shapes: [kit.ball(0.5, { filter: ball })] })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    return body.position.y > 0.4
  }

  it('never collide below 0, always above 0, and leave the rest to the bits', () => {
    expect(stops({}, {})).toBe(true)
    expect(stops({ group: -1 }, { group: -1 })).toBe(false)
    expect(stops({ group: -1 }, { group: -2 })).toBe(true)
    expect(stops({ mask: 2 }, {})).toBe(false)
    expect(stops({ mask: 2, group: 3 }, { group: 3 })).toBe(true)
    expect(stops({ mask: 2, group: 3 }, { group: 4 })).toBe(false)
    expect(stops({ group: -32768 }, { group: -32768 })).toBe(false)
    expect(stops({ mask: 0, group: 32767 }, { mask: 0, group: 32767 })).toBe(true)
  })

  it('are read back, set and kept by snapshots', () => {
    const world = kit.world()
    const [shape] = world.createBody({ type: 'static', shapes: [kit.ball(1, { sensor: true, filter: { group: -7 } })] }).shapes
    expect(shape!.filter.group).toBe(-7)
    const bytes = world.snapshot()
    const before = world.hash()
    shape!.filter = { category: 4, group: 12 }
    expect(shape!.filter).toEqual({ category: 4, mask: 0xffffffff, group: 12 })
    expect(shape!.sensor).toBe(true)
    expect(world.hash()).not.toBe(before)
    world.restore(bytes)
    expect(shape!.filter.group).toBe(-7)
    expect(() => (shape!.filter = { group: 0.5 })).toThrow(/whole number/)
    expect(() => (shape!.filter = { group: 40000 })).toThrow(/between -32768 and 32767/)
    expect(() => kit.ball(1, { filter: { groupIndex: 1 } })).toThrow(/Did you mean group/)
  })

  it('queries have one, too', () => {
    const world = kit.world()
    world.createBody({ type: 'static', shapes: [kit.ball(1, { filter: { group: -2, mask: 1 } })] })
    const ray = { origin: at(-5, 0), direction: at(1, 0) }
    expect(world.castRayAny({ ...ray, filter: { group: -2 } })).toBe(false)
    expect(world.castRayAny({ ...ray, filter: { group: -3 } })).toBe(true)
    expect(world.castRayAny({ ...ray, filter: { category: 2, group: -3 } })).toBe(false)
  })

  it('static friction is at least the kinetic one, is kept by snapshots, and where there is none the hash is as before', () => {
    const world = kit.world()
    const [shape] = world.createBody({ type: 'static', shapes: [kit.ball(1, { friction: 0.4 })] }).shapes
    expect(shape!.staticFriction).toBe(0.4)
    const plain = world.hash()
    shape!.staticFriction = 0.9
    expect(shape!.staticFriction).toBe(0.9)
    const other = world.hash()
    expect(other).not.toBe(plain)
    const bytes = world.snapshot()
    shape!.staticFriction = 0
    expect(world.hash()).toBe(plain)
    shape!.friction = 1.5
    expect(shape!.staticFriction).toBe(1.5)
    world.restore(bytes)
    expect(world.hash()).toBe(other)
    expect(() => (shape!.staticFriction = -1)).toThrow(/staticFriction/)
  })
})
