/** Ellipses: some rock on the floor at the rate of the closed form, one rolls along a shelf, a heap of them settles in a bin. */

import { box, ellipse, type Body } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'

const GRAVITY = 9.81
/** Angle of the swing, rad, and its sine. */
const SWING = 0.05
const SINE = 0.04997916927067833
/** Radii of those that rock. */
const ROCKERS: readonly [number, number][] = [[1, 0.6], [1.2, 0.5], [0.8, 0.6]]

/** Small swings of an ellipse that sticks: ω² = g (a²/b − b) / (¼ (a² + b²) + b²). */
function rate(a: number, b: number): number {
  return Math.sqrt(GRAVITY * (a * a / b - b) / (0.25 * (a * a + b * b) + b * b))
}

export const ellipses: SceneEntry = {
  name: 'ellipses-2d',
  title: 'Ellipses',
  description: 'Ellipses rock on a floor at the rate that their curvature tells, roll along a shelf without loss, and settle in a bin.',
  camera: { center: { x: 4, y: 4 }, height: 14 },
  steps: 600,
  expect: {
    rateMiss: atMost(0.01, 'rocking is as fast as the closed form says, but for the width of the swing'),
    energyMiss: atMost(0.002, 'what rolls without slipping loses nothing'),
    lost: exactly(0, 'the bin has no holes'),
  },
  build(world) {
    world.gravity = { x: 0, y: -GRAVITY }
    world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: 12, y: 0.5 }, friction: 2 })] })
    const rockers = ROCKERS.map(([a, b], i) => {
      const y = Math.sqrt(b * b + (a * a - b * b) * SINE * SINE)
      const shapes = [ellipse({ radii: { x: a, y: b }, friction: 2 })]
      return world.createBody({ position: { x: 3 * i - 7, y }, rotation: SWING, canSleep: false, shapes })
    })
    const crossings = rockers.map((): number[] => [])
    const before = rockers.map(body => body.rotation)
    // A shelf above, along which one rolls over its ends.
    world.createBody({ type: 'static', position: { x: -3.5, y: 6.75 }, shapes: [box({ halfExtents: { x: 9, y: 0.25 }, friction: 2 })] })
    const roller = world.createBody({
      position: { x: -9, y: 7.45 }, linearVelocity: { x: 1.35, y: 0 }, angularVelocity: -3, canSleep: false,
      shapes: [ellipse({ radii: { x: 0.5, y: 0.45 }, friction: 2 })],
    })
    const energy = (): number => roller.kineticEnergy + roller.mass * GRAVITY * (roller.position.y - 7.45)
    const given = energy()
    // A bin with a heap.
    for (const x of [6, 14]) world.createBody({ type: 'static', position: { x, y: 2.5 }, shapes: [box({ halfExtents: { x: 0.2, y: 3 } })] })
    world.createBody({ type: 'static', position: { x: 10, y: -0.5 }, shapes: [box({ halfExtents: { x: 4, y: 0.5 } })] })
    const heap: Body[] = []
    for (let i = 0; i < 40; i++) {
      const radii = { x: 0.35 + 0.05 * (i % 5), y: 0.2 + 0.04 * (i % 3) }
      const position = { x: 7 + 1.2 * (i % 6), y: 1 + 1.1 * Math.floor(i / 6) }
      heap.push(world.createBody({ position, rotation: 0.7 * i, shapes: [ellipse({ radii })] }))
    }
    return {
      update(_world, step) {
        const time = step / 60
        rockers.forEach((body, i) => {
          if (before[i]! > 0 && body.rotation <= 0) crossings[i]!.push(time - body.rotation / (body.rotation - before[i]!) / 60)
          before[i] = body.rotation
        })
      },
      measure: () => ({
        rateMiss: Math.max(...crossings.map((times, i) => {
          const period = (times.at(-1)! - times[0]!) / (times.length - 1)
          return Math.abs(2 * Math.PI / period / rate(...ROCKERS[i]!) - 1)
        })),
        energyMiss: Math.abs(energy() / given - 1),
        lost: heap.filter(({ position: { x, y } }) => x < 6 || x > 14 || y < 0).length,
      }),
    }
  },
}
