// Mass, centre and inertia against closed forms, against random sampling, and against the same solid built another way.
import { describe, expect, it } from 'vitest'
import { buildHull } from '../../../src/d3/geometry/hull/hull-builder.ts'
import type { Hull } from '../../../src/d3/geometry/hull/hull.ts'
import {
  accumulateMass, inertiaAbout, MASS_RECORD_SIZE, rotateMass, setRecordMass, translateMass,
} from '../../../src/d3/geometry/mass-properties.ts'
import { BOX } from '../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../../src/d3/geometry/shapes/hull.ts'
import { SHAPES } from '../../../src/d3/geometry/shapes/shape-table.ts'
import { SPHERE } from '../../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../common/random.ts'
import { GENERAL_CLOUDS, makeCloud, randomRotation, rotateAll } from './hull/hull-clouds.ts'

function massOf(kind: number, size: number[], density: number, hull: Hull | null = null): Float64Array {
  const out = new Float64Array(MASS_RECORD_SIZE).fill(99)
  // An offset, as in a column with other shapes before this one.
  SHAPES[kind].mass(Float64Array.of(8, 8, 8, 8, ...size), 4, hull, density, out)
  return out
}

function hullMass(points: ArrayLike<number>, density: number): Float64Array {
  return massOf(HULL, [0, 0, 0, 0], density, buildHull(Float64Array.from(points), 'points'))
}

/** Relative to the mass and to the largest inertia, so that zeros count too; the centre relative to `length`. */
function expectClose(record: Float64Array, expected: ArrayLike<number>, tolerance: number, length = 1): void {
  expect(Math.abs(record[0] / expected[0] - 1)).toBeLessThan(tolerance)
  for (let i = 1; i < 4; i++) expect(Math.abs(record[i] - expected[i])).toBeLessThan(tolerance * length)
  const largest = Math.max(expected[4], expected[5], expected[6])
  for (let i = 4; i < 10; i++) expect(Math.abs(record[i] - expected[i])).toBeLessThan(tolerance * largest)
}

function boxCorners(hx: number, hy: number, hz: number, cx = 0, cy = 0, cz = 0): number[] {
  return Array.from({ length: 8 }, (_, i) => [cx + (i & 1 ? hx : -hx), cy + (i & 2 ? hy : -hy), cz + (i & 4 ? hz : -hz)]).flat()
}

function quatAbout(axis: number, angle: number): Float64Array {
  const q = new Float64Array(4)
  q[axis] = Math.sin(angle / 2)
  q[3] = Math.cos(angle / 2)
  return q
}

/** Rotation matrix of a unit quaternion, row by row. */
function matrixOf(q: Float64Array): number[] {
  const [x, y, z, w] = q
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ]
}

describe('one shape', () => {
  it('sphere: 2/5 m r²', () => {
    const m = 4 / 3 * Math.PI * 8 * 500
    expectClose(massOf(SPHERE, [2, 0, 0, 0], 500), [m, 0, 0, 0, 1.6 * m, 1.6 * m, 1.6 * m, 0, 0, 0], 1e-15)
  })

  it('box: m (b² + c²) / 12 of full lengths', () => {
    const m = 2 * 4 * 6 * 7
    expectClose(massOf(BOX, [1, 2, 3, 0], 7), [m, 0, 0, 0, m * 52 / 12, m * 40 / 12, m * 20 / 12, 0, 0, 0], 1e-15)
  })

  it('capsule: the integral over slices', () => {
    // Midpoint rule over discs of radius s(y): dm = ρπs², I along = ∫ s²/2 dm, across = ∫ (s²/4 + y²) dm.
    for (const [r, h] of [[1, 0.5], [0.2, 3], [2, 0.01], [1, 0]]) {
      const steps = 200000
      const dy = 2 * (h + r) / steps
      let [mass, along, across] = [0, 0, 0]
      for (let i = 0; i < steps; i++) {
        const y = -(h + r) + (i + 0.5) * dy
        const beyond = Math.max(0, Math.abs(y) - h)
        const squared = r * r - beyond * beyond
        const dm = 1000 * Math.PI * squared * dy
        mass += dm
        along += dm * squared / 2
        across += dm * (squared / 4 + y * y)
      }
      expectClose(massOf(CAPSULE, [r, h, 0, 0], 1000), [mass, 0, 0, 0, across, along, across, 0, 0, 0], 1e-9)
    }
  })

  it('a capsule without length is a sphere', () => {
    expectClose(massOf(CAPSULE, [0.7, 0, 0, 0], 3), massOf(SPHERE, [0.7, 0, 0, 0], 3), 1e-15)
  })
})

