/**
 * A light link (0.17 kg) between heavy bodies, on a disc of one and a rope to the other, was drawn straight and cracked like a whip: 149 J
 * became 665 J in a step. Threads of ropes are swept as islands in touch are, and the energy limiter looked at those only if the batch had a
 * contact.
 */

import { expect, it } from 'vitest'
import { casesByName, runAssemblyIn } from '../common/joint-suite/fuzz.ts'
import type { AssemblySpec } from '../common/joint-suite/assembly.ts'
import { loadCases } from '../d2/joints/joint-case.ts'
import { LAB } from '../d2/joints/lab.ts'

const spec = {
  bodies: [
    {
      shape: 'capsule', size: 0.3941411097534001, mass: 85.4436961944556, center: { x: 0, y: 0 },
      velocity: { x: 0.45526748464710687, y: 0.38356090702168705 }, spin: -4.823536712210625,
    },
    {
      shape: 'box', size: 0.24315340088214726, mass: 25.47117899689741, center: { x: 0, y: 0 },
      velocity: { x: -0.2592757120080442, y: -0.27502666630511197 }, spin: -4.362031300552189,
    },
    {
      shape: 'polygon', size: 0.24167160647921265, mass: 0.16631917440847033, center: { x: -0.01598630873204695, y: -0.07241778561203223 },
      velocity: { x: 1.3352836674703705, y: 1.2521174452148545 }, spin: 3.255340065807104,
    },
    {
      shape: 'polygon', size: 0.1158734079450369, mass: 65.62289624865429, center: { x: 0, y: 0 },
      velocity: { x: -0.9879187256050951, y: 0.7081288647607498 }, spin: 4.394107537809759,
    },
  ],
  joints: [
    {
      kind: 'generic, free', a: 0, b: 1, friction: 0,
      limits: [
        { key: 'linearLimit', lower: -0.251933438917622, upper: 0.5467015162389726, restitution: 0 },
        { key: 'angularLimit', lower: -0.43311583505012097, upper: 0.32090177315287294, restitution: 0.5884265850763768 },
      ],
    },
    {
      kind: 'generic, disc', a: 1, b: 2, friction: 0,
      limits: [{ key: 'travelLimit', lower: -0.11584628371521831, upper: 0.23197804063558577, restitution: 0 }],
    },
    {
      kind: 'distance, rope', a: 2, b: 3, friction: 2.801734709646553,
      limits: [{ key: 'limit', lower: -0.5023724869638682, upper: 0.32248414888046684, restitution: 0 }],
    },
  ],
  rough: false, gravity: false, collide: false, hung: false,
} as unknown as AssemblySpec

const cases = casesByName(await loadCases())

it('a light link that is drawn straight between heavy bodies gains no energy', () => {
  const { failure, detail } = runAssemblyIn(LAB, spec, cases as never)
  expect(failure, detail).toBe('')
})
