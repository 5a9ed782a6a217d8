import { box } from 'fulcrum-physics/2d'
import { breaksCase, fill } from '../../../common/accuracy/breaks.ts'
import type { AccuracyCase } from '../../../common/accuracy/case.ts'
import { loadCases } from '../../joints/joint-case.ts'
import { LAB } from '../../joints/lab.ts'
import { createWorld, GRAVITY, ORIGIN, WEIGHTLESS } from '../setup.ts'

/** A real bucket: its mass grows. */
function filledBucket(): number {
  const world = createWorld()
  const bodyB = world.createBody({ position: { x: 0, y: -1 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.2 } })] })
  const stated = 100 * GRAVITY
  const joint = world.createHingeJoint({ bodyB, anchor: ORIGIN, breakForce: stated })
  return fill(joint, share => void (bodyB.mass = 100 * share))
}

/** A beam welded to a wall is bent. */
function bend(): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  const bodyB = world.createBody({ shapes: [box({ halfExtents: { x: 0.5, y: 0.1 } })] })
  const joint = world.createFixedJoint({ bodyB, anchor: { x: -0.5, y: 0 }, breakTorque: 300 })
  return fill(joint, share => bodyB.applyTorque(300 * share))
}

export const breaks: AccuracyCase = breaksCase(LAB, await loadCases(), {
  'bucket on a hinge, its mass grows': filledBucket,
  'fixed joint, torque grows': bend,
})
