/** Worlds with joints in two dimensions, disturbed by others. */

import { loadCases } from '../../d2/joints/joint-case.ts'
import { LAB } from '../../d2/joints/lab.ts'
import { disturbedWorlds } from '../disturbed-worlds.ts'
import { testFamily } from '../family.ts'

testFamily(disturbedWorlds(LAB, await loadCases(), 'jointed worlds between absurd ones, 2D'))
