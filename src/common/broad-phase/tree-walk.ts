/**
 * Bounding-box trees, the index-only part: nodes in preorder, and the traversal of a ray, near child first, so that an early hit culls the
 * nodes behind it. The dimensions know the boxes; here a box is the number of a node.
 */

/** In `item`: an inner node. */
export const INNER = -1
/** In `item`: a leaf whose proxy was removed. Its box is inverted, so that no box overlaps it and no union notices it. */
export const DEAD = -2

/** From this depth on, halves are by count: positions in geometric progression would otherwise give one leaf per level. */
export const MIDPOINT_DEPTH = 48
/** The deepest node: the levels above, and 2³¹ leaves halved by count. Stacks of traversals are sized by it. */
export const MAX_DEPTH: number = MIDPOINT_DEPTH + 32

/** The left child of node k is k + 1, the right child is skip[k + 1], and the subtree of k is k … skip[k] − 1. */
export interface PreorderTree {
  nodeCount: number
  box: Float64Array
  skip: Int32Array
  item: Int32Array
}

/** Receives the proxies that a ray may hit. */
export interface RayVisitor {
  /** One number: up to which fraction of the ray proxies count. In an array, as numbers handed to a call would be put on the heap. */
  readonly limit: Float64Array
  /**
   * Called for each proxy whose fat box the ray meets at or before the limit. Lowers the limit to the fraction of a hit to cull farther
   * proxies, to 0 to stop.
   */
  visit(proxy: number): void
}

/** A ray prepared for slab tests of boxes. */
export interface BoxProbe {
  /** out[o] = fraction of the ray where it enters box number `at` of a column of boxes, at least 0; Infinity if it misses. */
  entry(boxes: Float64Array, at: number, out: Float64Array, o: number): void
}

const nodes = /* @__PURE__ */ new Int32Array(MAX_DEPTH + 2)
const entries = /* @__PURE__ */ new Float64Array(MAX_DEPTH + 2)
/** Entries into the two children of a node. */
const pair = /* @__PURE__ */ new Float64Array(2)

/** Visits the leaves the ray meets at or before the visitor's limit. Not to be called from a visitor. */
export function walkRay(tree: PreorderTree, ray: BoxProbe, visitor: RayVisitor): void {
  const { box, skip, item } = tree
  const { limit } = visitor
  if (tree.nodeCount === 0) return
  ray.entry(box, 0, pair, 0)
  let entry = pair[0]
  let k = 0
  let top = 0
  for (;;) {
    if (entry <= limit[0]) {
      const proxy = item[k]
      if (proxy === INNER) {
        const left = k + 1
        const right = skip[left]
        ray.entry(box, left, pair, 0)
        ray.entry(box, right, pair, 1)
        const entryLeft = pair[0]
        const entryRight = pair[1]
        const leftFirst = entryLeft <= entryRight
        nodes[top] = leftFirst ? right : left
        entries[top] = leftFirst ? entryRight : entryLeft
        if (entries[top] <= limit[0]) top++
        k = leftFirst ? left : right
        entry = leftFirst ? entryLeft : entryRight
        continue
      }
      visitor.visit(proxy)
      if (limit[0] <= 0) return
    }
    if (top === 0) return
    top--
    k = nodes[top]
    entry = entries[top]
  }
}
