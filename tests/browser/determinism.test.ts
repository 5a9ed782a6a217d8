// The published file gives the same bits in Chromium as in Node: the golden hashes, reached again in a page.
import { existsSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { hasChromium, launchChromium } from './chromium.ts'

const ENGINE = `${PROJECT_ROOT}dist/fulcrum-3d.min.js`

const golden = JSON.parse(readFileSync(new URL('../determinism/golden.json', import.meta.url), 'utf8')) as Record<string, string>

/** What the bundled script leaves in the page. */
declare const hashOf: (scene: string) => string

const RUNNER_ID = 'virtual:runner'
const RUNNER_SOURCE = `
  import { GOLDEN_SCENES, goldenHash } from '${PROJECT_ROOT}tests/determinism/golden-scenes.ts'
  globalThis.hashOf = (name) => goldenHash(GOLDEN_SCENES.find((scene) => scene.name === name))
`

/** The scenes in one script, on the engine as it is published. */
async function bundleRunner(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'fulcrum/3d': ENGINE } },
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

describe.skipIf(!hasChromium())('determinism across programs', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    if (!existsSync(ENGINE)) throw new Error('dist/fulcrum-3d.min.js is missing. Run npm run build first.')
    const code = await bundleRunner()
    browser = await launchChromium()
    page = await browser.newPage()
    await page.addScriptTag({ type: 'module', content: code })
    await page.waitForFunction(() => 'hashOf' in globalThis)
  })

  afterAll(async () => {
    await browser?.close()
  })

  for (const [scene, hash] of Object.entries(golden)) {
    it(`${scene} ends in ${hash} in Chromium too`, async () => {
      expect(await page.evaluate((name) => hashOf(name), scene)).toBe(hash)
    })
  }
})
