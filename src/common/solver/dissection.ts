/**
 * Nested dissection: the elimination order of the nodes of a big net. A part of the net is cut in two by as few nodes as possible (a
 * separator), which are eliminated last; both sides are cut again. Fill-in of one side cannot reach the other, so the factors of planar
 * nets stay sparse.
 *
 * Cuts follow distances (steps along edges) from nodes at the rim: all nodes nearer to one than to another, by so much. In a grid these are
 * the straight and the slanted cuts; the best one is refined (`cut-refinement.ts`). Whole numbers and their ratios only, ties by place in
 * the range: no run differs from another.
 */

import { roomFor } from '../memory/growing.ts'
import { CUT, HIGH, LOW, refineCut } from './cut-refinement.ts'

/** Parts of at most this many nodes are ordered by minimum degree: their neighbours fit the bits of one number. */
const LEAF = 24

/** Nodes of a rim that a leaf looks at, likewise. */
const RIM = 32

/** Balance of a cut: each side keeps at least n / SHARE nodes of a part. */
const SHARE = 5

/**
 * Nodes with more neighbours than HUB times the root of the part's size are eliminated last: where one node leads anywhere, distances say
 * nothing.
 */
const HUB = 10

/** The net at hand. */
let start: Int32Array = new Int32Array(0)
let neighbor: Int32Array = new Int32Array(0)
/** Parts are ranges of it. */
let order: Int32Array = new Int32Array(0)
let position = new Int32Array(64)
/** Per node: the part it is in; −1 once it is placed for good. */
let part = new Int32Array(64)
let parts = 1
let queue = new Int32Array(64)
let seen = new Int32Array(64)
let ticks = 0
let fromA = new Int32Array(64)
let fromB = new Int32Array(64)
let fromC = new Int32Array(64)
let key = new Int32Array(64)
let bestKey = new Int32Array(64)
/** Per cut between two keys: nodes on the lower side, those of them that touch the upper, and the other way round. */
let lower = new Int32Array(64)
let lowerRim = new Int32Array(64)
let upperRim = new Int32Array(64)
let bestScore = 0
let bestCut = 0
let bestUpper = false
/** LOW, HIGH or CUT. */
let side = new Int32Array(64)
/** Parts to do: first node, end and number of each. */
const stack: number[] = []

/** A leaf: its nodes, their neighbours in it and on its rim as bits, and the rim. */
const leaf = new Int32Array(LEAF)
const inside = new Int32Array(LEAF)
const outside = new Int32Array(LEAF)
const rim = new Int32Array(RIM)

/**
 * Writes all nodes 0 … count − 1 to `out`, first eliminated first. The neighbours of node i are neighbors[starts[i]] … neighbors[starts[i +
 * 1] − 1]; each edge stands at both its ends.
 */
export function dissect(count: number, starts: Int32Array, neighbors: Int32Array, out: Int32Array): void {
  start = starts
  neighbor = neighbors
  order = out
  reserve(count)
  for (let i = 0; i < count; i++) {
    order[i] = i
    position[i] = i
    part[i] = 0
  }
  parts = 1
  const peeled = peel(count)
  if (peeled < count) stack.push(peeled, count, 0)
  while (stack.length > 0) {
    const id = stack.pop()!
    const high = stack.pop()!
    const low = stack.pop()!
    const n = search(order[low], id, fromA)
    for (let i = 0; i < n; i++) move(queue[i], low + i)
    let mine = id
    if (low + n < high) {
      stack.push(low + n, high, id)
      mine = parts++
      for (let i = low; i < low + n; i++) part[order[i]] = mine
    }
    if (n <= LEAF) orderLeaf(low, low + n)
    else if (!removeHubs(low, low + n, mine)) cut(low, low + n, mine)
  }
}

function reserve(count: number): void {
  position = roomFor(position, count)
  part = roomFor(part, count)
  queue = roomFor(queue, count)
  seen = roomFor(seen, count)
  fromA = roomFor(fromA, count)
  fromB = roomFor(fromB, count)
  fromC = roomFor(fromC, count)
  key = roomFor(key, count)
  bestKey = roomFor(bestKey, count)
  side = roomFor(side, count)
  lower = roomFor(lower, 2 * count + 2)
  lowerRim = roomFor(lowerRim, 2 * count + 2)
  upperRim = roomFor(upperRim, 2 * count + 2)
}

/** First the nodes of degree one, again and again: they make no fill-in. Returns how many. */
function peel(count: number): number {
  let end = 0
  for (let i = 0; i < count; i++) {
    key[i] = degreeOf(i, 0)
    if (key[i] <= 1) move(i, end++)
  }
  for (let k = 0; k < end; k++) {
    const i = order[k]
    part[i] = -1
    for (let e = start[i]; e < start[i + 1]; e++) if (part[neighbor[e]] === 0 && --key[neighbor[e]] === 1) move(neighbor[e], end++)
  }
  return end
}

function move(node: number, to: number): void {
  const other = order[to]
  const from = position[node]
  order[from] = other
  position[other] = from
  order[to] = node
  position[node] = to
}

