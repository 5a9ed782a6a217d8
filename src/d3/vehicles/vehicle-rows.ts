/**
 * Rows of the vehicle table: made, found, freed; and the inputs of the step that need no geometry.
 */

import { freeRow, isCurrent, rowOfHandle, takeRow } from '../../common/memory/ids.ts'
import { atan, tan } from '../../common/math/deterministic-math.ts'
import type { WorldState } from '../store/world-state.ts'
import { MAX_WHEELS } from './vehicle-table.ts'

/** A row with everything zero but its generation. */
export function createVehicleRow(state: WorldState): number {
  const { vehicles, vehiclePool } = state
  state.reserve(vehicles, vehicles.count + 1)
  vehiclePool.count = 1
  const pool = vehiclePool.columns
  const row = takeRow(vehicles, pool.freeHead, 0)
  pool.live[0]++
  return row
}

export function destroyVehicleRow(state: WorldState, row: number): void {
  const pool = state.vehiclePool.columns
  freeRow(state.vehicles, pool.freeHead, 0, row)
  pool.live[0]--
}

/** Are there any? Worlds without pay for this comparison alone. */
export function hasVehicles(state: WorldState): boolean {
  return state.vehiclePool.count > 0 && state.vehiclePool.columns.live[0] > 0
}

/** Row of the chassis' body; −1 if it is gone. */
export function chassisOf(state: WorldState, row: number): number {
  const handle = state.vehicles.columns.chassis[row]
  return isCurrent(state.bodies, handle) ? rowOfHandle(handle) : -1
}

/** Row of the shape that a wheel stands on, −1 = none. `slot`: row × MAX_WHEELS + wheel. */
export function groundOf(state: WorldState, slot: number): number {
  const handle = state.vehicles.columns.groundShape[slot]
  return handle > 0 && isCurrent(state.shapes, handle) ? rowOfHandle(handle) : -1
}

/**
 * Steering angles after Ackermann: all axles point to one centre, which lies beside the wheels that do not steer. A wheel that is x ahead of
 * their line and y to the left of the middle follows tan δ = κx / (1 − κy), κ the curvature of the middle.
 */
export function steerWheels(state: WorldState, row: number): void {
  const { wheelCount, axes, ackermann, steering, maxSteer, position, steerAngle } = state.vehicles.columns
  const count = wheelCount[row]
  const a = row * 9
  const from = row * MAX_WHEELS
  let ahead = 0
  let side = 0
  let still = 0
  for (let w = 0; w < count; w++) {
    const p = (from + w) * 3
    side += (axes[a + 6] * position[p] + axes[a + 7] * position[p + 1] + axes[a + 8] * position[p + 2]) / count
    if (maxSteer[from + w] !== 0) continue
    ahead += axes[a] * position[p] + axes[a + 1] * position[p + 1] + axes[a + 2] * position[p + 2]
    still++
  }
  if (still > 0) ahead /= still
  for (let w = 0; w < count; w++) {
    const slot = from + w
    const angle = steering[row] * maxSteer[slot]
    steerAngle[slot] = angle
    if (angle === 0 || still === 0 || ackermann[row] === 0) continue
    const p = slot * 3
    const x = axes[a] * position[p] + axes[a + 1] * position[p + 1] + axes[a + 2] * position[p + 2] - ahead
    const y = axes[a + 6] * position[p] + axes[a + 7] * position[p + 1] + axes[a + 8] * position[p + 2] - side
    const slope = tan(angle)
    const room = x - slope * y
    // The centre of the curve is under the car: no such circle.
    if (!(x * room > 0)) continue
    steerAngle[slot] = angle + ackermann[row] * (atan((slope * x) / room) - angle)
  }
}
