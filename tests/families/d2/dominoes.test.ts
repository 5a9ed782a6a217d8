import { expect, it } from 'vitest'
import { PLANE } from '../common/dimensions.ts'
import { dominoFamily } from '../common/dominoes.ts'
import { randomOf, testFamily } from '../family.ts'

testFamily(dominoFamily(PLANE))

// Their tips go by twice their thickness in a step; stopped on the way by the ones they lean on, they lost 0.2 to 0.4 of the speed.
it('small dominoes at four steps per fall keep the speed of their wave', () => {
  for (const seed of [58, 95]) expect(dominoFamily(PLANE).run(randomOf(seed), seed).coarse).toBeLessThan(0.18)
})
