/** Sticking and slipping on a slope: the threshold by bisection, creep below it, acceleration above it. */

import { box, type Body, type Vec3, type World } from 'fulcrum-physics/3d'
import { addSlope, slopeRotation } from '../../../../scenes/d3/ground.ts'
import { aboutAxis, degrees, multiply, rotate } from '../../../../scenes/d3/rotation.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, distance, dot, GRAVITY, length, scale, steps, subtract } from '../setup.ts'

const HALF = { x: 0.5, y: 0.25, z: 0.5 }

/** A flat box on a slope of the given tangent, turned by `yaw` degrees about the slope's normal. */
function place(world: World, tangent: number, friction: number, yaw: number): Body {
  const angle = Math.atan(tangent)
  const rotation = slopeRotation(angle)
  addSlope(world, angle, 40, 10, { friction })
  return world.createBody({
    position: rotate(rotation, { x: -20, y: HALF.y, z: 0 }),
    rotation: multiply(rotation, aboutAxis(0, 1, 0, degrees(yaw))),
    shapes: [box({ halfExtents: HALF, friction })],
  })
}

type Slides = (tangent: number, friction: number, yaw: number) => boolean

/** Whether the slope wins: from 0.5 s to 2.5 s the box gets faster. What it was given on being set down does not matter. */
const speedsUp: Slides = (tangent, friction, yaw) => {
  const world = createWorld()
  const body = place(world, tangent, friction, yaw)
  steps(world, 30)
  const before = length(body.linearVelocity)
  steps(world, 120)
  return length(body.linearVelocity) > before + 1e-6
}

/** Whether the box, set down at rest, is still on its way half a second later: the hand's first slip counts too. */
const keepsMoving: Slides = (tangent, friction, yaw) => {
  const world = createWorld()
  const body = place(world, tangent, friction, yaw)
  steps(world, 30)
  const before = body.position
  steps(world, 120)
  return distance(before, body.position) > 1e-5
}

/** |μ_crit / μ − 1| for a slope of tangent μ; infinite when the threshold is not within 20 %. */
function thresholdError(slides: Slides, tangent: number, yaw: number): number {
  let low = 0.8
  let high = 1.2
  if (!slides(tangent, low * tangent, yaw) || slides(tangent, high * tangent, yaw)) return Infinity
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2
    if (slides(tangent, middle * tangent, yaw)) low = middle
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
function creep(friction: number, yaw: number): Creep {
  const world = createWorld()
  const body = place(world, 0.9 * friction, friction, yaw)
  const normal = rotate(slopeRotation(Math.atan(0.9 * friction)), { x: 0, y: 1, z: 0 })
  // Settling into the surface is not creep.
  const along = (from: Vec3): number => {
    const way = subtract(body.position, from)
    return length(subtract(way, scale(normal, dot(way, normal))))
  }
  const start = body.position
  steps(world, 60)
  const later = body.position
  steps(world, 540)
  const fromStart = along(start)
  steps(world, 60)
  return { settled: along(later), fromStart }
}

/** Relative error of speed and way after 2 s on a slope of 3:4 with μ 0.5, true acceleration g(0.6 − 0.4). */
function accelerationError(): number {
  const world = createWorld()
  const body = place(world, 0.75, 0.5, 0)
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
    const yaws = runLength === 'full' ? [0, 20, 45] : [0, 45]
    for (const tangent of tangents) {
      const settled = Math.max(...yaws.map(yaw => thresholdError(speedsUp, tangent, yaw)))
      const cold = Math.max(...yaws.map(yaw => thresholdError(keepsMoving, tangent, yaw)))
      rows.push(
        atMost(`slope threshold, μ ${tangent}, speeds up`, '|μ_crit/μ − 1|', '2e-4 … 1e-3 (Rapier)', 5e-4, settled),
        atMost(`slope threshold, μ ${tangent}, set down cold`, '|μ_crit/μ − 1|', '2e-4 … 1e-3 (Rapier)', 5e-4, cold),
      )
    }
    const creeps = tangents.flatMap(tangent => yaws.map(yaw => creep(tangent, yaw)))
    rows.push(
      atMost('slope at 0.9 μ, from 1 s to 11 s', 'creep m', '5e-8 (PhysX TGS)', 1e-6, Math.max(...creeps.map(each => each.settled))),
      atMost('slope at 0.9 μ, 10 s, set down cold', 'creep m', '5e-8 (PhysX TGS)', 1e-6, Math.max(...creeps.map(each => each.fromStart))),
    )
    rows.push(atMost('slope 3:4, μ 0.5, 2 s', 'acceleration, relative', '', 1e-3, accelerationError()))
    return rows
  },
}
