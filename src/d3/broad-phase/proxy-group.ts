/**
 * The proxies of one kind in three dimensions: the tests of boxes and the tree. When it is built is decided in
 * `common/broad-phase/proxy-group.ts`.
 */

import type { ProxyColumns } from '../../common/broad-phase/proxy-columns.ts'
import { ProxyGroupBase } from '../../common/broad-phase/proxy-group.ts'
import { buildTree } from './tree-build.ts'
import { BoxTree } from './tree.ts'

export class ProxyGroup extends ProxyGroupBase<BoxTree> {
  constructor() {
    super(new BoxTree())
  }

  collectWaiting(boxes: Float64Array, at: number, fat: Float64Array, out: Int32Array, count: number): number {
    const { waiting, waitingCount } = this
    const minX = boxes[at]
    const minY = boxes[at + 1]
    const minZ = boxes[at + 2]
    const maxX = boxes[at + 3]
    const maxY = boxes[at + 4]
    const maxZ = boxes[at + 5]
    for (let i = 0; i < waitingCount; i++) {
      const o = 6 * waiting[i]
      if (
        fat[o] <= maxX && fat[o + 3] >= minX && fat[o + 1] <= maxY && fat[o + 4] >= minY && fat[o + 2] <= maxZ && fat[o + 5] >= minZ
      ) {
        out[count++] = waiting[i]
      }
    }
    return count
  }

  protected shapeTree(order: Int32Array, count: number, columns: ProxyColumns): void {
    buildTree(this.tree, order, count, columns.fat, columns.leaf)
  }
}
