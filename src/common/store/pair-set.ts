/**
 * A hash map from an unordered pair of non-negative integers to a row number.
 *
 * Open addressing with linear probing in one typed array; removal shifts the following entries back, so there are no
 * tombstones and probe lengths do not rot. It is an index over the pair table: it can be rebuilt from it at any time, so it
 * is in no snapshot, and it offers no iteration, because the order of its slots depends on history.
 */

/** Integers per slot: the smaller id (−1 = empty), the larger id, the value. */
const STRIDE = 3
const EMPTY = -1
/** Slots of a new table; a power of two, as every size is. */
const MIN_SLOTS = 16

export class PairSet {
  /** Pairs in the set. */
  count = 0
  private slots: Int32Array
  private mask: number

  /** Room for `pairs` pairs before the table grows. */
  constructor(pairs = 0) {
    const size = slotsFor(pairs)
    this.slots = new Int32Array(size * STRIDE).fill(EMPTY)
    this.mask = size - 1
  }

  /** Makes room for `pairs` pairs, so that setting them allocates nothing. */
  reserve(pairs: number): void {
    const size = slotsFor(pairs)
    if (size > this.mask + 1) this.rehash(size)
  }

  /** The pair's value, or −1. */
  find(a: number, b: number): number {
    const at = a < b ? this.locate(a, b) : this.locate(b, a)
    return this.slots[at] === EMPTY ? -1 : this.slots[at + 2]
  }

  /** Adds the pair or replaces its value. */
  set(a: number, b: number, value: number): void {
    const low = a < b ? a : b
    const high = a < b ? b : a
    let at = this.locate(low, high)
    if (this.slots[at] === EMPTY) {
      // At most half full: above that, linear probing grows long runs.
      if ((this.count + 1) * 2 > this.mask + 1) {
        this.rehash((this.mask + 1) * 2)
        at = this.locate(low, high)
      }
      this.slots[at] = low
      this.slots[at + 1] = high
      this.count++
    }
    this.slots[at + 2] = value
  }

  /** Removes the pair. Returns its value, or −1 if it was not there. */
  remove(a: number, b: number): number {
    const { slots, mask } = this
    const at = a < b ? this.locate(a, b) : this.locate(b, a)
    if (slots[at] === EMPTY) return -1
    const value = slots[at + 2]
    let hole = at / STRIDE
    let next = (hole + 1) & mask
    while (slots[next * STRIDE] !== EMPTY) {
      const from = next * STRIDE
      const home = hash(slots[from], slots[from + 1]) & mask
      // An entry may fill the hole unless its home lies behind the hole: a search from there would then miss it.
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        const to = hole * STRIDE
        slots[to] = slots[from]
        slots[to + 1] = slots[from + 1]
        slots[to + 2] = slots[from + 2]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole * STRIDE] = EMPTY
    this.count--
    return value
  }

  /** Removes everything and keeps the room. */
  clear(): void {
    if (this.count === 0) return
    this.slots.fill(EMPTY)
    this.count = 0
  }

  /** Offset of the pair's slot, or of the empty slot where it would go. */
  private locate(low: number, high: number): number {
    const { slots, mask } = this
    let slot = hash(low, high) & mask
    for (;;) {
      const at = slot * STRIDE
      const key = slots[at]
      if (key === EMPTY || (key === low && slots[at + 1] === high)) return at
      slot = (slot + 1) & mask
    }
  }

  private rehash(size: number): void {
    const old = this.slots
    this.slots = new Int32Array(size * STRIDE).fill(EMPTY)
    this.mask = size - 1
    for (let from = 0; from < old.length; from += STRIDE) {
      if (old[from] === EMPTY) continue
      const to = this.locate(old[from], old[from + 1])
      this.slots[to] = old[from]
      this.slots[to + 1] = old[from + 1]
      this.slots[to + 2] = old[from + 2]
    }
  }
}

/** Two to four slots per pair: larger tables were measured slower, because they leave the cache. */
function slotsFor(pairs: number): number {
  let size = MIN_SLOTS
  while (size < pairs * 2) size *= 2
  return size
}

/** Neighbouring ids are the rule, so both are spread by odd multipliers and the high bits folded down. */
function hash(low: number, high: number): number {
  let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
