/**
 * Symbolic factorisation of one big net: the elimination order, the fill-in, and supernodes: runs of nodes with the same fill-in, whose
 * columns are one dense panel. Small ones are joined where a few zeros cost less than another panel.
 *
 * Depends on indices alone. Memory grows by doubling and is used again by the next plan.
 */

import { longer, roomFor } from '../memory/growing.ts'
import { dissect } from './dissection.ts'

/** Cost of another panel to a solve, in numbers of a panel. */
const PANEL_COST = 30

export class Supernodes {
  /** Nodes, and which is eliminated k-th; `place` is the inverse. */
  nodes = 0
  order: Int32Array = new Int32Array(16)
  place: Int32Array = new Int32Array(16)
  /** Supernodes: s holds the places first[s] … first[s + 1] − 1. */
  count = 0
  first: Int32Array = new Int32Array(16)
  /** Per place: its supernode. */
  of: Int32Array = new Int32Array(16)
  /** The places after s that its columns reach: row[below[s]] … row[below[s + 1] − 1], ascending. */
  below: Int32Array = new Int32Array(16)
  row: Int32Array = new Int32Array(64)

  private parent: Int32Array = new Int32Array(16)
  private child: Int32Array = new Int32Array(16)
  private sibling: Int32Array = new Int32Array(16)
  private mark: Int32Array = new Int32Array(16)
  private old: Int32Array = new Int32Array(16)
  private fillStart: Int32Array = new Int32Array(16)
  private fill: Int32Array = new Int32Array(64)

  /** Plans for an undirected graph (see `dissect`) whose nodes have `width` unknowns each. */
  plan(count: number, width: number, start: Int32Array, neighbor: Int32Array): void {
    this.nodes = count
    this.reserve(count)
    dissect(count, start, neighbor, this.order)
    this.fillIn(start, neighbor)
    this.sortByTree()
    this.join(width)
    this.list()
  }

  private reserve(count: number): void {
    this.order = roomFor(this.order, count)
    this.place = roomFor(this.place, count)
    this.first = roomFor(this.first, count + 1)
    this.of = roomFor(this.of, count)
    this.below = roomFor(this.below, count + 1)
    this.parent = roomFor(this.parent, count)
    this.child = roomFor(this.child, count)
    this.sibling = roomFor(this.sibling, count)
    this.mark = roomFor(this.mark, count)
    this.old = roomFor(this.old, count)
    this.fillStart = roomFor(this.fillStart, count + 1)
  }

  /**
   * Per place the later places that its column reaches: its later neighbours and those of its children in the elimination tree. The nearest
   * of them is its parent.
   */
  private fillIn(start: Int32Array, neighbor: Int32Array): void {
    const { nodes, order, place, parent, child, sibling, mark, fillStart } = this
    for (let k = 0; k < nodes; k++) {
      place[order[k]] = k
      child[k] = -1
      mark[k] = -1
    }
    let end = 0
    for (let k = 0; k < nodes; k++) {
      fillStart[k] = end
      const fill = (this.fill = longer(this.fill, end + nodes))
      mark[k] = k
      let nearest = nodes
      const node = order[k]
      for (let e = start[node]; e < start[node + 1]; e++) {
        const p = place[neighbor[e]]
        if (p < k || mark[p] === k) continue
        mark[p] = k
        fill[end++] = p
        if (p < nearest) nearest = p
      }
      for (let c = child[k]; c >= 0; c = sibling[c]) {
        for (let e = fillStart[c]; e < fillStart[c + 1]; e++) {
          const p = fill[e]
          if (mark[p] === k) continue
          mark[p] = k
          fill[end++] = p
          if (p < nearest) nearest = p
        }
      }
      fillStart[k + 1] = end
      parent[k] = nearest < nodes ? nearest : -1
      if (nearest === nodes) continue
      // The child with the longest column is kept at the head of the list.
      const head = child[nearest]
      if (head < 0 || end - fillStart[k] >= fillStart[head + 1] - fillStart[head]) {
        sibling[k] = head
        child[nearest] = k
      } else {
        sibling[k] = sibling[head]
        sibling[head] = k
      }
    }
  }

  /**
   * Renumbers the places so that every subtree is a range and the child with the longest column comes right before its parent: those are
   * the ones to be joined. The fill-in stays the same.
   */
  private sortByTree(): void {
    const { nodes, order, place, parent, child, sibling, old, mark } = this
    // From the last place to the first: a parent, then its children from the longest on.
    let at = nodes
    let top = 0
    for (let k = nodes - 1; k >= 0; k--) {
      if (parent[k] >= 0) continue
      mark[top++] = k
      while (top > 0) {
        const p = mark[--top]
        old[--at] = p
        // The head of the list has to come off the stack first.
        const from = top
        for (let c = child[p]; c >= 0; c = sibling[c]) mark[top++] = c
        for (let i = from, m = top - 1; i < m; i++, m--) {
          const swap = mark[i]
          mark[i] = mark[m]
          mark[m] = swap
        }
      }
    }
    for (let k = 0; k < nodes; k++) place[k] = order[old[k]]
    for (let k = 0; k < nodes; k++) order[k] = place[k]
    for (let k = 0; k < nodes; k++) place[order[k]] = k
  }

  /** Cuts the places into supernodes. */
  private join(width: number): void {
    const { nodes, first, of, below, parent, old, fillStart, mark } = this
    // mark: old place → new; of, below: first place and length of the column below, per supernode still open.
    for (let k = 0; k < nodes; k++) mark[old[k]] = k
    let count = 0
    for (let k = 0; k < nodes; k++) {
      let from = k
      const length = fillStart[old[k] + 1] - fillStart[old[k]]
      while (count > 0) {
        const last = from - 1
        const up = parent[old[last]]
        if (up < 0 || mark[up] > k || mark[up] < from) break
        const its = below[count - 1]
        const columns = from - first[count - 1]
        const zeros = columns * (k - from + 1 + length - its)
        if (zeros * width * width > PANEL_COST) break
        from = first[--count]
      }
      first[count] = from
      below[count++] = length
    }
    first[count] = nodes
    this.count = count
    for (let s = 0; s < count; s++) for (let k = first[s]; k < first[s + 1]; k++) of[k] = s
  }

  /** The rows of each supernode: those of its last column. */
  private list(): void {
    const { count, first, below, old, fill, fillStart, mark } = this
    let total = 0
    for (let s = 0; s < count; s++) total += below[s]
    this.row = roomFor(this.row, total)
    const row = this.row
    let end = 0
    for (let s = 0; s < count; s++) {
      const column = old[first[s + 1] - 1]
      below[s] = end
      for (let e = fillStart[column]; e < fillStart[column + 1]; e++) row[end++] = mark[fill[e]]
      row.subarray(below[s], end).sort()
    }
    below[count] = end
  }
}
