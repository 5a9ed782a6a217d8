// `fulcrum view` from end to end: the process, the page it serves, what Chromium shows of the file, and Ctrl-C.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { ball2d, lift, recording3d, scene2d, scene3d } from './view-scenes.ts'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { World } from 'fulcrum-physics/3d'
import type { SandboxHandle } from '../../sandbox/src/handle.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium, launchChromium } from './chromium.ts'

declare const fulcrum: SandboxHandle

const OUT = `${PROJECT_ROOT}out/view/`

/** The command on a process of its own, with the page that this test built. */
const PROGRAM = `
import { processIo } from '${PROJECT_ROOT}cli/io.ts'
import { view } from '${PROJECT_ROOT}cli/view.ts'
await view(processIo(), process.argv[2], 0, ['${OUT}sandbox.html'])
`

describeWith(hasChromium(), 'there is no Chromium', 'fulcrum view', () => {
  let browser: Browser
  let page: Page
  let child: ChildProcess | null = null
  const complaints: string[] = []

  beforeAll(async () => {
    mkdirSync(OUT, { recursive: true })
    await build({ configFile: `${PROJECT_ROOT}sandbox/vite.one-page.config.ts`, logLevel: 'error', build: { outDir: OUT } })
    writeFileSync(`${OUT}view.ts`, PROGRAM)
    writeFileSync(`${OUT}space.json`, scene3d())
    writeFileSync(`${OUT}plane.json`, scene2d())
    writeFileSync(`${OUT}recording.json`, recording3d())
    writeFileSync(`${OUT}lift.gltf`, lift())
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
  })

  afterAll(async () => {
    child?.kill('SIGKILL')
    await browser?.close()
  })

  /** Starts the command on a file and opens the address that it prints. */
  async function show(file: string): Promise<void> {
    child = spawn(process.execPath, ['--import', 'tsx', `${OUT}view.ts`, OUT + file], { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
    const address = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child!.stdout!.on('data', (bytes: Buffer) => {
        printed += String(bytes)
        if (printed.includes('\n')) resolve(printed.split('\n')[0]!)
      })
      child!.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
    })
    await page.goto(`${address}&quality=plain&paused`)
    await page.waitForFunction(() => document.body.classList.contains('ready'))
  }

  /** Ctrl-C; the exit code. */
  function stop(): Promise<number | null> {
    return new Promise((resolve) => {
      child!.once('exit', (code) => resolve(code))
      child!.kill('SIGINT')
      child = null
    })
  }

  /** Colour of the picture at a point of the world. */
  const colorAt = (point: { x: number; y: number; z?: number }): Promise<number[]> => page.evaluate((place) => {
    fulcrum.draw()
    const canvas = document.querySelector<HTMLCanvasElement>('canvas:not([hidden])')!
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const copy = new OffscreenCanvas(width, height)
    const context = copy.getContext('2d')!
    context.drawImage(canvas, 0, 0, width, height)
    const { x, y } = fulcrum.pointOnPage(place)
    return [...context.getImageData(Math.round(x - left), Math.round(y - top), 1, 1).data.slice(0, 3)]
  }, point)

  const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((value, i) => value - b[i]!))

  it('shows the bodies of a file of space where they are, and runs them', async () => {
    await show('space.json')
    expect(await page.evaluate(() => [fulcrum.sceneName, fulcrum.world.bodyCount, document.querySelector('h1')!.textContent])).toEqual(['file', 6, 'space.json'])
    const boxes = await Promise.all([0, 1, 2, 3].map((i) => colorAt({ x: 0, y: 0.5 + i, z: 0.5 })))
    const sky = await colorAt({ x: 4, y: 3.5, z: 0 })
    for (const [i, color] of boxes.entries()) {
      expect(distance(color, sky)).toBeGreaterThan(40)
      if (i > 0) expect(distance(color, boxes[i - 1]!)).toBeGreaterThan(15)
    }
    await page.screenshot({ path: `${OUT}space.png` })
    // The ball falls as the engine lets it fall, and the page begins anew.
    const hash = await page.evaluate(() => fulcrum.hash())
    await page.evaluate(() => fulcrum.step(60))
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(60)
    await page.click('#restart')
    expect(await page.evaluate(() => fulcrum.hash())).toBe(hash)
    expect(complaints).toEqual([])
    expect(await stop()).toBe(0)
  })

  it('plays a recording, as it was made', async () => {
    await show('recording.json')
    expect(await page.evaluate(() => [fulcrum.sceneName, fulcrum.world.bodyCount])).toEqual(['file', 6])
    await page.evaluate(() => fulcrum.step(30))
    const { calls } = JSON.parse(readFileSync(`${OUT}recording.json`, 'utf8')) as { calls: { do: string; hash?: string }[] }
    const hashes = calls.filter((call) => call.do === 'step').map(({ hash }) => hash)
    expect(await page.evaluate(() => fulcrum.hash())).toBe(hashes[29])
    expect(await page.evaluate(() => Object.values(fulcrum.world.profile).some((time) => time > 0))).toBe(true)
    // It has no more steps than it has.
    await page.evaluate(() => fulcrum.step(30))
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(40)
    await page.screenshot({ path: `${OUT}recording.png` })
    expect(complaints).toEqual([])
    expect(await stop()).toBe(0)
  })

  it('plays animations of a glTF file, converted on the way or dropped on the page', async () => {
    await show('lift.gltf')
    const height = (): Promise<number> => page.evaluate(() => (fulcrum.world as World).bodies[Symbol.iterator]().next().value!.position.y)
    const rise = async (): Promise<void> => {
      await page.evaluate(() => fulcrum.step(30))
      expect(await height()).toBeCloseTo(0.75, 6)
      await page.evaluate(() => fulcrum.step(30))
      expect(await height()).toBeCloseTo(1.5, 6)
    }
    await rise()
    await page.click('#restart')
    expect(await height()).toBe(0)
    await rise()
    await page.evaluate(([title, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content!], title!))
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    }, ['dropped.gltf', lift()])
    await page.waitForFunction(() => document.querySelector('h1')!.textContent === 'dropped.gltf')
    expect(await height()).toBe(0)
    await rise()
    expect(complaints).toEqual([])
    expect(await stop()).toBe(0)
  })

  it('shows a file of the plane; another one is dropped; a bad one is told', async () => {
    await show('plane.json')
    expect(await page.evaluate(() => [fulcrum.sceneName, fulcrum.world.bodyCount])).toEqual(['file', 3])
    expect(distance(await colorAt(ball2d), await colorAt({ x: ball2d.x, y: ball2d.y + 2 }))).toBeGreaterThan(40)
    await page.screenshot({ path: `${OUT}plane.png` })
    const drop = (name: string, text: string): Promise<void> => page.evaluate(([title, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content!], title!))
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    }, [name, text])
    await drop('dropped.json', readFileSync(`${OUT}space.json`, 'utf8'))
    await page.waitForFunction(() => fulcrum.world.bodyCount === 6)
    expect(await page.textContent('h1')).toBe('dropped.json')
    await drop('bad.json', scene2d().replace('"radius"', '"radios"'))
    await page.waitForSelector('#message:not(:empty)')
    expect(await page.textContent('#message')).toContain('radios')
    // It shows on what it showed.
    expect(await page.evaluate(() => fulcrum.world.bodyCount)).toBe(6)
    // The file, edited to be wrong and then right, comes back by loading the page again.
    writeFileSync(`${OUT}plane.json`, '{')
    await page.reload()
    await page.waitForSelector('#message:not(:empty)')
    writeFileSync(`${OUT}plane.json`, scene2d())
    await page.reload()
    await page.waitForFunction(() => 'fulcrum' in globalThis && fulcrum.sceneName === 'file')
    expect(await page.evaluate(() => fulcrum.world.bodyCount)).toBe(3)
    expect(complaints).toEqual([])
    expect(await stop()).toBe(0)
  })
})
