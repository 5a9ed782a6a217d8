/**
 * Products J M⁻¹ Jᵀ of the six directions of a contact row (forces along n, t1, t2 and torques about n, t1, t2) over both bodies: its
 * matrices are made of them.
 *
 * Below them: reading and writing the motion of a row's two bodies as a twist at its centre of pressure, for the push-out, impacts and warm
 * starts. `solve-contacts.ts` has the same arithmetic written out.
 */

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
  productsOut.fill(0)
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

const V = new Float64Array(6)

/** Fills `twistOut` from velocities, or displacements, of the given stride (v at 0, u at 3). */
export function readTwist(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  V.fill(0)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    const sign = side === 0 ? -1 : 1
    const s = body * stride
    const f = body * 6
    const r = o + (side === 0 ? CENTER_A : CENTER_B)
    const wx = factor[f] * velocity[s + 3]
    const wy = factor[f + 1] * velocity[s + 3] + factor[f + 2] * velocity[s + 4]
    const wz = factor[f + 3] * velocity[s + 3] + factor[f + 4] * velocity[s + 4] + factor[f + 5] * velocity[s + 5]
    V[0] += sign * (velocity[s] + wy * hot[r + 2] - wz * hot[r + 1])
    V[1] += sign * (velocity[s + 1] + wz * hot[r] - wx * hot[r + 2])
    V[2] += sign * (velocity[s + 2] + wx * hot[r + 1] - wy * hot[r])
    V[3] += sign * wx
    V[4] += sign * wy
    V[5] += sign * wz
  }
  for (let k = 0; k < 3; k++) {
    const d = o + (k === 0 ? NORMAL : k === 1 ? TANGENT1 : TANGENT2)
    twistOut[k] = hot[d] * V[0] + hot[d + 1] * V[1] + hot[d + 2] * V[2]
    twistOut[3 + k] = hot[d] * V[3] + hot[d + 1] * V[4] + hot[d + 2] * V[5]
  }
}

/** Applies `wrenchIn` to velocities of the given stride. */
export function applyWrench(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  for (let k = 0; k < 3; k++) {
    V[k] = hot[o + NORMAL + k] * wrenchIn[0] + hot[o + TANGENT1 + k] * wrenchIn[1] + hot[o + TANGENT2 + k] * wrenchIn[2]
    V[3 + k] = hot[o + NORMAL + k] * wrenchIn[3] + hot[o + TANGENT1 + k] * wrenchIn[4] + hot[o + TANGENT2 + k] * wrenchIn[5]
  }
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    const sign = side === 0 ? -1 : 1
    const mass = sign * hot[o + (side === 0 ? MASS_A : MASS_B)]
    const s = body * stride
    const f = body * 6
    const r = o + (side === 0 ? CENTER_A : CENTER_B)
    const x = sign * (V[3] + hot[r + 1] * V[2] - hot[r + 2] * V[1])
    const y = sign * (V[4] + hot[r + 2] * V[0] - hot[r] * V[2])
    const z = sign * (V[5] + hot[r] * V[1] - hot[r + 1] * V[0])
    velocity[s] += V[0] * mass
    velocity[s + 1] += V[1] * mass
    velocity[s + 2] += V[2] * mass
    velocity[s + 3] += factor[f] * x + factor[f + 1] * y + factor[f + 3] * z
    velocity[s + 4] += factor[f + 2] * y + factor[f + 4] * z
    velocity[s + 5] += factor[f + 5] * z
  }
}

/** The stride of `velocity` and `pseudo`; `warm` and `jump` have 6. */
export const WIDE: number = VELOCITY_STRIDE
export const NARROW = 6
