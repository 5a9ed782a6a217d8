/**
 * Registers what is asked of a joint, or, of a kind that is let off, one test with the reason in its title. That test fails when the kind passes
 * after all, so that no exemption outlives its reason.
 */

import { expect, it } from 'vitest'
import type { AnyCase, Exemptions } from './lab.ts'

/** Titles and checks; a check fails by an assertion. */
export type Checks = readonly (readonly [title: string, check: () => void])[]

export function asked(joint: AnyCase, question: keyof Exemptions, what: string, checks: Checks): void {
  const reason = joint.exempt?.[question]
  if (reason === undefined) {
    for (const [title, check] of checks) it(title, check)
    return
  }
  it(`${what}: not asked, ${reason}`, () => {
    const failing = checks.find(([, check]) => fails(check))
    expect(failing, 'the joint passes, so this must be asked').toBeDefined()
  })
}

/** Anything but an assertion that fails is a fault of the test, and goes on. */
function fails(check: () => void): boolean {
  try {
    check()
    return false
  } catch (error) {
    if ((error as Error).name === 'AssertionError') return true
    throw error
  }
}
