// Symmetric 3×3 matrices against plain matrix products written out.
import { describe, expect, it } from 'vitest'
import { quatNormalize, quatToMatrix } from '../../../src/d3/math/quaternion.ts'
import {
  isPhysicalInertia, isPositiveDefinite, principalAxes, symmetricCholesky, symmetricInverse, symmetricRotate, symmetricRotateByQuat,
} from '../../../src/d3/math/symmetric3.ts'
import { createRandom } from '../../common/random.ts'

type Matrix = number[][]

const IDENTITY: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

function full(m: ArrayLike<number>, at = 0): Matrix {
  return [[m[at], m[at + 3], m[at + 4]], [m[at + 3], m[at + 1], m[at + 5]], [m[at + 4], m[at + 5], m[at + 2]]]
}

function packed(m: Matrix): Float64Array {
  return Float64Array.of(m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2])
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => [0, 1, 2].map((j) => row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j]))
}

function transpose(a: Matrix): Matrix {
  return [0, 1, 2].map((i) => [a[0][i], a[1][i], a[2][i]])
}

function difference(a: Matrix, b: Matrix): number {
  return Math.max(...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i][j]))))
}

function rotationOf(q: Float64Array, at = 0): Matrix {
  const r = new Float64Array(9)
  quatToMatrix(q, at, r, 0)
  return [[r[0], r[1], r[2]], [r[3], r[4], r[5]], [r[6], r[7], r[8]]]
}

function randomQuat(random: () => number): Float64Array {
  const q = Float64Array.from({ length: 4 }, () => random() - 0.5)
  quatNormalize(q, 0)
  return q
}

/** R diag R^T. */
function tensor(values: number[], q: Float64Array): Matrix {
  const r = rotationOf(q)
  return multiply(multiply(r, [[values[0], 0, 0], [0, values[1], 0], [0, 0, values[2]]]), transpose(r))
}

describe('inverse and Cholesky factor', () => {
  it('give back the identity and the matrix', () => {
    const random = createRandom(21)
    for (let trial = 0; trial < 500; trial++) {
      const values = [random() + 0.1, 10 * random() + 0.1, 100 * random() + 0.1]
      const m = new Float64Array(10)
      m.set(packed(tensor(values, randomQuat(random))), 2)
      const out = new Float64Array(9)
      expect(symmetricInverse(m, 2, out, 3)).toBe(true)
      expect(difference(multiply(full(m, 2), full(out, 3)), IDENTITY)).toBeLessThan(1e-12)
      expect(symmetricCholesky(m, 2, out, 3)).toBe(true)
      const l = [[out[3], 0, 0], [out[6], out[4], 0], [out[7], out[8], out[5]]]
      expect(difference(multiply(l, transpose(l)), full(m, 2))).toBeLessThan(1e-13)
      const inPlace = m.slice()
      symmetricInverse(m, 2, out, 3)
      symmetricInverse(inPlace, 2, inPlace, 2)
      expect(inPlace.subarray(2, 8)).toEqual(out.subarray(3, 9))
    }
  })

  it('keep thin bars accurate: a principal value of 1e-8 beside 1', () => {
    const random = createRandom(22)
    for (let trial = 0; trial < 100; trial++) {
      const q = randomQuat(random)
      const m = packed(tensor([1e-8, 1, 1], q))
      const out = new Float64Array(6)
      expect(symmetricInverse(m, 0, out, 0)).toBe(true)
      expect(difference(full(out), tensor([1e8, 1, 1], q)) / 1e8).toBeLessThan(1e-7)
    }
  })

  it('refuse what is not positive definite and leave the output alone', () => {
    const random = createRandom(23)
    for (let trial = 0; trial < 300; trial++) {
      const values = [[-1e-3, 1, 2], [-1e-12, 1, 2], [-1, -2, -3], [3, -0.5, 1], [NaN, 1, 1], [0, 0, 0]][trial % 6]
      let m = packed(tensor(values, randomQuat(random)))
      if (trial % 7 === 0) {
        // u uᵀ + v vᵀ of whole numbers: singular without any rounding.
        const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => Math.floor(100 * random()) - 50)
        m = Float64Array.of(a * a + d * d, b * b + e * e, c * c + f * f, a * b + d * e, a * c + d * f, b * c + e * f)
      }
      const out = new Float64Array(6).fill(7)
      expect(symmetricInverse(m, 0, out, 0)).toBe(false)
      expect(symmetricCholesky(m, 0, out, 0)).toBe(false)
      expect(isPositiveDefinite(m, 0)).toBe(false)
      expect(out).toEqual(new Float64Array(6).fill(7))
    }
    expect(isPositiveDefinite(Float64Array.of(1e-30, 2e-30, 3e-30, 0, 0, 0), 0)).toBe(true)
  })
})

