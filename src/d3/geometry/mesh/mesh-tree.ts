/**
 * The tree over the triangles of a mesh: built here, walked in `mesh-walk.ts`.
 *
 * A binary tree in preorder, eight 16-bit words per node: a box on a grid of 65535 steps over the mesh's bounds, rounded outward, and a link.
 * The link of an inner node is the node after its subtree; that of a leaf has the top bit set, then how many triangles it holds less one (two
 * bits) and the first of them. Triangles are put in the order of the leaves. Splits are by surface area over eight bins; below sixteen
 * triangles in the middle, at a multiple of four, so that leaves are full.
 */

/** Triangles in a leaf, at most: its count has two bits. */
const LEAF_SIZE = 4

/** Up to this many triangles are split in the middle. */
const FEW = 16

const BINS = 8

/** Words per node. */
export const NODE_STRIDE: number = 8

/** Words 6 and 7 of a node are its link, low half first. */
export const NODE_LINK: number = 6

/** Steps of the grid of boxes over each axis of the mesh's bounds. */
export const GRID_STEPS: number = 65535

export interface MeshTree {
  readonly nodes: Uint16Array
  readonly nodeCount: number
  /** The triangles in the order of the leaves. */
  readonly order: Uint32Array
  /** Low corner of the mesh, then the size of a grid step, by axis. */
  readonly grid: Float64Array
}

/** Boxes of the triangles, low corner and high corner (6 each), and what a subtree is made of while it is built. */
let boxes = new Float64Array(0)
let order = new Uint32Array(0)
let nodes = new Uint16Array(0)
let nodeCount = 0
const grid = new Float64Array(6)

/** Bounds of the triangles in question, and of their middles (doubled: low + high). */
const bounds = new Float64Array(6)
const middles = new Float64Array(6)

const binCount = new Int32Array(BINS)
const binBounds = new Float64Array(6 * BINS)
const rightArea = new Float64Array(BINS)
const sweepBounds = new Float64Array(6)

/** Builds the tree of triangles with these vertices. */
export function buildMeshTree(positions: Float64Array, indices: Uint32Array): MeshTree {
  const count = indices.length / 3
  boxes = new Float64Array(6 * count)
  order = new Uint32Array(count)
  nodes = new Uint16Array(NODE_STRIDE * Math.max(1, 2 * count))
  nodeCount = 0
  for (let t = 0; t < count; t++) {
    order[t] = t
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * indices[3 * t] + axis]
      const b = positions[3 * indices[3 * t + 1] + axis]
      const c = positions[3 * indices[3 * t + 2] + axis]
      boxes[6 * t + axis] = a < b ? (a < c ? a : c) : b < c ? b : c
      boxes[6 * t + 3 + axis] = a > b ? (a > c ? a : c) : b > c ? b : c
    }
  }
  measure(0, count)
  for (let axis = 0; axis < 3; axis++) {
    grid[axis] = bounds[axis]
    const step = (bounds[3 + axis] - bounds[axis]) / GRID_STEPS
    // Rounded up, so that the last step reaches the end.
    grid[3 + axis] = step > 0 ? step * (1 + 4e-16) : 1
  }
  build(0, count)
  const tree = { nodes: nodes.slice(0, NODE_STRIDE * nodeCount), nodeCount, order, grid: grid.slice() }
  boxes = new Float64Array(0)
  order = new Uint32Array(0)
  nodes = new Uint16Array(0)
  return tree
}

/** Bounds of the triangles from … to and of their middles. */
function measure(from: number, to: number): void {
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  let mx0 = Infinity
  let my0 = Infinity
  let mz0 = Infinity
  let mx1 = -Infinity
  let my1 = -Infinity
  let mz1 = -Infinity
  for (let i = from; i < to; i++) {
    const b = 6 * order[i]
    const ax = boxes[b]
    const ay = boxes[b + 1]
    const az = boxes[b + 2]
    const bx = boxes[b + 3]
    const by = boxes[b + 4]
    const bz = boxes[b + 5]
    if (ax < x0) x0 = ax
    if (ay < y0) y0 = ay
    if (az < z0) z0 = az
    if (bx > x1) x1 = bx
    if (by > y1) y1 = by
    if (bz > z1) z1 = bz
    const mx = ax + bx
    const my = ay + by
    const mz = az + bz
    if (mx < mx0) mx0 = mx
    if (my < my0) my0 = my
    if (mz < mz0) mz0 = mz
    if (mx > mx1) mx1 = mx
    if (my > my1) my1 = my
    if (mz > mz1) mz1 = mz
  }
  bounds[0] = x0
  bounds[1] = y0
  bounds[2] = z0
  bounds[3] = x1
  bounds[4] = y1
  bounds[5] = z1
  middles[0] = mx0
  middles[1] = my0
  middles[2] = mz0
  middles[3] = mx1
  middles[4] = my1
  middles[5] = mz1
}

/** Adds the subtree of the triangles from … to. Splits halve what is left at worst after `FEW` levels, so that it is never deep. */
function build(from: number, to: number, depth = 0): void {
  measure(from, to)
  const node = nodeCount++
  writeBox(node)
  if (to - from <= LEAF_SIZE) {
    writeLink(node, (0x80000000 | ((to - from - 1) << 29) | from) >>> 0)
    return
  }
  // A long run of lopsided splits is cut short by even ones: at most 64 levels and 24 halvings.
  const split = to - from <= FEW || depth >= 64 ? splitInTheMiddle(from, to) : splitByArea(from, to)
  build(from, split, depth + 1)
  build(split, to, depth + 1)
  writeLink(node, nodeCount)
}

