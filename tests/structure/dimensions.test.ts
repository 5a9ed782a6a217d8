// The comparison of the two dimensions notices every way in which they can drift apart unsaid; and they have not.
import { describe, expect, it } from 'vitest'
import { findProblems } from '../../scripts/check-architecture.ts'
import { compareFeatures, compareFiles, findTwins, readFeatures, type Feature, type Tree } from '../../scripts/dimensions.ts'

const tree = (files: Record<string, string>): Tree => new Map(Object.entries(files))
const NOTHING = tree({})

describe('files', () => {
  it('outside the free folders are in both dimensions', () => {
    const d2 = tree({ 'step/solve.ts': '', 'geometry/polygon.ts': '' })
    const d3 = tree({ 'step/solve.ts': '', 'api/world.ts': '' })
    expect(compareFiles(d2, d3)).toEqual(['src/d2/api/world.ts is missing; the other dimension has it.'])
    expect(compareFiles(d3, d3)).toEqual([])
  })
})

describe('logic that stands twice', () => {
  const lines = (count: number, text = 'list[next] = count'): string => Array.from({ length: count }, (_, i) => `  ${text}${i}`).join('\n')
  const file = (body: string, comment = '', from = './a.ts'): string =>
    `/** ${comment} */\nimport { a } from '${from}'\n// ${comment}\nexport function f(): void {\n${body}\n}\n`
  const check = (a: string, b = a): string[] => findTwins(tree({ 'a.ts': file(a, 'one') }), tree({ 'a.ts': file(b, 'two', './b.ts') }), {})

  it('is named, whatever its comments and imports', () => {
    expect(check(lines(20))).toEqual(['src/d2/a.ts and src/d3/a.ts are 100 % the same and hold no coordinate; move them to src/common.'])
  })

  it('may be excused, and an excuse without a use is named', () => {
    const same = tree({ 'a.ts': file(lines(20)), 'b.ts': '' })
    expect(findTwins(same, same, { 'a.ts': 'calls its own', 'b.ts': 'none' })).toEqual(['dimensions.ts: b.ts is not so like its twin; drop it from ALIKE.'])
  })

  it('may stand if it is short, if a tenth differs, or if it handles coordinates', () => {
    expect(check(lines(6))).toEqual([])
    expect(check(lines(20), `${lines(20)}\n${lines(4, 'other')}`)).toEqual([])
    expect(check(lines(20), `${lines(20)}\n  other()`)).toHaveLength(1)
    expect(check(`${lines(20)}\n  nx = dx + 1`)).toEqual([])
    expect(check(`${lines(20)}\n  v[3 * row + 1] = 0`)).toEqual([])
    expect(check(`${lines(20)}\n  max = box + matrix + index`)).toHaveLength(1)
  })
})

describe('the feature table', () => {
  const markdown = (rows: string): string => `<!-- features:begin -->\n| feature | where | 2D | 3D | why |\n|---|---|---|---|---|\n${rows}\n<!-- features:end -->`
  const nets: Feature = { name: 'nets', evidence: ['joints/solver/nets.ts'], d2: true, d3: false }

  it('is read row by row', () => {
    expect(readFeatures(markdown('| nets | `joints/solver/nets.ts`, `solveNets` | yes | – | one day |'))).toEqual([
      { name: 'nets', evidence: ['joints/solver/nets.ts', 'solveNets'], d2: true, d3: false },
    ])
    expect(() => readFeatures(markdown('| nets | `a.ts` | perhaps | – | |'))).toThrow("says 'perhaps'")
    expect(() => readFeatures(markdown('| nets | | yes | – | |'))).toThrow('names no file')
    expect(() => readFeatures('')).toThrow('no feature table')
  })

  it('is compared with files, imports of common and names', () => {
    const d2 = tree({ 'joints/solver/nets.ts': `import { plan } from '../../../common/solver/plan.ts'\nexport const RELEASE = 1` })
    const common = tree({ 'solver/plan.ts': '' })
    const all: Feature[] = [{ ...nets, evidence: ['joints/solver/nets.ts', 'common/solver/plan.ts', 'RELEASE'] }]
    expect(compareFeatures(all, d2, NOTHING, common)).toEqual([])
    expect(compareFeatures(all.map((row) => ({ ...row, d3: true })), d2, NOTHING, common)).toHaveLength(3)
    expect(compareFeatures(all.map((row) => ({ ...row, d2: false })), d2, NOTHING, common)).toHaveLength(3)
  })

  it('has a row for every file of the solver without a twin, and for every file of common that serves one dimension', () => {
    const d2 = tree({ 'joints/solver/nets.ts': `import { plan } from '../../../common/solver/plan.ts'` })
    const common = tree({ 'solver/plan.ts': '', 'solver/used.ts': '', 'solver/user.ts': `import { a } from './used.ts'` })
    expect(compareFeatures([], d2, NOTHING, common)).toEqual([
      'src/d2/joints/solver/nets.ts has no twin and no row in the feature table.',
      'src/common/solver/plan.ts serves one dimension and has no row in the feature table.',
    ])
  })
})

it('the two dimensions are as ARCHITECTURE.md says', () => {
  expect(findProblems().problems).toEqual([])
})
