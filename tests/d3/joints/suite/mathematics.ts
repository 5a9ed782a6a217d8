/** The numbers a kind supplies, and what the engine makes of them: Jacobians, K, mirror images. */

import type { Body, Joint } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import { rowOfHandle } from '../../../../src/common/memory/ids.ts'
import { moveToCommonPoint } from '../../../../src/d3/joints/solver/build-joint.ts'
import { setFriction } from '../../../../src/common/joints/features.ts'
import { MAX_COORDINATES, MAX_RIGID, ROW } from '../../../../src/d3/joints/joint-kind.ts'
import { DATA_SIZE, ROLE_FRICTION } from '../../../../src/d3/store/joint-table.ts'
import { createRandom } from '../../../common/random.ts'
import { numericCheck } from '../derivative.ts'
import type { JointCase } from '../joint-case.ts'
import { note } from '../../../common/helpers/joint-suite/figures.ts'
import { after, around, bodyB, direction, emptyWorld, errorsOf, makePair, rotated, rotation, scaled, stateOf, type Random } from './setup.ts'

const POSES = 1000

/** The joint's own numbers, copied. */
function dataOf(joint: Joint): Float64Array {
  const row = rowOfHandle(joint.id)
  return stateOf(joint.world).joints.columns.data.slice(row * DATA_SIZE, (row + 1) * DATA_SIZE)
}

/** A anywhere; B as the joint wants it, then turned by `angle` about any axis and shifted by up to `shift`. */
function posesOff(joint: JointCase, random: Random, angle: number, shift: number): Float64Array {
  const place = joint.place ?? { x: 1, y: 0, z: 0 }
  const qA = rotation(random)
  const qB = after(qA, around(direction(random), angle))
  const xA = scaled(direction(random), random())
  const arm = rotated(qA, place)
  const off = scaled(direction(random), shift * random())
  return new Float64Array([
    xA.x, xA.y, xA.z, qA.x, qA.y, qA.z, qA.w,
    xA.x + arm.x + off.x, xA.y + arm.y + off.y, xA.z + arm.z + off.z, qB.x, qB.y, qB.z, qB.w,
  ])
}

function posesAnywhere(random: Random): Float64Array {
  const numbers: number[] = []
  for (let side = 0; side < 2; side++) numbers.push(...Object.values(scaled(direction(random), random())), ...Object.values(rotation(random)))
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

  // Half a turn off, errors must be as far from 0 as they were on the way there.
  it.skipIf(joint.hasMirror === true || (joint.kind.angularRows ?? []).filter(Boolean).length < 2)('has no mirror image', () => {
    const random = createRandom(11)
    const { b, joint: handle } = makePair(joint)
    const home = handle.anchorB
    const from = b.position
    const arm = { x: from.x - home.x, y: from.y - home.y, z: from.z - home.z }
    for (let i = 0; i < 200; i++) {
      const axis = i < 3 ? { x: i === 0 ? 1 : 0, y: i === 1 ? 1 : 0, z: i === 2 ? 1 : 0 } : direction(random)
      let most = 0
      for (let degrees = 10; degrees <= 180; degrees += 10) {
        const q = around(axis, (degrees * Math.PI) / 180)
        const r = rotated(q, arm)
        b.teleport({ x: home.x + r.x, y: home.y + r.y, z: home.z + r.z }, q)
        const { rigid } = errorsOf(handle)
        most = Math.max(most, rigid)
        if (rigid < 0.3 * most && most > 0.2) throw new Error(`error falls from ${most} to ${rigid} at ${degrees}° about ${Object.values(axis).join(', ')}`)
      }
    }
  })
}

/** M⁻¹ of a body in world axes: inverse mass, then nine numbers. */
function inverseMass(body: Body | null): { mass: number; inertia: number[] } {
  if (body === null || body.type !== 'dynamic') return { mass: 0, inertia: [0, 0, 0, 0, 0, 0, 0, 0, 0] }
  const i = body.getInertia()
  const local = inverse([[i.xx, i.xy, i.xz], [i.xy, i.yy, i.yz], [i.xz, i.yz, i.zz]])
  const axes = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }].map((v) => Object.values(rotated(body.rotation, v)))
  const world: number[] = []
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0
      for (let m = 0; m < 3; m++) for (let n = 0; n < 3; n++) sum += axes[m][r] * local[m][n] * axes[n][c]
      world.push(sum)
    }
  }
  return { mass: 1 / body.mass, inertia: world }
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
    const { mass, inertia } = inverseMass(body)
    const o = side * 6
    for (let r = 0; r < 3; r++) {
      sum += mass * first[o + r] * second[o + r]
      for (let c = 0; c < 3; c++) sum += first[o + 3 + r] * inertia[r * 3 + c] * second[o + 3 + c]
    }
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
    for (let i = 0; i < n; i++) moveToCommonPoint(measure.jacobian, i * ROW, pose)
    for (let c = 0; c < MAX_COORDINATES; c++) moveToCommonPoint(measure.gradient, c * ROW, pose)
  }
  const bodies = [handle.bodyA, handle.bodyB]
  const J = Array.from({ length: n }, (_, i) => measure.jacobian.subarray(i * ROW, (i + 1) * ROW))
  const K = J.map((first) => J.map((second) => weighed(first, second, bodies)))
  const size = Math.max(...K.map((row, i) => row[i]), 1e-300)
  const made = J.map((_, i) => J.map((_, k) => rows.inverse[r * MAX_RIGID * MAX_RIGID + i * MAX_RIGID + k]))
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
    // With other joints about, a coordinate has the inertia that those leave it.
    if (scalars.role[s] !== ROLE_FRICTION || handle.world.jointCount > 1) continue
    const c = scalars.coordinate[s]
    const gradient = measure.gradient.subarray(c * ROW, (c + 1) * ROW)
    const own = weighed(gradient, gradient, bodies)
    const cross = J.map((row) => weighed(row, gradient, bodies))
    let k = own
    for (let p = 0; p < n; p++) for (let q = 0; q < n; q++) k -= cross[p] * cleared[p][q] * cross[q]
    worst = Math.max(worst, Math.abs(scalars.k[s] - k) / Math.max(own, 1e-300))
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
        const at = (o: number) => ({ x: poses[o], y: poses[o + 1], z: poses[o + 2] })
        const turned = (o: number) => ({ x: poses[o], y: poses[o + 1], z: poses[o + 2], w: poses[o + 3] })
        if (side === 'free') pair.a.teleport(at(0), turned(3))
        pair.b.teleport(at(7), turned(10))
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
