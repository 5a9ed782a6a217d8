/**
 * A ray through a tree, near child first, so that an early hit cuts off what lies behind.
 *
 * Entry and exit are rounded the same way for a node and for what it contains, so a leaf is visited exactly if its own box is
 * met: the shape of the tree decides the order of visits and nothing else (as long as the limit stands).
 */

import { MAX_DEPTH } from './tree-build.ts'
import { INNER, type BoxTree } from './tree.ts'

/** Who wants to know what a ray may meet. */
export interface RayVisitor {
  /**
   * Called for each proxy whose fat box the ray meets at or before `limit`, a fraction of the ray. Returns the new limit: `limit`
   * to go on, the fraction of a hit to hear only of what may be as near, 0 to stop.
   */
  visit(proxy: number, limit: number): number
}

const nodes = /* @__PURE__ */ new Int32Array(MAX_DEPTH + 2)
const entries = /* @__PURE__ */ new Float64Array(MAX_DEPTH + 2)

/** A ray made ready for box tests. */
export class RayProbe {
  ox = 0
  oy = 0
  oz = 0
  /** One over the direction; +Infinity where that is zero, of either sign. */
  ix = 0
  iy = 0
  iz = 0
  /** Offsets within a box of the face met first: 0 … 2 = min, 3 … 5 = max. */
  nearX = 0
  nearY = 1
  nearZ = 2

  set(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.ox = ox
    this.oy = oy
    this.oz = oz
    this.ix = dx === 0 ? Infinity : 1 / dx
    this.iy = dy === 0 ? Infinity : 1 / dy
    this.iz = dz === 0 ? Infinity : 1 / dz
    this.nearX = dx < 0 ? 3 : 0
    this.nearY = dy < 0 ? 4 : 1
    this.nearZ = dz < 0 ? 5 : 2
  }

  /** Fraction of the ray where it enters the box that starts at `o`, at least 0; Infinity if it misses. */
  entry(box: Float64Array, o: number): number {
    const { ox, oy, oz, ix, iy, iz, nearX, nearY, nearZ } = this
    const enterX = (box[o + nearX] - ox) * ix
    const leaveX = (box[o + 3 - nearX] - ox) * ix
    const enterY = (box[o + nearY] - oy) * iy
    const leaveY = (box[o + 5 - nearY] - oy) * iy
    const enterZ = (box[o + nearZ] - oz) * iz
    const leaveZ = (box[o + 7 - nearZ] - oz) * iz
    // A ray that runs within a face gives 0 · Infinity, not a number: every comparison below lets it pass, as it should.
    let enter = 0
    if (enterX > enter) enter = enterX
    if (enterY > enter) enter = enterY
    if (enterZ > enter) enter = enterZ
    let leave = Infinity
    if (leaveX < leave) leave = leaveX
    if (leaveY < leave) leave = leaveY
    if (leaveZ < leave) leave = leaveZ
    return enter <= leave ? enter : Infinity
  }
}

/** Visits the leaves the ray meets at or before `limit`. Returns the limit in the end. Not to be called from a visitor. */
export function walkRay(tree: BoxTree, ray: RayProbe, limit: number, visitor: RayVisitor): number {
  const { box, skip, item } = tree
  if (tree.nodeCount === 0) return limit
  let entry = ray.entry(box, 0)
  let k = 0
  let top = 0
  for (;;) {
    if (entry <= limit) {
      const proxy = item[k]
      if (proxy === INNER) {
        const left = k + 1
        const right = skip[left]
        const entryLeft = ray.entry(box, 6 * left)
        const entryRight = ray.entry(box, 6 * right)
        const leftFirst = entryLeft <= entryRight
        nodes[top] = leftFirst ? right : left
        entries[top] = leftFirst ? entryRight : entryLeft
        if (entries[top] <= limit) top++
        k = leftFirst ? left : right
        entry = leftFirst ? entryLeft : entryRight
        continue
      }
      limit = visitor.visit(proxy, limit)
      if (limit <= 0) return 0
    }
    if (top === 0) return limit
    top--
    k = nodes[top]
    entry = entries[top]
  }
}
