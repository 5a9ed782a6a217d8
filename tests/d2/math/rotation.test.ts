import { describe, expect, it } from 'vitest'
import { multiplyRotation, rotate, rotateInverse, setRotation, setTurn } from '../../../src/d2/math/rotation.ts'
import { readVec2 } from '../../../src/d2/math/types.ts'

describe('rotations', () => {
  it('turn as they should, and back', () => {
    const r = new Float64Array(2)
    const v = new Float64Array(2)
    for (const angle of [0, 0.3, -2, 100, Math.PI / 2]) {
      setRotation(angle, r, 0)
      rotate(r, 0, 3, 4, v, 0)
      expect(v[0]).toBeCloseTo(3 * Math.cos(angle) - 4 * Math.sin(angle), 14)
      expect(v[1]).toBeCloseTo(3 * Math.sin(angle) + 4 * Math.cos(angle), 14)
      rotateInverse(r, 0, v[0], v[1], v, 0)
      expect(v[0]).toBeCloseTo(3, 14)
      expect(v[1]).toBeCloseTo(4, 14)
      multiplyRotation(r, 0, r, 0, r, 0)
      expect(r[0]).toBeCloseTo(Math.cos(2 * angle), 14)
      expect(r[1]).toBeCloseTo(Math.sin(2 * angle), 14)
    }
  })

  it('by a turn are exact to four units in the last place, however small', () => {
    const out = new Float64Array(2)
    for (let k = -12; k < 2; k += 0.01) for (const sign of [1, -1]) {
      const angle = sign * 10 ** k
      setTurn(angle, out, 0)
      const half = Math.sin(angle / 2)
      expect(Math.abs(out[0] + 2 * half * half)).toBeLessThanOrEqual(8.9e-16 * Math.max(2 * half * half, angle > 0.125 || angle < -0.125 ? 1 : 0))
      expect(Math.abs(out[1] - Math.sin(angle))).toBeLessThanOrEqual(8.9e-16 * Math.abs(Math.sin(angle)) + (Math.abs(angle) > 1 ? 1e-15 : 0))
    }
  })
})

describe('vectors', () => {
  it('are checked by field', () => {
    const out = new Float64Array(2)
    readVec2({ x: 1, y: 2 }, 'v', out, 0)
    expect([...out]).toEqual([1, 2])
    expect(() => readVec2({ x: 1, y: Infinity }, 'v', out, 0)).toThrow('v.y')
    expect(() => readVec2({ x: 2e9, y: 0 }, 'v', out, 0)).toThrow('v.x')
    expect(() => readVec2(null, 'v', out, 0)).toThrow('v (null)')
    expect([...out]).toEqual([1, 2])
  })
})
