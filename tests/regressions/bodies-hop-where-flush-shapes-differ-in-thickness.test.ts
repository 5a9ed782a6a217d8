/**
 * In space, a ball or a box that went from a mesh to a flush box, or from a thin box to a thick one, was lifted by 3 m/s for a step: the contact that
 * was laid down into the plane of the other shape took its height from the centre of its own.
 */

import { box, mesh, sphere, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const ICE = { friction: 0 }
const SHEET = { positions: [-4, 0, -3, 0, 0, -3, -4, 0, 3, 0, 0, 3], indices: [0, 2, 1, 1, 2, 3] }
const slab = (x: number, thick: number): ReturnType<typeof box> =>
  box({ halfExtents: { x: 2, y: thick / 2, z: 3 }, position: { x, y: -thick / 2, z: 0 }, ...ICE })

const FLOORS = {
  'a mesh to a box': () => [mesh({ ...SHEET, ...ICE }), slab(2, 1)],
  'a thin box to a thick one': () => [slab(-2, 0.1), slab(2, 2)],
}
const MOVERS = {
  ball: sphere({ radius: 0.3, ...ICE }),
  'box with round edges': box({ halfExtents: { x: 0.3, y: 0.3, z: 0.2 }, rounding: 0.1, ...ICE }),
}

for (const [floor, shapes] of Object.entries(FLOORS)) for (const [mover, shape] of Object.entries(MOVERS)) {
  it(`a ${mover} goes from ${floor} without a hop`, () => {
    for (let k = 0; k < 60; k++) {
      const world = new World({ sleeping: false })
      world.createBody({ type: 'static', shapes: shapes() })
      const body = world.createBody({ position: { x: -0.4, y: 0.3, z: 0 }, linearVelocity: { x: 2 + 0.017 * k, y: 0, z: 0.3 }, shapes: [shape] })
      for (let step = 0; step < 40; step++) {
        world.step(1 / 120)
        expect(Math.abs(body.position.y - 0.3), `speed ${k}`).toBeLessThan(1e-6)
      }
    }
  })
}
