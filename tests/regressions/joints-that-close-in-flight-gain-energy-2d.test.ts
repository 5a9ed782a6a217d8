/**
 * A slider, a hinge and a gear on axles that could not all be met for a while: the push-out closed them over a dozen steps, each time the
 * angular momentum that the shifts take was given back as a spin, and each spin had energy: 0.5 % in all, below the tolerance of a step.
 * Found by the fuzz of `tests/d2/joints`, one of a thousand assemblies.
 */

import { expect, it } from 'vitest'
import { casesByName, runAssemblyIn } from '../common/joint-suite/fuzz.ts'
import type { AssemblySpec } from '../common/joint-suite/assembly.ts'
import { loadCases } from '../d2/joints/joint-case.ts'
import { LAB } from '../d2/joints/lab.ts'

const spec = {
  bodies: [
    {
      shape: 'capsule', size: 0.23521169137675316, mass: 2.304845711555169, center: { x: 0.029052432021670894, y: 0.03170605694064275 },
      velocity: { x: -0.5667766955630873, y: 0.008044718107828284 }, spin: -4.603253840468824,
    },
    {
      shape: 'box', size: 0.2783475866774097, mass: 0.44892492249396865, center: { x: 0, y: 0 },
      velocity: { x: 0.4967726320961284, y: 0.39248818463113133 }, spin: 0.2919399202801287,
    },
    {
      shape: 'circle', size: 0.128966174274683, mass: 7.894074408452541, center: { x: 0, y: 0 },
      velocity: { x: -0.019109346798564228, y: -1.4455408603878195 }, spin: -1.07615627348423,
    },
    {
      shape: 'box', size: 0.23901572313625366, mass: 56.086220582119886, center: { x: 0, y: 0 },
      velocity: { x: -1.8082180604201512, y: 0.6966577109966333 }, spin: -0.10717046679928899,
    },
  ],
  joints: [
    { kind: 'generic, slider', a: 0, b: 1, friction: 0, limits: [] },
    { kind: 'hinge', a: 0, b: 2, friction: 0, limits: [] },
    { kind: 'gear on axles', a: 1, b: 3, friction: 0, limits: [] },
  ],
  rough: false, gravity: false, collide: false, hung: false,
} as unknown as AssemblySpec

const cases = casesByName(await loadCases())

it('joints whose gaps close in free flight gain no energy', () => {
  const { failure, detail } = runAssemblyIn(LAB, spec, cases as never)
  expect(failure, detail).toBe('')
})
