import { describe, expect, it } from 'vitest'
import { factorLdlt, Matrix, Vector } from '../../src/linear/index.ts'
import { createRandom } from '../common/random.ts'
import { eliminate, randomMatrix, randomPositiveDefinite, randomVector } from './random-problems.ts'

describe('ldlt', () => {
  it('factors and solves by hand', () => {
    const factors = factorLdlt(
      Matrix.from([
        [4, 2],
        [2, 3],
      ]),
    )
    expect(factors.lower.toArray()).toEqual([
      [1, 0],
      [0.5, 1],
    ])
    expect(factors.pivots.toArray()).toEqual([4, 2])
    expect(factors.determinant).toBe(8)
    expect(factors.solve(Vector.of(2, 5)).toArray()).toEqual([-0.5, 2])
  })

  it('puts random positive definite matrices together again and solves with them', () => {
    const random = createRandom(1)
    for (let size = 1; size <= 24; size++) {
      const a = randomPositiveDefinite(random, size, 0.1)
      const factors = factorLdlt(a)
      const product = factors.lower.multiply(Matrix.diagonal(factors.pivots)).multiply(factors.lower.transpose())
      expect(product.equals(a, 1e-13 * size)).toBe(true)
      expect(factors.isPositiveDefinite).toBe(true)
      const truth = randomVector(random, size)
      expect(factors.solve(a.multiplyVector(truth)).equals(truth, 1e-11)).toBe(true)
    }
  })

  it('agrees with elimination on indefinite symmetric matrices', () => {
    const random = createRandom(2)
    let indefinite = 0
    for (let round = 0; round < 50; round++) {
      const half = randomMatrix(random, 6, 6)
      const a = half.add(half.transpose())
      const b = randomVector(random, 6)
      const truth = eliminate(a.toArray(), b.toArray())
      expect(truth).not.toBeNull()
      const factors = factorLdlt(a)
      if (!factors.isPositiveDefinite) indefinite++
      const residual = a.multiplyVector(factors.solve(b)).subtract(b).maxAbs()
      expect(residual).toBeLessThan(1e-9)
      expect(factors.solve(b).equals(Vector.from(truth!), 1e-7)).toBe(true)
    }
    expect(indefinite).toBeGreaterThan(40)
  })

  it('is indifferent to the unit of each row', () => {
    const random = createRandom(3)
    const a = randomPositiveDefinite(random, 5, 0.5)
    const units = Matrix.diagonal(Vector.of(1e-8, 1, 1e8, 1e-4, 1e12))
    const b = randomVector(random, 5)
    const scaled = factorLdlt(units.multiply(a).multiply(units)).solve(units.multiplyVector(b))
    expect(units.multiplyVector(scaled).equals(factorLdlt(a).solve(b), 1e-12)).toBe(true)
  })

  it('names the pivot that is zero', () => {
    const twice = Matrix.from([
      [1, 2, 0],
      [2, 4, 0],
      [0, 0, 1],
    ])
    expect(() => factorLdlt(twice)).toThrowError(expect.objectContaining({ code: 'degenerate', field: 'ldlt.pivots[1]', value: 0 }))
    expect(() => factorLdlt(new Matrix(2, 2))).toThrowError(expect.objectContaining({ field: 'ldlt.pivots[0]' }))

    // Rank 3 in size 5: what is left of the fourth pivot is rounding noise, not zero.
    const thin = randomMatrix(createRandom(4), 5, 3)
    expect(() => factorLdlt(thin.multiply(thin.transpose()))).toThrowError(
      expect.objectContaining({ name: 'PhysicsError', code: 'degenerate', field: 'ldlt.pivots[3]' }),
    )
  })

  it('refuses matrices that are not square, not symmetric or not finite, and right-hand sides of another size', () => {
    expect(() => factorLdlt(new Matrix(2, 3))).toThrowError(expect.objectContaining({ code: 'wrong-size' }))
    const lopsided = Matrix.from([
      [2, 1],
      [0, 2],
    ])
    expect(() => factorLdlt(lopsided)).toThrowError(expect.objectContaining({ code: 'out-of-range', field: 'ldlt.matrix[1][0]' }))
    expect(() => factorLdlt(Matrix.from([[Infinity]]))).toThrowError(expect.objectContaining({ code: 'not-finite' }))
    expect(() => factorLdlt(Matrix.identity(2)).solve(new Vector(3))).toThrowError(expect.objectContaining({ code: 'wrong-size', value: 3 }))
    expect(factorLdlt(new Matrix(0, 0)).solve(new Vector(0)).size).toBe(0)
  })
})
