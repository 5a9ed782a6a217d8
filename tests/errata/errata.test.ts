/** Each slip of the documents is shown in numbers: the printed form misses the truth, the right one meets it; and docs/errata.md has them all. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { DEMONSTRATIONS } from './demonstrations.ts'

/** Far above rounding and finite differences, far below every printed slip. */
const WRONG = 1e-3
const EXACT = 1e-6
/** Random states of each. */
const STATES = 20

describe('errata', () => {
  it.each(Object.entries(DEMONSTRATIONS))('%s', (_, show) => {
    let [printed, right] = [0, 0]
    for (let i = 0; i < STATES; i++) {
      const shown = show()
      printed = Math.max(printed, shown.printed)
      right = Math.max(right, shown.right)
    }
    expect(right).toBeLessThan(EXACT)
    expect(printed).toBeGreaterThan(WRONG)
  })

  it('docs/errata.md has a heading for each of them, and no other', () => {
    const text = readFileSync(`${PROJECT_ROOT}docs/errata.md`, 'utf8')
    const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!)
    expect(headings.sort()).toEqual(Object.keys(DEMONSTRATIONS).sort())
    expect(headings).toHaveLength(36)
  })
})
