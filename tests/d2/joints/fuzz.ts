/** Random assemblies in two dimensions. `npx tsx tests/d2/joints/fuzz.ts [count] [first seed] [case]` runs many, makes the failures small and prints them. */

import { pathToFileURL } from 'node:url'
import { fuzz } from '../../common/joint-suite/fuzz.ts'
import { loadCases } from './joint-case.ts'
import { LAB } from './lab.ts'

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await fuzz(LAB, await loadCases(), process.argv.slice(2))
