/** Hodges, chapter 21: a figure of six boxes falls over. */

import { bookRagdoll, buildRagdoll, type HingeJoint, type Ragdoll, type World } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addSandbox, at, BOOK_OPTIONS, surface } from './book-world.ts'

/** m/s. The book's figure tips over by the noise of its solver; this one would stand, so it comes with a push. */
const PUSH = 1.5

export function addBookRagdoll(world: World, x: number, push = PUSH): Ragdoll {
  return buildRagdoll(world, bookRagdoll(surface(1, 1)), { position: at(x, 0, 0), velocity: at(push, push / 3, 0) })
}

/** The furthest any hinge of the figure is turned, rad. */
export function widestHinge({ joints }: Ragdoll): number {
  const hinges = joints.filter(({ type }) => type === 'hinge') as HingeJoint[]
  return Math.max(...hinges.map(({ angle }) => Math.abs(angle)))
}

export const bookRagdollScene: SceneEntry = {
  name: 'book-ragdoll',
  title: 'Book: ragdoll',
  description: 'A figure of six boxes drops to the floor; neck, shoulders and hips turn by 45 degrees and no further.',
  source: 'Hodges 21',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 8, y: 5, z: 8 }, target: { x: 0, y: 2, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(2, 'joints hold in the fall'),
    widestHingeDegrees: between(30, 46, 'limbs go to their stops at 45 degrees, and no further'),
  },
  build(world) {
    addSandbox(world)
    const figure = addBookRagdoll(world, 0)
    const gaps = new GapWatch(figure.joints)
    let widest = 0
    return {
      update() {
        gaps.look()
        widest = Math.max(widest, widestHinge(figure))
      },
      measure: () => ({ ...gaps.figures(), widestHingeDegrees: (widest * 180) / Math.PI }),
    }
  },
}
