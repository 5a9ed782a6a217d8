/**
 * The same planar scene in two dimensions and in three, there once by symmetry alone (nothing pushes it out of the plane) and once with the
 * other axes locked. They are two engines of one method, so they may be apart by what the method is away from the truth, and no more.
 *
 * How far that is, each engine is asked itself: a run with half the step length differs from the run at hand by at least half of its error,
 * whatever the order of the method from one on. So the bound is twice the sum of those two differences, and the rounding of as many steps.
 * Friction makes no exception: an ellipsoid over two tangents and the twist is Coulomb's cone where all motion is along one of its axes.
 * Stacks stand within the slop.
 */

import { atMost, type AccuracyCase } from '../accuracy/case.ts'
import { checkGates } from '../accuracy/check-gates.ts'
import { SCENES } from './scenes.ts'
import { inPlane, inSpace, type PlanarState, type PlanarWorld } from './worlds.ts'

const DT = 1 / 60
/** As in the metamorphic tests: a few thousand operations per step. */
const ROUNDING = 1000 * 2 ** -53
const SLOP = 5e-4

/** Scenes whose third dimension is wrong: what was measured, and why. One that agrees again fails the test. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
}

interface PlanarRun {
  readonly states: readonly PlanarState[]
  readonly offPlane: number
}

function run(world: PlanarWorld, steps: number, parts: number): PlanarRun {
  const states = [world.state()]
  let offPlane = 0
  for (let i = 0; i < steps; i++) {
    for (let k = 0; k < parts; k++) world.step(DT / parts)
    states.push(world.state())
    offPlane = Math.max(offPlane, world.offPlane())
  }
  return { states, offPlane }
}

/** Largest difference of a place or an angle at any step, m and rad; what is no number stays. */
function difference(a: PlanarRun, b: PlanarRun): number {
  let worst = 0
  a.states.forEach((bodies, step) => bodies.forEach((body, i) => {
    for (let k = 0; k < 3; k++) {
      const apart = Math.abs(body[k]! - b.states[step]![i]![k]!)
      if (!(apart <= worst)) worst = apart
    }
  }))
  return worst
}

const CASES = SCENES.map(({ name, scene, steps, rests = false }): AccuracyCase => ({
  name,
  run() {
    const plane = run(inPlane(scene), steps, 1)
    const planeError = difference(plane, run(inPlane(scene), steps, 2))
    return [false, true].flatMap((locked) => {
      const space = run(inSpace(scene, locked), steps, 1)
      const spaceError = difference(space, run(inSpace(scene, locked), steps, 2))
      const bound = 2 * (planeError + spaceError) + ROUNDING * steps + (rests ? SLOP : 0)
      const title = locked ? 'axes locked' : 'by symmetry'
      return [
        atMost(title, 'difference of poses, m and rad', '', bound, difference(plane, space)),
        // What is locked does not move at all; what is free is moved by rounding.
        atMost(title, 'out of the plane, m and rad', '', locked ? 0 : ROUNDING * steps, space.offPlane),
      ]
    })
  },
}))

checkGates('planar scenes in both dimensions', CASES, KNOWN)
