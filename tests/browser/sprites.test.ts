// Bodies of the plane drawn by real PixiJS and real Phaser in Chromium.
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { openBundledPage, realComplaints } from './bundled-page.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import type { SpritePage } from './pages/pixi.ts'

declare const page: SpritePage

describeWith(hasChromium(), 'there is no Chromium', 'sprites of the plane', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
  })

  afterAll(() => browser?.close())

  it.each(['pixi', 'phaser'])('%s: sprites go where bodies go, and a picture shows them', async name => {
    const complaints: string[] = []
    const tab = await openBundledPage(browser, `tests/browser/pages/${name}.ts`, {}, complaints)
    await tab.waitForFunction(() => 'page' in globalThis && page.ready)
    await tab.evaluate(() => page.run(0.7))
    const moving = await tab.evaluate(() => page.misses())
    expect(moving.sprites).toBeGreaterThan(10)
    expect(moving.distance).toBeLessThan(1e-9)
    expect(moving.turn).toBeLessThan(1e-9)
    await tab.evaluate(() => page.run(3))
    expect((await tab.evaluate(() => page.misses())).distance).toBeLessThan(0.05)
    // Nothing has fallen through the floor.
    expect(await tab.evaluate(() => page.lowest())).toBeGreaterThan(-12)
    await tab.waitForTimeout(300)
    await tab.screenshot({ path: `${PROJECT_ROOT}out/${name}.png` })
    const colors = await tab.evaluate(() => {
      const copy = new OffscreenCanvas(240, 150)
      const context = copy.getContext('2d')!
      context.drawImage(document.querySelector('canvas')!, 0, 0, 240, 150)
      const { data } = context.getImageData(0, 0, 240, 150)
      const seen = new Set<number>()
      for (let i = 0; i < data.length; i += 4) seen.add((data[i]! >> 4 << 8) | (data[i + 1]! >> 4 << 4) | (data[i + 2]! >> 4))
      return seen.size
    })
    expect(colors).toBeGreaterThan(5)
    expect(realComplaints(complaints)).toEqual([])
    await tab.close()
  })
})
