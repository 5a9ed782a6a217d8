/**
 * Long boxes and thin hulls whose edges cross on the far side of the face that has the least depth of all faces: the edges' axis was next to the face's
 * line, but against its normal, and the face was taken. Shapes that only touched overlapped by ten thicknesses, along the opposite normal.
 */

import { expect, it } from 'vitest'
import { CellFigures } from '../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCase } from '../d3/geometry/fuzz/fuzz-pairs.ts'

it.each([['box and box, 3D', 5496], ['hull and hull, 3D', 5120]])('%s', (name, seed) => {
  const { a, b } = CELLS.find((cell) => cell.name === name)!
  const figures = new CellFigures()
  fuzzCase(a, b, seed, figures)
  expect(figures.figures.get('depth')!.count).toBe(1)
  expect(figures.worst('depth')).toBeLessThan(1e-8)
  expect(figures.worst('normal')).toBeLessThan(1e-8)
})
