/**
 * Spins of one vehicle: wheels and engine as unknowns Ω with their own inertia, tied by rows with greatest torques. All rows are of the form
 * of a boxed LCP and are solved exactly together, for what ties light wheels to a heavy engine converges slowly otherwise.
 *
 *   brake        Ω_i → 0                     |p| ≤ brake, hand brake and rolling resistance
 *   clutch       Ω_e − Γ Σ w_i Ω_i → 0       |p| ≤ torque of the clutch; Γ gear, w_i = share × split × ratio of the wheel's differential
 *   idle         Ω_e ≥ idle                  0 ≤ p ≤ greatest torque of the engine
 *   limiter      Ω_e ≤ greatest speed        takes back no more than the throttle gives
 *   lock         Ω_left − Ω_right → 0        |p| ≤ lock of the differential; the same between differentials
 *
 * Friction of the tyres acts from outside, p = −r λ. `compliance` says how Ω answers it: rows that are not at their bounds hold, so a braked
 * wheel does not answer at all. That is what makes a tyre's friction see a locked wheel as locked, and one on a running engine as heavy.
 */

import { solveBoxedLcp } from '../../common/solver/boxed-lcp.ts'
import { LONG_ROUNDING, LOST_DIGITS } from '../../common/math/rounding.ts'
import { MAX_LCP_ROWS } from '../../common/tuning.ts'
import type { WorldState } from '../store/world-state.ts'
import { gearRatio } from './gearbox.ts'
import { HAS_ENGINE, MAX_CURVE, MAX_DIFFERENTIALS, MAX_WHEELS } from './vehicle-table.ts'

const COORDINATES = MAX_WHEELS + 1
/** The engine's place among the spins. */
export const ENGINE: number = MAX_WHEELS

/** Spins now, rad/s, and torque impulses of the tyres, N m s. By wheel; the engine last. */
export const spins: Float64Array = new Float64Array(COORDINATES)
export const tyreTorque: Float64Array = new Float64Array(MAX_WHEELS)
/** ΔΩ_i per torque impulse on wheel k, at i × MAX_WHEELS + k. */
export const compliance: Float64Array = new Float64Array(MAX_WHEELS * MAX_WHEELS)

let wheels = 0
let rows = 0
/** Row of the clutch, −1 = none. */
let clutchRow = -1
const start = new Float64Array(COORDINATES)
const inverse = new Float64Array(COORDINATES)
const C = new Float64Array(MAX_LCP_ROWS * COORDINATES)
const target = new Float64Array(MAX_LCP_ROWS)
const low = new Float64Array(MAX_LCP_ROWS)
const high = new Float64Array(MAX_LCP_ROWS)
const H = new Float64Array(MAX_LCP_ROWS * MAX_LCP_ROWS)
const g = new Float64Array(MAX_LCP_ROWS)
const p = new Float64Array(MAX_LCP_ROWS)
/** Which rows hold; −1 before the first solve. */
const holding = new Int32Array(MAX_LCP_ROWS)
const free = new Int32Array(MAX_LCP_ROWS)
const L = new Float64Array(MAX_LCP_ROWS * MAX_LCP_ROWS)
const column = new Float64Array(MAX_LCP_ROWS)
const weight = new Float64Array(MAX_WHEELS)

/** Torque of the engine at full throttle at a speed, N m; above its greatest speed that of the last point. `slope` in torque[1]. */
const torque = new Float64Array(2)

/** Sets up the rows of a vehicle for `time` seconds. `begin`: spins at the beginning, at bo; the engine's at eo. */
export function beginDrivetrain(
  state: WorldState, row: number, time: number, begin: Float64Array, bo: number, engine: Float64Array, eo: number,
): void {
  const v = state.vehicles.columns
  wheels = v.wheelCount[row]
  rows = 0
  clutchRow = -1
  const from = row * MAX_WHEELS
  for (let i = 0; i < wheels; i++) {
    inverse[i] = 1 / v.inertia[from + i]
    start[i] = begin[bo + i] + time * v.driveTorque[from + i] * inverse[i]
  }
  for (let i = 0; i < wheels; i++) {
    const rolling = v.rolling[from + i] * v.radius[from + i] * Math.max(0, v.force[(from + i) * 3])
    const hold = v.brake[row] * v.brakeTorque[from + i] + v.handBrake[row] * v.handBrakeTorque[from + i] + rolling
    if (!(hold > 0)) continue
    const r = addRow(0, -hold * time, hold * time)
    C[r * COORDINATES + i] = 1
  }
  if ((v.flags[row] & HAS_ENGINE) !== 0) addEngine(state, row, time, engine[eo])
  else {
    start[ENGINE] = 0
    inverse[ENGINE] = 0
  }
  addLocks(state, row, time)
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = C[i * COORDINATES + ENGINE] * C[k * COORDINATES + ENGINE] * inverse[ENGINE]
      for (let c = 0; c < wheels; c++) sum += C[i * COORDINATES + c] * C[k * COORDINATES + c] * inverse[c]
      H[i * rows + k] = H[k * rows + i] = sum
    }
    p[i] = 0
    holding[i] = -1
  }
}

