/** Sliding and rolling over the seams of flush static boxes: nothing may catch on them. */

import { box, sphere, type Body, type World } from 'fulcrum-physics/3d'
import { aboutAxis, degrees } from '../../../../scenes/d3/rotation.ts'
import { atLeast, atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld } from '../setup.ts'

const SEAMS = 32

function addTiles(world: World): void {
  for (let i = 0; i <= SEAMS; i++) {
    world.createBody({
      type: 'static',
      position: { x: i, y: -0.5, z: 0 },
      shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 2 }, friction: 0 })],
    })
  }
}

interface Crossing {
  speed: number
  lift: number
}

/** Runs until the last tile; lift is how far the body rose above its place. */
function cross(body: Body, world: World, rest: number, seconds: number): Crossing {
  let lift = 0
  for (let i = 0; i < Math.round(seconds * 60); i++) {
    world.step(1 / 60)
    lift = Math.max(lift, body.position.y - rest)
  }
  const v = body.linearVelocity
  return { speed: Math.hypot(v.x, v.y, v.z), lift }
}

function slideBox(half: number, yaw: number): Crossing {
  const world = createWorld()
  addTiles(world)
  const body = world.createBody({
    position: { x: 0, y: half, z: 0 },
    rotation: aboutAxis(0, 1, 0, degrees(yaw)),
    linearVelocity: { x: 8, y: 0, z: 0 },
    shapes: [box({ halfExtents: { x: half, y: half, z: half }, friction: 0 })],
  })
  return cross(body, world, half, (SEAMS - 1) / 8)
}

/** A ball of 0.1 m at 5 m/s. */
function rollBall(): Crossing {
  const world = createWorld()
  addTiles(world)
  const body = world.createBody({
    position: { x: 0, y: 0.1, z: 0 },
    linearVelocity: { x: 5, y: 0, z: 0 },
    shapes: [sphere({ radius: 0.1, friction: 0 })],
  })
  return cross(body, world, 0.1, 30 / 5)
}

export const seams: AccuracyCase = {
  name: 'seams',
  run(): Row[] {
    const crossings = [slideBox(0.25, 0), slideBox(0.5, 0), slideBox(0.25, 30)]
    const ball = rollBall()
    return [
      atLeast('box over 32 seams, 8 m/s, μ 0', 'speed kept m/s', '8.000 (cannon)', 7.999, Math.min(...crossings.map(each => each.speed))),
      atMost('box over 32 seams, 8 m/s, μ 0', 'lift m', '2e-8 (cannon)', 1e-3, Math.max(...crossings.map(each => each.lift))),
      atLeast('ball r 0.1 over 30 seams, 5 m/s, μ 0', 'speed kept m/s', '', 4.999, ball.speed),
      atMost('ball r 0.1 over 30 seams, 5 m/s, μ 0', 'lift m', '', 1e-3, ball.lift),
    ]
  },
}
