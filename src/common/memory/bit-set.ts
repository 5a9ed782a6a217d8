/**
 * A set of small non-negative integers, one bit each.
 *
 * Walks its members in ascending order whatever the order of insertion, which is why it is used where an order must not
 * depend on history. Its words are its own, outside the world's buffer: it is for things that can be derived again.
 */

export class BitSet {
  private words: Int32Array

  /** Room for `bits` members from the start; it grows when a larger one is set. */
  constructor(bits = 0) {
    this.words = new Int32Array(Math.max(1, (bits + 31) >>> 5))
  }

  /** Makes room for the members 0 … bits−1, so that setting them allocates nothing. */
  reserve(bits: number): void {
    const needed = (bits + 31) >>> 5
    if (needed <= this.words.length) return
    const words = new Int32Array(Math.max(needed, this.words.length * 2))
    words.set(this.words)
    this.words = words
  }

  set(index: number): void {
    if (index >>> 5 >= this.words.length) this.reserve(index + 1)
    this.words[index >>> 5] |= 1 << (index & 31)
  }

  clear(index: number): void {
    if (index >>> 5 < this.words.length) this.words[index >>> 5] &= ~(1 << (index & 31))
  }

  has(index: number): boolean {
    return index >>> 5 < this.words.length && (this.words[index >>> 5] & (1 << (index & 31))) !== 0
  }

  clearAll(): void {
    this.words.fill(0)
  }

  /** The smallest member that is at least `from`, or −1. */
  next(from: number): number {
    const words = this.words
    let w = from >>> 5
    if (w >= words.length) return -1
    let word = words[w] & (-1 << (from & 31))
    while (word === 0) {
      if (++w === words.length) return -1
      word = words[w]
    }
    // The lowest bit alone, then its position.
    return (w << 5) + 31 - Math.clz32(word & -word)
  }
}
