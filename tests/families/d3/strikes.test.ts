import { expect, it } from 'vitest'
import { SPACE } from '../common/dimensions.ts'
import { strikeFamily } from '../common/strikes.ts'
import { randomOf, testFamily } from '../family.ts'

testFamily(strikeFamily(SPACE))

// 77992, 70378: free precession turns the spin of a capsule and of a convex body within the step. 72640, 84039: a corner that has no point yet.
// 75812: the blow that drives the target on is one of a corner.
it('a blow that comes by precession or with another corner than the nearest wakes its target in time', () => {
  for (const seed of [77992, 70378, 72640, 84039, 75812]) {
    const { momentum, difference } = strikeFamily(SPACE).run(randomOf(seed), seed)
    expect(momentum, `seed ${seed}`).toBeLessThan(1e-9)
    expect(difference, `seed ${seed}`).toBeLessThan(1e-9)
  }
})