describe('rotation', () => {
  it('is R m R^T, also in place', () => {
    const random = createRandom(24)
    for (let trial = 0; trial < 300; trial++) {
      const m = Float64Array.from({ length: 6 }, () => 2 * random() - 1)
      const q = randomQuat(random)
      const r = rotationOf(q)
      const expected = multiply(multiply(r, full(m)), transpose(r))
      const out = new Float64Array(8)
      symmetricRotate(m, 0, Float64Array.from(r.flat()), 0, out, 2)
      expect(difference(full(out, 2), expected)).toBeLessThan(1e-15 * 8)
      symmetricRotateByQuat(m, 0, q, 0, m, 0)
      expect(difference(full(m), expected)).toBeLessThan(1e-15 * 8)
    }
  })
})

describe('principal axes', () => {
  it('find the values and axes a tensor was made of', () => {
    const random = createRandom(25)
    for (let trial = 0; trial < 1000; trial++) {
      const values = [[1, 2, 3], [1, 1, 5], [2, 2, 2], [1e-9, 1, 1], [4, 1e-3, 4], [-1, 0, 2]][trial % 6].map((value) => value * (1 + random()))
      const m = packed(tensor(values, randomQuat(random)))
      const found = new Float64Array(5)
      const q = new Float64Array(5)
      principalAxes(m, 0, found, 2, q, 1)
      const sorted = Array.from(found.subarray(2)).sort((a, b) => a - b)
      values.sort((a, b) => a - b)
      for (let i = 0; i < 3; i++) expect(Math.abs(sorted[i] - values[i])).toBeLessThan(2e-14)
      expect(Math.hypot(q[1], q[2], q[3], q[4])).toBeCloseTo(1, 15)
      const r = rotationOf(q, 1)
      const d = [[found[2], 0, 0], [0, found[3], 0], [0, 0, found[4]]]
      expect(difference(multiply(multiply(r, d), transpose(r)), full(m))).toBeLessThan(2e-14)
    }
  })

  it('leave a diagonal tensor as it is and work at any size', () => {
    const values = new Float64Array(3)
    const q = new Float64Array(4)
    principalAxes(Float64Array.of(3, 1, 2, 0, 0, 0), 0, values, 0, q, 0)
    expect([...values, ...q]).toEqual([3, 1, 2, 0, 0, 0, 1])
    for (const scale of [1e-100, 1e-20, 1e20, 1e100]) {
      const m = packed(tensor([1, 2, 3], Float64Array.of(0.1, 0.5, 0.1, Math.sqrt(0.73)))).map((value) => value * scale)
      principalAxes(m, 0, values, 0, q, 0)
      const sorted = Array.from(values, (value) => value / scale).sort((a, b) => a - b)
      for (let i = 0; i < 3; i++) expect(sorted[i]).toBeCloseTo(i + 1, 13)
    }
  })

  it('are exact for a tensor with known axes', () => {
    // Eigenvalues 1, 3 along (1, −1, 0), (1, 1, 0) and 5 along z.
    const values = new Float64Array(3)
    const q = new Float64Array(4)
    principalAxes(Float64Array.of(2, 2, 5, 1, 0, 0), 0, values, 0, q, 0)
    expect(Array.from(values).map((value) => Math.round(value * 1e14) / 1e14)).toEqual([1, 3, 5])
    const r = rotationOf(q)
    expect(Math.abs(r[0][0])).toBeCloseTo(Math.SQRT1_2, 15)
    expect(r[1][0]).toBeCloseTo(-r[0][0], 15)
    expect(r[2][2]).toBeCloseTo(1, 15)
  })
})

describe('physical inertia', () => {
  it('obeys the triangle inequality on principal values whatever the axes', () => {
    const random = createRandom(26)
    const cases: [number[], boolean][] = [
      [[1, 1, 1], true], [[1, 2, 3], true], [[1, 2, 3.0000005], true], [[1, 2, 3.001], false], [[1, 1, 100], false],
      [[1e-6, 1, 1], true], [[-1, 2, 2], false], [[0, 1, 1], false],
    ]
    for (const [values, expected] of cases) {
      for (let trial = 0; trial < 30; trial++) {
        for (const scale of [1e-12, 1, 1e12]) {
          const m = packed(tensor(values.map((value) => value * scale), trial === 0 ? Float64Array.of(0, 0, 0, 1) : randomQuat(random)))
          expect(isPhysicalInertia(m, 0)).toBe(expected)
        }
      }
    }
  })
})
