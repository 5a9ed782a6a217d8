import { describe, expect, it } from 'vitest'
import { World as PlaneWorld } from 'fulcrum-physics/2d'
import { defineJoint, hull, PhysicsError, World, type ShapeDefinition } from 'fulcrum-physics/3d'

/** A wedge of its own for each number, so that no two worlds have the same hulls by accident. */
function stone(size: number): ShapeDefinition {
  return hull({
    points: [
      { x: 0, y: 0, z: 0 },
      { x: size, y: 0, z: 0 },
      { x: 0, y: 1, z: 0 },
      { x: 0, y: 0, z: 1 },
    ],
  })
}

function worldOf(sizes: readonly number[]): World {
  const world = new World()
  sizes.forEach((size, i) => world.createBody({ position: { x: 3 * i, y: 0, z: 0 }, shapes: [stone(size)] }))
  world.step(1 / 60)
  return world
}

describe('a snapshot of another world', () => {
  it('is taken when the hulls are the same, and gives the same hash', () => {
    const first = worldOf([1, 2])
    const second = worldOf([1, 2])
    for (let i = 0; i < 20; i++) first.step(1 / 60)
    second.restore(first.snapshot())
    expect(second.hash()).toBe(first.hash())
    first.step(1 / 60)
    second.step(1 / 60)
    expect(second.hash()).toBe(first.hash())
  })

  it('is taken whatever hulls this world has, and goes on alike', () => {
    for (const sizes of [[1], [1, 3], [2, 1], []]) {
      const first = worldOf([1, 2])
      const world = worldOf(sizes)
      world.restore(first.snapshot())
      expect(world.hash()).toBe(first.hash())
      for (let i = 0; i < 20; i++) {
        // A hull that is there already has its number; a new one has the next.
        for (const each of [first, world]) if (i === 5) each.createBody({ shapes: [stone(2), stone(4)] })
        first.step(1 / 60)
        world.step(1 / 60)
        expect(world.hash()).toBe(first.hash())
      }
    }
  })

  it('without geometry is refused when it refers to hulls this world does not have, and nothing changes', () => {
    for (const sizes of [[1], [1, 3], [2, 1], []]) {
      const world = worldOf(sizes)
      const before = world.hash()
      expect(() => world.restore(worldOf([1, 2]).snapshot({ geometry: false }))).toThrow(PhysicsError)
      expect(world.hash()).toBe(before)
      world.step(1 / 60)
    }
  })

  it('of the plane is refused by name', () => {
    const plane = new PlaneWorld()
    expect(() => new World().restore(plane.snapshot())).toThrow(/of a 2D world/)
    expect(() => plane.restore(new World().snapshot())).toThrow(/of a 3D world/)
  })

  it('that holds joints of a type of one\'s own names the type that is missing', () => {
    const world = new World()
    const bodyB = world.createBody({ shapes: [stone(1)] })
    const bead = defineJoint({ name: 'bead', rows: 1, error: (a, b, m) => m.sub(b.position.y, a.position.y) })
    world.createJoint(bead, { bodyB })
    const other = new World()
    expect(() => other.restore(world.snapshot())).toThrow(/"bead"/)
    other.createJoint(bead, { bodyB: other.createBody({ shapes: [stone(1)] }) })
    other.restore(world.snapshot())
    expect(other.hash()).toBe(world.hash())
    expect([...other.joints][0]!.type).toBe('bead')
  })
})
