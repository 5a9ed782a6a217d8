/**
 * `npm run mutants [-- NAME …]`: is the test that a tuning number names beside it one that notices the number? Runs that test alone with the
 * number made larger, then smaller, until it fails. A claim that does not hold, or a test that fails without any change, makes the exit code 1.
 * Numbers that no test notices are listed at the end, by stage.
 *
 * `npm run mutants -- --search NAME …`: which test notices these? Runs the tests of physics until one fails. Golden hashes are left out: they
 * notice every bit and say nothing of physics.
 */

import { MutantBench } from './mutant-bench.ts'
import { mutantsOf } from './tuning-mutants.ts'
import { readNumbers, type TestClaim, type TuningNumber } from './tuning-numbers.ts'

/** Quick and sensitive ones first: most numbers are noticed there. */
const SUITES: readonly (readonly string[])[] = [
  ['tests/d2/contacts', 'tests/d3/contacts', 'tests/d2/api', 'tests/d3/api', 'tests/d2/joints/groups', 'tests/d2/joints/nets'],
  ['tests/regressions', 'tests/d2/geometry/collide', 'tests/d3/geometry/collide', 'tests/common/guards', 'tests/families'],
  ['tests/d2/accuracy', 'tests/d3/accuracy'],
  ['tests/d2/scenarios/scenes', 'tests/d3/scenarios/scenes'],
  ['tests/d2/joints', 'tests/d3/joints'],
]

/** Tests that have been seen to pass as the numbers stand. */
const sound = new Set<string>()

const textOf = ({ file, filter }: TestClaim): string => (filter === '' ? file : `${file} -t ${filter}`)

/** Prints how a test takes the mutants of a number; false if it does not notice. */
async function verify(bench: MutantBench, number: TuningNumber, claim: TestClaim): Promise<boolean> {
  const { name, value } = number
  const test = textOf(claim)
  if (!sound.has(test)) {
    const failed = await bench.firstFailure([claim.file], claim.filter, '')
    if (failed !== null) {
      console.log(`${name}: FALSE, ${failed} fails as it is`)
      return false
    }
    sound.add(test)
  }
  const mutants = mutantsOf(number)
  for (const mutant of mutants) {
    const failed = await bench.firstFailure([claim.file], claim.filter, `${name}=${mutant}`)
    if (failed === null) continue
    console.log(`${name} ${value} → ${mutant}: ${failed}`)
    return true
  }
  console.log(`${name}: FALSE, ${test} passes with ${mutants.join(' and with ')}`)
  return false
}

async function search(bench: MutantBench, number: TuningNumber): Promise<void> {
  const { name, value } = number
  for (const files of SUITES) {
    for (const mutant of mutantsOf(number)) {
      const failed = await bench.firstFailure(files, '', `${name}=${mutant}`)
      if (failed === null) continue
      console.log(`${name} ${value} → ${mutant}: ${failed}`)
      return
    }
  }
  console.log(`${name} ${value}: nothing notices`)
}

const words = process.argv.slice(2)
const isSearch = words.includes('--search')
const wanted = words.filter((word) => word !== '--search')
const all = readNumbers()
for (const name of wanted) if (!all.some((number) => number.name === name)) throw new Error(`There is no tuning number ${name}.`)
const numbers = wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name))

const bench = await MutantBench.open()
let exitCode = 0
if (isSearch) for (const number of numbers) await search(bench, number)
else {
  const unnoticed = new Map<string, string[]>()
  let held = 0
  let broken = 0
  for (const number of numbers) {
    if (number.claim === undefined) {
      console.log(`${number.name}: FALSE, its comment names no test`)
      broken++
    } else if (number.claim === null) {
      unnoticed.set(number.stage, [...(unnoticed.get(number.stage) ?? []), number.name])
    } else if (await verify(bench, number, number.claim)) held++
    else broken++
  }
  for (const [stage, names] of unnoticed) console.log(`${stage}, noticed by no test: ${names.join(', ')}`)
  console.log(`mutants: ${held} noticed, ${broken} claimed in vain, ${[...unnoticed.values()].flat().length} noticed by no test`)
  exitCode = broken > 0 ? 1 : 0
}
await bench.close()
// Mutants that were noticed are failures to the test runner.
process.exitCode = exitCode
