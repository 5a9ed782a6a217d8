// The package's name stands in package.json; whatever imports or mentions the package agrees with it, so that a rename leaves nothing
// behind.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import peers from '../../bench/peers/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import colyseusPackage from '../../packages/colyseus/package.json' with { type: 'json' }
import reactPackage from '../../packages/react/package.json' with { type: 'json' }
import tsconfig from '../../tsconfig.json' with { type: 'json' }
import { ENTRIES, PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'

const FOLDERS = ['bench', 'cli', 'docs', 'sandbox', 'scenes', 'schema', 'scripts', 'src', 'tests', 'packages/react/src', 'packages/colyseus/src', 'packages/colyseus/example']

/** What is published as it is, without types: data. */
const DATA = ['./schema/*.json', './package.json']

/** What may follow the package's name: its entries, the files that stand alone, and data. */
const SUBPATHS = Object.keys(manifest.exports).flatMap((path) => {
  if (path !== './schema/*.json') return path.slice('./'.length)
  return readdirSync(`${PROJECT_ROOT}schema`).map((file) => `schema/${file}`)
})

/** Packages of this repository and those that it asks for. */
const DEPENDENCIES = [
  reactPackage.name, colyseusPackage.name,
  ...[manifest.devDependencies, manifest.peerDependencies, peers.dependencies].flatMap((list) => Object.keys(list)),
]

/** Files of the project, by their path from its root. */
const FILES = readdirSync(PROJECT_ROOT)
for (const folder of FOLDERS) {
  const files = readdirSync(PROJECT_ROOT + folder, { recursive: true, encoding: 'utf8' })
  for (const file of files) if (!file.includes('node_modules')) FILES.push(`${folder}/${file.replaceAll('\\', '/')}`)
}

function filesEndingIn(...endings: string[]): string[] {
  return FILES.filter((file) => endings.some((ending) => file.endsWith(ending)))
}

function read(file: string): string {
  return readFileSync(PROJECT_ROOT + file, 'utf8')
}

/** Programs in the text of a document. */
function programsIn(text: string): string[] {
  return [...text.matchAll(/^```(?:js|ts|html)\n([\s\S]*?)^```/gm)].map((match) => match[1]!)
}

/** Packages a program imports that are neither this one, by one of its entries, nor among its dependencies. */
function strangersIn(program: string): string[] {
  return ts
    .preProcessFile(program)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !/^(?:\.|node:|virtual:|https?:)/.test(name))
    .filter((name) => !SUBPATHS.some((path) => name === `${PACKAGE_NAME}/${path}`))
    .filter((name) => !DEPENDENCIES.some((dependency) => name === dependency || name.startsWith(`${dependency}/`)))
}

/** The names before what looks like an entry, quoted or in a document's code. Folders of the project are none. */
function namesIn(text: string): string[] {
  const mention = new RegExp(`['"\`]((?:@[\\w-]+/)?[\\w-]+)/(?:${SUBPATHS.filter((path) => !path.includes('.')).join('|')})['"\`]`, 'g')
  return [...text.matchAll(mention)].map((match) => match[1]!).filter((name) => name !== 'dist' && !FOLDERS.includes(name))
}

describe("the package's name and entries", () => {
  it('are the same in tsconfig.json', () => {
    const expected = Object.entries(ENTRIES).map(([entry, file]) => [`${PACKAGE_NAME}/${entry}`, [`./${file}`]])
    expect(tsconfig.compilerOptions.paths).toEqual(Object.fromEntries(expected))
  })

  it('are the same among the exports', () => {
    const modules = SUBPATHS.filter((path) => !path.endsWith('.json') && !path.endsWith('/bundle'))
    expect(modules.sort()).toEqual(Object.keys(ENTRIES).sort())
  })

  it('are what the sources import', () => {
    const strangers = filesEndingIn('.ts').flatMap((file) => strangersIn(read(file)).map((name) => `${file}: ${name}`))
    expect(strangers).toEqual([])
  })

  it('are what the programs of the documents import', () => {
    const documents = filesEndingIn('.md')
    const strangers = documents.flatMap((file) => programsIn(read(file)).flatMap(strangersIn).map((name) => `${file}: ${name}`))
    expect(strangers).toEqual([])
    expect(documents.flatMap((file) => programsIn(read(file))).length).toBeGreaterThan(20)
  })

  it('are what documents and comments mention', () => {
    // The changelog also tells what the package was called.
    const files = filesEndingIn('.ts', '.md', '.html').filter((file) => file !== 'CHANGELOG.md')
    const mentions = files.flatMap((file) => namesIn(read(file)).map((name) => ({ file, name })))
    expect(mentions.filter(({ name }) => name !== PACKAGE_NAME)).toEqual([])
    expect(mentions.length).toBeGreaterThan(100)
  })

  it('are what documents tell to install', () => {
    const documents = filesEndingIn('.md').map(read).join('\n')
    const installed = [...documents.matchAll(/npm (?:install|i|add) (?!-)([^\s`]+)/g)].map((match) => match[1]!)
    expect(installed.filter((name) => name !== PACKAGE_NAME && !DEPENDENCIES.includes(name))).toEqual([])
    expect(installed.length).toBeGreaterThan(0)
  })
})

it('has its addresses under the repository', () => {
  const { repository, homepage, bugs } = manifest
  const address = /^git\+(https:\/\/.+)\.git$/.exec(repository.url)?.[1]
  expect([homepage, bugs.url]).toEqual([`${address}#readme`, `${address}/issues`])
})

describe('exports', () => {
  const conditions = Object.entries(manifest.exports).filter(([path]) => !DATA.includes(path))

  it.each(conditions)('%s has types first and a default', (_, targets) => {
    expect(Object.keys(targets)).toEqual(['types', 'default'])
  })

  it.each(DATA)('%s is the file of that name', (path) => {
    expect(Object.entries(manifest.exports)).toContainEqual([path, path])
  })
})
