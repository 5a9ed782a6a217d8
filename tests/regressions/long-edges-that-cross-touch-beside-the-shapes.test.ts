/**
 * Long cylinders and capsules that cross at a few degrees had contact points at the ends of what their sides share, up to five radii beside the shapes;
 * so had a wire on a log. The search for the least depth took the overlap of small cores in thick roundings for shallow: 1.7 % too deep.
 */

import { expect, it } from 'vitest'
import { CellFigures } from '../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCell } from '../d3/geometry/fuzz/fuzz-pairs.ts'

it.each([
  ['capsule and cylinder', 101361], ['cylinder and cylinder', 101887], ['capsule and capsule', 5001119], ['capsule and tapered-capsule', 21820],
] as const)('%s, seed %i', (name, seed) => {
  const figures = new CellFigures()
  fuzzCell(CELLS.find((cell) => cell.name === `${name}, 3D`)!, seed, 1, figures)
  expect(figures.worst('points')).toBeLessThan(2e-4)
  expect(figures.worst('depth')).toBeLessThan(1e-6)
  expect(figures.worst('deep depth')).toBeLessThan(1e-6)
})
