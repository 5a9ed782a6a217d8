/**
 * Contact rows at the middle of the substep. Their arms are those of the step's start, or of the last time they were made; on a body that turns,
 * what sticks to it would be sent along the tangent, and away from its axis with every step: a box rode a turntable outwards by 8 % per turn. So
 * rows that press aim at the velocities that the surfaces have half a substep ahead: the slip changes by w × Δr, Δr being what both arms have
 * changed by since the row was made, the sum of their rates ȧ = u − v.
 *
 * The place of contact moves with the velocity u of the surfaces there, mostly with that of the lighter body. That of a round surface moves with
 * its centre of curvature, not with its material points: a ball that rolls is touched at its lowest point all along.
 */

import { fromWeighted } from '../math/weighted.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  BIAS, BIAS_TANGENT, CENTER_A, CENTER_B, COLD_STRIDE, HOT_STRIDE, MASS_A, MASS_B, NORMAL, STAND_OFF_A, STAND_OFF_B, SWING, SWING_SEEN, TURNED_A,
  TURNED_B, TURNS,
} from './contact-row.ts'

const spins = new Float64Array(6)

/**
 * Before a substep's kick, while velocities fit the contacts: arms half of the substep ahead and what they change the slip by; then arms at its
 * end. `h` is 0 before the step's last projection, which is at the pose there is.
 */
export function findSwings(state: WorldState, from: number, to: number, h: number): void {
  const { impulse, flags } = state.contactRows.columns
  for (let r = from; r < to; r++) {
    const l = r * 8
    if ((flags[r] & TURNS) !== 0 && impulse[l] + impulse[l + 1] + impulse[l + 2] + impulse[l + 3] > 0) findSwing(state, r, h)
  }
}

/** Before the sweeps: targets change by the swing. */
export function leadRows(state: WorldState, from: number, to: number): void {
  const { hot, cold, flags, count } = state.contactRows.columns
  for (let r = from; r < to; r++) {
    if ((flags[r] & TURNS) === 0) continue
    const o = r * HOT_STRIDE
    const s = r * COLD_STRIDE + SWING
    const seen = r * COLD_STRIDE + SWING_SEEN
    for (let i = 0; i < count[r]; i++) hot[o + BIAS + i] += cold[s]
    for (let k = 0; k < 2; k++) {
      hot[o + BIAS_TANGENT + k] += cold[s + 1 + k] - cold[seen + k]
      cold[seen + k] = cold[s + 1 + k]
    }
  }
}

/** The hottest of `kick`: components are written out. */
function findSwing(state: WorldState, r: number, h: number): void {
  const { hot, cold, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const d = r * COLD_STRIDE
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  readSpin(state, bodyA[r], 0)
  readSpin(state, bodyB[r], 3)
  const sx = spins[0]
  const sy = spins[1]
  const sz = spins[2]
  const tx = spins[3]
  const ty = spins[4]
  const tz = spins[5]
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const nz = hot[o + NORMAL + 2]
  // Arms of the points from which the surfaces stand off, and the velocities of these against the centres.
  const offA = -cold[d + STAND_OFF_A]
  const ax = hot[o + CENTER_A] + cold[d + TURNED_A] + offA * nx
  const ay = hot[o + CENTER_A + 1] + cold[d + TURNED_A + 1] + offA * ny
  const az = hot[o + CENTER_A + 2] + cold[d + TURNED_A + 2] + offA * nz
  const ux = sy * az - sz * ay
  const uy = sz * ax - sx * az
  const uz = sx * ay - sy * ax
  const offB = cold[d + STAND_OFF_B]
  const bx = hot[o + CENTER_B] + cold[d + TURNED_B] + offB * nx
  const by = hot[o + CENTER_B + 1] + cold[d + TURNED_B + 1] + offB * ny
  const bz = hot[o + CENTER_B + 2] + cold[d + TURNED_B + 2] + offB * nz
  const wx = ty * bz - tz * by
  const wy = tz * bx - tx * bz
  const wz = tx * by - ty * bx
  const mA = hot[o + MASS_A]
  const mB = hot[o + MASS_B]
  const share = mB / (mA + mB)
  // Along the normal the core points of both bodies move together.
  const vx = velocity[b] - velocity[a]
  const vy = velocity[b + 1] - velocity[a + 1]
  const vz = velocity[b + 2] - velocity[a + 2]
  const normalA = nx * ux + ny * uy + nz * uz
  const normalB = nx * wx + ny * wy + nz * wz
  const parting = nx * vx + ny * vy + nz * vz
  const turn = sx * sx + tx * tx + (sy * sy + ty * ty) + (sz * sz + tz * tz)
  // As the implicit midpoint rule finds the middle: by velocities alone fast spins would be led on too far.
  const half = (0.5 * h) / (1 + 0.25 * h * h * turn)
  const betweenX = vx - parting * nx
  const betweenY = vy - parting * ny
  const betweenZ = vz - parting * nz
  const placeX = share * (wx - normalB * nx + betweenX) + (1 - share) * (ux - normalA * nx)
  const placeY = share * (wy - normalB * ny + betweenY) + (1 - share) * (uy - normalA * ny)
  const placeZ = share * (wz - normalB * nz + betweenZ) + (1 - share) * (uz - normalA * nz)
  const rateAX = half * (placeX + normalA * nx)
  const rateAY = half * (placeY + normalA * ny)
  const rateAZ = half * (placeZ + normalA * nz)
  const rateBX = half * (placeX - betweenX + normalB * nx)
  const rateBY = half * (placeY - betweenY + normalB * ny)
  const rateBZ = half * (placeZ - betweenZ + normalB * nz)
  const cx = cold[d + TURNED_A] + rateAX
  const cy = cold[d + TURNED_A + 1] + rateAY
  const cz = cold[d + TURNED_A + 2] + rateAZ
  const ex = cold[d + TURNED_B] + rateBX
  const ey = cold[d + TURNED_B + 1] + rateBY
  const ez = cold[d + TURNED_B + 2] + rateBZ
  // w × Δr of B less that of A, along the normal and both tangents, which stand side by side.
  const x = ty * ez - tz * ey - (sy * cz - sz * cy)
  const y = tz * ex - tx * ez - (sz * cx - sx * cz)
  const z = tx * ey - ty * ex - (sx * cy - sy * cx)
  for (let e = 0; e < 3; e++) {
    const n = o + NORMAL + 3 * e
    cold[d + SWING + e] = hot[n] * x + hot[n + 1] * y + hot[n + 2] * z
  }
  cold[d + TURNED_A] = cx + rateAX
  cold[d + TURNED_A + 1] = cy + rateAY
  cold[d + TURNED_A + 2] = cz + rateAZ
  cold[d + TURNED_B] = ex + rateBX
  cold[d + TURNED_B + 1] = ey + rateBY
  cold[d + TURNED_B + 2] = ez + rateBZ
}

/** Angular velocity of a solver body. */
function readSpin(state: WorldState, body: number, s: number): void {
  const { velocity, factor, body: rows } = state.solverBodies.columns
  if (body > 0 && body < state.batches.bodyStart[0]) {
    const { w } = state.bodies.columns
    for (let k = 0; k < 3; k++) spins[s + k] = w[rows[body] * 3 + k]
  } else fromWeighted(factor, body * 6, velocity, body * VELOCITY_STRIDE + 3, spins, s)
}
