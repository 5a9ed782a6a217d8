import { describe, expect, it } from 'vitest'
import { Vector } from '../../src/linear/index.ts'
import { createRandom } from '../common/random.ts'
import { randomVector } from './random-problems.ts'

describe('vector', () => {
  it('adds, subtracts, scales and multiplies component by component', () => {
    const a = Vector.of(1, -2, 3, 0.5)
    const b = Vector.of(4, 0.25, -1, 2)
    expect(a.add(b).toArray()).toEqual([5, -1.75, 2, 2.5])
    expect(a.subtract(b).toArray()).toEqual([-3, -2.25, 4, -1.5])
    expect(a.addScaled(b, 2).toArray()).toEqual([9, -1.5, 1, 4.5])
    expect(a.scale(-2).toArray()).toEqual([-2, 4, -6, -1])
    expect(a.negate().toArray()).toEqual([-1, 2, -3, -0.5])
    expect(a.dot(b)).toBe(4 - 0.5 - 3 + 1)
    expect(a.maxAbs()).toBe(3)
    expect(a.toArray()).toEqual([1, -2, 3, 0.5])
  })

  it('changes only itself in place', () => {
    const a = Vector.of(1, 2)
    const b = Vector.of(10, 20)
    expect(a.addScaledInPlace(b, 0.5).scaleInPlace(2)).toBe(a)
    expect(a.toArray()).toEqual([12, 24])
    expect(b.toArray()).toEqual([10, 20])
  })

  it('measures its length without overflow or underflow', () => {
    expect(Vector.of(3, 4).length()).toBe(5)
    expect(Vector.of(3e200, -4e200).length()).toBeCloseTo(5e200, -186)
    expect(Vector.of(3e-200, 4e-200).length() / 5e-200).toBeCloseTo(1, 14)
    expect(Vector.of(2, 3, 6).length()).toBeCloseTo(7, 14)
    expect(new Vector(3).length()).toBe(0)
    expect(new Vector(0).length()).toBe(0)
  })

  it('normalizes to length 1 in the same direction', () => {
    const random = createRandom(1)
    for (const factor of [1, 1e-310, 1e300]) {
      const v = randomVector(random, 7).scale(factor)
      const unit = v.normalize()
      expect(unit.length()).toBeCloseTo(1, 14)
      expect(unit.dot(v) / v.length()).toBeCloseTo(1, 12)
    }
    expect(() => new Vector(3).normalize()).toThrowError(expect.objectContaining({ code: 'degenerate' }))
  })

  it('obeys the Cauchy–Schwarz and triangle inequalities', () => {
    const random = createRandom(2)
    for (let size = 1; size < 30; size++) {
      const a = randomVector(random, size)
      const b = randomVector(random, size)
      expect(Math.abs(a.dot(b))).toBeLessThanOrEqual(a.length() * b.length() * (1 + 1e-14))
      expect(a.add(b).length()).toBeLessThanOrEqual((a.length() + b.length()) * (1 + 1e-14))
    }
  })

  it('reads and writes single components, and copies', () => {
    const a = Vector.of(1, 2, 3)
    const copy = a.clone()
    a.set(1, 7)
    expect(a.get(1)).toBe(7)
    expect(copy.get(1)).toBe(2)
    expect(a.equals(copy)).toBe(false)
    expect(a.equals(copy, 5)).toBe(true)
    expect(a.equals(Vector.of(1, 7))).toBe(false)
    expect(Vector.filled(2, Infinity).equals(Vector.of(Infinity, Infinity))).toBe(true)
  })

  it('refuses what does not fit, and says what was wrong', () => {
    const a = Vector.of(1, 2, 3)
    const b = Vector.of(1, 2)
    const wrongSize = expect.objectContaining({ name: 'PhysicsError', code: 'wrong-size', value: 2 })
    expect(() => a.add(b)).toThrowError(wrongSize)
    expect(() => a.subtract(b)).toThrowError(wrongSize)
    expect(() => a.addScaledInPlace(b, 1)).toThrowError(wrongSize)
    expect(() => a.dot(b)).toThrowError(wrongSize)
    expect(() => a.get(3)).toThrowError('from 0 to 2')
    expect(() => a.set(-1, 0)).toThrowError(expect.objectContaining({ code: 'out-of-range' }))
    expect(() => a.set(0, NaN)).toThrowError(expect.objectContaining({ code: 'not-finite' }))
    expect(() => Vector.from(['1'] as unknown as number[])).toThrowError(expect.objectContaining({ code: 'wrong-type', field: 'vector[0]' }))
    expect(() => new Vector(-1)).toThrowError(expect.objectContaining({ code: 'out-of-range' }))
    expect(() => new Vector(1.5)).toThrowError(expect.objectContaining({ code: 'wrong-type' }))
  })
})
