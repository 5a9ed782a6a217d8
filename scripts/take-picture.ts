// Takes a picture of a scene in the sandbox, without its panels, from as many times closer as the last number says:
//
//   npx tsx scripts/take-picture.ts pile3d 600 docs/images/pile.png 1.6
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { build, preview } from 'vite'
import { launchChromium } from '../tests/browser/chromium.ts'
import { PROJECT_ROOT } from './aliases.ts'

const SIZE = { width: 1280, height: 640 }
/** Drawing in software takes seconds where scenes are large. */
const TIMEOUT_MS = 120_000

const [scene = 'pile3d', steps = '600', path = 'out/picture.png', zoom = '1'] = process.argv.slice(2)
const configFile = `${PROJECT_ROOT}sandbox/vite.config.ts`
await build({ configFile, logLevel: 'error' })
const server = await preview({ configFile, logLevel: 'error', preview: { port: 0, host: '127.0.0.1', open: false } })
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: SIZE })
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto(`${server.resolvedUrls!.local[0]}?scene=${scene}&paused&steps=${Number(steps)}`)
  await page.addStyleTag({ content: '#readouts, #controls, .lil-gui { display: none !important }' })
  await page.waitForFunction('document.body.classList.contains("ready")')
  const shown = await page.evaluate<string>('fulcrum.sceneName')
  if (shown !== scene) throw new Error(`There is no scene ${scene}: the sandbox shows ${shown} instead.`)
  await page.evaluate(`fulcrum.zoom(${Number(zoom)}); fulcrum.draw()`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path })
  console.log(`${path}: ${scene} after ${steps} steps`)
} finally {
  await browser.close()
  await server.close()
}
