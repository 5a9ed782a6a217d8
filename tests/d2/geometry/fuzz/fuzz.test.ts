/** The geometry fuzz of the plane, some hundred pairs per cell; `npm run fuzz-geometry` runs any number. Misses are per inner radius of the thinner. */

import { expect, it } from 'vitest'
import { CellFigures } from '../../../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCell } from './fuzz-pairs.ts'

it.each(CELLS)('$name', (cell) => {
  const figures = new CellFigures()
  fuzzCell(cell, 0, 400, figures)
  expect(figures.errors).toEqual([])
  expect(figures.worst('not a number')).toBe(0)
  expect(figures.worst('missed')).toBe(0)
  expect(figures.worst('depth')).toBeLessThan(1e-6)
  expect(figures.worst('corner depth')).toBeLessThan(4.1e-4)
  expect(figures.percentile('deep depth', 0.99)).toBeLessThan(1e-6)
  expect(figures.worst('deep depth')).toBeLessThan(4.1e-4)
  expect(figures.worst('points')).toBeLessThan(0.041)
  expect(figures.worst('normal')).toBeLessThan(1e-6)
  // Per reach.
  expect(figures.worst('distance')).toBeLessThan(1e-14)
  expect(figures.worst('witness')).toBeLessThan(1e-14)
})
