/** Discs on a flexible wire: each may be twisted against the one above so far and no further. */

import { box, type AngularLimitJoint, type Body } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../../expectation.ts'
import { length } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const DISCS = 6
const GAP = 0.5
const MOST = Math.PI

export const angularLimitScene: SceneEntry = {
  name: 'joint-angular-limit',
  title: 'Angular limit',
  description: 'Plates hang below each other on ball joints. The lowest is spun and winds up one after another, half a turn each.',
  source: 'Tamis 3.2.5 and 3.2.8; errata: Tamis (3.35)',
  worldOptions: { sleeping: false },
  camera: { position: { x: 3, y: 3, z: 6 }, target: { x: 0, y: 2, z: 0 } },
  steps: 900,
  expect: {
    mostTwist: atLeast(MOST - 1e-3, 'the spin of the lowest plate winds its limit up'),
    beyondMrad: atMost(0.01, 'stops hold'),
    worstGapMm: atMost(0.01, 'ball joints hold the plates'),
  },
  build(world) {
    const limits: AngularLimitJoint[] = []
    let above: Body | null = null
    let lowest: Body | null = null
    let worstGap = 0
    let most = 0
    for (let i = 0; i < DISCS; i++) {
      const top = 3.5 - i * GAP
      const disc: Body = world.createBody({
        position: { x: 0, y: top - GAP, z: 0 },
        shapes: [box({ halfExtents: { x: 0.5, y: 0.05, z: 0.2 } })],
        angularDamping: 0.05,
      })
      world.createBallJoint({ bodyA: above, bodyB: disc, anchor: { x: 0, y: top, z: 0 } })
      limits.push(
        world.createAngularLimitJoint({
          bodyA: above,
          bodyB: disc,
          axis: { x: 0, y: 1, z: 0 },
          limit: { lower: -MOST, upper: MOST, restitution: 0.2 },
          spring: { stiffness: 0.5, damping: 0.05 },
        }),
      )
      above = disc
      lowest = disc
    }
    lowest!.angularVelocity = { x: 0, y: 25, z: 0 }
    return {
      update() {
        for (const { angle } of limits) most = Math.max(most, Math.abs(angle))
        for (const joint of world.joints) {
          if (joint.type !== 'ball') continue
          const { anchorA: a, anchorB: b } = joint
          worstGap = Math.max(worstGap, length({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }))
        }
      },
      measure: () => ({ mostTwist: most, beyondMrad: 1000 * Math.max(0, most - MOST), worstGapMm: 1000 * worstGap }),
    }
  },
}
