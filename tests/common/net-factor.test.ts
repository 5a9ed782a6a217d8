/** The order, the factor and the solves of big nets against dense elimination and by their residuals. */

import { describe, expect, it } from 'vitest'
import { dissect } from '../../src/common/solver/dissection.ts'
import { NetFactor } from '../../src/common/solver/net-factor.ts'
import { createRandom } from './random.ts'

interface Graph {
  count: number
  edges: [number, number][]
  start: Int32Array
  neighbor: Int32Array
}

interface System {
  graph: Graph
  width: number
  /** One block per node, then one per edge (rows of its first node, columns of its second). */
  blocks: Float64Array
}

function toGraph(count: number, edges: [number, number][]): Graph {
  const start = new Int32Array(count + 1)
  for (const [a, b] of edges) {
    start[a + 1]!++
    start[b + 1]!++
  }
  for (let i = 0; i < count; i++) start[i + 1]! += start[i]!
  const neighbor = new Int32Array(2 * edges.length)
  const end = start.slice()
  for (const [a, b] of edges) {
    neighbor[end[a]!++] = b
    neighbor[end[b]!++] = a
  }
  return { count, edges, start, neighbor }
}

function grid(wide: number, high: number): Graph {
  const edges: [number, number][] = []
  for (let i = 0; i < wide * high; i++) {
    if (i % wide < wide - 1) edges.push([i, i + 1])
    if (i + wide < wide * high) edges.push([i, i + wide])
  }
  return toGraph(wide * high, edges)
}

/** Every pair with a chance of `share`: below 1 / count in pieces, near 1 a clique. */
function scattered(count: number, share: number, random: () => number): Graph {
  const edges: [number, number][] = []
  for (let i = 0; i < count; i++) for (let k = 0; k < i; k++) if (random() < share) edges.push(random() < 0.5 ? [i, k] : [k, i])
  return toGraph(count, edges)
}

function tree(count: number, parent: (i: number) => number): Graph {
  return toGraph(count, Array.from({ length: count - 1 }, (_, i) => [i + 1, parent(i + 1)]))
}

/** A ring and a hub, which is node 1. */
function wheel(count: number): Graph {
  const edges: [number, number][] = []
  const ring = Array.from({ length: count - 1 }, (_, i) => (i === 0 ? 0 : i + 1))
  for (const [i, node] of ring.entries()) edges.push([node, ring[(i + 1) % ring.length]!], [1, node])
  return toGraph(count, edges)
}

/** A little of the identity and, per edge, squares of random rows over both nodes: positive definite, and no edge is negligible. */
function createSystem(graph: Graph, width: number, random: () => number): System {
  const size = width * width
  const blocks = new Float64Array((graph.count + graph.edges.length) * size)
  for (let i = 0; i < graph.count; i++) for (let k = 0; k < width; k++) blocks[i * size + k * width + k] = 0.05
  for (const [e, [i, k]] of graph.edges.entries()) {
    for (let row = 0; row < width; row++) {
      const u = Array.from({ length: 2 * width }, () => random() * 2 - 1)
      for (let a = 0; a < width; a++) {
        for (let b = 0; b < width; b++) {
          blocks[i * size + a * width + b]! += u[a]! * u[b]!
          blocks[k * size + a * width + b]! += u[width + a]! * u[width + b]!
          blocks[(graph.count + e) * size + a * width + b]! += u[a]! * u[width + b]!
        }
      }
    }
  }
  return { graph, width, blocks }
}

function fill(net: NetFactor, { graph, width, blocks }: System): void {
  const size = width * width
  net.clear()
  for (let i = 0; i < graph.count; i++) net.addDiagonal(i, blocks, i * size)
  for (const [e, [i, k]] of graph.edges.entries()) net.addEdge(i, k, blocks, (graph.count + e) * size)
}

function prepare(net: NetFactor, system: System): boolean {
  net.analyse(system.graph.count, system.width, system.graph.start, system.graph.neighbor)
  fill(net, system)
  return net.factor()
}

function multiply({ graph, width, blocks }: System, x: Float64Array): Float64Array {
  const result = new Float64Array(x.length)
  const size = width * width
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      for (let i = 0; i < graph.count; i++) result[i * width + a]! += blocks[i * size + a * width + b]! * x[i * width + b]!
      for (const [e, [i, k]] of graph.edges.entries()) {
        const value = blocks[(graph.count + e) * size + a * width + b]!
        result[i * width + a]! += value * x[k * width + b]!
        result[k * width + b]! += value * x[i * width + a]!
      }
    }
  }
  return result
}

