/** Joints that break: a bucket that hangs on each kind is filled slowly; it must fall at the stated load, not before and not after. */

import type { AnyCase, AnyJoint, Lab } from '../joint-suite/lab.ts'
import { DT, GRAVITY, makePair, run } from '../joint-suite/pairs.ts'
import { atMost, type AccuracyCase, type Row, type RunLength } from './case.ts'

/** Share of the stated load by which the load grows in a step. */
const GROWTH = 1e-4
/** Share at which the slow filling begins. */
const FROM = 0.99
/** Steps in which it comes that far. */
const RISE = 120

/** The load, as a share of the stated one, in the step in which the joint broke. */
export function fill(joint: AnyJoint, pour: (share: number) => void): number {
  for (let i = 0; i < (2 * (1 - FROM)) / GROWTH; i++) {
    const share = FROM + i * GROWTH
    pour(share)
    joint.world.step(DT)
    if (joint.isBroken) return share
  }
  return Infinity
}

/** B hangs on the joint; a growing force pulls it down. */
function bucket(lab: Lab, kind: AnyCase, settleSteps: number): number {
  const { world, b, joint } = makePair(lab, kind, { gravity: GRAVITY }, { type: 'static' }, { damping: 4 })
  run(world, settleSteps)
  const weight = b.mass * GRAVITY
  const stated = 2 * weight
  // Where the whole load hangs, so that it does not turn B: at its centre of mass.
  const pour = (share: number): void => b.applyForce({ ...lab.still.place, y: weight - share * stated })
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

function row(test: string, share: number): Row {
  return atMost(test, 'load when it broke, relative error', '', GROWTH * 1.001, Math.abs(share - 1))
}

/** Every kind that carries a weight, and what the dimension adds by `own`: a test's name and the share at which its joint broke. */
export function breaksCase(lab: Lab, cases: readonly AnyCase[], own: Readonly<Record<string, () => number>>): AccuracyCase {
  return {
    name: 'breaks',
    run: (length: RunLength): Row[] => [
      ...cases
        .filter(({ exempt }) => exempt?.weight === undefined)
        .map((kind) => row(`${kind.name}, force grows by 1e-4 a step`, bucket(lab, kind, length === 'full' ? 900 : 300))),
      ...Object.entries(own).map(([test, load]) => row(test, load())),
    ],
  }
}
