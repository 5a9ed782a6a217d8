/** The plan of a direct solve: right for trees, loops and hubs, kept while nothing changes, refused where it would cost too much. */

import { describe, expect, it } from 'vitest'
import { Elimination } from '../../src/common/solver/elimination.ts'

interface Graph {
  a: number[]
  b: number[]
  rows: number[]
}

function planOf({ a, b, rows }: Graph, plan: Elimination = new Elimination()): { plan: Elimination; isNew: boolean } {
  const nodes = Int32Array.from(rows.map((_, i) => 100 + i))
  const isNew = plan.plan(rows.length, nodes, Int32Array.from(a), Int32Array.from(b), Int32Array.from(rows))
  return { plan, isNew }
}

/** n links in a row, the first on the wall. */
function chain(n: number, rows = 3): Graph {
  return { a: Array.from({ length: n }, (_, i) => i - 1), b: Array.from({ length: n }, (_, i) => i), rows: Array.from({ length: n }, () => rows) }
}

describe('a chain', () => {
  it('fills nothing in: one block below each position but the last', () => {
    const { plan } = planOf(chain(10))
    expect(plan.count).toBe(1)
    expect(plan.positions).toBe(10)
    expect(plan.below[10]).toBe(9)
    expect(plan.blockLength).toBe(10 * 9 + 9 * 9)
    expect(plan.vectorLength).toBe(30)
    expect([...plan.node.subarray(0, 10)].sort((x, y) => x - y)).toEqual(Array.from({ length: 10 }, (_, i) => 100 + i))
  })

  it('is kept until something changes', () => {
    const plan = new Elimination()
    expect(planOf(chain(5), plan).isNew).toBe(true)
    expect(planOf(chain(5), plan).isNew).toBe(false)
    expect(planOf(chain(5, 5), plan).isNew).toBe(true)
    expect(planOf(chain(6, 5), plan).isNew).toBe(true)
    expect(plan.positions).toBe(6)
  })
})

it('what hangs together is one system, and the wall joins nothing', () => {
  // Two pendulums, and a pair far away.
  const { plan } = planOf({ a: [-1, -1, 2], b: [0, 1, 3], rows: [3, 5, 6] })
  expect(plan.count).toBe(3)
  expect([plan.start[1], plan.start[2], plan.start[3]]).toEqual([1, 2, 3])
})

it('nodes without rows belong to their system but to no position', () => {
  // A rope between the ends of a chain of two.
  const { plan } = planOf({ a: [0, 1, 0], b: [1, 2, 2], rows: [3, 3, 0] })
  expect(plan.count).toBe(1)
  expect(plan.positions).toBe(2)
  expect([...plan.member.subarray(0, 3)]).toEqual([100, 101, 102])
  // The rope touches both ends' joints.
  expect([...plan.near.subarray(plan.nearStart[2], plan.nearStart[3])].length).toBe(2)
  expect([...plan.planned.subarray(0, 3)]).toEqual([1, 1, 1])
})

it('factors what it plans: block elimination in its order gives the inverse, with loops and double joints', () => {
  const graph = { a: [-1, 0, 1, 2, 0, 0], b: [0, 1, 2, 3, 3, 1], rows: [1, 1, 1, 1, 1, 1] }
  const { plan } = planOf(graph)
  const n = 6
  // A of scalars: 10 on the diagonal, 1 for every body that two nodes share.
  const A = Array.from({ length: n }, () => Array.from({ length: n }, () => 0))
  for (let e = 0; e < plan.pieces; e++) {
    const [p, c] = [plan.piece[e * 4]!, plan.piece[e * 4 + 1]!]
    A[p]![c]! += 1
    if (p !== c) A[c]![p]! += 1
  }
  for (let i = 0; i < n; i++) A[i]![i]! += 10
  const blocks = new Float64Array(plan.blockLength)
  for (let p = 0; p < n; p++) {
    blocks[plan.diagonal[p]!] = A[p]![p]!
    for (let e = plan.below[p]!; e < plan.below[p + 1]!; e++) blocks[plan.block[e]!] = A[plan.row[e]!]![p]!
    // Every entry of the matrix has a block.
    for (let q = p + 1; q < n; q++) {
      if (A[q]![p] !== 0) expect([...plan.row.subarray(plan.below[p], plan.below[p + 1])]).toContain(q)
    }
  }
  for (let p = 0; p < n; p++) {
    const pivot = blocks[plan.diagonal[p]!]!
    let t = plan.update[p]!
    for (let i = plan.below[p]!; i < plan.below[p + 1]!; i++) {
      for (let m = plan.below[p]!; m <= i; m++) blocks[plan.target[t++]!]! -= (blocks[plan.block[i]!]! * blocks[plan.block[m]!]!) / pivot
    }
  }
  // The product of the pivots is the determinant.
  const determinant = Array.from({ length: n }, (_, p) => blocks[plan.diagonal[p]!]!).reduce((x, y) => x * y, 1)
  const M = A.map((row) => [...row])
  let expected = 1
  for (let c = 0; c < n; c++) {
    expected *= M[c]![c]!
    for (let r = c + 1; r < n; r++) {
      const f = M[r]![c]! / M[c]![c]!
      for (let k = c; k < n; k++) M[r]![k]! -= f * M[c]![k]!
    }
  }
  expect(determinant / expected).toBeCloseTo(1, 12)
})

it('refuses what would cost too much: a net of ball joints', () => {
  const side = 16
  const graph: Graph = { a: [], b: [], rows: [] }
  for (let i = 0; i < side * side; i++) {
    for (const other of [(i + 1) % side === 0 ? -1 : i + 1, i + side < side * side ? i + side : -1]) {
      if (other < 0) continue
      graph.a.push(i)
      graph.b.push(other)
      graph.rows.push(3)
    }
  }
  const { plan } = planOf(graph)
  expect(plan.count).toBe(0)
  expect([...plan.planned.subarray(0, graph.rows.length)].every((flag) => flag === 0)).toBe(true)
})
