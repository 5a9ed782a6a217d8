/**
 * Random programs of calls go on alike after a snapshot was restored, at any point, into the same world, a fresh one or one that holds other
 * things: every hash and every event.
 */

import { expect, it } from 'vitest'
import { compareRestored, type Restores } from '../../common/helpers/restored-program.ts'
import { testFamily } from '../family.ts'

const CALLS = 80
/** After every call, now and then, seldom. */
const SHARES = [1, 0.2, 0.03]
const TARGETS: readonly Restores['into'][] = ['same', 'fresh', 'used']

for (const dimension of [2, 3] as const) {
  testFamily({
    name: `restored programs, ${dimension}D`,
    short: 45,
    long: 10_000,
    figures: { differing: { worst: 0 } },
    run: (random, seed) => {
      const difference = compareRestored(dimension, seed, CALLS, { share: random.pick(SHARES), into: random.pick(TARGETS) })
      if (difference !== '') console.log(`seed ${seed}: ${difference.slice(0, 400)}`)
      return { differing: difference === '' ? 0 : 1 }
    },
  })
}

/** Longer, because levels and characters are only some of the calls. */
const LEVEL_CALLS = 160

for (const dimension of [2, 3] as const) {
  testFamily({
    name: `restored programs with levels, ${dimension}D`,
    short: 20,
    long: 2000,
    figures: { differing: { worst: 0 } },
    run: (random, seed) => {
      const restores = { share: random.pick(SHARES), into: random.pick(TARGETS) }
      const difference = compareRestored(dimension, seed, LEVEL_CALLS, restores, undefined, 'levels')
      if (difference !== '') console.log(`seed ${seed}: ${difference.slice(0, 400)}`)
      return { differing: difference === '' ? 0 : 1 }
    },
  })
}

for (const dimension of [2, 3] as const) {
  testFamily({
    name: `restored programs with machines, ${dimension}D`,
    short: 20,
    long: 2000,
    figures: { differing: { worst: 0 } },
    run: (random, seed) => {
      const restores = { share: random.pick(SHARES), into: random.pick(TARGETS) }
      const difference = compareRestored(dimension, seed, LEVEL_CALLS, restores, undefined, 'machines')
      if (difference !== '') console.log(`seed ${seed}: ${difference.slice(0, 400)}`)
      return { differing: difference === '' ? 0 : 1 }
    },
  })
}

it('the comparison notices a world that goes on differently', () => {
  const restores = { share: 1, into: 'same' } as const
  expect(compareRestored(2, 5, CALLS, restores, (world) => (world.gravity = { ...world.gravity, x: world.gravity.x + 1e-12 }))).not.toBe('')
})
