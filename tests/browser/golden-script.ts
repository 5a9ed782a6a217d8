// One script with every scene that has a golden hash, on the engines as they are published: the files that stand alone. It needs nothing of
// a browser or of Node, so that each JavaScript engine can run it.
import { existsSync, readFileSync } from 'node:fs'
import { build, type Rolldown } from 'vite'
import { PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'

const BUNDLES: Readonly<Record<string, string>> = {
  [`${PACKAGE_NAME}/2d`]: `${PROJECT_ROOT}dist/fulcrum-2d.min.js`,
  [`${PACKAGE_NAME}/3d`]: `${PROJECT_ROOT}dist/fulcrum-3d.min.js`,
}

/** What the script hands over. */
export interface GoldenReport {
  /** The engine that ran it, told from how its errors look. */
  readonly engine: 'V8' | 'SpiderMonkey' | 'JavaScriptCore'
  readonly seconds: number
  /** By the names of `readGoldenHashes`. */
  readonly hashes: Readonly<Record<string, string>>
}

/** The golden hashes of both dimensions after 600 steps, and of the bench after ten. */
export function readGoldenHashes(): Record<string, string> {
  const read = (prefix: string, file: string): [string, string][] => {
    const golden = JSON.parse(readFileSync(`${PROJECT_ROOT}tests/${file}`, 'utf8')) as Record<string, string>
    return Object.entries(golden).map(([scene, hash]) => [`${prefix}: ${scene}`, hash])
  }
  return Object.fromEntries([
    ...read('2d', 'd2/determinism/golden.json'),
    ...read('3d', 'd3/determinism/golden.json'),
    ...read('bench', 'common/bench/bench-golden.json'),
  ])
}

const SCRIPT_ID = 'virtual:golden-script'

/** The program that runs the script has a function `deliver`, which takes the report as text. */
const SCRIPT_SOURCE = `
  import * as flat from '${PROJECT_ROOT}tests/d2/determinism/golden-scenes.ts'
  import * as solid from '${PROJECT_ROOT}tests/d3/determinism/golden-scenes.ts'
  import { BENCH_NAMES, hashAfterTenSteps } from '${PROJECT_ROOT}tests/common/bench/bench-hashes.ts'

  const error = new Error()
  const engine = 'lineNumber' in error ? 'SpiderMonkey' : 'line' in error ? 'JavaScriptCore' : 'V8'
  const start = Date.now()
  const hashes = {}
  for (const scene of flat.GOLDEN_SCENES) hashes['2d: ' + scene.name] = flat.goldenHash(scene)
  for (const scene of solid.GOLDEN_SCENES) hashes['3d: ' + scene.name] = solid.goldenHash(scene)
  for (const name of BENCH_NAMES) hashes['bench: ' + name] = hashAfterTenSteps(name)
  deliver(JSON.stringify({ engine, seconds: (Date.now() - start) / 1000, hashes }))
`

export async function bundleGoldenScript(): Promise<string> {
  for (const file of Object.values(BUNDLES)) if (!existsSync(file)) throw new Error(`${file} is missing. Run npm run build first.`)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: BUNDLES },
    build: { write: false, minify: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: SCRIPT_ID } },
    plugins: [
      {
        name: 'golden-script',
        resolveId: (id) => (id === SCRIPT_ID ? `\0${SCRIPT_ID}` : null),
        load: (id) => (id === `\0${SCRIPT_ID}` ? SCRIPT_SOURCE : null),
      },
    ],
  })
  return (result as Rolldown.RolldownOutput).output[0].code
}