/** Gauss with pivots on the whole matrix. */
function solveDense(system: System, right: Float64Array): Float64Array {
  const n = right.length
  const M = Array.from({ length: n }, () => new Float64Array(n + 1))
  const { graph, width, blocks } = system
  const all: [number, number][] = [...Array.from({ length: graph.count }, (_, i): [number, number] => [i, i]), ...graph.edges]
  for (const [e, [i, k]] of all.entries()) {
    for (let a = 0; a < width; a++) {
      for (let b = 0; b < width; b++) {
        M[i * width + a]![k * width + b] = blocks[(e * width + a) * width + b]!
        M[k * width + b]![i * width + a] = blocks[(e * width + a) * width + b]!
      }
    }
  }
  for (let r = 0; r < n; r++) M[r]![n] = right[r]!
  for (let c = 0; c < n; c++) {
    let best = c
    for (let r = c; r < n; r++) if (Math.abs(M[r]![c]!) > Math.abs(M[best]![c]!)) best = r
    const pivot = M[best]!
    M[best] = M[c]!
    M[c] = pivot
    for (let r = c + 1; r < n; r++) {
      const factor = M[r]![c]! / pivot[c]!
      if (factor !== 0) for (let k = c; k <= n; k++) M[r]![k]! -= factor * pivot[k]!
    }
  }
  const x = new Float64Array(n)
  for (let r = n - 1; r >= 0; r--) {
    let sum = M[r]![n]!
    for (let k = r + 1; k < n; k++) sum -= M[r]![k]! * x[k]!
    x[r] = sum / M[r]![r]!
  }
  return x
}

