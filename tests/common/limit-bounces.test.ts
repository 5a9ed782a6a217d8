/** A limit gives back its share of the speed, of slow strokes too: a wheel that turns against its stop, in both dimensions. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

/** Spin after the stroke of a wheel that begins 0.1 rad before its stop. */
const STROKES: Readonly<Record<string, (spin: number, restitution: number) => number>> = {
  '2D': (spin, restitution) => {
    const world = new plane.World({ gravity: { x: 0, y: 0 }, sleeping: false })
    const wheel = world.createBody({ angularVelocity: spin, shapes: [plane.circle({ radius: 0.5 })] })
    world.createHingeJoint({ bodyB: wheel, anchor: { x: 0, y: 0 }, limit: { lower: -3, upper: 0.1, restitution } })
    for (let i = 0; i * DT < 0.2 / spin; i++) world.step(DT)
    return wheel.angularVelocity
  },
  '3D': (spin, restitution) => {
    const world = new space.World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
    const wheel = world.createBody({ angularVelocity: { x: 0, y: 0, z: spin }, shapes: [space.sphere({ radius: 0.5 })] })
    const limit = { lower: -3, upper: 0.1, restitution }
    world.createHingeJoint({ bodyB: wheel, anchor: { x: 0, y: 0, z: 0 }, axis: { x: 0, y: 0, z: 1 }, limit })
    for (let i = 0; i * DT < 0.2 / spin; i++) world.step(DT)
    return wheel.angularVelocity.z
  },
}

describe.each(Object.entries(STROKES))('the stop of a wheel in %s', (_dimension, stroke) => {
  it.each([[0.2, 1], [0.3, 0.5], [2, 0.8], [20, 0.3]])('struck at %f rad/s gives back %f of it', (spin, restitution) => {
    expect(stroke(spin, restitution) / -spin).toBeCloseTo(restitution, 6)
  })
})
