/** Makes an assembly that fails smaller, as long as it fails in the same manner. */

import type { AssemblySpec } from './assembly.ts'
import type { Outcome } from './fuzz.ts'
import type { Lab } from './lab.ts'
import { numbersOf } from './pairs.ts'

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

function isZero(value: object | number): boolean {
  return numbersOf(value).every((number) => number === 0)
}

/** Ways to make a spec simpler, boldest first. */
function* simpler({ still }: Lab, spec: AssemblySpec): Generator<AssemblySpec> {
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
    if (!isZero(body.center)) yield changeBody(i, { center: still.place })
    if (!isZero(body.velocity)) yield changeBody(i, { velocity: still.place })
    if (!isZero(body.spin)) yield changeBody(i, { spin: still.spin })
    if (body.shape !== 'box') yield changeBody(i, { shape: 'box' })
    if (body.mass !== 1) yield changeBody(i, { mass: 1 })
    if (body.size !== 0.25) yield changeBody(i, { size: 0.25 })
  }
}

/** The simplest spec on the way down that fails in the same manner. */
export function shrink(lab: Lab, spec: AssemblySpec, run: (spec: AssemblySpec, steps?: number) => Outcome, mostSteps: number): AssemblySpec {
  let failed = run(spec)
  for (;;) {
    let found: AssemblySpec | null = null
    for (const next of simpler(lab, spec)) {
      const outcome = run(next, Math.min(mostSteps, failed.steps * 2))
      if (outcome.failure !== failed.failure) continue
      found = next
      failed = outcome
      break
    }
    if (!found) return spec
    spec = found
  }
}
