// The built sandbox on a server, and a page of Chromium that looks at it.
import type { Browser, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { launchChromium } from './chromium.ts'

export interface SandboxPage {
  readonly browser: Browser
  readonly page: Page
  /** Opens an address: what comes after the `?`. */
  open(query: string): Promise<void>
  /** Complaints of the page, without Chromium's own remarks on drawing in software. */
  complaints(): string[]
  close(): Promise<void>
}

/** Where the sandbox is served; the page may stand in any folder. */
export async function serveSandbox(): Promise<PreviewServer> {
  const configFile = `${PROJECT_ROOT}sandbox/vite.config.ts`
  await build({ configFile, logLevel: 'error' })
  return preview({ configFile, logLevel: 'error', preview: { port: 0, host: '127.0.0.1', open: false } })
}

export async function openSandbox(size: { width: number; height: number }): Promise<SandboxPage> {
  const server = await serveSandbox()
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: size })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    browser,
    page,
    async open(query) {
      await page.goto(`${server.resolvedUrls!.local[0]}?${query}`)
      await page.waitForFunction(() => document.body.classList.contains('ready'))
    },
    complaints: () => complaints.filter((text) => !/GPU stall|swiftshader|software/i.test(text)),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
