/** Hodges, chapters 18 and 24: a box on a hinge that turns by 45 degrees either way. */

import type { HingeJoint, World } from 'fulcrum-physics/3d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { degrees } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, smallBox, surface, turned } from './book-world.ts'

export function addBookHinge(world: World, inverseMass = 1): HingeJoint {
  const bodyA = addBody(world, 0, smallBox(surface(0.9, 0.5)), { position: at(-2, -5, 6), rotation: turned(1, 1, 1, degrees(45)) })
  const bodyB = addBody(world, inverseMass, smallBox(surface(1, 0.5)), { position: at(-2, -5, 5), rotation: turned(0, 1, 1, degrees(90)) })
  return world.createHingeJoint({
    bodyA, bodyB, anchor: bodyA.position, axis: at(1, 0, 0), limit: { lower: -degrees(45), upper: degrees(45) }, formulation: 'quaternion',
  })
}

/** rad/s with which the box is sent against its limits. */
const PUSH = 6

export const bookLimitedHinge: SceneEntry = {
  name: 'book-limited-hinge',
  title: 'Book: limited hinge',
  description: 'A box hangs on a hinge and is pushed to and fro; it stops at 45 degrees on either side.',
  source: 'Hodges 18; errata: Hodges 18',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 2, y: 6.5, z: 9 }, target: { x: -2, y: 5.5, z: 5 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.1, 'the hinge holds its point'),
    leastDegrees: near(-45, 0.05, 'pushed to its stop, and no further'),
    mostDegrees: near(45, 0.05, 'pushed to its stop, and no further'),
  },
  build(world) {
    addSandbox(world)
    const hinge = addBookHinge(world)
    const gaps = new GapWatch([hinge])
    let least = 0
    let most = 0
    return {
      update(_current, step) {
        gaps.look()
        least = Math.min(least, hinge.angle)
        most = Math.max(most, hinge.angle)
        if (step % 120 !== 0) return
        // About the hinge, through the joint's anchor: the box swings, it does not fly.
        const spin = step % 240 === 0 ? PUSH : -PUSH
        const { y, z } = hinge.anchorA
        const p = hinge.bodyB.position
        hinge.bodyB.angularVelocity = { x: spin, y: 0, z: 0 }
        hinge.bodyB.linearVelocity = { x: 0, y: -spin * (p.z - z), z: spin * (p.y - y) }
      },
      measure: () => ({ ...gaps.figures(), leastDegrees: (least * 180) / Math.PI, mostDegrees: (most * 180) / Math.PI }),
    }
  },
}
