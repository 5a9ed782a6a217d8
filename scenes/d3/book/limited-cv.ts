/** Hodges, chapters 20 and 24: a constant-velocity joint within a pyramid of 45 degrees. */

import type { ConstantVelocityJoint, World } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import { degrees } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, smallBox, surface, turned } from './book-world.ts'

export function addBookConstantVelocity(world: World): ConstantVelocityJoint {
  const bodyA = addBody(world, 0, smallBox(surface(0.9, 0.5)), { position: at(2, -5, 6), rotation: turned(1, 1, 1, degrees(90)) })
  const bodyB = addBody(world, 1, smallBox(surface(1, 0.5)), { position: at(2, -5, 5), rotation: turned(0, 1, 1, degrees(90)) })
  const half = degrees(45)
  return world.createConstantVelocityJoint({
    bodyA, bodyB, anchor: bodyA.position, axis: at(0, 0, 1), planeAxis: at(1, 0, 0), limit: { pyramid: { y: half, z: half } },
    formulation: 'quaternion',
  })
}

export const bookLimitedCv: SceneEntry = {
  name: 'book-limited-cv',
  title: 'Book: limited constant velocity',
  description: 'A hanging box is kicked around; it leans within a pyramid of 45 degrees and never twists.',
  source: 'Hodges 20; errata: Hodges 20',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 4, y: 6.5, z: 9 }, target: { x: 2, y: 5.5, z: 5 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.1, 'the joint holds its point'),
    mostYDegrees: between(40, 45.5, 'kicked to its stop, and no further'),
    mostZDegrees: between(40, 45.5, 'kicked to its stop, and no further'),
  },
  build(world) {
    addSandbox(world)
    const joint = addBookConstantVelocity(world)
    const gaps = new GapWatch([joint])
    let mostY = 0
    let mostZ = 0
    return {
      update(_current, step) {
        gaps.look()
        const { y, z } = joint.bend
        mostY = Math.max(mostY, Math.abs(y))
        mostZ = Math.max(mostZ, Math.abs(z))
        // One kick after the other, along x and along z.
        if (step % 90 === 0) joint.bodyB.applyImpulse(step % 180 === 0 ? { x: 3, y: 0, z: 1 } : { x: -1, y: 0, z: -3 })
      },
      measure: () => ({ ...gaps.figures(), mostYDegrees: (mostY * 180) / Math.PI, mostZDegrees: (mostZ * 180) / Math.PI }),
    }
  },
}
