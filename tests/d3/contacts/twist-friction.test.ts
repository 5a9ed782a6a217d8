/** A square plate that spins on its face, pressed evenly: friction brakes it with μ m g times the mean distance of the square from its middle. */

import { box, cylinder, World } from 'fulcrum-physics/3d'
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

it.each([
  [0.05, 0.3, 1 / 60],
  [0.5, 0.6, 1 / 144],
])('of a disc of radius %f m, μ %f, steps of %f s: brakes at two thirds of the radius', (radius, friction, dt) => {
  const world = new World({ sleeping: false, gravity: { x: 0, y: -GRAVITY, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 }, friction })] })
  const puck = world.createBody({ position: { x: 0, y: radius / 4, z: 0 }, shapes: [cylinder({ radius, halfHeight: radius / 4, friction })] })
  for (let i = 0; i < 30; i++) world.step(dt)
  puck.angularVelocity = { x: 0, y: SPIN, z: 0 }
  const brake = (friction * GRAVITY * (2 / 3) * radius) / (0.5 * radius * radius)
  const steps = Math.ceil(SPIN / 2 / brake / dt)
  for (let i = 0; i < steps; i++) world.step(dt)
  expect((SPIN - puck.angularVelocity.y) / (brake * steps * dt)).toBeCloseTo(1, 2)
})

it('of a roller that lies on its side: brakes at half of its half length', () => {
  const [half, friction, dt] = [0.5, 0.4, 1 / 60]
  const world = new World({ sleeping: false, gravity: { x: 0, y: -GRAVITY, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 }, friction })] })
  const lying = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }
  const roller = world.createBody({ position: { x: 0, y: 0.05, z: 0 }, rotation: lying, shapes: [cylinder({ radius: 0.05, halfHeight: half, friction })] })
  for (let i = 0; i < 30; i++) world.step(dt)
  roller.angularVelocity = { x: 0, y: SPIN, z: 0 }
  const brake = (friction * GRAVITY * 0.5 * half) / ((0.05 * 0.05) / 4 + (half * half) / 3)
  const steps = Math.ceil(SPIN / 2 / brake / dt)
  for (let i = 0; i < steps; i++) world.step(dt)
  expect((SPIN - roller.angularVelocity.y) / (brake * steps * dt)).toBeCloseTo(1, 1)
})
