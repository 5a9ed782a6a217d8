/**
 * Wheels in the sweeps of the stage `solve`: suspension, friction and spins of every vehicle of a batch.
 *
 * A vehicle is solved to the end in every sweep, by rounds of block Gauss–Seidel: suspensions one by one, spins all together and exactly
 * (`drivetrain.ts`), friction of each wheel exactly (`friction-ellipse.ts`) with the spins' answer to it. What is left to the rounds is how
 * the wheels share one heavy chassis. Friction is bounded by the load of the same round.
 *
 * The suspension is a spring of the step's leapfrog: force at the present length, damping at the velocity that results, which with at least
 * half of k h is stable for any stiffness. Its stops are rigid: N is the greater of what the spring wants and what the stop needs.
 */

import { atan2At } from '../../common/math/deterministic-math.ts'
import type { WorldState } from '../store/world-state.ts'
import { beginDrivetrain, clutchImpulse, compliance, ENGINE, solveSpins, spins, tyreTorque } from './drivetrain.ts'
import { ellipseIn, ellipseOut, solveEllipse } from './friction-ellipse.ts'
import { curveOut, curveSlip, readCurve } from './slip-curve.ts'
import { MAX_WHEEL_ROUNDS, SLIP_SPEED, WHEEL_TOLERANCE } from './tolerances.ts'
import { MAX_BARS, MAX_WHEELS } from './vehicle-table.ts'
import {
  applyWheelImpulse, COSINE, DAMPING, FRICTION, K_NORMAL, K_TANGENT, LENGTH, measureWheel, ROW_STRIDE, STIFFNESS, wheelImpulse, wheelSpeed,
} from './wheel-row.ts'

/** By wheel of the vehicle at hand: factor of the greatest friction, and yielding per load (m/s), along and across. */
const bound = new Float64Array(MAX_WHEELS * 2)
const yielding = new Float64Array(MAX_WHEELS * 2)
/** By wheel: its row, −1 = in the air; and the part of its load that anti-roll bars make. By bar: impulse on its first wheel. */
const rowOf = new Int32Array(MAX_WHEELS)
const barLoad = new Float64Array(MAX_WHEELS)
const barImpulse = new Float64Array(MAX_BARS)
/** Of the pass: its length, the drift's length. */
const pass = new Float64Array(2)
const TIME = 0
const DRIFT = 1
/** Largest change of a velocity in a round, m/s. */
const change = new Float64Array(1)

/** `time`: seconds of impulses in this pass; `h`: of the substep; `first`: its first sweep. */
export function solveWheels(state: WorldState, batch: number, time: number, h: number, first: boolean): void {
  const list = state.vehicleList
  pass[TIME] = time
  pass[DRIFT] = h
  const { wheelCount, spin, engineSpeed, engineLoad } = state.vehicles.columns
  for (let n = list.start[batch]; n < list.start[batch + 1]; n++) {
    const row = list.row[n]
    if (first) {
      for (let w = 0; w < wheelCount[row]; w++) list.spin[n * MAX_WHEELS + w] = spin[row * MAX_WHEELS + w]
      list.engine[n] = engineSpeed[row]
    }
    beginDrivetrain(state, row, time, list.spin, n * MAX_WHEELS, list.engine, n)
    solveVehicle(state, n, row)
    for (let w = 0; w < wheelCount[row]; w++) spin[row * MAX_WHEELS + w] = spins[w]
    engineSpeed[row] = spins[ENGINE]
    engineLoad[row] = clutchImpulse() / time
  }
}

