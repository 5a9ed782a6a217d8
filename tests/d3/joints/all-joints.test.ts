/** Every built-in kind of joint through the shared suite. */

import { BUILT_IN_JOINTS } from '../../../src/d3/joints/kinds/built-in-kinds.ts'
import { jointSuites } from '../../common/joint-suite/joint-suite.ts'
import { loadCases } from './joint-case.ts'
import { LAB } from './lab.ts'
import { mirrorTests } from './mirror.ts'

const cases = await loadCases()

jointSuites(LAB, cases, BUILT_IN_JOINTS.map(([kind]) => kind.name))

for (const entry of cases) mirrorTests(entry)
