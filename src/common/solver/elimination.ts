/**
 * Symbolic factorisation: the plan of a direct solve. The elimination order of the nodes of sparse symmetric systems, the fill-in, and the
 * place of every block. A node is a joint with as many rigid rows as it has, perhaps none; two nodes are neighbours if they share a movable
 * body, and all that hang together are one system.
 *
 * Order: minimum degree, weighted by rows, ties by index: no run differs from another. Systems that would cost too much get no plan. The
 * plan depends on indices alone and is kept until they change; the numbers are the caller's.
 */

import { longer, roomFor } from '../memory/growing.ts'
import { MAX_GROUP_WORK } from '../tuning.ts'

export class Elimination {
  /** Systems: ranges of positions, and of members: their nodes by index, those without rows too. */
  count = 0
  start: Int32Array = new Int32Array(16)
  memberStart: Int32Array = new Int32Array(16)
  member: Int32Array = new Int32Array(16)
  /** Per member: the positions that share a movable body with it, ascending. */
  nearStart: Int32Array = new Int32Array(16)
  near: Int32Array = new Int32Array(16)
  /** Per position in the order of elimination: the node, its rows, where its right-hand side and its diagonal block begin. */
  positions = 0
  node: Int32Array = new Int32Array(16)
  size: Int32Array = new Int32Array(16)
  vector: Int32Array = new Int32Array(16)
  diagonal: Int32Array = new Int32Array(16)
  /** Blocks below the diagonal, per position: ranges into `row` (position of the block's row) and `block` (its offset). */
  below: Int32Array = new Int32Array(16)
  row: Int32Array = new Int32Array(16)
  block: Int32Array = new Int32Array(16)
  /** Per position, for every pair (i ≥ k) of its blocks: the block that their product is taken from. */
  update: Int32Array = new Int32Array(16)
  target: Int32Array = new Int32Array(16)
  /**
   * Pieces that the blocks are summed from: (position of the row, position of the column, body, offset) for each body that two nodes share.
   */
  pieces = 0
  piece: Int32Array = new Int32Array(64)
  /** Where the pieces of each system end. */
  pieceEnd: Int32Array = new Int32Array(16)
  /** 1 for every node of the last plan that is part of a system. */
  planned: Uint8Array = new Uint8Array(16)
  /** Length of all blocks and of all right-hand sides. */
  blockLength = 0
  vectorLength = 0

  private key: Int32Array = new Int32Array(0)
  private keyLength = -1

  /**
   * Plans for `n` nodes between bodies; a body below 0 is immovable. Kept from the call before if the input is the same. True if it is a
   * new one.
   */
  plan(n: number, nodes: Int32Array, bodyA: Int32Array, bodyB: Int32Array, rows: Int32Array): boolean {
    if (!this.differs(n, nodes, bodyA, bodyB, rows)) return false
    this.clear()
    this.planned = roomFor(this.planned, n)
    const of = new Map<number, number[]>()
    for (let i = 0; i < n; i++) {
      this.planned[i] = 0
      for (const body of bodyA[i] === bodyB[i] ? [bodyA[i]] : [bodyA[i], bodyB[i]]) {
        if (body < 0) continue
        const list = of.get(body)
        if (list) list.push(i)
        else of.set(body, [i])
      }
    }
    const seen = new Uint8Array(n)
    for (let i = 0; i < n; i++) {
      if (seen[i] === 1) continue
      const members = component(i, of, bodyA, bodyB, seen)
      const system = eliminate(members, of, bodyA, bodyB, rows)
      if (!system) continue
      for (const member of members) this.planned[member] = 1
      const place = this.append(system, nodes, bodyA, bodyB, rows)
      this.listMembers(members, place, of, nodes, bodyA, bodyB)
    }
    return true
  }

  private differs(n: number, nodes: Int32Array, bodyA: Int32Array, bodyB: Int32Array, rows: Int32Array): boolean {
    let same = this.keyLength === n
    for (let i = 0; i < n && same; i++) {
      const k = i * 4
      same = this.key[k] === nodes[i] && this.key[k + 1] === bodyA[i] && this.key[k + 2] === bodyB[i] && this.key[k + 3] === rows[i]
    }
    if (same) return false
    this.key = roomFor(this.key, n * 4)
    this.keyLength = n
    for (let i = 0; i < n; i++) {
      this.key[i * 4] = nodes[i]
      this.key[i * 4 + 1] = bodyA[i]
      this.key[i * 4 + 2] = bodyB[i]
      this.key[i * 4 + 3] = rows[i]
    }
    return true
  }

