// Source maps that resolve: each names sources that exist and carries their text, and a place in a published file is shown where it stands
// in the source, by a debugger as by a stack trace.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { DIST, listDist, readDist } from './dist-files.ts'

const modules = listDist().filter((file) => file.endsWith('.js'))

/** Entries that only pass names on have nothing to show. */
const mapped = modules.filter((file) => !/^(?:(?:import|export) \{[^}]*\}[^;]*;\s*)+$/.test(readDist(file)))

/** Where the sources of a file lie: the command line has a folder of its own, and the libraries that it uses inside. */
function homeOf(file: string): RegExp {
  return file === 'cli.js' ? /^\.\.\/(?:cli\/|node_modules\/|package\.json$)/ : /^\.\.\/src\//
}

function mapOf(file: string): SourceMapPayload {
  const name = /^\/\/# sourceMappingURL=(.+)$/m.exec(readDist(file))?.[1]
  expect(name, 'sourceMappingURL').toBe(`${file}.map`)
  return JSON.parse(readDist(name!)) as SourceMapPayload
}

/** Where a text stands, counted from 0. */
interface Place {
  readonly source: string
  readonly line: number
  readonly column: number
}

/** Whether the bundler leaves a literal where it stands: it writes imports anew, and constants where they are used. */
function stays({ parent }: ts.Node): boolean {
  return !ts.isImportDeclaration(parent) && !ts.isExportDeclaration(parent) && !ts.isVariableDeclaration(parent)
}

/** String literals of a program and where each stands. */
function literalsIn(source: string, program: string): [text: string, place: Place][] {
  const tree = ts.createSourceFile(source, program, ts.ScriptTarget.Latest, true)
  const literals: [string, Place][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && stays(node)) {
      const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      literals.push([node.text, { source, line, column: character }])
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return literals
}

/** Texts of literals that stand once, and where. */
function singlesOf(literals: [text: string, place: Place][]): Map<string, Place> {
  const counts = new Map<string, number>()
  for (const [text] of literals) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Map(literals.filter(([text]) => counts.get(text) === 1))
}

it('are there for every file that holds code', () => {
  expect(modules.filter((file) => !mapped.includes(file))).toEqual(['2d.js', '3d-hulls.js', '3d.js', 'linear.js'])
  expect(listDist().filter((file) => file.endsWith('.js.map'))).toEqual(mapped.map((file) => `${file}.map`))
})

describe.each(mapped)('the map of %s', (file) => {
  it('names sources that exist, and carries their text', () => {
    const { sources, sourcesContent } = mapOf(file)
    expect(sources.length).toBeGreaterThan(0)
    sources.forEach((source, i) => {
      expect(source).toMatch(homeOf(file))
      expect(existsSync(join(DIST, source)), source).toBe(true)
      // Data becomes an object of the program; the bundler keeps no text of it.
      if (source.endsWith('.json')) return
      expect(sourcesContent[i] === readFileSync(join(DIST, source), 'utf8'), `the text of ${source} is that of the file`).toBe(true)
    })
  })

  it('leads from each text in it to the place where the text stands in the source', () => {
    const payload = mapOf(file)
    const map = new SourceMap(payload)
    const expected = singlesOf(payload.sources.flatMap((source, i) => literalsIn(source, payload.sourcesContent[i]!)))
    const places: [text: string, found: Place, expected: Place][] = []
    for (const [text, { line, column }] of singlesOf(literalsIn(file, readDist(file)))) {
      const place = expected.get(text)
      if (!place) continue
      const entry = map.findEntry(line, column)
      const { originalSource, originalLine, originalColumn } = entry as Extract<typeof entry, { originalSource: string }>
      places.push([text, { source: originalSource, line: originalLine, column: originalColumn }, place])
    }
    for (const [text, found, place] of places) expect(found, text).toEqual(place)
    // An entry of a few lines has few texts, or none.
    if (readDist(file).length > 10_000) expect(places.length).toBeGreaterThan(3)
  })
})

it.each(['2d', '3d'])('show where fulcrum-%s.min.js throws', (dimension) => {
  const program = `
    import { World } from '${DIST}fulcrum-${dimension}.min.js'
    try { new World({ gravity: 'down' }) } catch (error) { console.log(error.stack) }
  `
  const stack = execFileSync(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', program], { encoding: 'utf8' })
  const frames = [...stack.matchAll(/(src\/\S+\.ts):(\d+):\d+/g)].map(([, source, line]) => ({ source: source!, line: Number(line) }))
  const [{ source, line }] = frames as [(typeof frames)[number]]
  expect(readFileSync(join(DIST, '..', source), 'utf8').split('\n')[line - 1]).toContain('new PhysicsError(')
  expect(frames.some((frame) => frame.source.startsWith(`src/d${dimension[0]}/`))).toBe(true)
})
