/**
 * Products J M⁻¹ Jᵀ of the six directions of a contact row (forces along n, t1, t2 and torques about n, t1, t2) over both bodies: its
 * matrices are made of them.
 *
 * Below them: reading and writing the motion of a row's two bodies as a twist at its centre of pressure, for the push-out, impacts and warm
 * starts. `solve-contacts.ts` has the same arithmetic written out.
 */

import { clear } from '../../common/memory/clear.ts'
import type { WorldState } from '../store/world-state.ts'
import { CENTER_A, CENTER_B, HOT_STRIDE, NORMAL, TANGENT1, TANGENT2, MASS_A, MASS_B } from './contact-row.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'

/** Products of the six directions, summed over both bodies. */
export const productsOut: Float64Array = new Float64Array(19)
export const NN = 0
export const N_TURN1 = 1
export const N_TURN2 = 2
export const N_SPIN = 3
export const TURN11 = 4
export const TURN12 = 5
export const TURN22 = 6
export const SPIN = 7
export const SPIN_TURN1 = 8
export const SPIN_TURN2 = 9
export const PUSH11 = 10
export const PUSH12 = 11
export const PUSH22 = 12
export const PUSH1_N = 13
export const PUSH2_N = 14
export const PUSH1_TURN1 = 15
export const PUSH1_TURN2 = 16
export const PUSH2_TURN1 = 17
export const PUSH2_TURN2 = 18

/** Products of the six directions of both bodies, into `productsOut`. */
export function multiplyDirections(state: WorldState, row: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  clear(productsOut, 0, 19)
  addProducts(factor, bodyA[row] * 6, hot, o, o + CENTER_A)
  addProducts(factor, bodyB[row] * 6, hot, o, o + CENTER_B)
}

/**
 * Torques are Fᵀn, Fᵀt1, Fᵀt2. With the arm's parts rn, r1, r2 a force along n is the torque r2 t1 − r1 t2, one along t1 is rn t2 − r2 n,
 * one along t2 is r1 n − rn t1: so the six products of the torques give them all.
 */
function addProducts(factor: Float64Array, f: number, hot: Float64Array, o: number, r: number): void {
  const f0 = factor[f]
  const f1 = factor[f + 1]
  const f2 = factor[f + 2]
  const f3 = factor[f + 3]
  const f4 = factor[f + 4]
  const f5 = factor[f + 5]
  if (f0 === 0 && f2 === 0 && f5 === 0) return
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const nz = hot[o + NORMAL + 2]
  const px = hot[o + TANGENT1]
  const py = hot[o + TANGENT1 + 1]
  const pz = hot[o + TANGENT1 + 2]
  const qx = hot[o + TANGENT2]
  const qy = hot[o + TANGENT2 + 1]
  const qz = hot[o + TANGENT2 + 2]
  const n0 = f0 * nx + f1 * ny + f3 * nz
  const n1 = f2 * ny + f4 * nz
  const n2 = f5 * nz
  const p0 = f0 * px + f1 * py + f3 * pz
  const p1 = f2 * py + f4 * pz
  const p2 = f5 * pz
  const q0 = f0 * qx + f1 * qy + f3 * qz
  const q1 = f2 * qy + f4 * qz
  const q2 = f5 * qz
  const x = hot[r]
  const y = hot[r + 1]
  const z = hot[r + 2]
  const rn = x * nx + y * ny + z * nz
  const r1 = x * px + y * py + z * pz
  const r2 = x * qx + y * qy + z * qz
  const gnn = n0 * n0 + n1 * n1 + n2 * n2
  const gn1 = n0 * p0 + n1 * p1 + n2 * p2
  const gn2 = n0 * q0 + n1 * q1 + n2 * q2
  const g11 = p0 * p0 + p1 * p1 + p2 * p2
  const g12 = p0 * q0 + p1 * q1 + p2 * q2
  const g22 = q0 * q0 + q1 * q1 + q2 * q2
  const nTurn1 = r2 * g11 - r1 * g12
  const nTurn2 = r2 * g12 - r1 * g22
  const push1Spin = rn * gn2 - r2 * gnn
  const push1Turn1 = rn * g12 - r2 * gn1
  const push1Turn2 = rn * g22 - r2 * gn2
  const push2Spin = r1 * gnn - rn * gn1
  const push2Turn1 = r1 * gn1 - rn * g11
  const push2Turn2 = r1 * gn2 - rn * g12
  productsOut[NN] += r2 * nTurn1 - r1 * nTurn2
  productsOut[N_TURN1] += nTurn1
  productsOut[N_TURN2] += nTurn2
  productsOut[N_SPIN] += r2 * gn1 - r1 * gn2
  productsOut[TURN11] += g11
  productsOut[TURN12] += g12
  productsOut[TURN22] += g22
  productsOut[SPIN] += gnn
  productsOut[SPIN_TURN1] += gn1
  productsOut[SPIN_TURN2] += gn2
  productsOut[PUSH11] += rn * push1Turn2 - r2 * push1Spin
  productsOut[PUSH12] += r1 * push1Spin - rn * push1Turn1
  productsOut[PUSH22] += r1 * push2Spin - rn * push2Turn1
  productsOut[PUSH1_N] += r2 * push1Turn1 - r1 * push1Turn2
  productsOut[PUSH2_N] += r2 * push2Turn1 - r1 * push2Turn2
  productsOut[PUSH1_TURN1] += push1Turn1
  productsOut[PUSH1_TURN2] += push1Turn2
  productsOut[PUSH2_TURN1] += push2Turn1
  productsOut[PUSH2_TURN2] += push2Turn2
}

