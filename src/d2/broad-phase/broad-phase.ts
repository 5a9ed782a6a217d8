/**
 * Broad phase in two dimensions: comparisons of coordinates. The index-only half is in `common/broad-phase`.
 */

import { BroadPhaseBase } from '../../common/broad-phase/broad-phase.ts'
import type { PairList } from '../../common/broad-phase/pair-list.ts'
import { NONE } from '../../common/broad-phase/proxy-columns.ts'
import type { RayVisitor } from '../../common/broad-phase/tree-walk.ts'
import type { WorldMemory } from '../../common/memory/world-memory.ts'
import { ProxyGroup } from './proxy-group.ts'
import { boxesOverlap, findTreePairs } from './tree-pairs.ts'
import { DistanceProbe } from './tree-distance.ts'
import { RayProbe } from './tree-ray.ts'
import type { BoxTree } from './tree.ts'

export class BroadPhase extends BroadPhaseBase<BoxTree> {
  /** The box of a query. */
  private readonly asked: Float64Array = new Float64Array(4)
  private readonly ray: RayProbe = new RayProbe()
  private readonly near: DistanceProbe = new DistanceProbe()

  constructor(memory: WorldMemory) {
    super(memory, 4, new ProxyGroup(), new ProxyGroup())
  }

  /** Adds a proxy by its tight box. Between steps only: memory may grow. All its pairs will be new. */
  insert(proxy: number, minX: number, minY: number, maxX: number, maxY: number, margin: number, isStatic: boolean): void {
    this.makeRow(proxy)
    setFat(this.proxies.columns.fat, proxy, minX, minY, maxX, maxY, margin)
    this.enter(proxy, isStatic)
  }

  /**
   * The tight box of a proxy now. Within the fat box nothing changes. Otherwise it gets a new fat box, and true is returned. A box with NaN
   * is ignored: a broken pose must not break every search. The box comes as an array: its numbers as arguments would be put on the heap.
   */
  update(proxy: number, box: Float64Array, margin: number): boolean {
    const { fat, kind } = this.proxies.columns
    const o = 4 * proxy
    if (box[0] >= fat[o] && box[2] <= fat[o + 2] && box[1] >= fat[o + 1] && box[3] <= fat[o + 3]) return false
    if (!(box[0] <= box[2] && box[1] <= box[3]) || kind[proxy] === NONE) return false
    for (let k = 0; k < 2; k++) {
      fat[o + k] = box[k] - margin
      fat[o + 2 + k] = box[2 + k] + margin
    }
    this.boxChanged(proxy)
    return true
  }

  /** Finds the proxies whose fat boxes touch the given box. Returns how many; they are in `hits`, ascending. */
  queryBox(minX: number, minY: number, maxX: number, maxY: number): number {
    const { asked } = this
    asked[0] = minX
    asked[1] = minY
    asked[2] = maxX
    asked[3] = maxY
    return this.collect(asked)
  }

  /**
   * Shows the visitor the proxies whose fat boxes the ray (origin and way, 4 numbers) meets between 0 and the visitor's limit, the near
   * ones roughly first. The exact order is not specified: a visitor decides ties itself, by the ids of its hits. It must not query.
   */
  queryRay(ray: Float64Array, visitor: RayVisitor): void {
    this.ray.set(ray, ray, 2)
    this.castRay(this.ray, visitor)
  }

  /** The same for a box that moves: `box` holds it at the start, `motion` where it goes, whole. */
  queryCast(box: Float64Array, motion: Float64Array, visitor: RayVisitor): void {
    this.ray.set(box, motion, 0)
    this.ray.setBox(box)
    this.castRay(this.ray, visitor)
  }

  /**
   * Shows the visitor the proxies whose fat boxes are near the box: limits are squares of distances, m². It lowers the limit as it does
   * for rays; never to 0, which would end the search before a smaller row at no distance is seen.
   */
  queryNear(box: Float64Array, visitor: RayVisitor): void {
    this.near.box.set(box)
    this.castRay(this.near, visitor)
  }

  protected boxesOverlap(boxes: Float64Array, a: number, b: number): boolean {
    return boxesOverlap(boxes, a, b)
  }

  protected findTreePairs(tree: BoxTree, oldFat: Float64Array, found: PairList): void {
    findTreePairs(tree, oldFat, found)
  }
}

function setFat(fat: Float64Array, proxy: number, minX: number, minY: number, maxX: number, maxY: number, margin: number): void {
  const o = 4 * proxy
  fat[o] = minX - margin
  fat[o + 1] = minY - margin
  fat[o + 2] = maxX + margin
  fat[o + 3] = maxY + margin
}
