/** Free fall and a thrown body: the parabola is known exactly. */

import { box, sphere } from 'fulcrum-physics/3d'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, distance, GRAVITY, steps } from '../setup.ts'

function fall(): number {
  const world = createWorld()
  const body = world.createBody({ shapes: [sphere({ radius: 0.5 })] })
  steps(world, 60)
  return Math.abs(body.position.y + GRAVITY / 2)
}

function throwBody(): number {
  const world = createWorld()
  const velocity = { x: 3, y: 7, z: -2 }
  const body = world.createBody({
    linearVelocity: velocity,
    angularVelocity: { x: 1, y: 5, z: 2 },
    shapes: [box({ halfExtents: { x: 0.1, y: 0.4, z: 0.9 } })],
  })
  let worst = 0
  for (let i = 1; i <= 120; i++) {
    world.step(1 / 60)
    const t = i / 60
    const truth = { x: velocity.x * t, y: velocity.y * t - (GRAVITY / 2) * t * t, z: velocity.z * t }
    worst = Math.max(worst, distance(body.position, truth))
  }
  return worst
}

export const freeFall: AccuracyCase = {
  name: 'free-fall',
  run(): Row[] {
    return [
      atMost('free fall, 1 s', 'position error m', '0.0204 (Rapier, Box2D v3)', 1e-9, fall()),
      atMost('projectile, 2 s, spinning', 'position error m', '0.04', 1e-9, throwBody()),
    ]
  },
}
