/** What swingsFast about a joint takes more substeps; what spins on it, as wheels do, does not. */

import { box, circle, World, type Body } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { JOINED, WHIRLING } from '../../../src/common/islands/batches.ts'
import { steps } from '../setup.ts'
import { stateOf } from './lab.ts'

const UNSEEN = { category: 0, mask: 0 }

/** Twelve links on a row of hinges, in space: more than the few of a machine. */
function links(world: World): Body[] {
  const bodies: Body[] = []
  for (let i = 0; i < 12; i++) {
    const body = world.createBody({ position: { x: 0.5 * i, y: 0 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.05 }, filter: UNSEEN })] })
    if (i > 0) world.createHingeJoint({ bodyA: bodies[i - 1]!, bodyB: body, anchor: { x: 0.5 * i - 0.25, y: 0 } })
    bodies.push(body)
  }
  return bodies
}

/** How the island of a body was treated in the last step. */
function classOf(world: World, body: number): number {
  const state = stateOf(world)
  return state.islands.classOf[state.bodies.columns.island[body]!]!
}

describe('islands that whirl', () => {
  it('a chain is treated as usual until its end goes round faster than 0.6 rad in a step', () => {
    const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } })
    const bodies = links(world)
    bodies[11]!.angularVelocity = 35
    steps(world, 1)
    expect(classOf(world, 0)).toBe(JOINED)
    bodies[11]!.angularVelocity = 37
    steps(world, 1)
    expect(classOf(world, 0)).toBe(WHIRLING)
  })

  it('a wheel on the chain may spin as fast as it likes', () => {
    const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } })
    const bodies = links(world)
    const wheel = world.createBody({ position: { x: 5.5, y: 0 }, angularVelocity: 200, shapes: [circle({ radius: 0.3, filter: UNSEEN })] })
    world.createHingeJoint({ bodyA: bodies[11]!, bodyB: wheel, anchor: { x: 5.5, y: 0 } })
    steps(world, 10)
    expect(wheel.angularVelocity).toBeCloseTo(200, 6)
    expect(classOf(world, 0)).toBe(JOINED)
  })
})
