import { describe, expect, it } from 'vitest'
import { blockQ, blockX, invertBlock, solveBlock } from '../../../src/d3/contacts/block-normals.ts'
import { createRandom } from '../../common/random.ts'

const at = (i: number, j: number): number => (i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i)

/** A random positive definite matrix, packed as the solver packs it. */
function randomBlock(n: number, random: () => number): Float64Array {
  const rows = Array.from({ length: n }, () => Array.from({ length: 5 }, () => random() * 2 - 1))
  const K = new Float64Array(10)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      K[at(i, j)] = rows[i]!.reduce((sum, value, k) => sum + value * rows[j]![k]!, 0) + (i === j ? 0.01 : 0)
    }
  }
  return K
}

describe('the normal impulses of a manifold', () => {
  it('satisfy the complementarity conditions for every count, guess and set of open points', () => {
    const random = createRandom(5)
    for (let round = 0; round < 4000; round++) {
      const n = 1 + (round & 3)
      const K = randomBlock(n, random)
      const open = random() < 0.3 ? Math.floor(random() * (1 << n)) : 0
      const q = Array.from({ length: n }, () => random() * 4 - 2)
      for (let i = 0; i < n; i++) blockQ[i] = q[i]!
      const set = solveBlock(K, 0, n, Math.floor(random() * 16), open)
      for (let i = 0; i < n; i++) {
        const w = q[i]! + Array.from({ length: n }, (_, j) => K[at(i, j)]! * blockX[j]!).reduce((a, b) => a + b, 0)
        if ((open & (1 << i)) !== 0) {
          expect(blockX[i]).toBe(0)
          continue
        }
        expect(blockX[i]).toBeGreaterThanOrEqual(0)
        expect(w).toBeGreaterThan(-1e-9)
        expect(Math.abs(blockX[i]! * w)).toBeLessThan(1e-8)
        if (blockX[i]! > 0) expect(set & (1 << i)).not.toBe(0)
      }
    }
  })

  it('come from a true inverse', () => {
    const random = createRandom(6)
    for (let round = 0; round < 400; round++) {
      const n = 1 + (round & 3)
      const K = randomBlock(n, random)
      const inverse = new Float64Array(10)
      invertBlock(K, 0, n, inverse, 0)
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0
          for (let k = 0; k < n; k++) sum += K[at(i, k)]! * inverse[at(k, j)]!
          expect(sum).toBeCloseTo(i === j ? 1 : 0, 8)
        }
      }
    }
  })
})
