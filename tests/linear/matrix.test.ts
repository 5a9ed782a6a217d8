import { describe, expect, it } from 'vitest'
import { Matrix, Vector } from '../../src/linear/index.ts'
import { createRandom } from '../common/random.ts'
import { randomMatrix, randomVector } from './random-problems.ts'

describe('matrix', () => {
  it('multiplies as matrices do, not element by transposed element', () => {
    const a = Matrix.from([
      [1, 2],
      [3, 4],
    ])
    const b = Matrix.from([
      [5, 6],
      [7, 8],
    ])
    expect(a.multiply(b).toArray()).toEqual([
      [19, 22],
      [43, 50],
    ])
    const wide = Matrix.from([
      [1, 0, 2],
      [-1, 3, 1],
    ])
    const tall = Matrix.from([
      [3, 1],
      [2, 1],
      [1, 0],
    ])
    expect(wide.multiply(tall).toArray()).toEqual([
      [5, 1],
      [4, 2],
    ])
    expect(tall.multiply(wide).toArray()).toEqual([
      [2, 3, 7],
      [1, 3, 5],
      [1, 0, 2],
    ])
    expect(wide.multiplyVector(Vector.of(1, 2, 3)).toArray()).toEqual([7, 8])
  })

  it('obeys the laws of products and transposes', () => {
    const random = createRandom(1)
    for (let round = 0; round < 30; round++) {
      const [m, n, p] = [1 + Math.floor(random() * 7), 1 + Math.floor(random() * 7), 1 + Math.floor(random() * 7)]
      const a = randomMatrix(random, m, n)
      const b = randomMatrix(random, n, p)
      const c = randomMatrix(random, n, p)
      const v = randomVector(random, p)
      expect(a.multiply(b).multiplyVector(v).equals(a.multiplyVector(b.multiplyVector(v)), 1e-14)).toBe(true)
      expect(a.multiply(b).transpose().equals(b.transpose().multiply(a.transpose()), 1e-14)).toBe(true)
      expect(a.multiply(b.add(c)).equals(a.multiply(b).add(a.multiply(c)), 1e-14)).toBe(true)
      expect(a.multiply(Matrix.identity(n)).equals(a)).toBe(true)
      expect(Matrix.identity(m).multiply(a).equals(a)).toBe(true)
      expect(a.transpose().transpose().equals(a)).toBe(true)
      expect(a.multiply(a.transpose()).isSymmetric(1e-15)).toBe(true)
    }
  })

  it('adds, scales, and picks rows, columns and elements', () => {
    const a = Matrix.from([
      [1, 2, 3],
      [4, 5, 6],
    ])
    expect(a.scale(2).subtract(a).equals(a)).toBe(true)
    expect(a.addScaled(a, -1).maxAbs()).toBe(0)
    expect(a.maxAbs()).toBe(6)
    expect(a.row(1).toArray()).toEqual([4, 5, 6])
    expect(a.column(2).toArray()).toEqual([3, 6])
    expect(a.get(1, 0)).toBe(4)
    const copy = a.clone()
    copy.set(1, 0, -4)
    expect(a.get(1, 0)).toBe(4)
    expect(copy.toArray()).toEqual([
      [1, 2, 3],
      [-4, 5, 6],
    ])
    expect(Matrix.diagonal(Vector.of(2, 3)).multiplyVector(Vector.of(1, 1)).toArray()).toEqual([2, 3])
    expect(a.isSymmetric()).toBe(false)
    expect(Matrix.from([]).multiply(new Matrix(0, 3)).columns).toBe(3)
  })

  it('refuses sizes that do not fit, in every combination', () => {
    const a = new Matrix(2, 3)
    const wrongSize = expect.objectContaining({ name: 'PhysicsError', code: 'wrong-size' })
    expect(() => a.multiply(new Matrix(2, 3))).toThrowError(wrongSize)
    // The book's test lets this one pass: the outer sizes agree, the inner ones do not.
    expect(() => new Matrix(2, 3).multiply(new Matrix(4, 2))).toThrowError(wrongSize)
    expect(() => a.multiplyVector(new Vector(2))).toThrowError(wrongSize)
    expect(() => a.add(new Matrix(3, 2))).toThrowError(wrongSize)
    expect(() => a.subtract(new Matrix(2, 2))).toThrowError(wrongSize)
    expect(() => Matrix.from([[1, 2], [3]])).toThrowError(wrongSize)
    expect(() => a.get(2, 0)).toThrowError(expect.objectContaining({ code: 'out-of-range', field: 'matrix.get.row' }))
    expect(() => a.set(0, 3, 1)).toThrowError(expect.objectContaining({ code: 'out-of-range', field: 'matrix.set.column' }))
    expect(() => a.row(0.5)).toThrowError(expect.objectContaining({ code: 'out-of-range' }))
    expect(() => Matrix.from([[NaN]])).toThrowError(expect.objectContaining({ code: 'not-finite', field: 'matrix[0][0]' }))
    expect(() => new Matrix(60000, 60000)).toThrowError(expect.objectContaining({ code: 'limit-exceeded' }))
  })
})
