// Every block of code in README and docs works: programs run on the engine and keep what their comments promise, their types are right, and
// commands in shell blocks exist. No block is left out.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { insertChecks, keeps, readClaims, type Claim } from './claims.ts'
import { documentPaths, isProgram, parseDocument, programOf, readDocument, type CodeBlock } from './markdown.ts'

const FOLDER = `${PROJECT_ROOT}out/docs-snippets/`

/** Not programs: drawings and output, and pages, which tests/package/tarball.test.ts builds and opens. */
const PLAIN = ['', 'text', 'html']

/** Diagnostics that a program in JavaScript gets for saying less about its types: implicit any, values that may be null, and no word for what overrides. */
const JAVASCRIPT_MAY = [7005, 7006, 7018, 7019, 7031, 7034, 18047, 18048, 2531, 2532, 4114]

const documents = documentPaths().map(readDocument)
const blocks = documents.flatMap(({ blocks }) => blocks)
const programs = documents.flatMap(document =>
  document.blocks.filter(({ language }) => isProgram(language)).map(block => ({ block, title: titleOf(block), code: programOf(document, block) })),
)
const shells = blocks.filter(({ language }) => language === 'sh')
/** Components of React: their types are checked here, and tests/browser/react.test.ts runs them. */
const components = blocks.filter(({ language }) => language === 'tsx')

function titleOf({ path, line }: CodeBlock): string {
  return `${path}:${line}`
}

/** A file for a block, readable in a stack trace. */
function fileOf({ path, line }: CodeBlock, suffix: string): string {
  return `${FOLDER}${path.replaceAll(/[^a-z0-9]+/gi, '-')}-${line}${suffix}.ts`
}

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const { block, code } of programs) {
    // Alone in its module, even without an import of its own.
    writeFileSync(fileOf(block, ''), `${code}\nexport {}\n`)
    writeFileSync(fileOf(block, '-run'), `${insertChecks(code).code}\nexport {}\n`)
  }
  for (const block of components) writeFileSync(`${fileOf(block, '')}x`, block.code)
})

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

describe('code in the documents', () => {
  it('is js, ts, tsx, sh, a page or no code at all', () => {
    const known = [...PLAIN, 'js', 'ts', 'tsx', 'sh']
    expect(blocks.filter(({ language }) => !known.includes(language)).map(titleOf)).toEqual([])
    // A run that finds no documents would pass everything.
    expect(programs.length).toBeGreaterThan(45)
    expect(shells.length).toBeGreaterThan(0)
  })

  it.each(programs)('$title runs and does what its comments say', async ({ block, code }) => {
    const { claims } = insertChecks(code)
    const broken: string[] = []
    const seen = new Set<number>()
    const claimed = (line: number, values: readonly unknown[]): readonly unknown[] => {
      seen.add(line)
      claims.get(line)!.forEach((claim, i) => {
        if (!keeps(claim, values[i])) broken.push(`${code.split('\n')[line - 1]!.trim()} → ${JSON.stringify(values[i])}`)
      })
      return values
    }
    vi.stubGlobal('claimed', claimed)
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    try {
      await import(/* @vite-ignore */ fileOf(block, '-run'))
    } finally {
      log.mockRestore()
      vi.unstubAllGlobals()
    }
    expect(broken).toEqual([])
    expect([...seen]).toEqual([...claims.keys()])
  })

  it('has promises to keep', () => {
    const claims = programs.flatMap(({ code }) => [...insertChecks(code).claims.values()].flat())
    expect(claims.length).toBeGreaterThan(40)
  })

  it('has the right types', () => {
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(`${PROJECT_ROOT}tsconfig.json`, ts.sys.readFile).config, ts.sys, PROJECT_ROOT,
    )
    const files = programs.map(({ block }) => fileOf(block, ''))
    const lenient = { isolatedDeclarations: false, declaration: false, noUnusedLocals: false, noUnusedParameters: false }
    const paths = { ...options.paths, '@fulcrum-physics/colyseus/*': ['./packages/colyseus/src/*.ts'] }
    const program = ts.createProgram(files, { ...options, ...lenient, paths, types: ['node'] })
    const complaints = programs.flatMap(({ block, code, title }) => {
      const source = program.getSourceFile(fileOf(block, ''))!
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      const counted = found.filter(({ code }) => block.language === 'ts' || !JAVASCRIPT_MAY.includes(code))
      return counted.map(({ messageText, start }) => {
        const line = source.getLineAndCharacterOfPosition(start!).line
        return `${title} ${code.split('\n')[line]!.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      })
    })
    expect(complaints).toEqual([])
  })
})

describe('components in the documents', () => {
  it('have the right types', () => {
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(`${PROJECT_ROOT}tests/browser/tsconfig.json`, ts.sys.readFile).config, ts.sys, `${PROJECT_ROOT}tests/browser`,
    )
    const files = components.map((block) => `${fileOf(block, '')}x`)
    expect(files.length).toBeGreaterThan(3)
    const program = ts.createProgram(files, { ...options, jsx: ts.JsxEmit.ReactJSX, noUnusedLocals: false })
    const complaints = files.flatMap((file) => {
      const source = program.getSourceFile(file)!
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      return found.map(({ messageText, start }) => {
        const line = source.getLineAndCharacterOfPosition(start!).line
        return `${file}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      })
    })
    expect(complaints).toEqual([])
  })
})

