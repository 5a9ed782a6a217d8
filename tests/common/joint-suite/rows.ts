/** Rows as users read them, `joint.readRows()`: C against J, K against brute force, λ against the loads. */

import { expect, it } from 'vitest'
import type { ConstraintRow } from '../../../src/common/joints/read-rows.ts'
import { setSpring } from '../../../src/common/joints/features.ts'
import { rowOfHandle } from '../../../src/common/memory/ids.ts'
import { createRandom } from '../random.ts'
import { note } from './figures.ts'
import type { AnyCase, AnyJoint, AnyPoint, AnyState, Lab } from './lab.ts'
import { DT, makePair, numbersOf, run, stateOf } from './pairs.ts'

const POSES = 8
const STEP = 1e-5

type Row = ConstraintRow<AnyPoint, object | number>

function rowsOf(joint: AnyJoint): Row[] {
  return (joint as unknown as { readRows(): Row[] }).readRows()
}

/** J of a row as numbers: linear and angular part of A, then of B. */
function jacobianOf({ J }: Row): number[] {
  return [J.a, J.b].flatMap(({ linear, angular }) => [...numbersOf(linear), ...numbersOf(angular)])
}

/** A spring on every coordinate: then each of them has a row with an error of its own. */
function springAll(joint: AnyJoint, stiffness: number): void {
  const state = stateOf(joint.world)
  const row = rowOfHandle(joint.id)
  const { coordinates } = state.jointKinds[state.joints.columns.kind[row]!]!
  coordinates.forEach((_, c) => setSpring(state, row, c, { stiffness }, 'spring'))
}

export function rowTests(lab: Lab, joint: AnyCase): void {
  const { freedoms, poseSize } = lab

  it('rows that are read: C by finite differences is J, K is J M⁻¹ Jᵀ, J v is its rate', () => {
    const random = createRandom(11)
    const { a, b, joint: handle } = makePair(lab, joint)
    springAll(handle, 1)
    let checked = 0
    let worst = 0
    for (let i = 0; i < POSES; i++) {
      const poses = lab.posesOff(joint, random, i % 4 === 0 ? 0 : 0.4, i % 4 === 1 ? 0 : 0.3)
      const put = (at: Float64Array): void => {
        lab.teleport(a, at, 0)
        lab.teleport(b, at, poseSize)
      }
      put(poses)
      if (joint.isDegenerate?.(lab.poseNow(stateOf(handle.world) as AnyState, rowOfHandle(handle.id))) === true) continue
      for (const body of [a, b]) lab.toss(body, random, 1, 2)
      const rows = rowsOf(handle)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
      const J = rows.map(jacobianOf)
      const slopes = rows.map(() => [] as number[])
      for (let k = 0; k < 2 * freedoms; k++) {
        const errors = [STEP, -STEP].map((by) => {
          const shifted = poses.slice()
          lab.displace(shifted, k < freedoms ? 0 : poseSize, k % freedoms, by)
          put(shifted)
          return rowsOf(handle).map(({ C }) => C)
        })
        rows.forEach(({ unit }, r) => {
          const change = errors[0]![r]! - errors[1]![r]!
          const turns = unit === 'rad' ? 2 * Math.PI * Math.round(change / (2 * Math.PI)) : 0
          slopes[r]!.push((change - turns) / (2 * STEP))
        })
      }
      put(poses)
      const masses = [a, b].map((body) => lab.inverseMass(body))
      const velocities = [a, b].flatMap(({ linearVelocity, angularVelocity }) => [...numbersOf(linearVelocity), ...numbersOf(angularVelocity)])
      rows.forEach((row, r) => {
        const scale = Math.max(1, ...J[r]!.map(Math.abs))
        // Motors and friction have no error, only a rate.
        if (row.role !== 'motor' && row.role !== 'friction') J[r]!.forEach((value, k) => (worst = Math.max(worst, Math.abs(value - slopes[r]![k]!) / scale)))
        let K = 0
        masses.forEach((mass, side) => {
          const half = J[r]!.slice(side * freedoms, (side + 1) * freedoms)
          half.forEach((u, p) => half.forEach((v, q) => (K += u * mass[p]![q]! * v)))
        })
        expect(Math.abs(row.K - K) / Math.max(K, 1e-12)).toBeLessThan(1e-9)
        const rate = J[r]!.reduce((sum, value, k) => sum + value * velocities[k]!, 0)
        expect(row.velocity).toBeCloseTo(rate, 9)
      })
      // The block of held rows and its inverse.
      const held = rows.filter(({ role }) => role === 'held')
      held.forEach((row, i) => held.forEach((_, k) => {
        const sum = row.couplings.reduce((sum, value, m) => sum + value * held[m]!.inverse[k]!, 0)
        const isIndependent = held.every(({ effectiveMass }) => effectiveMass > 0)
        if (isIndependent) expect(sum).toBeCloseTo(i === k ? 1 : 0, 6)
      }))
      checked++
    }
    note(joint, 'rows read off by', worst)
    expect(worst).toBeLessThan(1e-6)
    expect(checked).toBeGreaterThan(POSES / 4)
  })

  it('rows that are read: Σ λ J on B is the reaction, and each λ is within its bounds', () => {
    const random = createRandom(12)
    const { world, b, joint: handle } = makePair(lab, joint, { gravity: 9.81 }, { type: 'static' }, { offCenter: true })
    springAll(handle, 20)
    lab.toss(b, random, 0.3, 0.5)
    let worst = 0
    for (let i = 0; i < 5; i++) {
      run(world, 4)
      const rows = rowsOf(handle)
      const n = lab.dimensions
      const sum = Array.from({ length: freedoms }, () => 0)
      for (const row of rows) {
        jacobianOf(row).slice(freedoms).forEach((value, k) => (sum[k]! += value * row.force))
        expect(row.lambda).toBeCloseTo(row.force * DT, 12)
        expect(row.lambda).toBeGreaterThanOrEqual(row.low)
        expect(row.lambda).toBeLessThanOrEqual(row.high)
        expect(row.route).not.toBe('none')
      }
      const force = numbersOf(handle.reactionForce)
      const torque = aboutCenter(numbersOf(handle.reactionTorque), force, handle.anchorB, (b as unknown as { centerOfMass: AnyPoint }).centerOfMass)
      const wanted = [...force, ...torque]
      const scale = Math.max(1, ...wanted.map(Math.abs))
      for (let k = 0; k < freedoms; k++) worst = Math.max(worst, Math.abs(sum[k]! - wanted[k]!) / scale)
      expect(n).toBe(force.length)
    }
    note(joint, 'λ read off by', worst)
    expect(worst).toBeLessThan(1e-6)
  })
}

/** A torque about the anchor, about the centre of mass. */
function aboutCenter(torque: number[], force: number[], anchor: AnyPoint, center: AnyPoint): number[] {
  const r = numbersOf(anchor).map((value, k) => value - numbersOf(center)[k]!)
  if (torque.length === 1) return [torque[0]! + r[0]! * force[1]! - r[1]! * force[0]!]
  return torque.map((value, k) => {
    const p = (k + 1) % 3
    const q = (k + 2) % 3
    return value + r[p]! * force[q]! - r[q]! * force[p]!
  })
}
