// react-three-fiber in Chromium, in StrictMode: components make as many bodies as they say, events reach them, and nothing is left when they are gone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { describeWith } from '../common/helpers/describe-with.ts'
import { readDocument } from '../structure/markdown.ts'
import { bundleForPage, countColors, openWith } from './bundle-page.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import type { ReactPage } from './react-page.ts'
import type { Parts } from './react-parts-page.ts'

declare const page: ReactPage
declare const parts: Parts

const REACT = { '@fulcrum-physics/react': `${PROJECT_ROOT}packages/react/src/index.ts` }

/** What fiber itself is told by this version of three. */
const OF_FIBER = /THREE\.Clock|PCFSoftShadowMap/

/** Floor, ball, trigger, terrain, tilted, crate, ghost, three colliders, torus, nine bricks, six of machines, spinner, character, chassis. */
const BODIES = 1 + 1 + 1 + 1 + 1 + 1 + 1 + 3 + 1 + 9 + 6 + 1 + 1 + 1
/** Door, chain, rope, spring, spring's rope, spinner, tilted. */
const JOINTS = 7

const BLOCKS = readDocument('docs/react.md').blocks.filter(({ language }) => language === 'tsx')

describeWith(hasChromium(), 'there is no Chromium', 'components of docs/react.md', () => {
  const folder = `${PROJECT_ROOT}out/react-docs/`
  let browser: Browser

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    BLOCKS.forEach(({ code }, i) => writeFileSync(`${folder}block-${i}.tsx`, code))
    writeFileSync(`${folder}main.tsx`, [
      ...BLOCKS.map((_, i) => `import Scene${i} from './block-${i}'`),
      "import { Canvas } from '@react-three/fiber'",
      "import { StrictMode } from 'react'",
      "import { createRoot } from 'react-dom/client'",
      `const scenes = [${BLOCKS.map((_, i) => `Scene${i}`).join(', ')}]`,
      "const root = createRoot(document.getElementById('root')!)",
      'Object.assign(globalThis, { show: (i: number) => { const Scene = scenes[i]!; root.render(<StrictMode><Canvas key={i}><Scene /></Canvas></StrictMode>) }, ready: true })',
    ].join('\n'))
    browser = await launchChromium()
  })

  afterAll(() => browser?.close())

  it('run without a complaint', async () => {
    expect(BLOCKS.length).toBeGreaterThan(3)
    const complaints: string[] = []
    const tab = await browser.newPage({ viewport: { width: 320, height: 240 } })
    await openWith(tab, await bundleForPage(`${folder}main.tsx`, REACT), complaints)
    for (let i = 0; i < BLOCKS.length; i++) {
      await tab.evaluate((i) => (globalThis as unknown as { show: (i: number) => void }).show(i), i)
      await tab.waitForFunction(() => document.querySelector('canvas')?.width === 320)
      await tab.waitForTimeout(500)
    }
    expect(complaints.filter((text) => !OF_FIBER.test(text))).toEqual([])
  })
})

