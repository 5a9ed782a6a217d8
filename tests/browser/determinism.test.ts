// The published files give the same bits in Chromium as in Node: the golden hashes of both engines, reached again in a page.
import { existsSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PACKAGE_NAME, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium, launchChromium } from './chromium.ts'

const ENGINES: Record<string, string> = {
  [`${PACKAGE_NAME}/2d`]: `${PROJECT_ROOT}dist/fulcrum-2d.min.js`,
  [`${PACKAGE_NAME}/3d`]: `${PROJECT_ROOT}dist/fulcrum-3d.min.js`,
}

function readGolden(folder: string): [scene: string, hash: string][] {
  return Object.entries(JSON.parse(readFileSync(`${PROJECT_ROOT}tests/${folder}/golden.json`, 'utf8')) as Record<string, string>)
}

const golden = { '2d': readGolden('d2/determinism'), '3d': readGolden('d3/determinism') }

/** What the bundled script leaves in the page. */
declare const hashOf: (dimension: string, scene: string) => string

const RUNNER_ID = 'virtual:runner'
const RUNNER_SOURCE = `
  import * as flat from '${PROJECT_ROOT}tests/d2/determinism/golden-scenes.ts'
  import * as solid from '${PROJECT_ROOT}tests/d3/determinism/golden-scenes.ts'
  globalThis.hashOf = (dimension, name) => {
    const { GOLDEN_SCENES, goldenHash } = dimension === '2d' ? flat : solid
    return goldenHash(GOLDEN_SCENES.find((scene) => scene.name === name))
  }
`

/** The scenes in one script, on the engines as they are published. */
async function bundleRunner(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: ENGINES },
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: RUNNER_ID } },
    plugins: [
      {
        name: 'runner',
        resolveId: (id) => (id === RUNNER_ID ? `\0${RUNNER_ID}` : null),
        load: (id) => (id === `\0${RUNNER_ID}` ? RUNNER_SOURCE : null),
      },
    ],
  })
  return (result as Rolldown.RolldownOutput).output[0].code
}

describeWith(hasChromium(), 'there is no Chromium', 'determinism across programs', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    for (const file of Object.values(ENGINES)) if (!existsSync(file)) throw new Error(`${file} is missing. Run npm run build first.`)
    const code = await bundleRunner()
    browser = await launchChromium()
    page = await browser.newPage()
    await page.addScriptTag({ type: 'module', content: code })
    await page.waitForFunction(() => 'hashOf' in globalThis)
  })

  afterAll(async () => {
    await browser?.close()
  })

  for (const dimension of ['2d', '3d'] as const) {
    for (const [scene, hash] of golden[dimension]) {
      it(`${scene} (${dimension}) ends in ${hash} in Chromium too`, async () => {
        expect(await page.evaluate(([d, name]) => hashOf(d!, name!), [dimension, scene])).toBe(hash)
      })
    }
  }
})
