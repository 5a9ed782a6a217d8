import { describe, expect, it } from 'vitest'
import { quatConjugate, quatMultiply, quatNormalize, quatRotate, quatRotateInverse, quatToMatrix } from '../../../src/d3/math/quaternion.ts'
import { createRandom } from '../../common/random.ts'
import { matrixOf, randomDirection, randomQuaternion, rotated, type Vector } from '../geometry/distance/convex.ts'

const closeTo = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.max(...Array.from(a, (v, i) => Math.abs(v - b[i])))

describe('quaternions', () => {
  it('quarter turns go the right-handed way', () => {
    const q = Float64Array.of(0, 0, Math.SQRT1_2, Math.SQRT1_2)
    const out = new Float64Array(3)
    quatRotate(q, 0, 1, 0, 0, out, 0)
    expect(closeTo(out, [0, 1, 0])).toBeLessThan(1e-15)
    quatRotateInverse(q, 0, 1, 0, 0, out, 0)
    expect(closeTo(out, [0, -1, 0])).toBeLessThan(1e-15)
  })

  it('matrix, vector and product agree, at offsets and in place', () => {
    const random = createRandom(1)
    for (let i = 0; i < 300; i++) {
      const a = randomQuaternion(random)
      const b = randomQuaternion(random)
      const v: Vector = randomDirection(random)
      const q = Float64Array.of(9, ...a, ...b)
      const m = new Float64Array(10)
      quatToMatrix(q, 1, m, 1)
      expect(closeTo(m.subarray(1), matrixOf(a))).toBeLessThan(1e-15)
      const out = Float64Array.of(0, ...v)
      quatRotate(q, 5, out[1], out[2], out[3], out, 1)
      quatRotate(q, 1, out[1], out[2], out[3], out, 1)
      expect(closeTo(out.subarray(1), rotated(matrixOf(a), rotated(matrixOf(b), v)))).toBeLessThan(1e-15)
      const both = new Float64Array(4)
      quatMultiply(q, 1, q, 5, both, 0)
      quatRotateInverse(both, 0, out[1], out[2], out[3], out, 1)
      expect(closeTo(out.subarray(1), v)).toBeLessThan(4e-15)
      quatConjugate(q, 5, both, 0)
      quatMultiply(q, 5, both, 0, both, 0)
      expect(closeTo(both, [0, 0, 0, 1])).toBeLessThan(1e-15)
    }
  })

  it('normalises any length, and what has no direction becomes the identity', () => {
    for (const scale of [1e-300, 1e-160, 1e-5, 1, 1e5, 1e160, 1e300]) {
      const q = Float64Array.of(7, 1 * scale, -2 * scale, 3 * scale, 4 * scale)
      quatNormalize(q, 1)
      expect(closeTo(q.subarray(1), [1, -2, 3, 4].map((c) => c / Math.sqrt(30)))).toBeLessThan(1e-15)
      expect(q[0]).toBe(7)
    }
    for (const value of [0, NaN, Infinity]) {
      const q = Float64Array.of(value, 0, 0, 0)
      quatNormalize(q, 0)
      expect([...q]).toEqual([0, 0, 0, 1])
    }
  })
})
