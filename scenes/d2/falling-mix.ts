/** A bit of everything that can move: falling shapes of all kinds, a lift by target pose, a turning paddle by velocity. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { addBin } from './ground.ts'
import { rmsSpeed } from './measure.ts'
import { pileShape } from './random-shapes.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const STEP = 1 / 60
const BIN_HALF = 6
/** rad/s of the paddle. */
const PADDLE_SPIN = 1.5

/** Height that the lift is sent to before a step, and its tilt. */
function liftPose(step: number): { y: number; tilt: number } {
  const { sine } = sineCosine((step + 1) * STEP * 1.2)
  return { y: 0.9 + 0.6 * sine, tilt: 0.15 * sine }
}

export function buildFallingMix(world: World, bodies: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  addBin(world, BIN_HALF, 14)
  const lift = world.createBody({ type: 'kinematic', position: { x: -3, y: 0.3 }, shapes: [box({ halfExtents: { x: 2, y: 0.2 } })] })
  const paddle = world.createBody({
    type: 'kinematic',
    position: { x: 3, y: 2 },
    angularVelocity: PADDLE_SPIN,
    shapes: [box({ halfExtents: { x: 1.5, y: 0.2 } })],
  })
  const all: Body[] = []
  for (let i = 0; i < bodies; i++) {
    const shape = pileShape(i % 4, random, random.between(0.4, 0.9), { restitution: i % 3 === 0 ? 0.4 : 0 })
    all.push(
      world.createBody({
        position: { x: random.between(-5, 5), y: 4 + i * 0.35 },
        rotation: random.between(-3, 3),
        angularVelocity: random.between(-3, 3),
        shapes: [shape],
      }),
    )
  }
  return {
    update(_current, step) {
      const { y, tilt } = liftPose(step)
      lift.setTargetPose({ x: -3, y }, tilt)
    },
    measure: current => ({
      escaped: all.filter(({ position: p }) => Math.abs(p.x) > BIN_HALF || p.y < -1).length,
      liftOffMm: 1000 * Math.abs(lift.position.y - liftPose(current.stepCount - 1).y),
      paddleOffRad: Math.abs(paddle.rotation - PADDLE_SPIN * current.stepCount * STEP),
      rmsSpeed: rmsSpeed(current),
    }),
  }
}

export const fallingMix: SceneEntry = {
  name: 'falling-mix-2d',
  title: 'Falling mix',
  description: 'All kinds of shapes rain into a box in which a lift heaves and a paddle stirs.',
  camera: { center: { x: 0, y: 6 }, height: 15 },
  steps: 600,
  expect: {
    // The lift crushes bodies below it against the floor, which is a metre thick: none comes out below.
    escaped: exactly(0, 'the bin has no holes'),
    liftOffMm: atMost(1e-6, 'a kinematic body is at its target pose after the step'),
    paddleOffRad: atMost(1e-6, 'a kinematic body turns by its velocity, whatever is in the way'),
  },
  build: world => buildFallingMix(world, 60, 11),
}
