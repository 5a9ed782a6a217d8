/**
 * Which shapes are near each other: fat boxes, new pairs, box and ray searches.
 *
 * A pair is new if the fat boxes overlap now and did not at the last `findPairs`; that needs the two old boxes and no list of
 * known pairs. Static proxies and movable ones have a tree each. The trees are accelerators: all results are sorted or sets, so they
 * depend on the columns `fat`, `kind` and `touched` alone, never on the shape of a tree or on how it came to be.
 */

import { BitSet } from '../../common/bit-set.ts'
import type { Table, WorldMemory } from '../../common/memory/world-memory.ts'
import { sortIntegers, sortPairs } from '../../common/radix-sort.ts'
import { PairList } from './pair-list.ts'
import { FORGOTTEN, MOVABLE, MOVED, NONE, PROXY_SCHEMA, STATIC, type ProxyColumns } from './proxy-columns.ts'
import { ProxyGroup } from './proxy-group.ts'
import { boxesOverlap, findTreePairs } from './tree-pairs.ts'
import { RayProbe, type RayVisitor } from './tree-ray.ts'

export type { ProxyColumns } from './proxy-columns.ts'
export type { RayVisitor } from './tree-ray.ts'

/** Rows of a new table. */
const INITIAL_ROWS = 64
/** Above this share of moved leaves one pass over the whole tree is cheaper than a climb and a search per moved leaf (measured). */
const WHOLE_TREE_SHARE = 0.4

export class BroadPhase {
  /** Row = row of the shape. */
  readonly proxies: Table<ProxyColumns>
  /** What `queryBox` found. Valid until the next query or step. */
  hits: Int32Array = new Int32Array(INITIAL_ROWS)
  private readonly memory: WorldMemory
  private readonly statics: ProxyGroup = new ProxyGroup()
  private readonly movables: ProxyGroup = new ProxyGroup()
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
  /** The box of a query. */
  private readonly asked: Float64Array = new Float64Array(6)
  private readonly ray: RayProbe = new RayProbe()

  constructor(memory: WorldMemory) {
    this.memory = memory
    this.proxies = memory.addTable<ProxyColumns>('proxies', PROXY_SCHEMA, INITIAL_ROWS)
  }

  /** What `findPairs` found: two per pair, the smaller first, sorted. Valid until the next `findPairs`. */
  get pairs(): Int32Array {
    return this.found.data
  }

  /** Adds a proxy by its tight box. Between steps only: memory may grow. All its pairs will be new. */
  insert(
    proxy: number, minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number,
    margin: number, isStatic: boolean,
  ): void {
    const { proxies } = this
    if (proxy < proxies.count) this.remove(proxy)
    this.memory.reserve(proxies as unknown as Table<never>, proxy + 1)
    if (proxy >= proxies.count) proxies.count = proxy + 1
    this.reserveScratch()
    const { fat, kind, leaf } = proxies.columns
    setFat(fat, proxy, minX, minY, minZ, maxX, maxY, maxZ, margin)
    kind[proxy] = isStatic ? STATIC : MOVABLE
    const group = isStatic ? this.statics : this.movables
    group.add(proxy, leaf)
    this.touch(proxy)
  }

