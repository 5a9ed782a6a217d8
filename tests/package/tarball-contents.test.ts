// What is in the tarball: files named after what they hold, none that nobody loads, no entry that loads more than it needs, and no link
// that leads out of it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { listDist, loadedBy, packagesOf, readDist } from './dist-files.ts'

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
    expect(packed.filter((path) => path.startsWith('schema/')).sort()).toEqual(['schema/scene-2d.json', 'schema/scene-3d.json'])
    expect(packed.filter((path) => !/^(?:dist|docs|schema)\/|^[A-Z]+(?:\.md)?$|^package\.json$/.test(path))).toEqual([])
  })

  it('has no document with a link that leads out of it', () => {
    const documents = packed.filter((path) => path.endsWith('.md'))
    const links = documents.flatMap((document) => linksOf(document).map((link) => `${document}: ${link}`))
    expect(links.filter((link) => !packed.includes(link.split(': ')[1]!))).toEqual([])
    expect(links.length).toBeGreaterThan(30)
  })
})

/** What an entry loads beside its own file: chunks of the program, chunks of the types, and packages of others. */
interface Loads {
  readonly js: string
  readonly types: string
  readonly packages?: string
}

const PLANE = { js: '2d-engine common errors', types: '2d-engine common' }
const SPACE = { js: '3d-engine common errors', types: '3d-engine common' }
const ROBOTS = { js: `${SPACE.js} adapters gear-rows hulls robots`, types: `${SPACE.types} robots`, packages: 'saxes' }

const ENTRIES: Readonly<Record<string, Loads>> = {
  '2d': { js: `${PLANE.js} 2d-builders builders`, types: `${PLANE.js} 2d-builders builders` },
  '2d-analysis': { js: `${PLANE.js} analysis`, types: `${PLANE.types} analysis` },
  '2d-polygons': { ...PLANE, packages: 'earcut' },
  '2d-recording': { js: `${PLANE.js} 2d-scene-table base64 recording scene`, types: `${PLANE.types} recording scene` },
  '2d-rube': { js: `${PLANE.js} adapters`, types: PLANE.types },
  '2d-scene': { js: `${PLANE.js} 2d-scene-table base64 scene`, types: `${PLANE.types} scene` },
  '2d-tiled': { js: `${PLANE.js} adapters base64`, types: `${PLANE.types} adapters` },
  '3d': { js: `${SPACE.js} 3d-builders builders`, types: `${SPACE.js} 3d-builders builders` },
  '3d-analysis': { js: `${SPACE.js} analysis`, types: `${SPACE.types} analysis` },
  '3d-hulls': { js: `${SPACE.js} hulls`, types: `${SPACE.types} hulls` },
  '3d-recording': { js: `${SPACE.js} 3d-scene-table base64 gear-rows recording scene`, types: `${SPACE.types} recording scene` },
  '3d-scene': { js: `${SPACE.js} 3d-scene-table base64 gear-rows scene`, types: `${SPACE.types} scene` },
  gltf: { js: `${SPACE.js} adapters base64`, types: SPACE.types },
  classroom: { js: 'algebra common errors', types: 'algebra errors' },
  linear: { js: 'algebra errors', types: 'algebra errors' },
  mjcf: ROBOTS,
  // The world comes from the caller.
  netcode: { js: 'common errors', types: '' },
  phaser: { js: `${PLANE.js} adapters`, types: `${PLANE.types} adapters` },
  // The world comes from the caller.
  pixi: { js: 'adapters errors', types: `${PLANE.types} adapters` },
  three: { ...SPACE, packages: 'three' },
  urdf: ROBOTS,
}

const BUNDLES = ['fulcrum-2d.min', 'fulcrum-3d.min', 'fulcrum-linear.min']

/** Chunks that hold no type that an entry shows. */
const UNTYPED_CHUNKS = ['2d-scene-table', '3d-scene-table', 'base64', 'gear-rows']

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The file of an entry and those of its chunks, as `loadedBy` lists them. */
function filesOf(entry: string, chunks: string, ending: string): string[] {
  return [entry, ...wordsOf(chunks)].map((name) => name + ending).sort()
}

