/** Mass of ellipsoids, capsules with unequal ends, rounded boxes and rounded hulls: closed forms, limits, and two ways to the same number. */

import { expect, it } from 'vitest'
import { box, capsule, ellipsoid, hull, sphere, type ShapeDefinition } from '../../../../src/d3/index.ts'
import { MASS_RECORD_SIZE } from '../../../../src/d3/geometry/mass-properties.ts'
import { SHAPES } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import { createRandom } from '../../../common/random.ts'

function massOf(definition: ShapeDefinition): number[] {
  const record = new Float64Array(MASS_RECORD_SIZE)
  SHAPES[definition.kindCode]!.mass(Float64Array.from([...definition.size, 0]), 0, definition.hull, 700, record)
  return Array.from(record)
}

function expectSame(found: number[], truth: number[], tolerance: number): void {
  const inertia = Math.max(...truth.slice(4, 7))
  const length = Math.sqrt(inertia / truth[0]!)
  truth.forEach((value, k) => expect(Math.abs(found[k]! - value), `element ${k}`).toBeLessThan(tolerance * (k === 0 ? truth[0]! : k < 4 ? length : inertia)))
}

const cap = (r: number, h: number): number => Math.PI * h * h * (3 * r - h) / 3

it('ellipsoids: m = 4/3 π a b c ρ, m (b² + c²) / 5', () => {
  const [a, b, c] = [0.3, 1.2, 0.7]
  const m = 700 * 4 / 3 * Math.PI * a * b * c
  const truth = [m, 0, 0, 0, m * (b * b + c * c) / 5, m * (a * a + c * c) / 5, m * (a * a + b * b) / 5, 0, 0, 0]
  expectSame(massOf(ellipsoid({ radii: { x: a, y: b, z: c } })), truth, 1e-15)
  expectSame(massOf(ellipsoid({ radii: { x: 0.4, y: 0.4, z: 0.4 } })), massOf(sphere({ radius: 0.4 })), 1e-15)
})

it('capsules with unequal ends: two caps and a cone; a capsule and a ball in the limit', () => {
  const [top, bottom, half] = [0.3, 0.8, 0.6]
  const sine = (bottom - top) / (2 * half)
  const cosine = Math.sqrt(1 - sine * sine)
  const [r, s, height] = [bottom * cosine, top * cosine, 2 * half + (top - bottom) * sine]
  const volume = cap(bottom, bottom * (1 + sine)) + cap(top, top * (1 - sine)) + Math.PI * height * (r * r + r * s + s * s) / 3
  expect(massOf(capsule({ radiusTop: top, radiusBottom: bottom, halfLength: half }))[0]! / 700).toBeCloseTo(volume, 14)
  expectSame(massOf(capsule({ radius: 0.4, radiusTop: 0.4 * (1 + 1e-12), halfLength: 0.7 })), massOf(capsule({ radius: 0.4, halfLength: 0.7 })), 1e-11)
  // The larger ball all but holds the smaller: its mass is what is left.
  const ball = massOf(sphere({ radius: 1 }))
  const swallowed = massOf(capsule({ radiusTop: 1, radiusBottom: 0.5, halfLength: 0.25 * (1 + 1e-9) }))
  expect(swallowed[0]! / ball[0]!).toBeCloseTo(1, 8)
  expect(swallowed[2]).toBeCloseTo(0.25, 8)
})

it('rounded boxes: the closed form, the same by a rounded hull, and a ball in the limit', () => {
  const random = createRandom(4)
  for (let trial = 0; trial < 20; trial++) {
    const [x, y, z, rounding] = [0.2 + random(), 0.2 + random(), 0.2 + random(), 0.01 + 0.4 * random()]
    const points = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c) => ({ x: a * x, y: b * y, z: c * z }))))
    const rounded = massOf(box({ halfExtents: { x: x + rounding, y: y + rounding, z: z + rounding }, rounding }))
    expectSame(massOf(hull({ points, rounding })), rounded, 1e-12)
  }
  const all = massOf(box({ halfExtents: { x: 1 + 1e-7, y: 1 + 1e-7, z: 1 + 1e-7 }, rounding: 1 }))
  expectSame(all, massOf(sphere({ radius: 1 })), 1e-6)
})

it('rounded hulls: by counting points at random, far from their origin too', () => {
  const random = createRandom(8)
  const near = new Float64Array(3)
  for (const shift of [0, 5]) {
    const points = Array.from({ length: 12 }, () => ({ x: random() - 0.5 + shift, y: 1.4 * random(), z: random() }))
    const definition = hull({ points, rounding: 0.25 })
    const record = massOf(definition)
    const shape = SHAPES[definition.kindCode]!
    const size = Float64Array.from([...definition.size, 0])
    const box6 = new Float64Array(6)
    shape.bounds(box6, new Float64Array(3), 0, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0, size, 0, definition.hull)
    let inside = 0
    const sum = [0, 0, 0]
    const square = [0, 0, 0]
    const TRIES = 60_000
    for (let i = 0; i < TRIES; i++) {
      const p = Float64Array.from([0, 1, 2].map((k) => box6[k]! + random() * (box6[3 + k]! - box6[k]!)))
      shape.closestPoint(near, p, size, 0, definition.hull)
      if (near[0] !== p[0] || near[1] !== p[1] || near[2] !== p[2]) continue
      inside++
      for (let k = 0; k < 3; k++) {
        sum[k]! += p[k]!
        square[k]! += p[k]! * p[k]!
      }
    }
    const volume = inside / TRIES * (box6[3]! - box6[0]!) * (box6[4]! - box6[1]!) * (box6[5]! - box6[2]!)
    expect(record[0]! / 700 / volume).toBeCloseTo(1, 1.7)
    const spread = [0, 1, 2].map((k) => square[k]! / inside - (sum[k]! / inside) ** 2)
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(record[1 + k]! - sum[k]! / inside)).toBeLessThan(0.01)
      const [a, b] = [(k + 1) % 3, (k + 2) % 3]
      expect(record[4 + k]! / record[0]! / (spread[a]! + spread[b]!)).toBeCloseTo(1, 1.5)
    }
  }
})
