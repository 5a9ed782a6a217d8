/** Rays and overlaps against closed forms, filters, order, and freshness after a teleport. */

import { box, capsule, hull, sphere, type Shape, type ShapeDefinition, type Vec3, type World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { aboutAxis, rotate } from '../../../scenes/d3/rotation.ts'
import { add, conjugate, createWorld, distance, dot, length, scale, steps, subtract } from '../accuracy/setup.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const DOWN = { x: 0, y: -1, z: 0 }

/** Distance along a unit ray to a sphere, or null. */
function raySphere(origin: Vec3, d: Vec3, center: Vec3, radius: number): number | null {
  const m = subtract(origin, center)
  const b = dot(m, d)
  const c = dot(m, m) - radius * radius
  const square = b * b - c
  if (square < 0) return null
  const t = -b - Math.sqrt(square)
  return t >= 0 ? t : null
}

/** Distance along a ray to a box with the given half extents about the origin, by slabs. */
function rayBox(origin: Vec3, d: Vec3, half: Vec3): number | null {
  let enter = -Infinity
  let leave = Infinity
  for (const axis of ['x', 'y', 'z'] as const) {
    const a = (-half[axis] - origin[axis]) / d[axis]
    const b = (half[axis] - origin[axis]) / d[axis]
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter <= leave && enter >= 0 ? enter : null
}

function corners(half: Vec3): Vec3[] {
  const points: Vec3[] = []
  for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) points.push({ x: x * half.x, y: y * half.y, z: z * half.z })
  return points
}

function addStatic(world: World, shape: ShapeDefinition, position: Vec3 = ORIGIN): Shape {
  return world.createBody({ type: 'static', position, shapes: [shape] }).shapes[0]!
}

describe('castRay', () => {
  it('meets spheres where the formula says', () => {
    const random = createRandom(1)
    const world = createWorld()
    const center = { x: 1, y: -2, z: 0.5 }
    const shape = addStatic(world, sphere({ radius: 1.3 }), center)
    let hits = 0
    for (let i = 0; i < 500; i++) {
      const origin = add(center, scale(random.direction(), random.between(1.5, 8)))
      const aim = subtract(add(center, scale(random.direction(), random.between(0, 2))), origin)
      const direction = scale(aim, 1 / length(aim))
      const truth = raySphere(origin, direction, center, 1.3)
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

  it('meets turned boxes, and hulls of the same corners, where the formula says', () => {
    const random = createRandom(2)
    const half = { x: 0.4, y: 1.1, z: 0.7 }
    for (const shape of [box({ halfExtents: half }), hull({ points: corners(half) })]) {
      const world = createWorld()
      const rotation = random.rotation()
      const position = { x: -3, y: 4, z: 2 }
      world.createBody({ type: 'static', position, rotation, shapes: [shape] })
      let hits = 0
      for (let i = 0; i < 400; i++) {
        const origin = add(position, scale(random.direction(), random.between(2, 6)))
        const target = add(position, scale(random.direction(), random.between(0, 1.6)))
        const direction = scale(subtract(target, origin), 1 / distance(target, origin))
        const inverse = conjugate(rotation)
        const truth = rayBox(rotate(inverse, subtract(origin, position)), rotate(inverse, direction), half)
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

  it('meets capsules on the side and on the caps', () => {
    const world = createWorld()
    addStatic(world, capsule({ radius: 0.5, halfLength: 1 }))
    const side = world.castRay({ origin: { x: -4, y: 0.7, z: 0 }, direction: { x: 1, y: 0, z: 0 } })
    expect(side!.distance).toBeCloseTo(3.5, 9)
    expect(distance(side!.normal, { x: -1, y: 0, z: 0 })).toBeLessThan(1e-9)
    const cap = world.castRay({ origin: { x: 0.3, y: 5, z: 0 }, direction: DOWN })
    expect(cap!.distance).toBeCloseTo(5 - 1 - 0.4, 9)
    expect(distance(cap!.normal, { x: 0.6, y: 0.8, z: 0 })).toBeLessThan(1e-9)
    expect(world.castRay({ origin: { x: 0.51, y: 5, z: 0 }, direction: DOWN })).toBeNull()
  })

  it('takes directions of any length, measures in metres, and respects maxDistance', () => {
    const world = createWorld()
    addStatic(world, sphere({ radius: 1 }), { x: 10, y: 0, z: 0 })
    for (const size of [1e-3, 1, 250]) {
      const hit = world.castRay({ origin: ORIGIN, direction: { x: size, y: 0, z: 0 } })
      expect(hit!.distance).toBeCloseTo(9, 9)
    }
    expect(world.castRay({ origin: ORIGIN, direction: { x: 1, y: 0, z: 0 }, maxDistance: 8.99 })).toBeNull()
    expect(world.castRay({ origin: ORIGIN, direction: { x: 1, y: 0, z: 0 }, maxDistance: 9.01 })).not.toBeNull()
  })

  it('finds the nearest, all in order, and any', () => {
    const random = createRandom(3)
    const world = createWorld()
    const xs = [7, 3, 9, 1, 5]
    for (const x of xs) {
      const shape = random.next() < 0.5 ? sphere({ radius: 0.4 }) : box({ halfExtents: { x: 0.4, y: 1, z: 1 } })
      addStatic(world, shape, { x, y: 0, z: 0 })
    }
    const query = { origin: { x: -2, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } }
    expect(world.castRay(query)!.distance).toBeCloseTo(2.6, 9)
    const all = world.castRayAll(query)
    expect(all.map(hit => Math.round(hit.distance * 10) / 10)).toEqual([2.6, 4.6, 6.6, 8.6, 10.6])
    expect(world.castRayAny(query)).toBe(true)
    expect(world.castRayAny({ ...query, direction: { x: -1, y: 0, z: 0 } })).toBe(false)
    expect(world.castRayAll({ ...query, direction: { x: -1, y: 0, z: 0 } })).toEqual([])
  })

  it('is filtered by mask and by excluded body', () => {
    const world = createWorld()
    const near = addStatic(world, sphere({ radius: 0.5, filter: { category: 2 } }), { x: 2, y: 0, z: 0 })
    const far = addStatic(world, sphere({ radius: 0.5, filter: { category: 4 } }), { x: 6, y: 0, z: 0 })
    const query = { origin: ORIGIN, direction: { x: 1, y: 0, z: 0 } }
    expect(world.castRay(query)!.shape).toBe(near)
    expect(world.castRay({ ...query, filter: { mask: 4 } })!.shape).toBe(far)
    expect(world.castRay({ ...query, filter: { exclude: near.body } })!.shape).toBe(far)
    expect(world.castRay({ ...query, filter: { mask: 8 } })).toBeNull()
  })

  it('in a batch gives what single rays give', () => {
    const random = createRandom(4)
    const world = createWorld()
    for (let i = 0; i < 60; i++) {
      const position = { x: random.between(-8, 8), y: random.between(-8, 8), z: random.between(-8, 8) }
      const kind = i % 3
      const shape =
        kind === 0
          ? sphere({ radius: random.between(0.2, 1) })
          : kind === 1
            ? box({ halfExtents: { x: random.between(0.2, 1), y: 0.5, z: 0.3 } })
            : capsule({ radius: 0.3, halfLength: random.between(0.1, 1) })
      world.createBody({ type: i % 2 === 0 ? 'static' : 'dynamic', position, rotation: random.rotation(), shapes: [shape] })
    }
    const count = 300
    const rays = new Float64Array(7 * count)
    for (let i = 0; i < count; i++) {
      const o = scale(random.direction(), 15)
      const d = scale(subtract(scale(random.direction(), 6), o), 0.1)
      rays.set([o.x, o.y, o.z, d.x, d.y, d.z, 40], i * 7)
    }
    const out = new Float64Array(8 * count)
    world.castRays(rays, out)
    let hits = 0
    for (let i = 0; i < count; i++) {
      const ray = rays.subarray(i * 7, i * 7 + 7)
      const hit = world.castRay({
        origin: { x: ray[0]!, y: ray[1]!, z: ray[2]! },
        direction: { x: ray[3]!, y: ray[4]!, z: ray[5]! },
        maxDistance: ray[6]!,
      })
      const row = out.subarray(i * 8, i * 8 + 8)
      if (!hit) {
        expect(row[0]).toBe(-1)
        continue
      }
      hits++
      expect([...row]).toEqual([hit.distance, hit.normal.x, hit.normal.y, hit.normal.z, hit.point.x, hit.point.y, hit.point.z, hit.body.id])
    }
    expect(hits).toBeGreaterThan(50)
  })

  it('sees a body where it is: before the first step, after a teleport, after destruction', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 0, y: 5, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    const down = (x: number): number | undefined => world.castRay({ origin: { x, y: 20, z: 0 }, direction: DOWN })?.distance
    expect(down(0)).toBeCloseTo(14.5, 9)
    steps(world, 10)
    body.teleport({ x: 30, y: 10, z: 0 })
    expect(down(0)).toBeUndefined()
    expect(down(30)).toBeCloseTo(9.5, 9)
    world.destroyBody(body)
    expect(down(30)).toBeUndefined()
  })

  it('sees a moving body at its present place after a step', () => {
    const world = createWorld({ gravity: ORIGIN })
    const body = world.createBody({ linearVelocity: { x: 30, y: 0, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    for (let i = 0; i < 30; i++) {
      world.step(1 / 60)
      const hit = world.castRay({ origin: { x: body.position.x, y: 5, z: 0 }, direction: DOWN })
      expect(hit!.distance).toBeCloseTo(4.5, 9)
    }
  })
})

describe('overlaps', () => {
  it('overlapBox finds exactly the shapes whose boxes of bounds meet it', () => {
    const random = createRandom(5)
    const world = createWorld()
    const balls: { shape: Shape; center: Vec3; radius: number }[] = []
    for (let i = 0; i < 80; i++) {
      const center = { x: random.between(-6, 6), y: random.between(-6, 6), z: random.between(-6, 6) }
      const radius = random.between(0.1, 0.8)
      balls.push({ shape: addStatic(world, sphere({ radius }), center), center, radius })
    }
    for (let i = 0; i < 50; i++) {
      const min = { x: random.between(-6, 4), y: random.between(-6, 4), z: random.between(-6, 4) }
      const max = { x: min.x + random.between(0.1, 4), y: min.y + random.between(0.1, 4), z: min.z + random.between(0.1, 4) }
      const found = new Set(world.overlapBox({ min, max }))
      for (const { shape, center, radius } of balls) {
        // Distance of the centre from the box decides for a sphere; its own bounds may reach the corners of the query.
        const dx = Math.max(min.x - center.x, 0, center.x - max.x)
        const dy = Math.max(min.y - center.y, 0, center.y - max.y)
        const dz = Math.max(min.z - center.z, 0, center.z - max.z)
        const touchesBounds = dx <= radius && dy <= radius && dz <= radius
        if (Math.hypot(dx, dy, dz) < radius) expect(found.has(shape)).toBe(true)
        if (!touchesBounds) expect(found.has(shape)).toBe(false)
      }
    }
  })

  it('overlapShape is exact for spheres against every kind', () => {
    const random = createRandom(6)
    const world = createWorld()
    const ball = addStatic(world, sphere({ radius: 0.7 }), { x: -10, y: 0, z: 0 })
    const rod = addStatic(world, capsule({ radius: 0.3, halfLength: 1 }), { x: 0, y: 0, z: 0 })
    const half = { x: 0.5, y: 0.8, z: 0.6 }
    const block = addStatic(world, box({ halfExtents: half }), { x: 10, y: 0, z: 0 })
    const stone = addStatic(world, hull({ points: corners(half) }), { x: 20, y: 0, z: 0 })
    const distances: [Shape, Vec3, (p: Vec3) => number][] = [
      [ball, { x: -10, y: 0, z: 0 }, p => length(p) - 0.7],
      [rod, ORIGIN, p => Math.hypot(p.x, p.y - Math.max(-1, Math.min(1, p.y)), p.z) - 0.3],
      ...[block, stone].map((shape, i): [Shape, Vec3, (p: Vec3) => number] => [
        shape,
        { x: 10 + 10 * i, y: 0, z: 0 },
        p => Math.hypot(Math.max(Math.abs(p.x) - half.x, 0), Math.max(Math.abs(p.y) - half.y, 0), Math.max(Math.abs(p.z) - half.z, 0)),
      ]),
    ]
    for (const [shape, center, gap] of distances) {
      for (let i = 0; i < 200; i++) {
        const p = scale(random.direction(), random.between(0, 2.2))
        const radius = random.between(0.05, 0.8)
        const separation = gap(p) - radius
        if (Math.abs(separation) < 1e-9) continue
        const found = world.overlapShape(sphere({ radius }), { position: add(center, p) })
        expect(found, `${shape.kind} at ${separation}`).toEqual(separation < 0 ? [shape] : [])
      }
    }
  })

  it('overlapShape takes a rotation and a filter', () => {
    const world = createWorld()
    const shape = addStatic(world, sphere({ radius: 0.1, filter: { category: 2 } }), { x: 0, y: 1.8, z: 0 })
    const bar = box({ halfExtents: { x: 2, y: 0.1, z: 0.1 } })
    expect(world.overlapShape(bar, { position: ORIGIN })).toEqual([])
    const upright = { position: ORIGIN, rotation: aboutAxis(0, 0, 1, Math.PI / 2) }
    expect(world.overlapShape(bar, upright)).toEqual([shape])
    expect(world.overlapShape(bar, { ...upright, filter: { mask: 1 } })).toEqual([])
  })

  it('is right after a teleport', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [sphere({ radius: 0.5 })] })
    body.teleport({ x: 100, y: 0, z: 0 })
    expect(world.overlapBox({ min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } })).toEqual([])
    expect(world.overlapBox({ min: { x: 99, y: -1, z: -1 }, max: { x: 101, y: 1, z: 1 } })).toEqual([body.shapes[0]])
    expect(world.overlapShape(sphere({ radius: 0.5 }), { position: { x: 100.9, y: 0, z: 0 } })).toEqual([body.shapes[0]])
  })
})
