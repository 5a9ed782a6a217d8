/**
 * Broad phase: fat boxes of shapes, new pairs, box and ray queries. The index-only half; comparisons of coordinates are in the dimensions'
 * `broad-phase/broad-phase.ts`.
 *
 * A pair is new if the fat boxes overlap now and did not at the last `findPairs`; that needs the two old boxes and no list of known pairs.
 * Static proxies and movable ones have a tree each. The trees are accelerators: all results are sorted or sets, so they depend on the
 * columns `fat`, `kind` and `touched` alone, never on the shape of a tree or on how it came to be.
 */

import { BitSet } from '../memory/bit-set.ts'
import { sortIntegers, sortPairs } from '../memory/radix-sort.ts'
import type { Table, WorldMemory } from '../memory/world-memory.ts'
import { WHOLE_TREE_SHARE } from '../tuning.ts'
import { PairList } from './pair-list.ts'
import { FORGOTTEN, MOVABLE, MOVED, NONE, type ProxyColumns, proxySchema, STATIC } from './proxy-columns.ts'
import type { ProxyGroupBase, ProxyTree } from './proxy-group.ts'
import type { BoxProbe, RayVisitor } from './tree-walk.ts'

/** Rows of a new table. */
const INITIAL_ROWS = 64

export abstract class BroadPhaseBase<Tree extends ProxyTree> {
  /** Row = row of the shape. */
  readonly proxies: Table<ProxyColumns>
  /** Proxies found by `queryBox`. Valid until the next query or step. */
  hits: Int32Array = new Int32Array(INITIAL_ROWS)
  private readonly memory: WorldMemory
  /** Numbers per box. */
  private readonly width: number
  private readonly statics: ProxyGroupBase<Tree>
  private readonly movables: ProxyGroupBase<Tree>
  private readonly found: PairList = new PairList()
  /** Proxies with `touched` set. */
  private touchedSet: BitSet = new BitSet(INITIAL_ROWS)
  private touchedCount = 0
  private touchedMovables = 0
  /** Proxies with `moved` set. */
  private movedSet: BitSet = new BitSet(INITIAL_ROWS)
  private anyMoved = false
  /** Proxies whose leaf has not got the fat box yet. */
  private readonly staleSet: BitSet = new BitSet(INITIAL_ROWS)
  private anyStale = false

  constructor(memory: WorldMemory, width: number, statics: ProxyGroupBase<Tree>, movables: ProxyGroupBase<Tree>) {
    this.memory = memory
    this.width = width
    this.statics = statics
    this.movables = movables
    this.proxies = memory.addTable<ProxyColumns>('proxies', proxySchema(width), INITIAL_ROWS)
  }

  /** Do boxes number a and b of a column touch? */
  protected abstract boxesOverlap(boxes: Float64Array, a: number, b: number): boolean

  /** The new pairs of a whole tree at once (`tree-pairs.ts`). */
  protected abstract findTreePairs(tree: Tree, oldFat: Float64Array, found: PairList): void

  /** Pairs found by `findPairs`: two numbers per pair, the smaller first, sorted. Valid until the next `findPairs`. */
  get pairs(): Int32Array {
    return this.found.data
  }

  /** Between steps only: memory may grow. The proxy's row is there afterwards, and empty. */
  protected makeRow(proxy: number): void {
    const { proxies } = this
    if (proxy < proxies.count) this.remove(proxy)
    this.memory.reserve(proxies as unknown as Table<never>, proxy + 1)
    if (proxy >= proxies.count) proxies.count = proxy + 1
    this.reserveScratch()
  }

  /** Adds a proxy whose fat box is set. All its pairs will be new. */
  protected enter(proxy: number, isStatic: boolean): void {
    const { kind, leaf } = this.proxies.columns
    kind[proxy] = isStatic ? STATIC : MOVABLE
    const group = isStatic ? this.statics : this.movables
    group.add(proxy, leaf)
    this.touch(proxy)
  }

  /** Removes a proxy; a missing one is ignored. Its row is zero afterwards. */
  remove(proxy: number): void {
    const { fat, kind, touched, leaf } = this.proxies.columns
    if (proxy >= this.proxies.count || kind[proxy] === NONE) return
    const group = kind[proxy] === STATIC ? this.statics : this.movables
    group.remove(proxy, leaf)
    if (touched[proxy] !== 0) {
      this.touchedSet.clear(proxy)
      this.touchedCount--
      if (kind[proxy] === MOVABLE) this.touchedMovables--
    }
    this.staleSet.clear(proxy)
    fat.fill(0, this.width * proxy, this.width * (proxy + 1))
    kind[proxy] = NONE
    touched[proxy] = 0
  }

