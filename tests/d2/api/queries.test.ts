/** Rays and overlaps against closed forms, filters, order, and freshness after a teleport. */

import { box, capsule, circle, polygon, segment, World, type Shape, type ShapeDefinition, type Vec2 } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'

const ORIGIN = { x: 0, y: 0 }
const RIGHT = { x: 1, y: 0 }
const DOWN = { x: 0, y: -1 }

const add = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x + b.x, y: a.y + b.y })
const subtract = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x - b.x, y: a.y - b.y })
const scale = (a: Vec2, s: number): Vec2 => ({ x: a.x * s, y: a.y * s })
const dot = (a: Vec2, b: Vec2): number => a.x * b.x + a.y * b.y
const length = (a: Vec2): number => Math.hypot(a.x, a.y)
const distance = (a: Vec2, b: Vec2): number => length(subtract(a, b))
const rotate = (a: Vec2, angle: number): Vec2 => ({
  x: Math.cos(angle) * a.x - Math.sin(angle) * a.y, y: Math.sin(angle) * a.x + Math.cos(angle) * a.y,
})

class Random {
  readonly next: () => number

  constructor(seed: number) {
    this.next = createRandom(seed)
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  direction(): Vec2 {
    return rotate(RIGHT, this.between(0, 2 * Math.PI))
  }

  point(reach: number): Vec2 {
    return { x: this.between(-reach, reach), y: this.between(-reach, reach) }
  }
}

/** Distance along a unit ray to a circle, or null. */
function rayCircle(origin: Vec2, d: Vec2, center: Vec2, radius: number): number | null {
  const m = subtract(origin, center)
  const b = dot(m, d)
  const square = b * b - dot(m, m) + radius * radius
  if (square < 0) return null
  const t = -b - Math.sqrt(square)
  return t >= 0 ? t : null
}

/** Distance along a ray to a box with the given half extents about the origin, by slabs. */
function rayBox(origin: Vec2, d: Vec2, half: Vec2): number | null {
  let enter = -Infinity
  let leave = Infinity
  for (const axis of ['x', 'y'] as const) {
    const a = (-half[axis] - origin[axis]) / d[axis]
    const b = (half[axis] - origin[axis]) / d[axis]
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter <= leave && enter >= 0 ? enter : null
}

function corners(half: Vec2): Vec2[] {
  return [{ x: half.x, y: half.y }, { x: -half.x, y: half.y }, { x: -half.x, y: -half.y }, { x: half.x, y: -half.y }]
}

function addStatic(world: World, shape: ShapeDefinition, position: Vec2 = ORIGIN): Shape {
  return world.createBody({ type: 'static', position, shapes: [shape] }).shapes[0]
}

describe('castRay', () => {
  it('meets circles where the formula says', () => {
    const random = new Random(1)
    const world = new World()
    const center = { x: 1, y: -2 }
    const shape = addStatic(world, circle({ radius: 1.3 }), center)
    let hits = 0
    for (let i = 0; i < 500; i++) {
      const origin = add(center, scale(random.direction(), random.between(1.5, 8)))
      const aim = subtract(add(center, scale(random.direction(), random.between(0, 2))), origin)
      const direction = scale(aim, 1 / length(aim))
      const truth = rayCircle(origin, direction, center, 1.3)
      const hit = world.castRay({ origin, direction, maxDistance: 100 })
      expect(hit === null).toBe(truth === null)
      if (!hit || truth === null) continue
      hits++
      expect(hit.shape).toBe(shape)
      expect(hit.body).toBe(shape.body)
      expect(hit.distance).toBeCloseTo(truth, 9)
      expect(distance(hit.point, add(origin, scale(direction, truth)))).toBeLessThan(1e-9)
      expect(distance(hit.normal, scale(subtract(hit.point, center), 1 / 1.3))).toBeLessThan(1e-8)
    }
    expect(hits).toBeGreaterThan(100)
  })

  it('meets turned boxes, and polygons of the same corners, where the formula says', () => {
    const random = new Random(2)
    const half = { x: 0.4, y: 1.1 }
    for (const shape of [box({ halfExtents: half }), polygon({ points: corners(half) })]) {
      const world = new World()
      const rotation = random.between(-3, 3)
      const position = { x: -3, y: 4 }
      world.createBody({ type: 'static', position, rotation, shapes: [shape] })
      let hits = 0
      for (let i = 0; i < 400; i++) {
        const origin = add(position, scale(random.direction(), random.between(2, 6)))
        const target = add(position, scale(random.direction(), random.between(0, 1.6)))
        const direction = scale(subtract(target, origin), 1 / distance(target, origin))
        const truth = rayBox(rotate(subtract(origin, position), -rotation), rotate(direction, -rotation), half)
        const hit = world.castRay({ origin, direction, maxDistance: 50 })
        expect(hit === null).toBe(truth === null)
        if (!hit || truth === null) continue
        hits++
        expect(hit.distance).toBeCloseTo(truth, 9)
        expect(length(hit.normal)).toBeCloseTo(1, 9)
        expect(dot(hit.normal, direction)).toBeLessThan(0)
      }
      expect(hits).toBeGreaterThan(100)
    }
  })

  it('meets capsules, segments and rounded boxes', () => {
    const world = new World()
    addStatic(world, capsule({ radius: 0.5, halfLength: 1 }))
    const side = world.castRay({ origin: { x: -4, y: 0.7 }, direction: RIGHT })
    expect(side!.distance).toBeCloseTo(3.5, 9)
    expect(distance(side!.normal, { x: -1, y: 0 })).toBeLessThan(1e-9)
    const cap = world.castRay({ origin: { x: 0.3, y: 5 }, direction: DOWN })
    expect(cap!.distance).toBeCloseTo(5 - 1 - 0.4, 9)
    expect(distance(cap!.normal, { x: 0.6, y: 0.8 })).toBeLessThan(1e-9)
    expect(world.castRay({ origin: { x: 0.51, y: 5 }, direction: DOWN })).toBeNull()
    addStatic(world, segment({ a: { x: 10, y: 0 }, b: { x: 14, y: 4 } }))
    const slope = world.castRay({ origin: { x: 13, y: 8 }, direction: DOWN })
    expect(slope!.distance).toBeCloseTo(5, 9)
    expect(distance(slope!.normal, { x: -Math.SQRT1_2, y: Math.SQRT1_2 })).toBeLessThan(1e-9)
    expect(world.castRay({ origin: { x: 14.01, y: 8 }, direction: DOWN })).toBeNull()
    addStatic(world, box({ halfExtents: { x: 1, y: 1 }, radius: 0.5 }), { x: 20, y: 0 })
    expect(world.castRay({ origin: { x: 20.5, y: 8 }, direction: DOWN })!.distance).toBeCloseTo(6.5, 9)
    expect(world.castRay({ origin: { x: 21.3, y: 8 }, direction: DOWN })!.distance).toBeCloseTo(6.6, 9)
  })

  it('takes directions of any length, measures in metres, and respects maxDistance', () => {
    const world = new World()
    addStatic(world, circle({ radius: 1 }), { x: 10, y: 0 })
    for (const size of [1e-3, 1, 250]) {
      expect(world.castRay({ origin: ORIGIN, direction: { x: size, y: 0 } })!.distance).toBeCloseTo(9, 9)
    }
    expect(world.castRay({ origin: ORIGIN, direction: RIGHT, maxDistance: 8.99 })).toBeNull()
    expect(world.castRay({ origin: ORIGIN, direction: RIGHT, maxDistance: 9.01 })).not.toBeNull()
  })

  it('finds the nearest, all in order, and any', () => {
    const random = new Random(3)
    const world = new World()
    for (const x of [7, 3, 9, 1, 5]) {
      const shape = random.next() < 0.5 ? circle({ radius: 0.4 }) : box({ halfExtents: { x: 0.4, y: 1 } })
      addStatic(world, shape, { x, y: 0 })
    }
    const query = { origin: { x: -2, y: 0 }, direction: RIGHT }
    expect(world.castRay(query)!.distance).toBeCloseTo(2.6, 9)
    const all = world.castRayAll(query)
    expect(all.map((hit) => Math.round(hit.distance * 10) / 10)).toEqual([2.6, 4.6, 6.6, 8.6, 10.6])
    expect(world.castRayAny(query)).toBe(true)
    expect(world.castRayAny({ ...query, direction: { x: -1, y: 0 } })).toBe(false)
    expect(world.castRayAll({ ...query, direction: { x: -1, y: 0 } })).toEqual([])
  })

  it('gives the first made of shapes that are equally near, however many there are', () => {
    const world = new World()
    const shapes = Array.from({ length: 40 }, () => addStatic(world, circle({ radius: 1 })))
    const query = { origin: { x: -5, y: 0.3 }, direction: RIGHT }
    expect(world.castRay(query)!.shape).toBe(shapes[0])
    expect(world.castRayAll(query).map((hit) => hit.shape)).toEqual(shapes)
    world.destroyBody(shapes[0].body)
    expect(world.castRay(query)!.shape).toBe(shapes[1])
  })

  it('is filtered by mask and by excluded body', () => {
    const world = new World()
    const near = addStatic(world, circle({ radius: 0.5, filter: { category: 2 } }), { x: 2, y: 0 })
    const far = addStatic(world, circle({ radius: 0.5, filter: { category: 4 } }), { x: 6, y: 0 })
    const query = { origin: ORIGIN, direction: RIGHT }
    expect(world.castRay(query)!.shape).toBe(near)
    expect(world.castRay({ ...query, filter: { mask: 4 } })!.shape).toBe(far)
    expect(world.castRay({ ...query, filter: { exclude: near.body } })!.shape).toBe(far)
    expect(world.castRay({ ...query, filter: { mask: 8 } })).toBeNull()
    expect(() => new World().castRay({ ...query, filter: { exclude: near.body } })).toThrow(/exclude belongs to another world/)
  })

  it('in a batch gives what single rays give', () => {
    const random = new Random(4)
    const world = new World()
    for (let i = 0; i < 60; i++) {
      const kind = i % 3
      const shape =
        kind === 0
          ? circle({ radius: random.between(0.2, 1) })
          : kind === 1
            ? box({ halfExtents: { x: random.between(0.2, 1), y: 0.5 } })
            : capsule({ radius: 0.3, halfLength: random.between(0.1, 1) })
      world.createBody({ type: i % 2 === 0 ? 'static' : 'dynamic', position: random.point(8), rotation: random.between(-3, 3), shapes: [shape] })
    }
    const count = 300
    const rays = new Float64Array(5 * count)
    for (let i = 0; i < count; i++) {
      const o = scale(random.direction(), 15)
      const d = scale(subtract(scale(random.direction(), 14), o), 0.1)
      rays.set([o.x, o.y, d.x, d.y, 40], i * 5)
    }
    const out = new Float64Array(6 * count)
    const said = world.castRays(rays, out)
    let hits = 0
    for (let i = 0; i < count; i++) {
      const [x, y, dx, dy, maxDistance] = rays.subarray(i * 5, i * 5 + 5)
      const hit = world.castRay({ origin: { x, y }, direction: { x: dx, y: dy }, maxDistance })
      const row = [...out.subarray(i * 6, i * 6 + 6)]
      if (!hit) {
        expect(row).toEqual([-1, 0, 0, 0, 0, 0])
        continue
      }
      hits++
      expect(row).toEqual([hit.distance, hit.normal.x, hit.normal.y, hit.point.x, hit.point.y, hit.body.id])
    }
    expect(said).toBe(hits)
    expect(hits).toBeGreaterThan(50)
    expect(hits).toBeLessThan(count)
  })

  it('refuses what is no ray', () => {
    const world = new World()
    expect(() => world.castRay({ origin: { x: NaN, y: 0 }, direction: RIGHT })).toThrow(/ray\.origin\.x/)
    expect(() => world.castRay({ origin: ORIGIN, direction: ORIGIN })).toThrow(/ray\.direction/)
    expect(() => world.castRay({ origin: ORIGIN, direction: RIGHT, maxDistance: -1 })).toThrow(/maxDistance/)
    expect(() => world.castRays(new Float64Array(7), new Float64Array(8))).toThrow(/5 numbers per ray/)
    expect(() => world.castRays(new Float64Array(10), new Float64Array(11))).toThrow(/at least 12/)
  })

  it('sees a body where it is: before the first step, after a teleport, after destruction', () => {
    const world = new World()
    const body = world.createBody({ position: { x: 0, y: 5 }, shapes: [circle({ radius: 0.5 })] })
    const down = (x: number): number | undefined => world.castRay({ origin: { x, y: 20 }, direction: DOWN })?.distance
    expect(down(0)).toBeCloseTo(14.5, 9)
    for (let i = 0; i < 10; i++) world.step(1 / 60)
    body.teleport({ x: 30, y: 10 })
    expect(down(0)).toBeUndefined()
    expect(down(30)).toBeCloseTo(9.5, 9)
    world.destroyBody(body)
    expect(down(30)).toBeUndefined()
  })

  it('sees a moving body at its present place after a step', () => {
    const world = new World({ gravity: ORIGIN })
    const body = world.createBody({ linearVelocity: { x: 30, y: 0 }, shapes: [circle({ radius: 0.5 })] })
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60)
      const hit = world.castRay({ origin: { x: body.position.x, y: 5 }, direction: DOWN })
      expect(hit!.distance).toBeCloseTo(4.5, 9)
    }
  })
})