  private clear(): void {
    this.count = 0
    this.positions = 0
    this.pieces = 0
    this.blockLength = 0
    this.vectorLength = 0
    this.start[0] = 0
    this.memberStart[0] = 0
    this.nearStart[0] = 0
    this.below[0] = 0
    this.update[0] = 0
  }

  private listMembers(
    members: readonly number[], place: ReadonlyMap<number, number>, of: ReadonlyMap<number, number[]>, nodes: Int32Array, bodyA: Int32Array,
    bodyB: Int32Array,
  ): void {
    let end = this.memberStart[this.count - 1]
    this.member = longer(this.member, end + members.length)
    this.nearStart = longer(this.nearStart, end + members.length + 1)
    for (const member of members) {
      const touched = new Set<number>()
      for (const body of [bodyA[member], bodyB[member]]) {
        for (const other of of.get(body) ?? []) {
          const p = place.get(other)
          if (p !== undefined) touched.add(p)
        }
      }
      let at = this.nearStart[end]
      this.near = longer(this.near, at + touched.size)
      for (const p of [...touched].sort((a, b) => a - b)) this.near[at++] = p
      this.member[end++] = nodes[member]
      this.nearStart[end] = at
    }
    this.memberStart[this.count] = end
  }

  /** Returns the positions of the system's nodes. */
  private append(system: System, nodes: Int32Array, bodyA: Int32Array, bodyB: Int32Array, rows: Int32Array): Map<number, number> {
    const { order, later } = system
    const base = this.positions
    const place = new Map<number, number>()
    order.forEach((member, k) => place.set(member, base + k))
    this.reserve(order, later)
    const offsets: Map<number, number>[] = []
    for (const [k, member] of order.entries()) {
      const p = base + k
      const size = rows[member]
      this.node[p] = nodes[member]
      this.size[p] = size
      this.vector[p] = this.vectorLength
      this.vectorLength += size
      this.diagonal[p] = this.blockLength
      this.blockLength += size * size
      const mine = new Map<number, number>()
      let e = this.below[p]
      const after = later[k].map((other) => place.get(other)!).sort((a, b) => a - b)
      for (const q of after) {
        this.row[e] = q
        this.block[e++] = this.blockLength
        mine.set(q, this.blockLength)
        this.blockLength += size * rows[order[q - base]]
      }
      this.below[p + 1] = e
      offsets.push(mine)
    }
    for (let k = 0; k < order.length; k++) {
      const p = base + k
      let t = this.update[p]
      for (let i = this.below[p]; i < this.below[p + 1]; i++) {
        for (let m = this.below[p]; m <= i; m++) {
          const r = this.row[i]
          const c = this.row[m]
          this.target[t++] = r === c ? this.diagonal[r] : offsets[c - base].get(r)!
        }
      }
      this.update[p + 1] = t
    }
    this.positions += order.length
    this.start[++this.count] = this.positions
    for (const [k, c] of order.entries()) {
      for (const body of shared(c, c, bodyA, bodyB)) this.addPiece(base + k, base + k, body, this.diagonal[base + k])
      for (const a of later[k]) {
        const p = place.get(a)!
        for (const body of shared(a, c, bodyA, bodyB)) this.addPiece(p, base + k, body, offsets[k].get(p)!)
      }
    }
    this.pieceEnd[this.count - 1] = this.pieces
    return place
  }

  private addPiece(row: number, column: number, body: number, offset: number): void {
    const at = this.pieces++ * 4
    this.piece[at] = row
    this.piece[at + 1] = column
    this.piece[at + 2] = body
    this.piece[at + 3] = offset
  }

  private reserve(order: readonly number[], later: readonly number[][]): void {
    let blocks = 0
    let updates = 0
    for (const list of later) {
      blocks += list.length
      updates += (list.length * (list.length + 1)) / 2
    }
    const positions = this.positions + order.length
    this.start = longer(this.start, this.count + 2)
    this.memberStart = longer(this.memberStart, this.count + 2)
    this.pieceEnd = longer(this.pieceEnd, this.count + 1)
    this.node = longer(this.node, positions)
    this.size = longer(this.size, positions)
    this.vector = longer(this.vector, positions)
    this.diagonal = longer(this.diagonal, positions)
    this.below = longer(this.below, positions + 1)
    this.update = longer(this.update, positions + 1)
    this.row = longer(this.row, this.below[this.positions] + blocks)
    this.block = longer(this.block, this.below[this.positions] + blocks)
    this.target = longer(this.target, this.update[this.positions] + updates)
    this.piece = longer(this.piece, (this.pieces + 2 * (blocks + order.length)) * 4)
  }
}

