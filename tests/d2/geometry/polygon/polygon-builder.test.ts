import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../../src/common/errors.ts'
import { buildBox, buildPolygon } from '../../../../src/d2/geometry/polygon/polygon-builder.ts'
import type { Polygon } from '../../../../src/d2/geometry/polygon/polygon.ts'
import { createRandom } from '../../../common/random.ts'

const build = (...points: number[]): Polygon => buildPolygon(Float64Array.from(points), 'polygon.points')

function expectSound(p: Polygon): void {
  const { vertices: v, normals: n, vertexCount } = p
  expect(v.length).toBe(2 * vertexCount)
  for (let i = 0; i < vertexCount; i++) {
    const j = (i + 1) % vertexCount
    expect(Math.hypot(n[2 * i], n[2 * i + 1])).toBeCloseTo(1, 14)
    const height = (k: number): number => n[2 * i] * (v[2 * k] - v[2 * i]) + n[2 * i + 1] * (v[2 * k + 1] - v[2 * i + 1])
    expect(Math.abs(height(j))).toBeLessThan(1e-14 * p.radius)
    // All others are well below: strictly convex, counter-clockwise.
    for (let k = 0; k < vertexCount; k++) if (k !== i && k !== j) expect(height(k)).toBeLessThan(0)
  }
}

function refusal(...points: number[]): PhysicsError {
  try {
    build(...points)
  } catch (error) {
    return error as PhysicsError
  }
  throw new Error('was not refused')
}

describe('polygon builder', () => {
  it('keeps a triangle, whichever way round it is given', () => {
    for (const p of [build(0, 0, 2, 0, 0, 1), build(0, 0, 0, 1, 2, 0), build(2, 0, 0, 1, 0, 0)]) {
      expectSound(p)
      expect([...p.vertices]).toEqual([0, 0, 2, 0, 0, 1])
      expect(p.center[0]).toBeCloseTo(2 / 3, 14)
      expect(p.center[1]).toBeCloseTo(1 / 3, 14)
      expect(p.radius).toBe(2)
    }
  })

  it('makes the same of a box and of its corners', () => {
    const p = buildBox(2, 0.5)
    const q = build(2, 0.5, -2, -0.5, 2, -0.5, -2, 0.5)
    expect([...q.vertices]).toEqual([...p.vertices])
    expect([...q.normals].map((x) => x + 0)).toEqual([0, -1, 1, 0, 0, 1, -1, 0])
    expect(p.innerRadius).toBe(0.5)
    expect(p.radius).toBeCloseTo(Math.hypot(2, 0.5), 14)
    expect([...p.center].map((x) => x + 0)).toEqual([0, 0])
  })

  it('leaves out what is inside, doubled or on a straight edge', () => {
    const p = build(0, 0, 1, 0, 2, 0, 2, 0, 2, 1e-8, 2, 1, 1, 1, 1, 1 + 1e-8, 0, 1, 0, 0.5, 0.7, 0.3, 1e-9, 1e-9)
    expectSound(p)
    expect(p.vertexCount).toBe(4)
  })

  it('holds every point of a cloud, at any scale and place', () => {
    const random = createRandom(2)
    for (let round = 0; round < 300; round++) {
      const scale = 10 ** (12 * random() - 6)
      const far = round % 3 === 0 ? 1000 * scale : 0
      const count = 3 + Math.floor(random() * 12)
      const points = new Float64Array(2 * count)
      for (let i = 0; i < points.length; i++) points[i] = scale * (random() + 1e-3) + far
      const p = buildPolygon(points, 'points')
      expectSound({ ...p, radius: Math.max(p.radius, far) })
      for (let i = 0; i < count; i++) for (let e = 0; e < p.vertexCount; e++) {
        const height = p.normals[2 * e] * (points[2 * i] - p.vertices[2 * e]) + p.normals[2 * e + 1] * (points[2 * i + 1] - p.vertices[2 * e + 1])
        expect(height).toBeLessThan(2e-6 * scale)
      }
    }
  })

  it('takes circles of up to sixteen corners, and thins fine ones', () => {
    const ring = (count: number): number[] =>
      Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((a) => [Math.cos(a), Math.sin(a)])
    const p = build(...ring(16))
    expect(p.vertexCount).toBe(16)
    expect(p.innerRadius).toBeCloseTo(Math.cos(Math.PI / 16), 14)
    for (const count of [17, 4000, 5000]) {
      const thinned = build(...ring(count))
      expect(thinned.vertexCount).toBe(16)
      expect(thinned.innerRadius).toBeGreaterThan(Math.cos((2 * Math.PI) / 17) - 1e-12)
    }
  })

  it('refuses what is no polygon, and says why', () => {
    expect(refusal(0, 0, 1).code).toBe('wrong-size')
    expect(refusal(0, 0, 1, 1).code).toBe('degenerate')
    expect(refusal(0, 0, 1, 1, 2, 2, 5, 5).code).toBe('degenerate')
    expect(refusal(0, 0, 1, 1, 2, 2 + 1e-8).code).toBe('degenerate')
    expect(refusal(3, 3, 3, 3, 3, 3).code).toBe('degenerate')
    expect(refusal(0, 0, 1e31, 0, 0, 1e31).code).toBe('out-of-range')
    const error = refusal(0, 0, 1, NaN, 2, 0)
    expect(error.code).toBe('not-finite')
    expect(error.field).toBe('polygon.points[1].y')
  })
})
