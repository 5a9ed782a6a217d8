/**
 * Kinds of joints as a part of snapshots. Joints refer to their kind by number: the built-in ones first, then those that came with joints, in
 * the order of their first use. A snapshot holds what tells a kind: of a path its points, of a user's own type its name, rows and
 * coordinates. Functions are in no snapshot, so the world that restores one must know such types; two functions under one name look alike.
 *
 * Words: number of built-in kinds, their mark, number of the others; then of each its place among all that the world has ever used, its
 * length and what tells it.
 */

import type { KindMark } from '../joints/joint-world.ts'
import { markWords, sameWords, SnapshotFault, type SnapshotPart } from './snapshot-part.ts'

/** Kinds that follow from numbers and can be made again: paths. */
export interface KindMaker<Kind> {
  /** Null for all other kinds. */
  pack(kind: Kind): Int32Array | null
  /** From words that anybody may have written; null if they make no kind. */
  unpack(words: Int32Array): Kind | null
}

const HEAD_WORDS = 3
/** First word of a kind. */
const OWN_TYPE = 1
const MADE = 2

export class JointTypeRegistry<Kind extends KindMark> implements SnapshotPart {
  /** The world's kinds by number; changed in place. */
  private readonly kinds: Kind[]
  private readonly builtIn: number
  private readonly builtInMark: number
  private readonly maker: KindMaker<Kind> | null
  /** All that the world has ever used, and their words. */
  private readonly known: Kind[] = []
  private readonly packed: Int32Array[] = []
  private staged: Kind[] = []

  /** `kinds` holds the built-in ones now. */
  constructor(kinds: Kind[], maker: KindMaker<Kind> | null = null) {
    this.kinds = kinds
    this.builtIn = kinds.length
    this.maker = maker
    const text = kinds.map(describe).join(';')
    this.builtInMark = markWords(lettersOf(text), 0, text.length, 0)
  }

  words(): number {
    let words = HEAD_WORDS
    for (let n = this.builtIn; n < this.kinds.length; n++) words += 2 + this.wordsOf(this.kinds[n]!).length
    return words
  }

  write(target: Int32Array, at: number): void {
    target[at] = this.builtIn
    target[at + 1] = this.builtInMark
    target[at + 2] = this.kinds.length - this.builtIn
    let to = at + HEAD_WORDS
    for (let n = this.builtIn; n < this.kinds.length; n++) {
      const words = this.wordsOf(this.kinds[n]!)
      target[to] = this.known.indexOf(this.kinds[n]!)
      target[to + 1] = words.length
      target.set(words, to + 2)
      to += 2 + words.length
    }
  }

  stage(source: Int32Array, at: number, end: number): void {
    if (end - at < HEAD_WORDS || source[at] !== this.builtIn || source[at + 1] !== this.builtInMark) {
      throw new SnapshotFault('has other kinds of joints than this engine', 'Read it with the release that wrote it.')
    }
    const count = source[at + 2]!
    if (count < 0 || count > end - at - HEAD_WORDS) throw new SnapshotFault('has a wrong number of kinds of joints')
    for (let n = this.builtIn; n < this.kinds.length; n++) this.wordsOf(this.kinds[n]!)
    const staged: Kind[] = []
    let from = at + HEAD_WORDS
    for (let n = 0; n < count; n++) {
      const place = source[from]!
      const length = from + 1 < end ? source[from + 1]! : -1
      from += 2
      if (length < 1 || length > end - from) throw new SnapshotFault('is damaged in its kinds of joints')
      staged.push(this.kindOf(place, source, from, from + length, staged))
      from += length
    }
    if (from !== end) throw new SnapshotFault('is damaged in its kinds of joints')
    this.staged = staged
  }

  commit(): void {
    this.kinds.length = this.builtIn
    this.kinds.push(...this.staged)
  }

  /** After `stage`. */
  get(number: number): Kind | undefined {
    return number < this.builtIn ? this.kinds[number] : this.staged[number - this.builtIn]
  }

  /** Two types may look alike: the one at the same place first, then the first that is not taken. */
  private kindOf(place: number, source: Int32Array, at: number, end: number, taken: readonly Kind[]): Kind {
    const fits = (k: number): boolean =>
      k >= 0 && k < this.known.length && !taken.includes(this.known[k]!) && sameWords(this.packed[k]!, source, at, end)
    if (fits(place)) return this.known[place]!
    for (let k = 0; k < this.known.length; k++) if (fits(k)) return this.known[k]!
    const made = source[at] === MADE ? this.maker?.unpack(source.slice(at + 1, end)) : null
    if (made) return made
    if (source[at] !== OWN_TYPE || end - at > 500) throw new SnapshotFault('is damaged in its kinds of joints')
    const name = String.fromCharCode(...source.subarray(at + 1, end)).split('/')[0]!
    throw new SnapshotFault(
      `holds joints of your own type ${JSON.stringify(name)}, which this world has not used`,
      'Functions are in no snapshot: make a joint of that type in this world first, then restore.',
    )
  }

  private wordsOf(kind: Kind): Int32Array {
    const at = this.known.indexOf(kind)
    if (at >= 0) return this.packed[at]!
    const made = this.maker?.pack(kind)
    const words = made ? Int32Array.of(MADE, ...made) : Int32Array.of(OWN_TYPE, ...lettersOf(describe(kind)))
    this.known.push(kind)
    this.packed.push(words)
    return words
  }
}

function describe({ name, coordinates, angularRows }: KindMark): string {
  return `${name}/${coordinates.join()}/${(angularRows ?? []).join()}`
}

function lettersOf(text: string): Int32Array {
  const letters = new Int32Array(text.length)
  for (let i = 0; i < text.length; i++) letters[i] = text.charCodeAt(i)
  return letters
}
