/** Every built-in kind of joint through the shared suite. */

import { BUILT_IN_JOINTS } from '../../../src/d2/joints/kinds/built-in-kinds.ts'
import { jointSuites } from '../../common/joint-suite/joint-suite.ts'
import { loadCases } from './joint-case.ts'
import { LAB } from './lab.ts'

jointSuites(LAB, await loadCases(), BUILT_IN_JOINTS.map(([kind]) => kind.name))
