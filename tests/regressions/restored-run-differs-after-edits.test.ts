/**
 * A restored run differed where the state did not say everything: a body that lost the only shape that weighs kept the extent of that shape
 * until a restore measured anew, and events that calls between steps had caused were lost by a restore.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

interface Edited {
  readonly world: d2.World | d3.World
  /** Removes the only shape that weighs. */
  unload(): void
  /** Removes a body that stands in a zone and is held by a joint. */
  remove(): void
}

function plane(): Edited {
  const world = new d2.World()
  world.createBody({ type: 'static', shapes: [d2.box({ halfExtents: { x: 20, y: 1 } })] })
  const load = d2.circle({ radius: 1.5 })
  const crate = world.createBody({ position: { x: 0, y: 4 }, angularVelocity: 3, shapes: [load, d2.circle({ radius: 0.2, density: 0 })] })
  world.createBody({ type: 'static', position: { x: 8, y: 2 }, shapes: [d2.circle({ radius: 2, sensor: true })] })
  const visitor = world.createBody({ position: { x: 8, y: 1.5 }, shapes: [d2.circle({ radius: 0.5 })] })
  world.createHingeJoint({ bodyA: crate, bodyB: visitor, anchor: { x: 4, y: 4 } })
  for (let i = 0; i < 5; i++) world.step(DT)
  return { world, unload: () => crate.removeShape(crate.shapes[0]!), remove: () => world.destroyBody(visitor) }
}

function space(): Edited {
  const world = new d3.World()
  world.createBody({ type: 'static', shapes: [d3.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
  const load = d3.sphere({ radius: 1.5 })
  const crate = world.createBody({
    position: { x: 0, y: 4, z: 0 }, angularVelocity: { x: 3, y: 0, z: 0 }, shapes: [load, d3.sphere({ radius: 0.2, density: 0 })],
  })
  world.createBody({ type: 'static', position: { x: 8, y: 2, z: 0 }, shapes: [d3.sphere({ radius: 2, sensor: true })] })
  const visitor = world.createBody({ position: { x: 8, y: 1.5, z: 0 }, shapes: [d3.sphere({ radius: 0.5 })] })
  world.createBallJoint({ bodyA: crate, bodyB: visitor, anchor: { x: 4, y: 4, z: 0 } })
  for (let i = 0; i < 5; i++) world.step(DT)
  return { world, unload: () => crate.removeShape(crate.shapes[0]!), remove: () => world.destroyBody(visitor) }
}

describe.each([['2D', plane], ['3D', space]] as const)('%s', (_name, build) => {
  it('a body that has lost the only shape that weighs goes on as after a restore', () => {
    const { world, unload } = build()
    unload()
    const other = new (world.constructor as new () => typeof world)()
    other.restore(world.snapshot())
    for (let i = 0; i < 120; i++) {
      world.step(DT)
      other.step(DT)
      expect(other.hash()).toBe(world.hash())
    }
  })

  it('events of edits outlive a restore, and those of the last step do not', () => {
    const { world, remove } = build()
    remove()
    const other = new (world.constructor as new () => typeof world)()
    other.restore(world.snapshot())
    expect(other.events.sensorEnd).toHaveLength(0)
    for (const each of [world, other]) {
      each.step(DT)
      expect(each.events.sensorEnd).toHaveLength(1)
      expect(each.events.jointRemoved).toHaveLength(1)
      expect(each.events.jointRemoved[0]!.isValid).toBe(false)
    }
    expect(other.events.sensorEnd[0]!.shapeB.id).toBe(world.events.sensorEnd[0]!.shapeB.id)
  })
})
