/** A race down a slope: solid ball, hollow ball, cylinder and hoop, told apart only by where their mass sits. */

import { sphere, type Body, type World } from 'fulcrum-physics/3d'
import { near, type Expectation } from '../expectation.ts'
import { addSlope, slopeRotation } from './ground.ts'
import { length } from './measure.ts'
import { degrees, rotate, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

export interface Roller {
  readonly name: string
  /** Moment of inertia over m r². */
  readonly ratio: number
}

/** Acceleration down the slope is g sin α / (1 + ratio). */
export const ROLLERS: readonly Roller[] = [
  { name: 'solid', ratio: 2 / 5 },
  { name: 'cylinder', ratio: 1 / 2 },
  { name: 'hollow', ratio: 2 / 3 },
  { name: 'hoop', ratio: 1 },
]

/** A ball of mass 1 with a moment of inertia as given, touching the slope at `along` metres from its middle. */
export function addRoller(world: World, angle: number, radius: number, ratio: number, along: number, z: number): Body {
  const rotation = slopeRotation(angle)
  const i = ratio * radius * radius
  return world.createBody({
    position: rotate(rotation, { x: along, y: radius, z }),
    mass: 1,
    inertia: { xx: i, yy: i, zz: i, xy: 0, xz: 0, yz: 0 },
    shapes: [sphere({ radius })],
  })
}

const SLOPE = degrees(20)
const STEPS = 180

/** Speed of a roller that started at rest, m/s: g sin α t / (1 + ratio). */
function speedExpectation({ ratio }: Roller): Expectation {
  const speed = (9.81 * sineCosine(SLOPE).sine * (STEPS / 60)) / (1 + ratio)
  return near(speed, 1e-4 * speed, 'rolling without slipping: g sin α t / (1 + I / m r²)')
}

export const rollingSpheres: SceneEntry = {
  name: 'rolling-spheres',
  title: 'Rolling race',
  description: 'Four balls of the same size and weight roll down a slope. The one with its mass in the middle wins, the hoop comes last.',
  camera: { position: { x: 14, y: 8, z: 14 }, target: { x: 2, y: -1, z: 0 } },
  steps: STEPS,
  expect: Object.fromEntries(ROLLERS.map(roller => [`${roller.name}Speed`, speedExpectation(roller)])),
  build(world) {
    addSlope(world, SLOPE, 20, 6)
    const balls = ROLLERS.map((roller, i) => addRoller(world, SLOPE, 0.5, roller.ratio, -12, (i - 1.5) * 2))
    return {
      measure() {
        const figures: Record<string, number> = {}
        balls.forEach((ball, i) => (figures[`${ROLLERS[i]!.name}Speed`] = length(ball.linearVelocity)))
        return figures
      },
    }
  },
}
