/**
 * Friction along a plane was lost by bodies that are locked into it, that is along z and about x: the friction across the plane has no
 * inverse mass left, the block of the two tangents is singular, and what friction the other one has went with it. A box that should stop
 * after v² / (2 μ g) = 1.36 m slid on for ever. Found by comparing planar scenes in both dimensions.
 */

import { box, sphere, World, type LockedAxes, type ShapeDefinition } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const SPEED = 4
const FRICTION = 0.6
const STOP = (SPEED * SPEED) / (2 * FRICTION * 9.81)
const PLANAR: LockedAxes = { linear: { z: true }, angular: { x: true, y: true } }

/** How far a body slides or rolls over the floor in two seconds. */
function way(shape: ShapeDefinition, lockedAxes: LockedAxes): number {
  const world = new World({ sleeping: false })
  const floor = box({ halfExtents: { x: 50, y: 1, z: 50 }, friction: FRICTION })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [floor] })
  const body = world.createBody({ position: { x: 0, y: 0.5, z: 0 }, linearVelocity: { x: SPEED, y: 0, z: 0 }, shapes: [shape], lockedAxes })
  for (let i = 0; i < 120; i++) world.step(1 / 60)
  return body.position.x
}

const crate = box({ halfExtents: { x: 1, y: 0.5, z: 0.5 }, friction: FRICTION })
const ball = sphere({ radius: 0.5, friction: FRICTION })

it('a box that is locked into a plane is stopped by friction', () => expect(way(crate, PLANAR)).toBeCloseTo(STOP, 3))

it('a ball that is locked into a plane starts to roll', () => expect(way(ball, PLANAR)).toBeCloseTo(way(ball, {}), 6))

it('a box that is locked along z, or about x and y, is stopped by friction', () => {
  expect(way(crate, { linear: { z: true } })).toBeCloseTo(STOP, 3)
  expect(way(crate, { angular: { x: true, y: true } })).toBeCloseTo(STOP, 3)
})
