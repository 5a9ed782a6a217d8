/** What swings fast about a joint takes more substeps; what spins on it, as wheels do, does not. */

import { box, cylinder, World, type Body } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { JOINED, WHIRLING } from '../../../src/common/islands/batches.ts'
import { stateOf } from './lab.ts'

const UNSEEN = { category: 0, mask: 0 }

/** Links in a row on ball joints, in space. */
function links(world: World, count: number): Body[] {
  const bodies: Body[] = []
  for (let i = 0; i < count; i++) {
    const shapes = [box({ halfExtents: { x: 0.25, y: 0.05, z: 0.05 }, filter: UNSEEN })]
    const body = world.createBody({ position: { x: 0.5 * i, y: 0, z: 0 }, shapes })
    if (i > 0) world.createBallJoint({ bodyA: bodies[i - 1]!, bodyB: body, anchor: { x: 0.5 * i - 0.25, y: 0, z: 0 } })
    bodies.push(body)
  }
  return bodies
}

/** How the island of a body was treated in the last step. */
function classOf(world: World, body: number): number {
  const state = stateOf(world)
  return state.islands.classOf[state.bodies.columns.island[body]!]!
}

function floating(): World {
  return new World({ sleeping: false, gravity: { x: 0, y: 0, z: 0 } })
}

describe('islands that whirl', () => {
  it.each([4, 12])('a chain of %i is treated as usual until its end goes round faster than 0.6 rad in a step', (count) => {
    const world = floating()
    const end = links(world, count).at(-1)!
    end.angularVelocity = { x: 0, y: 35, z: 0 }
    world.step(1 / 60)
    expect(classOf(world, 0)).not.toBe(WHIRLING)
    end.angularVelocity = { x: 0, y: 37, z: 0 }
    world.step(1 / 60)
    expect(classOf(world, 0)).toBe(WHIRLING)
  })

  it('a link that spins about its own length does not swing', () => {
    const world = floating()
    links(world, 12).at(-1)!.angularVelocity = { x: 100, y: 0, z: 0 }
    world.step(1 / 60)
    expect(classOf(world, 0)).toBe(JOINED)
  })

  it('a wheel on the chain may spin as fast as it likes', () => {
    const world = floating()
    const bodies = links(world, 12)
    const axle = { x: 0, y: 0, z: 1 }
    const wheel = world.createBody({
      position: { x: 5.5, y: 0, z: 0.2 }, angularVelocity: { x: 0, y: 0, z: 200 },
      rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, shapes: [cylinder({ radius: 0.3, halfHeight: 0.1, filter: UNSEEN })],
    })
    world.createHingeJoint({ bodyA: bodies[11]!, bodyB: wheel, anchor: { x: 5.5, y: 0, z: 0.2 }, axis: axle })
    world.step(1 / 60)
    expect(classOf(world, 0)).toBe(JOINED)
  })
})
