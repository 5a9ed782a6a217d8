// A scene of three.js in Chromium: bodies move meshes, instances and batches, rays find meshes, and the picture shows it.
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { bundleForPage, countColors, openWith } from './bundle-page.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import type { View } from './three-page.ts'

declare const view: View

describeWith(hasChromium(), 'there is no Chromium', 'a scene of three.js', () => {
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    const script = await bundleForPage(`${PROJECT_ROOT}tests/browser/three-page.ts`)
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await openWith(page, script, complaints)
  })

  afterAll(() => browser?.close())

  it('comes to rest where the physics says', async () => {
    const seen = await page.evaluate(() => {
      view.frames(420)
      view.physics.interpolate = false
      view.frames(1)
      const { physics, THREE } = view
      const far = (mesh: InstanceType<typeof THREE.Object3D>, index = 0): number => {
        const matrix = new THREE.Matrix4()
        mesh.updateWorldMatrix(true, false)
        if ('getMatrixAt' in mesh) (mesh as InstanceType<typeof THREE.InstancedMesh>).getMatrixAt(index, matrix)
        matrix.premultiply(mesh.matrixWorld)
        const { x, y, z } = physics.body(mesh, index)!.position
        return new THREE.Vector3().setFromMatrixPosition(matrix).distanceTo(new THREE.Vector3(x, y, z))
      }
      const meshes = [view.ball, view.die, view.capsule, view.door, ...view.chain]
      return {
        bodies: physics.world.bodyCount,
        single: Math.max(...meshes.map((mesh) => far(mesh))),
        instances: Math.max(...Array.from({ length: 21 }, (_, i) => far(view.bricks, i)), ...Array.from({ length: 12 }, (_, i) => far(view.batch, i))),
        top: physics.body(view.bricks, 20)!.position.y,
        ball: view.ball.getWorldPosition(new THREE.Vector3()).y,
        angle: view.hinge.angle,
        awake: physics.world.awakeBodyCount,
        written: physics.writtenCount,
      }
    })
    expect(seen.bodies).toBe(2 + 1 + 21 + 12 + 1 + 2 + 8)
    expect(seen.single).toBeLessThan(1e-9)
    // Matrices of instances are kept in single precision.
    expect(seen.instances).toBeLessThan(1e-5)
    expect(seen.top).toBeCloseTo(2.75, 1)
    expect(seen.ball).toBeCloseTo(0.6, 1)
    expect(Math.abs(seen.angle)).toBeCloseTo(1.2, 1)
    expect(seen.written).toBeLessThanOrEqual(seen.awake + 1)
    expect(complaints).toEqual([])
  })

  it('tells which mesh, and which instance, is under the pointer', async () => {
    const hits = await page.evaluate(() => {
      const { physics, THREE, camera } = view
      const aim = (mesh: InstanceType<typeof THREE.Object3D>, index = 0) => {
        const { x, y, z } = physics.body(mesh, index)!.position
        const at = new THREE.Vector3(x, y, z).project(camera)
        const raycaster = new THREE.Raycaster()
        raycaster.setFromCamera(new THREE.Vector2(at.x, at.y), camera)
        const hit = physics.raycast(raycaster)!
        const drawn = raycaster.intersectObject(hit.object!, false)[0]!
        return { right: hit.object === mesh, index: hit.index, gap: Math.abs(hit.distance - drawn.distance), drawnIndex: drawn.instanceId ?? 0 }
      }
      return [aim(view.ball), aim(view.bricks, 20), aim(view.chain[7]!), aim(view.door)]
    })
    expect(hits.map(({ right }) => right)).toEqual([true, true, true, true])
    expect([hits[1]!.index, hits[1]!.drawnIndex]).toEqual([20, 20])
    for (const { gap } of hits) expect(gap).toBeLessThan(0.02)
  })

  it('is drawn, with and without lines, and leaves pictures to look at', async () => {
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
    expect(await countColors(page)).toBeGreaterThan(60)
    await page.screenshot({ path: `${PROJECT_ROOT}out/three.png` })
    const lines = await page.evaluate(() => {
      view.physics.debug = { contacts: true, joints: true }
      view.physics.applyImpulse(view.bricks, { x: 0, y: 3, z: 6 }, 20)
      view.frames(10)
      return view.physics.debugLines!.lineCount
    })
    expect(lines).toBeGreaterThan(1000)
    await page.screenshot({ path: `${PROJECT_ROOT}out/three-debug.png` })
    expect(complaints).toEqual([])
  })

  it('is as it was once physics is gone', async () => {
    const left = await page.evaluate(() => {
      view.physics.dispose()
      view.frames(2)
      return [view.physics.world.bodyCount, view.physics.meshes.length, view.scene.children.filter(({ name }) => name !== '').length]
    })
    expect(left).toEqual([0, 0, 0])
    expect(complaints).toEqual([])
  })
})
