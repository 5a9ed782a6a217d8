// The sandbox as a visitor meets it: built, served, opened in Chromium, clicked and dragged.
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import type { PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SandboxHandle } from '../../sandbox/src/handle.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import { serveSandbox } from './sandbox-page.ts'

declare const fulcrum: SandboxHandle

const SIZE = { width: 1280, height: 720 }

/**
 * What each scene of the list is run for: 300 steps where few bodies move, fewer in large worlds, which the scenario tests run to their end; always
 * enough for bodies to meet something.
 */
const [MOST_STEPS, LEAST_STEPS, BODY_STEPS] = [300, 20, 3000]

describeWith(hasChromium(), 'there is no Chromium', 'sandbox', () => {
  let server: PreviewServer
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    server = await serveSandbox()
    browser = await launchChromium()
    page = await browser.newPage({ viewport: SIZE })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await open('stack-10')
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function open(scene: string, quality = 'plain'): Promise<void> {
    await page.goto(`${server.resolvedUrls!.local[0]}?scene=${scene}&quality=${quality}`)
    await page.waitForFunction(() => 'fulcrum' in globalThis)
  }

  /** Complaints of the page, without Chromium's own remarks on drawing in software. */
  function realComplaints(): string[] {
    return complaints.filter((text) => !/GPU stall|swiftshader|software/i.test(text))
  }

  it('opens the scene named in the address and runs it', async () => {
    expect(await page.evaluate(() => fulcrum.sceneName)).toBe('stack-10')
    await page.waitForFunction(() => fulcrum.world.stepCount > 3)
    expect(realComplaints()).toEqual([])
  })

  it('shows a picture, not a blank canvas', async () => {
    const colors = await page.evaluate(() => {
      fulcrum.draw()
      const copy = new OffscreenCanvas(64, 36)
      const context = copy.getContext('2d')!
      context.drawImage(document.querySelector('canvas')!, 0, 0, 64, 36)
      const { data } = context.getImageData(0, 0, 64, 36)
      const seen = new Set<number>()
      for (let i = 0; i < data.length; i += 4) seen.add((data[i]! >> 4 << 8) | (data[i + 1]! >> 4 << 4) | (data[i + 2]! >> 4))
      return seen.size
    })
    expect(colors).toBeGreaterThan(8)
  })

  it('pauses, steps one by one and goes on', async () => {
    await page.click('#pause')
    const paused = await page.evaluate(() => fulcrum.world.stepCount)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(paused)
    await page.click('#step')
    await page.keyboard.press('s')
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(paused + 2)
    await page.keyboard.press(' ')
    await page.waitForFunction((count) => fulcrum.world.stepCount > count + 2, paused)
  })

  it('drags a body with the mouse', async () => {
    await page.evaluate(() => {
      fulcrum.paused = true
      fulcrum.restart()
    })
    const top = await page.evaluate(() => {
      let highest = [...fulcrum.world.bodies][0]!
      for (const body of fulcrum.world.bodies) if (body.position.y > highest.position.y) highest = body
      return { id: highest.id, position: highest.position, page: fulcrum.pointOnPage(highest.position) }
    })
    await page.mouse.move(top.page.x, top.page.y)
    await page.mouse.down()
    expect(await page.evaluate(() => fulcrum.draggedBody)).toBe(top.id)
    await page.mouse.move(top.page.x + 120, top.page.y - 80, { steps: 6 })
    await page.evaluate(() => fulcrum.step(60))
    const moved = await page.evaluate((id) => [...fulcrum.world.bodies].find((body) => body.id === id)!.position, top.id)
    await page.mouse.up()
    expect(await page.evaluate(() => fulcrum.draggedBody)).toBe(0)
    const seen = await page.evaluate((position) => fulcrum.pointOnPage(position), moved)
    expect(moved.y).toBeGreaterThan(top.position.y + 0.3)
    // The grabbed point follows the pointer; the body's middle hangs near it.
    expect(Math.hypot(seen.x - top.page.x - 120, seen.y - top.page.y + 80)).toBeLessThan(60)
  })

  it('turns the camera where there is no body to take hold of', async () => {
    const before = await page.evaluate(() => fulcrum.pointOnPage({ x: 3, y: 0, z: 0 }))
    await page.mouse.move(850, 80)
    await page.mouse.down()
    await page.mouse.move(730, 100, { steps: 4 })
    await page.mouse.up()
    await page.waitForTimeout(200)
    const after = await page.evaluate(() => fulcrum.pointOnPage({ x: 3, y: 0, z: 0 }))
    expect(Math.abs(after.x - before.x)).toBeGreaterThan(2)
  })

  it('shoots a ball, keeps a snapshot and goes back to it', async () => {
    await page.evaluate(() => fulcrum.restart())
    await page.click('#snapshot')
    const before = await page.evaluate(() => ({ hash: fulcrum.hash(), bodies: fulcrum.world.bodyCount }))
    await page.click('#shoot')
    await page.evaluate(() => fulcrum.step(30))
    expect(await page.evaluate(() => fulcrum.world.bodyCount)).toBe(before.bodies + 1)
    await page.click('#restore')
    await page.evaluate(() => fulcrum.draw())
    expect(await page.evaluate(() => ({ hash: fulcrum.hash(), bodies: fulcrum.world.bodyCount }))).toEqual(before)
  })

  it('shows contacts, boxes, counts and stage timings', async () => {
    await page.evaluate(() => {
      fulcrum.paused = false
      fulcrum.restart()
    })
    await page.click('#tab-settings')
    for (const label of ['contacts', 'bounding boxes']) {
      await page.locator('.lil-controller', { hasText: new RegExp(`^${label}$`) }).locator('input').check()
    }
    await page.click('#tab-scene')
    await page.waitForFunction(() => document.querySelectorAll('.stage').length > 3)
    await page.click('#pause')
    await page.waitForFunction(() => /hash [0-9a-f]{16}/.test(document.querySelector('.hash')!.textContent))
    const counts = await page.locator('.counts').innerText()
    expect(counts).toMatch(/bodies/)
    expect(realComplaints()).toEqual([])
  })

  it('loads and draws every scene without a complaint', async () => {
    // A small picture: what is drawn is the same, and drawing in software takes most of the time.
    await page.setViewportSize({ width: 480, height: 360 })
    const names = await page.evaluate(() => fulcrum.sceneNames)
    expect(names.length).toBeGreaterThan(4)
    for (const name of names) {
      const bodies = await page.evaluate(
        ([scene, most, least, budget]) => {
          fulcrum.paused = true
          fulcrum.loadScene(scene)
          fulcrum.step(Math.min(most, Math.max(least, Math.floor(budget / fulcrum.world.awakeBodyCount))))
          fulcrum.draw()
          return fulcrum.world.bodyCount
        },
        [name, MOST_STEPS, LEAST_STEPS, BODY_STEPS] as const,
      )
      expect(bodies, name).toBeGreaterThan(1)
    }
    await page.setViewportSize(SIZE)
    expect(realComplaints()).toEqual([])
  })

  it('switches to a flat scene and back from the gallery', async () => {
    await open('stack-10')
    await page.click('#scenes')
    await page.click('[data-scene="stack-10-2d"]')
    expect(await page.evaluate(() => fulcrum.sceneName)).toBe('stack-10-2d')
    expect([await page.isVisible('#view'), await page.isVisible('#flat-view')]).toEqual([false, true])
    await page.waitForFunction(() => fulcrum.world.stepCount > 3)
    await page.click('#scenes')
    await page.click('[data-scene="stack-10"]')
    expect([await page.isVisible('#view'), await page.isVisible('#flat-view')]).toEqual([true, false])
    expect(realComplaints()).toEqual([])
  })

  it('drags a body of a flat scene with the mouse, and the picture where there is none', async () => {
    await open('stack-10-2d')
    await page.evaluate(() => {
      fulcrum.paused = true
      fulcrum.restart()
    })
    const top = await page.evaluate(() => {
      let highest = [...fulcrum.world.bodies][0]!
      for (const body of fulcrum.world.bodies) if (body.position.y > highest.position.y) highest = body
      return { id: highest.id, position: highest.position, page: fulcrum.pointOnPage(highest.position) }
    })
    await page.mouse.move(top.page.x, top.page.y)
    await page.mouse.down()
    expect(await page.evaluate(() => fulcrum.draggedBody)).toBe(top.id)
    await page.mouse.move(top.page.x + 90, top.page.y - 40, { steps: 6 })
    await page.evaluate(() => fulcrum.step(90))
    const moved = await page.evaluate((id) => [...fulcrum.world.bodies].find((body) => body.id === id)!.position, top.id)
    await page.mouse.up()
    expect(await page.evaluate(() => fulcrum.draggedBody)).toBe(0)
    // It was taken by its middle, so that is where the pointer has it.
    const seen = await page.evaluate((position) => fulcrum.pointOnPage(position), moved)
    expect(Math.hypot(seen.x - top.page.x - 90, seen.y - top.page.y + 40)).toBeLessThan(4)

    const before = await page.evaluate(() => fulcrum.pointOnPage({ x: 0, y: 0 }))
    await page.mouse.move(800, 500)
    await page.mouse.down()
    await page.mouse.move(740, 530, { steps: 4 })
    await page.mouse.up()
    const after = await page.evaluate(() => fulcrum.pointOnPage({ x: 0, y: 0 }))
    expect(after.x - before.x).toBeCloseTo(-60, 6)
    expect(after.y - before.y).toBeCloseTo(30, 6)
    expect(realComplaints()).toEqual([])
  })

  it('shows a flat picture, not a blank canvas, with contacts and boxes', async () => {
    await open('small-pile', 'plain&paused&steps=120')
    await page.click('#tab-settings')
    for (const label of ['contacts', 'bounding boxes']) {
      await page.locator('.lil-controller', { hasText: new RegExp(`^${label}$`) }).locator('input').check()
    }
    const colors = await page.evaluate(() => {
      fulcrum.draw()
      const canvas = document.querySelector<HTMLCanvasElement>('#flat-view')!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const seen = new Set<number>()
      for (let i = 0; i < data.length; i += 4) seen.add((data[i]! >> 4 << 8) | (data[i + 1]! >> 4 << 4) | (data[i + 2]! >> 4))
      // The yellow of contact points, to the bits that are kept.
      return { count: seen.size, hasContacts: seen.has(0xfe4) }
    })
    expect(colors.count).toBeGreaterThan(20)
    expect(colors.hasContacts).toBe(true)
    expect(realComplaints()).toEqual([])
  })

  it('leaves a picture of the small pile to look at', async () => {
    await open('pile-small', 'full&paused&steps=240')
    await page.waitForFunction(() => document.body.classList.contains('ready'))
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(240)
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
    await page.screenshot({ path: `${PROJECT_ROOT}out/sandbox.png` })
    expect(realComplaints()).toEqual([])
  })
})
