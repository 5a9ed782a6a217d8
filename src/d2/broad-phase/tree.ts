/**
 * A bounding-box tree in preorder: the left child of node k is k + 1, the right child is skip[k + 1], and the subtree of k is k … skip[k] −
 * 1. A search needs no stack: on a miss it jumps to skip[k].
 *
 * It is an accelerator over boxes that others own. It never changes its shape in place: boxes grow upwards (`enlarge`) or are all taken
 * anew (`refit`), and when that has made it bad it is built again (`tree-build.ts`). Traversals for pairs and rays are in `tree-pairs.ts`
 * and `common/broad-phase/tree-walk.ts`. The result of a search is a function of the boxes alone; only its order is not.
 */

import { DEAD, INNER } from '../../common/broad-phase/tree-walk.ts'

export class BoxTree {
  nodeCount = 0
  /** Leaves built, the dead ones included. */
  leafCount = 0
  /** Four per node: min x y, max x y. */
  box: Float64Array = new Float64Array(0)
  /** First node after the subtree. */
  skip: Int32Array = new Int32Array(0)
  /** Proxy of a leaf, or INNER, or DEAD. */
  item: Int32Array = new Int32Array(0)
  /** Node above; −1 at the root. */
  parent: Int32Array = new Int32Array(0)
  /** 1 if a leaf below is touched. True after `refit` only. */
  moved: Uint8Array = new Uint8Array(0)

  /** Makes room for the nodes of `leaves` leaves. The contents are lost. */
  reserve(leaves: number): void {
    const nodes = 2 * leaves
    if (nodes <= this.skip.length) return
    const room = Math.max(nodes, Math.ceil(this.skip.length * 1.5))
    this.box = new Float64Array(4 * room)
    this.skip = new Int32Array(room)
    this.item = new Int32Array(room)
    this.parent = new Int32Array(room)
    this.moved = new Uint8Array(room)
  }

  /** Takes the leaf out of every search; its place is lost until the next build. */
  kill(leaf: number): void {
    const { box } = this
    const o = 4 * leaf
    box[o] = box[o + 1] = Infinity
    box[o + 2] = box[o + 3] = -Infinity
    this.item[leaf] = DEAD
  }

  /** Gives a leaf its proxy's box and widens the nodes above, up to the first that contains it already. */
  enlarge(leaf: number, fat: Float64Array, proxy: number): void {
    const { box, parent } = this
    const minX = fat[4 * proxy]
    const minY = fat[4 * proxy + 1]
    const maxX = fat[4 * proxy + 2]
    const maxY = fat[4 * proxy + 3]
    let o = 4 * leaf
    box[o] = minX
    box[o + 1] = minY
    box[o + 2] = maxX
    box[o + 3] = maxY
    for (let k = parent[leaf]; k >= 0; k = parent[k]) {
      o = 4 * k
      let grew = false
      if (minX < box[o]) {
        box[o] = minX
        grew = true
      }
      if (minY < box[o + 1]) {
        box[o + 1] = minY
        grew = true
      }
      if (maxX > box[o + 2]) {
        box[o + 2] = maxX
        grew = true
      }
      if (maxY > box[o + 3]) {
        box[o + 3] = maxY
        grew = true
      }
      if (!grew) return
    }
  }

  /** Takes every box anew from the leaves up, and with them the `moved` flags. Children come after parents: one backward loop. */
  refit(fat: Float64Array, touched: Uint8Array): void {
    const { box, skip, item, moved } = this
    for (let k = this.nodeCount - 1; k >= 0; k--) {
      const o = 4 * k
      const proxy = item[k]
      if (proxy >= 0) {
        const f = 4 * proxy
        box[o] = fat[f]
        box[o + 1] = fat[f + 1]
        box[o + 2] = fat[f + 2]
        box[o + 3] = fat[f + 3]
        moved[k] = touched[proxy] !== 0 ? 1 : 0
      } else if (proxy === INNER) {
        const right = skip[k + 1]
        const l = o + 4
        const r = 4 * right
        box[o] = box[l] < box[r] ? box[l] : box[r]
        box[o + 1] = box[l + 1] < box[r + 1] ? box[l + 1] : box[r + 1]
        box[o + 2] = box[l + 2] > box[r + 2] ? box[l + 2] : box[r + 2]
        box[o + 3] = box[l + 3] > box[r + 3] ? box[l + 3] : box[r + 3]
        moved[k] = moved[k + 1] | moved[right]
      } else {
        moved[k] = 0
      }
    }
  }

  /**
   * Appends to `out`, from place `count` on, the proxies whose boxes touch the box that starts at `at` in `boxes`. Returns the new
   * count. (Four numbers as arguments would each be boxed on the heap.)
   */
  collect(boxes: Float64Array, at: number, out: Int32Array, count: number): number {
    const { box, skip, item, nodeCount } = this
    const minX = boxes[at]
    const minY = boxes[at + 1]
    const maxX = boxes[at + 2]
    const maxY = boxes[at + 3]
    let k = 0
    while (k < nodeCount) {
      const o = 4 * k
      if (box[o] <= maxX && box[o + 2] >= minX && box[o + 1] <= maxY && box[o + 3] >= minY) {
        const proxy = item[k]
        if (proxy >= 0) out[count++] = proxy
        k++
      } else {
        k = skip[k]
      }
    }
    return count
  }
}
