/** The numbers a kind supplies, and what the engine makes of them: Jacobians, K, mirror images. */

import type { Body, Joint } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { rowOfHandle } from '../../../../src/common/memory/ids.ts'
import { setFriction } from '../../../../src/common/joints/features.ts'
import { moveToCommonPoint } from '../../../../src/d2/joints/solver/build-joint.ts'
import { MAX_COORDINATES, ROW } from '../../../../src/d2/joints/joint-kind.ts'
import { HOT_STRIDE, INVERSE, OWN_K, SCALAR_STRIDE } from '../../../../src/d2/joints/solver/joint-rows.ts'
import { DATA_SIZE, ROLE_FRICTION } from '../../../../src/d2/store/joint-table.ts'
import { createRandom } from '../../../common/random.ts'
import { numericCheck } from '../derivative.ts'
import type { JointCase } from '../joint-case.ts'
import { note } from '../../../common/helpers/joint-suite/figures.ts'
import { bodyB, direction, emptyWorld, errorsOf, makePair, rotated, scaled, stateOf, type Random } from './setup.ts'

const POSES = 1000

/** The joint's own numbers, copied. */
function dataOf(joint: Joint): Float64Array {
  const row = rowOfHandle(joint.id)
  return stateOf(joint.world).joints.columns.data.slice(row * DATA_SIZE, (row + 1) * DATA_SIZE)
}

/** A anywhere; B as the joint wants it, then turned by `angle` and shifted by up to `shift`. */
function posesOff(joint: JointCase, random: Random, angle: number, shift: number): Float64Array {
  const turn = 6 * random() - 3
  const xA = scaled(direction(random), random())
  const arm = rotated(turn, joint.place ?? { x: 1, y: 0 })
  const off = scaled(direction(random), shift * random())
  return new Float64Array([xA.x, xA.y, turn, xA.x + arm.x + off.x, xA.y + arm.y + off.y, turn + angle])
}

function posesAnywhere(random: Random): Float64Array {
  const numbers: number[] = []
  for (let side = 0; side < 2; side++) numbers.push(...Object.values(scaled(direction(random), random())), 20 * random() - 10)
  return new Float64Array(numbers)
}

function posesOf(joint: JointCase, random: Random, i: number): Float64Array {
  const degree = Math.PI / 180
  if (i % 10 === 0) return posesOff(joint, random, 0, 0)
  if (i % 10 === 1) return posesOff(joint, random, 90 * degree, i % 20 === 1 ? 0 : 1)
  if (i % 10 === 2) return posesOff(joint, random, (i % 20 === 2 ? 179 : 170) * degree, 1)
  return posesAnywhere(random)
}

export function derivativeTests(joint: JointCase): void {
  it(`Jacobians are the derivatives of what is measured, ${POSES} poses`, () => {
    const random = createRandom(7)
    const { joint: handle } = makePair(joint)
    const data = dataOf(handle)
    let skipped = 0
    let worst = 0
    let at = ''
    for (let i = 0; i < POSES; i++) {
      const poses = posesOf(joint, random, i)
      const checked = numericCheck(joint.kind, data, poses)
      for (const value of [...checked.measure.error, ...checked.measure.value, ...checked.measure.jacobian, ...checked.measure.gradient]) {
        if (!Number.isFinite(value)) throw new Error(`not finite at pose ${i}: ${poses.join(', ')}`)
      }
      if (joint.isDegenerate?.(checked.pose) === true) skipped++
      else if (!(checked.worst <= worst)) {
        worst = checked.worst
        at = `${checked.at}, pose ${i}: ${poses.join(', ')}`
      }
    }
    note(joint, 'Jacobians off by', worst)
    note(joint, 'poses skipped', skipped / POSES)
    expect(worst, at).toBeLessThan(1e-6)
    expect(skipped / POSES).toBeLessThan(0.3)
  })

  it('is satisfied as created', () => {
    const { rigid, limit } = errorsOf(makePair(joint).joint)
    expect(rigid).toBeLessThan(1e-12)
    expect(limit).toBeLessThan(1e-12)
  })
}

/** Gauss–Jordan with pivots. */
function inverse(of: number[][]): number[][] {
  const n = of.length
  const m = of.map((row, i) => [...row, ...row.map((_, k) => (i === k ? 1 : 0))])
  for (let c = 0; c < n; c++) {
    let p = c
    for (let r = c; r < n; r++) if (Math.abs(m[r][c]) > Math.abs(m[p][c])) p = r
    ;[m[c], m[p]] = [m[p], m[c]]
    const pivot = m[c][c]
    m[c] = m[c].map((value) => value / pivot)
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const factor = m[r][c]
      m[r] = m[r].map((value, k) => value - factor * m[c][k])
    }
  }
  return m.map((row) => row.slice(n))
}

