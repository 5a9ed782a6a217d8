/**
 * `npm run mutants [-- NAME …]`: which test notices a tuning number? Each number of `src/common/tuning.ts` (or those named) is made ten times
 * larger, and if nothing notices, ten times smaller; the tests of physics are run until one fails. Prints the first test that fails, or that
 * none does. Golden hashes are left out: they notice every bit and say nothing of physics.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { PROJECT_ROOT } from './aliases.ts'
import { readTuning } from './tuning-override.ts'

/** Quick and sensitive ones first: most numbers are noticed there. */
const SUITES: readonly (readonly string[])[] = [
  ['tests/d2/contacts', 'tests/d3/contacts', 'tests/d2/api', 'tests/d3/api', 'tests/d2/joints/groups', 'tests/d2/joints/nets'],
  ['tests/d2/accuracy', 'tests/d3/accuracy'],
  ['tests/d2/scenarios/scenes', 'tests/d3/scenarios/scenes', 'tests/regressions', 'tests/d2/geometry/collide', 'tests/d3/geometry/collide'],
  ['tests/d2/joints', 'tests/d3/joints'],
]
const REPORT = `${PROJECT_ROOT}out/mutant-${process.pid}.json`

interface FileReport {
  readonly name: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

/** The first test that fails with the number changed, or null. */
function firstFailure(name: string, value: string): string | null {
  for (const files of SUITES) {
    rmSync(REPORT, { force: true })
    const words = ['vitest', 'run', '--project', 'engine', '--bail', '1', '--reporter', 'json', '--outputFile', REPORT]
    spawnSync('npx', [...words, ...files], { cwd: PROJECT_ROOT, env: { ...process.env, FULCRUM_TUNING: `${name}=${value}` }, stdio: 'ignore' })
    if (!existsSync(REPORT)) return 'the tests do not even start'
    const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as { testResults: readonly FileReport[] }
    for (const file of testResults) {
      const failed = file.assertionResults.find(({ status }) => status === 'failed')
      if (failed) return `${file.name.slice(PROJECT_ROOT.length)}: ${failed.fullName}`
    }
  }
  return null
}

mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, value] of readTuning()) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  let noticed: string | null = null
  for (const factor of [10, 0.1]) {
    const mutant = String(value * factor)
    noticed = firstFailure(name, mutant)
    if (noticed === null) continue
    console.log(`${name} ${value} → ${mutant}: ${noticed}`)
    break
  }
  if (noticed === null) console.log(`${name} ${value}: nothing notices`)
}
rmSync(REPORT, { force: true })
