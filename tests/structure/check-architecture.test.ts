// The comparison of stage lists notices every way in which they can drift apart.
import { describe, expect, it } from 'vitest'
import { compareStages, readDocumentedStages, readProfiledStages, readStep } from '../../scripts/stage-lists.ts'

const STAGES = `// Keys.\nexport const STAGES = ['find-pairs', 'solve', 'drift'] as const satisfies readonly string[]\n`

const TABLE = `
| \`outside\` | not in the list |
<!-- stages:begin -->
| stage | does |
|---|---|
| \`find-pairs\` | finds pairs, see \`solve\` |
| \`solve\` | solves |
| \`drift\` | moves |
<!-- stages:end -->
`

const STEP = `
import { drift, rewind } from './drift.ts'
import type { Context } from './context.ts'
import { findPairs, type Pair } from './find-pairs.ts'
import { solve } from './solve.ts'
import { STAGES } from './stages.ts'
import { Bodies } from '../bodies.ts'
function substep(world: Context): void {
  rewind(world)
  solve(world)
  world.profile.mark('solve')
  drift(world)
  world.profile.mark('drift')
}
export function step(world: Context): void {
  findPairs(world)
  world.profile.mark('find-pairs')
  for (let i = 0; i < 4; i++) substep(world)
}
`

describe('reading stage lists', () => {
  it('finds the table, the calls in order and the keys', () => {
    const expected = ['find-pairs', 'solve', 'drift']
    expect(readDocumentedStages(TABLE)).toEqual(expected)
    expect(readProfiledStages(STAGES)).toEqual(expected)
    expect(readStep(STEP)).toEqual({ called: expected, marked: expected, unused: [] })
  })

  it('says so when a list is not there', () => {
    expect(() => readDocumentedStages('# Architecture')).toThrow(/stage table/)
    expect(() => readProfiledStages('export const OTHER = []')).toThrow(/STAGES/)
    expect(() => readProfiledStages('export const STAGES = [name]')).toThrow(/not a string/)
    expect(() => readStep('export const x = 1')).toThrow(/no function step/)
  })

  it('sees a stage that is imported and never called', () => {
    expect(readStep(STEP.replace('  solve(world)\n', ''))).toMatchObject({ called: ['find-pairs', 'drift'], unused: ['solve'] })
    expect(readStep(STEP.replace('  drift(world)\n', ''))).toMatchObject({ called: ['find-pairs', 'solve'], unused: ['drift'] })
  })
})

describe('comparing stage lists', () => {
  const same = { documented: ['a', 'b', 'c'], called: ['a', 'b', 'c'], marked: ['a', 'b', 'c'], unused: [], profiled: ['a', 'b', 'c'] }

  it('accepts equal lists', () => {
    expect(compareStages(same)).toEqual([])
  })

  it('names what is missing, what is too much and what is out of order', () => {
    expect(compareStages({ ...same, documented: ['a', 'c'] })).toEqual([`The table in ARCHITECTURE.md lacks 'b', which STAGES has.`])
    expect(compareStages({ ...same, called: ['a', 'b', 'c', 'd'] })).toEqual([`step.ts has 'd', which STAGES lacks.`])
    expect(compareStages({ ...same, called: ['b', 'a', 'c'] })).toEqual([`step.ts has 'b' where STAGES has 'a': the order differs.`])
    expect(compareStages({ ...same, unused: ['b'] })).toEqual(['step.ts imports ./b.ts and never calls b.'])
    expect(compareStages({ ...same, marked: ['a', 'b'] })).toEqual([`The profile marked in step.ts lacks 'c', which STAGES has.`])
  })
})
