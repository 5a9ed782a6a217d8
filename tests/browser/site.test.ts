// The documents as a site: built as `npm run docs` does, served, and read in Chromium.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium, launchChromium } from './chromium.ts'

const PICTURES = `${PROJECT_ROOT}out/pictures/`

describeWith(hasChromium(), 'there is no Chromium', 'the site', () => {
  let server: PreviewServer
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true })
    execFileSync(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', 'site'], { cwd: PROJECT_ROOT, stdio: 'pipe' })
    server = await preview({
      configFile: false,
      root: PROJECT_ROOT,
      logLevel: 'error',
      build: { outDir: 'out/site' },
      preview: { port: 0, host: '127.0.0.1', open: false },
    })
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('pageerror', error => complaints.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error') complaints.push(message.text())
    })
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function open(path: string): Promise<void> {
    await page.goto(server.resolvedUrls!.local[0] + path)
    await page.waitForSelector('.VPContent h1')
  }

  it('leads from the first page to the equations of a joint', async () => {
    await open('')
    await page.click('text=Joints')
    await page.waitForURL(/joints/)
    await page.click('.vp-doc a:text-is("hinge")')
    await page.waitForURL(/joints\/hinge/)
    await page.waitForSelector('#equations')
    expect(await page.locator('mjx-container').count()).toBeGreaterThan(8)
    await page.locator('#equations').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${PICTURES}site-hinge.png` })
  })

  it('runs the program of a page, which can be stopped, and stands still for readers who want less motion', async () => {
    const stepsOf = (): Promise<number> => page.locator('fulcrum-sample').evaluate(element => Number(element.getAttribute('data-steps') ?? -1))
    await open('joints/hinge.html')
    await page.locator('fulcrum-sample').scrollIntoViewIfNeeded()
    await expect.poll(stepsOf, { timeout: 60_000 }).toBeGreaterThan(20)
    await page.screenshot({ path: `${PICTURES}site-sample.png` })
    await page.click('fulcrum-sample >> text=Pause')
    const stopped = await stepsOf()
    await page.click('fulcrum-sample >> text=Step')
    expect(await stepsOf()).toBe(stopped + 1)
    await page.click('fulcrum-sample >> text=Again')
    expect(await stepsOf()).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open('joints/gear.html')
    await page.locator('fulcrum-sample').scrollIntoViewIfNeeded()
    await page.waitForSelector('fulcrum-sample[data-steps="0"] >> text=Play')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  it('finds pages by their words', async () => {
    await open('start.html')
    await page.keyboard.press('Control+k')
    await page.fill('#localsearch-input', 'rack and pinion')
    await page.waitForSelector('#localsearch-list li')
    expect(await page.locator('#localsearch-list li').first().innerText()).toMatch(/rack and pinion/i)
  })

  it('can be read on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open('joints/distance.html')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.screenshot({ path: `${PICTURES}site-phone.png` })
  })

  it('complains about nothing', () => {
    expect(complaints).toEqual([])
  })
})
