// A page with one script, bundled from a file of the tests with what it imports, and the files it may fetch.
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { ALIASES, PROJECT_ROOT } from '../../scripts/aliases.ts'

const ORIGIN = 'http://fulcrum.test/'

/** Opens the page. What it complains about goes to `complaints`. */
export async function openBundledPage(
  browser: Browser, entry: string, files: Readonly<Record<string, Uint8Array>>, complaints: string[], size = { width: 960, height: 600 },
): Promise<Page> {
  const output = await build({
    configFile: false,
    root: PROJECT_ROOT,
    logLevel: 'error',
    resolve: { alias: ALIASES },
    build: { write: false, minify: false, target: 'es2022', lib: { entry: `${PROJECT_ROOT}${entry}`, formats: ['es'] } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  // Libraries load parts of themselves when they need them: chunks beside the entry.
  const chunks = (first as Rolldown.RolldownOutput).output.filter((part): part is Rolldown.OutputChunk => part.type === 'chunk')
  const page = await browser.newPage({ viewport: size })
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  await page.route(`${ORIGIN}**`, route => {
    const name = new URL(route.request().url()).pathname.slice(1)
    if (name === '') {
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><style>body{margin:0}</style><body><script type="module" src="/page.js"></script>' })
    }
    const chunk = chunks.find(part => (name === 'page.js' ? part.isEntry : part.fileName === name))
    if (chunk !== undefined) return route.fulfill({ contentType: 'text/javascript', body: chunk.code })
    const file = files[name]
    return file === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ body: Buffer.from(file), contentType: 'application/octet-stream' })
  })
  await page.goto(ORIGIN)
  return page
}

/** Complaints of a page, without Chromium's own remarks on drawing in software. */
export function realComplaints(complaints: readonly string[]): string[] {
  return complaints.filter(text => !/GPU stall|swiftshader|software|favicon/i.test(text))
}
