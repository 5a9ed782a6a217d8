/** A square drum turned by a motor, and two thousand small boxes that tumble about in it. */

import type { World } from 'fulcrum-physics/2d'
import { atMost, exactly, type Expectations } from '../expectation.ts'
import { addBodiesAndJoints } from './add-list.ts'
import { DRUM_SPEED, listTumbler, TUMBLER, type TumblerOptions } from './lists/tumbler-list.ts'
import { deepestOverlap, jointGap, rmsSpeed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

export function buildTumbler(world: World, options: TumblerOptions): SceneInstance {
  const { bodies, joints } = addBodiesAndJoints(world, listTumbler(options))
  const [, drum, ...boxes] = bodies
  /** The deepest overlap of all, every tenth step: of two thousand boxes that fall over, one always lands badly somewhere. */
  const deepest: number[] = []
  return {
    update(current, step) {
      if (step % 10 === 0) deepest.push(deepestOverlap(current))
    },
    measure(current) {
      const escaped = boxes.filter(({ position }) => {
        const { x, y } = drum!.localPoint(position)
        return Math.max(Math.abs(x), Math.abs(y)) > options.half
      }).length
      return {
        escaped,
        medianOverlap: deepest.slice(-20).sort((a, b) => a - b)[Math.floor(Math.min(20, deepest.length) / 2)] ?? 0,
        spinErrorPercent: (100 * Math.abs(drum!.angularVelocity - DRUM_SPEED)) / DRUM_SPEED,
        gapMm: 1000 * jointGap(joints[0]!),
        rmsSpeed: rmsSpeed(current),
      }
    },
  }
}

const TURNS: Expectations = {
  escaped: exactly(0, 'the drum is closed'),
  spinErrorPercent: atMost(1, 'the motor has torque to spare'),
  gapMm: atMost(0.1, 'the hinge carries the drum'),
  medianOverlap: atMost(0.0375, 'about a tenth of a box, the deepest of all of them in most steps'),
}

export const tumbler: SceneEntry = {
  name: 'tumbler',
  title: 'Tumbler with 2000 boxes',
  description: 'A motor turns a hollow square at 25 degrees a second; two thousand small boxes slide, pile up and fall over in it.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 0 }, height: 30 },
  steps: 500,
  expect: TURNS,
  build: world => buildTumbler(world, TUMBLER),
}

export const smallTumbler: SceneEntry = {
  name: 'small-tumbler',
  title: 'Tumbler with 120 boxes',
  description: 'The tumbler for a quick look.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 0 }, height: 10 },
  steps: 500,
  expect: TURNS,
  build: world => buildTumbler(world, { bodies: 120, columns: 12, half: 2.5 }),
}