describe('files of dist', () => {
  const chunks = [...new Set(Object.values(ENTRIES).flatMap(({ js }) => wordsOf(js)))]
  const entries = Object.keys(ENTRIES)

  it('are the entries, the command, the files that stand alone and the named chunks', () => {
    const modules = listDist().filter((file) => file.endsWith('.js'))
    expect(modules).toEqual([...chunks, ...entries, ...BUNDLES, 'cli'].map((name) => `${name}.js`).sort())
    const typed = chunks.filter((name) => !UNTYPED_CHUNKS.includes(name))
    const declarations = listDist().filter((file) => file.endsWith('.d.ts'))
    expect(declarations).toEqual([...typed, ...entries, ...BUNDLES.slice(0, 2)].map((name) => `${name}.d.ts`).sort())
  })

  it('are all loaded by some entry or by the command', () => {
    const commands = Object.values(manifest.bin).map((target) => target.slice('./dist/'.length))
    for (const [roots, ending] of [[[...targetsOf('default'), ...commands], '.js'], [targetsOf('types'), '.d.ts']] as const) {
      const loaded = new Set(roots.flatMap(loadedBy))
      expect([...loaded].sort()).toEqual(listDist().filter((file) => file.endsWith(ending)))
    }
  })

  it.each(Object.entries(ENTRIES))('of %s are what it needs', (entry, { js, types, packages = '' }) => {
    expect(loadedBy(`${entry}.js`)).toEqual(filesOf(entry, js, '.js'))
    expect(loadedBy(`${entry}.d.ts`)).toEqual(filesOf(entry, types, '.d.ts'))
    expect(packagesOf(`${entry}.js`)).toEqual(wordsOf(packages))
  })

  it('of one dimension load nothing of the other', () => {
    for (const file of listDist().filter((name) => /\.(?:js|d\.ts)$/.test(name))) {
      const dimensions = new Set(loadedBy(file).flatMap((name) => /^(?:fulcrum-)?([23])d\b/.exec(name)?.[1] ?? []))
      expect(dimensions.size, file).toBeLessThan(2)
    }
  })

  it('stand alone where they say so', () => {
    for (const name of BUNDLES) {
      expect(loadedBy(`${name}.js`)).toEqual([`${name}.js`])
      expect(packagesOf(`${name}.js`)).toEqual([])
    }
  })

  it('say what they are and of which version', () => {
    for (const name of BUNDLES) expect(readDist(`${name}.js`).split('\n')[0]).toBe(`/*! ${manifest.name} ${manifest.version} | MIT */`)
  })
})

describe('packages of others', () => {
  it('are optional peers, each asked for by an entry', () => {
    const asked = new Set(Object.keys(ENTRIES).flatMap((entry) => packagesOf(`${entry}.js`)))
    expect(Object.keys(manifest.peerDependencies)).toEqual([...asked].sort())
    expect(manifest.peerDependenciesMeta).toEqual(Object.fromEntries([...asked].map((name) => [name, { optional: true }])))
    expect(manifest).not.toHaveProperty('dependencies')
  })

  it('are spoken of in types where the program asks for them, and nowhere else', () => {
    for (const entry of Object.keys(ENTRIES)) {
      for (const name of packagesOf(`${entry}.d.ts`)) expect(packagesOf(`${entry}.js`), entry).toContain(name)
    }
  })

  it('are inside the command, which asks for this package and for Node alone, and for a queue where several machines share a study', () => {
    expect(readDist('cli.js').split('\n')[0]).toBe('#!/usr/bin/env node')
    expect(loadedBy('cli.js')).toEqual(['cli.js'])
    const entries = ['2d', '2d/analysis', '2d/recording', '2d/rube', '2d/scene', '2d/tiled', '3d', '3d/analysis', '3d/recording', '3d/scene', 'gltf', 'mjcf', 'urdf']
    const own = entries.map((entry) => `${manifest.name}/${entry}`)
    expect(packagesOf('cli.js')).toEqual([
      'bullmq', ...own, 'ioredis', 'node:crypto', 'node:fs', 'node:http', 'node:module', 'node:os', 'node:path', 'node:url', 'node:worker_threads',
    ])
  })

  it('whose code is inside the command have their licences beside it', () => {
    const { sources } = JSON.parse(readDist('cli.js.map')) as { sources: string[] }
    const inside = new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []))
    expect(inside).toContain('commander')
    const licenses = readDist('cli-licenses.txt').split(/\n-{80}\n\n/)
    expect(licenses.map((text) => text.split(' ')[0]).sort()).toEqual([...inside].sort())
    for (const text of licenses) expect(text).toMatch(/Copyright[\s\S]*WARRANT/i)
  })
})
