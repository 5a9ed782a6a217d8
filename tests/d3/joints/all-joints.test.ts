/** Every built-in kind of joint through the shared suite. */

import { afterAll, describe, expect, it } from 'vitest'
import { BUILT_IN_JOINTS } from '../../../src/d3/joints/kinds/built-in-kinds.ts'
import { jointSuite } from './joint-suite.ts'
import { report } from '../../common/helpers/joint-suite/figures.ts'
import { loadCases } from './suite/load-cases.ts'

const cases = await loadCases()

afterAll(() => console.log(report()))

describe('cases', () => {
  it('there is one for every built-in kind', () => {
    const missing = BUILT_IN_JOINTS.map(([kind]) => kind.name).filter((name) => !cases.some((entry) => entry.kind.name === name))
    expect(missing).toEqual([])
  })

  it('have names of their own', () => {
    expect(cases.map((entry) => entry.name)).toEqual([...new Set(cases.map((entry) => entry.name))])
  })
})

for (const entry of cases) jointSuite(entry)