  /** Changes whether a proxy is static; a missing one is ignored. */
  setStatic(proxy: number, isStatic: boolean): void {
    const { kind, touched, leaf } = this.proxies.columns
    const to = isStatic ? STATIC : MOVABLE
    if (kind[proxy] === NONE || kind[proxy] === to) return
    const [from, into] = isStatic ? [this.movables, this.statics] : [this.statics, this.movables]
    from.remove(proxy, leaf)
    into.add(proxy, leaf)
    if (touched[proxy] !== 0) this.touchedMovables += isStatic ? -1 : 1
    this.staleSet.clear(proxy)
    kind[proxy] = to
  }

  /** Marks a proxy whose fat box has changed. */
  protected boxChanged(proxy: number): void {
    if (this.proxies.columns.touched[proxy] === 0) this.mark(proxy, MOVED)
    this.staleSet.set(proxy)
    this.anyStale = true
  }

  /** Resets the old box, so that all pairs of the proxy count as new: after a change of filter, of type, of being enabled. */
  touch(proxy: number): void {
    const { kind, touched, oldFat } = this.proxies.columns
    if (kind[proxy] === NONE) return
    if (touched[proxy] === 0) this.mark(proxy, FORGOTTEN)
    else touched[proxy] = FORGOTTEN
    this.resetOldBox(oldFat, proxy)
  }

  /**
   * Finds the pairs whose fat boxes overlap and did not at the last call, and all overlapping pairs of touched proxies.
   * No pair of two static proxies. Returns how many; they are in `pairs`.
   */
  findPairs(): number {
    const { found } = this
    found.count = 0
    if (this.anyMoved) this.forgetMoved()
    if (this.touchedCount === 0) return 0
    const columns = this.proxies.columns
    const { movables } = this
    const movedMovables = this.touchedMovables
    // A moved static proxy searches the movables, a moved movable both.
    const staticsBuilt = this.statics.beginStep(this.touchedCount - movedMovables, movedMovables, columns)
    const movablesBuilt = movables.beginStep(movedMovables, this.touchedCount, columns)
    const wholeTree = movedMovables > WHOLE_TREE_SHARE * movables.tree.leafCount
    if (wholeTree && !movablesBuilt) movables.tree.refit(columns.fat, columns.touched)
    if (this.anyStale) this.enlargeStale(!staticsBuilt, !wholeTree && !movablesBuilt)

    if (wholeTree) this.findTreePairs(movables.tree, columns.oldFat, found)
    this.searchTouched(wholeTree)
    this.storeOldBoxes()
    sortPairs(found.data, found.count)
    return found.count
  }

  /** Has anything entered, moved or changed since pairs were last found? */
  get hasChanges(): boolean {
    return this.touchedCount > 0 || this.anyMoved
  }

  /** Do the fat boxes of two proxies still overlap? Known to be so if the column `moved` is 0 for both. */
  overlap(a: number, b: number): boolean {
    return this.boxesOverlap(this.proxies.columns.fat, a, b)
  }

  /** Finds the proxies whose fat boxes touch a box. Returns how many; they are in `hits`, ascending. */
  collect(box: Float64Array): number {
    this.beginQuery()
    const { fat } = this.proxies.columns
    let count = this.statics.collect(box, 0, fat, this.hits, 0)
    count = this.movables.collect(box, 0, fat, this.hits, count)
    sortIntegers(this.hits, count)
    return count
  }

  /** Shows the visitor the proxies whose fat boxes the ray meets between 0 and its limit. */
  protected castRay(ray: BoxProbe, visitor: RayVisitor): void {
    this.beginQuery()
    const { fat } = this.proxies.columns
    // A miss is an entry at Infinity, which must be beyond every limit.
    if (visitor.limit[0] > Number.MAX_VALUE) visitor.limit[0] = Number.MAX_VALUE
    this.statics.castRay(ray, visitor, fat)
    this.movables.castRay(ray, visitor, fat)
  }

  /**
   * After the columns were overwritten from a snapshot: derives everything else from them. If that snapshot was taken between `update` and
   * `findPairs`, the old boxes are lost and all pairs of moved proxies will be reported, the known ones too.
   */
  restored(): void {
    const { proxies, statics, movables, width } = this
    const { fat, kind, touched, oldFat, moved, leaf } = proxies.columns
    statics.clear()
    movables.clear()
    this.touchedSet.clearAll()
    this.movedSet.clearAll()
    this.anyMoved = false
    moved.fill(0)
    this.staleSet.clearAll()
    this.anyStale = false
    this.touchedCount = 0
    this.touchedMovables = 0
    this.found.count = 0
    this.reserveScratch()
    for (let proxy = 0; proxy < proxies.count; proxy++) {
      if (kind[proxy] === NONE) continue
      const group = kind[proxy] === STATIC ? statics : movables
      group.add(proxy, leaf)
      if (touched[proxy] === 0) {
        for (let i = width * proxy; i < width * (proxy + 1); i++) oldFat[i] = fat[i]
      } else {
        this.resetOldBox(oldFat, proxy)
        this.touchedSet.set(proxy)
        this.touchedCount++
        if (kind[proxy] === MOVABLE) this.touchedMovables++
      }
    }
  }

