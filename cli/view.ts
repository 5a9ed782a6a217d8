// `view`: serves the sandbox, which is one page, and beside it the scene to be shown.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readScene } from './convert.ts'
import { Failure, type Io } from './io.ts'
import { entryOf, isRecording, loadFile, within } from './worlds.ts'

/** Where the page is: beside the built command line, or from the source in what was built. */
const PAGES = ['./sandbox.html', '../dist/sandbox.html'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** The address of the scene beside the page. */
const SCENE = '/scene.json'

/** A page on its own gets a clock fine enough for the times of single stages; nothing is kept, since files change. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

export async function view(io: Io, path: string, port: number, pages: readonly string[] = PAGES): Promise<void> {
  const page = pages.find((candidate) => existsSync(candidate))
  if (page === undefined) throw new Failure('The sandbox has not been built: npm run build')
  const first = await readScene(io, path)
  openable(first, path)
  const server = createServer((request, response) => {
    const send = answer(response)
    const { headers: { host = '' }, url = '' } = request
    // Other names lead here only by the tricks of some page on the web.
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return send(403, 'text/plain', 'Call me 127.0.0.1.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'Only GET and HEAD.')
    const [place] = url.split('?')
    if (place === '/') return send(200, 'text/html; charset=utf-8', readFileSync(page))
    if (place !== SCENE) return send(404, 'text/plain', 'There are / and /scene.json.')
    const text = path === '-' ? Promise.resolve(first) : Promise.resolve().then(() => readScene(io, path))
    text.then((found) => send(200, 'application/json', found)).catch((error: unknown) => {
      send(404, 'text/plain', error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const title = path === '-' ? 'standard input' : basename(path)
  const query = `?file=${encodeURIComponent(`.${SCENE}`)}&title=${encodeURIComponent(title)}`
  io.out(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`)
  io.err('Open this address in a browser. Ctrl-C ends it.')
  await io.untilStopped()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Fails where the page could not show the file. */
function openable(text: string, path: string): void {
  const entry = entryOf(text, path)
  if (isRecording(text)) within(path, () => entry.replay(text, 0))
  else loadFile(text, path)
}

function answer(response: ServerResponse): (status: number, type: string, body: string | Uint8Array) => void {
  return (status, type, body) => {
    response.writeHead(status, { ...HEADERS, 'Content-Type': type })
    response.end(body)
  }
}
