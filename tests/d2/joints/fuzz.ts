/**
 * Random assemblies of all kinds of joints: do they stay finite, keep momentum, gain no energy and replay to the bit?
 * `npx tsx tests/d2/joints/fuzz.ts [count] [first seed]` runs many, makes the failures small and prints them.
 */

import { pathToFileURL } from 'node:url'
import { validateStep } from '../../../src/d2/store/validate-world.ts'
import { createRandom } from '../../common/random.ts'
import { CASES } from './cases.ts'
import type { JointCase } from './joint-case.ts'
import { makeAssembly, randomAssembly, type AssemblySpec } from './suite/assembly.ts'
import { distance, DT, everythingIsFinite, kineticEnergy, momentumOf } from './suite/setup.ts'

const STEPS = 600

/** Steps that the velocities given at random, which the joints do not allow, may take to settle. */
const SHOCK = 10

/** Bounds of the smooth variant, relative: to the bodies' momenta, and to the energy given to them. */
export const LINEAR_BOUND = 1e-10
/** Errors that the start's velocities left are taken back in the poses, and places are part of it. */
export const ANGULAR_BOUND = 1e-3
/** The curvature of the way within a substep goes into the velocities and out of them again, a little later and a little changed. */
export const ENERGY_BOUND = 1e-3

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