describe('overlaps', () => {
  it('overlapBox finds exactly the shapes whose boxes of bounds meet it', () => {
    const random = new Random(5)
    const world = new World()
    const balls = Array.from({ length: 80 }, () => {
      const center = random.point(6)
      const radius = random.between(0.1, 0.8)
      return { shape: addStatic(world, circle({ radius }), center), center, radius }
    })
    let total = 0
    for (let i = 0; i < 50; i++) {
      const min = random.point(5)
      const max = add(min, { x: random.between(0.1, 4), y: random.between(0.1, 4) })
      const truth = balls.filter(({ center: c, radius: r }) => c.x + r >= min.x && c.x - r <= max.x && c.y + r >= min.y && c.y - r <= max.y)
      expect(world.overlapBox({ min, max })).toEqual(truth.map((ball) => ball.shape))
      total += truth.length
    }
    expect(total).toBeGreaterThan(100)
    expect(() => world.overlapBox({ min: { x: 1, y: 0 }, max: { x: 0, y: 1 } })).toThrow(/overlapBox\.min\.x/)
  })

  it('overlapShape is exact for circles against every kind', () => {
    const random = new Random(6)
    const world = new World()
    const half = { x: 0.5, y: 0.8 }
    const boxGap = (p: Vec2): number => Math.hypot(Math.max(Math.abs(p.x) - half.x, 0), Math.max(Math.abs(p.y) - half.y, 0))
    const cases: [ShapeDefinition, (p: Vec2) => number][] = [
      [circle({ radius: 0.7 }), (p) => length(p) - 0.7],
      [capsule({ radius: 0.3, halfLength: 1 }), (p) => Math.hypot(p.x, p.y - Math.max(-1, Math.min(1, p.y))) - 0.3],
      [box({ halfExtents: half }), boxGap],
      [polygon({ points: corners(half) }), boxGap],
      [box({ halfExtents: half, radius: 0.2 }), (p) => boxGap(p) - 0.2],
      [segment({ a: { x: -1, y: 0 }, b: { x: 1, y: 0 } }), (p) => Math.hypot(p.x - Math.max(-1, Math.min(1, p.x)), p.y)],
    ]
    cases.forEach(([definition, gap], at) => {
      const center = { x: 10 * at, y: 0 }
      const shape = addStatic(world, definition, center)
      for (let i = 0; i < 200; i++) {
        const p = scale(random.direction(), random.between(0, 2.2))
        const radius = random.between(0.05, 0.8)
        const separation = gap(p) - radius
        if (Math.abs(separation) < 1e-9) continue
        const found = world.overlapShape(circle({ radius }), { position: add(center, p) })
        expect(found, `${shape.kind} at ${separation}`).toEqual(separation < 0 ? [shape] : [])
      }
    })
  })

  it('overlapShape takes a rotation and a filter', () => {
    const world = new World()
    const shape = addStatic(world, circle({ radius: 0.1, filter: { category: 2 } }), { x: 0, y: 1.8 })
    const bar = box({ halfExtents: { x: 2, y: 0.1 } })
    expect(world.overlapShape(bar, { position: ORIGIN })).toEqual([])
    const upright = { position: ORIGIN, rotation: Math.PI / 2 }
    expect(world.overlapShape(bar, upright)).toEqual([shape])
    expect(world.overlapShape(bar, { ...upright, filter: { mask: 1 } })).toEqual([])
  })

  it('is right after a teleport', () => {
    const world = new World()
    const body = world.createBody({ shapes: [circle({ radius: 0.5 })] })
    body.teleport({ x: 100, y: 0 })
    expect(world.overlapBox({ min: { x: -1, y: -1 }, max: { x: 1, y: 1 } })).toEqual([])
    expect(world.overlapBox({ min: { x: 99, y: -1 }, max: { x: 101, y: 1 } })).toEqual([body.shapes[0]])
    expect(world.overlapShape(circle({ radius: 0.5 }), { position: { x: 100.9, y: 0 } })).toEqual([body.shapes[0]])
  })
})
