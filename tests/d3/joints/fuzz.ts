/** Random assemblies in three dimensions. `npx tsx tests/d3/joints/fuzz.ts [count] [first seed] [case]` runs many, makes the failures small and prints them. */

import { pathToFileURL } from 'node:url'
import type { Vec3 } from 'fulcrum-physics/3d'
import type * as common from '../../common/joint-suite/assembly.ts'
import { assemblyIn, fuzz, runAssemblyIn, type Cases, type Outcome } from '../../common/joint-suite/fuzz.ts'
import type { AnyCase } from '../../common/joint-suite/lab.ts'
import type * as lab from '../../common/joint-suite/lab.ts'
import { loadCases } from './joint-case.ts'
import { LAB } from './lab.ts'

export { casesByName } from '../../common/joint-suite/fuzz.ts'

export type BodySpec = lab.BodySpec<Vec3, Vec3>
export type AssemblySpec = common.AssemblySpec<BodySpec>

export const runAssembly = (spec: common.AssemblySpec, cases: Cases): Outcome => runAssemblyIn(LAB, spec, cases)
export const assemblyOf = (seed: number, cases: readonly AnyCase[]): common.AssemblySpec => assemblyIn(LAB, seed, cases)

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await fuzz(LAB, await loadCases(), process.argv.slice(2))
