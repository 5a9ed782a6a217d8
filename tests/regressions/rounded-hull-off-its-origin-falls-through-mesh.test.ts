/**
 * Which side of a triangle a rounded hull is on was told by its origin, not by its middle: a stone whose points lie beside their origin rolled over,
 * its origin came below the ground, and it fell through triangles that count from the front.
 */

import { expect, it } from 'vitest'
import { hull, mesh, World } from 'fulcrum-physics/3d'
import { gridSurface } from '../d3/meshes/grids.ts'
import { randomOf } from '../families/family.ts'

it('rounded hulls stay above a grid wherever their origin is', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = randomOf(seed)
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh({ ...gridSurface(20, 1), friction: 1 })] })
    const aside = random.between(0.5, 1.5)
    const points = Array.from({ length: 10 }, () => ({ x: aside + random.between(-0.4, 0.4), y: random.between(-0.4, 0.4), z: random.between(-0.4, 0.4) }))
    const body = world.createBody({
      position: { x: -aside, y: 2, z: 0 }, angularVelocity: { x: 0, y: 0, z: random.between(-8, 8) },
      shapes: [hull({ points, rounding: 0.05, friction: 1, rollingResistance: 0.05 })],
    })
    for (let step = 0; step < 120; step++) world.step(1 / 60)
    expect(body.centerOfMass.y, `seed ${seed}`).toBeGreaterThan(0.05)
  }
})
