import { describe, expect, it } from 'vitest'
import {
  accumulateMass, inertiaAbout, MASS_RECORD_SIZE, rotateMass, setRecordMass, translateMass,
} from '../../../src/d2/geometry/mass-properties.ts'
import { SHAPES } from '../../../src/d2/geometry/shapes/shape-table.ts'
import { createRandom } from '../../common/random.ts'
import { box, capsule, circle, MAKERS, NAMES, pointDistance, polygon, segment, type TestShape } from './collide/truth.ts'

function massOf(shape: TestShape, density = 1): Float64Array {
  const out = new Float64Array(MASS_RECORD_SIZE)
  SHAPES[shape.kind].mass(Float64Array.from(shape.size), 0, shape.polygon, density, out)
  return out
}

function expectClose(record: Float64Array, expected: readonly number[]): void {
  for (let i = 0; i < 4; i++) expect(record[i]).toBeCloseTo(expected[i], 12)
}

describe('mass properties', () => {
  it('closed forms', () => {
    expectClose(massOf(circle(2), 3), [12 * Math.PI, 0, 0, 24 * Math.PI])
    expectClose(massOf(box(1, 2), 2), [16, 0, 0, (16 * (4 + 16)) / 12])
    // A right triangle: m (a² + b²) / 18 about its centre.
    expectClose(massOf(polygon([[0, 0], [3, 0], [0, 6]])), [9, 1, 2, (9 * (9 + 36)) / 18])
    expectClose(massOf(segment(3)), [0, 0, 0, 0])
    // A box without width, rounded, is a capsule.
    const thin = massOf(box(1e-9, 1.5, [0, 0], 0, 0.7))
    const bar = massOf(capsule(0.7, 1.5))
    for (let i = 0; i < 4; i++) expect(thin[i]).toBeCloseTo(bar[i], 7)
  })

  it('against a fine grid', () => {
    const random = createRandom(8)
    for (const name of NAMES) {
      if (name === 'segment') continue
      for (let round = 0; round < 3; round++) {
        const shape = { ...MAKERS[name](random, 1, 2), angle: 0 }
        const record = massOf(shape)
        const sum = [0, 0, 0, 0]
        const n = 400
        const half = 2.5
        const cell = (2 * half) / n
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
          const x = -half + cell * (i + 0.5)
          const y = -half + cell * (j + 0.5)
          // Cells on the rim count by their share.
          const share = Math.min(1, Math.max(0, 0.5 - pointDistance(shape, [x, y]) / cell)) * cell * cell
          sum[0] += share
          sum[1] += share * x
          sum[2] += share * y
          sum[3] += share * (x * x + y * y)
        }
        const [mass, x, y] = [sum[0], sum[1] / sum[0], sum[2] / sum[0]]
        const inertia = sum[3] - mass * (x * x + y * y)
        expect(record[0] / mass).toBeCloseTo(1, 3)
        expect(Math.abs(record[1] - x)).toBeLessThan(1e-3)
        expect(Math.abs(record[2] - y)).toBeLessThan(1e-3)
        expect(Math.abs(record[3] / inertia - 1)).toBeLessThan(2e-3)
      }
    }
  })

  it('two halves make a whole, wherever they are put', () => {
    const total = new Float64Array(MASS_RECORD_SIZE)
    for (const side of [-1, 1]) {
      const part = massOf(box(0.5, 2), 3)
      translateMass(part, side * 0.5, 0)
      accumulateMass(total, part)
    }
    expectClose(total, [...massOf(box(1, 2), 3)])
    const about = new Float64Array(1)
    inertiaAbout(total, 3, 4, about, 0)
    expect(about[0]).toBeCloseTo(total[3] + total[0] * 25, 12)
    setRecordMass(total, 1)
    expectClose(total, [1, 0, 0, (4 + 16) / 12])
    translateMass(total, 2, 0)
    rotateMass(total, Float64Array.of(0, Math.PI / 2), 1)
    expectClose(total, [1, 0, 2, (4 + 16) / 12])
  })
})
