/**
 * Assemblies of joints that the fuzz of `tests/d3/joints` once found to fail, made small there: how they are written down and what must
 * hold of them. Each stands in the regression file of its bug.
 */

import { expect, it } from 'vitest'
import { casesByName, runAssembly, type AssemblySpec, type BodySpec } from '../d3/joints/fuzz.ts'
import type { JointSpec } from '../common/joint-suite/assembly.ts'
import { loadCases } from '../d3/joints/joint-case.ts'

export const ZERO = { x: 0, y: 0, z: 0 } as const

/**
 * Energy that joints which contradict each other may let come and go, in terms of what was given; where a bug was, it grew without bound.
 */
const GREATEST_GAIN = 1

/** A body at rest, its centre of mass at its origin. */
export function still(shape: BodySpec['shape'], size: number, mass: number): BodySpec {
  return { shape, size, mass, center: ZERO, velocity: ZERO, spin: ZERO }
}

/** A joint without limits and friction. */
export function plain(kind: string, a: number, b: number): JointSpec {
  return { kind, a, b, limits: [], friction: 0 }
}

/** The assembly stays finite, replays to the bit and, where nothing acts from outside, keeps momentum and gains no energy. */
export async function itHolds(title: string, spec: AssemblySpec): Promise<void> {
  const byName = casesByName(await loadCases())
  it(title, () => {
    const { failure, detail, gain } = runAssembly(spec, byName)
    expect(failure, detail).toBe('')
    if (!spec.gravity) expect(gain).toBeLessThan(GREATEST_GAIN)
  })
}
