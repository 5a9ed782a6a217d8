/** A slope of 25° with boxes from ice to rubber: who slides and who stays is decided by friction alone. */

import { box, type Body } from 'fulcrum-physics/3d'
import { atMost, near, type Expectation } from '../expectation.ts'
import { addSlope, slopeRotation } from './ground.ts'
import { degrees, rotate, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const ANGLE = degrees(25)
/** tan 25° is 0.466: the first four slide, the last four stay. */
const FRICTIONS = [0, 0.15, 0.3, 0.46, 0.47, 0.6, 0.8, 1]

const STEPS = 240

/** Way down the slope from rest, m: g (sin α − μ cos α) t² / 2, or none where friction holds. */
function slideExpectation(friction: number): Expectation {
  const { sine, cosine } = sineCosine(ANGLE)
  const acceleration = 9.81 * (sine - friction * cosine)
  const time = STEPS / 60
  if (acceleration < 0) return atMost(1e-6, 'friction above the tangent of the slope holds')
  return near(0.5 * acceleration * time * time, 5e-3, 'g (sin α − μ cos α) t² / 2')
}

export const frictionSlope: SceneEntry = {
  name: 'friction-slope',
  title: 'Slope with boxes of different friction',
  description: 'Eight boxes on one slope, from ice to rubber. Friction below the tangent of the angle slides, above it stays.',
  source: 'Chappuis 2.1, Hodges 12; errata: Hodges 12',
  camera: { position: { x: 10, y: 9, z: 20 }, target: { x: 1, y: -1.5, z: 0 } },
  steps: STEPS,
  expect: Object.fromEntries(FRICTIONS.map(friction => [`slid${friction}`, slideExpectation(friction)])),
  build(world) {
    addSlope(world, ANGLE, 20, 8, { friction: 1 })
    const rotation = slopeRotation(ANGLE)
    const boxes: Body[] = []
    FRICTIONS.forEach((friction, i) => {
      const position = rotate(rotation, { x: -8, y: 0.25, z: (i - (FRICTIONS.length - 1) / 2) * 1.6 })
      // The lower of the two values counts, so the label on the box is the friction that acts.
      const shape = box({ halfExtents: { x: 0.5, y: 0.25, z: 0.5 }, friction, frictionCombine: 'min' })
      boxes.push(world.createBody({ position, rotation, shapes: [shape] }))
    })
    const starts = boxes.map(body => body.position)
    return {
      measure() {
        const figures: Record<string, number> = {}
        boxes.forEach((body, i) => {
          const p = body.position
          const start = starts[i]!
          const x = p.x - start.x
          const y = p.y - start.y
          const z = p.z - start.z
          figures[`slid${FRICTIONS[i]}`] = Math.sqrt(x * x + y * y + z * z)
        })
        return figures
      },
    }
  },
}
