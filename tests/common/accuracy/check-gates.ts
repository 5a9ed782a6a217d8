/**
 * Runs accuracy cases in their short form as tests.
 *
 * Gates known to be missed are listed by name. A listed gate that is reached fails the test too, so the list cannot grow stale.
 */

import { describe, expect, it } from 'vitest'
import type { AccuracyCase } from './case.ts'

/** `notReached`: case → beginnings of `test · metric`. */
export function checkGates(title: string, cases: readonly AccuracyCase[], notReached: Readonly<Record<string, readonly string[]>>): void {
  describe(title, () => {
    for (const { name, run } of cases) {
      it(name, { timeout: 120_000 }, () => {
        const missed = run('short')
          .filter(row => row.pass === false)
          .map(row => `${row.test} · ${row.metric}: ${row.value} (gate ${row.gateText})`)
        const expected = notReached[name] ?? []
        const surprising = missed.filter(text => !expected.some(start => text.startsWith(start)))
        expect(surprising, 'gates missed').toEqual([])
        const reached = expected.filter(start => !missed.some(text => text.startsWith(start)))
        expect(reached, 'listed as not reached, but reached').toEqual([])
      })
    }
  })
}
