/** Worlds with joints in three dimensions, disturbed by others. */

import { loadCases } from '../../d3/joints/joint-case.ts'
import { LAB } from '../../d3/joints/lab.ts'
import { disturbedWorlds } from '../disturbed-worlds.ts'
import { testFamily } from '../family.ts'

testFamily(disturbedWorlds(LAB, await loadCases(), 'jointed worlds between absurd ones, 3D'))
