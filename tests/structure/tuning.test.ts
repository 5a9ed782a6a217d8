/**
 * Every tuning number names the test that notices it, or says that none does. Whether the tests do notice is what `npm run mutants` asks: that
 * takes too long for here.
 */

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { mutantsOf } from '../../scripts/tuning-mutants.ts'
import { numbersIn, readNumbers, TUNING_FILES } from '../../scripts/tuning-numbers.ts'
import { overridable } from '../../scripts/tuning-override.ts'

/** Numbers that no test notices, at most. Goes down only: a new number comes with its test. */
const MOST_UNNOTICED = 66

/** Numbers that steer the solver, at most: all of `tuning.ts` but those of characters and vehicles. Goes down only. */
const MOST_OF_SOLVER = 71

/** Roundings, at most: few for all, each with a reason of its own. Goes down only. */
const MOST_ROUNDINGS = 9

const NUMBERS = readNumbers()

describe('tuning numbers', () => {
  it.each(TUNING_FILES)('are all found in %s', (file) => {
    const declared = readFileSync(PROJECT_ROOT + file, 'utf8').match(/^(?:export )?(?:const|let) \w+/gm) ?? []
    expect(NUMBERS.filter((number) => number.file === file).map(({ name }) => name)).toEqual(declared.map((line) => line.split(' ').at(-1)))
  })

  it(`that steer the solver are at most ${MOST_OF_SOLVER}, and roundings ${MOST_ROUNDINGS}`, () => {
    const elsewhere = /characters|vehicles/
    const steering = NUMBERS.filter(({ file, stage }) => file === 'src/common/tuning.ts' && !elsewhere.test(stage))
    expect(steering.length).toBeLessThanOrEqual(MOST_OF_SOLVER)
    expect(NUMBERS.filter(({ file }) => file === 'src/common/math/rounding.ts').length).toBeLessThanOrEqual(MOST_ROUNDINGS)
  })

  it('have names of their own, and values', () => {
    expect(new Set(NUMBERS.map(({ name }) => name)).size).toBe(NUMBERS.length)
    for (const { name, value } of NUMBERS) expect([value].flat().every(Number.isFinite), name).toBe(true)
  })

  it('say which test notices them, and there is that test', () => {
    const silent = NUMBERS.filter(({ claim }) => claim === undefined || (claim !== null && !isTest(claim.file)))
    expect(silent.map(({ name, claim }) => `${name}: ${claim?.file ?? 'no Test: line, or not as many tests as numbers'}`)).toEqual([])
  })

  it(`are noticed by some test, but for ${MOST_UNNOTICED}`, () => {
    const unnoticed = NUMBERS.filter(({ claim }) => claim === null).map(({ name }) => name)
    expect(unnoticed.length, unnoticed.join(', ')).toBeLessThanOrEqual(MOST_UNNOTICED)
  })
})

function isTest(file: string): boolean {
  return /^tests\/.*\.test\.ts$/.test(file) && existsSync(PROJECT_ROOT + file)
}

const SAMPLE = `/** A file of numbers. */

// find-pairs

/** One alone, in metres.
 *  Test: tests/a.test.ts -t two words */
export const ALONE: number = 2e-3

// solve

/**
 * Two of a kind.
 * Test: tests/b.test.ts
 */
const FIRST = 1_000
export const SECOND = 0.5 * FIRST

/** Two with tests of their own. Test: none; tests/c.test.ts */
export const LIST: readonly number[] = [1, 0.25]
export const ANGLE = -0.99

/** A cosine next to 1. Test: none */
export const FLAT: number = 1 - 1e-12

/** Silent. */
export const SILENT = 1
`

describe('a file of numbers', () => {
  it('is read with stages, values and tests', () => {
    const b = { file: 'tests/b.test.ts', filter: '' }
    expect(numbersIn('f.ts', SAMPLE).map(({ name, stage, value, claim }) => [name, stage, value, claim])).toEqual([
      ['ALONE', 'find-pairs', 2e-3, { file: 'tests/a.test.ts', filter: 'two words' }],
      ['FIRST', 'solve', 1000, b],
      ['SECOND', 'solve', 500, b],
      ['LIST', 'solve', [1, 0.25], null],
      ['ANGLE', 'solve', -0.99, { file: 'tests/c.test.ts', filter: '' }],
      ['FLAT', 'solve', 1 - 1e-12, null],
      ['SILENT', 'solve', 1, undefined],
    ])
  })

  it('has mutants: tenfold and a tenth, of the distance from 1 where that is what counts', () => {
    expect(numbersIn('f.ts', SAMPLE).map(mutantsOf)).toEqual([
      ['0.02', '0.0002'], ['10000', '100'], ['5000', '50'], ['[10,2.5]', '[0.1,0.025]'], ['-0.9', '-0.999'], ['0.99999999999', '0.9999999999999'],
      ['10', '0.1'],
    ])
  })

  it('takes the values of FULCRUM_TUNING, and keeps the others', () => {
    const program = overridable(SAMPLE).replace(/export |: (?:any|number|readonly number\[\])(?= =|\))/g, '')
    const run = (tuning: string): unknown =>
      new Function('process', `${program}; return [ALONE, FIRST, SECOND, LIST, ANGLE]`)({ env: { FULCRUM_TUNING: tuning } })
    expect(run('')).toEqual([2e-3, 1000, 500, [1, 0.25], -0.99])
    expect(run('FIRST=4;LIST=[3,2]')).toEqual([2e-3, 4, 2, [3, 2], -0.99])
  })
})
