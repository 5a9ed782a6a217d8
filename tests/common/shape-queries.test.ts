/** Shape casts, closest points, distances and points in shapes, by hand, in both dimensions. Random cases are in tests/families/common/casts.test.ts. */

import * as d2 from 'fulcrum-physics/2d'
import type * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

const near = (value: number): unknown => expect.closeTo(value, 9)

describe.each([PLANE, SPACE])('queries with shapes in $name', (kit) => {
  /** Three unit balls at x = 0, 4 and 8. */
  function row(): { world: d3.World; bodies: d3.Body[] } {
    const world = kit.world()
    const bodies = [0, 4, 8].map((x) => world.createBody({ type: 'static', position: at(x, 0), shapes: [kit.ball(1)] }))
    return { world, bodies }
  }

  it('a ball that is cast stops where the surfaces touch', () => {
    const { world, bodies } = row()
    const hit = world.castShape(kit.ball(0.5), { position: at(-5, 0), direction: at(2, 0) })!
    expect(hit.body).toBe(bodies[0])
    expect(hit.shape).toBe(bodies[0]!.shapes[0])
    expect(hit.distance).toEqual(near(3.5))
    expect(hit.point).toMatchObject({ x: near(-1), y: near(0) })
    expect(hit.normal).toMatchObject({ x: near(-1), y: near(0) })
    expect(hit.depth).toBe(0)
    expect(world.castShape(kit.ball(0.5), { position: at(-5, 0), direction: at(1, 0), maxDistance: 3.4 })).toBeNull()
    expect(world.castShape(kit.ball(0.5), { position: at(-5, 1.6), direction: at(1, 0) })).toBeNull()
    expect(world.castShapeAll(kit.ball(0.5), { position: at(-5, 1.4), direction: at(1, 0) }).map(({ body }) => bodies.indexOf(body))).toEqual([0, 1, 2])
    expect(world.castShapeAll(kit.ball(0.5), { position: at(20, 0), direction: at(-1, 0) }).map(({ body }) => bodies.indexOf(body))).toEqual([2, 1, 0])
  })

  it('a long cast is as exact as a short one', () => {
    const { world } = row()
    const from = 1e5
    const hit = world.castShape(kit.box(0.5, 0.5), { position: at(-from, 0), direction: at(1, 0), maxDistance: 2e5 })!
    expect(Math.abs(hit.distance - (from - 1.5))).toBeLessThan(1e-9)
  })

  it('a cast that starts in overlap gives depth and normal, or is let out', () => {
    const { world, bodies } = row()
    const start = { position: at(-1.2, 0), direction: at(-1, 0), maxDistance: 5 }
    const hit = world.castShape(kit.ball(0.5), start)!
    expect(hit).toMatchObject({ distance: 0, depth: near(0.3), body: bodies[0] })
    expect(hit.normal.x).toEqual(near(-1))
    expect(world.castShape(kit.ball(0.5), { ...start, stopAtPenetration: false })).toBeNull()
    const inwards = world.castShape(kit.ball(0.5), { ...start, direction: at(1, 0), stopAtPenetration: false })!
    expect(inwards).toMatchObject({ distance: 0, depth: near(0.3) })
  })

  it('of shapes at the same distance the first row is nearest, whatever the tree has seen', () => {
    for (const moves of [0, 1, 2]) {
      const world = kit.world()
      const bodies = [0, 1, 2, 3].map(() => world.createBody({ type: 'kinematic', position: at(0, 0), shapes: [kit.ball(1)] }))
      for (let i = 0; i < moves; i++) {
        bodies[i]!.position = at(30, 30)
        world.step(1 / 60)
        bodies[i]!.position = at(0, 0)
        world.step(1 / 60)
      }
      expect(world.castRay({ origin: at(0, 0), direction: at(1, 0) })!.body).toBe(bodies[0])
      expect(world.castRay({ origin: at(-5, 0), direction: at(1, 0) })!.body).toBe(bodies[0])
      expect(world.castShape(kit.ball(0.5), { position: at(0, 0), direction: at(1, 0) })!.body).toBe(bodies[0])
      expect(world.castShape(kit.ball(0.5), { position: at(-5, 0), direction: at(1, 0) })!.body).toBe(bodies[0])
      expect(world.closestPoint({ point: at(0, 0) })!.body).toBe(bodies[0])
      expect(world.closestPoint({ point: at(5, 0) })!.body).toBe(bodies[0])
    }
  })

  it('closest points, and points inside', () => {
    const { world, bodies } = row()
    expect(world.closestPoint({ point: at(5.5, 0) })).toMatchObject({ body: bodies[1], distance: near(0.5), point: { x: near(5), y: near(0) } })
    expect(world.closestPoint({ point: at(5.5, 0), filter: { exclude: bodies[1]! } })).toMatchObject({ body: bodies[2], distance: near(1.5) })
    expect(world.closestPoint({ point: at(5.5, 0), maxDistance: 0.4 })).toBeNull()
    expect(world.closestPoint({ point: at(8.5, 0.1) })).toMatchObject({ body: bodies[2], distance: 0, point: { x: 8.5, y: 0.1 } })
    expect(kit.world().closestPoint({ point: at(0, 0) })).toBeNull()
    expect(world.overlapPoint({ point: at(4.5, 0) })).toEqual([bodies[1]!.shapes[0]])
    expect(world.overlapPoint({ point: at(2, 0) })).toEqual([])
    expect(bodies[1]!.containsPoint(at(4.5, 0))).toBe(true)
    expect(bodies[1]!.shapes[0]!.containsPoint(at(5.1, 0))).toBe(false)
  })

  it('distances of shapes and bodies', () => {
    const { world, bodies } = row()
    const apart = world.distance(bodies[0]!, bodies[1]!.shapes[0]!)
    expect(apart).toMatchObject({ distance: near(2), depth: 0, pointA: { x: near(1) }, pointB: { x: near(3) }, normal: { x: near(1) } })
    const pair = world.createBody({ type: 'static', position: at(0, 1.5), shapes: [kit.ball(1, { position: at(4, 20) }), kit.ball(1)] })
    const deep = world.distance(pair, bodies[0]!)
    expect(deep).toMatchObject({ distance: 0, depth: near(0.5), normal: { y: near(-1) }, pointA: { y: near(0.5) }, pointB: { y: near(1) } })
    expect(deep.shapeA).toBe(pair.shapes[1])
    const empty = world.createBody({ type: 'static' })
    expect(() => world.distance(empty, pair)).toThrow(/without shapes/)
    expect(() => world.distance(kit.world().createBody({ type: 'static', shapes: [kit.ball(1)] }), pair)).toThrow(expect.objectContaining({ code: 'foreign-handle' }))
  })

  it('batches write the same, and allocate no answers', () => {
    const { world, bodies } = row()
    const space = kit.name === '3D'
    const casts = space ? [-5, 0, 0, 0, 0, 0, 2, 1, 0, 0, 100, -5, 9, 0, 0, 0, 0, 1, 1, 0, 0, 100] : [-5, 0, 0, 1, 0, 100, -5, 9, 0, 1, 0, 100]
    const stride = space ? 9 : 7
    const out = new Float64Array(2 * stride)
    expect(world.castShapes(kit.ball(0.5), new Float64Array(casts), out)).toBe(1)
    expect(out[0]).toEqual(near(3.5))
    expect(world.bodyById(out[stride - 1]!)).toBe(bodies[0])
    expect(out[stride]).toBe(-1)
    expect(() => world.castShapes(kit.ball(0.5), new Float64Array(7), out)).toThrow(/numbers per cast/)
    const points = new Float64Array(space ? [5.5, 0, 0, 1, 5.5, 0, 0, 0.1] : [5.5, 0, 1, 5.5, 0, 0.1])
    const near2 = new Float64Array(space ? 10 : 8)
    expect(world.closestPoints(points, near2)).toBe(1)
    expect(near2[0]).toEqual(near(0.5))
    expect(near2[near2.length / 2]).toBe(-1)
  })

  it('a mistaken option says what was meant', () => {
    const { world } = row()
    expect(() => world.castShape(kit.ball(1), { position: at(0, 0), direction: at(1, 0), maxDistnce: 3 } as never)).toThrow(/Did you mean maxDistance/)
    expect(() => world.castShape(kit.ball(1), { position: at(0, 0), translation: at(1, 0) } as never)).toThrow(/Did you mean direction/)
    expect(() => world.castShape(kit.ball(1), { position: at(0, 0), direction: at(0, 0) })).toThrow(/length above 0/)
    expect(() => world.closestPoint({ position: at(0, 0) } as never)).toThrow(/Did you mean point/)
  })
})

it('rays pass the back of chains if they are told so', () => {
  const world = new d2.World()
  // Its left is above it.
  const floor = world.createBody({ type: 'static', shapes: d2.chain({ points: [{ x: 5, y: 0 }, { x: 0, y: 0 }, { x: -5, y: 0 }].toReversed() }) })
  const down = { origin: { x: 1, y: 3 }, direction: { x: 0, y: -1 } }
  const up = { origin: { x: 1, y: -3 }, direction: { x: 0, y: 1 } }
  for (const backFaces of [true, false]) {
    expect(world.castRay({ ...down, backFaces })?.body ?? null).toBe(floor)
    expect(world.castRay({ ...up, backFaces })?.body ?? null).toBe(backFaces ? floor : null)
  }
  expect(world.castShape(d2.circle({ radius: 0.5 }), { position: up.origin, direction: up.direction })!.distance).toBeCloseTo(2.5, 9)
})
