// What is in the tarball: files named after what they hold, none that nobody loads, no entry that loads more than it needs, and no link
// that leads out of it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { listDist, loadedBy, readDist } from './dist-files.ts'

/** Files that npm would pack. */
const packed = listPacked()

function listPacked(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: PROJECT_ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  return (files as { path: string }[]).map(({ path }) => path)
}

/** Files of `dist` that package.json names under a condition. */
function targetsOf(condition: 'types' | 'default'): string[] {
  const targets = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry[condition]]))
  return [...new Set(targets)].map((target) => target.slice('./dist/'.length))
}

/** Where the links of a document lead, other than to the web or to its own headings. */
function linksOf(document: string): string[] {
  const text = readFileSync(PROJECT_ROOT + document, 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!.replace(/#.*$/, ''))
  return links.filter((link) => link !== '' && !/^https?:/.test(link)).map((link) => posix.join(posix.dirname(document), link))
}

describe('the tarball', () => {
  it('has the documents', () => {
    const names = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'LICENSE', 'docs/guide-2d.md', 'docs/guide-3d.md', 'docs/joints/README.md']
    expect(packed).toEqual(expect.arrayContaining(names))
  })

  it('has what is built, and nothing of how it is built', () => {
    expect(packed.filter((path) => path.startsWith('dist/')).sort()).toEqual(listDist().map((file) => `dist/${file}`))
    expect(packed.filter((path) => !/^(?:dist|docs)\/|^[A-Z]+(?:\.md)?$|^package\.json$/.test(path))).toEqual([])
  })

  it('has no document with a link that leads out of it', () => {
    const documents = packed.filter((path) => path.endsWith('.md'))
    const links = documents.flatMap((document) => linksOf(document).map((link) => `${document}: ${link}`))
    expect(links.filter((link) => !packed.includes(link.split(': ')[1]!))).toEqual([])
    expect(links.length).toBeGreaterThan(30)
  })
})

describe('files of dist', () => {
  const CHUNKS = ['2d-builders', '2d-engine', '3d-builders', '3d-engine', 'adapters', 'builders', 'common', 'errors', 'hulls', 'robots']
  const ENTRIES = ['2d', '2d-polygons', '2d-rube', '2d-tiled', '3d', '3d-hulls', 'gltf', 'linear', 'mjcf', 'phaser', 'pixi', 'three', 'urdf']
  const BUNDLES = ['fulcrum-2d.min', 'fulcrum-3d.min', 'fulcrum-linear.min']

  it('are the entries, the files that stand alone and the named chunks', () => {
    const modules = listDist().filter((file) => file.endsWith('.js'))
    expect(modules).toEqual([...CHUNKS, ...ENTRIES, ...BUNDLES].map((name) => `${name}.js`).sort())
    const declarations = listDist().filter((file) => file.endsWith('.d.ts'))
    expect(declarations).toEqual([...CHUNKS, ...ENTRIES, ...BUNDLES.slice(0, 2)].map((name) => `${name}.d.ts`).sort())
  })

  it('are all loaded by some entry', () => {
    for (const [condition, ending] of [['default', '.js'], ['types', '.d.ts']] as const) {
      const loaded = new Set(targetsOf(condition).flatMap(loadedBy))
      expect([...loaded].sort()).toEqual(listDist().filter((file) => file.endsWith(ending)))
    }
  })

  it('stand alone where they say so', () => {
    for (const name of BUNDLES) expect(loadedBy(`${name}.js`)).toEqual([`${name}.js`])
  })

  it('say what they are and of which version', () => {
    for (const name of BUNDLES) expect(readDist(`${name}.js`).split('\n')[0]).toBe(`/*! ${manifest.name} ${manifest.version} | MIT */`)
  })

  it('of linear load no engine', () => {
    expect(loadedBy('linear.js')).toEqual(['errors.js', 'linear.js'])
    expect(loadedBy('linear.d.ts')).toEqual(['errors.d.ts', 'linear.d.ts'])
  })

  it('of one dimension load nothing of the other', () => {
    for (const ending of ['js', 'd.ts']) {
      for (const entry of ['2d', '2d-polygons']) expect(loadedBy(`${entry}.${ending}`).filter((file) => file.startsWith('3d'))).toEqual([])
      for (const entry of ['3d', '3d-hulls', 'three']) expect(loadedBy(`${entry}.${ending}`).filter((file) => file.startsWith('2d'))).toEqual([])
    }
  })
})
