/** Free fall, a thrown body, a body that turns: all known exactly. */

import { box, circle } from 'fulcrum-physics/2d'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, distance, DT, GRAVITY, steps, WEIGHTLESS } from '../setup.ts'

function fall(): number {
  const world = createWorld()
  const body = world.createBody({ shapes: [circle({ radius: 0.5 })] })
  steps(world, 60)
  return Math.abs(body.position.y + GRAVITY / 2)
}

function throwBody(): number {
  const world = createWorld()
  const velocity = { x: 3, y: 7 }
  const body = world.createBody({ linearVelocity: velocity, angularVelocity: 5, shapes: [box({ halfExtents: { x: 0.1, y: 0.9 } })] })
  let worst = 0
  for (let i = 1; i <= 120; i++) {
    world.step(DT)
    const t = i / 60
    worst = Math.max(worst, distance(body.position, { x: velocity.x * t, y: velocity.y * t - (GRAVITY / 2) * t * t }))
  }
  return worst
}

/** The origin of the body lies beside its centre of mass and circles it. */
function turn(seconds: number): { angle: number; place: number } {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = world.createBody({ angularVelocity: 7, shapes: [box({ halfExtents: { x: 0.2, y: 0.5 }, position: { x: 0.4, y: 0 } })] })
  body.linearVelocity = WEIGHTLESS
  let angle = 0
  let place = 0
  for (let i = 1; i <= Math.round(seconds / DT); i++) {
    world.step(DT)
    const truth = (7 * i) / 60
    angle = Math.max(angle, Math.abs(body.rotation - truth))
    place = Math.max(place, distance(body.position, { x: 0.4 - 0.4 * Math.cos(truth), y: -0.4 * Math.sin(truth) }))
  }
  return { angle, place }
}

export const freeFall: AccuracyCase = {
  name: 'free-fall',
  run(length): Row[] {
    const { angle, place } = turn(60)
    const long = length === 'full' ? [reported('free spin 7 rad/s, 600 s', 'angle error rad', '', turn(600).angle)] : []
    return [
      atMost('free fall, 1 s', 'position error m', '0.0204 (Rapier, Box2D v3), 0.0817 (planck)', 1e-9, fall()),
      atMost('projectile, 2 s, spinning', 'position error m', '0.04', 1e-9, throwBody()),
      atMost('free spin 7 rad/s, 60 s', 'angle error rad', '', 1e-9, angle),
      atMost('free spin 7 rad/s, 60 s', 'position error m', '', 1e-9, place),
      ...long,
    ]
  },
}
