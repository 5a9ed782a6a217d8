/** The tool that judges families: percentiles, seeds, and a miss that is no number. */

import { expect, it } from 'vitest'
import { percentile, randomOf } from './family.ts'

it('percentiles are values of the list, the last one the worst', () => {
  const values = Array.from({ length: 200 }, (_, i) => i + 1)
  expect(percentile(values, 0.5)).toBe(100)
  expect(percentile(values, 0.99)).toBe(198)
  expect(percentile(values, 1)).toBe(200)
  expect(percentile([7], 0.5)).toBe(7)
})

it('a seed gives the same case again, and neighbours differ', () => {
  const numbers = (seed: number): number[] => {
    const random = randomOf(seed)
    return [random(), random.between(-2, 3), random.scale(1e-3, 1e3), random.integer(2, 5), random.pick([1, 2, 3])]
  }
  expect(numbers(5)).toEqual(numbers(5))
  expect(numbers(5)).not.toEqual(numbers(6))
  for (let seed = 0; seed < 200; seed++) {
    const [unit, between, scale, integer] = numbers(seed) as [number, number, number, number]
    expect(unit >= 0 && unit < 1 && between >= -2 && between < 3 && scale >= 1e-3 && scale < 1e3).toBe(true)
    expect([2, 3, 4, 5]).toContain(integer)
  }
})
