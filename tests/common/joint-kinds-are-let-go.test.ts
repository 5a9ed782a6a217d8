/** A world lets go of paths and users' own types of joints with the last joint that has them, and still goes back to snapshots that name them. */

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { RECENT_FOR_RESTORE } from '../../src/common/limits.ts'
import { createRandom } from './random.ts'

interface Inside {
  readonly state: {
    readonly jointKinds: readonly { readonly name: string }[]
    readonly builtInKinds: number
    readonly memory: { readonly buffer: ArrayBuffer }
  }
}

type AnyWorld = d2.World | d3.World

interface Case {
  readonly world: AnyWorld
  /** A joint of a kind that no other has. */
  make(): void
  /** Destroys the joint made `age` joints before the last. */
  destroy(age: number): void
}

function ownTypes(dimension: 2 | 3): Case {
  const world: d3.World = dimension === 3 ? new d3.World() : (new d2.World() as unknown as d3.World)
  const shape = dimension === 3 ? d3.sphere({ radius: 1 }) : (d2.circle({ radius: 1 }) as unknown as d3.ShapeDefinition)
  const body = world.createBody({ shapes: [shape] })
  const joints: d3.Joint[] = []
  let made = 0
  return {
    world,
    make() {
      const offset = (made++ % 7) / 10
      const error: d3.ErrorFunction = (a, b, m) => m.sub(m.sub(b.position.y, a.position.y), offset)
      joints.push(world.createCustomJoint({ bodyB: body, anchor: { x: 0, y: 0, z: 0 }, rows: 1, error }))
    },
    destroy: (age) => world.destroyJoint(joints.splice(joints.length - 1 - age, 1)[0]!),
  }
}

function paths(): Case {
  const random = createRandom(4)
  const world = new d3.World()
  const body = world.createBody({ shapes: [d3.sphere({ radius: 1 })] })
  const joints: d3.PathJoint[] = []
  return {
    world,
    make() {
      const points = Array.from({ length: 6 }, (_, i) => ({ x: i, y: random(), z: random() }))
      joints.push(world.createPathJoint({ bodyB: body, path: { points } }))
    },
    destroy: (age) => world.destroyJoint(joints.splice(joints.length - 1 - age, 1)[0]!),
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const LIVE = 5
const ROUNDS = 10_000
/** Bytes of heap that the rounds may leave: destroyed handles wait for a sweep. A type of each round would be 10 MB and more, a path 50 MB. */
const HEAP_LIMIT = 2_000_000

function kindsOf(world: AnyWorld): number {
  const { jointKinds, builtInKinds } = (world as unknown as Inside).state
  return jointKinds.length - builtInKinds
}

const CASES = { 'own types, 2D': () => ownTypes(2), 'own types, 3D': () => ownTypes(3), paths }

for (const [name, start] of Object.entries(CASES)) {
  describe(name, () => {
    it('that come and go leave no number, room or heap behind', { timeout: 120_000 }, async () => {
      const kept = start()
      const { world } = kept
      const { memory } = (world as unknown as Inside).state
      for (let i = 0; i < LIVE; i++) kept.make()
      const comeAndGo = async (rounds: number): Promise<void> => {
        for (let i = 0; i < rounds; i++) {
          kept.make()
          kept.destroy(i % LIVE)
          if (i % 500 === 0) world.restore(world.snapshot())
          // Weak references hold until the end of a job.
          if (i % 100 === 99) await setImmediate()
        }
      }
      // What the compiler makes of the calls is heap too.
      await comeAndGo(ROUNDS)
      const heap = heapUsed()
      const size = world.snapshotSize()
      const bytes = memory.buffer.byteLength
      await comeAndGo(ROUNDS)
      expect(kindsOf(world)).toBe(LIVE)
      expect(memory.buffer.byteLength).toBe(bytes)
      expect(Math.abs(world.snapshotSize() - size)).toBeLessThan(0.2 * size)
      expect(heapUsed() - heap).toBeLessThan(HEAP_LIMIT)
      for (let i = 0; i < LIVE; i++) kept.destroy(0)
      expect(kindsOf(world)).toBe(0)
    })

    it('go on alike in a world that goes back while they come and go', () => {
      const random = createRandom(9)
      const one = start()
      const other = start()
      let alive = 0
      for (let i = 0; i < 80; i++) {
        const makes = alive === 0 || random() < 0.55
        const age = Math.floor(random() * alive)
        const steps = random() < 0.5
        for (const kept of [one, other]) {
          const before = kept.world.snapshot()
          if (kept === other && alive > 0) {
            // Another future, which is then undone.
            for (const joint of [...(kept.world.joints as Iterable<d3.Joint>)]) if (random() < 0.5) (kept.world as d3.World).destroyJoint(joint)
            kept.world.step(1 / 60)
            kept.world.restore(before)
          }
          if (makes) kept.make()
          else kept.destroy(age)
          if (steps) kept.world.step(1 / 60)
        }
        alive += makes ? 1 : -1
        expect(other.world.hash()).toBe(one.world.hash())
        expect(kindsOf(other.world)).toBe(alive)
      }
    })
  })
}

it('goes back past as many types that went as it remembers', () => {
  const kept = ownTypes(3)
  kept.make()
  const bytes = kept.world.snapshot()
  kept.destroy(0)
  for (let i = 1; i < RECENT_FOR_RESTORE; i++) {
    kept.make()
    kept.destroy(0)
  }
  kept.world.restore(bytes)
  expect(kindsOf(kept.world)).toBe(1)
})

it('a joint that is refused leaves no kind behind', () => {
  const world = new d3.World()
  const body = world.createBody({ shapes: [d3.sphere({ radius: 1 })] })
  const points = [{ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }]
  expect(() => world.createPathJoint({ bodyB: body, path: { points }, friction: -1 })).toThrow(d3.PhysicsError)
  expect(kindsOf(world)).toBe(0)
})
