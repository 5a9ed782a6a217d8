import { box } from 'fulcrum-physics/3d'
import { breaksCase, fill } from '../../../common/accuracy/breaks.ts'
import type { AccuracyCase } from '../../../common/accuracy/case.ts'
import { loadCases } from '../../joints/joint-case.ts'
import { LAB } from '../../joints/lab.ts'
import { createWorld, GRAVITY, WEIGHTLESS } from '../setup.ts'

/** A real bucket: its mass grows. */
function filledBucket(): number {
  const world = createWorld()
  const bodyB = world.createBody({ position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.2, z: 0.2 } })] })
  const stated = 100 * GRAVITY
  const joint = world.createBallJoint({ bodyB, anchor: { x: 0, y: 0, z: 0 }, breakForce: stated })
  return fill(joint, share => void (bodyB.mass = 100 * share))
}

/** A beam welded to a wall is twisted. */
function twist(): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  const bodyB = world.createBody({ shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.1 } })] })
  const joint = world.createFixedJoint({ bodyB, anchor: { x: -0.5, y: 0, z: 0 }, breakTorque: 300 })
  return fill(joint, share => bodyB.applyTorque({ x: 300 * share, y: 0, z: 0 }))
}

export const breaks: AccuracyCase = breaksCase(LAB, await loadCases(), {
  'bucket on a ball joint, its mass grows': filledBucket,
  'fixed joint, torque grows': twist,
})
