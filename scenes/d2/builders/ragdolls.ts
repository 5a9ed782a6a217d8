/** Figures tumble down stairs, one after the other. */

import { buildRagdoll, chain, humanRagdoll, type Vec2 } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../../expectation.ts'
import { GapWatch, rmsSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const FIGURES = 8
const STEPS = 10
const RISE = 0.3
const TREAD = 0.6

/** Stairs that go down to the right, between a landing and a floor with a wall at its end. */
function stairs(): Vec2[] {
  const points: Vec2[] = [{ x: -12, y: STEPS * RISE }]
  for (let i = 0; i < STEPS; i++) points.push({ x: i * TREAD, y: (STEPS - i) * RISE }, { x: i * TREAD, y: (STEPS - i - 1) * RISE })
  return [...points, { x: 16, y: 0 }, { x: 16, y: 4 }]
}

export const ragdolls: SceneEntry = {
  name: 'ragdolls-2d',
  title: 'Ragdolls on stairs',
  description: 'Eight limp figures fall on stairs, tumble down and come to lie, their joints bent as far as they go and no further.',
  camera: { center: { x: 3, y: 2.5 }, height: 11 },
  steps: 900,
  expect: {
    worstGapMm: atMost(5, 'hinges hold in the fall'),
    overLimitDegrees: atMost(2, 'stops of the limbs hold'),
    lost: exactly(0, 'a chain has no holes'),
    rmsSpeed: atMost(0.01, 'limp figures come to lie'),
  },
  build(world) {
    world.createBody({ type: 'static', shapes: chain({ points: stairs(), friction: 0.7 }) })
    const figures = Array.from({ length: FIGURES }, (_, i) =>
      // A category each, so that they meet each other.
      buildRagdoll(world, humanRagdoll({ friction: 3, shape: { filter: { category: 1 << (8 + i) } } }), {
        position: { x: -1 - 1.1 * i, y: STEPS * RISE + 0.2 + 0.1 * i }, rotation: -0.3 * (i % 3), velocity: { x: 3 + 0.2 * i, y: 0 },
      }),
    )
    const joints = figures.flatMap(figure => figure.joints)
    const limits = joints.map(({ limit }) => limit!)
    const gaps = new GapWatch(joints)
    let over = 0
    return {
      update() {
        gaps.look()
        joints.forEach(({ angle }, i) => (over = Math.max(over, angle - limits[i]!.upper, limits[i]!.lower - angle)))
      },
      measure: current => ({
        ...gaps.figures(),
        overLimitDegrees: (over * 180) / Math.PI,
        lost: figures.filter(figure => figure.part('pelvis').position.y < 0).length,
        rmsSpeed: rmsSpeed(current),
      }),
    }
  },
}