/** J M⁻¹ Jᵀ of two rows of a Jacobian. */
function weighed(first: ArrayLike<number>, second: ArrayLike<number>, bodies: readonly (Body | null)[]): number {
  let sum = 0
  bodies.forEach((body, side) => {
    if (body === null || body.type !== 'dynamic') return
    const o = side * 3
    sum += (first[o] * second[o] + first[o + 1] * second[o + 1]) / body.mass + (first[o + 2] * second[o + 2]) / body.getInertia()
  })
  return sum
}

/** Compares the solver's K of the last step with brute force, where the bodies stand. Returns the worst difference, relative to K. */
function compareK(handle: Joint): number {
  const state = stateOf(handle.world)
  const rows = state.jointRows.columns
  const r = state.joints.columns.row[rowOfHandle(handle.id)]
  expect(r).toBeGreaterThanOrEqual(0)
  const { measure, pose } = errorsOf(handle)
  const n = measure.rigid
  expect(rows.rigid[r]).toBe(n)
  if (handle.bodyA?.type === 'dynamic') {
    // The solver leads both arms to one place, or there would be torques from nowhere.
    for (let i = 0; i < n; i++) moveToCommonPoint(measure.jacobian, i * ROW, pose, 0)
    for (let c = 0; c < MAX_COORDINATES; c++) moveToCommonPoint(measure.gradient, c * ROW, pose, 0)
  }
  const bodies = [handle.bodyA, handle.bodyB]
  const J = Array.from({ length: n }, (_, i) => measure.jacobian.subarray(i * ROW, (i + 1) * ROW))
  const K = J.map((first) => J.map((second) => weighed(first, second, bodies)))
  const size = Math.max(...K.map((row, i) => row[i]), 1e-300)
  const place = [[0, 1, 3], [1, 2, 4], [3, 4, 5]]
  const made = J.map((_, i) => J.map((_, k) => rows.hot[r * HOT_STRIDE + INVERSE + place[i][k]]))
  let worst = 0
  // K K⁻¹ K = K also where rows say the same twice.
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      let sum = 0
      for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) sum += K[i][p] * made[p][q] * K[q][k]
      worst = Math.max(worst, Math.abs(sum - K[i][k]) / size)
    }
  }
  const cleared = n === 0 ? [] : inverse(K.map((row, i) => row.map((value, k) => (i === k ? value * (1 + 1e-9) : value))))
  const scalars = state.scalarRows.columns
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    if (scalars.role[s] !== ROLE_FRICTION) continue
    const c = scalars.coordinate[s]
    const gradient = measure.gradient.subarray(c * ROW, (c + 1) * ROW)
    const own = weighed(gradient, gradient, bodies)
    const cross = J.map((row) => weighed(row, gradient, bodies))
    let k = own
    for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) k -= cross[p] * cleared[p][q] * cross[q]
    worst = Math.max(worst, Math.abs(scalars.hot[s * SCALAR_STRIDE + OWN_K] - k) / Math.max(own, 1e-300))
  }
  return worst
}

export function inertiaTests(joint: JointCase): void {
  for (const [what, side] of [['two free bodies', 'free'], ['a static A', 'static'], ['the world', 'world']] as const) {
    it(`K is J M⁻¹ Jᵀ, joined to ${what}`, () => {
      const random = createRandom(5)
      let worst = 0
      for (let i = 0; i < 20; i++) {
        const pair = side === 'world' ? toWorld(joint) : makePair(joint, {}, side === 'static' ? { type: 'static' } : {})
        if (pair.joint.softness !== null) return
        const state = stateOf(pair.world)
        joint.kind.coordinates.forEach((_, c) => setFriction(state, rowOfHandle(pair.joint.id), c, 1e-9, 'test'))
        const poses = i % 2 === 0 ? posesOff(joint, random, 0.3 * i, 0.05 * i) : posesAnywhere(random)
        if (side === 'free') pair.a.teleport({ x: poses[0], y: poses[1] }, poses[2])
        pair.b.teleport({ x: poses[3], y: poses[4] }, poses[5])
        pair.world.step(1e-6)
        if (joint.isDegenerate?.(errorsOf(pair.joint).pose) === true) continue
        worst = Math.max(worst, compareK(pair.joint))
      }
      note(joint, 'K off by', worst)
      expect(worst).toBeLessThan(1e-7)
    })
  }
}

function toWorld(joint: JointCase): { world: ReturnType<typeof emptyWorld>; a: Body; b: Body; joint: Joint } {
  const world = emptyWorld()
  const b = bodyB(world, joint)
  return { world, a: b, b, joint: joint.create(world, null, b) }
}
