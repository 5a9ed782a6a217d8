import { describe, expect, it } from 'vitest'
import { hull, PhysicsError, World, type ShapeDefinition } from 'fulcrum-physics/3d'

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

  it('is refused when it refers to hulls this world does not have, and nothing changes', () => {
    for (const sizes of [[1], [1, 3], [2, 1], []]) {
      const world = worldOf(sizes)
      const before = world.hash()
      expect(() => world.restore(worldOf([1, 2]).snapshot())).toThrow(PhysicsError)
      expect(world.hash()).toBe(before)
      world.step(1 / 60)
    }
  })
})