describe('hull', () => {
  it('tetrahedron with three right angles at the origin', () => {
    // V = abc/6, centre (a, b, c)/4; about the corner ∫x² = V a²/10 and ∫xy = V ab/20, moved to the centre by −V/16.
    const [a, b, c] = [1, 2, 3]
    const m = a * b * c / 6 * 10
    const square = (s: number): number => m * s * s * (1 / 10 - 1 / 16)
    const product = (s: number, t: number): number => -m * s * t * (1 / 20 - 1 / 16)
    const expected = [m, a / 4, b / 4, c / 4, square(b) + square(c), square(a) + square(c), square(a) + square(b),
      product(a, b), product(a, c), product(b, c)]
    expectClose(hullMass([0, 0, 0, a, 0, 0, 0, b, 0, 0, 0, c], 10), expected, 1e-14)
  })

  it('regular tetrahedron: m s² / 20 about any axis', () => {
    const record = hullMass([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1], 1)
    const m = 8 ** 1.5 / (6 * Math.SQRT2)
    expectClose(record, [m, 0, 0, 0, m * 8 / 20, m * 8 / 20, m * 8 / 20, 0, 0, 0], 1e-14)
  })

  it('of a box is the box, wherever and however large', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const box = massOf(BOX, [scale, 2 * scale, 0.3 * scale, 0], 800)
      expectClose(hullMass(boxCorners(scale, 2 * scale, 0.3 * scale), 800), box, 1e-14, scale)
      translateMass(box, 1e4 * scale, -2e4 * scale, 5 * scale)
      expectClose(hullMass(boxCorners(scale, 2 * scale, 0.3 * scale, 1e4 * scale, -2e4 * scale, 5 * scale), 800), box, 2e-11, scale)
    }
  })

  it('of a turned box is the turned box, with signs of xy, xz, yz', () => {
    const q = quatAbout(2, 0.5)
    const record = massOf(BOX, [1, 0.2, 0.1, 0], 1)
    rotateMass(record, q, 0)
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)]
    expectClose(hullMass(rotateAll(boxCorners(1, 0.2, 0.1), [c, -s, 0, s, c, 0, 0, 0, 1]), 1), record, 1e-14)
    // A bar along +x +y has ∫xy > 0, so the matrix element is negative.
    expect(record[7]).toBeLessThan(-0.01)
  })

  it('approaches a sphere with the square of the spacing', () => {
    const errors = [6, 11].map((rings) => {
      const points = [0, 1, 0, 0, -1, 0]
      const perRing = 2 * rings
      for (let i = 1; i < rings; i++) {
        const polar = Math.PI * i / rings
        for (let j = 0; j < perRing; j++) {
          const angle = 2 * Math.PI * j / perRing
          points.push(Math.sin(polar) * Math.cos(angle), Math.cos(polar), Math.sin(polar) * Math.sin(angle))
        }
      }
      const record = hullMass(points, 1)
      const sphere = massOf(SPHERE, [1, 0, 0, 0], 1)
      for (let i = 1; i < 4; i++) expect(Math.abs(record[i])).toBeLessThan(1e-14)
      return [1 - record[0] / sphere[0], 1 - record[4] / sphere[4]]
    })
    for (let k = 0; k < 2; k++) {
      expect(errors[1][k]).toBeGreaterThan(0)
      // (11/6)² = 3.36 for an error of exactly second order.
      expect(errors[0][k] / errors[1][k]).toBeGreaterThan(3)
      expect(errors[0][k] / errors[1][k]).toBeLessThan(3.6)
    }
  })

  it('of random points agrees with random sampling to its own standard error', () => {
    for (let seed = 31; seed < 34; seed++) {
      const random = createRandom(seed)
      const points = rotateAll(makeCloud(GENERAL_CLOUDS['in a cube'], seed, 25).map((value, i) => value * [1, 2, 0.5][i % 3]), randomRotation(random))
      const hull = buildHull(points, 'points')
      const record = massOf(HULL, [0, 0, 0, 0], 1, hull)
      const low = [0, 1, 2].map((axis) => Math.min(...points.filter((_, i) => i % 3 === axis)))
      const high = [0, 1, 2].map((axis) => Math.max(...points.filter((_, i) => i % 3 === axis)))
      const boxVolume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2])
      const samples = 200000
      const sum = new Float64Array(10)
      const squares = new Float64Array(10)
      for (let n = 0; n < samples; n++) {
        const p = [0, 1, 2].map((axis) => low[axis] + (high[axis] - low[axis]) * random())
        let inside = true
        for (let f = 0; f < hull.faceCount && inside; f++) {
          inside = hull.planes[4 * f] * p[0] + hull.planes[4 * f + 1] * p[1] + hull.planes[4 * f + 2] * p[2] <= hull.planes[4 * f + 3]
        }
        if (!inside) continue
        const [x, y, z] = [p[0] - record[1], p[1] - record[2], p[2] - record[3]]
        const values = [1, x, y, z, y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z]
        for (let i = 0; i < 10; i++) {
          sum[i] += values[i]
          squares[i] += values[i] * values[i]
        }
      }
      for (let i = 0; i < 10; i++) {
        const mean = sum[i] / samples
        const error = Math.sqrt((squares[i] / samples - mean * mean) / samples)
        // The first moments about the centre of mass vanish. Four standard errors are passed once in 16,000 times.
        const expected = (i > 0 && i < 4 ? 0 : record[i]) / boxVolume
        expect(Math.abs(mean - expected)).toBeLessThan(4 * error)
        expect(error).toBeGreaterThan(0)
      }
    }
  })
})

