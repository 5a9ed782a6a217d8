// A program as one script for a page: written against the public entries, from the source, with real libraries.
import { build, type Rolldown } from 'vite'
import type { Page } from 'playwright-core'
import { ALIASES } from '../../scripts/aliases.ts'

export async function bundleForPage(file: string, aliases: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { alias: { ...aliases, ...ALIASES } },
    build: { write: false, minify: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: file } },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output[0].code
}

/** Opens an empty page with the script, and waits until it says `ready`. Complaints of the page are put into the list. */
export async function openWith(page: Page, script: string, complaints: string[]): Promise<void> {
  page.on('console', (message) => {
    const text = message.text()
    // Chromium's own remarks on drawing in software.
    if (/GPU stall|swiftshader|software/i.test(text)) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setContent('<!doctype html><title>page</title><style>body { margin: 0 } canvas { display: block }</style><div id="root"></div>')
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction(() => (globalThis as { ready?: boolean }).ready === true)
}

/** Count of different colours of the page's canvas, roughly: in a frame, after the page has drawn it, since canvases are empty between frames. */
export function countColors(page: Page): Promise<number> {
  return page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const copy = new OffscreenCanvas(128, 72)
      const context = copy.getContext('2d')!
      context.drawImage(document.querySelector('canvas')!, 0, 0, 128, 72)
      const { data } = context.getImageData(0, 0, 128, 72)
      const seen = new Set<number>()
      for (let i = 0; i < data.length; i += 4) seen.add((data[i]! >> 4 << 8) | (data[i + 1]! >> 4 << 4) | (data[i + 2]! >> 4))
      resolve(seen.size)
    })
  }))
}
