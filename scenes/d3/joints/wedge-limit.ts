/** Arms on ball joints, each allowed into a wedge of its own width. */

import { box, type Body, type WedgeLimitJoint } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import type { SceneEntry } from '../scene.ts'

const HALF_WIDTHS = [0, 0.3, 0.8, 1.5, 2.4]

export const wedgeLimitScene: SceneEntry = {
  name: 'joint-wedge-limit',
  title: 'Wedge limit',
  description: 'Arms on ball joints fall and swing, each within a slice about its upright axis, from a mere half plane to most of the circle.',
  source: 'Tamis 3.2.7; errata: Tamis (3.47)',
  worldOptions: { sleeping: false },
  camera: { position: { x: 0, y: 4, z: 9 }, target: { x: 0, y: 1.5, z: 0 } },
  steps: 600,
  expect: {
    deepestMrad: atMost(0.01, 'wedges hold'),
    lowest: between(1.5 - 1e-6, 2, 'arms of half a metre swing below 2 m'),
  },
  build(world) {
    const arms: Body[] = []
    const limits: WedgeLimitJoint[] = []
    HALF_WIDTHS.forEach((half, i) => {
      const x = (i - 2) * 2.4
      const arm = world.createBody({
        position: { x: x + 0.5, y: 2, z: 0 },
        angularVelocity: { x: 0, y: 2 + i, z: 0 },
        linearVelocity: { x: 0, y: 0, z: -0.5 * (2 + i) },
        shapes: [box({ halfExtents: { x: 0.5, y: 0.08, z: 0.08 } })],
      })
      world.createBallJoint({ bodyB: arm, anchor: { x, y: 2, z: 0 } })
      limits.push(
        world.createWedgeLimitJoint({
          bodyB: arm,
          axis: { x: 0, y: 1, z: 0 },
          direction: { x: 1, y: 0, z: 0 },
          limit: { lower: -half, upper: half, restitution: half > 0 ? 0.7 : 0 },
        }),
      )
      arms.push(arm)
    })
    let deepest = 0
    return {
      update() {
        for (const { margin } of limits) deepest = Math.max(deepest, -margin)
      },
      measure: () => ({ deepestMrad: 1000 * deepest, lowest: Math.min(...arms.map(({ position }) => position.y)) }),
    }
  },
}
