/** The numbers a kind supplies, and what the engine makes of them: Jacobians and K. */

import { expect, it } from 'vitest'
import { setFriction } from '../../../src/common/joints/features.ts'
import { rowOfHandle } from '../../../src/common/memory/ids.ts'
import { createRandom } from '../random.ts'
import { asked } from './asked.ts'
import { numericCheckIn } from './derivative.ts'
import { note } from './figures.ts'
import type { AnyBody, AnyCase, AnyJoint, Lab, Random } from './lab.ts'
import { inverse } from './matrix.ts'
import { errorsOf, makePair, pairWithWorld, stateOf } from './pairs.ts'

const POSES = 1000

/** The joint's own numbers, copied. */
function dataOf(joint: AnyJoint): Float64Array {
  const { schema, columns } = stateOf(joint.world).joints
  const row = rowOfHandle(joint.id)
  return columns.data.slice(row * schema.data.width, (row + 1) * schema.data.width)
}

function posesOf(lab: Lab, joint: AnyCase, random: Random, i: number): Float64Array {
  const degree = Math.PI / 180
  if (i % 10 === 0) return lab.posesOff(joint, random, 0, 0)
  if (i % 10 === 1) return lab.posesOff(joint, random, 90 * degree, i % 20 === 1 ? 0 : 1)
  if (i % 10 === 2) return lab.posesOff(joint, random, (i % 20 === 2 ? 179 : 170) * degree, 1)
  return lab.posesAnywhere(random)
}

export function derivativeTests(lab: Lab, joint: AnyCase): void {
  it(`Jacobians are the derivatives of what is measured, ${POSES} poses`, () => {
    const numericCheck = numericCheckIn(lab)
    const random = createRandom(7)
    const data = dataOf(makePair(lab, joint).joint)
    let degenerate = 0
    let worst = 0
    let at = ''
    for (let i = 0; i < POSES; i++) {
      const poses = posesOf(lab, joint, random, i)
      const checked = numericCheck(joint.kind, data, poses)
      const { error, value, jacobian, gradient } = checked.measure
      if (![error, value, jacobian, gradient].every(isFinite)) throw new Error(`not finite at pose ${i}: ${poses.join(', ')}`)
      if (joint.isDegenerate?.(checked.pose) === true) degenerate++
      else if (!(checked.worst <= worst)) {
        worst = checked.worst
        at = `${checked.at}, pose ${i}: ${poses.join(', ')}`
      }
    }
    note(joint, 'Jacobians off by', worst)
    note(joint, 'poses left out', degenerate / POSES)
    expect(worst, at).toBeLessThan(1e-6)
    expect(degenerate / POSES).toBeLessThan(0.3)
  })

  it('is satisfied as created', () => {
    const { rigid, limit } = errorsOf(lab, makePair(lab, joint).joint)
    expect(rigid).toBeLessThan(1e-12)
    expect(limit).toBeLessThan(1e-12)
  })
}

function isFinite(numbers: Float64Array): boolean {
  return numbers.every(Number.isFinite)
}

/** u M⁻¹ v of two rows of a Jacobian, M⁻¹ body by body. */
function weighed(u: ArrayLike<number>, v: ArrayLike<number>, inverseMasses: readonly (readonly (readonly number[])[])[]): number {
  let sum = 0
  inverseMasses.forEach((mass, side) => {
    const o = side * mass.length
    for (let r = 0; r < mass.length; r++) for (let c = 0; c < mass.length; c++) sum += u[o + r] * mass[r][c] * v[o + c]
  })
  return sum
}

/** Compares the solver's K of the last step with brute force, where the bodies stand. Returns the worst difference, relative to K. */
function compareK(lab: Lab, joint: AnyJoint): number {
  const width = 2 * lab.freedoms
  const { measure, pose } = errorsOf(lab, joint)
  const n = measure.rigid
  const solved = lab.solvedRows(stateOf(joint.world), rowOfHandle(joint.id))
  expect(solved.inverse.length).toBe(n)
  if (joint.bodyA?.type === 'dynamic') {
    // The solver leads both arms to one place, or there would be torques from nowhere.
    for (let i = 0; i < n; i++) lab.moveToCommonPoint(measure.jacobian, i * width, pose)
    for (let g = 0; g < measure.gradient.length; g += width) lab.moveToCommonPoint(measure.gradient, g, pose)
  }
  const still = Array.from({ length: lab.freedoms }, () => Array.from({ length: lab.freedoms }, () => 0))
  const massOf = (body: AnyBody | null): number[][] => (body?.type === 'dynamic' ? lab.inverseMass(body) : still)
  const masses = [massOf(joint.bodyA), massOf(joint.bodyB)]
  const J = Array.from({ length: n }, (_, i) => measure.jacobian.subarray(i * width, (i + 1) * width))
  const K = J.map((first) => J.map((second) => weighed(first, second, masses)))
  const size = Math.max(...K.map((row, i) => row[i]), 1e-300)
  let worst = 0
  // K K⁻¹ K = K also where rows say the same twice.
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      let sum = 0
      for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) sum += K[i][p] * solved.inverse[p][q] * K[q][k]
      worst = Math.max(worst, Math.abs(sum - K[i][k]) / size)
    }
  }
  // With other joints about, a coordinate has the inertia that those leave it.
  if (joint.world.jointCount > 1) return worst
  const cleared = n === 0 ? [] : inverse(K.map((row, i) => row.map((value, k) => (i === k ? value * (1 + 1e-9) : value))))
  for (const { coordinate, k } of solved.friction) {
    const gradient = measure.gradient.subarray(coordinate * width, (coordinate + 1) * width)
    const own = weighed(gradient, gradient, masses)
    const cross = J.map((row) => weighed(row, gradient, masses))
    let left = own
    for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) left -= cross[p] * cleared[p][q] * cross[q]
    worst = Math.max(worst, Math.abs(k - left) / Math.max(own, 1e-300))
  }
  return worst
}

export function inertiaTests(lab: Lab, joint: AnyCase): void {
  const sides = [['two free bodies', 'free'], ['a static A', 'static'], ['the world', 'world']] as const
  asked(joint, 'inertia', 'K is J M⁻¹ Jᵀ', sides.map(([what, side]) => [`K is J M⁻¹ Jᵀ, joined to ${what}`, () => {
    const random = createRandom(5)
    let worst = 0
    let compared = 0
    const pair = side === 'world' ? pairWithWorld(lab, joint) : makePair(lab, joint, {}, side === 'static' ? { type: 'static' } : {})
    joint.kind.coordinates.forEach((_, c) => setFriction(stateOf(pair.world), rowOfHandle(pair.joint.id), c, 1e-9, 'test'))
    for (let i = 0; i < 20; i++) {
      const poses = i % 2 === 0 ? lab.posesOff(joint, random, 0.3 * i, 0.05 * i) : lab.posesAnywhere(random)
      if (side === 'free') lab.teleport(pair.a, poses, 0)
      lab.teleport(pair.b, poses, lab.poseSize)
      pair.world.step(1e-6)
      if (joint.isDegenerate?.(errorsOf(lab, pair.joint).pose) === true) continue
      worst = Math.max(worst, compareK(lab, pair.joint))
      compared++
    }
    note(joint, 'K off by', worst)
    expect(worst).toBeLessThan(1e-7)
    expect(compared).toBeGreaterThan(10)
  }] as const))
}
