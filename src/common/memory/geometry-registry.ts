/**
 * Registry of a world's hulls or polygons: their numbers, by which shapes and snapshots refer to them. Geometries are immutable. Equal ones
 * have one number, whoever made them and when, so that numbers follow from what a world holds and not from which objects it was given:
 * otherwise a restored world would count on differently.
 */

import { markWords, sameWords } from './snapshot-part.ts'

function isSame(a: Int32Array, b: Int32Array): boolean {
  return sameWords(a, b, 0, b.length)
}

export class GeometryRegistry<G extends object> {
  /** By number. */
  readonly list: (G | undefined)[] = []
  private readonly pack: (geometry: G) => Int32Array
  private numbers: WeakMap<G, number> = new WeakMap()
  /** The first number of a mark of contents. */
  private readonly byMark: Map<number, number> = new Map()

  /** `pack`: everything that a geometry follows from. */
  constructor(pack: (geometry: G) => Int32Array) {
    this.pack = pack
  }

  get count(): number {
    return this.list.length
  }

  /** The number of a geometry; the next free one if it is new. */
  add(geometry: G): number {
    const known = this.numbers.get(geometry)
    if (known !== undefined) return known
    const words = this.pack(geometry)
    const mark = markWords(words, 0, words.length, 0)
    const twin = this.byMark.get(mark)
    const isTwin = twin !== undefined && isSame(words, this.pack(this.list[twin]!))
    const number = isTwin ? twin : this.count
    this.numbers.set(geometry, number)
    if (isTwin) return number
    this.list.push(geometry)
    if (twin === undefined) this.byMark.set(mark, number)
    return number
  }

  /** After a restore: these, under these numbers. */
  replace(list: readonly (G | undefined)[]): void {
    this.list.length = 0
    this.numbers = new WeakMap()
    this.byMark.clear()
    for (let number = 0; number < list.length; number++) {
      const geometry = list[number]
      this.list.push(geometry)
      if (geometry === undefined) continue
      this.numbers.set(geometry, number)
      const words = this.pack(geometry)
      const mark = markWords(words, 0, words.length, 0)
      if (!this.byMark.has(mark)) this.byMark.set(mark, number)
    }
  }
}
