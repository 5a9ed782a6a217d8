// The sorts against Array.sort.
import { describe, expect, it } from 'vitest'
import { sortIntegers, sortKeyed, sortPairs } from '../../src/common/memory/radix-sort.ts'
import { createRandom } from './random.ts'

const COUNTS = [0, 1, 2, 3, 20, 47, 48, 49, 50, 300, 5000]
const RANGES: [string, number, number][] = [
  ['all equal', 5, 5],
  ['one byte', 0, 200],
  ['two bytes', 0, 60000],
  ['three bytes', 0, 10000000],
  ['up to the largest integer', 0, 2147483647],
  ['negative too', -2147483648, 2147483647],
  ['small, around zero', -5, 5],
]

describe.each(RANGES)('keys %s', (_, low, high) => {
  const random = createRandom(17)
  const draw = (): number => low + Math.floor(random() * (high - low + 1))

  it.each(COUNTS)('sorts %i integers', (count) => {
    const values = Int32Array.from({ length: count + 3 }, draw)
    const expected = [...values.slice(0, count)].sort((a, b) => a - b).concat([...values.slice(count)])
    sortIntegers(values, count)
    expect([...values]).toEqual(expected)
  })

  it.each(COUNTS)('sorts %i pairs by the first and then the second', (count) => {
    const pairs = Int32Array.from({ length: 2 * count + 2 }, draw)
    // Equal first numbers are the case that matters.
    for (let i = 0; i < count; i += 3) pairs[2 * i] = pairs[0]
    const rows = Array.from({ length: count }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]])
    const expected = rows.sort((x, y) => x[0] - y[0] || x[1] - y[1]).flat().concat([...pairs.slice(2 * count)])
    sortPairs(pairs, count)
    expect([...pairs]).toEqual(expected)
  })

  it.each(COUNTS)('sorts %i keys with their payload and keeps the order of equal keys', (count) => {
    const keys = Int32Array.from({ length: count + 2 }, draw)
    for (let i = 0; i < count; i += 4) keys[i] = keys[0]
    const payload = Int32Array.from({ length: count + 2 }, (_, i) => i)
    const rows = Array.from({ length: count }, (_, i) => [keys[i], i]).sort((x, y) => x[0] - y[0] || x[1] - y[1])
    const tail = [...keys.slice(count)]
    sortKeyed(keys, payload, count)
    expect([...keys]).toEqual(rows.map((row) => row[0]).concat(tail))
    expect([...payload]).toEqual(rows.map((row) => row[1]).concat([count, count + 1]))
  })
})
