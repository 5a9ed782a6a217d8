// BitSet against a Set under random operations.
import { describe, expect, it } from 'vitest'
import { BitSet } from '../../src/common/memory/bit-set.ts'
import { createRandom } from './random.ts'

function members(bits: BitSet): number[] {
  const out: number[] = []
  for (let i = bits.next(0); i >= 0; i = bits.next(i + 1)) out.push(i)
  return out
}

describe('BitSet', () => {
  it('holds what a Set holds, in ascending order', () => {
    const random = createRandom(11)
    const bits = new BitSet()
    const truth = new Set<number>()
    for (let round = 0; round < 3000; round++) {
      const index = Math.floor(random() * random() * 700)
      if (random() < 0.6) {
        bits.set(index)
        truth.add(index)
      } else {
        bits.clear(index)
        truth.delete(index)
      }
      expect(bits.has(index)).toBe(truth.has(index))
      if (round % 50 === 0) expect(members(bits)).toEqual([...truth].sort((a, b) => a - b))
      if (round % 700 === 699) {
        bits.clearAll()
        truth.clear()
      }
    }
  })

  it('finds the first member at or after any place, across word borders', () => {
    const bits = new BitSet(10)
    const truth = [0, 31, 32, 63, 64, 95, 200]
    for (const index of truth) bits.set(index)
    for (let from = 0; from < 400; from++) {
      expect(bits.next(from)).toBe(truth.find((index) => index >= from) ?? -1)
    }
  })

  it('is empty beyond its room', () => {
    const bits = new BitSet(32)
    expect(bits.has(5000)).toBe(false)
    bits.clear(5000)
    expect(bits.next(0)).toBe(-1)
    expect(bits.next(5000)).toBe(-1)
  })

  it('keeps its members when it grows', () => {
    const bits = new BitSet(8)
    bits.set(3)
    bits.reserve(10000)
    bits.set(9999)
    expect(members(bits)).toEqual([3, 9999])
  })
})
