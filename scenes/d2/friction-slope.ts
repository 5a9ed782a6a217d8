/** Slopes of 25° with boxes from ice to rubber: who slides and who stays is decided by friction alone. */

import { box, type Body } from 'fulcrum-physics/2d'
import { atMost, near, type Expectation } from '../expectation.ts'
import { length } from './measure.ts'
import { degrees, rotate, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const ANGLE = degrees(25)
/** tan 25° is 0.466: the first four slide, the last four stay. */
const FRICTIONS = [0, 0.15, 0.3, 0.46, 0.47, 0.6, 0.8, 1]
const STEPS = 120

/** Way down the slope from rest, m: g (sin α − μ cos α) t² / 2, or none where friction holds. */
function slideExpectation(friction: number): Expectation {
  const { sine, cosine } = sineCosine(ANGLE)
  const acceleration = 9.81 * (sine - friction * cosine)
  const time = STEPS / 60
  if (acceleration < 0) return atMost(1e-6, 'friction above the tangent of the slope holds')
  return near(0.5 * acceleration * time * time, 5e-4, 'g (sin α − μ cos α) t² / 2')
}

/** From slope to slope, m. */
const STOREY = 2

export const frictionSlope: SceneEntry = {
  name: 'friction-slope-2d',
  title: 'Slopes with boxes of different friction',
  description: 'Eight boxes on eight equal slopes, from ice to rubber. Friction below the tangent of the angle slides, above it stays.',
  source: 'Hodges 12; errata: Hodges 12',
  camera: { center: { x: 0, y: 7 }, height: 24 },
  steps: STEPS,
  expect: Object.fromEntries(FRICTIONS.map(friction => [`slid${friction}`, slideExpectation(friction)])),
  build(world) {
    const boxes: Body[] = []
    FRICTIONS.forEach((friction, i) => {
      const y = i * STOREY
      world.createBody({
        type: 'static',
        position: { x: 0, y },
        rotation: -ANGLE,
        shapes: [box({ halfExtents: { x: 10, y: 0.1 }, position: { x: 0, y: -0.1 }, friction: 1 })],
      })
      const start = rotate(-ANGLE, { x: -8, y: 0.25 })
      // The lower of the two values counts, so the label on the box is the friction that acts.
      const shape = box({ halfExtents: { x: 0.5, y: 0.25 }, friction, frictionCombine: 'min' })
      boxes.push(world.createBody({ position: { x: start.x, y: y + start.y }, rotation: -ANGLE, shapes: [shape] }))
    })
    const starts = boxes.map(body => body.position)
    return {
      measure() {
        const figures: Record<string, number> = {}
        boxes.forEach(({ position: p }, i) => {
          const start = starts[i]!
          figures[`slid${FRICTIONS[i]}`] = length({ x: p.x - start.x, y: p.y - start.y })
        })
        return figures
      },
    }
  },
}
