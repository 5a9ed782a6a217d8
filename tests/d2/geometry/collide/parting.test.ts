/** A direction that is said to part two shapes must never hide a contact, and what the full test leaves must part them. */

import { describe, expect, it } from 'vitest'
import { partedBy, partingOut } from '../../../../src/d2/geometry/parting.ts'
import { DX, DY, MARGIN as QUERY_MARGIN, query } from '../../../../src/d2/geometry/query.ts'
import { createRandom } from '../../../common/random.ts'
import { add, contactOf, direction, MAKERS, NAMES, packedOf, scaled, subtract, type TestShape, type Vector } from './truth.ts'

const MARGIN = 0.05

function excess(a: TestShape, b: TestShape, axis: Vector): number {
  const rot = Float64Array.of(Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle))
  const size = Float64Array.from([...a.size, ...b.size])
  const offset = subtract(b.center, a.center)
  const { data, startA, startB } = packedOf(a, b)
  query[DX] = offset[0]
  query[DY] = offset[1]
  query[QUERY_MARGIN] = MARGIN
  const apart = partedBy(Float64Array.from(axis), 0, a.kind, b.kind, rot, 0, 2, size, 0, 4, data, startA, startB)
  expect(apart).toBe(partingOut[0] > 0)
  return partingOut[0]
}

describe('the axis that parted a pair', () => {
  for (const first of NAMES) for (const second of NAMES) {
    const kindA = MAKERS[first](createRandom(1), 1, 1).kind
    const kindB = MAKERS[second](createRandom(1), 1, 1).kind
    if (kindA > kindB) continue
    it(`${first} and ${second}: hides no contact`, () => {
      const random = createRandom(17 * NAMES.indexOf(first) + NAMES.indexOf(second) + 1)
      let parted = 0
      let left = 0
      let hidden = 0
      for (let trial = 0; trial < 400; trial++) {
        const a = MAKERS[first](random, 1, 4)
        const b = MAKERS[second](random, 1, 4)
        b.center = scaled(direction(7 * random()), 2.2 * random())
        const contact = contactOf(a, b, MARGIN)
        for (let k = 0; k < 20; k++) {
          const axis = add(b.center, scaled(direction(7 * random()), random()))
          if (excess(a, b, axis) <= 0) continue
          parted++
          hidden += contact.points.length
        }
        if (contact.points.length === 0 && contact.normal.some((x) => x !== 0)) {
          left++
          expect(excess(a, b, contact.normal)).toBeGreaterThan(-1e-9)
        }
      }
      expect(hidden).toBe(0)
      expect(parted).toBeGreaterThan(100)
      if (kindA > 0 && kindB > 2 && first !== 'box' && first !== 'roundedBox') expect(left).toBeGreaterThan(20)
    })
  }
})
