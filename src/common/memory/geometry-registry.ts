/**
 * Registry of a world's hulls or polygons: their numbers, by which shapes and snapshots refer to them. Geometries are immutable. Equal ones
 * have one number, whoever made them and when, and a new one takes the lowest number that no shape uses: so numbers follow from what a world
 * holds and not from what it once held or which objects it was given. Otherwise a restored world would count on differently.
 *
 * A geometry is let go with the last shape that uses it. Its number is a hole in the list until another takes it; the list ends with the
 * highest number in use.
 */

import { markWords, sameWords } from './snapshot-part.ts'

/** End of a chain of numbers. */
const NONE = -1

export class GeometryRegistry<G extends object> {
  /** By number. */
  readonly list: (G | undefined)[] = []
  private readonly pack: (geometry: G) => Int32Array
  /** Numbers of the geometries in the list. */
  private readonly numbers: Map<G, number> = new Map()
  /** By a geometry that came when an equal one was in the list: that one. It may be gone by now. */
  private readonly twins: WeakMap<G, G> = new WeakMap()
  /** The last number of a mark of contents; the others of the same mark follow in `nextOfMark`. */
  private readonly byMark: Map<number, number> = new Map()
  private readonly nextOfMark: number[] = []
  private readonly marks: number[] = []
  /** By number: shapes that use it. */
  private readonly uses: number[] = []
  private holes = 0
  /** No hole is below. */
  private lowest = 0

  /** `pack`: everything that a geometry follows from. */
  constructor(pack: (geometry: G) => Int32Array) {
    this.pack = pack
  }

  /** How many there are. */
  get count(): number {
    return this.list.length - this.holes
  }

  /** How many shapes use a number. */
  usesOf(number: number): number {
    return this.uses[number] ?? 0
  }

  /** The number of a geometry for one more shape. */
  use(geometry: G): number {
    const number = this.numberOf(geometry)
    this.uses[number]!++
    return number
  }

  /** A shape that used it is gone. */
  drop(number: number): void {
    if (--this.uses[number]! > 0) return
    this.remove(number)
    this.trim()
  }

  /** After a restore: these, under these numbers; who uses them is counted next. */
  replace(list: readonly (G | undefined)[]): void {
    const given = list.slice()
    this.numbers.clear()
    this.byMark.clear()
    this.list.length = this.nextOfMark.length = this.marks.length = this.uses.length = 0
    this.holes = this.lowest = 0
    for (const geometry of given) {
      if (geometry === undefined) this.putHole()
      else this.put(this.list.length, geometry, this.markOf(geometry))
    }
  }

  /**
   * After a restore: counts the shapes anew by the numbers of those alive, and lets go what nobody uses. `optional`: numbers that few shapes have
   * besides, + 1, 0 = none.
   */
  recount(numbers: Int32Array, alive: Uint8Array, rows: number, optional: Int32Array | null = null): void {
    this.uses.fill(0)
    for (let row = 0; row < rows; row++) {
      if (alive[row] !== 1) continue
      if (numbers[row]! >= 0) this.uses[numbers[row]!]!++
      if (optional !== null && optional[row]! > 0) this.uses[optional[row]! - 1]!++
    }
    for (let n = 0; n < this.list.length; n++) if (this.uses[n] === 0 && this.list[n] !== undefined) this.remove(n)
    this.trim()
  }

  private numberOf(geometry: G): number {
    const twin = this.twins.get(geometry)
    const known = this.numbers.get(geometry) ?? (twin === undefined ? undefined : this.numbers.get(twin))
    if (known !== undefined) return known
    const words = this.pack(geometry)
    const mark = markWords(words, 0, words.length, 0)
    let equal = NONE
    for (let n = this.byMark.get(mark) ?? NONE; n !== NONE; n = this.nextOfMark[n]!) {
      if ((equal === NONE || n < equal) && sameWords(words, this.pack(this.list[n]!), 0, words.length)) equal = n
    }
    if (equal !== NONE) {
      this.twins.set(geometry, this.list[equal]!)
      return equal
    }
    const number = this.takeNumber()
    this.put(number, geometry, mark)
    return number
  }

  private takeNumber(): number {
    if (this.holes === 0) return this.list.length
    while (this.list[this.lowest] !== undefined) this.lowest++
    this.holes--
    return this.lowest++
  }

  private markOf(geometry: G): number {
    const words = this.pack(geometry)
    return markWords(words, 0, words.length, 0)
  }

  private put(number: number, geometry: G, mark: number): void {
    this.list[number] = geometry
    this.uses[number] = 0
    this.marks[number] = mark
    this.nextOfMark[number] = this.byMark.get(mark) ?? NONE
    this.byMark.set(mark, number)
    this.numbers.set(geometry, number)
  }

  private putHole(): void {
    this.lowest = this.holes === 0 ? this.list.length : this.lowest
    this.holes++
    this.list.push(undefined)
    this.uses.push(0)
    this.marks.push(0)
    this.nextOfMark.push(NONE)
  }

  private remove(number: number): void {
    const { byMark, nextOfMark } = this
    const mark = this.marks[number]!
    const next = nextOfMark[number]!
    let at = byMark.get(mark)!
    if (at !== number) {
      while (nextOfMark[at] !== number) at = nextOfMark[at]!
      nextOfMark[at] = next
    } else if (next === NONE) byMark.delete(mark)
    else byMark.set(mark, next)
    this.numbers.delete(this.list[number]!)
    this.list[number] = undefined
    this.lowest = this.holes === 0 ? number : Math.min(this.lowest, number)
    this.holes++
  }

  /** Takes holes off the end. */
  private trim(): void {
    let end = this.list.length
    while (end > 0 && this.list[end - 1] === undefined) end--
    this.holes -= this.list.length - end
    this.list.length = this.uses.length = this.marks.length = this.nextOfMark.length = end
  }
}
