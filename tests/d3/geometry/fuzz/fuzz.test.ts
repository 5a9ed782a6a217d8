/** The geometry fuzz of space, a few hundred pairs per cell; `npm run fuzz-geometry` runs any number. Misses are per inner radius of the thinner. */

import { expect, it } from 'vitest'
import { CellFigures } from '../../../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCell } from './fuzz-pairs.ts'

it.each(CELLS)('$name', { timeout: 60_000 }, (cell) => {
  const figures = new CellFigures()
  fuzzCell(cell, 0, 150, figures)
  expect(figures.errors).toEqual([])
  expect(figures.worst('not a number')).toBe(0)
  expect(figures.worst('missed')).toBe(0)
  // Vertices of a hull may stick out of the faces that the builder merges.
  expect(figures.percentile('depth', 0.95)).toBeLessThan(1e-6)
  expect(figures.worst('depth')).toBeLessThan(1e-3)
  // Where the least depth is flat in direction the search ends a little before it.
  expect(figures.percentile('deep depth', 0.9)).toBeLessThan(1e-6)
  expect(figures.worst('deep depth')).toBeLessThan(1e-3)
  expect(figures.worst('points')).toBeLessThan(2e-3)
  // An edge's axis next to a face's is the face's, by up to 0.6 degrees.
  expect(figures.worst('normal')).toBeLessThan(0.011)
  // Per reach.
  expect(figures.worst('distance')).toBeLessThan(1e-8)
  expect(figures.worst('witness')).toBeLessThan(1e-6)
})
