/** Cylinders and cones: mass against closed forms, rays against sampling, what is refused. */

import { describe, expect, it } from 'vitest'
import { capsule, cone, cylinder, PhysicsError, World } from '../../../../src/d3/index.ts'
import { MASS_RECORD_SIZE } from '../../../../src/d3/geometry/mass-properties.ts'
import { SHAPES } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import type { ShapeDefinition } from '../../../../src/d3/index.ts'
import { createRandom } from '../../../common/random.ts'

function massOf(definition: ShapeDefinition, density: number): Float64Array {
  const record = new Float64Array(MASS_RECORD_SIZE)
  SHAPES[definition.kindCode]!.mass(Float64Array.from([...definition.size, 0]), 0, definition.hull, density, record)
  return record
}

function expectMass(definition: ShapeDefinition, mass: number, center: number, along: number, across: number): void {
  const found = massOf(definition, 700)
  const expected = [mass, 0, center, 0, across, along, across, 0, 0, 0]
  const size = Math.sqrt(along / mass)
  expected.forEach((value, k) => {
    const unit = k === 0 ? mass : k < 4 ? size : along
    expect(Math.abs(found[k]! - value), `element ${k}`).toBeLessThan(2e-14 * unit)
  })
}

describe('mass', () => {
  it('of cylinders: m = π r² H ρ, ½ m r² along, m (3 r² + H²) / 12 across', () => {
    for (const [r, h] of [[0.5, 1], [2, 0.1], [1e-3, 3e-3], [300, 20]] as const) {
      const m = 700 * Math.PI * r * r * 2 * h
      expectMass(cylinder({ radius: r, halfHeight: h }), m, 0, 0.5 * m * r * r, m * (3 * r * r + 4 * h * h) / 12)
    }
  })

  it('of cones: m = π r² H ρ / 3 at a quarter of the height, 3/10 m r² along, 3/80 m (4 r² + H²) across', () => {
    for (const [r, h] of [[0.5, 1], [2, 0.1], [1e-3, 3e-3]] as const) {
      const m = 700 * Math.PI * r * r * 2 * h / 3
      expectMass(cone({ radius: r, halfHeight: h }), m, -0.5 * h, 0.3 * m * r * r, 3 / 80 * m * (4 * r * r + 4 * h * h))
    }
  })

  it('of truncated cones: a cone less its tip', () => {
    const [top, bottom, h] = [0.3, 0.8, 0.6]
    const whole = cone({ radius: bottom, halfHeight: h * bottom / (bottom - top) })
    const tip = cone({ radius: top, halfHeight: h * top / (bottom - top) })
    const [w, t] = [massOf(whole, 700), massOf(tip, 700)]
    // Heights of the centres above the base.
    const [cw, ct] = [0.5 * h * bottom / (bottom - top), 2 * h + 0.5 * h * top / (bottom - top)]
    const m = w[0]! - t[0]!
    const c = (w[0]! * cw - t[0]! * ct) / m
    const across = w[4]! + w[0]! * (cw - c) ** 2 - t[4]! - t[0]! * (ct - c) ** 2
    expectMass(cylinder({ radiusTop: top, radiusBottom: bottom, halfHeight: h }), m, c - h, w[5]! - t[5]!, across)
  })

  it('of rounded cylinders: the volume of the ring, and a capsule where all of the end is round', () => {
    const [r, h, round] = [0.7, 0.5, 0.2]
    const [core, half] = [r - round, h - round]
    const ends = Math.PI * (core * core * round + 0.5 * Math.PI * core * round * round + 2 / 3 * round ** 3)
    const volume = 2 * half * Math.PI * r * r + 2 * ends
    expect(massOf(cylinder({ radius: r, halfHeight: h, rounding: round }), 1)[0]).toBeCloseTo(volume, 14)
    const round1 = massOf(cylinder({ radius: 0.4, halfHeight: 1, rounding: 0.4 }), 700)
    massOf(capsule({ radius: 0.4, halfLength: 0.6 }), 700).forEach((value, k) => expect(Math.abs(round1[k]! - value)).toBeLessThan(1e-12))
  })
})

