/**
 * Corners of needles and blades stuck out of their merged faces by up to 5 % of their thickness: what is merged was measured by the extent alone.
 * Contacts of a thick capsule with the face of a small box or hull lay beside the face by as much: its normal may lean by half a degree.
 */

import { describe, expect, it } from 'vitest'
import { buildHull } from '../../src/d3/geometry/hull/hull-builder.ts'
import { scaleHull } from '../../src/d3/geometry/hull/scaled-hull.ts'
import type { Hull } from '../../src/d3/geometry/hull/hull.ts'
import { CellFigures } from '../common/geometry-fuzz/figures.ts'
import { CELLS, fuzzCase } from '../d3/geometry/fuzz/fuzz-pairs.ts'
import { randomOf } from '../families/family.ts'

/** How far a corner sticks out of a face, per inner radius. */
function roughness({ vertices, vertexCount, planes, faceCount, innerRadius }: Hull): number {
  let most = 0
  for (let f = 0; f < faceCount; f++) {
    for (let v = 0; v < vertexCount; v++) {
      let height = -planes[4 * f + 3]!
      for (let k = 0; k < 3; k++) height += planes[4 * f + k]! * vertices[3 * v + k]!
      most = Math.max(most, height / innerRadius)
    }
  }
  return most
}

describe('hulls up to 30,000 times as long as thick', () => {
  it('have no corner outside of their faces by what can be felt', () => {
    let worst = 0
    for (let seed = 0; seed < 150; seed++) {
      const random = randomOf(seed)
      const sides = [1, Math.pow(10, -4.5 * random()), Math.pow(10, -4.5 * random())]
      const points = Float64Array.from({ length: 3 * (8 + Math.floor(20 * random())) }, (_, i) => (random() - 0.5) * sides[i % 3]!)
      worst = Math.max(worst, roughness(buildHull(points, 'points')))
    }
    expect(worst).toBeLessThan(5e-4)
  })

  it('nor after they were stretched', () => {
    let worst = 0
    for (let seed = 0; seed < 50; seed++) {
      const random = randomOf(seed)
      const base = buildHull(Float64Array.from({ length: 60 }, () => random() - 0.5), 'points')
      worst = Math.max(worst, roughness(scaleHull(base, Float64Array.of(1, Math.pow(10, -4 * random()), Math.pow(10, -4 * random())), 'scale')))
    }
    expect(worst).toBeLessThan(5e-4)
  })
})

it.each([['capsule and hull', 2289], ['hull and hull', 1839], ['capsule and box', 772]] as const)('%s, seed %i', (name, seed) => {
  const cell = CELLS.find((each) => each.name === `${name}, 3D`)!
  const figures = new CellFigures()
  fuzzCase(cell.a, cell.b, seed, figures)
  expect(figures.worst('depth')).toBeLessThan(1e-6)
  expect(figures.worst('points')).toBeLessThan(1e-6)
})
