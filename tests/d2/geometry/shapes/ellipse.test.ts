/** The ellipse: its record against closed forms and sampled points, and what users see of it. */

import { describe, expect, it } from 'vitest'
import { box, capsule, chain, circle, ellipse, heightLine, PhysicsError, polygon, segment, tiles, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { GjkResult, gjkDistance } from '../../../../src/d2/geometry/gjk.ts'
import { MASS_RECORD_SIZE } from '../../../../src/d2/geometry/mass-properties.ts'
import { RayHit, rayShape } from '../../../../src/d2/geometry/ray-shapes.ts'
import { CIRCLE } from '../../../../src/d2/geometry/shapes/circle.ts'
import { ELLIPSE, ellipseShape } from '../../../../src/d2/geometry/shapes/ellipse.ts'
import { createRandom } from '../../../common/random.ts'

const random = createRandom(5)
const side = (): number => Math.pow(20, -random())

describe('the record', () => {
  it('has the mass and inertia of the closed form, and those of a circle', () => {
    const out = new Float64Array(MASS_RECORD_SIZE)
    ellipseShape.mass(Float64Array.of(3, 2, 0, 0), 0, null, 5, out)
    expect(out[0]).toBeCloseTo(30 * Math.PI, 10)
    expect(out[3]).toBeCloseTo(30 * Math.PI * 13 / 4, 10)
    const world = new World()
    const round = world.createBody({ shapes: [circle({ radius: 0.7 })] })
    const same = world.createBody({ shapes: [ellipse({ radii: { x: 0.7, y: 0.7 } })] })
    expect(same.mass).toBeCloseTo(round.mass, 12)
    expect(same.getInertia()).toBeCloseTo(round.getInertia(), 12)
  })

  it('supports, bounds and reaches as its points do', () => {
    const bounds = new Float64Array(4)
    const extent = new Float64Array(1)
    const vertex = new Float64Array(2)
    for (let trial = 0; trial < 200; trial++) {
      const [a, b, angle] = [side(), side(), 7 * random()]
      const size = Float64Array.of(a, b, 0, 0)
      const rot = Float64Array.of(Math.cos(angle), Math.sin(angle))
      const to = 7 * random()
      const dir = Float64Array.of(Math.cos(to), Math.sin(to))
      let [far, right, top] = [0, 0, 0]
      for (let k = 0; k < 4000; k++) {
        const [x, y] = [a * Math.cos(k * Math.PI / 2000), b * Math.sin(k * Math.PI / 2000)]
        const [u, v] = [rot[0]! * x - rot[1]! * y, rot[1]! * x + rot[0]! * y]
        far = Math.max(far, u * dir[0]! + v * dir[1]!)
        right = Math.max(right, u)
        top = Math.max(top, v)
      }
      ellipseShape.coreExtent(extent, 0, rot, 0, size, 0, size, 0, dir, 0, 1)
      ellipseShape.bounds(bounds, new Float64Array(2), 0, rot, 0, size, 0, size, 0)
      ellipseShape.coreVertex(size, 0, null, ellipseShape.support(rot, 0, size, 0, null, dir, 0, 1), vertex, 0)
      const along = (rot[0]! * vertex[0]! - rot[1]! * vertex[1]!) * dir[0]! + (rot[1]! * vertex[0]! + rot[0]! * vertex[1]!) * dir[1]!
      for (const [value, truth] of [[extent[0]!, far], [bounds[2]!, right], [bounds[3]!, top], [-bounds[0]!, right], [-bounds[1]!, top]]) {
        expect(value! - truth!).toBeGreaterThan(-1e-14)
        expect(value! - truth!).toBeLessThan(1e-6)
      }
      expect(along).toBeCloseTo(extent[0]!, 14)
      expect(ellipseShape.reach(size, 0, null)).toBe(Math.max(a, b))
      expect(ellipseShape.thickness(size, 0, null)).toBe(2 * Math.min(a, b))
    }
  })

  it('has the closest point where the way to it is along the normal, as GJK finds it', () => {
    const out = new Float64Array(2)
    const result = new GjkResult()
    let outside = 0
    for (let trial = 0; trial < 2000; trial++) {
      const scale = [1, 1e-3, 1e3][trial % 3]!
      const [a, b] = [scale * side(), scale * side()]
      const size = Float64Array.of(a, b, 0, 0, 0, 0, 0, 0)
      const p = Float64Array.of(scale * (4 * random() - 2), trial % 7 === 0 ? 0 : scale * (4 * random() - 2))
      ellipseShape.closestPoint(out, p, size, 0, null)
      gjkDistance(result, ELLIPSE, CIRCLE, Float64Array.of(1, 0, 1, 0), 0, 2, size, 0, 4, null, null, p[0]!, p[1]!)
      const way = Math.hypot(p[0]! - out[0]!, p[1]! - out[1]!)
      expect(Math.abs(way - result.distance)).toBeLessThan(1e-14 * scale)
      if (way === 0) continue
      outside++
      expect((out[0]! / a) ** 2 + (out[1]! / b) ** 2).toBeCloseTo(1, 12)
      const [nx, ny] = [out[0]! / (a * a), out[1]! / (b * b)]
      const across = (nx * (p[1]! - out[1]!) - ny * (p[0]! - out[0]!)) / Math.hypot(nx, ny)
      expect(Math.abs(across)).toBeLessThan(1e-12 * scale)
    }
    expect(outside).toBeGreaterThan(800)
  })

  it('is hit by rays where they first meet its outline', () => {
    const hit = new RayHit()
    let hits = 0
    for (let trial = 0; trial < 500; trial++) {
      const [a, b, angle] = [side(), side(), 7 * random()]
      const size = Float64Array.of(a, b, 0, 0)
      const rot = Float64Array.of(Math.cos(angle), Math.sin(angle))
      const ray = Float64Array.of(3 * random() - 1.5, 3 * random() - 1.5, random() - 0.5, random() - 0.5, 20)
      const inside = (t: number): boolean => {
        const [x, y] = [ray[0]! + t * ray[2]! - 0.1, ray[1]! + t * ray[3]! - 0.2]
        return ((rot[0]! * x + rot[1]! * y) / a) ** 2 + ((rot[0]! * y - rot[1]! * x) / b) ** 2 <= 1
      }
      const found = rayShape(hit, ELLIPSE, rot, 0, Float64Array.of(0.1, 0.2), 0, size, 0, null, ray, 0)
      if (!found) {
        for (let t = 0; t < 20; t += 0.05) expect(inside(t)).toBe(false)
        continue
      }
      hits++
      if (inside(0)) expect(hit.t).toBe(0)
      else {
        expect(inside(hit.t * (1 - 1e-9) - 1e-9)).toBe(false)
        expect(inside(hit.t + 1e-9) || hit.nx * ray[2]! + hit.ny * ray[3]! > -1e-4).toBe(true)
        expect(hit.nx * ray[2]! + hit.ny * ray[3]!).toBeLessThan(0)
      }
    }
    expect(hits).toBeGreaterThan(70)
  })
})

const FLOORS: Record<string, () => ShapeDefinition[]> = {
  circle: () => [circle({ radius: 3, position: { x: 0, y: -3 } })],
  capsule: () => [capsule({ radius: 1, halfLength: 9, rotation: Math.PI / 2, position: { x: 0, y: -1 } })],
  box: () => [box({ halfExtents: { x: 9, y: 1 }, position: { x: 0, y: -1 } })],
  'rounded box': () => [box({ halfExtents: { x: 9, y: 0.5 }, radius: 0.5, position: { x: 0, y: -1 } })],
  polygon: () => [polygon({ points: [{ x: -9, y: 0 }, { x: 9, y: 0 }, { x: 0, y: -5 }] })],
  'rounded polygon': () => [polygon({ points: [{ x: -9, y: -0.5 }, { x: 9, y: -0.5 }, { x: 0, y: -5 }], radius: 0.5 })],
  segment: () => [segment({ a: { x: -9, y: 0 }, b: { x: 9, y: 0 } })],
  chain: () => chain({ points: [{ x: -9, y: 0 }, { x: -0.1, y: 0 }, { x: 0.1, y: 0 }, { x: 9, y: 0 }] }),
  'height line': () => heightLine({ heights: [0, 0, 0, 0, 0], width: 18 }),
  tiles: () => tiles({ cells: [-3, -1, -2, -1, -1, -1, 0, -1, 1, -1, 2, -1] }),
  ellipse: () => [ellipse({ radii: { x: 5, y: 1 }, position: { x: 0, y: -1 } })],
}

describe.each(Object.keys(FLOORS))('ellipse on %s', (name) => {
  const floor = FLOORS[name]!

  it('rests at its own height, and is found by queries', () => {
    const world = new World({ gravity: { x: 0, y: -10 } })
    const ground = world.createBody({ type: 'static', shapes: floor() })
    const egg = world.createBody({ position: { x: 0, y: 0.4 }, shapes: [ellipse({ radii: { x: 0.5, y: 0.3 } })] })
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(egg.position.y).toBeGreaterThan(0.3 - 2e-3)
    expect(egg.position.y).toBeLessThan(0.301)
    expect(Math.abs(egg.rotation)).toBeLessThan(1e-3)
    const drop = world.castShape(ellipse({ radii: { x: 0.2, y: 0.1 } }), { position: { x: 0, y: 3 }, direction: { x: 0, y: -5 } })
    expect(drop?.body).toBe(egg)
    expect(drop!.distance).toBeCloseTo(3 - egg.position.y - 0.4, 4)
    egg.position = { x: 0, y: 1 }
    expect(world.distance(egg, ground)!.distance).toBeCloseTo(0.7, 6)
    egg.rotation = Math.PI / 2
    expect(world.distance(egg, ground)!.distance).toBeCloseTo(0.5, 6)
    expect(egg.shapes[0]!.containsPoint({ x: 0, y: 1.49 })).toBe(true)
    expect(egg.shapes[0]!.containsPoint({ x: 0.31, y: 1 })).toBe(false)
    const found = world.collideShape(ellipse({ radii: { x: 0.5, y: 0.3 } }), { position: { x: 0, y: 0.25 } }).filter(({ body }) => body === ground)
    expect(Math.max(...found.map(({ depth }) => depth))).toBeCloseTo(0.05, 9)
  })

  it('is stopped at 300 m/s', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const ground = world.createBody({ type: 'static', shapes: floor() })
    const egg = world.createBody({
      position: { x: 0, y: 7 }, rotation: 0.4, linearVelocity: { x: 0, y: -300 }, angularVelocity: 20, shapes: [ellipse({ radii: { x: 0.2, y: 0.1 } })],
    })
    for (let i = 0; i < 30 && Math.abs(egg.position.x) < 1; i++) {
      world.step(1 / 60)
      // Off a round floor it flies spinning within the step of the blow.
      if (Math.abs(egg.position.x) > 0.5) break
      expect(egg.position.y).toBeGreaterThan(-0.05)
      // The blow makes it spin; what a contact holds may breach by a tenth of the thickness within a step.
      expect(world.distance(egg, ground).depth).toBeLessThan(0.11 * 0.2)
    }
    expect(egg.linearVelocity.y).toBeGreaterThan(-250)
  })

  it('senses it', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const zone = world.createBody({ position: { x: 0, y: 2 }, type: 'kinematic', shapes: [ellipse({ radii: { x: 0.5, y: 0.3 }, sensor: true })] })
    world.createBody({ type: 'static', shapes: floor() })
    world.step(1 / 60)
    expect(world.events.sensorBegin).toHaveLength(0)
    zone.position = { x: 0, y: 0.29 }
    world.step(1 / 60)
    expect(world.events.sensorBegin.some(({ sensorBody }) => sensorBody === zone)).toBe(true)
  })
})

