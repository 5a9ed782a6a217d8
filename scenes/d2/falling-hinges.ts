/** Columns of boxes that hang together in pairs by hinges with limits, springs and motors, fall, fold up and come to rest. */

import { box, type Body, type HingeDefinition, type HingeJoint, type World } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { GapWatch, sleepingCount } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const HALF = 0.25
/** From box to box at the start, m. */
const PITCH = 0.6

/** What holds the pair on its floor of the column: every third one each way. */
const HOLDS: readonly Omit<HingeDefinition, 'bodyB'>[] = [
  { limit: { lower: -0.3, upper: 0.6 } },
  { limit: { lower: -1, upper: 1 }, spring: { target: 0.2, hertz: 2, dampingRatio: 0.5 } },
  { limit: { lower: -0.5, upper: 0.5 }, motor: { speed: 1, maxTorque: 20 }, friction: 5 },
]

export function buildFallingHinges(world: World, columns: number, rows: number): SceneInstance {
  addFloor(world, 40, { friction: 0.6 })
  const shapes = [box({ halfExtents: { x: HALF, y: HALF } })]
  const hinges: HingeJoint[] = []
  let before: Body | null = null
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      // Not quite over each other, so that they fall to all sides.
      const x = (column - (columns - 1) / 2) * 3 + 0.08 * ((row % 5) - 2) * (column % 2 === 0 ? 1 : -1)
      const y = HALF + 0.1 + row * PITCH
      const bodyB: Body = world.createBody({ position: { x, y }, rotation: 0.03 * ((row % 7) - 3) - 0.02 * column, shapes })
      if (row % 2 === 1) {
        const side = row % 4 === 1 ? 1 : -1
        const anchor = { x: x + side * HALF, y: y - PITCH / 2 }
        hinges.push(world.createHingeJoint({ bodyA: before, bodyB, anchor, ...HOLDS[((row - 1) / 2 + column) % HOLDS.length]! }))
      }
      before = bodyB
    }
  }
  const gaps = new GapWatch(hinges)
  const limits = hinges.map(({ limit }) => limit!)
  let over = 0
  return {
    update() {
      gaps.look()
      hinges.forEach(({ angle }, i) => (over = Math.max(over, angle - limits[i]!.upper, limits[i]!.lower - angle)))
    },
    measure: current => ({ ...gaps.figures(), overLimitDegrees: (over * 180) / Math.PI, asleep: sleepingCount(current) }),
  }
}

export const fallingHinges: SceneEntry = {
  name: 'falling-hinges',
  title: 'Falling hinges',
  description: 'Four columns of twenty boxes fall over. Two and two hang together by hinges that stop, spring back or turn.',
  camera: { center: { x: 0, y: 5 }, height: 16 },
  steps: 600,
  expect: {
    gapMm: atMost(0.01, 'hinges at rest are closed'),
    worstGapMm: atMost(5, 'hinges hold in the fall'),
    overLimitDegrees: atMost(2, 'stops hold in the fall'),
    asleep: exactly(80, 'everything comes to rest'),
  },
  build: world => buildFallingHinges(world, 4, 20),
}