function addRow(wanted: number, least: number, most: number): number {
  const r = rows++
  C.fill(0, r * COORDINATES, (r + 1) * COORDINATES)
  target[r] = wanted
  low[r] = least
  high[r] = most
  return r
}

function addEngine(state: WorldState, row: number, time: number, speed: number): void {
  const v = state.vehicles.columns
  // While gears are changed the throttle is closed: nothing holds the engine.
  const throttle = v.shifting[row] > 0 ? 0 : v.throttle[row]
  setTorque(state, row, speed)
  const drag = v.maxSpeed[row] > 0 ? ((1 - throttle) * v.engineBrake[row]) / v.maxSpeed[row] : 0
  // Torque that falls with speed is taken at the end of the substep: no step is too long for it.
  inverse[ENGINE] = 1 / (v.engineInertia[row] + time * (drag + throttle * Math.max(0, -torque[1])))
  start[ENGINE] = speed + time * (throttle * torque[0] - drag * speed) * inverse[ENGINE]
  C[addRow(v.idleSpeed[row], 0, time * peakTorque(state, row)) * COORDINATES + ENGINE] = 1
  C[addRow(v.maxSpeed[row], -time * throttle * Math.max(0, torque[0]), 0) * COORDINATES + ENGINE] = 1
  const ratio = gearRatio(state, row)
  const room = v.engageSpeed[row] - v.idleSpeed[row]
  const closed = Math.min(1, Math.max(0, (speed - v.idleSpeed[row]) / room)) * (1 - v.clutch[row])
  if (ratio === 0 || v.shifting[row] > 0 || !(closed > 0) || v.diffCount[row] === 0) return
  const capacity = time * closed * v.clutchTorque[row]
  clutchRow = addRow(0, -capacity, capacity)
  const at = clutchRow * COORDINATES
  C[at + ENGINE] = 1
  weighWheels(state, row)
  for (let i = 0; i < wheels; i++) C[at + i] = -ratio * weight[i]
}

/** Parts of the wheels in the speed behind the gearbox. */
function weighWheels(state: WorldState, row: number): void {
  const { diffWheels, diffRatio, diffSplit, diffShare, diffCount } = state.vehicles.columns
  weight.fill(0)
  for (let d = 0; d < diffCount[row]; d++) {
    const at = row * MAX_DIFFERENTIALS + d
    const whole = diffShare[at] * diffRatio[at]
    const right = diffWheels[at * 2 + 1]
    weight[diffWheels[at * 2]] += whole * (right < 0 ? 1 : diffSplit[at])
    if (right >= 0) weight[right] += whole * (1 - diffSplit[at])
  }
}

function addLocks(state: WorldState, row: number, time: number): void {
  const { diffWheels, diffLock, diffCount, centerLock } = state.vehicles.columns
  for (let d = 0; d < diffCount[row]; d++) {
    const at = row * MAX_DIFFERENTIALS + d
    const hold = time * diffLock[at]
    if (hold > 0 && diffWheels[at * 2 + 1] >= 0) {
      const r = addRow(0, -hold, hold) * COORDINATES
      C[r + diffWheels[at * 2]] = 1
      C[r + diffWheels[at * 2 + 1]] = -1
    }
    if (d === 0 || !(centerLock[row] > 0)) continue
    const r = addRow(0, -time * centerLock[row], time * centerLock[row]) * COORDINATES
    addCarrier(state, at - 1, r, 1)
    addCarrier(state, at, r, -1)
  }
}

/** The speed that goes into differential `at`, times `sign`, into the row at r. */
function addCarrier(state: WorldState, at: number, r: number, sign: number): void {
  const { diffWheels, diffRatio, diffSplit } = state.vehicles.columns
  const right = diffWheels[at * 2 + 1]
  C[r + diffWheels[at * 2]] += sign * diffRatio[at] * (right < 0 ? 1 : diffSplit[at])
  if (right >= 0) C[r + right] += sign * diffRatio[at] * (1 - diffSplit[at])
}

