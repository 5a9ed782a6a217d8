/** Rows of contacts as users read them, in both dimensions: J against separations, λ against weights, bounds against Coulomb. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const G = 9.81
const MASS = 3
const DT = 1 / 60
/** Slope of the ground, rad; friction holds up to atan(0.6). */
const SLOPE = 0.3
const STEP = 1e-6

const COS = Math.cos(SLOPE)
const SIN = Math.sin(SLOPE)

function plane(friction = 0.6, slope = SLOPE): { world: d2.World; body: d2.Body } {
  const world = new d2.World({ sleeping: false })
  world.createBody({ type: 'static', rotation: slope, shapes: [d2.box({ halfExtents: { x: 10, y: 0.5 }, friction })] })
  const up = 0.5 + 0.4
  const position = { x: -up * Math.sin(slope), y: up * Math.cos(slope) }
  const body = world.createBody({ mass: MASS, position, rotation: slope, shapes: [d2.box({ halfExtents: { x: 0.6, y: 0.4 }, friction })] })
  return { world, body }
}

function space(friction = 0.6, slope = SLOPE): { world: d3.World; body: d3.Body } {
  const world = new d3.World({ sleeping: false })
  const rotation = { x: 0, y: 0, z: Math.sin(slope / 2), w: Math.cos(slope / 2) }
  world.createBody({ type: 'static', rotation, shapes: [d3.box({ halfExtents: { x: 10, y: 0.5, z: 10 }, friction })] })
  const up = 0.5 + 0.4
  const position = { x: -up * Math.sin(slope), y: up * Math.cos(slope), z: 0 }
  const shapes = [d3.box({ halfExtents: { x: 0.6, y: 0.4, z: 0.5 }, friction })]
  return { world, body: world.createBody({ mass: MASS, position, rotation, shapes }) }
}

describe.each([['plane', plane, 2], ['space', space, 4]] as const)('contact rows in the %s', (_, make, points) => {
  it('of a box at rest on a slope: normals carry its weight, friction holds it, within its bounds', () => {
    const { world, body } = make()
    for (let i = 0; i < 120; i++) world.step(DT)
    const [contact, ...others] = body.contacts()
    expect(others).toEqual([])
    const rows = contact!.readRows()
    const normals = rows.filter(({ role }) => role === 'normal')
    const tangents = rows.filter(({ role }) => role === 'tangent')
    expect(rows.map(({ name }) => name)).toEqual(
      points === 2 ? ['normal 1', 'normal 2', 'tangent'] : ['normal 1', 'normal 2', 'normal 3', 'normal 4', 'tangent 1', 'tangent 2', 'twist'],
    )
    const pressed = normals.reduce((sum, { force }) => sum + force, 0)
    expect(pressed).toBeCloseTo(MASS * G * COS, 3)
    expect(Math.hypot(...tangents.map(({ force }) => force))).toBeCloseTo(MASS * G * SIN, 3)
    for (const row of rows) {
      expect(row.lambda).toBeCloseTo(row.force * DT, 12)
      expect(row.lambda).toBeGreaterThanOrEqual(row.low)
      expect(row.lambda).toBeLessThanOrEqual(row.high)
      expect(row.route).toBe('sweeps')
    }
    for (const { high } of tangents) expect(high).toBeCloseTo(0.6 * pressed * DT, 12)
    // The body is A here: the force on it is −Σ λ J of B, and Σ λ J of A. It carries the body's weight.
    let up = 0
    let along = 0
    for (const { J, force } of rows) {
      up += force * J.a.linear.y
      along += force * J.a.linear.x
      expect(J.b.linear.y).toBeCloseTo(-J.a.linear.y, 12)
    }
    expect(up).toBeCloseTo(MASS * G, 3)
    expect(along).toBeCloseTo(0, 3)
  })

  it('J of the normals is the rate of the separations', () => {
    const { world, body } = make()
    for (let i = 0; i < 10; i++) world.step(DT)
    const { x, y } = body.position
    const before = body.contacts()[0]!.readRows()
    for (const axis of ['x', 'y'] as const) {
      const shifted = [STEP, -STEP].map((by) => {
        body.teleport({ ...body.position, x, y, [axis]: (axis === 'x' ? x : y) + by } as never)
        // A box that slides takes its corners along: what counts is how far the faces are apart.
        return body.contacts()[0]!.readRows()
      })
      for (let i = 0; i < points; i++) {
        const slope = (shifted[0]![i]!.C - shifted[1]![i]!.C) / (2 * STEP)
        expect(before[i]!.J.a.linear[axis]).toBeCloseTo(slope, 6)
      }
    }
  })

  it('K is the inverse mass seen at the point, and its block inverts', () => {
    const { world, body } = make(0.6, 0)
    for (let i = 0; i < 10; i++) world.step(DT)
    const rows = body.contacts()[0]!.readRows()
    const spin = points === 2 ? MASS * (1.2 * 1.2 + 0.8 * 0.8) / 12 : 0
    for (const row of rows.filter(({ role }) => role === 'normal')) {
      if (points === 2) expect(row.K).toBeCloseTo(1 / MASS + 0.36 / spin, 6)
      else expect(row.K).toBeCloseTo(1 / MASS + (0.36 * 12) / (MASS * (1.44 + 0.64)) + (0.25 * 12) / (MASS * (1 + 0.64)), 6)
      expect(row.effectiveMass).toBeGreaterThan(0)
    }
  })

  it('inside onContact they are those of the step before, and only there', () => {
    const { world } = make(0.6, 0)
    for (let i = 0; i < 60; i++) world.step(DT)
    let pressed = 0
    let kept: { readRows(): unknown } | null = null
    world.onContact = (contact: d2.Contact | d3.Contact) => {
      kept = contact
      contact.friction = 0.1
      const rows = contact.readRows()
      pressed = rows.filter(({ role }) => role === 'normal').reduce((sum, { force }) => sum + force, 0)
      expect(rows.find(({ role }) => role === 'tangent')!.high).toBeCloseTo(0.1 * pressed * DT, 12)
    }
    world.step(DT)
    expect(pressed).toBeCloseTo(MASS * G, 3)
    expect(() => kept!.readRows()).toThrow(/contact\.readRows .*after world\.onContact has returned/)
  })
})

it('reading rows changes nothing', () => {
  for (const make of [plane, space]) {
    const { world, body } = make()
    const { world: twin } = make()
    for (let i = 0; i < 20; i++) {
      world.step(DT)
      twin.step(DT)
      for (const contact of body.contacts()) contact.readRows()
    }
    expect(world.hash()).toBe(twin.hash())
  }
})