describeWith(hasChromium(), 'there is no Chromium', 'a scene of react-three-fiber', () => {
  let browser: Browser
  let tab: Page
  const complaints: string[] = []

  beforeAll(async () => {
    const script = await bundleForPage(`${PROJECT_ROOT}tests/browser/react-page.ts`, REACT)
    browser = await launchChromium()
    tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await openWith(tab, script, complaints)
  })

  afterAll(() => browser?.close())

  /** Changes the state of the page and lets React do its work. */
  async function set(change: object): Promise<void> {
    const before = await tab.evaluate((change) => {
      page.log.set(change)
      return page.log.changes
    }, change)
    await tab.waitForFunction((before) => page.log.changes > before, before)
  }

  function ownComplaints(): string[] {
    return complaints.filter((text) => !OF_FIBER.test(text))
  }

  function counts(): Promise<{ bodies: number; joints: number; characters: number; vehicles: number; meshes: number }> {
    return tab.evaluate(() => {
      const { world, physics } = page.log.context!
      const { bodyCount: bodies, jointCount: joints, characterCount: characters, vehicleCount: vehicles } = world
      return { bodies, joints, characters, vehicles, meshes: physics.meshes.length }
    })
  }

  it('has as many bodies as it says, though StrictMode mounts everything twice', async () => {
    // Bricks are nine bodies of one mesh.
    expect(await counts()).toEqual({ bodies: BODIES, joints: JOINTS, characters: 1, vehicles: 1, meshes: BODIES - 8 })
    expect(ownComplaints()).toEqual([])
  })

  it('moves objects, walks, turns by motors and carries a car', async () => {
    const seen = await tab.evaluate(() => {
      const { log, refs } = page
      const crate = refs.crate.current!
      for (let i = 0; i < 300; i++) log.context!.step(1 / 60)
      const object = log.context!.physics.objectOf(refs.ball.current!)!.mesh
      return {
        ball: refs.ball.current!.position.y, object: object.position.y,
        crate: [crate.position.y, crate.mass, crate.shapes.length, refs.collider.current!.body === crate],
        ghost: refs.ghost.current!.position.y,
        walked: refs.character.current!.position.x,
        speed: refs.hinge.current!.speed,
        bricks: refs.bricks.current!.map((body) => body.position.y),
        chassis: refs.chassis.current!.position.y, grounded: refs.car.current!.wheels.every((wheel) => wheel.isGrounded),
        wheel: refs.wheelMesh.current!.parent!.position.y,
        steps: log.after, before: log.before,
      }
    })
    expect(seen.ball).toBeCloseTo(0.6, 1)
    expect(seen.object).toBeCloseTo(seen.ball, 2)
    expect(seen.crate[0]).toBeCloseTo(0.5, 2)
    expect(seen.crate.slice(1)).toEqual([4, 1, true])
    // The filter lets it fall through the floor.
    expect(seen.ghost).toBeLessThan(-20)
    expect(seen.walked).toBeGreaterThan(-5)
    seen.bricks.forEach((y, i) => expect(y).toBeCloseTo(0.25 + Math.floor(i / 3) * 0.5, 1))
    expect(seen.speed).toBeCloseTo(3, 1)
    expect([seen.grounded, seen.chassis > 0.3]).toEqual([true, true])
    expect(seen.wheel).toBeLessThan(0)
    expect([seen.steps, seen.before]).toEqual([300, 300])
    expect(ownComplaints()).toEqual([])
  })

  it('tells components what happens to them', async () => {
    const events = await tab.evaluate(() => page.log.events)
    expect(events).toContain('ball hits floor true boolean')
    expect(events.indexOf('into the trigger')).toBeGreaterThanOrEqual(0)
    expect(events).toContain('ball sleeps')
    const forces = events.filter((text) => text.startsWith('force ')).map((text) => Number(text.slice(6)))
    // The weight of four kilograms.
    expect(forces.at(-1)).toBeCloseTo(4 * 9.81, 0)
  })

  it('leaves a picture to look at', async () => {
    await tab.waitForTimeout(500)
    expect(await countColors(tab)).toBeGreaterThan(60)
    mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
    await tab.screenshot({ path: `${PROJECT_ROOT}out/react.png` })
  })

  it('follows its props: places, motors, colliders, instances', async () => {
    const before = await tab.evaluate(() => {
      const { hinge, ball } = page.refs
      ;(globalThis as unknown as { kept: object }).kept = { hinge: hinge.current, ball: ball.current }
      return page.refs.crate.current!.shapes.length
    })
    await set({ ballAt: [-3, 4, 3], speed: -2, extra: true, count: 6 })
    const seen = await tab.evaluate(() => {
      const { hinge, ball, crate, bricks } = page.refs
      const { kept } = globalThis as unknown as { kept: { hinge: object; ball: object } }
      return {
        same: [kept.hinge === hinge.current, kept.ball === ball.current], y: ball.current!.position.y, motor: hinge.current!.motor!.speed,
        shapes: crate.current!.shapes.length, bricks: bricks.current!.length,
      }
    })
    expect(before).toBe(1)
    expect(seen).toEqual({ same: [true, true], y: 4, motor: -2, shapes: 2, bricks: 6 })
    await set({ extra: false, count: 9 })
    expect(await tab.evaluate(() => page.refs.crate.current!.shapes.length)).toBe(1)
    expect(await counts()).toMatchObject({ bodies: BODIES, joints: JOINTS })
  })

  it('goes back to a snapshot', async () => {
    const seen = await tab.evaluate(() => {
      const { log, refs } = page
      const bytes = log.snapshots!.take()
      const hash = log.context!.world.hash()
      const object = log.context!.physics.objectOf(refs.ball.current!)!.mesh
      for (let i = 0; i < 30; i++) log.context!.step(1 / 60)
      const fallen = object.position.y
      log.snapshots!.restore(bytes)
      return { same: log.context!.world.hash() === hash, fallen, back: object.position.y }
    })
    expect(seen.same).toBe(true)
    expect(seen.fallen).toBeLessThan(seen.back - 0.5)
  })

  it('takes a body away with its component, and its ref with it', async () => {
    await set({ crate: false })
    expect(await tab.evaluate(() => [page.refs.crate.current, page.refs.collider.current])).toEqual([null, null])
    expect((await counts()).bodies).toBe(BODIES - 1)
    await set({ crate: true })
    expect((await counts()).bodies).toBe(BODIES)
  })

  it('runs in the frames of fiber while it is not paused', async () => {
    const before = await tab.evaluate(() => page.log.context!.world.stepCount)
    await set({ paused: false })
    await tab.waitForFunction((count) => page.log.context!.world.stepCount > count + 5, before)
    await set({ paused: true })
  })

  it('leaves nothing when all of it is gone, and comes back whole', async () => {
    const world = await tab.evaluateHandle(() => page.log.context!.world)
    await set({ mounted: false })
    expect(await world.evaluate((world) => [world.bodyCount, world.jointCount, world.characterCount, world.vehicleCount])).toEqual([0, 0, 0, 0])
    expect(await tab.evaluate(() => [page.refs.ball.current, page.refs.hinge.current, page.refs.car.current, page.refs.character.current, page.refs.bricks.current]))
      .toEqual([null, null, null, null, null])
    await set({ mounted: true })
    await tab.waitForFunction(() => page.refs.car.current !== null)
    expect(await counts()).toEqual({ bodies: BODIES, joints: JOINTS, characters: 1, vehicles: 1, meshes: BODIES - 8 })
    expect(ownComplaints()).toEqual([])
  })
})

