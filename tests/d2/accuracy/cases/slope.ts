/** Sticking and slipping on a slope: the threshold by bisection, creep below it, acceleration above it. */

import { box, segment, type Body, type World } from 'fulcrum-physics/2d'
import { addSlope } from '../../../../scenes/d2/ground.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, distance, dot, GRAVITY, length, rotate, steps, subtract } from '../setup.ts'

const HALF = { x: 0.5, y: 0.25 }

type Ground = 'plate' | 'segment'

/** A flat box on a slope of the given tangent, falling towards +x. */
function place(world: World, tangent: number, friction: number, ground: Ground): Body {
  const angle = Math.atan(tangent)
  if (ground === 'plate') addSlope(world, angle, 40, { friction })
  else world.createBody({ type: 'static', rotation: -angle, shapes: [segment({ a: { x: -40, y: 0 }, b: { x: 40, y: 0 }, friction })] })
  return world.createBody({ position: rotate(-angle, { x: -20, y: HALF.y }), rotation: -angle, shapes: [box({ halfExtents: HALF, friction })] })
}

type Slides = (tangent: number, friction: number, ground: Ground) => boolean

/** Whether the slope wins: from 0.5 s to 2.5 s the box gets faster. What it was given on being set down does not matter. */
const speedsUp: Slides = (tangent, friction, ground) => {
  const world = createWorld()
  const body = place(world, tangent, friction, ground)
  steps(world, 30)
  const before = length(body.linearVelocity)
  steps(world, 120)
  return length(body.linearVelocity) > before + 1e-6
}

/** Whether the box, set down at rest, is still on its way half a second later: the hand's first slip counts too. */
const keepsMoving: Slides = (tangent, friction, ground) => {
  const world = createWorld()
  const body = place(world, tangent, friction, ground)
  steps(world, 30)
  const before = body.position
  steps(world, 120)
  return distance(before, body.position) > 1e-5
}

/** |μ_crit / μ − 1| for a slope of tangent μ; infinite when the threshold is not within 20 %. */
function thresholdError(slides: Slides, tangent: number, ground: Ground): number {
  let low = 0.8
  let high = 1.2
  if (!slides(tangent, low * tangent, ground) || slides(tangent, high * tangent, ground)) return Infinity
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2
    if (slides(tangent, middle * tangent, ground)) low = middle
    else high = middle
  }
  return Math.abs((low + high) / 2 - 1)
}

interface Creep {
  /** Way along the slope in 10 s, once it had a second to settle, m. */
  settled: number
  /** Way along the slope in the 10 s after it was set down, m. */
  fromStart: number
}

/** On a slope of 0.9 μ. */
function creep(friction: number, ground: Ground): Creep {
  const world = createWorld()
  const body = place(world, 0.9 * friction, friction, ground)
  // Settling into the surface is not creep.
  const down = rotate(-Math.atan(0.9 * friction), { x: 1, y: 0 })
  const start = body.position
  steps(world, 60)
  const later = body.position
  steps(world, 540)
  const fromStart = Math.abs(dot(subtract(body.position, start), down))
  steps(world, 60)
  return { settled: Math.abs(dot(subtract(body.position, later), down)), fromStart }
}

/** Relative error of speed and way after 2 s on a slope of 3:4 with μ 0.5, true acceleration g(0.6 − 0.4). */
function accelerationError(ground: Ground): number {
  const world = createWorld()
  const body = place(world, 0.75, 0.5, ground)
  const start = body.position
  steps(world, 120)
  const truth = GRAVITY * (0.6 - 0.5 * 0.8)
  return Math.max(Math.abs(length(body.linearVelocity) / (truth * 2) - 1), Math.abs(distance(body.position, start) / (truth * 2) - 1))
}

export const slope: AccuracyCase = {
  name: 'slope',
  run(runLength): Row[] {
    const rows: Row[] = []
    const tangents = runLength === 'full' ? [0.2, 0.5, 0.8] : [0.5]
    const grounds: Ground[] = ['plate', 'segment']
    for (const tangent of tangents) {
      const settled = Math.max(...grounds.map(ground => thresholdError(speedsUp, tangent, ground)))
      const cold = Math.max(...grounds.map(ground => thresholdError(keepsMoving, tangent, ground)))
      rows.push(
        atMost(`slope threshold, μ ${tangent}, speeds up`, '|μ_crit/μ − 1|', '2e-4 … 1e-3 (Rapier)', 5e-4, settled),
        atMost(`slope threshold, μ ${tangent}, set down cold`, '|μ_crit/μ − 1|', '2e-4 … 1e-3 (Rapier)', 5e-4, cold),
      )
    }
    const creeps = tangents.flatMap(tangent => grounds.map(ground => creep(tangent, ground)))
    rows.push(
      atMost('slope at 0.9 μ, from 1 s to 11 s', 'creep m', '6e-7 (Rapier)', 1e-6, Math.max(...creeps.map(each => each.settled))),
      atMost('slope at 0.9 μ, 10 s, set down cold', 'creep m', '6e-7 (Rapier)', 1e-6, Math.max(...creeps.map(each => each.fromStart))),
      atMost('slope 3:4, μ 0.5, 2 s', 'acceleration, relative', '', 1e-3, Math.max(...grounds.map(accelerationError))),
    )
    return rows
  },
}
