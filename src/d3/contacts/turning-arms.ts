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
/** Velocities of core points against their centres; then the rates of both arms. */
const rates = new Float64Array(6)

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

function findSwing(state: WorldState, r: number, h: number): void {
  const { hot, cold, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const d = r * COLD_STRIDE
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  readSpin(state, bodyA[r], 0)
  readSpin(state, bodyB[r], 3)
  setCoreRate(hot, o + CENTER_A, o + NORMAL, 0, cold, d + TURNED_A, -cold[d + STAND_OFF_A])
  setCoreRate(hot, o + CENTER_B, o + NORMAL, 3, cold, d + TURNED_B, cold[d + STAND_OFF_B])
  const mA = hot[o + MASS_A]
  const mB = hot[o + MASS_B]
  const share = mB > 0 ? mB / (mA + mB) : 0
  // Along the normal the core points of both bodies move together.
  let normalA = 0
  let normalB = 0
  let parting = 0
  let turn = 0
  for (let k = 0; k < 3; k++) {
    normalA += hot[o + NORMAL + k] * rates[k]
    normalB += hot[o + NORMAL + k] * rates[3 + k]
    parting += hot[o + NORMAL + k] * (velocity[b + k] - velocity[a + k])
    turn += spins[k] * spins[k] + spins[3 + k] * spins[3 + k]
  }
  // As the implicit midpoint rule finds the middle: by velocities alone fast spins would be led on too far.
  const half = (0.5 * h) / (1 + 0.25 * h * h * turn)
  for (let k = 0; k < 3; k++) {
    const n = hot[o + NORMAL + k]
    const between = velocity[b + k] - velocity[a + k] - parting * n
    const place = share * (rates[3 + k] - normalB * n + between) + (1 - share) * (rates[k] - normalA * n)
    rates[k] = half * (place + normalA * n)
    rates[3 + k] = half * (place - between + normalB * n)
    cold[d + TURNED_A + k] += rates[k]
    cold[d + TURNED_B + k] += rates[3 + k]
    cold[d + SWING + k] = 0
  }
  // w × Δr of B less that of A, along the normal and both tangents, which stand side by side.
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3
    const j = (k + 2) % 3
    const ofA = spins[i] * cold[d + TURNED_A + j] - spins[j] * cold[d + TURNED_A + i]
    const ofB = spins[3 + i] * cold[d + TURNED_B + j] - spins[3 + j] * cold[d + TURNED_B + i]
    for (let e = 0; e < 3; e++) cold[d + SWING + e] += hot[o + NORMAL + 3 * e + k] * (ofB - ofA)
  }
  for (let k = 0; k < 3; k++) {
    cold[d + TURNED_A + k] += rates[k]
    cold[d + TURNED_B + k] += rates[3 + k]
  }
}

/** Velocity, against its body's centre, of the point from which the surface stands off: w × (arm + off n). */
function setCoreRate(hot: Float64Array, arm: number, normal: number, s: number, cold: Float64Array, turned: number, off: number): void {
  const x = hot[arm] + cold[turned] + off * hot[normal]
  const y = hot[arm + 1] + cold[turned + 1] + off * hot[normal + 1]
  const z = hot[arm + 2] + cold[turned + 2] + off * hot[normal + 2]
  rates[s] = spins[s + 1] * z - spins[s + 2] * y
  rates[s + 1] = spins[s + 2] * x - spins[s] * z
  rates[s + 2] = spins[s] * y - spins[s + 1] * x
}

/** Angular velocity of a solver body. */
function readSpin(state: WorldState, body: number, s: number): void {
  const { velocity, factor, body: rows } = state.solverBodies.columns
  if (body > 0 && body < state.batches.bodyStart[0]) {
    const { w } = state.bodies.columns
    for (let k = 0; k < 3; k++) spins[s + k] = w[rows[body] * 3 + k]
  } else fromWeighted(factor, body * 6, velocity, body * VELOCITY_STRIDE + 3, spins, s)
}
