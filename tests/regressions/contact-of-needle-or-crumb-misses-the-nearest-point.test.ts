/**
 * A needle whose edge crosses another's beside the face that its axis looks like, and a crumb beside a huge capsule: the points of the face were
 * farther apart than the shapes are, by up to 3 % of the inner radius.
 */

import { expect, it } from 'vitest'
import { CellFigures } from '../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCell } from '../d3/geometry/fuzz/fuzz-pairs.ts'

it.each([['box and hull, 3D', 3599], ['capsule and hull, 3D', 2566]] as const)('%s, seed %i', (name, seed) => {
  const figures = new CellFigures()
  fuzzCell(CELLS.find((cell) => cell.name === name)!, seed, 1, figures)
  expect(figures.worst('depth')).toBeLessThan(1e-6)
  expect(figures.worst('points')).toBeLessThan(1e-6)
})
