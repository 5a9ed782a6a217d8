// The sandbox's tools in Chromium: gallery and search, rows against `readRows`, the time line, the address, a phone, the keyboard alone, axe.
import { mkdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SandboxHandle } from '../../sandbox/src/handle.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { SAMPLE_ARM } from '../../scenes/d3/robots/sample-arm.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { hasChromium } from './chromium.ts'
import { openSandbox, type SandboxPage } from './sandbox-page.ts'

declare const fulcrum: SandboxHandle
declare const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }

const SIZE = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }
const AXE = `${PROJECT_ROOT}node_modules/axe-core/axe.min.js`
const OUT = `${PROJECT_ROOT}out/`

describeWith(hasChromium(), 'there is no Chromium', 'sandbox tools', () => {
  let sandbox: SandboxPage

  beforeAll(async () => {
    mkdirSync(OUT, { recursive: true })
    sandbox = await openSandbox(SIZE)
  })

  afterAll(() => sandbox?.close())

  /** What axe finds wrong with the page as it stands. */
  async function faults(): Promise<string[]> {
    const { page } = sandbox
    await page.addScriptTag({ content: readFileSync(AXE, 'utf8') })
    const { violations } = await page.evaluate(() => axe.run())
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`))
  }

  it('has a gallery with pictures, groups and search', async () => {
    const { page } = sandbox
    await sandbox.open('scene=four-bar&quality=plain&paused')
    await page.click('#scenes')
    expect(await page.isVisible('#stage')).toBe(false)
    await page.waitForFunction(() => document.querySelectorAll('canvas[data-drawn]').length >= 3)
    const colors = await page.evaluate(() => {
      const { data } = document.querySelector<HTMLCanvasElement>('canvas[data-drawn]')!.getContext('2d')!.getImageData(0, 0, 320, 180)
      return new Set(new Uint32Array(data.buffer)).size
    })
    expect(colors).toBeGreaterThan(20)
    await page.screenshot({ path: `${OUT}gallery.png` })
    const names = (): Promise<string[]> => page.$$eval('.card', (cards) => cards.map((card) => (card as HTMLElement).dataset['scene']!))
    expect((await names()).sort()).toEqual([...await page.evaluate(() => fulcrum.sceneNames)].sort())
    await page.fill('#search', 'tamis 3.2.4')
    expect(await names()).toContain('joint-hinge')
    expect(await names()).not.toContain('stack-10')
    await page.fill('#search', '')
    await page.click('[data-group="Laboratory"]')
    expect(await names()).toEqual(expect.arrayContaining(['laboratory-doors', 'laboratory-lock', 'laboratory-mirror']))
    expect(await faults()).toEqual([])
    await page.click('[data-scene="laboratory-lock"]')
    expect(await page.textContent('.source')).toContain('Tamis 3.3.3')
    expect(new URL(page.url()).searchParams.get('scene')).toBe('laboratory-lock')
    await page.click('#show-source')
    await page.waitForFunction(() => document.querySelector('#source pre')!.textContent.includes("name: 'laboratory-lock'"))
    await page.click('#close-source')
  })

  it('puts every scene into a group', async () => {
    await sandbox.page.evaluate(() => fulcrum.gallery.open())
    const all = new Set<string>()
    for (const group of await sandbox.page.$$('[data-group]:not([data-group=""])')) {
      await group.click()
      for (const name of await sandbox.page.$$eval('.card', (cards) => cards.map((card) => (card as HTMLElement).dataset['scene']!))) all.add(name)
    }
    expect([...all].sort()).toEqual([...await sandbox.page.evaluate(() => fulcrum.sceneNames)].sort())
  })

  it('shows the rows of a joint that is clicked at, as readRows gives them', async () => {
    const { page } = sandbox
    await sandbox.open('scene=joint-hinge&quality=plain&paused&ff=40&show=signs')
    const at = await page.evaluate(() => fulcrum.pointOnPage([...fulcrum.world.joints][0]!.anchorB))
    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('s')
    await page.waitForTimeout(300)
    const shown = await page.$$eval('.row', (rows) => rows.map((row) => ({
      name: (row as HTMLElement).dataset['row'],
      values: Object.fromEntries([...row.querySelectorAll('data')].map((value) => [value.dataset['field'], Number(value.value)])),
    })))
    const read = await page.evaluate(() => [...fulcrum.world.joints][0]!.readRows().map(({ name, C, velocity, K, effectiveMass, bias, gamma, lambda, low, high, force }) => {
      return { name, values: { C, velocity, K, effectiveMass, bias, gamma, lambda, low, high, force } }
    }))
    expect(read.length).toBeGreaterThan(4)
    expect(shown).toEqual(read)
    await page.screenshot({ path: `${OUT}rows.png` })
    expect(await faults()).toEqual([])
    // The other way round: a slider sets what the joint has.
    await page.locator('.lil-controller', { hasText: /^limit upper/ }).locator('input').fill('0.7')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => ([...fulcrum.world.joints][0] as { limit?: { upper: number } }).limit!.upper)).toBeCloseTo(0.7, 2)
  })

  it('shows the rows of the contacts of a body', async () => {
    const { page } = sandbox
    await sandbox.open('scene=stack-10-2d&quality=plain&paused&ff=30')
    const at = await page.evaluate(() => fulcrum.pointOnPage([...fulcrum.world.bodies].at(-1)!.position))
    await page.mouse.click(at.x, at.y)
    expect(await page.textContent('#panel-rows h2')).toMatch(/^body \d+$/)
    await page.waitForSelector('.row[data-row^="normal"]')
  })

  it('goes back in time to the same bits, branches and compares', async () => {
    const { page } = sandbox
    await sandbox.open('scene=small-pile&quality=plain&paused')
    const hashes = await page.evaluate(() => Array.from({ length: 30 }, () => {
      fulcrum.step()
      return fulcrum.hash()
    }))
    const target = await page.evaluate(() => fulcrum.timeLine.steps.findLast((step) => step <= 12)!)
    await page.waitForFunction(() => (document.querySelector('#scrub') as HTMLInputElement).max === '30')
    await page.locator('#scrub').fill(String(target))
    expect(await page.evaluate(() => [fulcrum.world.stepCount, fulcrum.hash()])).toEqual([target, hashes[target - 1]])
    await page.click('#branch')
    await page.evaluate((steps) => fulcrum.step(steps), 30 - target)
    expect(await page.evaluate(() => fulcrum.hash())).toBe(hashes[29])
    await page.waitForFunction(() => document.querySelector('#compared')!.textContent.includes('same bits'))
    // A ball in between makes another run of it.
    await page.locator('#scrub').fill(String(target))
    await page.click('#shoot')
    await page.evaluate((steps) => fulcrum.step(steps), 30 - target)
    await page.waitForFunction(() => document.querySelector('#compared')!.textContent.includes('apart'))
    await page.click('#back')
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBeLessThan(30)
    expect(sandbox.complaints()).toEqual([])
  })

  it('keeps everything in the address, and says when a link leads elsewhere', async () => {
    const { page } = sandbox
    await sandbox.open('scene=chain&quality=plain&paused&substeps=6&gravity=-5&show=joints,no-sleep&ff=25&speed=0.5&theme=dark')
    await page.waitForFunction(() => location.search.includes('hash='))
    const [address, hash] = [page.url(), await page.evaluate(() => fulcrum.hash())]
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      scene: 'chain', quality: 'plain', paused: '', substeps: '6', gravity: '-5', show: 'joints,no-sleep', ff: '25', speed: '0.5', theme: 'dark', hash,
    })
    await page.goto('about:blank')
    await page.goto(address)
    await page.waitForFunction(() => document.body.classList.contains('ready'))
    expect(await page.evaluate(() => [fulcrum.hash(), fulcrum.world.stepCount, fulcrum.world.substeps])).toEqual([hash, 25, 6])
    expect(await page.textContent('#message')).toBe('')
    await page.goto('about:blank')
    await page.goto(address.replace('ff=25', 'ff=26'))
    await page.waitForSelector('#message:not(:empty)')
    expect(await page.textContent('#message')).toContain(hash)
  })

  it('steps in a worker with the same bits, takes what the page does, goes back in time', async () => {
    const { page } = sandbox
    for (const scene of ['small-pile', 'pile-small']) {
      await sandbox.open(`scene=${scene}&quality=plain&worker`)
      await page.waitForFunction(() => fulcrum.world.stepCount > 30)
      const [steps, hash] = await page.evaluate(() => {
        fulcrum.paused = true
        return [fulcrum.world.stepCount, fulcrum.hash()] as const
      })
      await page.evaluate(() => (fulcrum.paused = false))
      await page.click('#shoot')
      const bodies = await page.evaluate(() => fulcrum.world.bodyCount)
      const shot = await page.evaluate(() => fulcrum.world.stepCount)
      await page.waitForFunction((from) => fulcrum.world.stepCount > from + 20, shot)
      expect(await page.evaluate(() => fulcrum.world.bodyCount)).toBe(bodies)
      await page.evaluate(() => (fulcrum.paused = true))
      await page.locator('#scrub').fill('20')
      await page.evaluate(() => (fulcrum.paused = false))
      await page.waitForFunction((from) => fulcrum.world.stepCount > 20 && fulcrum.world.stepCount < from + 20, shot)
      await sandbox.open(`scene=${scene}&quality=plain&paused&ff=${steps}`)
      expect(await page.evaluate(() => fulcrum.hash())).toBe(hash)
    }
    expect(sandbox.complaints()).toEqual([])
  })

  it('opens URDF and glTF files', async () => {
    const { page } = sandbox
    await sandbox.open('scene=chain&quality=plain&paused')
    const physics = 'KHR_physics_rigid_bodies'
    const gltf = JSON.stringify({
      asset: { version: '2.0' },
      nodes: [{ extensions: { [physics]: { motion: { mass: 2 }, collider: { geometry: { shape: 0 } } } } }],
      extensions: { KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.5 } }] } },
    })
    await page.setInputFiles('#file', { name: 'arm.urdf', mimeType: 'text/xml', buffer: Buffer.from(SAMPLE_ARM) })
    await page.waitForFunction(() => document.querySelector('h1')!.textContent === 'arm.urdf')
    expect(await page.evaluate(() => fulcrum.world.jointCount)).toBeGreaterThan(1)
    await page.setInputFiles('#file', { name: 'ball.gltf', mimeType: 'model/gltf+json', buffer: Buffer.from(gltf) })
    await page.waitForFunction(() => document.querySelector('h1')!.textContent === 'ball.gltf')
    expect(await page.evaluate(() => fulcrum.world.bodyCount)).toBe(1)
    expect(sandbox.complaints()).toEqual([])
  })

  it('works by keyboard alone', async () => {
    const { page } = sandbox
    await sandbox.open('scene=joint-hinge&quality=plain&paused')
    /** Presses Tab until an element has the focus. */
    const tabTo = async (selector: string): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${selector}.`)
    }
    await tabTo('#scenes')
    await page.keyboard.press('Enter')
    await page.keyboard.type('laboratory-lock')
    await tabTo('[data-scene="laboratory-lock"]')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => fulcrum.sceneName)).toBe('laboratory-lock')
    await tabTo('#view')
    const before = await page.evaluate(() => fulcrum.pointOnPage({ x: 3, y: 0, z: 0 }).x)
    await page.keyboard.press('ArrowRight')
    expect(Math.abs(await page.evaluate(() => fulcrum.pointOnPage({ x: 3, y: 0, z: 0 }).x) - before)).toBeGreaterThan(1)
    await tabTo('#step')
    const steps = await page.evaluate(() => fulcrum.world.stepCount)
    await page.keyboard.press(' ')
    expect(await page.evaluate(() => fulcrum.world.stepCount)).toBe(steps + 1)
    await tabTo('#tab-scene')
    await page.keyboard.press('ArrowRight')
    await tabTo('#pick-joint')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('.row')
  })

  it('fits a phone: nothing covers the scene, nothing is cut off', async () => {
    const { page } = sandbox
    await page.setViewportSize(PHONE)
    await sandbox.open('scene=chipmunk-set-2d&quality=plain&paused&show=signs')
    const boxes = await page.evaluate(() => ['#bar', '#stage', '#controls', '#panels'].map((id) => {
      const { left, right, top, bottom } = document.querySelector(id)!.getBoundingClientRect()
      return { left, right, top, bottom }
    }))
    boxes.forEach(({ left, right, top }, i) => {
      expect([left >= 0, right <= PHONE.width]).toEqual([true, true])
      if (i > 0) expect(top).toBeGreaterThanOrEqual(boxes[i - 1]!.bottom - 1)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await page.screenshot({ path: `${OUT}phone.png` })
    expect(await faults()).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await sandbox.open('scene=chain&quality=plain')
    expect(await page.evaluate(() => fulcrum.paused)).toBe(true)
    for (const tab of ['scene', 'rows', 'settings', 'plots', 'log']) {
      await page.click(`#tab-${tab}`)
      expect(await faults(), tab).toEqual([])
    }
    await page.setViewportSize(SIZE)
    expect(sandbox.complaints()).toEqual([])
  })
})
