/** Restitution: heights after each bounce, and the energy of a disc that loses none. */

import { box, circle, type Body } from 'fulcrum-physics/2d'
import { addFloor } from '../../../../scenes/d2/ground.ts'
import { atLeast, atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DT, GRAVITY } from '../setup.ts'

const RADIUS = 0.25

interface Bounces {
  /** Height of each apex over the rest position, from the energy in flight: exact whatever the sampling. */
  apexes: number[]
  /** Time after which the disc stays below a tenth of a millimetre, s. */
  restTime: number
}

function drop(restitution: number, height: number, seconds: number): Bounces {
  const world = createWorld()
  addFloor(world, 10, { restitution })
  const body = world.createBody({ position: { x: 0, y: RADIUS + height }, shapes: [circle({ radius: RADIUS, restitution })] })
  const apexes: number[] = []
  let restTime = 0
  let falling = true
  for (let i = 1; i <= Math.round(seconds / DT); i++) {
    world.step(DT)
    const v = body.linearVelocity.y
    const apex = body.position.y - RADIUS + (v * v) / (2 * GRAVITY)
    if (falling && v > 0) apexes.push(apex)
    falling = v <= 0
    if (apex > 1e-4) restTime = i * DT
  }
  return { apexes, restTime }
}

/** Largest relative error of the k-th apex over three drop heights. */
function apexError(restitution: number, k: number): number {
  let worst = 0
  for (const height of [1, 0.7, 2.3]) {
    const apex = drop(restitution, height, 6).apexes[k - 1] ?? NaN
    const error = Math.abs(apex / (height * restitution ** (2 * k)) - 1)
    worst = error <= worst ? worst : error
  }
  return worst
}

function energyOf(body: Body): number {
  return body.kineticEnergy + body.mass * GRAVITY * (body.position.y - RADIUS)
}

/** Energy over its first value, sampled every step, for an elastic disc or a box falling flat. */
function elasticBand(seconds: number, height: number, flatBox: boolean): { low: number; high: number } {
  const world = createWorld()
  addFloor(world, 10, { restitution: 1 })
  const shape = flatBox ? box({ halfExtents: { x: RADIUS, y: RADIUS }, restitution: 1 }) : circle({ radius: RADIUS, restitution: 1 })
  const body = world.createBody({ position: { x: 0, y: RADIUS + height }, shapes: [shape] })
  const start = energyOf(body)
  const band = { low: 1, high: 1 }
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    const ratio = energyOf(body) / start
    band.low = Math.min(band.low, ratio)
    band.high = Math.max(band.high, ratio)
  }
  return band
}

const FIRST_HEIGHT_PEERS: Record<number, string> = {
  0.3: '2.3 … 3.8 % (Rapier, Box2D v3)',
  0.5: '0.3 % (Jolt), 2.3 … 3.8 % (Box2D v3)',
  0.8: '0.1 % (Jolt), 2.3 … 3.8 % (Box2D v3)',
  1: '0.0 % (Jolt), 2.3 … 3.8 % (Box2D v3)',
}

export const bounce: AccuracyCase = {
  name: 'bounce',
  run(length): Row[] {
    const rows: Row[] = []
    for (const e of [0.3, 0.5, 0.8, 1]) {
      rows.push(atMost(`bounce e = ${e}`, 'first height, relative', FIRST_HEIGHT_PEERS[e], 5e-3, apexError(e, 1)))
    }
    for (const e of [0.5, 0.8]) {
      for (const k of [2, 3]) rows.push(atMost(`bounce e = ${e}`, `height ${k}, relative`, '', 5e-3, apexError(e, k)))
      const truth = (Math.sqrt(2 / GRAVITY) * (1 + e)) / (1 - e)
      rows.push(reported(`bounce e = ${e}`, 'time to rest, relative', '', drop(e, 1, 8).restTime / truth - 1))
    }
    const seconds = length === 'full' ? 20 : 10
    const one = elasticBand(seconds, 1, false)
    const two = elasticBand(seconds, 1.37, false)
    const flat = elasticBand(seconds, 1, true)
    rows.push(
      atLeast(`e = 1 disc, ${seconds} s`, 'lowest energy', '0.969 (Rapier)', 0.99, Math.min(one.low, two.low)),
      atMost(`e = 1 disc, ${seconds} s`, 'highest energy', '1.000 (Rapier)', 1.001, Math.max(one.high, two.high)),
      reported(`e = 1 box falling flat, ${seconds} s`, 'lowest energy', '', flat.low),
      reported(`e = 1 box falling flat, ${seconds} s`, 'highest energy', '', flat.high),
    )
    return rows
  },
}
