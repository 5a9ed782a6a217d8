/** Every scene of the bench builds, runs and gives the bits it gave when the golden values were written. Times nothing. */

import { expect, it } from 'vitest'
import golden from './bench-golden.json' with { type: 'json' }
import { BENCH_NAMES, hashAfterTenSteps } from './bench-hashes.ts'

const hashes: Readonly<Record<string, string>> = golden

it('has a golden hash for each bench scene and no other', () => {
  expect(Object.keys(hashes).sort()).toEqual([...BENCH_NAMES].sort())
})

it.each(BENCH_NAMES)('%s after ten steps', name => {
  expect(hashAfterTenSteps(name)).toBe(hashes[name])
})