describe('commands in the documents', () => {
  const { scripts, peerDependencies, devDependencies } = JSON.parse(readFileSync(`${PROJECT_ROOT}package.json`, 'utf8')) as Record<
    'scripts' | 'peerDependencies' | 'devDependencies', Record<string, string>
  >

  /** Packages that a user may be told to install: this one and its parts, its peers, and what a page is built with. */
  const NAMES = [PACKAGE_NAME, '@fulcrum-physics/react', '@react-three/fiber', 'react', 'react-dom', '@fulcrum-physics/colyseus', '@colyseus/core', '@colyseus/ws-transport', 'colyseus.js', 'ioredis', ...Object.keys(peerDependencies), 'vite']

  /** What is wrong with a command; null where it can be run. */
  function complaintAbout(command: string): string | null {
    const [tool, verb, name] = command.split(/\s+/)
    if (tool === 'npm') {
      if (verb === 'ci') return null
      if (verb === 'run') return Object.hasOwn(scripts, name!) ? null : `there is no script ${name}`
      if (verb === 'start' || verb === 'test') return Object.hasOwn(scripts, verb) ? null : `there is no script ${verb}`
      if (verb === 'init') return null
      if (verb === 'install') {
        const unknown = command.split(/\s+/).slice(2).filter(other => !NAMES.includes(other))
        return unknown.length === 0 ? null : `${unknown.join(', ')} is not asked for`
      }
    }
    if (tool === 'mkdir' || tool === 'cd') return verb === undefined ? 'needs a folder' : null
    if (tool === 'npx' && verb === 'fulcrum') {
      return readFileSync(`${PROJECT_ROOT}cli/main.ts`, 'utf8').includes(`command('${name} `) ? null : `fulcrum has no command ${name}`
    }
    if (tool === 'npx') return Object.hasOwn(devDependencies, verb!) ? null : `${verb} is not installed`
    if (tool === 'node') return blocks.length > 0 && /^\S+\.m?js$/.test(verb!) ? null : `${verb} is no program`
    return 'an unknown command'
  }

  it.each(shells.map(block => [titleOf(block), block] as const))('of %s exist', (_title, { code }) => {
    const commands = code.split('\n').map(line => line.replace(/\s+#.*$/, '').trim()).filter(line => line !== '' && !line.startsWith('#'))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands.flatMap(line => line.split(/\s*&&\s*/))) expect(complaintAbout(command), command).toBeNull()
  })

  it('that are named in a sentence or a table exist', () => {
    for (const path of documentPaths()) {
      for (const [, command] of readFileSync(PROJECT_ROOT + path, 'utf8').matchAll(/`((?:npm|npx) [^`<…]+)`/g)) {
        for (const part of command!.split(/\s*&&\s*/)) expect(complaintAbout(part), `${path}: ${part}`).toBeNull()
      }
    }
  })
})

describe('the reading of documents', () => {
  it('joins a block with what it continues and with its setup', () => {
    const document = parseDocument('a.md', [
      '```js', 'const a = 1', '```', 'Text.', '<!-- continues -->', '<!-- setup', 'const b = 2', '-->', '```js', 'a + b', '```',
      '| a | b |', '```sh', 'npm ci', '```',
    ].join('\n'))
    expect(document.blocks.map(({ language, line }) => [language, line])).toEqual([['js', 1], ['js', 9], ['sh', 13]])
    expect(programOf(document, document.blocks[1]!)).toBe('const a = 1\nconst b = 2\na + b')
    expect(document.prose.map(({ text }) => text)).toEqual(['Text.'])
  })

  it('refuses markers that belong to nothing', () => {
    expect(() => parseDocument('a.md', '<!-- continues -->\nText.')).toThrow(/before no code block/)
    expect(() => parseDocument('a.md', '<!-- setup\nconst a = 1')).toThrow(/has no end/)
    expect(() => parseDocument('a.md', '```js\n1')).toThrow(/has no end/)
    const lonely = parseDocument('a.md', '<!-- continues -->\n```js\n1\n```')
    expect(() => programOf(lonely, lonely.blocks[0]!)).toThrow(/continues no block/)
  })

  it('reads what comments promise', () => {
    const claim = (text: string): Claim[] => readClaims(text)
    expect(claim('0.5: it leans')).toEqual([{ kind: 'exactly', value: 0.5 }])
    expect(claim('4π: two turns')).toEqual([{ kind: 'exactly', value: 4 * Math.PI }])
    expect(claim('−1: on its limit')).toEqual([{ kind: 'exactly', value: -1 }])
    expect(claim('about 1 rad and 0.2 m')).toEqual([{ kind: 'about', value: 1 }, { kind: 'about', value: 0.2 }])
    expect(claim('false, about 1e-9')).toEqual([{ kind: 'exactly', value: false }, { kind: 'about', value: 1e-9 }])
    expect(claim('{ x: 0, y: −2 }: there')).toEqual([{ kind: 'exactly', value: { x: 0, y: -2 } }])
    expect(claim('at most 2')).toEqual([{ kind: 'at most', value: 2 }])
    expect(claim('the weight of the beam')).toEqual([])
    expect(claim('16 hex digits')).toEqual([{ kind: 'exactly', value: 16 }])
  })

  it('tells promises that are kept from those that are not', () => {
    const kept = (kind: Claim['kind'], value: Claim['value'], is: unknown): boolean => keeps({ kind, value }, is)
    expect([kept('exactly', 4, 4.03), kept('exactly', 4, 4.05), kept('exactly', 0, 0.0009), kept('exactly', 0, 0.002)]).toEqual([true, false, true, false])
    expect([kept('about', 1, 0.9), kept('about', 1, 0.8), kept('at most', 2, 2), kept('at most', 2, 2.1)]).toEqual([true, false, true, false])
    expect([kept('below', 1, 0.9), kept('below', 1, 1), kept('exactly', true, true), kept('exactly', true, 1)]).toEqual([true, false, true, false])
    expect([kept('exactly', { x: 1 }, { x: 1, y: 5 }), kept('exactly', { x: 1 }, { x: 2 })]).toEqual([true, false])
    expect([kept('exactly', 1, Number.NaN), kept('exactly', 1, undefined), kept('at most', 1, Number.NaN)]).toEqual([false, false, false])
  })

  it('finds promises after expressions and in console.log, and not after assignments', () => {
    const { code, claims } = insertChecks('a.b // 3\nconsole.log(c, d) // 1, 2\ne = 5 // 5\nf() // the rest\n')
    expect([...claims.keys()]).toEqual([1, 2])
    const [first, second] = code.split('\n')
    expect([first, second]).toEqual(['globalThis.claimed(1, [a.b]) // 3', 'console.log(...globalThis.claimed(2, [c, d])) // 1, 2'])
  })
})
