/** Free bodies that run into each other: total momentum and angular momentum must not change. */

import { box, sphere, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { createRandom } from '../../../../scenes/random.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { add, boxMoments, createWorld, cross, distance, length, scale, spinMomentum, steps, WEIGHTLESS } from '../setup.ts'

interface Part {
  body: Body
  moments: Vec3
}

interface Totals {
  linear: Vec3
  angular: Vec3
  /** Sums of the lengths: what relative errors are measured against. */
  linearScale: number
  angularScale: number
}

function totals(parts: readonly Part[]): Totals {
  const sum: Totals = { linear: WEIGHTLESS, angular: WEIGHTLESS, linearScale: 0, angularScale: 0 }
  for (const { body, moments } of parts) {
    const p = scale(body.linearVelocity, body.mass)
    const l = add(cross(body.position, p), spinMomentum(body, moments))
    sum.linear = add(sum.linear, p)
    sum.angular = add(sum.angular, l)
    sum.linearScale += length(p)
    sum.angularScale += length(l)
  }
  return sum
}

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
  const parts: Part[] = []
  const firstVelocities: Vec3[] = []
  for (let i = 0; i < 40; i++) {
    const from = random.direction()
    const away = 3 + 3 * i
    const speed = 2 + random.next()
    const aim = scale(random.direction(), 0.4)
    const position = add(scale(from, away), aim)
    const linearVelocity = scale(from, -speed)
    const angularVelocity = scale(random.direction(), 4 * random.next())
    const half = { x: random.between(0.2, 0.6), y: random.between(0.2, 0.6), z: random.between(0.2, 0.6) }
    const radius = half.x
    const surface = { restitution, friction }
    const shape = i % 2 === 0 ? box({ halfExtents: half, ...surface }) : sphere({ radius, ...surface })
    const body = world.createBody({ position, rotation: random.rotation(), linearVelocity, angularVelocity, shapes: [shape] })
    const ball = (2 / 5) * body.mass * radius * radius
    parts.push({ body, moments: i % 2 === 0 ? boxMoments(body.mass, half) : { x: ball, y: ball, z: ball } })
    firstVelocities.push(body.linearVelocity)
  }
  const start = totals(parts)
  const drift: Drift = { linear: 0, angular: 0, struck: 0 }
  for (let i = 0; i < stepCount; i += 50) {
    steps(world, 50)
    const now = totals(parts)
    drift.linear = Math.max(drift.linear, distance(now.linear, start.linear) / start.linearScale)
    drift.angular = Math.max(drift.angular, distance(now.angular, start.angular) / start.angularScale)
  }
  const changed = parts.filter(({ body }, i) => distance(body.linearVelocity, firstVelocities[i]!) > 0.1)
  drift.struck = changed.length / parts.length
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
