// `fulcrum view` as a server: the page, the scene beside it, nothing else, and nobody from outside.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { box, World } from 'fulcrum-physics/3d'
import { saveScene } from 'fulcrum-physics/3d/scene'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { view } from '../../cli/view.ts'
import { memoryIo, run, type During, type Files } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'fulcrum-view-'))
const PAGE = join(folder, 'sandbox.html')

function sceneAt(y: number): string {
  const world = new World()
  world.createBody({ position: { x: 0, y, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
  return JSON.stringify(saveScene(world))
}

/** Looks at what is served before Ctrl-C. */
async function serve(path: string, files: Files, during: During, port = 0): Promise<void> {
  let looked = false
  const { io } = memoryIo(files, Infinity, async (out) => {
    await during(out)
    looked = true
  })
  await view(io, path, port, [PAGE])
  expect(looked).toBe(true)
}

const statusOf = (url: URL, method: string, host: string): Promise<number> => new Promise((resolve, reject) => {
  request(url, { method, headers: { host } }, (response) => {
    response.resume()
    resolve(response.statusCode!)
  }).on('error', reject).end()
})

describe('fulcrum view', () => {
  beforeAll(() => writeFileSync(PAGE, '<title>page</title>'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('serves the page and the file as it is now, and ends with Ctrl-C', async () => {
    const files = { 'a b/s&1.json': sceneAt(1) }
    let address = ''
    await serve('a b/s&1.json', files, async (out) => {
      address = out[0]!
      const url = new URL(address)
      expect(url.searchParams.get('title')).toBe('s&1.json')
      const page = await fetch(url)
      expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([200, 'text/html; charset=utf-8', '<title>page</title>'])
      const scene = new URL(url.searchParams.get('file')!, url)
      expect(await (await fetch(scene)).text()).toBe(sceneAt(1))
      // Edited, it comes as it is.
      files['a b/s&1.json'] = sceneAt(2)
      expect(await (await fetch(scene)).text()).toBe(sceneAt(2))
    })
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  it('serves standard input, read once', async () => {
    const files: Record<string, string> = { '-': sceneAt(3) }
    await serve('-', files, async ([address]) => {
      delete files['-']
      for (let i = 0; i < 2; i++) expect(await (await fetch(new URL('/scene.json', address))).text()).toBe(sceneAt(3))
    })
  })

  it('has nothing else, and answers this computer only', async () => {
    await serve('s', { s: sceneAt(1) }, async ([address]) => {
      const url = new URL(address!)
      for (const place of ['/package.json', '/../package.json', '/%2e%2e/package.json', '//etc/passwd']) {
        expect((await fetch(url.origin + place)).status).toBe(404)
      }
      expect(await statusOf(url, 'GET', 'evil.example')).toBe(403)
      expect(await statusOf(url, 'GET', `localhost:${url.port}`)).toBe(200)
      expect(await statusOf(url, 'POST', url.host)).toBe(405)
    })
  })

  it('says what is wrong: files with 1, calls with 2, a port that is taken with 1', async () => {
    await expect(view(memoryIo({ s: sceneAt(1) }).io, 's', 0, [join(folder, 'gone.html')])).rejects.toThrow('The sandbox has not been built')
    await expect(view(memoryIo({ s: '{"dimension":3}' }).io, 's', 0, [PAGE])).rejects.toThrow('s: format')
    for (const port of ['0', '1.5', '65536', 'x']) expect((await run(['view', 's', '--port', port], { s: sceneAt(1) })).code).toBe(2)
    const other: Server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await expect(view(memoryIo({ s: sceneAt(1) }).io, 's', port, [PAGE])).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await new Promise((resolve) => other.close(resolve))
  })
})
