/** A race down three equal slopes: a disc, a thick ring and a hoop, told apart only by where their mass sits. */

import { box, circle, type Body, type World } from 'fulcrum-physics/2d'
import { near, type Expectation } from '../expectation.ts'
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
  { name: 'disc', ratio: 1 / 2 },
  { name: 'ring', ratio: 3 / 4 },
  { name: 'hoop', ratio: 1 },
]

const STOREY = 3.5
const SLOPE = degrees(15)
const STEPS = 180

/** Speed of a roller that started at rest, m/s: g sin α t / (1 + ratio). */
function speedExpectation({ ratio }: Roller): Expectation {
  const speed = (9.81 * sineCosine(SLOPE).sine * (STEPS / 60)) / (1 + ratio)
  return near(speed, 5e-5 * speed, 'rolling without slipping: g sin α t / (1 + I / m r²)')
}

/** A disc of mass 1 with a moment of inertia as given, on a slope of its own through (0, y), `along` metres from its middle. */
export function addRoller(world: World, angle: number, radius: number, ratio: number, along: number, y: number): Body {
  world.createBody({
    type: 'static',
    position: { x: 0, y },
    rotation: -angle,
    shapes: [box({ halfExtents: { x: 20, y: 0.1 }, position: { x: 0, y: -0.1 } })],
  })
  const start = rotate(-angle, { x: along, y: radius })
  return world.createBody({ position: { x: start.x, y: y + start.y }, mass: 1, inertia: ratio * radius * radius, shapes: [circle({ radius })] })
}

export const rollingRace: SceneEntry = {
  name: 'rolling-race-2d',
  title: 'Rolling race',
  description: 'Three wheels of the same size and weight roll down equal slopes. The one with its mass in the middle wins, the hoop comes last.',
  camera: { center: { x: 0, y: 2 }, height: 22 },
  steps: STEPS,
  expect: Object.fromEntries(ROLLERS.map(roller => [`${roller.name}Speed`, speedExpectation(roller)])),
  build(world) {
    const wheels = ROLLERS.map(({ ratio }, i) => addRoller(world, SLOPE, 0.5, ratio, -14, i * STOREY))
    return {
      measure() {
        const figures: Record<string, number> = {}
        wheels.forEach((wheel, i) => (figures[`${ROLLERS[i]!.name}Speed`] = length(wheel.linearVelocity)))
        return figures
      },
    }
  },
}
