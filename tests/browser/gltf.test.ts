// glTF physics end to end: real three with its GLTFLoader in Chromium loads the sample files, runs them and draws them.
import { mkdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeGlb } from 'fulcrum-physics/gltf'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { SAMPLES } from '../../scripts/gltf-samples.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { openBundledPage, realComplaints } from './bundled-page.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import type { GltfPage } from './pages/gltf-three.ts'

declare const page: GltfPage

/** A lift that an animation raises by 2 m in 2 s inside of a scaled and turned group, a crate on it, and a body that hangs below the crate's node. */
function animated(): Uint8Array {
  const times = Float32Array.from([0, 2])
  const places = Float32Array.from([0, 0, 0, 0, 1, 0])
  const buffer = new Uint8Array([...new Uint8Array(times.buffer), ...new Uint8Array(places.buffer)])
  const physics = 'KHR_physics_rigid_bodies'
  return writeGlb({
    asset: { version: '2.0' },
    extensionsUsed: [physics, 'KHR_implicit_shapes'],
    scene: 0,
    scenes: [{ nodes: [0, 2] }],
    nodes: [
      { children: [1], scale: [2, 2, 2], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      { name: 'lift', extensions: { [physics]: { collider: { geometry: { shape: 0 } } } } },
      { children: [3], translation: [0, 1, 0], scale: [0.5, 0.5, 0.5] },
      { name: 'crate', translation: [0, 0.2, 0], scale: [1, -1, 1], children: [4], extensions: { [physics]: { motion: { mass: 1 }, collider: { geometry: { shape: 1 } } } } },
      { name: 'hat', translation: [0, -3, 0], extensions: { [physics]: { motion: { mass: 0.1 }, collider: { geometry: { shape: 1 } } } } },
    ],
    animations: [{ channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }], samplers: [{ input: 0, output: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'SCALAR', count: 2, min: [0], max: [2] }, { bufferView: 1, componentType: 5126, type: 'VEC3', count: 2 },
    ],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    buffers: [{ byteLength: 32 }],
    extensions: { KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [2, 0.2, 2] } }, { type: 'box', box: { size: [1, 1, 1] } }] } },
  }, buffer)
}

describeWith(hasChromium(), 'there is no Chromium', 'glTF physics in three', () => {
  let browser: Browser
  let tab: Page
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    const files: Record<string, Uint8Array> = { 'animated.glb': animated() }
    for (const name of Object.keys(SAMPLES)) files[`${name}.glb`] = new Uint8Array(readFileSync(`${PROJECT_ROOT}docs/gltf/${name}.glb`))
    tab = await openBundledPage(browser, 'tests/browser/pages/gltf-three.ts', files, complaints)
    await tab.waitForFunction(() => 'page' in globalThis)
  })

  afterAll(() => browser?.close())

  it('loads every sample, and objects go where bodies go', async () => {
    for (const name of Object.keys(SAMPLES)) {
      expect(await tab.evaluate(file => page.load(file), name), name).toEqual([])
      await tab.evaluate(file => page.run(file, 1.5), name)
      const { distance, turn, objects } = await tab.evaluate(file => page.misses(file), name)
      expect(objects, name).toBeGreaterThan(0)
      expect(distance, name).toBeLessThan(1e-6)
      expect(turn, name).toBeLessThan(1e-6)
    }
    expect(realComplaints(complaints)).toEqual([])
  })

  it('follows animations, and keeps to nodes that are scaled, mirrored and nested', async () => {
    await tab.evaluate(() => page.load('animated'))
    await tab.evaluate(() => {
      for (let i = 0; i < 90; i++) page.update('animated', 1 / 60)
    })
    // Half as fast as the animation's own metre, as the group is scaled by 2: at 1.5 s it is at 1.5 m, its top 0.2 above.
    const crate = await tab.evaluate(() => page.height('animated', 'crate'))
    expect(crate).toBeCloseTo(1.5 + 0.2 + 0.25, 1)
    expect(await tab.evaluate(() => page.height('animated', 'hat'))).toBeCloseTo(crate + 0.5, 1)
    const { distance, turn } = await tab.evaluate(() => page.misses('animated'))
    // The lift's body is at its last step, its object at the frame.
    expect(distance).toBeLessThan(0.02)
    expect(turn).toBeLessThan(1e-6)
  })

  it('shows a picture', async () => {
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
    await tab.evaluate(() => page.draw())
    const picture = await tab.screenshot({ path: `${PROJECT_ROOT}out/gltf.png` })
    expect(picture.length).toBeGreaterThan(20_000)
  })
})
