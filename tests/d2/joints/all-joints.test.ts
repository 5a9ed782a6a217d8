/** Every built-in kind of joint through the shared suite. */

import { afterAll, describe, expect, it } from 'vitest'
import { BUILT_IN_JOINTS } from '../../../src/d2/joints/kinds/built-in-kinds.ts'
import { CASES } from './cases.ts'
import { jointSuite } from './joint-suite.ts'
import { report } from '../../common/helpers/joint-suite/figures.ts'

afterAll(() => console.log(report()))

describe('cases', () => {
  it('there is one for every built-in kind', () => {
    const missing = BUILT_IN_JOINTS.map(([kind]) => kind.name).filter((name) => !CASES.some((entry) => entry.kind.name === name))
    expect(missing).toEqual([])
  })

  it('have names of their own', () => {
    expect(CASES.map((entry) => entry.name)).toEqual([...new Set(CASES.map((entry) => entry.name))])
  })
})

for (const entry of CASES) jointSuite(entry)
