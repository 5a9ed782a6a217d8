/**
 * A striker that turns was judged by where the tangents of its points lead. Its points go in arcs, the solver follows them, and a sleeper that
 * they reached off the tangent was not awake: it stood like a wall, and momentum was lost.
 */

import { expect, it } from 'vitest'
import { type Dimension, PLANE, SPACE } from '../families/common/dimensions.ts'

const DT = 1 / 60
const MOMENTS = 120

/** Momentum along x lost by a spinning striker against a sleeper, over what there was; the striker comes by another moment within the step. */
function lost(dimension: Dimension, form: 'box' | 'capsule', moment: number, turn: number): number {
  const world = dimension.world({ gravity: 0 })
  const target = world.body({ at: { x: 0, y: 0, z: 0 }, form: ['ball', 0.1], surface: { friction: 0.5 } })
  for (let i = 0; i < 40; i++) world.step(DT)
  expect(target.isAwake).toBe(false)
  const speed = 0.4
  const striker = world.body({
    at: { x: -0.4 + speed * DT * moment, y: -0.05, z: 0 },
    velocity: { x: speed, y: 0, z: 0 },
    spin: { x: dimension.axes === 3 ? 0.6 * turn : 0, y: 0, z: turn },
    form: [form, 0.1],
    surface: { friction: 0.5 },
  })
  for (let i = 0; i < 60; i++) world.step(DT)
  const after = striker.mass * striker.velocity().x + target.mass * target.velocity().x
  return Math.abs(after / (striker.mass * speed) - 1)
}

for (const dimension of [PLANE, SPACE]) {
  for (const form of ['box', 'capsule'] as const) {
    it(`${form} that turns strikes a sleeper and keeps the momentum, ${dimension.name}`, { timeout: 60_000 }, () => {
      let worst = 0
      for (let i = 0; i < MOMENTS; i++) worst = Math.max(worst, lost(dimension, form, i / MOMENTS, i % 2 === 0 ? 9 : -14))
      expect(worst).toBeLessThan(1e-9)
    })
  }
}
