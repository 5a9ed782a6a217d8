/** Rolling: down a slope for discs, rings and hoops, along a chain, and from sliding into rolling on the flat. */

import { chain, circle } from 'fulcrum-physics/2d'
import { addFloor, addSlope } from '../../../../scenes/d2/ground.ts'
import { addRoller, ROLLERS } from '../../../../scenes/d2/rolling-race.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DEGREE, GRAVITY, length, rotate, steps } from '../setup.ts'

const ANGLE = 20 * DEGREE
const RADIUS = 0.5

interface Roll {
  speedError: number
  /** |v − ωr| / v */
  slip: number
}

/** A disc from its shape alone (1/2 m r²), 2 s down 20°: on a plate, or on a chain of half-metre links. */
function solidDisc(onChain: boolean): Roll {
  const world = createWorld()
  if (onChain) {
    const points = Array.from({ length: 81 }, (_, i) => ({ x: i / 2 - 20, y: 0 }))
    world.createBody({ type: 'static', rotation: -ANGLE, shapes: chain({ points }) })
  } else addSlope(world, ANGLE, 20)
  const body = world.createBody({ position: rotate(-ANGLE, { x: -10, y: RADIUS }), shapes: [circle({ radius: RADIUS })] })
  steps(world, 120)
  const v = length(body.linearVelocity)
  const truth = (2 / 3) * GRAVITY * Math.sin(ANGLE) * 2
  return { speedError: Math.abs(v / truth - 1), slip: Math.abs(v + body.angularVelocity * RADIUS) / v }
}

/** A disc with a given moment of inertia. */
function givenMoment(ratio: number): number {
  const world = createWorld()
  const body = addRoller(world, ANGLE, RADIUS, ratio, -10, 0)
  steps(world, 120)
  const truth = ((GRAVITY * Math.sin(ANGLE)) / (1 + ratio)) * 2
  return Math.abs(length(body.linearVelocity) / truth - 1)
}

/** A disc set down at 7 m/s without spin, μ 0.3: rolls at 2/3 of its speed after v/3μg. */
function fromSlip(): { speedError: number; wayError: number } {
  const world = createWorld()
  const friction = 0.3
  const speed = 7
  addFloor(world, 40, { friction })
  const shapes = [circle({ radius: RADIUS, friction })]
  const body = world.createBody({ position: { x: 0, y: RADIUS }, linearVelocity: { x: speed, y: 0 }, shapes })
  steps(world, 120)
  const slipTime = speed / (3 * friction * GRAVITY)
  const way = speed * slipTime - (friction * GRAVITY * slipTime * slipTime) / 2 + (2 / 3) * speed * (2 - slipTime)
  return { speedError: Math.abs(body.linearVelocity.x / ((2 / 3) * speed) - 1), wayError: Math.abs(body.position.x / way - 1) }
}

export const rolling: AccuracyCase = {
  name: 'rolling',
  run(): Row[] {
    const solid = solidDisc(false)
    const linked = solidDisc(true)
    const slip = fromSlip()
    return [
      atMost('disc rolling down 20°, 2 s', 'speed, relative', '2e-5 (PhysX), 8e-4 (Rapier), 3D', 1e-4, solid.speedError),
      reported('disc rolling down 20°, 2 s', 'slip |v − ωr|/v', '4e-3 (Rapier 3D)', solid.slip),
      atMost('disc rolling down a chain of 0.5 m links, 20°, 2 s', 'speed, relative', '', 1e-4, linked.speedError),
      ...ROLLERS.map(({ name, ratio }) => atMost(`rolling on a slope, ${name}`, 'speed, relative', '', 1e-4, givenMoment(ratio))),
      atMost('rolling from slip, 7 m/s, μ 0.3', 'final speed, relative', '', 1e-3, slip.speedError),
      atMost('rolling from slip, 7 m/s, μ 0.3', 'way in 2 s, relative', '', 1e-3, slip.wayError),
    ]
  },
}
