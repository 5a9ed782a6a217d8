/** Filters of queries, bodies by id, contacts and joints of a body, in both dimensions and against brute force. */

import type * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'
import { createRandom } from './random.ts'

const DT = 1 / 60

describe.each([PLANE, SPACE])('queries in $name', (kit) => {
  /** Five balls along x, the second and fourth as sensors; categories 1, 2, 4, 8, 16. */
  function row(): { world: d3.World; bodies: d3.Body[]; ray: d3.Ray } {
    const world = kit.world()
    const bodies = [0, 1, 2, 3, 4].map((i) => world.createBody({
      type: 'static', position: at(2 * i, 0), shapes: [kit.ball(0.5, { sensor: i % 2 === 1, filter: { category: 1 << i } })],
    }))
    return { world, bodies, ray: { origin: at(-5, 0), direction: at(1, 0), maxDistance: 50 } }
  }

  /** What all queries find of the row, as indices, in their order; they must agree. */
  function found(world: d3.World, bodies: d3.Body[], ray: d3.Ray, filter?: d3.QueryFilter): number[] {
    const more = filter === undefined ? {} : { filter }
    const all = world.castRayAll({ ...ray, ...more }).map(({ body }) => bodies.indexOf(body))
    const nearest = world.castRay({ ...ray, ...more })
    expect(nearest === null ? [] : [bodies.indexOf(nearest.body)]).toEqual(all.slice(0, 1))
    expect(world.castRayAny({ ...ray, ...more })).toBe(all.length > 0)
    const numbers = kit.name === '2D' ? [-5, 0, 1, 0, 50] : [-5, 0, 0, 1, 0, 0, 50]
    const out = new Float64Array(8)
    expect(world.castRays(new Float64Array(numbers), out, filter)).toBe(Math.min(all.length, 1))
    const body = world.bodyById(out[kit.name === '2D' ? 5 : 7]!)
    expect(body === null ? -1 : bodies.indexOf(body)).toBe(all[0] ?? -1)
    const box = world.overlapBox({ min: { x: -9, y: -9, z: -9 }, max: { x: 99, y: 9, z: 9 }, ...more })
    expect(box.map((shape) => bodies.indexOf(shape.body))).toEqual(all)
    const large = world.overlapShape(kit.box(50, 1), { position: at(0, 0), ...more })
    expect(large.map((shape) => bodies.indexOf(shape.body))).toEqual(all)
    expect(world.collideShape(kit.box(50, 1), { position: at(0, 0), ...more }).map((hit) => bodies.indexOf(hit.body))).toEqual(all)
    return all
  }

  it('see by sensors, exclude, mask and predicate, alone and together', () => {
    const { world, bodies, ray } = row()
    expect(found(world, bodies, ray)).toEqual([0, 1, 2, 3, 4])
    expect(found(world, bodies, ray, {})).toEqual([0, 1, 2, 3, 4])
    expect(found(world, bodies, ray, { sensors: true })).toEqual([0, 1, 2, 3, 4])
    expect(found(world, bodies, ray, { sensors: false })).toEqual([0, 2, 4])
    expect(found(world, bodies, ray, { exclude: bodies[0]! })).toEqual([1, 2, 3, 4])
    expect(found(world, bodies, ray, { exclude: [bodies[0]!, bodies[3]!] })).toEqual([1, 2, 4])
    expect(found(world, bodies, ray, { exclude: [] })).toEqual([0, 1, 2, 3, 4])
    expect(found(world, bodies, ray, { exclude: bodies })).toEqual([])
    expect(found(world, bodies, ray, { mask: 0b10110 })).toEqual([1, 2, 4])
    expect(found(world, bodies, ray, { predicate: (shape) => shape.body.position.x > 3 })).toEqual([2, 3, 4])
    expect(found(world, bodies, ray, { predicate: () => false })).toEqual([])
    expect(found(world, bodies, ray, { sensors: false, mask: 0b11110, exclude: [bodies[2]!], predicate: () => true })).toEqual([4])
  })

  it('agree with brute force on random filters', () => {
    const random = createRandom(7)
    const { world, bodies, ray } = row()
    for (let i = 0; i < 200; i++) {
      const sensors = random() < 0.5
      const mask = Math.floor(32 * random())
      const category = random() < 0.5 ? -1 : 1
      const exclude = bodies.filter(() => random() < 0.3)
      const allowed = bodies.map(() => random() < 0.7)
      const expected = bodies.map((_, k) => k).filter((k) =>
        (sensors || k % 2 === 0) && (mask & (1 << k)) !== 0 && !exclude.includes(bodies[k]!) && allowed[k])
      const predicate = (shape: d3.Shape): boolean => allowed[bodies.indexOf(shape.body)]!
      expect(found(world, bodies, ray, { sensors, mask, category, exclude, predicate })).toEqual(expected)
    }
  })

  it('ask the predicate nearest first, and only of what would be found', () => {
    const { world, bodies, ray } = row()
    const asked: number[] = []
    const predicate = (shape: d3.Shape): boolean => {
      asked.push(bodies.indexOf(shape.body))
      return asked.length === 3
    }
    const hit = world.castRay({ ...ray, filter: { predicate, exclude: bodies[1]! } })
    expect(hit!.body).toBe(bodies[3])
    expect(asked).toEqual([0, 2, 3])
  })

  it('let a predicate ask the world, but not change it', () => {
    const { world, bodies, ray } = row()
    const predicate = (shape: d3.Shape): boolean => world.castRay({ ...ray, origin: shape.body.position, filter: { exclude: shape.body } }) === null
    // Only the last one has nothing behind it.
    expect(found(world, bodies, ray, { predicate })).toEqual([4])
    const hash = world.hash()
    for (const act of [() => world.destroyBody(bodies[4]!), () => world.createBody(), () => world.step(DT), () => world.advance(DT), () => (bodies[0]!.position = at(1, 1))]) {
      const change = (): boolean => {
        act()
        return true
      }
      expect(() => world.castRay({ ...ray, filter: { predicate: change } })).toThrow(expect.objectContaining({ code: 'mid-step' }))
      expect(() => world.overlapShape(kit.ball(50), { position: at(0, 0), filter: { predicate: change } })).toThrow(/in a predicate/)
    }
    expect(world.hash()).toBe(hash)
    expect(() => world.castRay({ ...ray, filter: { predicate: () => { throw new Error('mine') } } })).toThrow('mine')
    world.step(DT)
  })

  it('refuse filters and options that make no sense', () => {
    const { world, bodies, ray } = row()
    const other = row()
    const filters: [unknown, RegExp][] = [
      [{ exclud: bodies[0] }, /filter\.exclud.*[Dd]id you mean exclude/],
      [{ sensor: false }, /[Dd]id you mean sensors/],
      [{ sensors: 1 }, /filter\.sensors/],
      [{ predicate: 3 }, /filter\.predicate/],
      [{ exclude: 3 }, /filter\.exclude/],
      [{ exclude: [bodies[0], null] }, /filter\.exclude\[1\]/],
      [{ exclude: [other.bodies[0]] }, /filter\.exclude\[0\]/],
      [{ mask: 1.5 }, /filter\.mask/],
      [7, /must be an object/],
    ]
    for (const [filter, message] of filters) {
      expect(() => world.castRay({ ...ray, filter: filter as object })).toThrow(message)
      expect(() => world.overlapBox({ min: at(0, 0), max: at(1, 1), filter: filter as object })).toThrow(message)
      expect(() => world.overlapShape(kit.ball(1), { position: at(0, 0), filter: filter as object })).toThrow(message)
      expect(() => world.collideShape(kit.ball(1), { position: at(0, 0), filter: filter as object })).toThrow(message)
      expect(() => world.castRays(new Float64Array(0), new Float64Array(0), filter as object)).toThrow(message)
    }
    expect(() => world.castRay({ ...ray, maxdistance: 3 } as d3.Ray)).toThrow(/[Dd]id you mean maxDistance/)
    expect(() => world.overlapBox({ min: at(0, 0), max: at(1, 1), fliter: {} } as d3.BoxQuery)).toThrow(/[Dd]id you mean filter/)
    expect(() => world.collideShape(kit.ball(1), { postion: at(0, 0) } as unknown as d3.ShapePlacement)).toThrow(/[Dd]id you mean position/)
    world.destroyBody(bodies[0]!)
    expect(() => world.castRay({ ...ray, filter: { exclude: [bodies[0]!] } })).toThrow(expect.objectContaining({ code: 'stale-handle' }))
  })

  it('find bodies by their ids', () => {
    const { world, bodies } = row()
    for (const body of bodies) expect(world.bodyById(body.id)).toBe(body)
    const [first] = bodies
    world.destroyBody(first!)
    expect(world.bodyById(first!.id)).toBe(null)
    const heir = world.createBody()
    expect(world.bodyById(heir.id)).toBe(heir)
    expect(world.bodyById(first!.id)).toBe(null)
    for (const id of [0, -1, 1.5, 1e9, 2 ** 53]) expect(world.bodyById(id)).toBe(null)
    for (const id of ['1', null, undefined, NaN, {}]) expect(() => world.bodyById(id as number)).toThrow(expect.objectContaining({ field: 'world.bodyById' }))
  })
})

