// Every export and every member of the published types has a doc comment that says what a user needs: see `doc-rules.ts`.
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { checkDocs, type DocProblem } from './doc-rules.ts'
import { PublishedTypes } from './published-types.ts'

const published = new PublishedTypes()
afterAll(() => published.close())

const problems = published.reached.flatMap(({ name, source, declarations }) =>
  declarations.flatMap((node) => checkDocs(name, node).map((problem) => ({ ...problem, source }))),
)

function list(rule: DocProblem['rule']): string[] {
  return problems.filter((problem) => problem.rule === rule).map(({ name, source }) => `${source}: ${name}`)
}

describe('doc comments', () => {
  it('are on every export and member', () => {
    expect(list('missing')).toEqual([])
  })

  it('of an option say its default, or what happens without it', () => {
    expect(list('default')).toEqual([])
  })

  it('of a number or a vector say its unit', () => {
    expect(list('unit')).toEqual([])
  })
})

/** What the rules say of a text. A doc comment must begin a line. */
function check(text: string): string[] {
  const file = ts.createSourceFile('user.d.ts', text.replaceAll('{ ', '{\n'), ts.ScriptTarget.ES2022, true)
  return file.statements.flatMap((node) => checkDocs('T', node as unknown as ts.Declaration)).map(({ name, rule }) => `${name} ${rule}`)
}

describe('the rules', () => {
  it.each([
    ['a type without a word', 'interface T {}', ['T missing']],
    ['a field without a word', '/** A. */ interface T { a: string }', ['T.a missing']],
    ['a field of a literal', '/** A. */ type T = { a: string } | { /** B. */ b: string }', ['T.a missing']],
    ['a method without a word', '/** A. */ declare class T { a(): void; private b(): void }', ['T.a missing']],
    ['a constructor without a word', '/** A. */ declare class T { constructor(a: string) }', ['T.constructor missing']],
    ['an option without default', '/** A. */ interface T { /** Colour. */ a?: string }', ['T.a default']],
    ['a number without unit', '/** A. */ interface T { /** How fast it goes. */ a: number }', ['T.a unit']],
    ['a vector without unit', '/** A. */ declare class T { /** Where it is. */ get a(): Vec3; set a(value: Vec3) }', ['T.a unit']],
    ['an option of all that', '/** A. */ interface T { /** How fast it goes. */ a?: number | null }', ['T.a default', 'T.a unit']],
  ])('notice %s', (_, text, expected) => {
    expect(check(text)).toEqual(expected)
  })

  it.each(['Speed, m/s.', 'N m s/rad.', 'kg/m³, in 2D kg/m².', 'Count of steps.', 'Share of the speed kept, 0 … 1.', 'rad. Any turn.'])('accept %s', (doc) => {
    expect(check(`/** A. */ interface T { /** ${doc} Default 1. */ a?: number }`)).toEqual([])
  })

  it('take the word of a type that counts for its numbers', () => {
    expect(check('/** Counts of a step. */ interface T { /** Bodies that fell. */ a: number }')).toEqual([])
    expect(check('/** A step in counts. */ interface T { /** Bodies that fell. */ a: number }')).toEqual(['T.a unit'])
  })

  it.each(["A body's mass.", 'Let it be so.', 'A smart number.', 'Numbers of its own.'])('do not take a word for a unit: %s', (doc) => {
    expect(check(`/** A. */ interface T { /** ${doc} */ a: number }`)).toEqual(['T.a unit'])
  })
})
