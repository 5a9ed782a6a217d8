/**
 * Top-down build of a bounding-box tree: midpoint split of the centroids' box across its longest side.
 *
 * Splitting space and not a sorted curve keeps one body that has fallen 10⁵ m away from spoiling the tree for all others. Boxes of inner
 * nodes are not set here: `BoxTree.refit` follows.
 */

import { INNER, MAX_DEPTH, MIDPOINT_DEPTH } from '../../common/broad-phase/tree-walk.ts'
import type { BoxTree } from './tree.ts'

/** Centroids (times two, for they are only compared), permuted together with the proxies. Shared: a build never nests. */
let centers = /* @__PURE__ */ new Float64Array(0)

/** Ranges that wait: first item, end, node, parent, depth. */
const ranges = /* @__PURE__ */ new Int32Array(5 * (MAX_DEPTH + 2))
/** For each of them the bounds of its centroids: min x y z, max x y z. */
const bounds = /* @__PURE__ */ new Float64Array(6 * (MAX_DEPTH + 2))
/** Bounds of the two parts of a range, left then right. */
const parts = /* @__PURE__ */ new Float64Array(12)

/** Makes `tree` the tree of the first `count` proxies in `order`, which is permuted; records each proxy's leaf in `leaf`. */
export function buildTree(tree: BoxTree, order: Int32Array, count: number, fat: Float64Array, leaf: Int32Array): void {
  tree.reserve(count)
  tree.leafCount = count
  tree.nodeCount = count === 0 ? 0 : 2 * count - 1
  if (count === 0) return
  if (centers.length < 3 * count) centers = new Float64Array(Math.max(3 * count, Math.ceil(centers.length * 1.5)))
  takeCenters(order, count, fat)
  pushRange(0, 0, count, 0, -1, 0, 0)
  const { skip, item, parent } = tree
  let top = 1
  while (top > 0) {
    top--
    const begin = ranges[5 * top]
    const end = ranges[5 * top + 1]
    const node = ranges[5 * top + 2]
    const depth = ranges[5 * top + 4]
    skip[node] = node + 2 * (end - begin) - 1
    parent[node] = ranges[5 * top + 3]
    if (end - begin === 1) {
      item[node] = order[begin]
      leaf[order[begin]] = node
      continue
    }
    item[node] = INNER
    let middle = partition(order, begin, end, top)
    if (middle === begin || middle === end || depth >= MIDPOINT_DEPTH) {
      // All in one place, or not a number, or too deep. Bounds of the whole hold for both halves: they only guide.
      middle = (begin + end) >>> 1
      for (let i = 0; i < 6; i++) parts[i] = parts[6 + i] = bounds[6 * top + i]
    }
    pushRange(top++, middle, end, node + 2 * (middle - begin), node, depth + 1, 6)
    pushRange(top++, begin, middle, node + 1, node, depth + 1, 0)
  }
}

/** Fills `centers` in the order of the proxies, and the first of `parts` with their bounds. */
function takeCenters(order: Int32Array, count: number, fat: Float64Array): void {
  parts.fill(Infinity, 0, 3)
  parts.fill(-Infinity, 3, 6)
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const f = 6 * order[i] + axis
      const center = fat[f] + fat[f + 3]
      centers[3 * i + axis] = center
      if (center < parts[axis]) parts[axis] = center
      if (center > parts[3 + axis]) parts[3 + axis] = center
    }
  }
}

function pushRange(top: number, begin: number, end: number, node: number, parent: number, depth: number, part: number): void {
  const r = 5 * top
  ranges[r] = begin
  ranges[r + 1] = end
  ranges[r + 2] = node
  ranges[r + 3] = parent
  ranges[r + 4] = depth
  const b = 6 * top
  bounds[b] = parts[part]
  bounds[b + 1] = parts[part + 1]
  bounds[b + 2] = parts[part + 2]
  bounds[b + 3] = parts[part + 3]
  bounds[b + 4] = parts[part + 4]
  bounds[b + 5] = parts[part + 5]
}

/**
 * Splits the range whose bounds are at `top`: moves the items whose centroid lies in the lower half of the longest side to its
 * front and returns where the others begin. Measures the bounds of both parts in passing.
 */
function partition(order: Int32Array, begin: number, end: number, top: number): number {
  const center = centers
  const b = 6 * top
  const dx = bounds[b + 3] - bounds[b]
  const dy = bounds[b + 4] - bounds[b + 1]
  const dz = bounds[b + 5] - bounds[b + 2]
  const axis = dx >= dy && dx >= dz ? 0 : dy >= dz ? 1 : 2
  const middle = 0.5 * (bounds[b + axis] + bounds[b + 3 + axis])
  let lx0 = Infinity, ly0 = Infinity, lz0 = Infinity, lx1 = -Infinity, ly1 = -Infinity, lz1 = -Infinity
  let rx0 = Infinity, ry0 = Infinity, rz0 = Infinity, rx1 = -Infinity, ry1 = -Infinity, rz1 = -Infinity
  let i = begin
  let j = end
  while (i < j) {
    const at = 3 * i
    const x = center[at]
    const y = center[at + 1]
    const z = center[at + 2]
    if (center[at + axis] < middle) {
      if (x < lx0) lx0 = x
      if (x > lx1) lx1 = x
      if (y < ly0) ly0 = y
      if (y > ly1) ly1 = y
      if (z < lz0) lz0 = z
      if (z > lz1) lz1 = z
      i++
    } else {
      if (x < rx0) rx0 = x
      if (x > rx1) rx1 = x
      if (y < ry0) ry0 = y
      if (y > ry1) ry1 = y
      if (z < rz0) rz0 = z
      if (z > rz1) rz1 = z
      j--
      const last = 3 * j
      center[at] = center[last]
      center[at + 1] = center[last + 1]
      center[at + 2] = center[last + 2]
      center[last] = x
      center[last + 1] = y
      center[last + 2] = z
      const proxy = order[i]
      order[i] = order[j]
      order[j] = proxy
    }
  }
  parts[0] = lx0
  parts[1] = ly0
  parts[2] = lz0
  parts[3] = lx1
  parts[4] = ly1
  parts[5] = lz1
  parts[6] = rx0
  parts[7] = ry0
  parts[8] = rz0
  parts[9] = rx1
  parts[10] = ry1
  parts[11] = rz1
  return i
}
