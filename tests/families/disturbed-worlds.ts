/**
 * Random jointed worlds that step in turns with other worlds, absurd ones: the solver's tables are shared, and nobody may notice. Absurd
 * bodies are as heavy, light and fast as the engine takes; their rows are full of infinities.
 */

import { makeAssembly, randomAssembly } from '../common/joint-suite/assembly.ts'
import { casesByName } from '../common/joint-suite/fuzz.ts'
import type { AnyBody, AnyCase, AnyWorld, Lab } from '../common/joint-suite/lab.ts'
import { DT } from '../common/joint-suite/pairs.ts'
import type { Family, Random } from './family.ts'

const STEPS = 40
/** Steps between two absurd worlds. */
const PAUSE = 4
/** Masses and speeds to try, the most absurd first. */
const ABSURD = [1e300, 1e150, 1e60, 1e30, 1e12]

/** Does the first that the engine does not refuse. */
function tryAll(lab: Lab, values: readonly number[], act: (value: number) => void): void {
  for (const value of values) {
    try {
      act(value)
      return
    } catch (error) {
      if (!lab.isRefusal(error)) throw error
    }
  }
}

function makeAbsurd(lab: Lab, world: AnyWorld, bodies: readonly AnyBody[], random: Random): void {
  for (const body of bodies) {
    if (random() < 0.6) tryAll(lab, random() < 0.7 ? ABSURD : ABSURD.map((value) => 1 / value), (mass) => Object.assign(body, { mass }))
    if (random() < 0.6) tryAll(lab, ABSURD, (speed) => (body.linearVelocity = lab.randomVector(random, speed)))
    if (random() < 0.6) tryAll(lab, ABSURD, (speed) => (body.angularVelocity = lab.randomSpin(random, speed)))
  }
  world.step(DT)
  world.step(DT)
}

/** The family in one dimension: how many steps end elsewhere than they do alone. */
export function disturbedWorlds(lab: Lab, cases: readonly AnyCase[], name: string): Family<'steps that differ'> {
  const byName = casesByName(cases)
  return {
    name,
    short: 20,
    long: 600,
    figures: { 'steps that differ': { worst: 0 } },
    run(random, seed) {
      const spec = randomAssembly(lab, cases, random, seed % 2 === 0)
      const alone = makeAssembly(lab, spec, byName).world
      const hashes: string[] = []
      for (let step = 0; step < STEPS; step++) {
        alone.step(DT)
        hashes.push(alone.hash())
      }
      const { world } = makeAssembly(lab, spec, byName)
      let differ = 0
      for (let step = 0; step < STEPS; step++) {
        if (step % PAUSE === 0) {
          const other = makeAssembly(lab, randomAssembly(lab, cases, random, random() < 0.5), byName)
          makeAbsurd(lab, other.world, other.bodies, random)
        }
        world.step(DT)
        if (world.hash() !== hashes[step]) differ++
      }
      return { 'steps that differ': differ }
    },
  }
}