function solveVehicle(state: WorldState, n: number, row: number): void {
  const { wheelStart } = state.vehicleList
  const { slot, impulse } = state.wheelRows.columns
  const { radius } = state.vehicles.columns
  const from = wheelStart[n]
  const to = wheelStart[n + 1]
  rowOf.fill(-1)
  tyreTorque.fill(0)
  barImpulse.fill(0)
  barLoad.fill(0)
  for (let r = from; r < to; r++) {
    const w = slot[r] - row * MAX_WHEELS
    rowOf[w] = r
    tyreTorque[w] = -radius[slot[r]] * impulse[r * 3 + 1]
  }
  solveSpins()
  if (from === to) return
  for (let r = from; r < to; r++) measureSlip(state, r, slot[r] - row * MAX_WHEELS)
  for (let round = 0; round < MAX_WHEEL_ROUNDS; round++) {
    change[0] = 0
    for (let r = from; r < to; r++) solveSuspension(state, r, slot[r] - row * MAX_WHEELS)
    solveBars(state, row)
    for (let r = from; r < to; r++) solveFriction(state, r, slot[r] - row * MAX_WHEELS)
    solveSpins()
    if (change[0] < WHEEL_TOLERANCE) break
  }
}

/** Speed across a wheel, and the speed that slip is relative to. */
const slipSides = new Float64Array(2)

/** Slip at the velocities of the pass's beginning: the point of the curves at which the tyre is. */
function measureSlip(state: WorldState, r: number, w: number): void {
  const { slot } = state.wheelRows.columns
  const { radius, slip } = state.vehicles.columns
  const s = slot[r]
  measureWheel(state, r, 1)
  const along = wheelSpeed[0]
  measureWheel(state, r, 2)
  slipSides[0] = wheelSpeed[0]
  const rim = radius[s] * spins[w]
  const speed = Math.max(Math.abs(along), Math.abs(rim))
  // At rest there is no slip to speak of, and the tyre holds with its greatest friction.
  const base = Math.max(speed, SLIP_SPEED)
  const ratio = (rim - along) / base
  slipSides[1] = base
  slip[s * 2] = ratio
  atan2At(slipSides, 0, slip, s * 2 + 1)
  curveSlip[0] = Math.abs(ratio)
  readCurve(state, s, 0)
  bound[w * 2] = curveOut[0]
  yielding[w * 2] = speed / curveOut[1]
  curveSlip[0] = Math.abs(slip[s * 2 + 1])
  readCurve(state, s, 1)
  bound[w * 2 + 1] = curveOut[0]
  yielding[w * 2 + 1] = speed / curveOut[1]
}

function solveSuspension(state: WorldState, r: number, w: number): void {
  const { slot, data, impulse } = state.wheelRows.columns
  const { minLength, maxLength, preload } = state.vehicles.columns
  const { velocity } = state.solverBodies.columns
  const o = r * ROW_STRIDE
  const s = slot[r]
  const c = data[o + COSINE]
  const K = data[o + K_NORMAL]
  const length = data[o + LENGTH]
  const old = impulse[r * 3] - barLoad[w]
  // Speed along the normal without this row's impulse.
  measureWheel(state, r, 0)
  const u = wheelSpeed[0] - K * old
  const time = pass[TIME]
  const h = pass[DRIFT]
  const k = data[o + STIFFNESS]
  const damping = Math.max(data[o + DAMPING], 0.5 * k * h)
  // Beyond its full length the wheel hangs: no force until the ground is reached within this substep.
  const beyond = length - maxLength[s]
  const rest = maxLength[s] + preload[s] - length
  let next = (time * (k * rest - (damping * u) / c)) / (c + (time * damping * K) / c)
  if (beyond > 0 && length + (h * (u + K * next)) / c > maxLength[s]) next = 0
  const room = minLength[s] - length
  // The stop: the length at the end of the drift is not below it; what is below already comes back by push-out.
  const stop = K > 0 ? ((c * Math.min(room, 0)) / h - u) / K : 0
  if (stop > next) next = stop
  if (!(next > 0)) next = 0
  impulse[r * 3] = next + barLoad[w]
  noteChange((next - old) * K)
  wheelImpulse[0] = next - old
  applyWheelImpulse(state, r, 0, velocity, 8)
}

