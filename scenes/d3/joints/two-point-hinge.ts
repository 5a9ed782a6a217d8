/** Gates on two bearings each, and balls that throw them open. */

import { box, sphere, type TwoPointHingeJoint } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const GATES = 5

export const twoPointHingeScene: SceneEntry = {
  name: 'joint-two-point-hinge',
  title: 'Two-point hinge',
  description: 'A row of gates, each on two bearings, with springs that close them. Balls roll through and push them open.',
  source: 'Tamis 3.2.2',
  camera: { position: { x: 6, y: 5, z: 8 }, target: { x: 0, y: 1, z: 0 } },
  steps: 480,
  expect: {
    worstGapMm: atMost(1, 'bearings hold under the blow'),
    widestAngle: between(0.5, 1.901, 'the ball opens a gate up to its stop at 1.9 rad'),
    angleNow: atMost(0.1, 'springs close the gates'),
  },
  build(world) {
    addFloor(world, 30)
    const hinges: TwoPointHingeJoint[] = []
    const places: { x: number; z: number }[] = []
    for (let i = 0; i < GATES; i++) {
      const z = 2 - 2 * i
      const gate = world.createBody({ position: { x: 0.55, y: 1.05, z }, shapes: [box({ halfExtents: { x: 0.5, y: 0.9, z: 0.05 }, density: 300 })] })
      hinges.push(
        world.createTwoPointHingeJoint({
          bodyB: gate,
          first: { x: 0, y: 0.35, z },
          second: { x: 0, y: 1.75, z },
          limit: { lower: -1.9, upper: 1.9, restitution: 0.3 },
          spring: { hertz: 0.5, dampingRatio: 0.2 },
          friction: 1,
        }),
      )
      places.push({ x: 0, z })
    }
    world.createBody({ position: { x: 0.6, y: 0.5, z: 6 }, linearVelocity: { x: 0, y: 0, z: -9 }, shapes: [sphere({ radius: 0.45, density: 1500 })] })
    let worst = 0
    let widest = 0
    return {
      update() {
        hinges.forEach((hinge, i) => {
          const { x, z } = places[i]!
          const a = hinge.anchorB
          const b = hinge.secondPoint
          worst = Math.max(worst, length({ x: a.x - x, y: a.y - 0.35, z: a.z - z }), length({ x: b.x - x, y: b.y - 1.75, z: b.z - z }))
          widest = Math.max(widest, Math.abs(hinge.angle))
        })
      },
      measure: () => ({ worstGapMm: 1000 * worst, widestAngle: widest, angleNow: Math.max(...hinges.map(({ angle }) => Math.abs(angle))) }),
    }
  },
}