/** Velocities along n, t1, t2 and spins about n, t1, t2 of B against A at the centre. */
export const twistOut: Float64Array = new Float64Array(6)
/** Forces along n, t1, t2 and torques about n, t1, t2 on B at the centre; A gets the opposite. */
export const wrenchIn: Float64Array = new Float64Array(6)

export const ALONG_N = 0
export const ALONG_T1 = 1
export const ALONG_T2 = 2
export const ABOUT_N = 3
export const ABOUT_T1 = 4
export const ABOUT_T2 = 5

/** Fills `twistOut` from velocities, or displacements, of the given stride (v at 0, u at 3). */
export function readTwist(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const a = bodyA[row] * stride
  const b = bodyB[row] * stride
  const fa = bodyA[row] * 6
  const fb = bodyB[row] * 6
  const ax = factor[fa] * velocity[a + 3]
  const ay = factor[fa + 1] * velocity[a + 3] + factor[fa + 2] * velocity[a + 4]
  const az = factor[fa + 3] * velocity[a + 3] + factor[fa + 4] * velocity[a + 4] + factor[fa + 5] * velocity[a + 5]
  const bx = factor[fb] * velocity[b + 3]
  const by = factor[fb + 1] * velocity[b + 3] + factor[fb + 2] * velocity[b + 4]
  const bz = factor[fb + 3] * velocity[b + 3] + factor[fb + 4] * velocity[b + 4] + factor[fb + 5] * velocity[b + 5]
  const p = o + CENTER_A
  const q = o + CENTER_B
  const x = velocity[b] + by * hot[q + 2] - bz * hot[q + 1] - (velocity[a] + ay * hot[p + 2] - az * hot[p + 1])
  const y = velocity[b + 1] + bz * hot[q] - bx * hot[q + 2] - (velocity[a + 1] + az * hot[p] - ax * hot[p + 2])
  const z = velocity[b + 2] + bx * hot[q + 1] - by * hot[q] - (velocity[a + 2] + ax * hot[p + 1] - ay * hot[p])
  const wx = bx - ax
  const wy = by - ay
  const wz = bz - az
  const t1 = o + TANGENT1
  const t2 = o + TANGENT2
  twistOut[ALONG_N] = hot[o] * x + hot[o + 1] * y + hot[o + 2] * z
  twistOut[ABOUT_N] = hot[o] * wx + hot[o + 1] * wy + hot[o + 2] * wz
  twistOut[ALONG_T1] = hot[t1] * x + hot[t1 + 1] * y + hot[t1 + 2] * z
  twistOut[ABOUT_T1] = hot[t1] * wx + hot[t1 + 1] * wy + hot[t1 + 2] * wz
  twistOut[ALONG_T2] = hot[t2] * x + hot[t2 + 1] * y + hot[t2 + 2] * z
  twistOut[ABOUT_T2] = hot[t2] * wx + hot[t2 + 1] * wy + hot[t2 + 2] * wz
}

