/** Bodies come to rest on meshes: where a closed form says, in a corner by several manifolds, asleep, and after a restore as before. */

import { box, capsule, hull, mesh, sphere, TriangleMesh, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { stateOf } from '../joints/lab.ts'
import { gridSurface, randomSheet } from './grids.ts'

const SHAPES: Record<string, { shape: ShapeDefinition; height: number }> = {
  ball: { shape: sphere({ radius: 0.4 }), height: 0.4 },
  box: { shape: box({ halfExtents: { x: 0.5, y: 0.3, z: 0.4 } }), height: 0.3 },
  capsule: { shape: capsule({ radius: 0.25, halfLength: 0.5, rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } }), height: 0.25 },
  hull: { shape: hull({ points: [-1, 1].flatMap(x => [-1, 1].flatMap(z => [{ x, y: -0.2, z }, { x: 0.5 * x, y: 0.4, z: 0.5 * z }])) }), height: 0.2 },
}

function settle(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) {
    world.step(1 / 60)
    validateStep(world)
  }
}

describe('a flat mesh of random triangles', () => {
  for (const [name, { shape, height }] of Object.entries(SHAPES)) {
    it(`carries a ${name}, which falls asleep at its height`, () => {
      const world = new World()
      world.createBody({ type: 'static', shapes: [mesh(randomSheet(7, -5, -5, 5, 5, 12))] })
      const body = world.createBody({ position: { x: 0.17, y: height + 0.3, z: -0.23 }, shapes: [shape] })
      settle(world, 240)
      expect(body.isAwake).toBe(false)
      expect(name === 'hull' ? worldLowest(body) : body.position.y - height).toBeCloseTo(0, 3)
    })
  }
})

/** Lowest corner of a hull. */
function worldLowest(body: Body): number {
  const points = body.shapes[0]!.points!
  let least = Infinity
  for (let i = 0; i < points.length; i += 3) {
    least = Math.min(least, body.worldPoint({ x: points[i]!, y: points[i + 1]!, z: points[i + 2]! }).y)
  }
  return least
}

describe('several manifolds of one pair', () => {
  it('a ball in a groove touches both sides: half the weight over the cosine each', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh({ ...gridSurface(8, 1, x => Math.abs(x)), friction: 0 })] })
    const body = world.createBody({ position: { x: 0, y: 1, z: 0.2 }, shapes: [sphere({ radius: 0.5, friction: 0 })] })
    settle(world, 120)
    expect(body.position.y).toBeCloseTo(0.5 * Math.SQRT2, 3)
    const contacts = body.contacts()
    expect(contacts).toHaveLength(2)
    const weight = body.mass * 9.81 / 60
    for (const { impulse, normal } of contacts) {
      expect(Math.abs(normal.x)).toBeCloseTo(Math.SQRT1_2, 9)
      expect(impulse / (weight * Math.SQRT1_2)).toBeCloseTo(1, 3)
    }
  })

  it('one event begins for the pair, and one ends', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    world.createBody({ type: 'static', shapes: [mesh(gridSurface(8, 1, x => Math.abs(x)))] })
    const body = world.createBody({ position: { x: 0, y: 1, z: 0.2 }, linearVelocity: { x: 0, y: -1, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    let begins = 0
    let ends = 0
    for (let i = 0; i < 120; i++) {
      if (i === 60) body.linearVelocity = { x: 0, y: 2, z: 0 }
      world.step(1 / 60)
      validateStep(world)
      begins += world.events.contactBegin.length
      ends += world.events.contactEnd.length
    }
    expect([begins, ends]).toEqual([1, 1])
  })
})

describe('snapshots', () => {
  it('hold the mesh: restored in mid-slide into another world, the hash stays the same', () => {
    const world = new World()
    const surface = gridSurface(20, 0.7, (x, z) => 0.15 * Math.sin(x) * Math.cos(1.3 * z))
    world.createBody({ type: 'static', shapes: [mesh(surface)] })
    for (let i = 0; i < 12; i++) {
      const { shape } = Object.values(SHAPES)[i % 4]!
      world.createBody({ position: { x: (i % 4) * 2 - 3, y: 1, z: Math.floor(i / 4) * 2 - 2 }, linearVelocity: { x: 3, y: 0, z: 1 }, shapes: [shape] })
    }
    settle(world, 35)
    const bytes = world.snapshot()
    const other = new World()
    other.restore(bytes)
    expect(other.hash()).toBe(world.hash())
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60)
      other.step(1 / 60)
      expect(other.hash()).toBe(world.hash())
    }
  })

  it('the mesh goes with its last shape', () => {
    const world = new World()
    const built = TriangleMesh.build(gridSurface(4, 1))
    const first = world.createBody({ type: 'static', shapes: [mesh({ mesh: built })] })
    const second = world.createBody({ type: 'kinematic', shapes: [mesh({ mesh: built, sides: 'both' })] })
    expect(first.shapes[0]!.mesh).toBe(built)
    expect(second.shapes[0]!.sides).toBe('both')
    expect(stateOf(world).hullRegistry.count).toBe(1)
    world.destroyBody(first)
    expect(stateOf(world).hullRegistry.count).toBe(1)
    world.destroyBody(second)
    expect(stateOf(world).hullRegistry.count).toBe(0)
  })
})

describe('what is refused', () => {
  const open = (): ShapeDefinition => mesh(gridSurface(2, 1))

  it('a dynamic body with a mesh, however it comes by one; the world is as it was', () => {
    const world = new World()
    const before = world.hash()
    expect(() => world.createBody({ shapes: [open()] })).toThrow(/static or kinematic/)
    expect(world.hash()).toBe(before)
    const dynamic = world.createBody({ shapes: [sphere({ radius: 1 })] })
    expect(() => dynamic.addShape(open())).toThrow(/static or kinematic/)
    const fixed = world.createBody({ type: 'static', shapes: [open(), sphere({ radius: 1 })] })
    expect(() => { fixed.type = 'dynamic' }).toThrow(/static or kinematic/)
    expect(fixed.type).toBe('static')
  })

  it('options that are none', () => {
    expect(() => mesh({ sides: 'back' as never, ...gridSurface(1, 1) })).toThrow(/mesh.sides/)
    expect(() => mesh({ mesh: {} as never })).toThrow(/mesh.mesh/)
    expect(() => mesh({ mesh: TriangleMesh.build(gridSurface(1, 1)), positions: [] })).toThrow(/one of the two/)
    expect(() => mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 0, NaN] })).toThrow(/positions\[2\]\.z/)
  })
})
