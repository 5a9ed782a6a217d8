/**
 * The proxies of one kind: a tree, and a short list of those added since it was built. The index-only half; the tests of boxes are in the
 * dimensions' `broad-phase/proxy-group.ts`.
 *
 * Building a tree costs as much as dozens of box tests per leaf, so a newcomer waits in the list, which every search goes through in full,
 * until that work adds up to the price of a build. Thousands added at once get a tree at once; one body added per step costs one build in
 * dozens of steps.
 */

import { BUILD_COST, MIN_STEPS_BETWEEN_BUILDS } from '../tuning.ts'
import type { ProxyColumns } from './proxy-columns.ts'
import { type BoxProbe, INNER, type PreorderTree, type RayVisitor, walkRay } from './tree-walk.ts'

/** Where a ray enters the box of one that waits. */
const entry = /* @__PURE__ */ new Float64Array(1)

/** The interface of the dimensions' trees. */
export interface ProxyTree extends PreorderTree {
  leafCount: number
  kill(leaf: number): void
  enlarge(leaf: number, fat: Float64Array, proxy: number): void
  refit(fat: Float64Array, touched: Uint8Array): void
  collect(boxes: Float64Array, at: number, out: Int32Array, count: number): number
}

export abstract class ProxyGroupBase<Tree extends ProxyTree> {
  readonly tree: Tree
  /** Proxies without a leaf. */
  waiting: Int32Array = new Int32Array(32)
  waitingCount = 0
  /** Box tests of waiting proxies since the last build. */
  private debt = 0
  /** Boxes changed and leaves lost since the last build: a measure of how bad the tree has become. */
  private turnover = 0
  private stepsSinceBuild = 0
  private order: Int32Array = new Int32Array(32)

  /** Proxies in the group. */
  count = 0

  constructor(tree: Tree) {
    this.tree = tree
  }

  /** Appends to `out` those that wait and whose fat boxes touch the box that starts at `at` in `boxes`. Returns the new count. */
  abstract collectWaiting(boxes: Float64Array, at: number, fat: Float64Array, out: Int32Array, count: number): number

  /** Gives the tree its shape: the first `count` proxies in `order`, which is permuted; records each proxy's leaf. */
  protected abstract shapeTree(order: Int32Array, count: number, columns: ProxyColumns): void

  add(proxy: number, leaf: Int32Array): void {
    if (this.waitingCount === this.waiting.length) this.waiting = grown(this.waiting, this.waitingCount + 1)
    leaf[proxy] = ~this.waitingCount
    this.waiting[this.waitingCount++] = proxy
    this.count++
  }

  remove(proxy: number, leaf: Int32Array): void {
    const place = leaf[proxy]
    if (place >= 0) {
      this.tree.kill(place)
      this.turnover++
    } else {
      const last = this.waiting[--this.waitingCount]
      this.waiting[~place] = last
      leaf[last] = place
    }
    this.count--
  }

  /** Removes all proxies. */
  clear(): void {
    this.tree.nodeCount = 0
    this.tree.leafCount = 0
    this.waitingCount = 0
    this.count = 0
    this.debt = 0
    this.turnover = 0
    this.stepsSinceBuild = 0
  }

  /** Brings the leaf of a proxy whose box has changed up to date. */
  enlarge(proxy: number, columns: ProxyColumns): void {
    const leaf = columns.leaf[proxy]
    if (leaf >= 0) this.tree.enlarge(leaf, columns.fat, proxy)
  }

  /**
   * Before the pairs of a step are found: `moved` of the group's boxes have changed, and `searches` searches will go through those that
   * wait. Returns true if the tree was built anew, which brings all its boxes up to date.
   */
  beginStep(moved: number, searches: number, columns: ProxyColumns): boolean {
    this.turnover += moved
    this.stepsSinceBuild++
    const worn = this.turnover >= this.tree.leafCount && this.turnover > 0 && this.stepsSinceBuild >= MIN_STEPS_BETWEEN_BUILDS
    if (!worn && !this.owes(searches)) return false
    this.build(columns)
    return true
  }

  /** Before a search between steps: builds the tree if going through those that wait has cost as much by now. */
  beginQuery(columns: ProxyColumns): void {
    if (this.waitingCount > 0 && this.owes(1)) this.build(columns)
  }

  /** Appends to `out` the proxies whose fat boxes touch the box that starts at `at` in `boxes`. Returns the new count. */
  collect(boxes: Float64Array, at: number, fat: Float64Array, out: Int32Array, count: number): number {
    count = this.tree.collect(boxes, at, out, count)
    return this.waitingCount === 0 ? count : this.collectWaiting(boxes, at, fat, out, count)
  }

  /** Shows the visitor the proxies whose fat boxes the ray meets at or before its limit. */
  castRay(ray: BoxProbe, visitor: RayVisitor, fat: Float64Array): void {
    const { waiting } = this
    const { limit } = visitor
    if (limit[0] > 0) walkRay(this.tree, ray, visitor)
    for (let i = 0; i < this.waitingCount && limit[0] > 0; i++) {
      ray.entry(fat, waiting[i], entry, 0)
      if (entry[0] <= limit[0]) visitor.visit(waiting[i])
    }
  }

  /** Adds the price of going `searches` times through those that wait. True if a build is cheaper. */
  private owes(searches: number): boolean {
    this.debt += searches * this.waitingCount
    return this.debt > BUILD_COST * this.count
  }

  /** A tree of all proxies of the group. */
  private build(columns: ProxyColumns): void {
    const { tree, waiting, waitingCount } = this
    if (this.order.length < this.count) this.order = grown(this.order, this.count)
    const { order } = this
    let count = 0
    // In the order of the old tree, which is nearly the order of the new one.
    for (let k = 0; k < tree.nodeCount; k++) {
      if (tree.item[k] > INNER) order[count++] = tree.item[k]
    }
    for (let i = 0; i < waitingCount; i++) order[count++] = waiting[i]
    this.shapeTree(order, count, columns)
    tree.refit(columns.fat, columns.touched)
    this.waitingCount = 0
    this.debt = 0
    this.turnover = 0
    this.stepsSinceBuild = 0
  }
}

function grown(array: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(Math.max(size, array.length * 2))
  larger.set(array)
  return larger
}
