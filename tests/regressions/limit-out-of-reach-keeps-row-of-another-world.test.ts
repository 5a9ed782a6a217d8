/**
 * The rows of the solver are shared by all worlds. A limit too far away to matter left its row early, with the Jacobian of whoever stood
 * there before: infinite ones, from a world of absurd masses, took the joint's bodies with them.
 */

import { type Body, box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import type { ScratchTable } from '../../src/common/memory/scratch-table.ts'

const DT = 1 / 60

/** A chain on hinges far from their stops: with so many rows they are swept, one by one. */
function chain(): World {
  const world = new World({ sleeping: false })
  let bodyA: Body | null = null
  for (let i = 0; i < 60; i++) {
    const bodyB: Body = world.createBody({ position: { x: i + 0.5, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.45, y: 0.1, z: 0.1 } })] })
    world.createHingeJoint({ bodyA, bodyB, anchor: { x: i, y: 0, z: 0 }, axis: { x: 0, y: 0, z: 1 }, limit: { lower: -3, upper: 3 } })
    bodyA = bodyB
  }
  return world
}

it.each([Infinity, 1e300, NaN])('a row that held %f before the step holds nothing of it', (left) => {
  const alone = chain()
  const world = chain()
  for (let step = 0; step < 10; step++) {
    alone.step(DT)
    const { scalarRows } = (world as unknown as { state: { scalarRows: ScratchTable<{ jacobian: Float64Array; kappa: Float64Array }> } }).state
    scalarRows.columns.jacobian.fill(left)
    scalarRows.columns.kappa.fill(left)
    world.step(DT)
    expect(world.hash()).toBe(alone.hash())
  }
})
