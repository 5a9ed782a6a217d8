/** Rolling: down a slope for solids and hollow bodies, and from sliding into rolling on the flat. */

import { capsule, sphere } from 'fulcrum-physics/3d'
import { addFloor, addSlope, slopeRotation } from '../../../../scenes/d3/ground.ts'
import { addRoller, ROLLERS } from '../../../../scenes/d3/rolling-spheres.ts'
import { aboutAxis, degrees, multiply, rotate } from '../../../../scenes/d3/rotation.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, GRAVITY, length, steps } from '../setup.ts'

const ANGLE = degrees(20)
const RADIUS = 0.5

interface Roll {
  speedError: number
  /** |v − ωr| / v */
  slip: number
}

/** A ball from its shape alone (2/5 m r²), 2 s down 20°. */
function solidBall(): Roll {
  const world = createWorld()
  addSlope(world, ANGLE, 20, 5)
  const body = world.createBody({
    position: rotate(slopeRotation(ANGLE), { x: -10, y: RADIUS, z: 0 }),
    shapes: [sphere({ radius: RADIUS })],
  })
  steps(world, 120)
  const v = length(body.linearVelocity)
  const truth = (5 / 7) * GRAVITY * Math.sin(ANGLE) * 2
  return { speedError: Math.abs(v / truth - 1), slip: Math.abs(v - length(body.angularVelocity) * RADIUS) / v }
}

/** A ball with a given moment of inertia. */
function givenMoment(ratio: number): number {
  const world = createWorld()
  addSlope(world, ANGLE, 20, 5)
  const body = addRoller(world, ANGLE, RADIUS, ratio, -10, 0)
  steps(world, 120)
  const truth = ((GRAVITY * Math.sin(ANGLE)) / (1 + ratio)) * 2
  return Math.abs(length(body.linearVelocity) / truth - 1)
}

/** A capsule lying across the slope, its moment from its own shape. */
function lyingCapsule(): number {
  const world = createWorld()
  addSlope(world, ANGLE, 20, 5)
  const radius = 0.3
  const halfLength = 0.8
  const rotation = slopeRotation(ANGLE)
  const body = world.createBody({
    position: rotate(rotation, { x: -10, y: radius, z: 0 }),
    rotation: multiply(rotation, aboutAxis(1, 0, 0, Math.PI / 2)),
    shapes: [capsule({ radius, halfLength })],
  })
  steps(world, 120)
  const cylinder = 2 * halfLength
  const caps = (4 / 3) * radius
  const ratio = (cylinder / 2 + (2 / 5) * caps) / (cylinder + caps)
  const truth = ((GRAVITY * Math.sin(ANGLE)) / (1 + ratio)) * 2
  return Math.abs(length(body.linearVelocity) / truth - 1)
}

interface SlipToRoll {
  speedError: number
  wayError: number
}

/** A ball set down at 7 m/s without spin, μ 0.3: rolls at 5/7 of its speed after 2v/7μg. */
function fromSlip(): SlipToRoll {
  const world = createWorld()
  const friction = 0.3
  const speed = 7
  addFloor(world, 40, { friction })
  const body = world.createBody({
    position: { x: 0, y: RADIUS, z: 0 },
    linearVelocity: { x: speed, y: 0, z: 0 },
    shapes: [sphere({ radius: RADIUS, friction })],
  })
  steps(world, 120)
  const slipTime = (2 * speed) / (7 * friction * GRAVITY)
  const way = speed * slipTime - (friction * GRAVITY * slipTime * slipTime) / 2 + (5 / 7) * speed * (2 - slipTime)
  return {
    speedError: Math.abs(body.linearVelocity.x / ((5 / 7) * speed) - 1),
    wayError: Math.abs(body.position.x / way - 1),
  }
}

export const rolling: AccuracyCase = {
  name: 'rolling',
  run(): Row[] {
    const solid = solidBall()
    const slip = fromSlip()
    const rows = [
      atMost('sphere rolling down 20°, 2 s', 'speed, relative', '2e-5 (PhysX)', 1e-4, solid.speedError),
      reported('sphere rolling down 20°, 2 s', 'slip |v − ωr|/v', '4e-3 (Rapier)', solid.slip),
    ]
    for (const { name, ratio } of ROLLERS) {
      rows.push(atMost(`rolling on a slope, ${name}`, 'speed, relative', '', 1e-4, givenMoment(ratio)))
    }
    rows.push(
      atMost('rolling on a slope, lying capsule', 'speed, relative', '', 1e-4, lyingCapsule()),
      atMost('rolling from slip, 7 m/s, μ 0.3', 'final speed, relative', '', 1e-3, slip.speedError),
      atMost('rolling from slip, 7 m/s, μ 0.3', 'way in 2 s, relative', '', 1e-3, slip.wayError),
    )
    return rows
  },
}
