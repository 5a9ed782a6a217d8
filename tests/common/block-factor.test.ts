/** The block factor against dense algebra: solving, forward elimination, and the blocks of the inverse, on trees and loops of one to six rows. */

import { describe, expect, it } from 'vitest'
import { Elimination } from '../../src/common/solver/elimination.ts'
import { factorBlocks, inverse, scaleBlocks, eliminateForward, selectInverse, solveBlocks } from '../../src/common/solver/block-factor.ts'
import { createRandom } from './random.ts'

/** Gauss–Jordan on plain arrays. */
function inverseOf(A: number[][]): number[][] {
  const n = A.length
  const M = A.map((row, i) => [...row, ...row.map((_, k) => (i === k ? 1 : 0))])
  for (let i = 0; i < n; i++) {
    const pivot = M[i][i]
    M[i] = M[i].map((value) => value / pivot)
    for (let k = 0; k < n; k++) {
      const factor = M[k][i]
      if (k !== i) M[k] = M[k].map((value, c) => value - factor * M[i][c])
    }
  }
  return M.map((row) => row.slice(n))
}

interface Problem {
  plan: Elimination
  blocks: Float64Array
  A: number[][]
}

/** A = J Jᵀ + 1 with random rows: each joint has random numbers for each of its two bodies, three of them. */
function problem(rows: readonly number[], ends: readonly (readonly [number, number])[], seed: number): Problem {
  const random = createRandom(seed)
  const plan = new Elimination()
  const nodes = Int32Array.from(rows.map((_, i) => i))
  plan.plan(rows.length, nodes, Int32Array.from(ends.map(([a]) => a)), Int32Array.from(ends.map(([, b]) => b)), Int32Array.from(rows))
  expect(plan.count).toBe(1)
  const bodies = Math.max(...ends.flat()) + 1
  const J: number[][] = []
  const blocks = new Float64Array(plan.blockLength)
  for (let p = 0; p < plan.positions; p++) {
    for (let i = 0; i < plan.size[p]; i++) {
      const row = Array.from({ length: bodies * 3 }, () => 0)
      for (const body of ends[plan.node[p]]) if (body >= 0) for (let c = 0; c < 3; c++) row[body * 3 + c] = 2 * random() - 1
      J.push(row)
    }
  }
  const A = J.map((first, i) => J.map((second, k) => first.reduce((sum, value, c) => sum + value * second[c], i === k ? 1 : 0)))
  const fill = (p: number, q: number, at: number): void => {
    for (let i = 0; i < plan.size[p]; i++) for (let k = 0; k < plan.size[q]; k++) blocks[at + i * plan.size[q] + k] = A[plan.vector[p] + i][plan.vector[q] + k]
  }
  for (let q = 0; q < plan.positions; q++) {
    fill(q, q, plan.diagonal[q])
    for (let e = plan.below[q]; e < plan.below[q + 1]; e++) fill(plan.row[e], q, plan.block[e])
  }
  return { plan, blocks, A }
}

const CHAIN = [[-1, 0], [0, 1], [1, 2], [2, 3], [3, 4]] as const
const LOOPS = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [3, 4], [4, 1]] as const

describe.each([
  ['a chain of twos', [2, 2, 2, 2, 2], CHAIN],
  ['a chain of threes', [3, 3, 3, 3, 3], CHAIN],
  ['a chain of all sizes', [1, 5, 2, 6, 3], CHAIN],
  ['loops of twos', [2, 2, 2, 2, 2, 2, 2], LOOPS],
  ['loops of all sizes', [2, 1, 3, 2, 4, 3, 1], LOOPS],
])('%s', (_, rows, ends) => {
  const { plan, blocks, A } = problem(rows, ends, 7)
  const dense = inverseOf(A)
  const n = A.length
  factorBlocks(plan, 0, blocks)

  it('solves', () => {
    const b = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1))
    const x = b.slice()
    solveBlocks(plan, 0, blocks, x)
    for (let i = 0; i < n; i++) expect(x[i]).toBeCloseTo(dense[i].reduce((sum, value, k) => sum + value * b[k], 0), 11)
  })

  it('gives bᵀ A⁻¹ b by half of it', () => {
    const y = Float64Array.from({ length: n + 2 }, (_, i) => (i < 2 ? 0 : Math.cos(i)))
    const b = y.slice(2)
    const z = new Float64Array(n)
    eliminateForward(plan, 0, blocks, y, 2, 0)
    scaleBlocks(plan, 0, blocks, y, 2, z)
    let sum = 0
    let whole = 0
    for (let i = 0; i < n; i++) sum += z[i] * y[2 + i]
    for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) whole += b[i] * dense[i][k] * b[k]
    expect(sum).toBeCloseTo(whole, 11)
  })

  it('finds the blocks of the inverse', () => {
    selectInverse(plan, 0, blocks)
    const compare = (p: number, q: number, at: number): void => {
      for (let i = 0; i < plan.size[p]; i++) {
        for (let k = 0; k < plan.size[q]; k++) expect(inverse.blocks[at + i * plan.size[q] + k]).toBeCloseTo(dense[plan.vector[p] + i][plan.vector[q] + k], 11)
      }
    }
    for (let q = 0; q < plan.positions; q++) {
      compare(q, q, plan.diagonal[q])
      for (let e = plan.below[q]; e < plan.below[q + 1]; e++) compare(plan.row[e], q, plan.block[e])
    }
  })
})
