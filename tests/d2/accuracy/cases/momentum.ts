/** Free bodies that run into each other: total momentum and angular momentum must not change. */

import { box, circle, type Vec2 } from 'fulcrum-physics/2d'
import { createRandom } from '../../../../scenes/random.ts'
import { distance as apart } from '../../../common/joint-suite/pairs.ts'
import { momentumOf } from '../../joints/lab.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { add, createWorld, direction, distance, scale, steps, TURN, WEIGHTLESS } from '../setup.ts'

interface Drift {
  linear: number
  angular: number
  /** Share of the bodies whose course was changed: proof that there were collisions. */
  struck: number
}

/** Bodies stream towards the origin from all sides and keep arriving for a minute. */
function stream(stepCount: number, restitution: number, friction: number): Drift {
  const random = createRandom(17)
  const world = createWorld({ gravity: WEIGHTLESS })
  const firstVelocities: Vec2[] = []
  for (let i = 0; i < 40; i++) {
    const from = direction(random.between(0, TURN))
    const away = 3 + 3 * i
    const speed = 2 + random.next()
    const position = add(scale(from, away), scale(direction(random.between(0, TURN)), 0.4))
    const half = { x: random.between(0.2, 0.6), y: random.between(0.2, 0.6) }
    const surface = { restitution, friction }
    const shape = i % 2 === 0 ? box({ halfExtents: half, ...surface }) : circle({ radius: half.x, ...surface })
    const body = world.createBody({
      position, rotation: random.between(0, TURN), linearVelocity: scale(from, -speed), angularVelocity: random.between(-4, 4), shapes: [shape],
    })
    firstVelocities.push(body.linearVelocity)
  }
  const start = momentumOf(world)
  const drift: Drift = { linear: 0, angular: 0, struck: 0 }
  for (let i = 0; i < stepCount; i += 50) {
    steps(world, 50)
    const now = momentumOf(world)
    drift.linear = Math.max(drift.linear, apart(now.linear, start.linear) / start.linearScale)
    drift.angular = Math.max(drift.angular, Math.abs(now.angular - start.angular) / start.angularScale)
  }
  const bodies = [...world.bodies]
  drift.struck = bodies.filter(({ linearVelocity }, i) => distance(linearVelocity, firstVelocities[i]) > 0.1).length / bodies.length
  return drift
}

export const momentum: AccuracyCase = {
  name: 'momentum',
  run(runLength): Row[] {
    const count = runLength === 'full' ? 10_000 : 1500
    const rows: Row[] = []
    for (const [restitution, friction] of [
      [0, 0.6],
      [0.5, 0.3],
    ] as const) {
      const drift = stream(count, restitution, friction)
      const test = `40 free bodies colliding, e ${restitution}, μ ${friction}, ${count} steps`
      rows.push(
        atMost(test, 'drift of p, relative', '', 1e-12, drift.linear),
        atMost(test, 'drift of L, relative', '', 1e-12, drift.angular),
        reported(test, 'share of bodies struck', '', drift.struck),
      )
    }
    return rows
  },
}
