/**
 * Parts of a snapshot besides the tables: geometry, kinds of joints, events that wait, settings. Each writes words of its own and reads them
 * in two stages, so that a snapshot that is refused has changed nothing.
 */

export interface SnapshotPart {
  /** Words it takes now. `whole`: with everything that the world may share with others, such as geometry. */
  words(whole: boolean): number
  /** Writes so many words from target[at] on. Allocates nothing once everything was written before. */
  write(target: Int32Array, at: number, whole: boolean): void
  /** Reads source[at … end − 1] and keeps it in mind; changes nothing. Throws a `SnapshotFault`. */
  stage(source: Int32Array, at: number, end: number): void
  /** Puts what was staged last into the world. Returns whether that defines anything of the tables anew: geometry does. */
  commit(): boolean
}

/** What is wrong with a snapshot, and what to do; the codec makes the error that users see of it. */
export class SnapshotFault extends Error {
  readonly cure: string

  constructor(why: string, cure = 'Give what world.snapshot() returned, whole and unchanged.') {
    super(why)
    this.cure = cure
  }
}

const one = new Float64Array(1)
const two = new Int32Array(one.buffer)

/** A double as two words. */
export function putDouble(target: Int32Array, at: number, value: number): void {
  one[0] = value
  target[at] = two[0]!
  target[at + 1] = two[1]!
}

export function takeDouble(source: Int32Array, at: number): number {
  two[0] = source[at]!
  two[1] = source[at + 1]!
  return one[0]!
}

/**
 * One mark for a run of words, going on from another: finds accidents and tells lists apart; not cryptographic. Four lanes, because a product
 * takes several cycles and one would wait for the other. All of it is 32-bit integers from the first word on: a lane that began above 2³¹
 * would be a double, and half as fast.
 */
export function markWords(words: Int32Array, from: number, to: number, before: number): number {
  let a = before ^ (to - from)
  let b = 0x85ebca6b | 0
  let c = 0x2c1b3c6d
  let d = 0x27d4eb2f
  const last = (to - 3) | 0
  let i = from | 0
  for (; i < last; i = (i + 4) | 0) {
    a = turn(a ^ words[i]!)
    b = turn(b ^ words[i + 1]!)
    c = turn(c ^ words[i + 2]!)
    d = turn(d ^ words[i + 3]!)
  }
  for (; i < to; i++) a = turn(a ^ words[i]!)
  return turn(turn(turn(a ^ b) ^ c) ^ d) | 0
}

/** A bijection, so that one word that differs makes a difference for certain. */
function turn(value: number): number {
  const product = Math.imul(value, 0x9e3779b1 | 0)
  return product ^ (product >>> 15)
}

/** Are the words the same as those of `b` from `at` to `end`? */
export function sameWords(a: Int32Array, b: Int32Array, at: number, end: number): boolean {
  if (a.length !== end - at) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[at + i]) return false
  return true
}