describe.each([PLANE, SPACE])('what a body touches in $name', (kit) => {
  const points = kit.name === '2D' ? 2 : 4

  /** Two boxes side by side on a floor, one on top of the first. */
  function stack(): { world: d3.World; floor: d3.Body; left: d3.Body; right: d3.Body; top: d3.Body } {
    const world = kit.world()
    const floor = world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(20, 1)] })
    const cube = (x: number, y: number): d3.Body => world.createBody({ position: at(x, y), shapes: [kit.box(0.5, 0.5)], mass: 2 })
    return { world, floor, left: cube(0, 0.5), right: cube(5, 0.5), top: cube(0, 1.5) }
  }

  it('contacts: the others, normals away from the body, points and impulses that carry the weight', () => {
    const { world, floor, left, right, top } = stack()
    expect(left.contacts()).toEqual([])
    for (let i = 0; i < 30; i++) world.step(DT)
    const of = (body: d3.Body): d3.BodyContact[] => body.contacts()
    expect(of(left).map(({ bodyB }) => bodyB)).toEqual([floor, top])
    expect(of(floor).map(({ bodyB }) => bodyB)).toEqual([left, right])
    expect(of(right).map(({ bodyB }) => bodyB)).toEqual([floor])
    const [below, above] = of(left)
    expect(below!.bodyA).toBe(left)
    expect(below!.shapeA).toBe(left.shapes[0])
    expect(below!.shapeB).toBe(floor.shapes[0])
    expect(below!.normal.y).toBeCloseTo(-1, 9)
    expect(above!.normal.y).toBeCloseTo(1, 9)
    expect(of(top)[0]!.normal.y).toBeCloseTo(-1, 9)
    expect(below!.points).toHaveLength(points)
    const weight = 2 * 9.81 * DT
    expect(below!.impulse / weight).toBeCloseTo(2, 3)
    expect(above!.impulse / weight).toBeCloseTo(1, 3)
    expect(below!.points.reduce((sum, { impulse }) => sum + impulse, 0)).toBeCloseTo(below!.impulse, 12)
    for (const { position, depth } of below!.points) {
      expect(Math.abs(position.x)).toBeCloseTo(0.5, 6)
      expect(Math.abs(position.y)).toBeLessThan(1e-3)
      expect(Math.abs(depth)).toBeLessThan(1e-3)
    }
  })

  it('contacts of sleepers and of a restored world are the same; what is put away touches nothing', () => {
    const { world, left, top } = stack()
    for (let i = 0; i < 120; i++) world.step(DT)
    expect(left.isAwake).toBe(false)
    const plain = (body: d3.Body): unknown => body.contacts().map(({ bodyB, normal, points: list, impulse }) => [bodyB.id, normal, list, impulse])
    const before = plain(left)
    expect(left.contacts()).toHaveLength(2)
    const bytes = world.snapshot()
    top.position = at(0, 9)
    expect(left.contacts()).toHaveLength(1)
    world.destroyBody(top)
    world.step(DT)
    expect(left.contacts()).toHaveLength(1)
    world.restore(bytes)
    expect(plain(left)).toEqual(before)
    expect(() => {
      world.destroyBody(left)
      left.contacts()
    }).toThrow(expect.objectContaining({ code: 'stale-handle' }))
  })

  it('contacts leave out sensors', () => {
    const { world, left } = stack()
    world.createBody({ type: 'static', position: at(0, 0.5), shapes: [kit.box(2, 2, { sensor: true })] })
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(left.contacts()).toHaveLength(2)
  })

  it('joints in the order of the world', () => {
    const { world, left, right, top } = stack()
    expect(left.joints()).toEqual([])
    const one = world.createDistanceJoint({ bodyA: left, bodyB: right, maxLength: 9 })
    const two = world.createFixedJoint({ bodyA: top, bodyB: left })
    expect(left.joints()).toEqual([one, two])
    expect(right.joints()).toEqual([one])
    world.destroyJoint(one)
    expect(left.joints()).toEqual([two])
    expect(right.joints()).toEqual([])
  })

  it('overlaps with depth, normal and points', () => {
    const world = kit.world()
    const wall = world.createBody({ type: 'static', shapes: [kit.box(1, 4)] })
    const [hit] = world.collideShape(kit.ball(0.5), { position: at(1.2, 0.3) })
    expect(hit!.body).toBe(wall)
    expect(hit!.shape).toBe(wall.shapes[0])
    expect(hit!.normal.x).toBeCloseTo(1, 12)
    expect(hit!.depth).toBeCloseTo(0.3, 12)
    expect(hit!.points).toHaveLength(1)
    expect(hit!.points[0]!.position.x).toBeCloseTo(0.85, 12)
    expect(hit!.points[0]!.position.y).toBeCloseTo(0.3, 12)
    const [face] = world.collideShape(kit.box(0.5, 0.5), { position: at(-1.4, 0) })
    expect(face!.normal.x).toBeCloseTo(-1, 12)
    expect(face!.depth).toBeCloseTo(0.1, 12)
    expect(face!.points).toHaveLength(points)
    expect(world.collideShape(kit.ball(0.5), { position: at(9, 0) })).toEqual([])
  })
})
