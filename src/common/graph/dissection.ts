/**
 * In which order the nodes of a big net are eliminated: nested dissection. A part of the net is cut in two by as few nodes as possible, which are
 * eliminated last; both sides are cut again. What one side fills in cannot reach the other, so nets that lie in a plane stay thin.
 *
 * Cuts follow distances (steps along edges) from nodes at the rim: all nodes nearer to one than to another, by so much. In a grid these are the
 * straight and the slanted cuts; the best one is refined (`cut-refinement.ts`). Whole numbers and their ratios only, ties by place in the range: no
 * run differs from another.
 */

import { CUT, CutRefinement, HIGH, LOW } from './cut-refinement.ts'

/** Parts of at most this many nodes are ordered by least degree: their neighbours fit the bits of one number. */
const LEAF = 24

/** Nodes of a rim that a leaf looks at, likewise. */
const RIM = 32

/** Cuts leave at least this share of a part on either side (as n / SHARE). */
const SHARE = 5

/**
 * Nodes with more neighbours than HUB times the root of the part's size are eliminated last: where one node leads anywhere, distances say nothing.
 */
const HUB = 10

/**
 * Writes all nodes 0 … count − 1 to `order`, first eliminated first. The neighbours of node i are neighbor[start[i]] … neighbor[start[i + 1] − 1];
 * each edge stands at both its ends.
 */
export function dissect(count: number, start: Int32Array, neighbor: Int32Array, order: Int32Array): void {
  new Dissection(count, start, neighbor, order).run()
}

class Dissection {
  private readonly count: number
  private readonly start: Int32Array
  private readonly neighbor: Int32Array
  /** Parts are ranges of it. */
  private readonly order: Int32Array
  private readonly position: Int32Array
  /** Per node: the part it is in; −1 once it is placed for good. */
  private readonly part: Int32Array
  private parts = 1
  private readonly queue: Int32Array
  private readonly seen: Int32Array
  private ticks = 0
  private readonly fromA: Int32Array
  private readonly fromB: Int32Array
  private readonly fromC: Int32Array
  private readonly key: Int32Array
  private readonly bestKey: Int32Array
  /** Per cut between two keys: nodes on the lower side, those of them that touch the upper, and the other way round. */
  private readonly lower: Int32Array
  private readonly lowerRim: Int32Array
  private readonly upperRim: Int32Array
  private bestScore = 0
  private bestCut = 0
  private bestUpper = false
  private readonly stack: number[] = []
  private readonly refinement: CutRefinement

  constructor(count: number, start: Int32Array, neighbor: Int32Array, order: Int32Array) {
    this.count = count
    this.start = start
    this.neighbor = neighbor
    this.order = order
    this.position = new Int32Array(count)
    this.part = new Int32Array(count)
    this.queue = new Int32Array(count)
    this.seen = new Int32Array(count)
    this.fromA = new Int32Array(count)
    this.fromB = new Int32Array(count)
    this.fromC = new Int32Array(count)
    this.key = new Int32Array(count)
    this.bestKey = new Int32Array(count)
    this.lower = new Int32Array(2 * count + 2)
    this.lowerRim = new Int32Array(2 * count + 2)
    this.upperRim = new Int32Array(2 * count + 2)
    this.refinement = new CutRefinement(count, start, neighbor, this.part)
    for (let i = 0; i < count; i++) {
      order[i] = i
      this.position[i] = i
    }
  }

  run(): void {
    const { order, stack, queue } = this
    const peeled = this.peel()
    if (peeled < this.count) stack.push(peeled, this.count, 0)
    while (stack.length > 0) {
      const id = stack.pop()!
      const high = stack.pop()!
      const low = stack.pop()!
      const n = this.search(order[low], id, this.fromA)
      for (let i = 0; i < n; i++) this.move(queue[i], low + i)
      let mine = id
      if (low + n < high) {
        stack.push(low + n, high, id)
        mine = this.parts++
        for (let i = low; i < low + n; i++) this.part[order[i]] = mine
      }
      if (n <= LEAF) this.orderLeaf(low, low + n)
      else if (!this.removeHubs(low, low + n, mine)) this.cut(low, low + n, mine)
    }
  }

  /** First what hangs by one edge, and what does once that is gone: it fills nothing in. Returns how many. */
  private peel(): number {
    const { count, start, neighbor, order, part, key } = this
    let end = 0
    for (let i = 0; i < count; i++) {
      key[i] = this.degree(i, 0)
      if (key[i] <= 1) this.move(i, end++)
    }
    for (let k = 0; k < end; k++) {
      const i = order[k]
      part[i] = -1
      for (let e = start[i]; e < start[i + 1]; e++) if (part[neighbor[e]] === 0 && --key[neighbor[e]] === 1) this.move(neighbor[e], end++)
    }
    return end
  }

