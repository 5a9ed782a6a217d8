/**
 * A world with 33 to 64 contacts went on from a snapshot otherwise than the world that had taken it, if that one had had more before: the
 * list of neighbours had room for half of them, and what did not fit was not counted when the island was classified.
 *
 */

import { box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60
const CUBE = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })

/** Columns of boxes, six of them, that sway. */
function columns(count: number): World {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 100, y: 1, z: 100 } })] })
  for (let i = 0; i < count; i++) {
    world.createBody({
      position: { x: 1.1 * (i % 6), y: 0.52 + 1.05 * Math.floor(i / 6), z: 0 }, angularVelocity: { x: 0.1, y: 0, z: 0.2 }, shapes: [CUBE],
    })
  }
  return world
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) world.step(DT)
}

it('48 contacts go on alike in a world that never had more and in one that had', () => {
  const small = columns(48)
  run(small, 30)
  expect(small.stats.contacts).toBe(48)
  const bytes = small.snapshot()
  const large = columns(150)
  run(large, 10)
  large.restore(bytes)
  run(small, 30)
  run(large, 30)
  expect(large.hash()).toBe(small.hash())
})