describeWith(hasChromium(), 'there is no Chromium', 'parts of react-three-fiber scenes', () => {
  let browser: Browser
  let tab: Page
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    tab = await browser.newPage({ viewport: { width: 160, height: 120 } })
    await openWith(tab, await bundleForPage(`${PROJECT_ROOT}tests/browser/react-parts-page.ts`, REACT), complaints)
  })

  afterAll(() => browser?.close())

  async function show(name: string): Promise<void> {
    await tab.evaluate((name) => parts.show(name), name)
    await tab.waitForFunction(() => parts.state.error !== '' || (parts.state.context !== null && parts.state.body.current !== null))
  }

  it('make, hold and take away every joint by its component', async () => {
    const names = await tab.evaluate(() => parts.joints)
    // All that the package has.
    const exported = [...readFileSync(`${PROJECT_ROOT}packages/react/src/joints.ts`, 'utf8').matchAll(/export const (\w+Joint): JointComponent/g)]
    expect(names.toSorted()).toEqual(exported.map(([, name]) => name!).toSorted())
    for (const name of names) {
      await show(name)
      const seen = await tab.evaluate(() => {
        const { context, joint, body } = parts.state
        const { world } = context!
        const found = { count: world.jointCount, same: [...world.joints][0] === joint.current, type: joint.current?.type.replace(/[- ]/g, '') ?? '', onB: joint.current?.bodyB === body.current }
        for (let i = 0; i < 30; i++) context!.step(1 / 60)
        return { ...found, finite: Number.isFinite(body.current!.position.x), valid: joint.current!.isValid }
      })
      const type = name === 'CustomJoint' ? 'rod' : name.replace(/Joint$/, '').toLowerCase()
      expect(seen, name).toEqual({ count: 1, same: true, type, onB: true, finite: true, valid: true })
    }
    await show('massive')
    expect(await tab.evaluate(() => parts.state.joint.current)).toBeNull()
  })

  it('step as long as the frame with timeStep="vary", and by themselves with updateLoop="independent"', async () => {
    for (const name of ['vary', 'independent']) {
      await show(name)
      await tab.waitForFunction(() => parts.state.context!.world.stepCount > 10 && parts.state.body.current!.position.y < -0.3)
      const { y, v } = await tab.evaluate(() => ({ y: parts.state.body.current!.position.y, v: parts.state.body.current!.linearVelocity.y }))
      // Free fall, whatever the steps were: v² = 2 g h.
      expect(v * v, name).toBeCloseTo(-2 * 9.81 * y, 6)
    }
  })

  it('make shapes of meshes that come late, and take them away with the meshes', async () => {
    await show('late')
    const read = (): Promise<number[]> => tab.evaluate(() => {
      parts.state.context!.step(1 / 60)
      return [parts.state.body.current!.shapes.length, Math.round(parts.state.body.current!.mass)]
    })
    expect(await read()).toEqual([1, 1000])
    for (const [late, expected] of [[true, [2, 9000]], [false, [1, 1000]]] as const) {
      await tab.evaluate((late) => parts.state.set(late), late)
      await expect.poll(read).toEqual(expected)
    }
  })

  it('take mass properties, and refuse what means nothing here with what to do instead', async () => {
    await show('massive')
    const seen = await tab.evaluate(() => {
      const { mass, localCenterOfMass, getInertia } = parts.state.body.current!
      const { xx, yy, zz, xy } = getInertia.call(parts.state.body.current!)
      return [mass, localCenterOfMass.x, localCenterOfMass.y, xx, yy, zz, xy]
    })
    ;[3, 0.1, 0.2, 2, 1, 2.5, 0].forEach((value, i) => expect(seen[i]).toBeCloseTo(value, 9))
    await show('neutral')
    expect(complaints.filter((text) => !OF_FIBER.test(text))).toEqual([])
    await show('weighed')
    expect(await tab.evaluate(() => {
      const { mass, shapes } = parts.state.body.current!
      return [mass, ...shapes.flatMap(({ kind, density, frictionCombine, restitutionCombine }) => [kind, density * (kind === 'box' ? 0.8 : (4 / 3) * Math.PI * 0.027), frictionCombine, restitutionCombine])]
    }).then((seen) => seen.map((value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value))))
      .toEqual([7, 'sphere', 2, 'min', 'max', 'box', 5, 'min', 'average'])
    expect(await tab.evaluate(() => parts.helpers())).toEqual([1, 2, 3, 0, 0, 1, 0, 0.2, 0, 1])
    await show('colliderMass')
    expect(await tab.evaluate(() => parts.state.error)).toContain('Collider.massProperties')
    for (const name of ['solverGroups', 'dominanceGroup', 'contactSkin', 'softCcdPrediction', 'activeCollisionTypes', 'additionalSolverIterations']) {
      await show(name)
      expect(await tab.evaluate(() => parts.state.error)).toContain(`RigidBody.${name} (7) is not there`)
    }
  })
})
