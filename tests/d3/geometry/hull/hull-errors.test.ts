// Every input no solid can be made of has an error of its own, with the field and what to do.
import { hull } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../../src/common/errors.ts'
import { buildHull } from '../../../../src/d3/geometry/hull/hull-builder.ts'
import { GENERAL_CLOUDS, makeCloud } from './hull-clouds.ts'

function errorOf(points: ArrayLike<number>): PhysicsError {
  try {
    buildHull(Float64Array.from(points), 'hull.points')
  } catch (error) {
    if (error instanceof PhysicsError) return error
    throw error
  }
  throw new Error('no error')
}

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]

describe('hull errors', () => {
  const cases: [string, ArrayLike<number>, string, string, RegExp][] = [
    ['no points', [], 'degenerate', 'hull.points', /fewer than 4 points.*at least 4/],
    ['three points', [0, 0, 0, 1, 0, 0, 0, 1, 0], 'degenerate', 'hull.points', /fewer than 4 points/],
    ['a length that is no multiple of 3', [...TETRAHEDRON, 1], 'wrong-size', 'hull.points.length', /multiple of 3.*x, y and z/],
    ['one point many times', [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], 'degenerate', 'hull.points', /the same point/],
    ['three distinct points', [...TETRAHEDRON.slice(0, 9), ...TETRAHEDRON.slice(0, 9)], 'degenerate', 'hull.points', /only 3 distinct points/],
    ['points that differ by less than the tolerance', [...TETRAHEDRON.slice(0, 9), 1e-8, 0, 0], 'degenerate', 'hull.points', /only 3 distinct/],
    ['points on a line', [0, 0, 0, 1, 2, 3, 2, 4, 6, -5, -10, -15, 0.1, 0.2, 0.3], 'degenerate', 'hull.points', /one line.*off the line/],
    ['points in a plane', [0, 0, 0, 1, 0, 1, 0, 1, 1, 3, 5, 8, -2, 7, 5], 'degenerate', 'hull.points', /one plane.*thickness/],
    ['NaN', [...TETRAHEDRON.slice(0, 10), NaN, 1], 'not-finite', 'hull.points[3].y', /not finite.*finite/],
    ['Infinity', [...TETRAHEDRON.slice(0, 6), 0, 1, -Infinity, 0, 0, 1], 'not-finite', 'hull.points[2].z', /not finite/],
    ['points too close for doubles', TETRAHEDRON.map((x) => x * 1e-40), 'out-of-range', 'hull.points', /extent/],
    ['points too far for doubles', TETRAHEDRON.map((x) => x * 1e40), 'out-of-range', 'hull.points', /extent/],
  ]
  for (const [name, points, code, field, message] of cases) {
    it(`refuses ${name}`, () => {
      const error = errorOf(points)
      expect([error.code, error.field]).toEqual([code, field])
      expect(error.message).toMatch(message)
    })
  }

  it('refuses flat points at any size and place', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const flat = makeCloud((random, count) => Array.from({ length: count }, () => {
        const [u, v] = [random(), random()]
        return [3 * u + v + 7, u - 2 * v, u + 5 * v]
      }).flat(), 5, 40, scale)
      expect(errorOf(flat).message).toMatch(/one plane/)
    }
  })

  it('gives every mistake its own message', () => {
    const advice = cases.slice(0, 10).map(([, points]) => errorOf(points).message.replace(/^\S+ \(.*?\) /, ''))
    expect(new Set(advice.filter((_, i) => i !== 1 && i !== 5 && i !== 9)).size).toBe(7)
  })

  it('refuses too many points before it looks at them', () => {
    const many = new Proxy(Array.from<number>({ length: 3_000_003 }), { get: (list, key) => (key === 'length' ? list.length : key === '0' ? 1 : undefined) })
    expect(() => hull({ points: many })).toThrow(/hull\.points \(1000001\) is the number of its points; the most is 1000000/)
  })

  it('keeps 254 of more vertices', () => {
    const built = buildHull(makeCloud(GENERAL_CLOUDS['on a sphere'], 3, 300), 'hull.points')
    expect(built.vertexCount).toBeLessThanOrEqual(254)
    expect(built.vertexCount).toBeGreaterThan(200)
  })

  it('accepts 254 vertices and a sliver of 1:100000', () => {
    expect(buildHull(makeCloud(GENERAL_CLOUDS['on a sphere'], 4, 254), 'hull.points').vertexCount).toBe(254)
    expect(buildHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1e-5, 0, 0.5, 0, 1e-5), 'hull.points').faceCount).toBe(4)
  })
})