/** Spins under the tyres' torques, exactly; and their compliance if other rows hold than before. */
export function solveSpins(): void {
  for (let i = 0; i < wheels; i++) spins[i] = start[i] + tyreTorque[i] * inverse[i]
  spins[ENGINE] = start[ENGINE]
  for (let r = 0; r < rows; r++) {
    let sum = C[r * COORDINATES + ENGINE] * spins[ENGINE] - target[r]
    for (let i = 0; i < wheels; i++) sum += C[r * COORDINATES + i] * spins[i]
    g[r] = sum
  }
  if (rows > 0) solveBoxedLcp(H, 0, rows, g, low, high, p)
  let changed = rows === 0
  for (let r = 0; r < rows; r++) {
    const holds = p[r] > low[r] && p[r] < high[r] ? 1 : 0
    if (holds !== holding[r]) changed = true
    holding[r] = holds
    const at = r * COORDINATES
    for (let i = 0; i < wheels; i++) spins[i] += C[at + i] * inverse[i] * p[r]
    spins[ENGINE] += C[at + ENGINE] * inverse[ENGINE] * p[r]
  }
  if (changed) setCompliance()
}

/** E = D − D Cᵀ (C D Cᵀ)⁻¹ C D over the rows that hold, D the inverse inertias. Rows that repeat others are left out. */
function setCompliance(): void {
  let m = 0
  for (let r = 0; r < rows; r++) if (holding[r] === 1) free[m++] = r
  for (let i = 0; i < m; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = H[free[i] * rows + free[k]]
      for (let c = 0; c < k; c++) sum -= L[i * m + c] * L[k * m + c] * L[c * m + c]
      if (i !== k) L[i * m + k] = L[k * m + k] > 0 ? sum / L[k * m + k] : 0
      else L[i * m + i] = sum > LOST_DIGITS * H[free[i] * rows + free[i]] ? sum : 0
    }
  }
  for (let w = 0; w < wheels; w++) {
    for (let i = 0; i < m; i++) {
      let sum = C[free[i] * COORDINATES + w] * inverse[w]
      for (let c = 0; c < i; c++) sum -= L[i * m + c] * column[c]
      column[i] = L[i * m + i] > 0 ? sum : 0
    }
    for (let i = m - 1; i >= 0; i--) {
      let sum = L[i * m + i] > 0 ? column[i] / L[i * m + i] : 0
      for (let c = i + 1; c < m; c++) sum -= L[c * m + i] * column[c]
      column[i] = L[i * m + i] > 0 ? sum : 0
    }
    for (let i = 0; i < wheels; i++) {
      let sum = i === w ? inverse[w] : 0
      for (let k = 0; k < m; k++) sum -= inverse[i] * C[free[k] * COORDINATES + i] * column[k]
      compliance[i * MAX_WHEELS + w] = sum
    }
    // A wheel that is held answers nothing; what is left is rounding.
    if (compliance[w * MAX_WHEELS + w] < LONG_ROUNDING * inverse[w]) compliance[w * MAX_WHEELS + w] = 0
  }
}

/** N m s that the clutch took from the engine. */
export function clutchImpulse(): number {
  return clutchRow < 0 ? 0 : -p[clutchRow]
}

function setTorque(state: WorldState, row: number, speed: number): void {
  const { torqueCurve, torquePoints } = state.vehicles.columns
  const count = torquePoints[row]
  const at = row * 2 * MAX_CURVE
  let i = 1
  while (i < count - 1 && torqueCurve[at + 2 * i] < speed) i++
  const x0 = torqueCurve[at + 2 * i - 2]
  const x1 = torqueCurve[at + 2 * i]
  const inside = speed > x0 && speed < x1
  const slope = (torqueCurve[at + 2 * i + 1] - torqueCurve[at + 2 * i - 1]) / (x1 - x0)
  const clamped = Math.min(Math.max(speed, x0), x1)
  torque[0] = torqueCurve[at + 2 * i - 1] + slope * (clamped - x0)
  torque[1] = inside ? slope : 0
}

/** Greatest torque of the curve, N m. */
export function peakTorque(state: WorldState, row: number): number {
  const { torqueCurve, torquePoints } = state.vehicles.columns
  let most = 0
  for (let i = 0; i < torquePoints[row]; i++) most = Math.max(most, torqueCurve[row * 2 * MAX_CURVE + 2 * i + 1])
  return most
}
