/**
 * Snapshots were taken at their word: a list that leads back made the next step hang, an index beyond its table made it throw, and a few bytes
 * that spoke of ten million rows reserved gigabytes.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { markWords } from '../../src/common/memory/snapshot-part.ts'
import { SNAPSHOT_FORMAT } from '../../src/common/memory/snapshot.ts'

type AnyWorld = d2.World | d3.World
type Columns = Readonly<Record<string, { [at: number]: number }>>

const CHECKSUM = 3

function plane(): AnyWorld {
  const world = new d2.World()
  world.createBody({ type: 'static', shapes: [d2.box({ halfExtents: { x: 20, y: 1 } })] })
  const box = d2.box({ halfExtents: { x: 0.4, y: 0.4 } })
  const bodies = [0, 1, 2].map((i) => world.createBody({ position: { x: i, y: 1.5 }, shapes: [box, d2.circle({ radius: 0.3 })] }))
  world.createHingeJoint({ bodyA: bodies[0]!, bodyB: bodies[1]!, anchor: { x: 0.5, y: 1.5 } })
  world.step(1 / 60)
  return world
}

function space(): AnyWorld {
  const world = new d3.World()
  world.createBody({ type: 'static', shapes: [d3.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
  const box = d3.box({ halfExtents: { x: 0.4, y: 0.4, z: 0.4 } })
  const bodies = [0, 1, 2].map((i) => world.createBody({ position: { x: i, y: 1.5, z: 0 }, shapes: [box, d3.sphere({ radius: 0.3 })] }))
  world.createBallJoint({ bodyA: bodies[0]!, bodyB: bodies[1]!, anchor: { x: 0.5, y: 1.5, z: 0 } })
  world.step(1 / 60)
  return world
}

/** A snapshot with one number of a table replaced. */
function forge(build: () => AnyWorld, table: string, column: string, at: number, value: number): Uint8Array {
  const world = build()
  const found = world.state.memory.tables.find(({ name }) => name === table)!
  ;(found.columns as unknown as Columns)[column]![at] = value
  return world.snapshot()
}

const FORGERIES = [
  ['a list of shapes that leads back', 'shapes', 'nextOfBody', 2, 2],
  ['a ring of sleepers that never closes', 'bodies', 'sleepNext', 1, 2],
  ['a free list that goes round', 'globals', 'freeHead', 0, 1],
  ['a shape of no body', 'shapes', 'body', 1, 99],
  ['a pair of no shape', 'pairs', 'shapeB', 0, 12345],
  ['a pair of a body with itself', 'pairs', 'shapeB', 0, 0],
  ['a contact beyond the table', 'pairs', 'contact', 0, 4000],
  ['a kind of joint that is none', 'joints', 'kind', 0, 500],
  ['a joint of no body', 'joints', 'bodyB', 0, -7],
  ['a kind of shape that is none', 'shapes', 'kind', 0, 200],
  ['a million substeps', 'globals', 'substeps', 0, 1e6],
  ['a pose that is no number', 'bodies', 'x', 2, NaN],
  ['a size below zero', 'shapes', 'size', 8, -1],
  ['no mass', 'bodies', 'mass', 1, 0],
  ['more awake pairs than pairs', 'globals', 'awakePairs', 0, 1000],
] as const

describe.each([['2D', plane], ['3D', space]] as const)('%s', (_name, build) => {
  it.each(FORGERIES)('%s is refused, and nothing changes', (_what, table, column, at, value) => {
    const bytes = forge(build, table, column, at, value)
    const world = build()
    const hash = world.hash()
    expect(() => world.restore(bytes)).toThrow(/restore\.bytes .* is damaged/)
    expect(world.hash()).toBe(hash)
    world.step(1 / 60)
  })

  it('lengths that the bytes do not bear out reserve nothing', () => {
    const world = build()
    const honest = world.snapshot()
    const memory = world.state.memory.buffer.byteLength
    const words = new Int32Array(honest.buffer)
    for (let at = 8; at < words.length; at++) {
      const forged = words.slice()
      forged[at] = 1e7
      forged[CHECKSUM] = markWords(forged, CHECKSUM + 1, forged.length, SNAPSHOT_FORMAT)
      try {
        world.restore(new Uint8Array(forged.buffer))
      } catch (error) {
        expect((error as Error).name).toBe('PhysicsError')
      }
      expect(world.state.memory.buffer.byteLength).toBe(memory)
    }
  })

  it('a single flipped bit is found by the checksum', () => {
    const world = build()
    const bytes = world.snapshot()
    for (let bit = 0; bit < bytes.length * 8; bit += 37) {
      const damaged = bytes.slice()
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => world.restore(damaged)).toThrow(/restore\.bytes/)
    }
  })
})