describe('what users see', () => {
  it('tells its radii back, and refuses bad ones by name', () => {
    const world = new World()
    const shape = world.createBody({ shapes: [ellipse({ radii: { x: 2, y: 1 } })] }).shapes[0]!
    expect(shape.kind).toBe('ellipse')
    expect(shape.radii).toEqual({ x: 2, y: 1 })
    expect(shape.radius).toBe(2)
    expect(shape.halfLength).toBe(0)
    expect(shape.points).toBeNull()
    expect(world.createBody({ shapes: [circle({ radius: 1 })] }).shapes[0]!.radii).toBeNull()
    for (const [radii, field] of [[{ x: 0, y: 1 }, 'ellipse.radii.x'], [{ x: 1, y: NaN }, 'ellipse.radii.y'], [5, 'ellipse.radii']] as const) {
      let error: unknown
      try {
        ellipse({ radii: radii as never })
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(PhysicsError)
      expect((error as PhysicsError).field.startsWith(field)).toBe(true)
    }
  })

  it('comes back from a snapshot and goes on the same', () => {
    const build = (): World => {
      const world = new World()
      world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 9, y: 1 } })] })
      for (let i = 0; i < 6; i++) world.createBody({ position: { x: 0.3 * i, y: 2 + i }, rotation: i, shapes: [ellipse({ radii: { x: 0.6, y: 0.3 } })] })
      return world
    }
    const world = build()
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    const bytes = world.snapshot()
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    const end = world.hash()
    world.restore(bytes)
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(world.hash()).toBe(end)
  })

  it('is drawn as an outline on its surface', () => {
    const world = new World()
    world.createBody({ position: { x: 1, y: 2 }, rotation: 0.3, shapes: [ellipse({ radii: { x: 2, y: 0.5 } })] })
    const outlines: (readonly { x: number; y: number }[])[] = []
    world.draw({ line() {}, polygon: outline => outlines.push(outline) }, { shapes: true })
    expect(outlines).toHaveLength(1)
    for (const { x, y } of outlines[0]!) {
      const [u, v] = [Math.cos(0.3) * (x - 1) + Math.sin(0.3) * (y - 2), Math.cos(0.3) * (y - 2) - Math.sin(0.3) * (x - 1)]
      expect((u / 2) ** 2 + (v / 0.5) ** 2).toBeCloseTo(1, 12)
    }
  })
})