describe('several shapes', () => {
  it('dumbbell: two unlike spheres on a rod', () => {
    // Balls of 2 and 6 kg at y = 0 and 4, massless rod: centre at 3, reduced mass 1.5, μ d² = 24.
    const total = new Float64Array(10)
    accumulateMass(total, massOf(SPHERE, [0.5, 0, 0, 0], 2 / (Math.PI / 6)))
    const second = massOf(SPHERE, [1, 0, 0, 0], 6 / (Math.PI * 4 / 3))
    translateMass(second, 0, 4, 0)
    accumulateMass(total, second)
    const balls = 0.4 * 2 * 0.25 + 0.4 * 6
    expectClose(total, [8, 0, 3, 0, balls + 24, balls, balls + 24, 0, 0, 0], 1e-14)
  })

  it('a box from eight boxes, each turned by a quarter, in any order', () => {
    const [hx, hy, hz] = [1, 2, 3]
    const whole = massOf(BOX, [hx, hy, hz, 0], 1000)
    translateMass(whole, 5, 6, 7)
    for (const order of [[0, 1, 2, 3, 4, 5, 6, 7], [6, 3, 0, 5, 1, 7, 2, 4]]) {
      const total = new Float64Array(10)
      for (const i of order) {
        // Turned about x the extents of y and z change places.
        const part = massOf(BOX, [hx / 2, hz / 2, hy / 2, 0], 1000)
        rotateMass(part, quatAbout(0, Math.PI / 2), 0)
        translateMass(part, 5 + (i & 1 ? hx / 2 : -hx / 2), 6 + (i & 2 ? hy / 2 : -hy / 2), 7 + (i & 4 ? hz / 2 : -hz / 2))
        accumulateMass(total, part)
      }
      expectClose(total, whole, 1e-14)
    }
  })

  it('turning the whole equals turning every part', () => {
    const random = createRandom(41)
    const q = Float64Array.of(0.5, -0.1, 0.3, 0)
    q[3] = Math.sqrt(1 - 0.35)
    const whole = new Float64Array(10)
    const parts = new Float64Array(10)
    for (let k = 0; k < 5; k++) {
      const points = makeCloud(GENERAL_CLOUDS['in a ball'], 50 + k, 12)
      const [x, y, z] = [random(), random(), random()]
      const part = hullMass(points, 1 + k)
      translateMass(part, x, y, z)
      accumulateMass(whole, part)
      accumulateMass(parts, hullMass(rotateAll(points.map((value, i) => value + [x, y, z][i % 3]), matrixOf(q)), 1 + k))
    }
    rotateMass(whole, q, 0)
    expectClose(parts, whole, 1e-13)
  })

  it('an empty record changes nothing, in either place', () => {
    const box = massOf(BOX, [1, 2, 3, 0], 1)
    translateMass(box, 1, 1, 1)
    const total = new Float64Array(10)
    accumulateMass(total, new Float64Array(10))
    expect(total).toEqual(new Float64Array(10))
    accumulateMass(total, box)
    accumulateMass(total, new Float64Array(10))
    expect(total).toEqual(box)
  })

  it('inertia about another point: a rod about its end is m L² / 3', () => {
    const rod = massOf(BOX, [0.001, 1, 0.001, 0], 1)
    translateMass(rod, 0, 1, 0)
    const out = new Float64Array(7)
    inertiaAbout(rod, 0, 0, 0, out, 1)
    expect(out[1] / (rod[0] * 4 / 3)).toBeCloseTo(1, 5)
    // Off both axes: xy = −m x y.
    inertiaAbout(rod, 3, 3, 0, out, 1)
    expect(out[4]).toBeCloseTo(-rod[0] * 3 * 2, 15)
    expect(out[3] / (rod[0] * (1 / 3 + 9 + 4))).toBeCloseTo(1, 5)
  })

  it('another mass scales the inertia', () => {
    const box = massOf(BOX, [1, 2, 3, 0], 1000)
    setRecordMass(box, 12)
    expectClose(box, [12, 0, 0, 0, 52, 40, 20, 0, 0, 0], 1e-15)
    const empty = new Float64Array(10)
    setRecordMass(empty, 5)
    expect(empty).toEqual(new Float64Array(10))
  })
})
