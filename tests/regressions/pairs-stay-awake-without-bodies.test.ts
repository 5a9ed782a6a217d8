/**
 * Pairs whose bodies are all asleep were looked at in every step after a kinematic body had stopped, or a user had put a body to sleep,
 * until some island fell asleep.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60

interface AnyBody {
  readonly isAwake: boolean
  sleep(): void
}

interface AnyWorld {
  readonly stats: { readonly awakePairs: number; readonly pairs: number }
  step(dt: number): void
}

function plane(): { world: AnyWorld; lift: AnyBody; crate: AnyBody; stop: () => void } {
  const world = new d2.World()
  const shapes = [d2.box({ halfExtents: { x: 1, y: 0.1 } })]
  const lift = world.createBody({ type: 'kinematic', linearVelocity: { x: 0, y: 0.2 }, shapes })
  const crate = world.createBody({ position: { x: 0, y: 0.6 }, shapes: [d2.box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  return { world, lift, crate, stop: () => (lift.linearVelocity = { x: 0, y: 0 }) }
}

function space(): { world: AnyWorld; lift: AnyBody; crate: AnyBody; stop: () => void } {
  const world = new d3.World()
  const shapes = [d3.box({ halfExtents: { x: 1, y: 0.1, z: 1 } })]
  const lift = world.createBody({ type: 'kinematic', linearVelocity: { x: 0, y: 0.2, z: 0 }, shapes })
  const crate = world.createBody({ position: { x: 0, y: 0.6, z: 0 }, shapes: [d3.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
  return { world, lift, crate, stop: () => (lift.linearVelocity = { x: 0, y: 0, z: 0 }) }
}

for (const [name, make] of [['2D', plane], ['3D', space]] as const) {
  it(`${name}: a crate that is put to sleep takes its pairs along`, () => {
    const { world, lift, crate, stop } = make()
    for (let i = 0; i < 30; i++) world.step(DT)
    expect(world.stats.awakePairs).toBe(1)
    stop()
    crate.sleep()
    world.step(DT)
    expect([lift.isAwake, crate.isAwake]).toEqual([false, false])
    expect(world.stats).toMatchObject({ pairs: 1, awakePairs: 0 })
  })
}