interface System {
  order: number[]
  /** Per place in the order: the nodes that come later and share a block with it. */
  later: number[][]
}

function component(first: number, of: ReadonlyMap<number, number[]>, bodyA: Int32Array, bodyB: Int32Array, seen: Uint8Array): number[] {
  const members = [first]
  seen[first] = 1
  for (let k = 0; k < members.length; k++) {
    for (const body of [bodyA[members[k]], bodyB[members[k]]]) {
      for (const other of of.get(body) ?? []) {
        if (seen[other] === 1) continue
        seen[other] = 1
        members.push(other)
      }
    }
  }
  return members.sort((a, b) => a - b)
}

/** Minimum degree first. Null if it would cost too much. */
function eliminate(
  members: readonly number[], of: ReadonlyMap<number, number[]>, bodyA: Int32Array, bodyB: Int32Array, rows: Int32Array,
): System | null {
  const near = new Map<number, Set<number>>()
  const degree = new Map<number, number>()
  const queue = new Queue()
  for (const i of members) {
    if (rows[i] === 0) continue
    const set = new Set<number>()
    for (const body of [bodyA[i], bodyB[i]]) {
      for (const other of of.get(body) ?? []) if (other !== i && rows[other] > 0) set.add(other)
    }
    near.set(i, set)
    let sum = 0
    for (const other of set) sum += rows[other]
    degree.set(i, sum)
    queue.push(sum, i)
  }
  const order: number[] = []
  const later: number[][] = []
  let work = 0
  for (let i = queue.pop(degree); i >= 0; i = queue.pop(degree)) {
    const least = degree.get(i)!
    degree.delete(i)
    const others = [...near.get(i)!].sort((a, b) => a - b)
    work += rows[i] * (rows[i] + least) * (rows[i] + least)
    if (work > MAX_GROUP_WORK) return null
    for (const a of others) {
      const set = near.get(a)!
      let sum = degree.get(a)! - rows[i]
      set.delete(i)
      for (const b of others) {
        if (b === a || set.has(b)) continue
        set.add(b)
        sum += rows[b]
      }
      degree.set(a, sum)
      queue.push(sum, a)
    }
    order.push(i)
    later.push(others)
  }
  return { order, later }
}

/** Nodes by degree, then index: a heap in which outdated entries stay until they come up. */
class Queue {
  private readonly degrees: number[] = []
  private readonly nodes: number[] = []

  push(degree: number, node: number): void {
    let i = this.nodes.push(node) - 1
    this.degrees.push(degree)
    for (let up = (i - 1) >> 1; i > 0 && this.before(i, up); up = (i - 1) >> 1) {
      this.swap(i, up)
      i = up
    }
  }

  /** The next node whose degree is still valid; −1 at the end. */
  pop(degree: ReadonlyMap<number, number>): number {
    while (this.nodes.length > 0) {
      const node = this.nodes[0]
      const was = this.degrees[0]
      this.swap(0, this.nodes.length - 1)
      this.nodes.pop()
      this.degrees.pop()
      this.sink()
      if (degree.get(node) === was) return node
    }
    return -1
  }

  private sink(): void {
    for (let i = 0; ; ) {
      let least = i
      for (const down of [2 * i + 1, 2 * i + 2]) if (down < this.nodes.length && this.before(down, least)) least = down
      if (least === i) return
      this.swap(i, least)
      i = least
    }
  }

  private before(i: number, k: number): boolean {
    return this.degrees[i] < this.degrees[k] || (this.degrees[i] === this.degrees[k] && this.nodes[i] < this.nodes[k])
  }

  private swap(i: number, k: number): void {
    ;[this.degrees[i], this.degrees[k]] = [this.degrees[k], this.degrees[i]]
    ;[this.nodes[i], this.nodes[k]] = [this.nodes[k], this.nodes[i]]
  }
}

/** Bodies that two nodes share; a node shares its own with itself. */
function shared(a: number, c: number, bodyA: Int32Array, bodyB: Int32Array): number[] {
  const bodies: number[] = []
  for (const body of [bodyA[a], bodyB[a]]) if (body >= 0 && (body === bodyA[c] || body === bodyB[c])) bodies.push(body)
  return bodies
}
