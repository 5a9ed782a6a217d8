// Runs a script in each JavaScript engine and returns the text it delivers. Shells print it; pages send it back to the server they came
// from, so that a browser needs no driver.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { launchChromium } from './chromium.ts'
import { FIREFOX, findProgram, JSC } from './programs.ts'

/** Milliseconds a script may take on a busy machine; less than a test's hooks may, so that programs are ended by those who started them. */
const DEADLINE_MS = 150_000

/** Runs `use` on a fresh folder that is removed afterwards. */
async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fulcrum-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function runInShell(program: string, print: string, script: string): Promise<string> {
  return inFolder(async (folder) => {
    // Shells read files of this ending as modules.
    const file = join(folder, 'script.mjs')
    writeFileSync(file, `globalThis.deliver = ${print}\n${script}`)
    // JavaScriptCore takes variables that begin with its name for settings.
    const { [JSC.variable]: _, ...env } = process.env
    const running = promisify(execFile)(program, [file], { timeout: DEADLINE_MS, env })
    return (await running.catch((error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`)
    })).stdout
  })
}

export function runInNode(script: string): Promise<string> {
  return runInShell(process.execPath, 'console.log', script)
}

/** JavaScriptCore with all its compilers, as it comes. */
export function runInJsc(script: string): Promise<string> {
  return runInShell(findProgram(JSC)!, 'print', script)
}

/** Sends a browser to an address and returns how to close it. `fail` is told when the browser ends by itself. */
type Open = (address: string, fail: (reason: Error) => void) => Promise<() => Promise<unknown>>

function send(path: string): string {
  return `(text) => fetch('${path}', { method: 'POST', body: text })`
}

const PAGE = `<!doctype html><title>script</title><script>
  globalThis.deliver = ${send('/delivered')}
  globalThis.onerror = ${send('/failed')}
</script><script type="module" src="/script.js"></script>`

/** Serves a page that runs the script, and waits for what it sends back. */
async function runInPage(script: string, open: Open, time: number): Promise<string> {
  const server = createServer()
  let fail!: (reason: Error) => void
  const delivered = new Promise<string>((resolve, reject) => {
    fail = reject
    server.on('request', (request, response) => {
      const isScript = request.url === '/script.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      response.end(isScript ? script : PAGE)
      if (request.method !== 'POST') return
      text(request).then((sent) => (request.url === '/delivered' ? resolve(sent) : reject(new Error(`The page failed: ${sent}`))), reject)
    })
  })
  const deadline = setTimeout(() => fail(new Error('The page delivered nothing in time.')), time)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const close = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, fail)
    return await delivered.finally(close)
  } finally {
    clearTimeout(deadline)
    server.closeAllConnections()
    server.close()
  }
}

export function runInChromium(script: string, time: number = DEADLINE_MS): Promise<string> {
  return runInPage(script, async (address, fail) => {
    const browser = await launchChromium()
    browser.once('disconnected', () => fail(new Error('Chromium ended by itself.')))
    // The page is loaded only when the script is done.
    void browser.newPage().then((page) => page.goto(address, { waitUntil: 'commit' })).catch(fail)
    return () => browser.close()
  }, time)
}

/** What a new profile would otherwise ask of the network and show to a newcomer. */
const FIREFOX_SETTINGS: Readonly<Record<string, boolean>> = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Firefox without a window, in a profile of its own. */
export function runInFirefox(script: string, time: number = DEADLINE_MS): Promise<string> {
  return inFolder((profile) => {
    const settings = Object.entries(FIREFOX_SETTINGS).map(([name, value]) => `user_pref('${name}', ${value})\n`)
    writeFileSync(join(profile, 'user.js'), settings.join(''))
    return runInPage(script, async (address, fail) => {
      const child = spawn(findProgram(FIREFOX)!, ['--headless', '--no-remote', '--profile', profile, address], {
        // A group of processes, so that all of them end with it.
        detached: true,
        stdio: 'ignore',
        // Firefox keeps caches in the home folder.
        env: { ...process.env, HOME: profile },
      })
      await once(child, 'spawn')
      const ended = once(child, 'exit').then(([code]) => fail(new Error(`Firefox ended by itself, with exit code ${code}.`)))
      return () => {
        if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
        return ended
      }
    }, time)
  })
}
