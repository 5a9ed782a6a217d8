/**
 * Wheel rows through the stages of the step: made (`prepare-contacts`), halved and made whole (`warm-start`, `store-warm-start`), pushed out
 * of their stops (`push-out`), renewed at the pose of the substep (`refresh-joints`), and their forces put back (`store-impulses`).
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { CHANGE_STRIDE, NEW_FRICTION } from '../../common/store/contact-hooks.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { PUSH_OUT_SHARE } from '../../common/tuning.ts'
import { materialAt } from '../contacts/contact-surfaces.ts'
import { spinJacobian } from '../math/weighted.ts'
import { HAS_MASS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { chassisOf, groundOf, hasVehicles } from './vehicle-rows.ts'
import { MAX_WHEELS } from './vehicle-table.ts'
import {
  ANCHOR, applyWheelImpulse, AXLE, buildWheelRow, COSINE, DAMPING, FRICTION, K_NORMAL, LENGTH, placeWheel, POINT, ROW_STRIDE, STIFFNESS, TOUCH,
  isChanged, tyreFriction, WAY, wheelImpulse, wheelPlace,
} from './wheel-row.ts'

const TWO_PI = 2 * Math.PI

/** Lists the vehicles by batch and makes the rows of their wheels, with the forces of the step before. */
export function prepareWheels(state: WorldState): void {
  const list = state.vehicleList
  list.clear()
  state.wheelRows.count = 0
  if (!hasVehicles(state)) return
  list.reserve(state.vehicles.columns.alive.length)
  state.wheelRows.reserve(Math.max(256, state.vehicles.count * MAX_WHEELS))
  const { bodyStart } = state.batches
  const { solver } = state.bodies.columns
  const { kind } = state.solverBodies.columns
  const { alive } = state.vehicles.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    list.start[batch] = list.count
    list.batchWheels[batch] = state.wheelRows.count
    for (let row = 0; row < state.vehicles.count; row++) {
      if (alive[row] === 0) continue
      const body = chassisOf(state, row)
      if (body < 0 || state.bodies.columns.awake[body] === 0) continue
      const s = solver[body]
      if (s < bodyStart[batch] || s >= bodyStart[batch + 1] || (kind[s] & HAS_MASS) === 0) continue
      list.row[list.count] = row
      list.wheelStart[list.count] = state.wheelRows.count
      addWheels(state, row, body, s, batch)
      list.wheelStart[++list.count] = state.wheelRows.count
    }
  }
  list.start[BATCH_COUNT] = list.count
  list.batchWheels[BATCH_COUNT] = state.wheelRows.count
}

function addWheels(state: WorldState, row: number, body: number, s: number, batch: number): void {
  const v = state.vehicles.columns
  const { vehicle, slot, chassis, ground, shape, material, data, impulse } = state.wheelRows.columns
  const { x, q, mass, awake, solver } = state.bodies.columns
  const h = state.dt / state.batches.substeps(batch, state.globals.columns.substeps[0])
  for (let w = 0; w < v.wheelCount[row]; w++) {
    const at = row * MAX_WHEELS + w
    const touched = groundOf(state, at)
    if (touched < 0) continue
    const r = state.wheelRows.count++
    const o = r * ROW_STRIDE
    const owner = state.shapes.columns.body[touched]
    vehicle[r] = row
    slot[r] = at
    chassis[r] = s
    ground[r] = awake[owner] === 1 ? solver[owner] : 0
    shape[r] = touched
    material[r] = materialAt(state, touched, v.groundPoint, at * 3)
    placeWheel(state, row, at, body, x, body * 3, q, body * 4)
    for (let k = 0; k < 3; k++) {
      data[o + k] = v.groundNormal[at * 3 + k]
      data[o + POINT + k] = v.groundPoint[at * 3 + k]
      data[o + TOUCH + k] = v.groundPoint[at * 3 + k] - wheelPlace[ANCHOR + k] - v.length[at] * wheelPlace[WAY + k]
    }
    setSpring(state, at, mass[body] / v.wheelCount[row], o)
    tyreFriction(state, at, touched, material[r], data, o + FRICTION)
    if (isChanged(state, at)) data[o + FRICTION] = state.vehicleList.values[at * CHANGE_STRIDE + NEW_FRICTION]
    buildWheelRow(state, r, h)
    for (let i = 0; i < 3; i++) impulse[r * 3 + i] = v.force[at * 3 + i] * h
    addWarm(state, r, 1)
  }
}

