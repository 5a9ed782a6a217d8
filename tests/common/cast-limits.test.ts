/** Shape casts that other engines are known to get wrong: very short and very long ones, starts in touch, shapes that hardly move. Both dimensions. */

import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

describe.each([PLANE, SPACE])('$name', kit => {
  const wall = () => {
    const world = kit.world()
    world.createBody({ type: 'static', position: at(0, 0), shapes: [kit.box(1, 1)] })
    return world
  }

  it.each([1e-6, 1e-3, 0.01, 0.5, 0.99])('a cast of %f m meets what is half as far, and nothing that is twice as far', length => {
    const world = wall()
    for (const [ball, half] of [[kit.ball(0.3), 0.3], [kit.box(0.2, 0.2), 0.2]] as const) {
      const cast = { direction: at(1, 0), maxDistance: length }
      const near = world.castShape(ball, { ...cast, position: at(-1 - half - length / 2, 0.1) })
      expect(near).not.toBeNull()
      expect(Math.abs(near!.distance - length / 2)).toBeLessThan(1e-9)
      expect(near!.normal.x).toBeCloseTo(-1, 9)
      expect(world.castShape(ball, { ...cast, position: at(-1 - half - 2 * length, 0.1) })).toBeNull()
      expect(world.castShapeAll(ball, { ...cast, position: at(-1 - half - length / 2, 0.1) }).length).toBe(1)
    }
  })

  it('a cast that starts in touch says so, whatever its length', () => {
    const world = wall()
    for (const length of [1e-6, 0.1, 10, 1000]) {
      for (const [shape, half] of [[kit.ball(0.25), 0.25], [kit.box(0.25, 0.5), 0.25]] as const) {
        const hit = world.castShape(shape, { position: at(-1 - half, 0.1), direction: at(1, 0), maxDistance: length })
        expect(hit).not.toBeNull()
        expect(hit!.distance).toBeLessThan(1e-9)
        expect(hit!.normal.x).toBeCloseTo(-1, 6)
        const inside = world.castShape(shape, { position: at(-1 - half + 0.01, 0.1), direction: at(1, 0), maxDistance: length })
        expect(inside!.distance).toBe(0)
        expect(inside!.depth).toBeCloseTo(0.01, 9)
      }
    }
  })

  it('a ball cast over six kilometres, and one of six kilometres, arrive where geometry says', () => {
    const world = wall()
    const far = world.castShape(kit.ball(0.5), { position: at(-6001.5, 0), direction: at(1, 0), maxDistance: 1e4 })
    expect(Math.abs(far!.distance - 6000)).toBeLessThan(1e-6)
    const past = world.castShape(kit.ball(0.5), { position: at(-6001.5, 1.6), direction: at(1, 0), maxDistance: 1e4 })
    expect(past).toBeNull()
    const big = world.castShape(kit.ball(6000), { position: at(-6101, 0), direction: at(1, 0), maxDistance: 1e4 })
    expect(Math.abs(big!.distance - 100)).toBeLessThan(1e-6)
  })

  it('a cast along a face within a hair of it meets it only if it comes nearer', () => {
    const world = wall()
    for (const gap of [1e-9, 1e-6, 1e-3]) {
      expect(world.castShape(kit.ball(0.5), { position: at(-10, 1.5 + gap), direction: at(1, 0), maxDistance: 20 })).toBeNull()
      const hit = world.castShape(kit.ball(0.5), { position: at(-10, 1.5 - gap), direction: at(1, 0), maxDistance: 20 })
      expect(hit).not.toBeNull()
      // The ball meets the edge: x² + (0.5 − gap)² = 0.25.
      expect(Math.abs(hit!.distance - (9 - Math.sqrt(0.25 - (0.5 - gap) ** 2)))).toBeLessThan(1e-4)
    }
  })
})
