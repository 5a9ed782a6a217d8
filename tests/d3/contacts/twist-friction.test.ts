/** A square plate that spins on its face, pressed evenly: friction brakes it with μ m g times the mean distance of the square from its middle. */

import { box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const GRAVITY = 9.81
const SPIN = 10

/** Mean distance of a square of half side 1 from its middle. */
const MEAN_DISTANCE = (Math.SQRT2 + Math.asinh(1)) / 3

it.each([
  [0.05, 0.3, 1 / 60],
  [0.5, 0.2, 1 / 60],
  [0.5, 0.6, 1 / 144],
  [2, 0.6, 1 / 60],
])('of half side %f m, μ %f, steps of %f s: loses half its spin in time', (side, friction, dt) => {
  const world = new World({ sleeping: false, gravity: { x: 0, y: -GRAVITY, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 }, friction })] })
  const shape = box({ halfExtents: { x: side, y: side / 4, z: side }, friction })
  const plate = world.createBody({ position: { x: 0, y: side / 4, z: 0 }, shapes: [shape] })
  for (let i = 0; i < 30; i++) world.step(dt)
  plate.angularVelocity = { x: 0, y: SPIN, z: 0 }
  // Torque over inertia: the inertia of a square plate about its normal is 2/3 m side².
  const brake = (friction * GRAVITY * MEAN_DISTANCE * side) / ((2 / 3) * side * side)
  const steps = Math.ceil(SPIN / 2 / brake / dt)
  for (let i = 0; i < steps; i++) world.step(dt)
  expect((SPIN - plate.angularVelocity.y) / (brake * steps * dt)).toBeCloseTo(1, 3)
})
