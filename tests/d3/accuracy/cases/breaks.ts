/** Joints that break: a bucket that hangs on each kind is filled slowly; it must fall at the stated load, not before and not after. */

import { box, type Joint } from 'fulcrum-physics/3d'
import type { JointCase } from '../../joints/joint-case.ts'
import { loadCases } from '../../joints/suite/load-cases.ts'
import { makePair } from '../../joints/suite/setup.ts'
import { atMost, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, DT, GRAVITY, steps, WEIGHTLESS } from '../setup.ts'

const carriers = (await loadCases()).filter(({ carries, removes }) => carries ?? removes >= 3)

/** Share of the stated load by which the load grows in a step. */
const GROWTH = 1e-4
/** Share at which the slow filling begins. */
const FROM = 0.99
/** Steps in which it comes that far. */
const RISE = 120

/** The load, as a share of the stated one, in the step in which the joint broke. */
function fill(joint: Joint, pour: (share: number) => void): number {
  for (let i = 0; i < (2 * (1 - FROM)) / GROWTH; i++) {
    const share = FROM + i * GROWTH
    pour(share)
    joint.world.step(DT)
    if (joint.isBroken) return share
  }
  return Infinity
}

/** B hangs on the joint; a growing force pulls it down. */
function bucket(kind: JointCase, settleSteps: number): number {
  const still = { linearDamping: 4, angularDamping: 4 }
  const { world, b, joint } = makePair(kind, { gravity: { x: 0, y: -GRAVITY, z: 0 } }, { type: 'static' }, still)
  steps(world, settleSteps)
  const weight = b.mass * GRAVITY
  const stated = 2 * weight
  // Where the whole load hangs, so that it does not turn B: at its centre of mass.
  const pour = (share: number): void => b.applyForce({ x: 0, y: weight - share * stated, z: 0 })
  for (let i = 0; i < RISE; i++) {
    pour(0.5 + ((FROM - 0.5) * i) / RISE)
    world.step(DT)
  }
  for (let i = 0; i < 60; i++) {
    pour(FROM)
    world.step(DT)
  }
  // Damping takes part of each kick, and so of the load.
  b.linearDamping = 0
  b.angularDamping = 0
  joint.breakForce = stated
  return fill(joint, pour)
}

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

function row(test: string, share: number): Row {
  return atMost(test, 'load when it broke, relative error', '', GROWTH * 1.001, Math.abs(share - 1))
}

export const breaks: AccuracyCase = {
  name: 'breaks',
  run: (length: RunLength): Row[] => [
    ...carriers.map(kind => row(`${kind.name}, force grows by 1e-4 a step`, bucket(kind, length === 'full' ? 900 : 300))),
    row('bucket on a ball joint, its mass grows', filledBucket()),
    row('fixed joint, torque grows', twist()),
  ],
}