function writeLink(node: number, link: number): void {
  nodes[NODE_STRIDE * node + NODE_LINK] = link & 0xffff
  nodes[NODE_STRIDE * node + NODE_LINK + 1] = link >>> 16
}

/** The bounds on the grid, rounded outward until they are outside in doubles too. */
function writeBox(node: number): void {
  const o = NODE_STRIDE * node
  for (let axis = 0; axis < 3; axis++) {
    const low = grid[axis]
    const step = grid[3 + axis]
    let least = Math.floor((bounds[axis] - low) / step)
    while (least > 0 && low + least * step > bounds[axis]) least--
    let most = Math.ceil((bounds[3 + axis] - low) / step)
    while (most < GRID_STEPS && low + most * step < bounds[3 + axis]) most++
    nodes[o + axis] = least
    nodes[o + 3 + axis] = most > GRID_STEPS ? GRID_STEPS : most
  }
}

/** Splits a few triangles, sorted along the longest side of their middles, at a multiple of the leaf's size. */
function splitInTheMiddle(from: number, to: number): number {
  const axis = longestAxis()
  if (to - from <= FEW) insertionSort(from, to, axis)
  else order.subarray(from, to).sort((s, t) => middleOf(s, axis) - middleOf(t, axis) || s - t)
  const half = (to - from) >> 1
  return from + Math.max(LEAF_SIZE, Math.ceil(half / LEAF_SIZE) * LEAF_SIZE)
}

function middleOf(triangle: number, axis: number): number {
  return boxes[6 * triangle + axis] + boxes[6 * triangle + 3 + axis]
}

function longestAxis(): number {
  const x = middles[3] - middles[0]
  const y = middles[4] - middles[1]
  const z = middles[5] - middles[2]
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2
}

function insertionSort(from: number, to: number, axis: number): void {
  for (let i = from + 1; i < to; i++) {
    const t = order[i]
    const key = middleOf(t, axis)
    let j = i - 1
    while (j >= from && (middleOf(order[j], axis) > key || (middleOf(order[j], axis) === key && order[j] > t))) {
      order[j + 1] = order[j]
      j--
    }
    order[j + 1] = t
  }
}

/** Splits where surface area times triangles is least, among the borders of eight bins along the longest side. */
function splitByArea(from: number, to: number): number {
  const axis = longestAxis()
  const low = middles[axis]
  const extent = middles[3 + axis] - low
  if (!(extent > 0)) return (from + to) >> 1
  const scale = (BINS * (1 - 1e-12)) / extent
  binCount.fill(0)
  for (let b = 0; b < BINS; b++) clearBounds(binBounds, 6 * b)
  for (let i = from; i < to; i++) {
    const o = 6 * order[i]
    const bin = Math.floor((boxes[o + axis] + boxes[o + 3 + axis] - low) * scale)
    binCount[bin]++
    addBounds(binBounds, 6 * bin, boxes, o)
  }
  clearBounds(sweepBounds, 0)
  for (let b = BINS - 1; b > 0; b--) {
    if (binCount[b] > 0) addBounds(sweepBounds, 0, binBounds, 6 * b)
    rightArea[b] = areaOf(sweepBounds)
  }
  clearBounds(sweepBounds, 0)
  let left = 0
  let best = 1
  let bestCost = Infinity
  for (let b = 1; b < BINS; b++) {
    if (binCount[b - 1] > 0) addBounds(sweepBounds, 0, binBounds, 6 * (b - 1))
    left += binCount[b - 1]
    if (left === 0 || left === to - from) continue
    const cost = left * areaOf(sweepBounds) + (to - from - left) * rightArea[b]
    if (cost < bestCost) {
      bestCost = cost
      best = b
    }
  }
  let i = from
  let j = to - 1
  for (;;) {
    while (i <= j && binOf(order[i], axis, low, scale) < best) i++
    while (i <= j && binOf(order[j], axis, low, scale) >= best) j--
    if (i > j) break
    const swap = order[i]
    order[i] = order[j]
    order[j] = swap
  }
  return i === from || i === to ? (from + to) >> 1 : i
}

function binOf(triangle: number, axis: number, low: number, scale: number): number {
  return Math.floor((boxes[6 * triangle + axis] + boxes[6 * triangle + 3 + axis] - low) * scale)
}

function clearBounds(b: Float64Array, o: number): void {
  b[o] = b[o + 1] = b[o + 2] = Infinity
  b[o + 3] = b[o + 4] = b[o + 5] = -Infinity
}

function addBounds(into: Float64Array, io: number, from: Float64Array, fo: number): void {
  if (from[fo] < into[io]) into[io] = from[fo]
  if (from[fo + 1] < into[io + 1]) into[io + 1] = from[fo + 1]
  if (from[fo + 2] < into[io + 2]) into[io + 2] = from[fo + 2]
  if (from[fo + 3] > into[io + 3]) into[io + 3] = from[fo + 3]
  if (from[fo + 4] > into[io + 4]) into[io + 4] = from[fo + 4]
  if (from[fo + 5] > into[io + 5]) into[io + 5] = from[fo + 5]
}

function areaOf(b: Float64Array): number {
  const x = b[3] - b[0]
  const y = b[4] - b[1]
  const z = b[5] - b[2]
  return x < 0 ? 0 : x * y + y * z + z * x
}
