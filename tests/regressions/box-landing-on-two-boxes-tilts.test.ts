/**
 * A box in the plane that came down flat on two boxes at once was tilted by up to 4°, because one sweep could not settle four points that
 * strike in the same substep.
 *
 */

import { box, World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'

it.each([[2, 0], [3, 0.1], [5, 0.2], [1, 0.05], [4, 0.3]])('at %d m/s, %d m beside the seam, it stays level', (speed, beside) => {
  const world = new World({ sleeping: false })
  const block = box({ halfExtents: { x: 0.5, y: 0.5 } })
  for (const x of [-0.5, 0.5]) world.createBody({ type: 'static', position: { x, y: -0.5 }, shapes: [block] })
  const body = world.createBody({
    position: { x: beside, y: 0.9 }, linearVelocity: { x: 0, y: -speed }, shapes: [box({ halfExtents: { x: 0.4, y: 0.4 } })],
  })
  let tilt = 0
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60)
    tilt = Math.max(tilt, Math.abs(body.rotation))
  }
  // Its corners may stand at different depths within the slop, which is 5e-4 of its width.
  expect(tilt).toBeLessThan(5e-4)
})
