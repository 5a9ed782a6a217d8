/**
 * A body that was quarantined for an absurd force while it touched something static took everything with it that touches anything static,
 * in three dimensions: its contact has no inverse mass on either side, the block solve divided by zero, and what is no number went into the
 * velocity of the immovable, which all such contacts share. Bodies with all axes locked are the same case.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60
const STEPS_TO_LAND = 40
const PLACES = [0, 3, 6, 9]

it('2D: one of four boxes on the ground goes into quarantine, and no other', () => {
  const world = new d2.World()
  world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [d2.box({ halfExtents: { x: 50, y: 1 } })] })
  const boxes = PLACES.map((x) => world.createBody({
    position: { x, y: 1.2 }, angularVelocity: 2, shapes: [d2.box({ halfExtents: { x: 0.4, y: 0.4 } })],
  }))
  for (let i = 0; i < STEPS_TO_LAND; i++) world.step(DT)
  boxes[1]!.applyForce({ x: 1e30, y: 0 })
  world.step(DT)
  expect(world.events.quarantined.map(({ body }) => boxes.indexOf(body))).toEqual([1])
})

it('3D: one of four boxes on the ground goes into quarantine, and no other', () => {
  const world = new d3.World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 50, y: 1, z: 50 } })] })
  const boxes = PLACES.map((x) => world.createBody({
    position: { x, y: 1.2, z: 0 }, angularVelocity: { x: 1, y: 2, z: 3 }, shapes: [d3.box({ halfExtents: { x: 0.4, y: 0.4, z: 0.4 } })],
  }))
  for (let i = 0; i < STEPS_TO_LAND; i++) world.step(DT)
  boxes[1]!.applyForce({ x: 1e30, y: 0, z: 0 })
  world.step(DT)
  expect(world.events.quarantined.map(({ body }) => boxes.indexOf(body))).toEqual([1])
})

it('3D: a body with all axes locked that touches the ground leaves the others alone', () => {
  const world = new d3.World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 50, y: 1, z: 50 } })] })
  const every = { x: true, y: true, z: true }
  const boxes = PLACES.map((x, i) => world.createBody({
    position: { x, y: i === 1 ? 0.399 : 1.2, z: 0 }, angularVelocity: { x: 1, y: 2, z: 3 }, shapes: [d3.box({ halfExtents: { x: 0.4, y: 0.4, z: 0.4 } })],
    ...(i === 1 ? { lockedAxes: { linear: every, angular: every } } : {}),
  }))
  for (let i = 0; i < STEPS_TO_LAND; i++) {
    world.step(DT)
    expect(world.events.quarantined).toHaveLength(0)
  }
  expect(boxes[1]!.position).toEqual({ x: 3, y: 0.399, z: 0 })
  expect(boxes[2]!.position.y).toBeLessThan(0.8)
})
