/**
 * A body that was put to sleep by hand was tied to disabled bodies that it is joined to, and a disabled one to sleepers: a snapshot of such a world
 * was refused by its own rules.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

describe.each([2, 3] as const)('%iD: sleep by hand beside a disabled body', (dimension) => {
  it.each(['the sleeper', 'its partner'])('%s is disabled: the snapshot is taken back, and steps go on alike', (which) => {
    const at = (x: number): d3.Vec3 => ({ x, y: 0, z: 0 })
    const world = dimension === 2 ? new d2.World() : new d3.World()
    const make = (x: number): d2.Body | d3.Body =>
      world instanceof d2.World
        ? world.createBody({ position: at(x), shapes: [d2.circle({ radius: 0.2 })] })
        : world.createBody({ position: at(x), shapes: [d3.sphere({ radius: 0.2 })] })
    const [sleeper, partner] = [make(0), make(1)]
    world.createDistanceJoint({ bodyA: sleeper as never, bodyB: partner as never, anchorA: at(0), anchorB: at(1) })
    world.step(1 / 60)
    const disabled = which === 'the sleeper' ? sleeper : partner
    const other = disabled === sleeper ? partner : sleeper
    other.sleep()
    disabled.enabled = false
    sleeper.sleep()
    const snapshot = world.snapshot()
    world.restore(snapshot)
    disabled.enabled = true
    other.wake()
    expect([sleeper.isAwake, partner.isAwake]).toEqual([true, true])
    for (let i = 0; i < 10; i++) world.step(1 / 60)
    const hash = world.hash()
    world.restore(snapshot)
    disabled.enabled = true
    other.wake()
    for (let i = 0; i < 10; i++) world.step(1 / 60)
    expect(world.hash()).toBe(hash)
  })
})