/** Stiffness and damping, given or by the wheel's share of the mass. */
function setSpring(state: WorldState, slot: number, mass: number, o: number): void {
  const { springMode, spring } = state.vehicles.columns
  const { data } = state.wheelRows.columns
  const first = spring[slot * 2]
  const second = spring[slot * 2 + 1]
  const rate = TWO_PI * first
  data[o + STIFFNESS] = springMode[slot] === 1 ? first : rate * rate * mass
  data[o + DAMPING] = springMode[slot] === 1 ? second : 2 * second * rate * mass
}

/** Warm starting: warm += sign × the velocity change by a row's impulses. */
function addWarm(state: WorldState, r: number, sign: number): void {
  const { impulse } = state.wheelRows.columns
  const { warm } = state.solverBodies.columns
  for (let i = 0; i < 3; i++) {
    if (impulse[r * 3 + i] === 0) continue
    wheelImpulse[0] = sign * impulse[r * 3 + i]
    applyWheelImpulse(state, r, i, warm, 6)
  }
}

/** In half substeps half of the impulses; the other half is held back. */
export function halveWheels(state: WorldState, batch: number): void {
  const { batchWheels } = state.vehicleList
  if (batchWheels[batch] === batchWheels[batch + 1]) return
  const { impulse, held } = state.wheelRows.columns
  for (let k = batchWheels[batch] * 3; k < batchWheels[batch + 1] * 3; k++) {
    impulse[k] *= 0.5
    held[k] = impulse[k]
  }
}

/** After the sweeps: halves that were held back return, and the chassis gets the angular momentum that the wheels' spins have gained. */
export function finishWheels(state: WorldState, batch: number, half: boolean): void {
  const list = state.vehicleList
  if (list.start[batch] === list.start[batch + 1]) return
  if (half && list.batchWheels[batch] < list.batchWheels[batch + 1]) {
    const { impulse, held } = state.wheelRows.columns
    for (let k = list.batchWheels[batch] * 3; k < list.batchWheels[batch + 1] * 3; k++) impulse[k] += held[k]
  }
  for (let n = list.start[batch]; n < list.start[batch + 1]; n++) reactToSpins(state, n)
}

const axle = new Float64Array(3)
const place = new Float64Array(3)

function reactToSpins(state: WorldState, n: number): void {
  const list = state.vehicleList
  const row = list.row[n]
  const { wheelCount, spin, inertia } = state.vehicles.columns
  const body = chassisOf(state, row)
  const s = state.bodies.columns.solver[body]
  const { q, factor, velocity } = state.solverBodies.columns
  for (let w = 0; w < wheelCount[row]; w++) {
    const slot = row * MAX_WHEELS + w
    const gained = inertia[slot] * (spin[slot] - list.spin[n * MAX_WHEELS + w])
    if (gained === 0) continue
    placeWheel(state, row, slot, body, place, 0, q, s * 4)
    for (let k = 0; k < 3; k++) axle[k] = wheelPlace[AXLE + k]
    spinJacobian(factor, s * 6, axle, 0, place, 0)
    for (let k = 0; k < 3; k++) velocity[s * VELOCITY_STRIDE + 3 + k] -= gained * place[k]
  }
}

