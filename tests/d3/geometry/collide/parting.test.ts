/** A direction that is said to part two shapes must never hide a contact, and what the full test leaves must part them. */

import { describe, expect, it } from 'vitest'
import { partedBy, partingOut } from '../../../../src/d3/geometry/parting.ts'
import { DX, DY, DZ, MARGIN as QUERY_MARGIN, query } from '../../../../src/d3/geometry/query.ts'
import { createRandom } from '../../../common/random.ts'
import { packPair } from '../distance/convex.ts'
import { add, contactOf, KIND_NAMES, randomDirection, randomShape, scaled, type TestShape, type Vector } from './truth.ts'

const MARGIN = 0.05

function excess(a: TestShape, b: TestShape, axis: Vector): number {
  const { rotation, size, offset } = packPair(a, b)
  query[DX] = offset[0]
  query[DY] = offset[1]
  query[DZ] = offset[2]
  query[QUERY_MARGIN] = MARGIN
  const apart = partedBy(Float64Array.from(axis), 0, a.kind, b.kind, rotation, 0, 9, size, 0, 4, a.hull, b.hull)
  expect(apart).toBe(partingOut[0] > 0)
  return partingOut[0]
}

describe('the axis that parted a pair', () => {
  for (let kindA = 0; kindA < 4; kindA++) {
    for (let kindB = kindA; kindB < 4; kindB++) {
      it(`${KIND_NAMES[kindA]} and ${KIND_NAMES[kindB]}: hides no contact`, () => {
        const random = createRandom(17 * kindA + kindB + 1)
        let parted = 0
        let touching = 0
        for (let trial = 0; trial < 400; trial++) {
          const a = randomShape(kindA, random, 1, 4)
          const b = randomShape(kindB, random, 1, 4)
          b.center = scaled(randomDirection(random), 2.2 * random())
          const contact = contactOf(a, b, MARGIN)
          for (let k = 0; k < 20; k++) {
            const axis = add(scaled(b.center, 1), scaled(randomDirection(random), random()))
            if (excess(a, b, axis) <= 0) continue
            parted++
            expect(contact.points).toHaveLength(0)
          }
          if (contact.points.length > 0) touching++
          else if (contact.normal.some(x => x !== 0)) expect(excess(a, b, contact.normal)).toBeGreaterThan(-1e-9)
        }
        expect(parted).toBeGreaterThan(100)
        expect(touching).toBeGreaterThan(20)
      })
    }
  }
})
