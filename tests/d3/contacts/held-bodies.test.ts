/** What hangs on the immovable by a joint stands as firmly as what lies on it: light things on it are no hard case. */

import { box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60
/** Sixteen substeps and the last half: two sweeps each for heavy on light, besides those of the error control. */
const HEAVY_SWEEPS = 34

/** Sweeps of a step after a second: a slab of a tonne, held or lying on the ground, and a light box on it or under it. */
function sweeps(held: boolean, boxAbove: boolean): number {
  const world = new World({ sleeping: false })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 } })] })
  const y = held ? 3 : boxAbove ? 0.25 : 0.75
  const slab = world.createBody({ position: { x: 0, y, z: 0 }, mass: 1000, shapes: [box({ halfExtents: { x: 1, y: 0.25, z: 1 } })] })
  world.createBody({ position: { x: 0, y: boxAbove ? y + 0.5 : 0.25, z: 0 }, mass: 1, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })] })
  if (held) world.createFixedJoint({ bodyB: slab })
  for (let i = 0; i < 60; i++) world.step(DT)
  return world.stats.sweeps
}

it('a light box on a heavy slab is easy, whether the slab lies or hangs', () => {
  expect(sweeps(false, true)).toBeLessThan(HEAVY_SWEEPS)
  expect(sweeps(true, true)).toBeLessThan(HEAVY_SWEEPS)
})

it('a heavy slab on a light box is not', () => {
  expect(sweeps(false, false)).toBe(HEAVY_SWEEPS)
})