  private move(node: number, to: number): void {
    const other = this.order[to]
    const from = this.position[node]
    this.order[from] = other
    this.position[other] = from
    this.order[to] = node
    this.position[node] = to
  }

  /** Distances from `root` within its part, and how many nodes there are; `queue` holds them by distance. */
  private search(root: number, id: number, distance: Int32Array): number {
    const { start, neighbor, part, queue, seen } = this
    const tick = ++this.ticks
    seen[root] = tick
    distance[root] = 0
    queue[0] = root
    let end = 1
    for (let k = 0; k < end; k++) {
      const i = queue[k]
      for (let e = start[i]; e < start[i + 1]; e++) {
        const o = neighbor[e]
        if (part[o] !== id || seen[o] === tick) continue
        seen[o] = tick
        distance[o] = distance[i] + 1
        queue[end++] = o
      }
    }
    return end
  }

  private degree(node: number, id: number): number {
    let sum = 0
    for (let e = this.start[node]; e < this.start[node + 1]; e++) if (this.part[this.neighbor[e]] === id) sum++
    return sum
  }

  private removeHubs(low: number, high: number, id: number): boolean {
    const n = high - low
    let end = high
    for (let i = high - 1; i >= low; i--) {
      const degree = this.degree(this.order[i], id)
      if (degree > 4 * LEAF && degree * degree > HUB * HUB * n) this.move(this.order[i], --end)
    }
    if (end === high) return false
    for (let i = end; i < high; i++) this.part[this.order[i]] = -1
    if (end > low) this.stack.push(low, end, id)
    return true
  }

  /** Far from the node that was searched from last, with few neighbours: a corner, if there is one. */
  private farthest(n: number, id: number, distance: Int32Array): number {
    const { queue } = this
    const far = distance[queue[n - 1]]
    let best = queue[n - 1]
    let least = this.degree(best, id)
    for (let k = n - 2; k >= 0 && distance[queue[k]] === far; k--) {
      const degree = this.degree(queue[k], id)
      if (degree > least) continue
      best = queue[k]
      least = degree
    }
    return best
  }

  /** Finds corners, tries the cuts between them and divides the part. `fromA` and `queue` are those of a search from anywhere in it. */
  private cut(low: number, high: number, id: number): void {
    const { order, queue, fromC, key } = this
    let { fromA, fromB } = this
    const n = high - low
    const a = this.farthest(n, id, fromA)
    this.search(a, id, fromA)
    let b = this.farthest(n, id, fromA)
    this.search(b, id, fromB)
    for (let round = 0; round < 3 && fromB[queue[n - 1]] > fromA[b]; round++) {
      b = this.farthest(n, id, fromB)
      const old = fromA
      fromA = fromB
      fromB = old
      this.search(b, id, fromB)
    }
    // A third corner: as far from both as can be.
    let c = a
    let most = -1
    for (let i = low; i < high; i++) {
      const o = order[i]
      const near = Math.min(fromA[o], fromB[o])
      if (near > most) {
        most = near
        c = o
      }
    }
    this.search(c, id, fromC)
    const far = fromA[b]
    this.bestScore = Infinity
    for (let i = low; i < high; i++) key[order[i]] = fromA[order[i]]
    this.weigh(low, high, id, far)
    this.weighBetween(low, high, id, fromA, fromB, far)
    this.weighBetween(low, high, id, fromA, fromC, fromA[c])
    this.weighBetween(low, high, id, fromB, fromC, fromB[c])
    if (this.bestScore === Infinity) this.orderByDegree(low, high, id)
    else this.divide(low, high, id)
  }

  /** Makes two parts of one, along the best cut that was seen. */
  private divide(low: number, high: number, id: number): void {
    const { start, neighbor, order, part, bestKey, bestCut, bestUpper, refinement } = this
    const { side } = refinement
    for (let i = low; i < high; i++) {
      const o = order[i]
      const above = bestKey[o] > bestCut
      side[o] = above ? HIGH : LOW
      if (above !== bestUpper) continue
      for (let e = start[o]; e < start[o + 1] && side[o] !== CUT; e++) {
        if (part[neighbor[e]] === id && bestKey[neighbor[e]] > bestCut !== above) side[o] = CUT
      }
    }
    refinement.refine(order, low, high, id, SHARE)
    // The cut to the end, the higher side before it.
    let end = high
    for (let i = high - 1; i >= low; i--) if (side[order[i]] === CUT) this.move(order[i], --end)
    let middle = end
    for (let i = end - 1; i >= low; i--) if (side[order[i]] === HIGH) this.move(order[i], --middle)
    for (let i = low; i < middle; i++) part[order[i]] = this.parts
    for (let i = middle; i < end; i++) part[order[i]] = this.parts + 1
    for (let i = end; i < high; i++) part[order[i]] = -1
    this.stack.push(low, middle, this.parts, middle, end, this.parts + 1)
    this.parts += 2
  }