  private mark(proxy: number, how: number): void {
    const { kind, touched } = this.proxies.columns
    touched[proxy] = how
    this.touchedSet.set(proxy)
    this.touchedCount++
    if (kind[proxy] === MOVABLE) this.touchedMovables++
  }

  /** Room for every proxy at once, so that no search needs to look. */
  private reserveScratch(): void {
    const { capacity } = this.proxies
    if (this.hits.length < capacity) this.hits = new Int32Array(capacity)
    this.touchedSet.reserve(capacity)
    this.movedSet.reserve(capacity)
    this.staleSet.reserve(capacity)
  }

  private beginQuery(): void {
    const columns = this.proxies.columns
    this.statics.beginQuery(columns)
    this.movables.beginQuery(columns)
    if (this.anyStale) this.enlargeStale(true, true)
  }

  /** Writes the changed boxes to the leaves of the trees asked for, and clears their marks. */
  private enlargeStale(ofStatics: boolean, ofMovables: boolean): void {
    const columns = this.proxies.columns
    if (ofStatics || ofMovables) {
      for (let proxy = this.staleSet.next(0); proxy >= 0; proxy = this.staleSet.next(proxy + 1)) {
        if (columns.kind[proxy] === STATIC) {
          if (ofStatics) this.statics.enlarge(proxy, columns)
        } else if (ofMovables) {
          this.movables.enlarge(proxy, columns)
        }
      }
    }
    this.staleSet.clearAll()
    this.anyStale = false
  }

  /** One search per touched proxy; among movables with a leaf only if the tree was not walked as a whole. */
  private searchTouched(treeWalked: boolean): void {
    const { statics, movables, touchedSet, hits, found, width } = this
    const { fat, kind, touched, oldFat, leaf } = this.proxies.columns
    const anyStatics = statics.count > 0
    for (let a = touchedSet.next(0); a >= 0; a = touchedSet.next(a + 1)) {
      const isStatic = kind[a] === STATIC
      let count = 0
      if (isStatic || !treeWalked || leaf[a] < 0) count = movables.collect(fat, width * a, fat, hits, 0)
      else if (movables.waitingCount > 0) count = movables.collectWaiting(fat, width * a, fat, hits, 0)
      for (let i = 0; i < count; i++) {
        const b = hits[i]
        // Two touched proxies find each other twice: the smaller of two movables reports, the movable of two kinds.
        if (touched[b] !== 0 && (isStatic || b <= a)) continue
        if (!this.boxesOverlap(oldFat, a, b)) found.add(a, b)
      }
      if (isStatic || !anyStatics) continue
      count = statics.collect(fat, width * a, fat, hits, 0)
      for (let i = 0; i < count; i++) {
        if (!this.boxesOverlap(oldFat, a, hits[i])) found.add(a, hits[i])
      }
    }
  }

  private forgetMoved(): void {
    const { movedSet } = this
    const { moved } = this.proxies.columns
    for (let proxy = movedSet.next(0); proxy >= 0; proxy = movedSet.next(proxy + 1)) moved[proxy] = 0
    movedSet.clearAll()
    this.anyMoved = false
  }

  /** Present boxes become the old boxes of the next step. */
  private storeOldBoxes(): void {
    const { touchedSet, width } = this
    const { fat, touched, oldFat, moved } = this.proxies.columns
    for (let proxy = touchedSet.next(0); proxy >= 0; proxy = touchedSet.next(proxy + 1)) {
      for (let i = width * proxy; i < width * (proxy + 1); i++) oldFat[i] = fat[i]
      touched[proxy] = 0
      moved[proxy] = 1
    }
    this.touchedSet = this.movedSet
    this.movedSet = touchedSet
    this.anyMoved = true
    this.touchedCount = 0
    this.touchedMovables = 0
  }

  /** An inverted box overlaps no other. */
  private resetOldBox(oldFat: Float64Array, proxy: number): void {
    const begin = this.width * proxy
    const middle = begin + this.width / 2
    oldFat.fill(Infinity, begin, middle)
    oldFat.fill(-Infinity, middle, begin + this.width)
  }
}
