/** A world lets go of hulls and polygons with the last shape that uses them, and numbers those that come next by what it holds alone. */

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

interface Kept {
  readonly list: readonly unknown[]
  readonly count: number
}

interface Case {
  /** A body with a shape that no other has. */
  make(): void
  /** Destroys the oldest body. */
  destroy(): void
  readonly world: d2.World | d3.World
  kept(): Kept
  /** Elements that the world holds for its geometry besides. */
  room(): number
}

type Inside<W> = { readonly state: W }

function flat(seed: number): Case {
  const random = createRandom(seed)
  const world = new d2.World()
  const bodies: d2.Body[] = []
  const { state } = world as unknown as Inside<{ polygonRegistry: Kept; packedPolygons: { data: Float64Array; start: Int32Array } }>
  return {
    world,
    make() {
      const count = 3 + Math.floor(9 * random())
      const points = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count
        return { x: Math.cos(angle) * (1 + 0.1 * random()), y: Math.sin(angle) }
      })
      bodies.push(world.createBody({ position: { x: 100 * random(), y: 100 * random() }, shapes: [d2.polygon({ points })] }))
    },
    destroy: () => world.destroyBody(bodies.shift()!),
    kept: () => state.polygonRegistry,
    room: () => state.packedPolygons.data.length + state.packedPolygons.start.length,
  }
}

function solid(seed: number): Case {
  const random = createRandom(seed)
  const world = new d3.World()
  const bodies: d3.Body[] = []
  const { state } = world as unknown as Inside<{ hullRegistry: Kept }>
  return {
    world,
    make() {
      const points = Array.from({ length: 10 }, () => ({ x: random(), y: random(), z: random() }))
      const position = { x: 100 * random(), y: 100 * random(), z: 100 * random() }
      bodies.push(world.createBody({ position, shapes: [d3.hull({ points })] }))
    },
    destroy: () => world.destroyBody(bodies.shift()!),
    kept: () => state.hullRegistry,
    room: () => 0,
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const LIVE = 20
const ROUNDS = 3000
/** Bytes of heap that the rounds may leave; one geometry of each round would be 2 MB and more. */
const HEAP_LIMIT = 400_000

for (const [name, start] of [['polygons', flat], ['hulls', solid]] as const) {
  describe(name, () => {
    it('that come and go leave no number, room or heap behind', { timeout: 60_000 }, async () => {
      const kept = start(1)
      const { world } = kept
      for (let i = 0; i < LIVE; i++) kept.make()
      const comeAndGo = async (): Promise<void> => {
        for (let i = 0; i < ROUNDS; i++) {
          kept.make()
          kept.destroy()
          // Weak references hold until the end of a job.
          if (i % 100 === 99) await setImmediate()
        }
      }
      await comeAndGo()
      const heap = heapUsed()
      const room = kept.room()
      const size = world.snapshotSize()
      await comeAndGo()
      expect(kept.kept().count).toBe(LIVE)
      expect(kept.kept().list.length).toBeLessThanOrEqual(LIVE + 1)
      expect(kept.room()).toBe(room)
      expect(Math.abs(world.snapshotSize() - size)).toBeLessThan(0.2 * size)
      expect(heapUsed() - heap).toBeLessThan(HEAP_LIMIT)
      for (let i = 0; i < LIVE; i++) kept.destroy()
      expect(kept.kept().list).toHaveLength(0)
    })

    it('get the same numbers in a restored world, whatever was there before', () => {
      const random = createRandom(3)
      for (let seed = 0; seed < 20; seed++) {
        const one = start(seed)
        const other = start(seed)
        let alive = 0
        for (let i = 0; i < 60; i++) {
          const makes = alive === 0 || random() < 0.55
          for (const kept of [one, other]) {
            if (makes) kept.make()
            else kept.destroy()
            if (kept === other) {
              const bytes = kept.world.snapshot()
              kept.world.step(1 / 60)
              kept.world.restore(bytes)
            }
          }
          alive += makes ? 1 : -1
          expect(other.world.hash()).toBe(one.world.hash())
          expect(other.kept().list.map((geometry) => geometry !== undefined)).toEqual(one.kept().list.map((geometry) => geometry !== undefined))
        }
      }
    })

    it('are there again when the world goes back by a snapshot without geometry', () => {
      const kept = start(5)
      for (let i = 0; i < 4; i++) kept.make()
      const bytes = kept.world.snapshot({ geometry: false })
      const before = kept.world.hash()
      kept.destroy()
      kept.destroy()
      kept.make()
      kept.world.restore(bytes)
      expect(kept.world.hash()).toBe(before)
      kept.world.step(1 / 60)
      expect(kept.kept().count).toBe(4)
    })
  })
}

it('a polygon given again after it was let go, and its equals, have one number', () => {
  const world = new d2.World()
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]
  const [one, equal] = [d2.polygon({ points }), d2.polygon({ points })]
  const { polygonRegistry } = (world as unknown as Inside<{ polygonRegistry: Kept }>).state
  for (const shapes of [[one], [equal], [one, equal], [equal, one]]) {
    const body = world.createBody({ shapes })
    expect(polygonRegistry.list).toHaveLength(1)
    expect(body.shapes.map((shape) => shape.points?.length)).toEqual(shapes.map(() => 6))
    body.removeShape(body.shapes[0]!)
    expect(polygonRegistry.count).toBe(shapes.length - 1)
    world.destroyBody(body)
    expect(polygonRegistry.list).toHaveLength(0)
  }
})