  /** Takes a proxy out; one that is not there is ignored. Its row is zero afterwards. */
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
    fat.fill(0, 6 * proxy, 6 * proxy + 6)
    kind[proxy] = NONE
    touched[proxy] = 0
  }

  /**
   * The tight box of a proxy now. Within the fat box nothing happens. Otherwise it gets a new fat box, and true is returned.
   * What is not a box (not a number) is ignored: a broken pose must not break every search.
   */
  update(
    proxy: number, minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number,
    margin: number,
  ): boolean {
    const { fat, kind, touched } = this.proxies.columns
    const o = 6 * proxy
    if (
      minX >= fat[o] && maxX <= fat[o + 3] && minY >= fat[o + 1] && maxY <= fat[o + 4] && minZ >= fat[o + 2] && maxZ <= fat[o + 5]
    ) {
      return false
    }
    if (!(minX <= maxX && minY <= maxY && minZ <= maxZ) || kind[proxy] === NONE) return false
    setFat(fat, proxy, minX, minY, minZ, maxX, maxY, maxZ, margin)
    if (touched[proxy] === 0) this.mark(proxy, MOVED)
    this.staleSet.set(proxy)
    this.anyStale = true
    return true
  }

  /** Forgets the old box, so that all pairs of the proxy count as new: after a change of filter, of type, of being enabled. */
  touch(proxy: number): void {
    const { kind, touched, oldFat } = this.proxies.columns
    if (kind[proxy] === NONE) return
    if (touched[proxy] === 0) this.mark(proxy, FORGOTTEN)
    else touched[proxy] = FORGOTTEN
    forget(oldFat, proxy)
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

    if (wholeTree) findTreePairs(movables.tree, columns.oldFat, found)
    this.searchTouched(wholeTree)
    this.settle()
    sortPairs(found.data, found.count)
    return found.count
  }

  /** Has anything entered, moved or changed since pairs were last found? */
  get hasChanges(): boolean {
    return this.touchedCount > 0 || this.anyMoved
  }

  /** Do the fat boxes of two proxies still overlap? Known to be so if the column `moved` is 0 for both. */
  overlap(a: number, b: number): boolean {
    return boxesOverlap(this.proxies.columns.fat, a, b)
  }

  /** Finds the proxies whose fat boxes touch the given box. Returns how many; they are in `hits`, ascending. */
  queryBox(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): number {
    this.beginQuery()
    const { fat } = this.proxies.columns
    const { asked } = this
    asked[0] = minX
    asked[1] = minY
    asked[2] = minZ
    asked[3] = maxX
    asked[4] = maxY
    asked[5] = maxZ
    let count = this.statics.collect(asked, 0, fat, this.hits, 0)
    count = this.movables.collect(asked, 0, fat, this.hits, count)
    sortIntegers(this.hits, count)
    return count
  }

  /**
   * Shows the visitor the proxies whose fat boxes the ray from o along d meets between 0 and `maxFraction` of d, the near ones
   * roughly first. The exact order is not specified: a visitor decides ties itself, by the ids of what it hits. It must not query.
   */
  queryRay(
    ox: number, oy: number, oz: number, dx: number, dy: number, dz: number,
    maxFraction: number, visitor: RayVisitor,
  ): void {
    this.beginQuery()
    const { fat } = this.proxies.columns
    this.ray.set(ox, oy, oz, dx, dy, dz)
    // A miss is an entry at Infinity, which must be beyond every limit.
    let limit = Math.min(maxFraction, Number.MAX_VALUE)
    limit = this.statics.castRay(this.ray, limit, visitor, fat)
    if (limit > 0) this.movables.castRay(this.ray, limit, visitor, fat)
  }

  /**
   * After the columns were overwritten from a snapshot: derives everything else from them. If that snapshot was taken between
   * `update` and `findPairs`, the old boxes are lost and all pairs of what had moved will be reported, the known ones too.
   */
  restored(): void {
    const { proxies, statics, movables } = this
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
        for (let i = 6 * proxy; i < 6 * proxy + 6; i++) oldFat[i] = fat[i]
      } else {
        forget(oldFat, proxy)
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

  /** Gives the changed boxes to the leaves, where that is wanted, and forgets that they changed. */
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
    const { statics, movables, touchedSet, hits, found } = this
    const { fat, kind, touched, oldFat, leaf } = this.proxies.columns
    const anyStatics = statics.count > 0
    for (let a = touchedSet.next(0); a >= 0; a = touchedSet.next(a + 1)) {
      const isStatic = kind[a] === STATIC
      let count = 0
      if (isStatic || !treeWalked || leaf[a] < 0) count = movables.collect(fat, 6 * a, fat, hits, 0)
      else if (movables.waitingCount > 0) count = movables.collectWaiting(fat, 6 * a, fat, hits, 0)
      for (let i = 0; i < count; i++) {
        const b = hits[i]
        // Two touched proxies find each other twice: the smaller of two movables reports, the movable of two kinds.
        if (touched[b] !== 0 && (isStatic || b <= a)) continue
        if (!boxesOverlap(oldFat, a, b)) found.add(a, b)
      }
      if (isStatic || !anyStatics) continue
      count = statics.collect(fat, 6 * a, fat, hits, 0)
      for (let i = 0; i < count; i++) {
        if (!boxesOverlap(oldFat, a, hits[i])) found.add(a, hits[i])
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

  /** The boxes of now are the old boxes of the next step. */
  private settle(): void {
    const { touchedSet } = this
    const { fat, touched, oldFat, moved } = this.proxies.columns
    for (let proxy = touchedSet.next(0); proxy >= 0; proxy = touchedSet.next(proxy + 1)) {
      const o = 6 * proxy
      oldFat[o] = fat[o]
      oldFat[o + 1] = fat[o + 1]
      oldFat[o + 2] = fat[o + 2]
      oldFat[o + 3] = fat[o + 3]
      oldFat[o + 4] = fat[o + 4]
      oldFat[o + 5] = fat[o + 5]
      touched[proxy] = 0
      moved[proxy] = 1
    }
    this.touchedSet = this.movedSet
    this.movedSet = touchedSet
    this.anyMoved = true
    this.touchedCount = 0
    this.touchedMovables = 0
  }
}

function setFat(
  fat: Float64Array, proxy: number, minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number,
  margin: number,
): void {
  const o = 6 * proxy
  fat[o] = minX - margin
  fat[o + 1] = minY - margin
  fat[o + 2] = minZ - margin
  fat[o + 3] = maxX + margin
  fat[o + 4] = maxY + margin
  fat[o + 5] = maxZ + margin
}

/** An inverted box overlaps nothing. */
function forget(oldFat: Float64Array, proxy: number): void {
  oldFat.fill(Infinity, 6 * proxy, 6 * proxy + 3)
  oldFat.fill(-Infinity, 6 * proxy + 3, 6 * proxy + 6)
}
