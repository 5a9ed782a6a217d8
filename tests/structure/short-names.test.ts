// Short names in the single-file bundles: scoping stays what it was, and nothing that users can write is renamed.
import { describe, expect, it } from 'vitest'
import { publicNames } from '../../scripts/public-names.ts'
import { shortenNames } from '../../scripts/short-names.ts'

/** What the module exports after shortening, run as it is. */
async function run(code: string, kept: string[] = []): Promise<Record<string, unknown>> {
  const short = shortenNames(code, kept)
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(short)}`)) as Record<string, unknown>
}

describe('short names', () => {
  it('keep a name one name wherever it stands', () => {
    const code = 'function first(position,other){return position+other}function second(other,position){return position-other}export{first,second};'
    expect(shortenNames(code, [])).toMatch(/^function (\w+)\((\w),(\w)\)\{return \2\+\3\}function (\w+)\(\3,\2\)\{return \2-\3\}export\{\1 as first,\4 as second\};$/)
  })

  it('leave every binding where it was', async () => {
    const { answer } = await run(`
      const outer = 1, list = [10, 20]
      function shadowed(outer) { { let outer = 5; for (const inner of list) outer += inner; return outer } }
      function nested(first) { return function again(second) { return second === 0 ? first + outer : again(second - 1) } }
      function taken({ first, second: { third = first } = {}, ...others }, [fourth] = [first]) { return [first, third, fourth, others.fifth] }
      function caught() { try { throw 7 } catch (problem) { switch (problem) { case 7: let outer = problem; return outer } } }
      var Base = class { value = outer; get twice() { return this.value * 2 } }
      var Derived = class Inner extends Base { static make() { return new Inner() } label() { out: for (;;) { break out } return super.twice } }
      const first = 3, made = { first, second: { first } }
      let assigned; ({ first: assigned } = made)
      const answer = [shadowed(0), nested(2)(2), taken({ first: 1, fifth: 9 }), caught(), Derived.make().label(), made.second.first, assigned, Math.max(outer, 2)]
      export { answer }`)
    expect(answer).toEqual([35, 3, [1, 1, 1, 9], 7, 2, 3, 3, 2])
  })

  it('leave public properties, those of the language and those spelled in strings alone', async () => {
    const code = "const box={halfExtents:1,inner:2,spelled:3,length:4},key='spelled';const own=box[key]+box.inner;export{box,own};"
    const { box, own } = await run(code, ['halfExtents'])
    expect(own).toBe(5)
    const names = Object.keys(box as object)
    expect(names).toEqual(['halfExtents', expect.stringMatching(/^.$/), 'spelled', 'length'])
  })

  it('refuse what they are not made for', () => {
    expect(() => shortenNames('function f(){var a=1;return a}', [])).toThrow('var')
    expect(() => shortenNames("import{a}from'b';", [])).toThrow('imports')
  })
})

describe('public names', () => {
  const names = publicNames('src/d2/engine.ts')

  it('are members, options, events and literals, however deep', () => {
    for (const name of ['World', 'createHingeJoint', 'dampingRatio', 'contactBegin', 'kinematic', 'maxStepsPerAdvance', 'jacobian', 'isQuarantined']) {
      expect(names).toContain(name)
    }
  })

  it('are not what only the engine uses', () => {
    for (const name of ['columns', 'solverBodies', 'broadPhase', 'nextFree', 'jointKinds']) expect(names).not.toContain(name)
  })
})
