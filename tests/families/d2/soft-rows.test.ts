/** Soft rows by β and γ in the plane. */

import { box, World } from 'fulcrum-physics/2d'
import { softRows } from '../common/soft-rows.ts'
import { testFamily } from '../family.ts'

testFamily(softRows('2D', ({ mass, beta, gamma, start, gravity, substeps, dt, steps }) => {
  const world = new World({ gravity: { x: 0, y: -gravity }, substeps, sleeping: false })
  const body = world.createBody({ mass, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  world.createFixedJoint({ bodyB: body, anchor: { x: 0, y: 0 }, softness: { beta, gamma } })
  body.position = { x: 0, y: start }
  return Array.from({ length: steps }, () => {
    world.step(dt)
    return body.position.y
  })
}))
