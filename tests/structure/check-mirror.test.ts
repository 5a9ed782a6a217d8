// The comparison of the two dimensions notices every way in which they can drift apart; and they have not.
import { describe, expect, it } from 'vitest'
import { findProblems } from '../../scripts/check-mirror.ts'
import { compareTrees, exportedNames, type MirrorTable, type Tree } from '../../scripts/mirror.ts'

const NONE: MirrorTable = { words: [], exceptions: [], alike: [] }
const tree = (files: Record<string, string>): Tree => new Map(Object.entries(files))

describe('files', () => {
  it('that are the same are accepted', () => {
    const same = tree({ 'world.ts': 'export class World {}', 'math/sum.ts': 'export function sum(): void {}' })
    expect(compareTrees(same, same, NONE)).toEqual([])
  })

  it('that one dimension lacks are named', () => {
    expect(compareTrees(tree({ 'b.ts': '' }), tree({ 'a.ts': '' }), NONE)).toEqual([
      'src/d2/a.ts is missing; src/d3/a.ts is there.',
      'src/d3 has nothing for src/d2/b.ts.',
    ])
  })

  it('may have other words in their names, and several may become one', () => {
    const d3 = tree({ 'geometry/hull/hull.ts': 'export const MAX_HULL = 1', 'math/quaternion.ts': 'export const a = 1', 'math/rotation.ts': 'export const b = 1' })
    const d2 = tree({ 'geometry/polygon/polygon.ts': 'export const MAX_POLYGON = 1', 'math/rotation.ts': 'export const a = 1, b = 2' })
    const words = [['hull', 'polygon'], ['quaternion', 'rotation']] as const
    expect(compareTrees(d2, d3, { ...NONE, words })).toEqual([])
    expect(compareTrees(d2, d3, NONE)).toHaveLength(4)
  })
})

describe('exported names', () => {
  it('are all found', () => {
    const source = `
      import { no } from './no.ts'
      export { a, b as c } from './a.ts'
      export type { D } from './d.ts'
      export * from './all.ts'
      export const e = 1, f = 2
      export function g(): void {}
      export abstract class H {}
      export interface I { x: number }
      export type J = I
      const hidden = no
      export { hidden as k }`
    expect(exportedNames(source)).toEqual(['* ./all.ts', 'D', 'H', 'I', 'J', 'a', 'c', 'e', 'f', 'g', 'k'])
  })

  it('that differ are named', () => {
    const d2 = tree({ 'a.ts': 'export const one = 1\nexport const three = 3' })
    const d3 = tree({ 'a.ts': 'export const one = 1\nexport const two = 2\nexport const four = 4' })
    expect(compareTrees(d2, d3, NONE)).toEqual([
      'src/d2/a.ts does not export four, two; src/d3/a.ts does.',
      'src/d2/a.ts exports three; src/d3/a.ts does not.',
    ])
  })

  it('follow the table of words in every way of writing, whole words only', () => {
    const d3 = tree({ 'a.ts': 'export const MAX_HULL_FACES = 1\nexport function readVec3(): void {}\nexport class HullBook {}\nexport const hullo = 1' })
    const d2 = tree({ 'a.ts': 'export const MAX_POLYGON_FACES = 1\nexport function readVec2(): void {}\nexport class PolygonBook {}\nexport const hullo = 1' })
    expect(compareTrees(d2, d3, { ...NONE, words: [['hull', 'polygon'], ['vec3', 'vec2']] })).toEqual([])
  })

  it('may be renamed as a whole', () => {
    const d3 = tree({ 'a.ts': 'export function quatMultiply(): void {}\nexport const quat = 1' })
    const d2 = tree({ 'a.ts': 'export function multiplyRotation(): void {}\nexport const rotation = 1' })
    expect(compareTrees(d2, d3, { ...NONE, words: [['quat', 'rotation'], ['quat-multiply', 'multiply-rotation']] })).toEqual([])
  })
})

