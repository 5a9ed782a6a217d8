/** What an overdamped spring brings home in minutes is not put to sleep on its way; what would take hours is. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60
const HERTZ = 0.5

/** Is a drawer still awake after ten seconds, a metre from where its spring wants it and coming nearer by 1 / `seconds` of that per second? */
const DRAWERS: Readonly<Record<string, (seconds: number) => boolean>> = {
  '2D': (seconds) => {
    const world = new plane.World({ gravity: { x: 0, y: 0 } })
    const ground = world.createBody({ type: 'static' })
    const body = world.createBody({ shapes: [plane.circle({ radius: 0.5 })] })
    world.createSliderJoint({ bodyA: ground, bodyB: body, anchor: { x: 0, y: 0 }, axis: { x: 1, y: 0 }, spring: springOf(seconds) })
    for (let i = 0; i < 600; i++) world.step(DT)
    return body.isAwake
  },
  '3D': (seconds) => {
    const world = new space.World({ gravity: { x: 0, y: 0, z: 0 } })
    const ground = world.createBody({ type: 'static' })
    const body = world.createBody({ shapes: [space.sphere({ radius: 0.5 })] })
    const axis = { x: 1, y: 0, z: 0 }
    world.createSliderJoint({ bodyA: ground, bodyB: body, anchor: { x: 0, y: 0, z: 0 }, axis, spring: springOf(seconds) })
    for (let i = 0; i < 600; i++) world.step(DT)
    return body.isAwake
  },
}

function springOf(seconds: number): { hertz: number; dampingRatio: number; target: number } {
  return { hertz: HERTZ, dampingRatio: Math.PI * HERTZ * seconds, target: 1 }
}

describe.each(Object.entries(DRAWERS))('a drawer that creeps home, in %s', (_dimension, isAwake) => {
  it('stays awake where a quarter of an hour brings it there', () => {
    expect(isAwake(900)).toBe(true)
  })

  it('falls asleep where it would take hours', () => {
    expect(isAwake(3 * 3600)).toBe(false)
  })
})
