/** `world.draw`: what it tells a renderer, in both dimensions, against the shapes themselves. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { at, PLANE, SPACE } from './helpers/both-dimensions.ts'

interface Told {
  lines: [d3.Vec3, d3.Vec3, number][]
  faces: [d3.Vec3[], number][]
  points: [d3.Vec3, number][]
  texts: string[]
}

/** A renderer that takes notes; `full`: with all methods. */
function noting(full: boolean): { told: Told; renderer: d3.DebugRenderer } {
  const told: Told = { lines: [], faces: [], points: [], texts: [] }
  const line = (a: d3.Vec3, b: d3.Vec3, color: number): void => void told.lines.push([a, b, color])
  const more = {
    triangle: (a: d3.Vec3, b: d3.Vec3, c: d3.Vec3, color: number): void => void told.faces.push([[a, b, c], color]),
    polygon: (points: readonly d3.Vec3[], color: number): void => void told.faces.push([[...points], color]),
    point: (place: d3.Vec3, color: number): void => void told.points.push([place, color]),
    text: (_place: d3.Vec3, text: string): void => void told.texts.push(text),
  }
  return { told, renderer: full ? { line, ...more } : { line } }
}

const ONLY = { shapes: false }

describe.each([PLANE, SPACE])('drawing in $name', (kit) => {
  function scene(): { world: d3.World; bodies: Record<'ground' | 'sensor' | 'lift' | 'awake' | 'off', d3.Body> } {
    const world = kit.world()
    const bodies = {
      ground: world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(20, 1)] }),
      sensor: world.createBody({ type: 'static', position: at(9, 3), shapes: [kit.ball(1, { sensor: true })] }),
      lift: world.createBody({ type: 'kinematic', position: at(-9, 3), shapes: [kit.box(1, 1)] }),
      awake: world.createBody({ position: at(0, 0.5), shapes: [kit.ball(0.5)] }),
      off: world.createBody({ position: at(4, 3), enabled: false, shapes: [kit.box(0.5, 0.5)] }),
    }
    return { world, bodies }
  }

  it('colours shapes by state, and every point told lies on its shape', () => {
    const { world, bodies } = scene()
    const colors = { static: 1, sensor: 2, kinematic: 3, awake: 4, disabled: 5, asleep: 6 }
    const byColor = [bodies.ground, bodies.sensor, bodies.lift, bodies.awake, bodies.off]
    for (const full of [true, false]) {
      const { told, renderer } = noting(full)
      const hash = world.hash()
      world.draw(renderer, { colors })
      expect(world.hash()).toBe(hash)
      const all: [d3.Vec3, number][] = [
        ...told.faces.flatMap(([points, color]) => points.map((p): [d3.Vec3, number] => [p, color])),
        ...told.lines.flatMap(([a, b, color]): [d3.Vec3, number][] => [[a, color], [b, color]]),
      ]
      expect(new Set(all.map(([, color]) => color))).toEqual(new Set([1, 2, 3, 4, 5]))
      expect(told.faces.length > 0).toBe(full)
      for (const [point, color] of all) {
        const body = byColor[color - 1]!
        if (body === bodies.off) continue
        const near = world.closestPoint({ point, filter: { predicate: (shape) => shape.body === body } })!
        expect(near.distance).toBeLessThan(1e-9)
      }
    }
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(bodies.awake.isAwake).toBe(false)
    const { told, renderer } = noting(true)
    world.draw(renderer, { colors })
    expect(told.faces.some(([, color]) => color === 6)).toBe(true)
    expect(told.faces.some(([, color]) => color === 4)).toBe(false)
  })

  it('shows contacts, joints, boxes, islands, centres and labels, each on its own', () => {
    const { world, bodies } = scene()
    const hinge = kit.name === '2D' ? 'createHingeJoint' : 'createBallJoint'
    world[hinge as 'createBallJoint']({ bodyA: null, bodyB: world.createBody({ position: at(12, 4), shapes: [kit.ball(0.3)] }), anchor: at(12, 5) })
    world.step(1 / 60)
    const tell = (options: d3.DrawOptions): Told => {
      const { told, renderer } = noting(true)
      world.draw(renderer, options)
      return told
    }
    expect(tell(ONLY)).toEqual({ lines: [], faces: [], points: [], texts: [] })
    const contacts = tell({ ...ONLY, contacts: true, scale: 2 })
    expect(contacts.points.length).toBe(1)
    expect(Math.abs(contacts.points[0]![0].y)).toBeLessThan(0.01)
    const [[from, to]] = contacts.lines as [[d3.Vec3, d3.Vec3, number]]
    expect(Math.abs(to.y - from.y)).toBeCloseTo(2, 6)
    const joints = tell({ ...ONLY, joints: true })
    expect(joints.points.length).toBe(2)
    expect(joints.lines.length).toBe(3)
    const boxes = tell({ ...ONLY, bounds: true })
    expect(boxes.lines.length).toBe(6 * (kit.name === '2D' ? 4 : 12))
    const islands = tell({ ...ONLY, islands: true, labels: true })
    expect(islands.lines.length).toBe(2 * (kit.name === '2D' ? 4 : 12))
    expect(islands.texts.filter((text) => text === '1 bodies').length).toBe(2)
    expect(islands.texts).toContain(String(bodies.awake.id))
    const centers = tell({ ...ONLY, centersOfMass: true })
    expect(centers.points.length).toBe(world.bodyCount)
    expect(centers.points.map(([place]) => place.x)).toContain(bodies.lift.centerOfMass.x)
  })

  it('refuses what cannot draw, and says what was meant', () => {
    const { world } = scene()
    const { renderer } = noting(true)
    expect(() => world.draw({} as never)).toThrow(/must be an object with a method line/)
    expect(() => world.draw({ line() {}, point: 3 } as never)).toThrow(/draw.renderer.point/)
    expect(() => world.draw(renderer, { contact: true } as never)).toThrow(/Did you mean contacts/)
    expect(() => world.draw(renderer, { joints: 1 } as never)).toThrow(/draw.joints/)
    expect(() => world.draw(renderer, { scale: 0 })).toThrow(/draw.scale/)
    expect(() => world.draw(renderer, { colors: { awke: 1 } as never })).toThrow(/Did you mean awake/)
    expect(() => world.draw(renderer, { colors: { awake: 2 ** 24 } })).toThrow(/draw.colors.awake/)
  })
})

