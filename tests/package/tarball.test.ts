// The package as users get it: packed, installed without a network into empty projects, and run in Node, through Vite and TypeScript, and in
// a plain page.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, preview, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium, launchChromium } from '../browser/chromium.ts'

const ENTRIES = Object.keys(manifest.exports).map((path) => PACKAGE_NAME + path.slice('.'.length))
const MODULES = ENTRIES.filter((entry) => !entry.endsWith('.json'))

const root = mkdtempSync(join(tmpdir(), 'fulcrum-package-'))
let tarball = ''

function run(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.\n${stdout}${stderr}`)
  return stdout
}

/** A new project with the given files, the package installed from the tarball, and packages of this repository at hand. */
function makeProject(name: string, files: Readonly<Record<string, string>>, linked: readonly string[] = []): string {
  const folder = join(root, name)
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true, "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  for (const other of linked) {
    mkdirSync(dirname(join(folder, 'node_modules', other)), { recursive: true })
    symlinkSync(join(PROJECT_ROOT, 'node_modules', other), join(folder, 'node_modules', other))
  }
  return folder
}

beforeAll(() => {
  tarball = join(root, run(PROJECT_ROOT, 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', root).trim())
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

/** Entries that need a package of others, by which one. */
const PEERS: Readonly<Record<string, string>> = { '2d/polygons': 'earcut', mjcf: 'saxes', three: 'three', urdf: 'saxes' }

/** A ball above the ground, as a file. */
const SCENE = JSON.stringify({
  format: 'fulcrum-scene',
  version: 1,
  dimension: 2,
  bodies: [{ name: 'ball', position: [0, 3], shapes: [{ kind: 'circle', radius: 0.5 }] }],
})

/** How many names each module exports, as it was built. */
async function countBuilt(modules: readonly string[]): Promise<string[][]> {
  return Promise.all(
    modules.map(async (module) => {
      const target = manifest.exports[`.${module.slice(PACKAGE_NAME.length)}` as './2d'].default
      return [module, String(Object.keys((await import(/* @vite-ignore */ join(PROJECT_ROOT, target))) as object).length)]
    }),
  )
}

/** Prints how many names each module exports. */
function countExports(modules: readonly string[]): string {
  return modules.map((module) => `console.log('${module}', Object.keys(await import('${module}')).length)\n`).join('')
}

describe('in an empty Node project', () => {
  const program = /```js\n([\s\S]*?)```/.exec(readFileSync(`${PROJECT_ROOT}README.md`, 'utf8'))![1]!
  const withoutPeer = MODULES.filter((module) => !(module.slice(PACKAGE_NAME.length + 1) in PEERS))
  let folder = ''

  beforeAll(() => {
    const files = {
      'crate.mjs': program,
      'entries.mjs': countExports(withoutPeer),
      'scene.json': SCENE,
      'schema.mjs': `import { readFileSync } from 'node:fs'
        for (const name of ['scene-2d', 'scene-3d']) {
          const url = new URL(import.meta.resolve('${PACKAGE_NAME}/schema/' + name + '.json'))
          console.log(JSON.parse(readFileSync(url, 'utf8')).$schema)
        }`,
      ...Object.fromEntries(Object.keys(PEERS).map((entry) => [`${entry.replace('/', '-')}.mjs`, countExports([`${PACKAGE_NAME}/${entry}`])])),
    }
    folder = makeProject('node', files)
  })

  it("runs the README's program", () => {
    const heights = run(folder, process.execPath, 'crate.mjs').trim().split('\n').map((line) => Number(/at (\S+) m$/.exec(line)![1]))
    expect(heights).toHaveLength(6)
    expect(heights[0]).toBeCloseTo(4 - (9.81 * 0.25 ** 2) / 2, 3)
    expect(heights.at(-1)).toBeCloseTo(0.5, 2)
  })

  it('installs nothing else', () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
    expect(Object.keys(packages)).toEqual(['', `node_modules/${PACKAGE_NAME}`])
  })

  it('imports every entry', async () => {
    const counts = run(folder, process.execPath, 'entries.mjs').trim().split('\n').map((line) => line.split(' '))
    expect(counts).toEqual(await countBuilt(withoutPeer))
    for (const [module, count] of counts) expect(Number(count), module).toBeGreaterThan(0)
  })

  it('runs the command', () => {
    const command = join('node_modules', '.bin', Object.keys(manifest.bin)[0]!)
    expect(run(folder, command, '--version').trim()).toBe(manifest.version)
    expect(run(folder, command, 'validate', 'scene.json')).toContain('scene.json')
    expect(run(folder, command, 'simulate', 'scene.json', '--seconds', '1')).toMatch(/steps +60\n/)
  })

  it('finds the schemas of scene files', () => {
    const draft = 'https://json-schema.org/draft/2020-12/schema\n'
    expect(run(folder, process.execPath, 'schema.mjs')).toBe(draft + draft)
  })

  it.each(Object.entries(PEERS))('imports %s once %s is there, and not before', async (entry, peer) => {
    const program = `${entry.replace('/', '-')}.mjs`
    const place = join(folder, 'node_modules', peer)
    expect(() => run(folder, process.execPath, program)).toThrow(new RegExp(`Cannot find package '${peer}'`))
    symlinkSync(join(PROJECT_ROOT, 'node_modules', peer), place)
    expect(run(folder, process.execPath, program).trim().split(' ')).toEqual((await countBuilt([`${PACKAGE_NAME}/${entry}`]))[0])
    rmSync(place)
  })
})

/** A crate falls in both dimensions; the page shows where it comes to rest. */
const CRATES = (flat: string, solid: string): string => `
import * as flat from '${flat}'
import * as solid from '${solid}'

const world = new solid.World({ gravity: { x: 0, y: -9.81, z: 0 } })
world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [solid.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
const crate = world.createBody({ position: { x: 0, y: 4, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
const plane = new flat.World({ gravity: { x: 0, y: -9.81 } })
plane.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [flat.box({ halfExtents: { x: 20, y: 1 } })] })
const square = plane.createBody({ position: { x: 0, y: 4 }, shapes: [flat.box({ halfExtents: { x: 0.5, y: 0.5 } })] })
for (let i = 0; i < 120; i++) {
  world.step(1 / 60)
  plane.step(1 / 60)
}
document.body.textContent = crate.position.y.toFixed(2) + ' m, ' + square.position.y.toFixed(2) + ' m'
`

/** `script` says where the page's program comes from. */
const PAGE = (script: string): string => `<!doctype html><title>crates</title><link rel="icon" href="data:,"><body>${script}</body>`

/** What the page of a folder shows, and what it complains of, in Chromium. The server gives files out as they are. */
async function readPage(folder: string): Promise<{ text: string; complaints: string[] }> {
  const options = { root: folder, configFile: false, logLevel: 'error', build: { outDir: '.' } } as const
  const server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1', open: false } })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => complaints.push(String(error)))
    // Loaded means that modules have run.
    await page.goto(server.resolvedUrls!.local[0]!)
    return { text: await page.locator('body').innerText(), complaints }
  } finally {
    await browser.close()
    await server.close()
  }
}

describe('in an empty project of Vite and TypeScript', () => {
  const usesOfTypes = `
${MODULES.map((module, i) => `import * as module${i} from '${module}'`).join('\n')}
import { World, type HingeJoint } from '${PACKAGE_NAME}/3d'

export const modules = [${MODULES.map((_, i) => `module${i}`).join(', ')}]
export const angleOf = (hinge: HingeJoint): number => hinge.angle
export const heightOf = (world: World): number => Math.max(...[...world.bodies].map((body) => body.position.y))
// @ts-expect-error: a gravity is a vector
new World({ gravity: -9.81 })
`
  const configOf = (moduleResolution: string, module: string): string => {
    const settings = { target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, skipLibCheck: false, noEmit: true }
    return JSON.stringify({ compilerOptions: { ...settings, module, moduleResolution }, include: ['src'] })
  }
  let folder = ''

  beforeAll(() => {
    const files = {
      'index.html': PAGE('<script type="module" src="/src/main.ts"></script>'),
      'src/main.ts': CRATES(`${PACKAGE_NAME}/2d`, `${PACKAGE_NAME}/3d`),
      'src/types.ts': usesOfTypes,
      'src/linear-only.ts': `export { Matrix } from '${PACKAGE_NAME}/linear'`,
      'tsconfig.bundler.json': configOf('bundler', 'esnext'),
      'tsconfig.nodenext.json': configOf('nodenext', 'nodenext'),
    }
    folder = makeProject('vite', files, ['vite', 'typescript', 'earcut', 'three', '@types/three'])
  })

  it.each(['bundler', 'nodenext'])('passes the strict checks of TypeScript with module resolution %s', (resolution) => {
    expect(run(folder, process.execPath, 'node_modules/typescript/bin/tsc', '-p', `tsconfig.${resolution}.json`)).toBe('')
  })

  describeWith(hasChromium(), 'Chromium is missing', 'in a browser', () => {
    it('builds a page that shows the height of the crates', async () => {
      run(folder, process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
      expect(await readPage(join(folder, 'dist'))).toEqual({ text: '0.50 m, 0.50 m', complaints: [] })
    })
  })

  it('takes no engine along with linear', async () => {
    const [result] = (await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, target: 'es2022', lib: { entry: 'src/linear-only.ts', formats: ['es'] } },
    })) as Rolldown.RolldownOutput[]
    const [chunk] = result!.output
    expect(chunk.moduleIds.map((id) => id.split('/').at(-1)).sort()).toEqual(['errors.js', 'linear-only.ts', 'linear.js'])
    expect(chunk.imports).toEqual([])
  })
})

describeWith(hasChromium(), 'Chromium is missing', 'in a plain page', () => {
  it('needs no bundler and no other file', async () => {
    const dist = `./node_modules/${PACKAGE_NAME}/dist`
    const script = CRATES(`${dist}/fulcrum-2d.min.js`, `${dist}/fulcrum-3d.min.js`)
    const folder = makeProject('page', { 'index.html': PAGE(`<script type="module">${script}</script>`) })
    expect(await readPage(folder)).toEqual({ text: '0.50 m, 0.50 m', complaints: [] })
  })
})
