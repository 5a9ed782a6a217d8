/**
 * The accuracy suite in its short form: every gate that is reached must stay reached.
 *
 * Gates known to be missed are listed by name. A listed gate that is reached fails the test too, so the list cannot grow stale.
 */

import { describe, expect, it } from 'vitest'
import { CASES } from './cases/index.ts'
import { NOT_REACHED } from './not-reached.ts'

describe('accuracy', () => {
  for (const { name, run } of CASES) {
    it(name, { timeout: 120_000 }, () => {
      const missed = run('short')
        .filter(row => row.pass === false)
        .map(row => `${row.test} · ${row.metric}: ${row.value} (gate ${row.gateText})`)
      const expected = NOT_REACHED[name] ?? []
      const surprising = missed.filter(text => !expected.some(start => text.startsWith(start)))
      expect(surprising, 'gates missed').toEqual([])
      const reached = expected.filter(start => !missed.some(text => text.startsWith(start)))
      expect(reached, 'listed as not reached, but reached').toEqual([])
    })
  }
})