describe('exceptions', () => {
  const d3 = tree({ 'a.ts': 'export const one = 1\nexport const spin = 2', 'math/matrix.ts': '', 'net/a.ts': '', 'net/b.ts': '' })
  const d2 = tree({ 'a.ts': 'export const one = 1' })
  const exceptions = [
    { in: 'd3', path: 'a.ts', names: ['spin'], reason: 'one axis' },
    { in: 'd3', path: 'math/matrix.ts', reason: 'inertia is a number' },
    { in: 'd3', path: 'net/', reason: 'a net is a sheet' },
  ] as const

  it('excuse files, folders and names', () => {
    expect(compareTrees(d2, d3, { ...NONE, exceptions })).toEqual([])
  })

  it('excuse all names of a file', () => {
    const other = tree({ 'a.ts': 'export const two = 1' })
    const all = [{ in: 'd3', path: 'a.ts', names: 'all', reason: 'a matrix has more parts' }] as const
    expect(compareTrees(tree({ 'a.ts': '' }), other, { ...NONE, exceptions: all })).toEqual([])
    expect(compareTrees(other, tree({ 'a.ts': '' }), { ...NONE, exceptions: all })).toHaveLength(2)
  })

  it('hold for their own dimension only', () => {
    expect(compareTrees(d3, d2, { ...NONE, exceptions })).toHaveLength(7)
  })

  it('and words that are of no use are named', () => {
    expect(compareTrees(d3, d3, { ...NONE, words: [['hull', 'polygon']], exceptions })).toEqual([
      "mirror-table.ts: the word 'hull' is in no name of src/d3; drop it.",
      "mirror-table.ts: src/d3/a.ts 'spin' needs no excuse; drop it.",
      'mirror-table.ts: src/d3/math/matrix.ts needs no excuse; drop it.',
      'mirror-table.ts: src/d3/net/ needs no excuse; drop it.',
    ])
  })
})

describe('logic that stands twice', () => {
  const lines = (count: number, text = 'list[next] = count'): string => Array.from({ length: count }, (_, i) => `  ${text}${i}`).join('\n')
  const file = (body: string, comment: string, from: string): string =>
    `/** ${comment} */\nimport { a } from '${from}'\n// ${comment}\nexport function f(): void {\n${body}\n}\n`

  it('is named, whatever its comments and imports', () => {
    const [d2, d3] = ['one', 'two'].map((word) => tree({ 'a.ts': file(lines(20), word, `./${word}.ts`) }))
    expect(compareTrees(d2, d3, NONE)).toEqual([
      'src/d2/a.ts and src/d3/a.ts are 100 % the same and hold no coordinate; move them to src/common.',
    ])
  })

  it('may be excused, once', () => {
    const alike = [{ path: 'a.ts', reason: 'calls its own dimension' }, { path: 'b.ts', reason: 'none' }]
    const same = tree({ 'a.ts': file(lines(20), '', './a.ts'), 'b.ts': '' })
    expect(compareTrees(same, same, { ...NONE, alike })).toEqual(['mirror-table.ts: src/d2/b.ts is not so like its twin; drop it.'])
  })

  it('is seen through other words', () => {
    const d2 = tree({ 'polygon.ts': file(lines(20, 'polygons[next] = polygonCount'), '', './a.ts') })
    const d3 = tree({ 'hull.ts': file(lines(20, 'hulls[next] = hullCount'), '', './a.ts') })
    const problems = compareTrees(d2, d3, { ...NONE, words: [['hull', 'polygon'], ['hulls', 'polygons']] })
    expect(problems[0]).toMatch(/polygon\.ts and src\/d3\/hull\.ts are 100 % the same/)
  })

  it('may stand if it is short, if a tenth differs, or if it handles coordinates', () => {
    const check = (a: string, b = a): string[] => compareTrees(tree({ 'a.ts': file(a, '', './a.ts') }), tree({ 'a.ts': file(b, '', './a.ts') }), NONE)
    expect(check(lines(6))).toEqual([])
    expect(check(lines(20), `${lines(20)}\n${lines(4, 'other')}`)).toEqual([])
    expect(check(lines(20), `${lines(20)}\n  other()`)).toHaveLength(1)
    expect(check(`${lines(20)}\n  nx = dx + 1`)).toEqual([])
    expect(check(`${lines(20)}\n  minX = 1`)).toEqual([])
    expect(check(`${lines(20)}\n  v[3 * row + 1] = 0`)).toEqual([])
    expect(check(`${lines(20)}\n  v[row * 3] = 0`)).toEqual([])
    expect(check(`${lines(20)}\n  max = box + matrix + index`)).toHaveLength(1)
  })
})

it('src/d2 and src/d3 are the same engine', () => {
  expect(findProblems().problems).toEqual([])
})