  /** Cuts by how much nearer nodes are to one corner than to another, which is `far` from it. */
  private weighBetween(low: number, high: number, id: number, from: Int32Array, other: Int32Array, far: number): void {
    const { order, key } = this
    for (let i = low; i < high; i++) key[order[i]] = from[order[i]] - other[order[i]] + far
    this.weigh(low, high, id, 2 * far)
  }

  /** Looks at all cuts between two keys 0 … range. */
  private weigh(low: number, high: number, id: number, range: number): void {
    const { order, start, neighbor, part, key, lower, lowerRim, upperRim } = this
    for (let k = 0; k <= range + 1; k++) {
      lower[k] = 0
      lowerRim[k] = 0
      upperRim[k] = 0
    }
    for (let i = low; i < high; i++) {
      const o = order[i]
      const mine = key[o]
      let least = mine
      let most = mine
      for (let e = start[o]; e < start[o + 1]; e++) {
        const other = neighbor[e]
        if (part[other] !== id) continue
        const k = key[other]
        if (k < least) least = k
        if (k > most) most = k
      }
      lower[mine]++
      lowerRim[mine]++
      lowerRim[most]--
      upperRim[least]++
      upperRim[mine]--
    }
    const n = high - low
    let below = 0
    let rimBelow = 0
    let rimAbove = 0
    let better = false
    for (let k = 0; k < range; k++) {
      below += lower[k]
      rimBelow += lowerRim[k]
      rimAbove += upperRim[k]
      for (let upper = 0; upper < 2; upper++) {
        const rim = upper === 1 ? rimAbove : rimBelow
        const left = upper === 1 ? below : below - rim
        const right = n - rim - left
        if (left * SHARE < n || right * SHARE < n) continue
        const score = rim / (left * right)
        if (score >= this.bestScore) continue
        this.bestScore = score
        this.bestCut = k
        this.bestUpper = upper === 1
        better = true
      }
    }
    if (better) for (let i = low; i < high; i++) this.bestKey[order[i]] = key[order[i]]
  }

  /** What cannot be cut: few neighbours first. */
  private orderByDegree(low: number, high: number, id: number): void {
    const { order, part, key } = this
    for (let i = low; i < high; i++) key[order[i]] = this.degree(order[i], id)
    order.subarray(low, high).sort((a, b) => key[a] - key[b] || a - b)
    for (let i = low; i < high; i++) {
      this.position[order[i]] = i
      part[order[i]] = -1
    }
  }

  /** Least degree; the rim of the leaf, which is eliminated later, counts as neighbours. */
  private orderLeaf(low: number, high: number): void {
    const { order, start, neighbor, position, part } = this
    const n = high - low
    let rims = 0
    for (let i = 0; i < n; i++) {
      let inner = 0
      let outer = 0
      const o = order[low + i]
      for (let e = start[o]; e < start[o + 1]; e++) {
        const p = position[neighbor[e]]
        if (p >= low && p < high) {
          inner |= 1 << (p - low)
          continue
        }
        let r = 0
        while (r < rims && rim[r] !== p) r++
        if (r === RIM) continue
        if (r === rims) rim[rims++] = p
        outer |= 1 << r
      }
      inside[i] = inner & ~(1 << i)
      outside[i] = outer
      leaf[i] = o
    }
    let left = n === 32 ? -1 : (1 << n) - 1
    for (let at = low; at < high; at++) {
      let best = -1
      let least = 1000
      for (let i = 0; i < n; i++) {
        if ((left & (1 << i)) === 0) continue
        const degree = bits(inside[i]) + bits(outside[i])
        if (degree >= least) continue
        least = degree
        best = i
      }
      left &= ~(1 << best)
      const near = inside[best]
      const rimNear = outside[best]
      for (let i = 0; i < n; i++) {
        if ((near & (1 << i)) === 0) continue
        inside[i] = (inside[i] | near) & ~((1 << i) | (1 << best))
        outside[i] |= rimNear
      }
      order[at] = leaf[best]
      position[leaf[best]] = at
      part[leaf[best]] = -1
    }
  }
}

const inside = new Int32Array(LEAF)
const outside = new Int32Array(LEAF)
const leaf = new Int32Array(LEAF)
const rim = new Int32Array(RIM)

function bits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
