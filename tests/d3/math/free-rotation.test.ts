/** Free rotation of bodies of unequal moments against its invariants: energy, angular momentum, principal axes, its own inverse. */

import { expect, it } from 'vitest'
import { referenceAxis, rotateFreely } from '../../../src/d3/math/free-rotation.ts'
import { quatRotateAt, quatRotateInverseAt } from '../../../src/d3/math/quaternion.ts'
import { randomOf } from '../../families/family.ts'

const axes = new Float64Array([0, 0, 0, 1])

function momentumOf(q: Float64Array, w: Float64Array, principal: Float64Array): number[] {
  const l = new Float64Array(3)
  quatRotateInverseAt(q, 0, w, 0, l, 0)
  for (let k = 0; k < 3; k++) l[k] *= principal[k]
  quatRotateAt(q, 0, l, 0, l, 0)
  return [...l]
}

function energyOf(q: Float64Array, w: Float64Array, principal: Float64Array): number {
  const l = momentumOf(q, w, principal)
  return w[0] * l[0]! + w[1] * l[1]! + w[2] * l[2]!
}

/** Moments of a random box, its spin in radians per step. */
function top(seed: number): { q: Float64Array; w: Float64Array; principal: Float64Array } {
  const random = randomOf(seed)
  const a = random.scale(0.1, 1) ** 2
  const b = random.scale(0.1, 1) ** 2
  const c = random.scale(0.1, 1) ** 2
  const spin = random.scale(0.01, 0.5)
  return {
    q: new Float64Array([0, 0, 0, 1]), principal: new Float64Array([b + c, a + c, a + b]),
    w: new Float64Array([random.between(-spin, spin), random.between(-spin, spin), random.between(-spin, spin)]),
  }
}

it('keeps energy and angular momentum of random bodies over a thousand steps', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { q, w, principal } = top(seed)
    const before = energyOf(q, w, principal)
    const momentum = momentumOf(q, w, principal)
    const size = Math.hypot(...momentum)
    let worst = 0
    for (let step = 0; step < 1000; step++) {
      rotateFreely(q, 0, w, 0, principal, 0, axes, 0, referenceAxis(principal, 0), new Float64Array([1]), true)
      worst = Math.max(worst, Math.abs(energyOf(q, w, principal) / before - 1))
    }
    expect(worst, `seed ${seed}`).toBeLessThan(1e-9)
    const after = momentumOf(q, w, principal)
    for (let k = 0; k < 3; k++) expect(Math.abs(after[k]! - momentum[k]!) / size).toBeLessThan(1e-12)
  }
})

it('leaves a body that spins about a principal axis on it', () => {
  for (let seed = 0; seed < 60; seed++) {
    const { q, w, principal } = top(seed)
    const axis = seed % 3
    const { between } = randomOf(seed + 1000)
    for (let k = 0; k < 4; k++) q[k] = between(-1, 1)
    const length = Math.hypot(...q)
    for (let k = 0; k < 4; k++) q[k] /= length
    // About the largest or the smallest moment: the middle one does not last, whatever the steps.
    const order = [0, 1, 2].sort((i, j) => principal[i]! - principal[j]!)
    const k = order[axis === 1 ? 0 : axis]!
    const start = new Float64Array([0, 0, 0])
    start[k] = 0.2
    quatRotateAt(q, 0, start, 0, w, 0)
    const at = [...w]
    for (let step = 0; step < 1000; step++) rotateFreely(q, 0, w, 0, principal, 0, axes, 0, referenceAxis(principal, 0), new Float64Array([1]), true)
    for (let c = 0; c < 3; c++) expect(Math.abs(w[c]! - at[c]!), `seed ${seed}`).toBeLessThan(1e-11)
  }
})

it('goes back the way it came', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { q, w, principal } = top(seed)
    const at = [...w]
    const reference = referenceAxis(principal, 0)
    rotateFreely(q, 0, w, 0, principal, 0, axes, 0, reference, new Float64Array([0.7]), true)
    rotateFreely(q, 0, w, 0, principal, 0, axes, 0, reference, new Float64Array([-0.7]), true)
    const spin = Math.hypot(...at)
    for (let k = 0; k < 3; k++) expect(Math.abs(w[k]! - at[k]!) / spin, `seed ${seed}`).toBeLessThan(0.02 * spin ** 3)
  }
})
