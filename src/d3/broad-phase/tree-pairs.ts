/**
 * New pairs of a whole tree at once, for steps in which many leaves have moved; for a few moved leaves a search per leaf is cheaper.
 *
 * From each leaf the tree is searched forwards only, from the leaf's own place to the end of the preorder: every pair is met once, by the
 * one of its leaves that comes first. (Measured against walking the tree against itself with a stack of node pairs: 10 % faster in dense
 * scenes, as fast in sparse ones.) Where the leaf has not moved, subtrees without a moved leaf are skipped.
 */

import type { PairList } from '../../common/broad-phase/pair-list.ts'
import { INNER } from '../../common/broad-phase/tree-walk.ts'
import type { BoxTree } from './tree.ts'

/**
 * Adds to `found` the pairs of leaves of which one has moved and whose boxes overlap now but did not before.
 * The tree must be freshly refitted: its `moved` flags are read.
 */
export function findTreePairs(tree: BoxTree, oldFat: Float64Array, found: PairList): void {
  const { box, skip, item, moved, nodeCount } = tree
  for (let leaf = 0; leaf < nodeCount; leaf++) {
    const proxy = item[leaf]
    if (proxy < 0) continue
    const leafMoved = moved[leaf]
    const o = 6 * leaf
    const minX = box[o]
    const minY = box[o + 1]
    const minZ = box[o + 2]
    const maxX = box[o + 3]
    const maxY = box[o + 4]
    const maxZ = box[o + 5]
    let k = leaf + 1
    while (k < nodeCount) {
      const b = 6 * k
      if (
        (moved[k] | leafMoved) !== 0 &&
        box[b] <= maxX && box[b + 3] >= minX && box[b + 1] <= maxY && box[b + 4] >= minY && box[b + 2] <= maxZ && box[b + 5] >= minZ
      ) {
        const other = item[k]
        if (other !== INNER && !boxesOverlap(oldFat, proxy, other)) found.add(proxy, other)
        k++
      } else {
        k = skip[k]
      }
    }
  }
}

/** Do two boxes of a column of boxes touch? */
export function boxesOverlap(box: Float64Array, a: number, b: number): boolean {
  const i = 6 * a
  const j = 6 * b
  return (
    box[i] <= box[j + 3] && box[i + 3] >= box[j] &&
    box[i + 1] <= box[j + 4] && box[i + 4] >= box[j + 1] &&
    box[i + 2] <= box[j + 5] && box[i + 5] >= box[j + 2]
  )
}
