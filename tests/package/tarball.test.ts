// The package as users get it: packed, installed without a network into empty projects, and run in Node, through Vite and TypeScript, in a plain
// page, and in a page of three.js made as the README says.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, preview, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { readDocument } from '../structure/markdown.ts'
import { countColors } from '../browser/bundle-page.ts'
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
  install(folder)
  link(folder, linked)
  return folder
}

function install(folder: string): void {
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
}

/** Packages of this repository, where `npm install` with a network would have put them. */
function link(folder: string, linked: readonly string[]): void {
  for (const other of linked) {
    mkdirSync(dirname(join(folder, 'node_modules', other)), { recursive: true })
    symlinkSync(join(PROJECT_ROOT, 'node_modules', other), join(folder, 'node_modules', other))
  }
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

let built: ReadonlyMap<string, string> | null = null

/** How many names each module exports, as it was built: counted by Node itself, once. */
function countBuilt(modules: readonly string[]): string[][] {
  if (built === null) {
    const files = MODULES.map((module) => join(PROJECT_ROOT, manifest.exports[`.${module.slice(PACKAGE_NAME.length)}` as './2d'].default))
    const counts = run(PROJECT_ROOT, process.execPath, '--input-type=module', '-e', countExports(files)).trim().split('\n')
    built = new Map(MODULES.map((module, i) => [module, counts[i]!.split(' ').at(-1)!]))
  }
  return modules.map((module) => [module, built!.get(module)!])
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

  it('imports every entry', () => {
    const counts = run(folder, process.execPath, 'entries.mjs').trim().split('\n').map((line) => line.split(' '))
    expect(counts).toEqual(countBuilt(withoutPeer))
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

  it.each(Object.entries(PEERS))('imports %s once %s is there, and not before', (entry, peer) => {
    const program = `${entry.replace('/', '-')}.mjs`
    const place = join(folder, 'node_modules', peer)
    expect(() => run(folder, process.execPath, program)).toThrow(new RegExp(`Cannot find package '${peer}'`))
    symlinkSync(join(PROJECT_ROOT, 'node_modules', peer), place)
    expect(run(folder, process.execPath, program).trim().split(' ')).toEqual(countBuilt([`${PACKAGE_NAME}/${entry}`])[0])
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

/** One browser for all pages, started when the first is opened. */
let browser: Browser | null = null
afterAll(() => browser?.close())

/** Opens the page of a folder in Chromium, reads it, and tells what it complained of. The server gives files out as they are. */
async function openPage<T>(folder: string, read: (page: Page) => Promise<T>): Promise<{ seen: T; complaints: string[] }> {
  const options = { root: folder, configFile: false, logLevel: 'error', build: { outDir: '.' } } as const
  const server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1', open: false } })
  browser ??= await launchChromium()
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
  try {
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => complaints.push(String(error)))
    // Loaded means that modules have run.
    await page.goto(server.resolvedUrls!.local[0]!)
    return { seen: await read(page), complaints }
  } finally {
    await page.close()
    await server.close()
  }
}

const readText = (page: Page): Promise<string> => page.locator('body').innerText()

const RESOLUTIONS = ['bundler', 'nodenext'] as const

/** What TypeScript says, by module resolution. It takes long, so it runs beside the tests: started with the first project, asked at the end. */
const checks = new Map<string, Promise<string>>()

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
    for (const resolution of RESOLUTIONS) {
      checks.set(resolution, new Promise((resolve) => {
        const args = ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${resolution}.json`]
        execFile(process.execPath, args, { cwd: folder, encoding: 'utf8' }, (error, stdout, stderr) => resolve(stdout + stderr + (error?.message ?? '')))
      }))
    }
  })

  describeWith(hasChromium(), 'Chromium is missing', 'in a browser', () => {
    it('builds a page that shows the height of the crates', async () => {
      run(folder, process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
      expect(await openPage(join(folder, 'dist'), readText)).toEqual({ seen: '0.50 m, 0.50 m', complaints: [] })
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
    expect(chunk.moduleIds.map((id) => id.split('/').at(-1)).sort()).toEqual(['algebra.js', 'errors.js', 'linear-only.ts'])
    expect(chunk.imports).toEqual([])
  })
})

describeWith(hasChromium(), 'Chromium is missing', 'in a plain page', () => {
  it('needs no bundler and no other file', async () => {
    const dist = `./node_modules/${PACKAGE_NAME}/dist`
    const script = CRATES(`${dist}/fulcrum-2d.min.js`, `${dist}/fulcrum-3d.min.js`)
    const folder = makeProject('page', { 'index.html': PAGE(`<script type="module">${script}</script>`) })
    expect(await openPage(folder, readText)).toEqual({ seen: '0.50 m, 0.50 m', complaints: [] })
  })
})

describeWith(hasChromium(), 'Chromium is missing', 'in a project of Vite and three.js', () => {
  const { blocks } = readDocument('README.md')
  const html = blocks.findIndex(({ language }) => language === 'html')
  // The page as it is printed, and its ball where the test can see it.
  const source = blocks[html]!.code.replace('</script>', 'globalThis.ball = ball\n</script>')
  const commands = blocks.slice(0, html).findLast(({ language }) => language === 'sh')!.code.split('\n')

  it("is made by the README's lines; its ball falls and bounces", async () => {
    expect(commands).toHaveLength(5)
    let folder = root
    for (const command of commands.flatMap((line) => line.split(' && '))) {
      const [tool, verb, ...names] = command.split(' ')
      if (tool === 'mkdir') mkdirSync(join(folder, verb!))
      else if (tool === 'cd') folder = join(folder, verb!)
      else if (verb === 'install') {
        // Without a network: this package from its tarball, the others from here.
        expect(names).toContain(PACKAGE_NAME)
        install(folder)
        link(folder, names.filter((name) => name !== PACKAGE_NAME))
      } else if (tool === '#') writeFileSync(join(folder, /\S+\.html/.exec(command)![0]), source)
      else if (tool === 'npx') run(folder, process.execPath, `node_modules/${verb}/bin/${verb}.js`, 'build', '--logLevel', 'error')
      else run(folder, tool!, verb!, ...names)
    }
    const { seen, complaints } = await openPage(join(folder, 'dist'), async (page) => {
      // Falls to the floor, as low as it gets, and up again.
      const heights = page.evaluate(() => new Promise<number[]>((resolve) => {
        const { ball } = globalThis as unknown as { ball: { position: { y: number } } }
        const first = ball.position.y
        let least = first
        const look = (): void => {
          const { y } = ball.position
          least = Math.min(least, y)
          if (least < 2.5 && y > least + 0.5) resolve([first, least, y])
          else requestAnimationFrame(look)
        }
        look()
      }))
      const colors = await countColors(page)
      mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
      await page.screenshot({ path: `${PROJECT_ROOT}out/readme-three.png` })
      return { heights: await heights, colors }
    })
    expect(complaints).toEqual([])
    const [first, least] = seen.heights
    expect(first).toBeGreaterThan(4)
    // The floor's top is at 0.5, the ball's radius is 1.
    expect(least).toBeGreaterThan(1.48)
    expect(seen.colors).toBeGreaterThan(10)
  })
})

describe('in an empty project of TypeScript', () => {
  it.each(RESOLUTIONS)('passes the strict checks with module resolution %s', async (resolution) => {
    expect(await checks.get(resolution)).toBe('')
  })
})