/** Anti-roll bars: springs between the lengths of two wheels that both bear. What one side gets the other loses, down to nothing. */
function solveBars(state: WorldState, row: number): void {
  const { barCount, barWheels, barStiffness } = state.vehicles.columns
  const { data, impulse } = state.wheelRows.columns
  const { velocity } = state.solverBodies.columns
  for (let b = 0; b < barCount[row]; b++) {
    const at = row * MAX_BARS + b
    const i = rowOf[barWheels[at * 2]]
    const j = rowOf[barWheels[at * 2 + 1]]
    if (i < 0 || j < 0) continue
    const ci = data[i * ROW_STRIDE + COSINE]
    const cj = data[j * ROW_STRIDE + COSINE]
    const k = barStiffness[at]
    const damping = 0.5 * k * pass[DRIFT]
    const K = data[i * ROW_STRIDE + K_NORMAL] / (ci * ci) + data[j * ROW_STRIDE + K_NORMAL] / (cj * cj)
    const old = barImpulse[b]
    measureWheel(state, i, 0)
    const speed = wheelSpeed[0] / ci
    measureWheel(state, j, 0)
    const u = speed - wheelSpeed[0] / cj - K * old
    const apart = data[i * ROW_STRIDE + LENGTH] - data[j * ROW_STRIDE + LENGTH]
    let next = (pass[TIME] * (-k * apart - damping * u)) / (1 + pass[TIME] * damping * K)
    // Neither wheel is pulled to the ground.
    const wi = barWheels[at * 2]
    const wj = barWheels[at * 2 + 1]
    next = Math.min(Math.max(next, -(impulse[i * 3] - barLoad[wi]) * ci), (impulse[j * 3] - barLoad[wj]) * cj)
    barImpulse[b] = next
    const d = next - old
    if (d === 0) continue
    impulse[i * 3] += d / ci
    impulse[j * 3] -= d / cj
    barLoad[wi] += d / ci
    barLoad[wj] -= d / cj
    noteChange(d * K)
    wheelImpulse[0] = d / ci
    applyWheelImpulse(state, i, 0, velocity, 8)
    wheelImpulse[0] = -d / cj
    applyWheelImpulse(state, j, 0, velocity, 8)
  }
}

function solveFriction(state: WorldState, r: number, w: number): void {
  const { slot, data, impulse } = state.wheelRows.columns
  const { radius, wheelCount } = state.vehicles.columns
  const { velocity } = state.solverBodies.columns
  const o = r * ROW_STRIDE
  const lever = radius[slot[r]]
  const load = Math.max(0, impulse[r * 3])
  const oldT = impulse[r * 3 + 1]
  const oldY = impulse[r * 3 + 2]
  const ktt = data[o + K_TANGENT] + lever * lever * compliance[w * MAX_WHEELS + w]
  const kty = data[o + K_TANGENT + 1]
  const kyy = data[o + K_TANGENT + 2]
  measureWheel(state, r, 1)
  const slipT = wheelSpeed[0] - lever * spins[w]
  measureWheel(state, r, 2)
  const slipY = wheelSpeed[0]
  const grip = data[o + FRICTION] * load
  ellipseIn[0] = ktt
  ellipseIn[1] = kty
  ellipseIn[2] = kyy
  ellipseIn[3] = grip > 0 ? yielding[w * 2] / grip : 0
  ellipseIn[4] = grip > 0 ? yielding[w * 2 + 1] / grip : 0
  ellipseIn[5] = slipT - ktt * oldT - kty * oldY
  ellipseIn[6] = slipY - kty * oldT - kyy * oldY
  ellipseIn[7] = grip * bound[w * 2]
  ellipseIn[8] = grip * bound[w * 2 + 1]
  solveEllipse()
  const dT = ellipseOut[0] - oldT
  const dY = ellipseOut[1] - oldY
  impulse[r * 3 + 1] = ellipseOut[0]
  impulse[r * 3 + 2] = ellipseOut[1]
  noteChange(dT * data[o + K_TANGENT])
  noteChange(dY * kyy)
  wheelImpulse[0] = dT
  applyWheelImpulse(state, r, 1, velocity, 8)
  wheelImpulse[0] = dY
  applyWheelImpulse(state, r, 2, velocity, 8)
  const push = -lever * dT
  tyreTorque[w] += push
  const count = wheelCount[state.wheelRows.columns.vehicle[r]]
  for (let i = 0; i < count; i++) spins[i] += compliance[i * MAX_WHEELS + w] * push
}

function noteChange(by: number): void {
  const size = Math.abs(by)
  if (size > change[0]) change[0] = size
}
