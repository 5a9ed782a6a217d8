/**
 * The tuning numbers of the source: names, values, stages, and what their comments say of the test that notices them. Read by the override
 * (`tuning-override.ts`), by `npm run mutants` and by the test of structure.
 *
 * A comment ends with `Test: tests/some.test.ts`, with `-t words` for one test of a file, or with `Test: none`. It speaks for all numbers up to
 * the next comment; where they have tests of their own these stand in their order, divided by semicolons.
 */

import { readFileSync } from 'node:fs'
import { PROJECT_ROOT } from './aliases.ts'

export const TUNING_FILES: readonly string[] = [
  'src/common/tuning.ts',
  'src/common/limits.ts',
  'src/common/tolerances.ts',
  'src/common/math/rounding.ts',
  'src/d2/geometry/tolerances.ts',
  'src/d3/geometry/tolerances.ts',
  'src/d3/joints/parts/tolerances.ts',
  'src/d3/vehicles/tolerances.ts',
]

/** One declaration: what stands before the value, the name, the value. */
export const DECLARATION: RegExp = /^((?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = )(.+)$/

export interface TestClaim {
  readonly file: string
  /** Words of the test's name, or '' for the whole file. */
  readonly filter: string
}

export interface TuningNumber {
  readonly name: string
  readonly file: string
  readonly stage: string
  readonly value: number | readonly number[]
  /** The test that notices it; null where none does; undefined where the comment says nothing. */
  readonly claim: TestClaim | null | undefined
}

interface Group {
  comment: string
  readonly stage: string
  readonly members: { readonly name: string; readonly value: string }[]
}

/** Numbers of one file, in its order. */
export function numbersIn(file: string, text: string): TuningNumber[] {
  const numbers: TuningNumber[] = []
  for (const { comment, stage, members } of groupsIn(text)) {
    const claims = claimsIn(comment)
    members.forEach(({ name, value }, at) => {
      const claim = claims.length === 1 ? claims[0] : claims.length === members.length ? claims[at] : undefined
      numbers.push({ name, file, stage: stage === '' ? file : stage, value: valueOf(value, numbers), claim })
    })
  }
  return numbers
}

/** Comments and the declarations that follow them. Lines of `//` are the headings of stages. */
function groupsIn(text: string): Group[] {
  const groups: Group[] = []
  let stage = ''
  let isOpen = false
  for (const line of text.split('\n')) {
    if (line.startsWith('/**')) {
      groups.push({ comment: '', stage, members: [] })
      isOpen = true
    }
    if (isOpen) {
      groups.at(-1)!.comment += ` ${line.replace(/^\/\*\*|^ \*(?!\/)/, '').replace(/\*\/$/, '').trim()}`
      isOpen = !line.endsWith('*/')
      continue
    }
    const declared = DECLARATION.exec(line)
    if (declared) groups.at(-1)!.members.push({ name: declared[2]!, value: declared[3]! })
    else if (line.startsWith('// ')) stage = line.slice(3)
  }
  return groups
}

function claimsIn(comment: string): (TestClaim | null)[] {
  const said = /\bTest: (.*)$/.exec(comment.trim())
  if (!said) return []
  return said[1]!.split(';').map((part) => {
    const [file, filter] = part.trim().split(' -t ')
    return file === 'none' ? null : { file: file!, filter: filter ?? '' }
  })
}

/** A number, a list, a difference, or a product with a number before it. */
function valueOf(text: string, before: readonly TuningNumber[]): number | readonly number[] {
  if (text.startsWith('[')) return JSON.parse(text) as number[]
  const [first, ...rest] = text.split(' - ').map((term) => productOf(term, before))
  return rest.reduce((difference, term) => difference - term, first!)
}

function productOf(text: string, before: readonly TuningNumber[]): number {
  return text
    .split(' * ')
    .map((factor) => before.find(({ name }) => name === factor)?.value ?? Number(factor.replaceAll('_', '')))
    .reduce<number>((product, factor) => product * (factor as number), 1)
}

export function readNumbers(): TuningNumber[] {
  return TUNING_FILES.flatMap((file) => numbersIn(file, readFileSync(PROJECT_ROOT + file, 'utf8')))
}