it('rays hit where the solid begins, by sampling', () => {
  const random = createRandom(5)
  const hit = new Float64Array(4)
  const near = new Float64Array(3)
  const shapes = [
    cylinder({ radius: 0.5, halfHeight: 0.8 }), cone({ radius: 0.6, halfHeight: 0.5 }),
    cylinder({ radiusTop: 0.7, radiusBottom: 0.2, halfHeight: 0.5 }), cylinder({ radius: 0.6, halfHeight: 0.4, rounding: 0.15 }),
  ]
  let hits = 0
  for (let trial = 0; trial < 800; trial++) {
    const { kindCode, size: given } = shapes[trial % 4]!
    const shape = SHAPES[kindCode]!
    const size = Float64Array.from(given)
    const spot = (range: number): number => range * (2 * random() - 1)
    const origin = [spot(2), spot(2), spot(2)]
    const toward = [spot(0.6) - origin[0]!, spot(0.6) - origin[1]!, spot(0.6) - origin[2]!]
    const length = Math.hypot(...toward)
    const ray = Float64Array.from([...origin, ...toward.map((x) => x / length)])
    const distanceAt = (t: number): number => {
      const p = Float64Array.from([0, 1, 2].map((k) => ray[k]! + t * ray[3 + k]!))
      shape.closestPoint(near, p, size, 0, null)
      return Math.hypot(p[0]! - near[0]!, p[1]! - near[1]!, p[2]! - near[2]!)
    }
    let first = Infinity
    for (let t = 0; t < 5; t += 0.01) if (distanceAt(t) === 0) { first = t; break }
    if (!shape.ray(hit, ray, size, 0, null)) {
      expect(first).toBe(Infinity)
      continue
    }
    hits++
    expect(hit[0]).toBeLessThan(first + 1e-12)
    expect(distanceAt(hit[0]!)).toBeLessThan(1e-13)
    if (first < Infinity && first > 0) expect(hit[0]).toBeGreaterThan(first - 0.01 - 1e-12)
    expect(Math.hypot(hit[1]!, hit[2]!, hit[3]!)).toBeCloseTo(1, 12)
  }
  expect(hits).toBeGreaterThan(400)
})

describe('definitions', () => {
  it('refuse what makes no cylinder, and say how it is meant', () => {
    const wrong = (make: () => unknown, field: string): void => {
      let error: unknown
      try {
        make()
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(PhysicsError)
      expect((error as PhysicsError).field).toBe(field)
    }
    wrong(() => cylinder({ halfHeight: 1 }), 'cylinder.radius')
    wrong(() => cylinder({ radiusTop: 1, halfHeight: 1 }), 'cylinder.radius')
    wrong(() => cylinder({ radius: 1, radiusTop: 1, radiusBottom: 2, halfHeight: 1 }), 'cylinder.radius')
    wrong(() => cylinder({ radiusTop: 0, radiusBottom: 0, halfHeight: 1 }), 'cylinder.radiusTop')
    wrong(() => cylinder({ radius: 1, halfHeight: 0 }), 'cylinder.halfHeight')
    wrong(() => cylinder({ radius: 1, halfHeight: 1, rounding: 1 }), 'cylinder.rounding')
    wrong(() => cylinder({ radius: 1, radiusTop: 0, halfHeight: 1, rounding: 0.1 }), 'cylinder.rounding')
    wrong(() => cylinder({ radius: 1, halfHeight: 1, rounding: -1 }), 'cylinder.rounding')
    wrong(() => cone({ radius: 0, halfHeight: 1 }), 'cone.radius')
  })

  it('are told back by the shape as they were given, and survive a snapshot', () => {
    const world = new World()
    const { shapes: [shape] } = world.createBody({
      shapes: [cylinder({ radiusTop: 0.5, radiusBottom: 0.9, halfHeight: 0.7, rounding: 0.1 })],
    })
    expect(shape!.kind).toBe('cylinder')
    expect(shape!.radiusTop).toBeCloseTo(0.5, 14)
    expect(shape!.radiusBottom).toBeCloseTo(0.9, 14)
    expect(shape!.halfHeight).toBeCloseTo(0.7, 14)
    expect(shape!.radius).toBeCloseTo(0.9, 14)
    expect(shape!.rounding).toBe(0.1)
    world.step(1 / 60)
    const before = world.hash()
    const snapshot = world.snapshot()
    for (let i = 0; i < 10; i++) world.step(1 / 60)
    world.restore(snapshot)
    expect(world.hash()).toBe(before)
  })
})
