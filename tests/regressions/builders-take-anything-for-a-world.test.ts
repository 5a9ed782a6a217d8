// Builders given no world, or one of the other dimension, threw a TypeError of the engine's insides.

import { describe, expect, it } from 'vitest'
import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'

type Builder = (world: unknown, definition?: object) => unknown

const [a, b] = [{ x: 0, y: 0, z: 0 }, { x: 3, y: 0, z: 0 }]
const ends2 = { from: { x: 0, y: 0 }, to: { x: 3, y: 0 } }
const definitions = (ends: object): Record<string, object | undefined> => ({
  Chain: { ...ends, links: 3 }, Rope: { ...ends, pieces: 3 }, Bridge: { ...ends, planks: 3 }, Net: { columns: 3, rows: 3, spacing: 0.5 },
  Ragdoll: undefined, Vehicle: undefined,
})

describe.each([
  ['2D', d2, new d2.World(), new d3.World(), definitions(ends2)], ['3D', d3, new d3.World(), new d2.World(), definitions({ from: a, to: b })],
] as const)('builders, %s', (_, engine, own, other, all) => {
  it.each(Object.entries(all))('build%s takes a world of its dimension only', (name, definition) => {
    const build = (engine as unknown as Record<string, Builder>)[`build${name}`]!
    for (const world of [undefined, null, 5, 'world', Symbol('world'), [], {}, engine.World, other]) {
      expect(() => build(world, definition)).toThrow(expect.objectContaining({ name: 'PhysicsError', code: 'wrong-type', field: `${name.toLowerCase()}.world` }) as Error)
    }
    const before = own.bodyCount
    build(own, definition)
    expect(own.bodyCount).toBeGreaterThan(before)
  })
})