it('triangles of every kind of shape are turned outwards and close', () => {
  for (const shape of [d3.sphere({ radius: 1 }), d3.box({ halfExtents: { x: 1, y: 2, z: 0.5 } }), d3.capsule({ radius: 0.5, halfLength: 1 }),
    d3.hull({ points: [{ x: 0, y: 0, z: 0 }, { x: 2, y: 0, z: 0 }, { x: 0, y: 2, z: 0 }, { x: 0, y: 0, z: 2 }] })]) {
    const world = new d3.World()
    const body = world.createBody({ position: { x: 1, y: 2, z: 3 }, rotation: { x: 0.3, y: 0.1, z: -0.2, w: 0.9 }, shapes: [shape] })
    const { told, renderer } = noting(true)
    world.draw(renderer)
    const c = body.centerOfMass
    let volume = 0
    let [x, y, z] = [0, 0, 0]
    for (const [[p, q, r]] of told.faces as [[d3.Vec3, d3.Vec3, d3.Vec3], number][]) {
      const [u, v] = [{ x: q.x - p.x, y: q.y - p.y, z: q.z - p.z }, { x: r.x - p.x, y: r.y - p.y, z: r.z - p.z }]
      const n = { x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x }
      const out = n.x * (p.x - c.x) + n.y * (p.y - c.y) + n.z * (p.z - c.z)
      expect(out).toBeGreaterThan(-1e-9)
      volume += out / 6
      ;[x, y, z] = [x + n.x, y + n.y, z + n.z]
    }
    expect(Math.hypot(x, y, z)).toBeLessThan(1e-9)
    // Round shapes are drawn from within.
    expect(volume * 1000).toBeLessThan(body.mass * (1 + 1e-9))
    expect(volume * 1000).toBeGreaterThan(body.mass * 0.85)
  }
})

it('polygons of the plane go counter-clockwise; segments are lines', () => {
  const world = new d2.World()
  const shapes = [d2.circle({ radius: 1 }), d2.box({ halfExtents: { x: 1, y: 2 }, radius: 0.3 }), d2.capsule({ radius: 0.5, halfLength: 1 }), d2.segment({ a: { x: 0, y: 0 }, b: { x: 1, y: 1 } })]
  world.createBody({ type: 'static', rotation: 0.7, shapes })
  const { told, renderer } = noting(true)
  world.draw(renderer as unknown as d2.DebugRenderer)
  expect(told.faces.length).toBe(3)
  expect(told.lines.length).toBe(2)
  for (const [points] of told.faces) {
    const area = points.reduce((sum, p, i) => sum + p.x * points[(i + 1) % points.length]!.y - p.y * points[(i + 1) % points.length]!.x, 0) / 2
    expect(area).toBeGreaterThan(1)
  }
})
