/** Random assemblies of all kinds of joints: do they stay finite, keep momentum, gain no energy and replay to the bit? */

import { createRandom } from '../random.ts'
import { makeAssembly, randomAssembly, type AssemblySpec } from './assembly.ts'
import type { AnyCase, Lab } from './lab.ts'
import { distance, DT, everythingIsFinite, kineticEnergy } from './pairs.ts'
import { shrink } from './shrink.ts'

const STEPS = 600

/** Steps that the velocities given at random, which the joints do not allow, may take to settle. */
const SHOCK = 10

/** Bounds of the smooth variant, relative to the bodies' momenta; `lab.energyBound` is that of the energy. */
const LINEAR_BOUND = 1e-10
/** Impulses act at the anchor of either body, and errors that the start's velocities left are taken back in the poses: a gap is an arm. */
const ANGULAR_BOUND = 1e-3

export type Cases = ReadonlyMap<string, AnyCase>

export interface Outcome {
  /** What went wrong; '' if nothing. */
  failure: '' | 'error' | 'finite' | 'linear momentum' | 'angular momentum' | 'energy' | 'replay'
  detail: string
  linear: number
  angular: number
  /** Most energy above that of the shock, relative to what was given. */
  gain: number
  /** Steps made until then. */
  steps: number
}

export function runAssemblyIn(lab: Lab, spec: AssemblySpec, cases: Cases, steps: number = STEPS): Outcome {
  const outcome: Outcome = { failure: '', detail: '', linear: 0, angular: 0, gain: 0, steps: 0 }
  const fail = (failure: Outcome['failure'], detail: string): Outcome => Object.assign(outcome, { failure, detail })
  try {
    const { world } = makeAssembly(lab, spec, cases)
    const before = lab.momentumOf(world)
    const given = kineticEnergy(world)
    let start = 0
    let bytes: Uint8Array = new Uint8Array(0)
    for (let step = 0; step < steps; step++) {
      world.step(DT)
      lab.validateStep(world)
      outcome.steps++
      if (world.events.quarantined.length > 0) return fail('finite', `quarantined in step ${step}`)
      const energy = kineticEnergy(world)
      if (step < SHOCK) start = Math.max(start, Math.min(energy, given))
      if (given > 0) outcome.gain = Math.max(outcome.gain, (energy - start) / given)
      // The curvature of the way within a substep goes into the velocities and out of them again, a little later and a little changed.
      if (!spec.rough && outcome.gain > lab.energyBound) return fail('energy', `${given} J given, ${start} J in the shock, ${energy} J in step ${step}`)
      if (step === (steps >> 1) - 1) bytes = world.snapshot()
    }
    if (!everythingIsFinite(world)) return fail('finite', 'at the end')
    const after = lab.momentumOf(world)
    outcome.linear = distance(after.linear, before.linear) / Math.max(before.linearScale, after.linearScale, 1e-9)
    outcome.angular = distance(after.angular, before.angular) / Math.max(before.angularScale, after.angularScale, 1e-9)
    if (!spec.rough && outcome.linear > LINEAR_BOUND) return fail('linear momentum', `off by ${outcome.linear}`)
    if (!spec.rough && outcome.angular > ANGULAR_BOUND) return fail('angular momentum', `off by ${outcome.angular}`)
    const hash = world.hash()
    world.restore(bytes)
    for (let step = steps >> 1; step < steps; step++) world.step(DT)
    if (world.hash() !== hash) return fail('replay', `${hash} became ${world.hash()}`)
    return outcome
  } catch (error) {
    return fail('error', (error as Error).message)
  }
}

export function casesByName<Case extends { readonly name: string }>(cases: readonly Case[]): Map<string, Case> {
  return new Map(cases.map((entry) => [entry.name, entry]))
}

/** Even seeds make smooth assemblies, odd ones rough. */
export function assemblyIn(lab: Lab, seed: number, cases: readonly AnyCase[]): AssemblySpec {
  return randomAssembly(lab, cases, createRandom(seed), seed % 2 === 1)
}

/** Of the seeds 1 … count, those that fail, and how. */
export function failingSeeds(lab: Lab, cases: readonly AnyCase[], count: number): string[] {
  const byName = casesByName(cases)
  const failing: string[] = []
  for (let seed = 1; seed <= count; seed++) {
    const { failure, detail } = runAssemblyIn(lab, assemblyIn(lab, seed, cases), byName)
    if (failure !== '') failing.push(`${seed}: ${failure}, ${detail}`)
  }
  return failing
}

/** Runs many, makes the failures small and prints them. Arguments: count, first seed, how the names of the cases begin. */
export async function fuzz(lab: Lab, all: readonly AnyCase[], [count = '10000', first = '1', only = '']: readonly string[]): Promise<void> {
  const cases = all.filter((entry) => entry.name.startsWith(only))
  const byName = casesByName(cases)
  const failures = new Map<string, number>()
  const worst = { linear: 0, angular: 0, gain: 0 }
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const spec = assemblyIn(lab, seed, cases)
    const outcome = runAssemblyIn(lab, spec, byName)
    if (!spec.rough) for (const key of ['linear', 'angular', 'gain'] as const) worst[key] = Math.max(worst[key], outcome[key])
    if (outcome.failure === '') continue
    const run = (next: AssemblySpec, steps?: number): Outcome => runAssemblyIn(lab, next, byName, steps)
    const small = shrink(lab, spec, run, STEPS)
    const key = `${outcome.failure}, ${spec.rough ? 'rough' : 'smooth'}: ${small.joints.map((joint) => joint.kind).join(' + ')}`
    const known = failures.get(key) ?? 0
    failures.set(key, known + 1)
    if (known === 0) console.log(`seed ${seed}: ${key}: ${outcome.detail}; small: ${run(small).detail}\n${JSON.stringify(small)}`)
  }
  console.log(`${count} assemblies of ${cases.length} cases; worst of the smooth ones: ${JSON.stringify(worst)}`)
  for (const [key, times] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`${times} × ${key}`)
}
