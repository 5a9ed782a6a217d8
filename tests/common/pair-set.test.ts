// PairSet against a Map under random operations.
import { describe, expect, it } from 'vitest'
import { PairSet } from '../../src/common/store/pair-set.ts'
import { createRandom } from './random.ts'

/** Random sets, replacements and removals of pairs of ids below `range`, compared with a Map at every turn. */
function compareWithMap(seed: number, range: number, rounds: number): void {
  const random = createRandom(seed)
  const set = new PairSet()
  const truth = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const a = Math.floor(random() * range)
    const b = a + 1 + Math.floor(random() * range)
    const key = `${a} ${b}`
    const flip = random() < 0.5
    const x = flip ? b : a
    const y = flip ? a : b
    // Swells and shrinks by turns, so that long runs of entries are shifted back.
    const growing = Math.floor(round / 2000) % 2 === 0
    if (random() < (growing ? 0.7 : 0.3)) {
      set.set(x, y, round)
      truth.set(key, round)
    } else {
      expect(set.remove(x, y)).toBe(truth.get(key) ?? -1)
      truth.delete(key)
    }
    expect(set.find(y, x)).toBe(truth.get(key) ?? -1)
    expect(set.count).toBe(truth.size)
    if (round % 1000 === 999) {
      const wrong = [...truth].filter(([entry, value]) => {
        const [low, high] = entry.split(' ').map(Number)
        return set.find(low, high) !== value
      })
      expect(wrong).toEqual([])
    }
  }
}

describe('PairSet', () => {
  it('is a map of few pairs, often set and removed again', () => compareWithMap(1, 12, 12000))
  it('is a map of many pairs', () => compareWithMap(2, 1000, 12000))

  it('holds ids up to the largest integer and does not take one pair for another', () => {
    const set = new PairSet()
    const top = 2147483647
    set.set(0, top, 1)
    set.set(top - 1, top, 2)
    set.set(0, 1, 3)
    expect([set.find(top, 0), set.find(top - 1, top), set.find(0, 1)]).toEqual([1, 2, 3])
    expect(set.find(1, top)).toBe(-1)
  })

  it('finds all of a grid of neighbouring ids after half was removed', () => {
    const set = new PairSet(100)
    for (let a = 0; a < 200; a++) for (let b = a + 1; b < 200; b++) set.set(a, b, a * 200 + b)
    for (let a = 0; a < 200; a++) for (let b = a + 1; b < 200; b += 2) set.remove(a, b)
    const wrong: number[][] = []
    for (let a = 0; a < 200; a++) {
      for (let b = a + 1; b < 200; b++) {
        if (set.find(a, b) !== ((b - a) % 2 === 1 ? -1 : a * 200 + b)) wrong.push([a, b])
      }
    }
    expect(wrong).toEqual([])
  })

  it('is empty after clear and usable again', () => {
    const set = new PairSet()
    for (let i = 0; i < 100; i++) set.set(i, i + 1, i)
    set.clear()
    expect(set.count).toBe(0)
    for (let i = 0; i < 100; i++) expect(set.find(i, i + 1)).toBe(-1)
    set.set(7, 3, 5)
    expect(set.find(3, 7)).toBe(5)
  })

  it('gives the same answers however much room it started with', () => {
    const small = new PairSet()
    const large = new PairSet(5000)
    const late = new PairSet()
    const random = createRandom(4)
    for (let i = 0; i < 3000; i++) {
      const a = Math.floor(random() * 300)
      const b = a + 1 + Math.floor(random() * 10)
      if (i === 1000) late.reserve(9000)
      small.set(a, b, i)
      large.set(a, b, i)
      late.set(a, b, i)
    }
    for (let a = 0; a < 300; a++) {
      for (let b = a + 1; b < a + 12; b++) {
        expect(large.find(a, b)).toBe(small.find(a, b))
        expect(late.find(a, b)).toBe(small.find(a, b))
      }
    }
  })
})