/** Applies `wrenchIn` to velocities of the given stride. */
export function applyWrench(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const t1 = o + TANGENT1
  const t2 = o + TANGENT2
  const fx = hot[o] * wrenchIn[ALONG_N] + hot[t1] * wrenchIn[ALONG_T1] + hot[t2] * wrenchIn[ALONG_T2]
  const fy = hot[o + 1] * wrenchIn[ALONG_N] + hot[t1 + 1] * wrenchIn[ALONG_T1] + hot[t2 + 1] * wrenchIn[ALONG_T2]
  const fz = hot[o + 2] * wrenchIn[ALONG_N] + hot[t1 + 2] * wrenchIn[ALONG_T1] + hot[t2 + 2] * wrenchIn[ALONG_T2]
  const mx = hot[o] * wrenchIn[ABOUT_N] + hot[t1] * wrenchIn[ABOUT_T1] + hot[t2] * wrenchIn[ABOUT_T2]
  const my = hot[o + 1] * wrenchIn[ABOUT_N] + hot[t1 + 1] * wrenchIn[ABOUT_T1] + hot[t2 + 1] * wrenchIn[ABOUT_T2]
  const mz = hot[o + 2] * wrenchIn[ABOUT_N] + hot[t1 + 2] * wrenchIn[ABOUT_T1] + hot[t2 + 2] * wrenchIn[ABOUT_T2]
  const a = bodyA[row] * stride
  const b = bodyB[row] * stride
  const fa = bodyA[row] * 6
  const fb = bodyB[row] * 6
  const p = o + CENTER_A
  const q = o + CENTER_B
  const massA = hot[o + MASS_A]
  const massB = hot[o + MASS_B]
  const ax = mx + hot[p + 1] * fz - hot[p + 2] * fy
  const ay = my + hot[p + 2] * fx - hot[p] * fz
  const az = mz + hot[p] * fy - hot[p + 1] * fx
  const bx = mx + hot[q + 1] * fz - hot[q + 2] * fy
  const by = my + hot[q + 2] * fx - hot[q] * fz
  const bz = mz + hot[q] * fy - hot[q + 1] * fx
  velocity[a] -= fx * massA
  velocity[a + 1] -= fy * massA
  velocity[a + 2] -= fz * massA
  velocity[a + 3] -= factor[fa] * ax + factor[fa + 1] * ay + factor[fa + 3] * az
  velocity[a + 4] -= factor[fa + 2] * ay + factor[fa + 4] * az
  velocity[a + 5] -= factor[fa + 5] * az
  velocity[b] += fx * massB
  velocity[b + 1] += fy * massB
  velocity[b + 2] += fz * massB
  velocity[b + 3] += factor[fb] * bx + factor[fb + 1] * by + factor[fb + 3] * bz
  velocity[b + 4] += factor[fb + 2] * by + factor[fb + 4] * bz
  velocity[b + 5] += factor[fb + 5] * bz
}

/** The stride of `velocity` and `pseudo`; `warm` and `jump` have 6. */
export const WIDE: number = VELOCITY_STRIDE
export const NARROW = 6
