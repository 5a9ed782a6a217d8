/** Collisions with known outcome: two elastic discs, a row of touching ones, and the cradle that hangs on rods. */

import { circle, type World } from 'fulcrum-physics/2d'
import { addBallLine } from '../../../../scenes/d2/ball-line.ts'
import { addFloor } from '../../../../scenes/d2/ground.ts'
import { atLeast, atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DEGREE, distance, DT, length, steps, WEIGHTLESS } from '../setup.ts'

/** Head-on: v1' = ((m1 − m2) v1 + 2 m2 v2) / (m1 + m2). Largest error over the closing speed. */
function elasticPair(): number {
  let worst = 0
  for (const [r1, r2, v1, v2] of [
    [0.5, 0.3, 3, -1],
    [0.3, 0.5, 2, 0],
    [0.4, 0.4, 5, -5],
  ] as const) {
    const world = createWorld({ gravity: WEIGHTLESS })
    const make = (x: number, radius: number, v: number) =>
      world.createBody({ position: { x, y: 0 }, linearVelocity: { x: v, y: 0 }, shapes: [circle({ radius, restitution: 1, friction: 0 })] })
    const a = make(-1.5, r1, v1)
    const b = make(1.5, r2, v2)
    steps(world, 150)
    const m1 = r1 ** 2
    const m2 = r2 ** 2
    const truthA = ((m1 - m2) * v1 + 2 * m2 * v2) / (m1 + m2)
    const truthB = ((m2 - m1) * v2 + 2 * m1 * v1) / (m1 + m2)
    const error = Math.max(Math.abs(a.linearVelocity.x - truthA), Math.abs(b.linearVelocity.x - truthB)) / (v1 - v2)
    worst = error <= worst ? worst : error
  }
  return worst
}

/** Equal smooth discs, one at rest, offset by half a diameter: they part at right angles along known directions. */
function obliquePair(): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  const radius = 0.5
  const speed = 4
  const shape = circle({ radius, restitution: 1, friction: 0 })
  const a = world.createBody({ position: { x: -3, y: 0 }, linearVelocity: { x: speed, y: 0 }, shapes: [shape] })
  const b = world.createBody({ position: { x: 0, y: radius }, shapes: [shape] })
  steps(world, 120)
  const n = { x: Math.sqrt(3) / 2, y: 1 / 2 }
  const along = speed * n.x
  const truthB = { x: along * n.x, y: along * n.y }
  const truthA = { x: speed - truthB.x, y: -truthB.y }
  return Math.max(distance(a.linearVelocity, truthA), distance(b.linearVelocity, truthB)) / speed
}

interface LineResult {
  /** Lowest speed of the balls that should leave, over the speed that came in. */
  out: number
  /** Highest speed of those that should stay. */
  middle: number
}

function line(world: World, incoming: number, gap: number): LineResult {
  const speed = 2
  const row = addBallLine(world, { balls: 5, incoming, speed, gap })
  steps(world, 90)
  let out = Infinity
  let middle = 0
  row.forEach((body, i) => {
    if (i >= row.length - incoming) out = Math.min(out, body.linearVelocity.x / speed)
    else middle = Math.max(middle, length(body.linearVelocity) / speed)
  })
  return { out, middle }
}

/** The worst over one to three balls in, on a frictionless floor or weightless. */
function lines(gap: number, onFloor: boolean): LineResult {
  const worst = { out: Infinity, middle: 0 }
  for (const incoming of [1, 2, 3]) {
    const world = createWorld(onFloor ? {} : { gravity: WEIGHTLESS })
    if (onFloor) addFloor(world, 20, { friction: 0 })
    const { out, middle } = line(world, incoming, gap)
    worst.out = Math.min(worst.out, out)
    worst.middle = Math.max(worst.middle, middle)
  }
  return worst
}

interface Cradle {
  /** Height of the last ball's swing over that of the first one's. */
  height: number
  /** Largest swing of the three in the middle meanwhile, over that of the first. */
  middle: number
}

/** Five balls on rods of a metre, the first let go from 30°, until the last is at the top of its swing. */
function cradle(gap: number): Cradle {
  const world = createWorld()
  const radius = 0.1
  const shape = circle({ radius, restitution: 1, friction: 0 })
  const pitch = 2 * radius + gap
  const lifted = 30 * DEGREE
  const balls = Array.from({ length: 5 }, (_, i) => {
    const post = { x: i * pitch, y: 0 }
    const angle = i === 0 ? -lifted : 0
    const ball = world.createBody({ position: { x: post.x + Math.sin(angle), y: -Math.cos(angle) }, shapes: [shape] })
    world.createDistanceJoint({ bodyB: ball, anchorA: post, anchorB: ball.position })
    return ball
  })
  const start = 1 - Math.cos(lifted)
  let height = 0
  let middle = 0
  // A quarter of a swing down, a quarter up: 1 s.
  for (let i = 0; i < Math.round(1.2 / DT); i++) {
    world.step(DT)
    height = Math.max(height, (1 + balls[4].position.y) / start)
    for (let k = 1; k < 4; k++) middle = Math.max(middle, Math.abs(balls[k].position.x - k * pitch) / Math.sin(lifted))
  }
  return { height, middle }
}

export const impact: AccuracyCase = {
  name: 'impact',
  run(): Row[] {
    const rows = [
      atMost('elastic pair, head-on', 'speeds, relative', '1e-5 (Jolt)', 1e-6, elasticPair()),
      reported('elastic pair, half a radius off', 'velocities, relative', '', obliquePair()),
    ]
    for (const gap of [0, 0.001]) {
      const floor = lines(gap, true)
      const space = lines(gap, false)
      const hung = cradle(gap)
      const text = gap === 0 ? 'touching' : 'gap 1 mm'
      rows.push(
        atLeast(`5 balls in line, ${text}, on ice`, 'speed out (n = 1…3)', '', 0.98, floor.out),
        atMost(`5 balls in line, ${text}, on ice`, 'speed of the others', '', 0.02, floor.middle),
        atLeast(`5 balls in line, ${text}, weightless`, 'speed out (n = 1…3)', '', 0.98, space.out),
        atMost(`5 balls in line, ${text}, weightless`, 'speed of the others', '', 0.02, space.middle),
        atLeast(`cradle of 5 on rods, ${text}`, 'speed out', '', 0.98, Math.sqrt(hung.height)),
        atMost(`cradle of 5 on rods, ${text}`, 'swing of the others', '', 0.02, hung.middle),
      )
    }
    return rows
  },
}
