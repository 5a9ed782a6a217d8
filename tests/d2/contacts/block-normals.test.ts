import { describe, expect, it } from 'vitest'
import { blockQ, blockX, solveBlock } from '../../../src/d2/contacts/block-normals.ts'
import { NEVER } from '../../../src/d2/contacts/contact-row.ts'
import { createRandom } from '../../common/random.ts'

describe('the normal impulses of a manifold', () => {
  it('satisfy the complementarity conditions in all four cases', () => {
    const random = createRandom(5)
    const seen = new Set<number>()
    for (let round = 0; round < 4000; round++) {
      const rows = [0, 1].map(() => [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1])
      const dot = (i: number, j: number): number => rows[i]!.reduce((sum, value, k) => sum + value * rows[j]![k]!, 0)
      const K = Float64Array.of(dot(0, 0) + 0.01, dot(1, 0), dot(1, 1) + 0.01)
      const open = random() < 0.3 ? Math.floor(random() * 4) : 0
      const q = [random() * 4 - 2, random() * 4 - 2]
      for (let i = 0; i < 2; i++) blockQ[i] = (open & (1 << i)) !== 0 ? NEVER : q[i]!
      solveBlock(K, 0)
      for (let i = 0; i < 2; i++) {
        if ((open & (1 << i)) !== 0) {
          expect(blockX[i]).toBe(0)
          continue
        }
        const w = q[i]! + K[i]! * blockX[0]! + K[i + 1]! * blockX[1]!
        expect(blockX[i]).toBeGreaterThanOrEqual(0)
        expect(w).toBeGreaterThan(-1e-11)
        expect(Math.abs(blockX[i]! * w)).toBeLessThan(1e-9)
      }
      seen.add((blockX[0]! > 0 ? 1 : 0) + (blockX[1]! > 0 ? 2 : 0))
    }
    expect(seen.size).toBe(4)
  })

  it('are right at the border of two cases, where rounding could refuse both', () => {
    const random = createRandom(8)
    for (let round = 0; round < 4000; round++) {
      const K = Float64Array.of(1 + random(), random() * 1.8 - 0.9, 1 + random())
      // Point 1 has exactly the velocity that point 0's impulse gives it, but for a few bits.
      const x = 5 * random()
      blockQ[0] = -K[0]! * x
      blockQ[1] = -K[1]! * x * (1 + (random() - 0.5) * 1e-15)
      solveBlock(K, 0)
      expect(blockX[0]).toBeCloseTo(x, 12)
      expect(blockX[1]).toBeCloseTo(0, 12)
    }
  })
})
