/** A ray that started inside several shapes hit the one that the tree showed first; it hits the one with the smallest row. */

import { sphere, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

it('a ray from inside several shapes hits the first of them, as castRayAll says', () => {
  for (let seed = 0; seed < 40; seed++) {
    const world = new World()
    const count = 5 + (seed % 30)
    for (let i = 0; i < count; i++) {
      const place = ((i * 7919 + seed * 104729) % 100) / 100
      world.createBody({ type: i % 2 === 0 ? 'static' : 'dynamic', gravityScale: 0, position: { x: place, y: 0, z: 1 - place }, shapes: [sphere({ radius: 2 })] })
    }
    if (seed % 2 === 1) world.step(1e-3)
    const ray = { origin: { x: 0.5, y: 0, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } }
    expect(world.castRay(ray)!.shape).toBe(world.castRayAll(ray)[0]!.shape)
  }
})
