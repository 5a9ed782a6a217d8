/**
 * Kinds of joints as a part of snapshots. Joints refer to their kind by number (`joints/kind-numbers.ts`). A snapshot holds what tells a
 * kind: of a path its points, of a user's own type its name, rows and coordinates. Functions are in no snapshot, so the world that restores
 * one must know such types, or be given them; two functions under one name look alike.
 *
 * Words: number of built-in kinds, their mark, number of the others; then of each its serial number among those that this world has packed,
 * its length and what tells it.
 */

import type { KindMark } from '../joints/joint-world.ts'
import { replaceKinds, type KindLists } from '../joints/kind-numbers.ts'
import { markWords, sameWords, SnapshotFault, type SnapshotPart } from './snapshot-part.ts'

/** Kinds that follow from numbers and can be made again: paths. */
export interface KindMaker<Kind> {
  /** Null for all other kinds. */
  pack(kind: Kind): Int32Array | null
  /** From words that anybody may have written; null if they make no kind. */
  unpack(words: Int32Array): Kind | null
}

interface Packed {
  readonly serial: number
  readonly words: Int32Array
}

const HEAD_WORDS = 3
/** First word of a kind. */
const OWN_TYPE = 1
const MADE = 2

export class JointTypeRegistry<Kind extends KindMark> implements SnapshotPart {
  /** The world's kinds; changed in place. */
  private readonly lists: KindLists<Kind>
  private readonly builtIn: number
  private readonly builtInMark: number
  private readonly maker: KindMaker<Kind> | null
  private readonly packed: WeakMap<Kind, Packed> = new WeakMap()
  private serials = 0
  /** Given for the restore under way. */
  private given: readonly Kind[] = []
  private staged: Kind[] = []

  /** `lists` holds the built-in kinds now. */
  constructor(lists: KindLists<Kind>, maker: KindMaker<Kind> | null = null) {
    this.lists = lists
    this.builtIn = lists.jointKinds.length
    this.maker = maker
    const text = lists.jointKinds.map(describeKind).join(';')
    this.builtInMark = markWords(lettersOf(text), 0, text.length, 0)
  }

  /** Kinds of users' own types that the next `stage` may use besides those that the world knows. */
  give(kinds: readonly Kind[]): void {
    this.given = kinds
  }

  words(): number {
    const { jointKinds } = this.lists
    let words = HEAD_WORDS
    for (let n = this.builtIn; n < jointKinds.length; n++) words += 2 + this.pack(jointKinds[n]!).words.length
    return words
  }

  write(target: Int32Array, at: number): void {
    const { jointKinds } = this.lists
    target[at] = this.builtIn
    target[at + 1] = this.builtInMark
    target[at + 2] = jointKinds.length - this.builtIn
    let to = at + HEAD_WORDS
    for (let n = this.builtIn; n < jointKinds.length; n++) {
      const { serial, words } = this.pack(jointKinds[n]!)
      target[to] = serial
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
    const staged: Kind[] = []
    let from = at + HEAD_WORDS
    for (let n = 0; n < count; n++) {
      const serial = source[from]!
      const length = from + 1 < end ? source[from + 1]! : -1
      from += 2
      if (length < 1 || length > end - from) throw new SnapshotFault('is damaged in its kinds of joints')
      const words = source.slice(from, from + length)
      staged.push(this.find(words, serial, staged) ?? this.make(words))
      from += length
    }
    if (from !== end) throw new SnapshotFault('is damaged in its kinds of joints')
    this.staged = staged
  }

  commit(): boolean {
    replaceKinds(this.lists, this.builtIn, this.staged)
    this.staged = []
    return false
  }

  /** After `stage`. */
  get(number: number): Kind | undefined {
    return number < this.builtIn ? this.lists.jointKinds[number] : this.staged[number - this.builtIn]
  }

  /**
   * Two types may look alike: of those that were given, or else of all that the world knows, the one with the serial number first, then the
   * first that is not taken.
   */
  private find(words: Int32Array, serial: number, taken: readonly Kind[]): Kind | undefined {
    const { jointKinds, pastKinds } = this.lists
    const fits = (kind: Kind): boolean => sameWords(this.pack(kind).words, words, 0, words.length) && !taken.includes(kind)
    const given = this.given.filter(fits)
    const fitting = given.length > 0 ? given : [...jointKinds.slice(this.builtIn), ...pastKinds].filter(fits)
    return fitting.find((kind) => this.pack(kind).serial === serial) ?? fitting[0]
  }

  private make(words: Int32Array): Kind {
    const made = words[0] === MADE ? this.maker?.unpack(words.slice(1)) : null
    if (made) return made
    if (words[0] !== OWN_TYPE || words.length > 500) throw new SnapshotFault('is damaged in its kinds of joints')
    const name = String.fromCharCode(...words.subarray(1)).split('/')[0]!
    throw new SnapshotFault(
      `holds joints of your own type ${JSON.stringify(name)}, which this world does not know`,
      'Functions are in no snapshot: give the type, world.restore(bytes, { jointTypes: [type] }), with the same name, rows and coordinates.',
    )
  }

  private pack(kind: Kind): Packed {
    let packed = this.packed.get(kind)
    if (packed === undefined) {
      const made = this.maker?.pack(kind)
      const tells = made ?? lettersOf(describeKind(kind))
      const words = new Int32Array(1 + tells.length)
      words[0] = made ? MADE : OWN_TYPE
      words.set(tells, 1)
      packed = { serial: this.serials++, words }
      this.packed.set(kind, packed)
    }
    return packed
  }
}

/** All that a snapshot says of a user's own type. */
export function describeKind({ name, coordinates, angularRows }: KindMark): string {
  return `${name}/${coordinates.join()}/${(angularRows ?? []).join()}`
}

function lettersOf(text: string): Int32Array {
  const letters = new Int32Array(text.length)
  for (let i = 0; i < text.length; i++) letters[i] = text.charCodeAt(i)
  return letters
}
