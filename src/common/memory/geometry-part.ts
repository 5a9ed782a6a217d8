/**
 * Hulls or polygons of a world as a part of its snapshots. A snapshot holds them all under their numbers, so that any world of any process
 * can restore it. A world that has the same ones already is told so by their mark, and keeps its own.
 *
 * Words: how many, their mark, 1 if they follow. Then each after its length; length 0 is a number that is not in use.
 */

import { RECENT_FOR_RESTORE } from '../limits.ts'
import { markWords, sameWords, SnapshotFault, type SnapshotPart } from './snapshot-part.ts'

/** What the part asks of a dimension. */
export interface GeometryBook<G> {
  /** By number. */
  readonly list: readonly (G | undefined)[]
  /** What they are called in errors: 'hulls'. */
  readonly name: string
  /** Everything that the geometry follows from. */
  pack(geometry: G): Int32Array
  /** The same geometry to the bit, from words that anybody may have written; null if they are none. */
  unpack(words: Int32Array): G | null
  /** Puts these in place of all others. */
  replace(list: readonly (G | undefined)[]): void
}

const HEAD_WORDS = 3
const NOTHING = new Int32Array(0)

export class GeometryPart<G> implements SnapshotPart {
  private readonly book: GeometryBook<G>
  /** The list as it was when last seen, and its words. */
  private readonly seen: (G | undefined)[] = []
  private readonly packed: Int32Array[] = []
  /** Marks of the first 0, 1, 2 … of them. */
  private readonly marks: number[] = [0]
  /** Lists that snapshots without geometry refer to, and their marks: what they name may be gone when one is restored. */
  private readonly recent: { readonly mark: number; readonly list: readonly (G | undefined)[] }[] = []
  private staged: (G | undefined)[] | null = null

  constructor(book: GeometryBook<G>) {
    this.book = book
  }

  words(whole: boolean): number {
    this.look()
    let words = HEAD_WORDS
    if (whole) for (let n = 0; n < this.packed.length; n++) words += 1 + this.packed[n]!.length
    return words
  }

  write(target: Int32Array, at: number, whole: boolean): void {
    target[at] = this.packed.length
    target[at + 1] = this.marks[this.packed.length]!
    target[at + 2] = whole ? 1 : 0
    if (!whole) {
      this.remember(this.marks[this.packed.length]!)
      return
    }
    let to = at + HEAD_WORDS
    for (let n = 0; n < this.packed.length; n++) {
      const words = this.packed[n]!
      target[to] = words.length
      target.set(words, to + 1)
      to += 1 + words.length
    }
  }

  stage(source: Int32Array, at: number, end: number): void {
    this.look()
    const { name, list } = this.book
    if (end - at < HEAD_WORDS) throw new SnapshotFault(`has no ${name}`)
    const count = source[at]!
    const whole = source[at + 2] === 1
    if (count >= 0 && count <= list.length && this.marks[count] === source[at + 1]) {
      this.staged = count === list.length ? null : list.slice(0, count)
      return
    }
    const remembered = this.recent.find(({ mark, list: kept }) => kept.length === count && mark === source[at + 1])
    if (remembered) {
      this.staged = remembered.list.slice()
      return
    }
    if (!whole) {
      const cure = `Take it with { geometry: true }, or restore it where its ${name} are.`
      throw new SnapshotFault(`refers to ${name} that this world does not have`, cure)
    }
    if (count < 0 || count > end - at - HEAD_WORDS) throw new SnapshotFault(`has a wrong number of ${name}`)
    const staged: (G | undefined)[] = []
    let from = at + HEAD_WORDS
    for (let n = 0; n < count; n++) {
      const length = from < end ? source[from++]! : -1
      if (length < 0 || length > end - from) throw new SnapshotFault(`is damaged in its ${name}`)
      staged.push(length === 0 ? undefined : this.geometryOf(n, source, from, from + length))
      from += length
    }
    if (from !== end) throw new SnapshotFault(`is damaged in its ${name}`)
    this.staged = staged
  }

  commit(): boolean {
    const { staged } = this
    this.staged = null
    if (staged === null) return false
    this.book.replace(staged)
    return true
  }

  /** After `stage`: is there a geometry of this number? */
  has(number: number): boolean {
    return (this.staged ?? this.book.list)[number] !== undefined
  }

  /** After `stage`. */
  get(number: number): G | undefined {
    return (this.staged ?? this.book.list)[number]
  }

  /** That of the world if it is the same. */
  private geometryOf(n: number, source: Int32Array, at: number, end: number): G {
    if (n < this.packed.length && this.seen[n] !== undefined && sameWords(this.packed[n]!, source, at, end)) return this.seen[n]
    const geometry = this.book.unpack(source.slice(at, end))
    if (geometry === null) throw new SnapshotFault(`is damaged in its ${this.book.name}`)
    return geometry
  }

  private remember(mark: number): void {
    const { recent, seen } = this
    if (recent.some((kept) => kept.mark === mark && kept.list.length === seen.length)) return
    if (recent.length === RECENT_FOR_RESTORE) recent.shift()
    recent.push({ mark, list: seen.slice() })
  }

  /** Packs what has come since. */
  private look(): void {
    const { list } = this.book
    const { seen, packed, marks } = this
    let changed = false
    seen.length = packed.length = Math.min(seen.length, list.length)
    for (let n = 0; n < list.length; n++) {
      const geometry = list[n]
      if (n < seen.length && seen[n] === geometry && !changed) continue
      changed = true
      if (n >= seen.length || seen[n] !== geometry) {
        seen[n] = geometry
        packed[n] = geometry === undefined ? NOTHING : this.book.pack(geometry)
      }
      marks[n + 1] = markWords(packed[n]!, 0, packed[n]!.length, marks[n]!)
    }
  }
}
