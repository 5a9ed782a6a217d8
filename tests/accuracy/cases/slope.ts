/** Sticking and slipping on a slope: the threshold by bisection, creep below it, acceleration above it. */

import { box, type Body, type World } from 'fulcrum/3d'
import { addSlope, slopeRotation } from '../../../scenes/ground.ts'
import { aboutAxis, degrees, multiply, rotate } from '../../../scenes/rotation.ts'
import { atMost, type AccuracyCase, type Row } from '../case.ts'
import { createWorld, distance, GRAVITY, length, steps } from '../setup.ts'

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

/** Whether the box is still moving down between 0.5 s and 2.5 s; 1e-5 m tells an excess of 1e-6 of the friction. */
function slides(tangent: number, friction: number, yaw: number): boolean {
  const world = createWorld()
  const body = place(world, tangent, friction, yaw)
  steps(world, 30)
  const before = body.position
  steps(world, 120)
  return distance(before, body.position) > 1e-5
}

/** |μ_crit / μ − 1| for a slope of tangent μ; infinite when the threshold is not within 20 %. */
function thresholdError(tangent: number, yaw: number): number {
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

/** Way gone in 10 s on a slope of 0.9 μ, from the first moment on. */
function creep(friction: number, yaw: number): number {
  const world = createWorld()
  const body = place(world, 0.9 * friction, friction, yaw)
  const start = body.position
  const normal = rotate(slopeRotation(Math.atan(0.9 * friction)), { x: 0, y: 1, z: 0 })
  steps(world, 600)
  const p = body.position
  const way = { x: p.x - start.x, y: p.y - start.y, z: p.z - start.z }
  const off = way.x * normal.x + way.y * normal.y + way.z * normal.z
  // Settling into the surface is not creep.
  return length({ x: way.x - off * normal.x, y: way.y - off * normal.y, z: way.z - off * normal.z })
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
      const worst = Math.max(...yaws.map(yaw => thresholdError(tangent, yaw)))
      rows.push(atMost(`slope threshold, μ ${tangent}`, '|μ_crit/μ − 1|', '2e-4 … 1e-3 (Rapier)', 5e-4, worst))
    }
    const worstCreep = Math.max(...tangents.flatMap(tangent => yaws.map(yaw => creep(tangent, yaw))))
    rows.push(atMost('slope at 0.9 μ, 10 s', 'creep m', '5e-8 (PhysX TGS)', 1e-6, worstCreep))
    rows.push(atMost('slope 3:4, μ 0.5, 2 s', 'acceleration, relative', '', 1e-3, accelerationError()))
    return rows
  },
}