/** Distances from `root` within its part, and how many nodes there are; `queue` holds them by distance. */
function search(root: number, id: number, distance: Int32Array): number {
  const tick = ++ticks
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

function degreeOf(node: number, id: number): number {
  let sum = 0
  for (let e = start[node]; e < start[node + 1]; e++) if (part[neighbor[e]] === id) sum++
  return sum
}

function removeHubs(low: number, high: number, id: number): boolean {
  const n = high - low
  let end = high
  for (let i = high - 1; i >= low; i--) {
    const degree = degreeOf(order[i], id)
    if (degree > 4 * LEAF && degree * degree > HUB * HUB * n) move(order[i], --end)
  }
  if (end === high) return false
  for (let i = end; i < high; i++) part[order[i]] = -1
  if (end > low) stack.push(low, end, id)
  return true
}

/** Far from the node that was searched from last, with few neighbours: a corner, if there is one. */
function farthest(n: number, id: number, distance: Int32Array): number {
  const far = distance[queue[n - 1]]
  let best = queue[n - 1]
  let least = degreeOf(best, id)
  for (let k = n - 2; k >= 0 && distance[queue[k]] === far; k--) {
    const degree = degreeOf(queue[k], id)
    if (degree > least) continue
    best = queue[k]
    least = degree
  }
  return best
}

/** Finds corners, tries the cuts between them and divides the part. `fromA` and `queue` are those of a search from anywhere in it. */
function cut(low: number, high: number, id: number): void {
  const n = high - low
  const a = farthest(n, id, fromA)
  search(a, id, fromA)
  let b = farthest(n, id, fromA)
  search(b, id, fromB)
  for (let round = 0; round < 3 && fromB[queue[n - 1]] > fromA[b]; round++) {
    b = farthest(n, id, fromB)
    const old = fromA
    fromA = fromB
    fromB = old
    search(b, id, fromB)
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
  search(c, id, fromC)
  const far = fromA[b]
  bestScore = Infinity
  for (let i = low; i < high; i++) key[order[i]] = fromA[order[i]]
  weigh(low, high, id, far)
  weighBetween(low, high, id, fromA, fromB, far)
  weighBetween(low, high, id, fromA, fromC, fromA[c])
  weighBetween(low, high, id, fromB, fromC, fromB[c])
  if (bestScore === Infinity) orderByDegree(low, high, id)
  else divide(low, high, id)
}

/** Makes two parts of one, along the best cut that was seen. */
function divide(low: number, high: number, id: number): void {
  for (let i = low; i < high; i++) {
    const o = order[i]
    const above = bestKey[o] > bestCut
    side[o] = above ? HIGH : LOW
    if (above !== bestUpper) continue
    for (let e = start[o]; e < start[o + 1] && side[o] !== CUT; e++) {
      if (part[neighbor[e]] === id && bestKey[neighbor[e]] > bestCut !== above) side[o] = CUT
    }
  }
  refineCut(start, neighbor, part, side, order, low, high, id, SHARE)
  // The cut to the end, the higher side before it.
  let end = high
  for (let i = high - 1; i >= low; i--) if (side[order[i]] === CUT) move(order[i], --end)
  let middle = end
  for (let i = end - 1; i >= low; i--) if (side[order[i]] === HIGH) move(order[i], --middle)
  for (let i = low; i < middle; i++) part[order[i]] = parts
  for (let i = middle; i < end; i++) part[order[i]] = parts + 1
  for (let i = end; i < high; i++) part[order[i]] = -1
  stack.push(low, middle, parts, middle, end, parts + 1)
  parts += 2
}

/** Cuts by how much nearer nodes are to one corner than to another, which is `far` from it. */
function weighBetween(low: number, high: number, id: number, from: Int32Array, other: Int32Array, far: number): void {
  for (let i = low; i < high; i++) key[order[i]] = from[order[i]] - other[order[i]] + far
  weigh(low, high, id, 2 * far)
}

/** Looks at all cuts between two keys 0 … range. */
function weigh(low: number, high: number, id: number, range: number): void {
  for (const counts of [lower, lowerRim, upperRim]) counts.fill(0, 0, range + 2)
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
      if (score >= bestScore) continue
      bestScore = score
      bestCut = k
      bestUpper = upper === 1
      better = true
    }
  }
  if (better) for (let i = low; i < high; i++) bestKey[order[i]] = key[order[i]]
}

/** Parts that cannot be cut: few neighbours first. */
function orderByDegree(low: number, high: number, id: number): void {
  for (let i = low; i < high; i++) key[order[i]] = degreeOf(order[i], id)
  order.subarray(low, high).sort((a, b) => key[a] - key[b] || a - b)
  for (let i = low; i < high; i++) {
    position[order[i]] = i
    part[order[i]] = -1
  }
}

/** Minimum degree; the rim of the leaf, which is eliminated later, counts as neighbours. */
function orderLeaf(low: number, high: number): void {
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
  let left = (1 << n) - 1
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

function bits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
