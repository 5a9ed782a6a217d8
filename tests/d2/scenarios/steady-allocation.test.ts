/** A step in a world where nothing is added or removed makes no arrays and leaves the heap as it was. */

import { box, capsule, chain, circle, polygon, World, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { afterEach, expect, it, vi } from 'vitest'
import { DT } from '../setup.ts'

/** Spells that the heap is looked at after. */
const SPELLS = 5

/** Counts the typed arrays made from here on. */
function countArrays(): { count: number } {
  const counter = { count: 0 }
  for (const name of ['Float64Array', 'Int32Array', 'Uint8Array'] as const) {
    const counting = new Proxy(globalThis[name], {
      construct(target, args, newTarget) {
        counter.count++
        return Reflect.construct(target, args, newTarget) as object
      },
    })
    vi.stubGlobal(name, counting)
  }
  return counter
}

afterEach(() => vi.unstubAllGlobals())

/** A basin with a stirrer in it, so that contacts come and go for ever. */
function stirredBasin(): World {
  const world = new World({ sleeping: false })
  const basin = chain({ points: [{ x: -4, y: 9 }, { x: -4, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 9 }] })
  world.createBody({ type: 'static', shapes: [basin, box({ halfExtents: { x: 1, y: 1 }, position: { x: 0, y: 2 }, sensor: true })] })
  world.createBody({ type: 'kinematic', position: { x: 0, y: 2 }, angularVelocity: 1.5, shapes: [box({ halfExtents: { x: 1.6, y: 0.1 } })] })
  const kinds = [
    circle({ radius: 0.25, rollingResistance: 0.01 }),
    box({ halfExtents: { x: 0.3, y: 0.2 } }),
    capsule({ radius: 0.15, halfLength: 0.2, restitution: 0.3 }),
    polygon({ points: [{ x: 0, y: 0 }, { x: 0.5, y: 0 }, { x: 0.1, y: 0.5 }], radius: 0.02 }),
  ]
  fill(world, kinds, 60, 3.5)
  // Lists grow with the most contacts, and the most pairs near each other, that there have been at once: a crowd makes them longer than they need be.
  const crowd = fill(world, kinds, 60, 10)
  for (let i = 0; i < 300; i++) world.step(DT)
  for (const body of crowd) world.destroyBody(body)
  return world
}

function fill(world: World, kinds: readonly ShapeDefinition[], count: number, height: number): Body[] {
  return Array.from({ length: count }, (_, i) => {
    const position = { x: (i % 7) - 3, y: height + 0.7 * Math.floor(i / 7) }
    return world.createBody({ position, rotation: i, shapes: [kinds[i % 4]!] })
  })
}

it('3000 steps of a stirred basin', { timeout: 120_000 }, () => {
  const world = stirredBasin()
  for (let i = 0; i < 1500; i++) world.step(DT)
  const { gc } = globalThis as unknown as { gc: () => void }
  const arrays = countArrays()
  expect(new Float64Array(1).length).toBe(1)
  expect(arrays.count).toBe(1)
  gc()
  const first = process.memoryUsage()
  // What the compiler keeps comes at once or not at all; what a step leaves behind comes in every spell.
  const growth: number[] = []
  for (let spell = 0; spell < SPELLS; spell++) {
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 3000 / SPELLS; i++) world.step(DT)
    gc()
    growth.push(process.memoryUsage().heapUsed - before)
  }
  expect(arrays.count).toBe(1)
  vi.unstubAllGlobals()
  expect(world.stats.contacts).toBeGreaterThan(40)
  growth.sort((a, b) => a - b)
  expect(growth[SPELLS >> 1]).toBeLessThan((256 * 1024) / SPELLS)
  expect(process.memoryUsage().arrayBuffers - first.arrayBuffers).toBeLessThan(1024)
})