/** Push-out of wheels beyond their upper stops, by pseudo-velocities. */
export function pushWheels(state: WorldState, batch: number, h: number): void {
  const { batchWheels } = state.vehicleList
  if (batchWheels[batch] === batchWheels[batch + 1]) return
  const { slot, data, chassis, ground } = state.wheelRows.columns
  const { pseudo, velocity } = state.solverBodies.columns
  const { minLength } = state.vehicles.columns
  for (let r = batchWheels[batch]; r < batchWheels[batch + 1]; r++) {
    const o = r * ROW_STRIDE
    const depth = (minLength[slot[r]] - data[o + LENGTH]) * data[o + COSINE]
    if (!(depth > 0) || !(data[o + K_NORMAL] > 0)) continue
    const wanted = (PUSH_OUT_SHARE * depth) / h
    let speed = 0
    const s = chassis[r] * VELOCITY_STRIDE
    const g = ground[r] * VELOCITY_STRIDE
    for (let k = 0; k < 3; k++) {
      speed += data[o + k] * (pseudo[s + k] - pseudo[g + k]) + data[o + 9 + k] * pseudo[s + 3 + k] - data[o + 18 + k] * pseudo[g + 3 + k]
    }
    if (speed >= wanted || velocity[s + 6] === 0) continue
    wheelImpulse[0] = (wanted - speed) / data[o + K_NORMAL]
    applyWheelImpulse(state, r, 0, pseudo, VELOCITY_STRIDE)
  }
}

/** Before inertia and poses are renewed: takes the rows' part out of the warm start, for `refreshWheels` to put it back as it is then. */
export function withdrawWheels(state: WorldState, batch: number): void {
  const { batchWheels } = state.vehicleList
  for (let r = batchWheels[batch]; r < batchWheels[batch + 1]; r++) addWarm(state, r, -1)
}

/** Rows at the pose of the substep; wheels turn on. */
export function refreshWheels(state: WorldState, batch: number, h: number): void {
  const list = state.vehicleList
  if (list.start[batch] === list.start[batch + 1]) return
  const { angle, spin, wheelCount } = state.vehicles.columns
  for (let n = list.start[batch]; n < list.start[batch + 1]; n++) {
    const row = list.row[n]
    for (let w = 0; w < wheelCount[row]; w++) {
      const slot = row * MAX_WHEELS + w
      const turned = angle[slot] + h * spin[slot]
      angle[slot] = turned - TWO_PI * Math.floor(turned / TWO_PI)
    }
  }
  for (let r = list.batchWheels[batch]; r < list.batchWheels[batch + 1]; r++) {
    buildWheelRow(state, r, h)
    addWarm(state, r, 1)
  }
}

/** Impulses back to the wheels, as forces; lengths. Numbers that went bad are not kept: their body is in quarantine by now. */
export function storeWheels(state: WorldState): void {
  const list = state.vehicleList
  if (list.count === 0) return
  const v = state.vehicles.columns
  const { slot, data, impulse } = state.wheelRows.columns
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = state.batches.substeps(batch, base) / state.dt
    for (let n = list.start[batch]; n < list.start[batch + 1]; n++) {
      const row = list.row[n]
      for (let w = 0; w < v.wheelCount[row]; w++) {
        const at = row * MAX_WHEELS + w
        v.force.fill(0, at * 3, at * 3 + 3)
        v.length[at] = v.maxLength[at]
        if (!(Math.abs(v.spin[at]) < MAX_COORDINATE)) v.spin[at] = 0
        if (!(v.angle[at] >= 0 && v.angle[at] < 7)) v.angle[at] = 0
      }
      if (!(Math.abs(v.engineSpeed[row]) < MAX_COORDINATE)) v.engineSpeed[row] = 0
      if (!(Math.abs(v.engineLoad[row]) < Infinity)) v.engineLoad[row] = 0
      for (let r = list.wheelStart[n]; r < list.wheelStart[n + 1]; r++) {
        const at = slot[r]
        for (let i = 0; i < 3; i++) {
          // What an anti-roll bar takes away is all of the load at most, but for rounding.
          const force = (i === 0 ? Math.max(0, impulse[r * 3]) : impulse[r * 3 + i]) * perSecond
          v.force[at * 3 + i] = Math.abs(force) < Infinity ? force : 0
        }
        const length = data[r * ROW_STRIDE + LENGTH]
        v.length[at] = length < v.maxLength[at] ? Math.max(length, v.minLength[at]) : v.maxLength[at]
        for (let i = 0; i < 2; i++) if (!(Math.abs(v.slip[at * 2 + i]) < 7)) v.slip[at * 2 + i] = 0
      }
    }
  }
}