/** x ← A⁻¹ x in the order of the nodes. */
function solveNodes(net: NetFactor, width: number, x: Float64Array): void {
  const { place } = net
  const at = (k: number): number => place[Math.floor(k / width)]! * width + (k % width)
  const placed = new Float64Array(x.length)
  x.forEach((value, k) => { placed[at(k)] = value })
  net.solve(placed)
  x.forEach((_, k) => { x[k] = placed[at(k)]! })
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
const difference = (a: Float64Array, b: Float64Array): number => largest(a.map((value, i) => value - b[i]!))

function someRight(n: number, random: () => number): Float64Array {
  return Float64Array.from({ length: n }, () => random() * 2 - 1)
}

function graphs(random: () => number): [string, Graph][] {
  const list: [string, Graph][] = [
    ['nothing', toGraph(0, [])],
    ['one node', toGraph(1, [])],
    ['two apart', toGraph(2, [])],
    ['a pair', toGraph(2, [[1, 0]])],
    ['path', tree(40, (i) => i - 1)],
    ['star', tree(50, () => 0)],
    ['binary tree', tree(63, (i) => (i - 1) >> 1)],
    ['random tree', tree(60, (i) => Math.floor(random() * i))],
    ['clique', scattered(40, 2, random)],
    ['grid', grid(9, 7)],
    ['ladder', grid(2, 30)],
    ['wheel', wheel(40)],
  ]
  for (let i = 0; i < 12; i++) {
    const count = 5 + Math.floor(random() * 60)
    list.push([`scattered ${count}`, scattered(count, (0.5 + 2 * random()) / count, random)])
  }
  return list
}

describe('dissect', () => {
  it('orders every node once, whatever the graph', () => {
    const random = createRandom(1)
    const list = graphs(random)
    list.push(['long path', tree(5000, (i) => i - 1)], ['wide star', tree(5000, () => 0)], ['large clique', scattered(150, 2, random)])
    list.push(['pieces', scattered(3000, 0.0002, random)], ['thicket', scattered(400, 0.1, random)], ['no edges', toGraph(1000, [])], ['large wheel', wheel(5000)])
    for (const [name, graph] of list) {
      const order = new Int32Array(graph.count)
      dissect(graph.count, graph.start, graph.neighbor, order)
      expect([...order].sort((a, b) => a - b), name).toEqual(Array.from({ length: graph.count }, (_, i) => i))
    }
  })

  it('fills in nothing in trees', () => {
    const random = createRandom(2)
    const net = new NetFactor()
    for (const graph of [tree(200, (i) => i - 1), tree(200, () => 0), tree(200, (i) => Math.floor(random() * i))]) {
      // A panel costs less than a block of 36 zeros: n diagonal blocks and n − 1 below.
      net.analyse(graph.count, 6, graph.start, graph.neighbor)
      expect(net.entries).toBe(36 * (2 * graph.count - 1))
    }
  })

  it('cuts a wheel at its hub', () => {
    const { count, start, neighbor } = wheel(5000)
    const net = new NetFactor()
    net.analyse(count, 6, start, neighbor)
    expect(net.entries).toBeLessThan(36 * 5 * count)
  })
})

describe('net factor', () => {
  it.each([3, 6])('solves what dense elimination solves, width %i', (width) => {
    const random = createRandom(10 + width)
    const net = new NetFactor()
    for (const [name, graph] of graphs(random)) {
      const system = createSystem(graph, width, random)
      expect(prepare(net, system), name).toBe(true)
      for (let round = 0; round < 2; round++) {
        const x = someRight(graph.count * width, random)
        const expected = solveDense(system, x)
        solveNodes(net, width, x)
        expect(difference(x, expected), name).toBeLessThanOrEqual(1e-10 * largest(expected))
      }
    }
  })

  it('solves a net of 60 × 60 bodies, and needs no more than such a net must', () => {
    const random = createRandom(3)
    const system = createSystem(grid(60, 60), 3, random)
    const net = new NetFactor()
    net.analyse(system.graph.count, 3, system.graph.start, system.graph.neighbor)
    expect(net.entries).toBeLessThan(510_000)
    expect(net.work).toBeLessThan(23e6)
    fill(net, system)
    expect(net.factor()).toBe(true)
    const right = someRight(system.graph.count * 3, random)
    const x = right.slice()
    solveNodes(net, 3, x)
    expect(difference(multiply(system, x), right)).toBeLessThan(1e-12 * largest(x))
  })

  it('keeps small residuals where the system is stiff', () => {
    const random = createRandom(4)
    const system = createSystem(grid(15, 15), 3, random)
    const { graph, blocks } = system
    for (let i = 0; i < blocks.length; i++) blocks[i]! *= 1e7
    for (let i = 0; i < graph.count; i++) for (let k = 0; k < 3; k++) blocks[i * 9 + k * 4]! += 1 - 0.05e7
    const net = new NetFactor()
    expect(prepare(net, system)).toBe(true)
    const right = someRight(graph.count * 3, random)
    const x = right.slice()
    solveNodes(net, 3, x)
    expect(difference(multiply(system, x), right)).toBeLessThan(1e-14 * largest(blocks) * largest(x))
  })

  it('adds up what is given twice', () => {
    const random = createRandom(5)
    const system = createSystem(grid(5, 5), 3, random)
    const net = new NetFactor()
    expect(prepare(net, system)).toBe(true)
    const once = someRight(75, random)
    const twice = once.slice()
    solveNodes(net, 3, once)
    fill(net, system)
    for (let i = 0; i < 25; i++) net.addDiagonal(i, system.blocks, i * 9)
    for (const [e, [i, k]] of system.graph.edges.entries()) net.addEdge(i, k, system.blocks, (25 + e) * 9)
    expect(net.factor()).toBe(true)
    solveNodes(net, 3, twice)
    expect(difference(twice, once.map((value) => value / 2))).toBeLessThan(1e-13 * largest(once))
  })

  it.each([3, 6])('says so if the system is not positive definite, width %i', (width) => {
    const random = createRandom(6)
    const system = createSystem(grid(8, 8), width, random)
    const net = new NetFactor()
    expect(prepare(net, system)).toBe(true)
    expect(net.ready).toBe(true)
    const size = width * width
    const spoil = (change: (blocks: Float64Array) => void): System => {
      const blocks = system.blocks.slice()
      change(blocks)
      return { ...system, blocks }
    }
    const bad: [string, System][] = [
      ['negative', spoil((blocks) => { blocks[20 * size] = -1 })],
      ['zero', spoil((blocks) => blocks.fill(0))],
      ['not a number', spoil((blocks) => { blocks[33 * size] = NaN })],
      ['infinite', spoil((blocks) => { blocks[63 * size] = Infinity })],
    ]
    // Springs that hold all nodes to each other and none to the world: what is left of the last pivot is rounding.
    const { graph } = system
    bad.push(['loose', spoil((blocks) => {
      blocks.fill(0)
      for (const [e, [i, k]] of graph.edges.entries()) {
        const stiffness = 0.1 + random()
        for (let a = 0; a < width; a++) {
          blocks[i * size + a * (width + 1)]! += stiffness
          blocks[k * size + a * (width + 1)]! += stiffness
          blocks[(graph.count + e) * size + a * (width + 1)] = -stiffness
        }
      }
    })])
    for (const [name, other] of bad) {
      fill(net, other)
      expect(net.factor(), name).toBe(false)
      expect(net.ready, name).toBe(false)
      const x = someRight(graph.count * width, random)
      const untouched = x.slice()
      solveNodes(net, width, x)
      expect(x, name).toEqual(untouched)
    }
    fill(net, system)
    expect(net.factor()).toBe(true)
    const x = someRight(graph.count * width, random)
    const expected = solveDense(system, x)
    solveNodes(net, width, x)
    expect(difference(x, expected)).toBeLessThanOrEqual(1e-10 * largest(expected))
  })

  it('gives the same bits whatever it did before', () => {
    const random = createRandom(7)
    const used = new NetFactor()
    for (const [wide, high, width] of [[12, 9, 3], [20, 20, 6], [3, 3, 3], [25, 4, 3], [1, 1, 6], [20, 20, 6], [11, 13, 6]] as const) {
      const system = createSystem(grid(wide, high), width, random)
      const fresh = new NetFactor()
      expect(prepare(used, system)).toBe(true)
      expect(prepare(fresh, system)).toBe(true)
      expect([used.entries, used.work]).toEqual([fresh.entries, fresh.work])
      const x = someRight(wide * high * width, random)
      const y = x.slice()
      solveNodes(used, width, x)
      solveNodes(fresh, width, y)
      expect(new BigUint64Array(x.buffer)).toEqual(new BigUint64Array(y.buffer))
    }
  })
})