export function runAssembly(spec: AssemblySpec, cases: ReadonlyMap<string, JointCase>, steps: number = STEPS): Outcome {
  const outcome: Outcome = { failure: '', detail: '', linear: 0, angular: 0, gain: 0, steps: 0 }
  const fail = (failure: Outcome['failure'], detail: string): Outcome => Object.assign(outcome, { failure, detail })
  try {
    const { world } = makeAssembly(spec, cases)
    const before = momentumOf(world)
    const given = kineticEnergy(world)
    let start = 0
    let bytes: Uint8Array = new Uint8Array(0)
    for (let step = 0; step < steps; step++) {
      world.step(DT)
      validateStep(world)
      outcome.steps++
      if (world.events.quarantined.length > 0) return fail('finite', `quarantined in step ${step}`)
      const energy = kineticEnergy(world)
      if (step < SHOCK) start = Math.max(start, Math.min(energy, given))
      if (given > 0) outcome.gain = Math.max(outcome.gain, (energy - start) / given)
      if (!spec.rough && outcome.gain > ENERGY_BOUND) return fail('energy', `${given} J given, ${start} J in the shock, ${energy} J in step ${step}`)
      if (step === (steps >> 1) - 1) bytes = world.snapshot()
    }
    if (!everythingIsFinite(world)) return fail('finite', 'at the end')
    const after = momentumOf(world)
    outcome.linear = distance(after.linear, before.linear) / Math.max(before.linearScale, after.linearScale, 1e-9)
    outcome.angular = Math.abs(after.angular - before.angular) / Math.max(before.angularScale, after.angularScale, 1e-9)
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

/** Without body i; children of it go too. */
function withoutBody(spec: AssemblySpec, i: number): AssemblySpec | null {
  const gone = new Set([i])
  for (let k = 1; k < spec.bodies.length; k++) if (gone.has(spec.joints[k - 1].a)) gone.add(k)
  const left = spec.bodies.map((_, k) => k).filter((k) => !gone.has(k))
  if (left.length < 2) return null
  const joints = spec.joints.filter((joint, k) => (k >= spec.bodies.length - 1 || !gone.has(k + 1)) && !gone.has(joint.a) && !gone.has(joint.b))
  return {
    ...spec,
    bodies: left.map((k) => spec.bodies[k]),
    joints: joints.map((joint) => ({ ...joint, a: left.indexOf(joint.a), b: left.indexOf(joint.b) })),
  }
}

/** Ways to make a spec simpler, boldest first. */
function* simpler(spec: AssemblySpec): Generator<AssemblySpec> {
  const zero = { x: 0, y: 0 }
  for (const key of ['collide', 'gravity', 'hung'] as const) if (spec[key]) yield { ...spec, [key]: false }
  for (let i = spec.bodies.length - 1; i > 0; i--) {
    const less = withoutBody(spec, i)
    if (less) yield less
  }
  for (let j = spec.joints.length - 1; j >= spec.bodies.length - 1; j--) yield { ...spec, joints: spec.joints.filter((_, k) => k !== j) }
  const changeJoint = (j: number, change: object) => ({ ...spec, joints: spec.joints.map((joint, k) => (k === j ? { ...joint, ...change } : joint)) })
  const changeBody = (i: number, change: object) => ({ ...spec, bodies: spec.bodies.map((body, k) => (k === i ? { ...body, ...change } : body)) })
  for (const [j, joint] of spec.joints.entries()) {
    if (joint.friction > 0) yield changeJoint(j, { friction: 0 })
    for (let k = 0; k < joint.limits.length; k++) yield changeJoint(j, { limits: joint.limits.filter((_, m) => m !== k) })
    if (joint.limits.some((limit) => limit.restitution > 0)) yield changeJoint(j, { limits: joint.limits.map((limit) => ({ ...limit, restitution: 0 })) })
  }
  for (const [i, body] of spec.bodies.entries()) {
    if (body.center.x !== 0) yield changeBody(i, { center: zero })
    if (body.velocity.x !== 0) yield changeBody(i, { velocity: zero })
    if (body.spin !== 0) yield changeBody(i, { spin: 0 })
    if (body.shape !== 'box') yield changeBody(i, { shape: 'box' })
    if (body.mass !== 1) yield changeBody(i, { mass: 1 })
    if (body.size !== 0.25) yield changeBody(i, { size: 0.25 })
  }
}

/** The simplest spec on the way down that fails in the same manner. */
export function shrink(spec: AssemblySpec, cases: ReadonlyMap<string, JointCase>): AssemblySpec {
  let failed = runAssembly(spec, cases)
  for (;;) {
    let found: AssemblySpec | null = null
    for (const next of simpler(spec)) {
      const outcome = runAssembly(next, cases, Math.min(STEPS, failed.steps * 2))
      if (outcome.failure !== failed.failure) continue
      found = next
      failed = outcome
      break
    }
    if (!found) return spec
    spec = found
  }
}

export function casesByName(cases: readonly JointCase[]): Map<string, JointCase> {
  return new Map(cases.map((entry) => [entry.name, entry]))
}

export function assemblyOf(seed: number, cases: readonly JointCase[]): AssemblySpec {
  return randomAssembly(cases, createRandom(seed), seed % 2 === 1)
}

function main(count: number, first: number, only: string | undefined): void {
  const cases = only === undefined ? CASES : CASES.filter((entry) => entry.name.startsWith(only))
  const byName = casesByName(cases)
  const failures = new Map<string, number>()
  const worst = { linear: 0, angular: 0, gain: 0 }
  for (let seed = first; seed < first + count; seed++) {
    const spec = assemblyOf(seed, cases)
    const outcome = runAssembly(spec, byName)
    if (!spec.rough) for (const key of ['linear', 'angular', 'gain'] as const) worst[key] = Math.max(worst[key], outcome[key])
    if (outcome.failure === '') continue
    const small = shrink(spec, byName)
    const key = `${outcome.failure}, ${spec.rough ? 'rough' : 'smooth'}: ${small.joints.map((joint) => joint.kind).join(' + ')}`
    const known = failures.get(key) ?? 0
    failures.set(key, known + 1)
    if (known === 0) console.log(`seed ${seed}: ${key}: ${outcome.detail}; small: ${runAssembly(small, byName).detail}\n${JSON.stringify(small)}`)
  }
  console.log(`${count} assemblies of ${cases.length} cases; worst of the smooth ones: ${JSON.stringify(worst)}`)
  for (const [key, times] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`${times} × ${key}`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1), process.argv[4])
}
