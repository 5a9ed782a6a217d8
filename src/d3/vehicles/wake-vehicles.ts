/**
 * Sleep and vehicles: a chassis whose vehicle is driven stays awake, and a sleeping one wakes when its driver does something or the ground
 * under a wheel is gone, moves or was put elsewhere.
 */

import { wakeRing } from '../../common/islands/sleep.ts'
import { DYNAMIC, ENABLED, KINEMATIC } from '../../common/store/column-codes.ts'
import { SLEEP_SPEED } from '../../common/tuning.ts'
import type { WorldState } from '../store/world-state.ts'
import { chassisOf, groundOf, hasVehicles } from './vehicle-rows.ts'
import { HAS_ENGINE, MAX_WHEELS, TOLD } from './vehicle-table.ts'

/** First thing in a step. */
export function wakeVehicles(state: WorldState): void {
  if (!hasVehicles(state)) return
  const { alive, flags } = state.vehicles.columns
  const { awake, type, flags: bits } = state.bodies.columns
  for (let row = 0; row < state.vehicles.count; row++) {
    if (alive[row] === 0) continue
    const body = chassisOf(state, row)
    if (body < 0 || awake[body] === 1 || type[body] !== DYNAMIC || (bits[body] & ENABLED) === 0) continue
    if ((flags[row] & TOLD) !== 0 || hasGroundChanged(state, row)) wakeRing(state, body)
  }
}

function hasGroundChanged(state: WorldState, row: number): boolean {
  const { wheelCount, groundShape, groundPose } = state.vehicles.columns
  const { x, q, awake, flags } = state.bodies.columns
  for (let w = 0; w < wheelCount[row]; w++) {
    const slot = row * MAX_WHEELS + w
    if (groundShape[slot] === 0) continue
    const shape = groundOf(state, slot)
    if (shape < 0) return true
    const owner = state.shapes.columns.body[shape]
    if (awake[owner] === 1 || (flags[owner] & ENABLED) === 0) return true
    for (let k = 0; k < 3; k++) if (groundPose[slot * 7 + k] !== x[owner * 3 + k]) return true
    for (let k = 0; k < 4; k++) if (groundPose[slot * 7 + 3 + k] !== q[owner * 4 + k]) return true
  }
  return false
}

/** Before islands fall asleep: driven vehicles, and those on ground that moves, are not slow. Sleepers remember where their ground is. */
export function keepDrivenAwake(state: WorldState): void {
  const list = state.vehicleList
  const v = state.vehicles.columns
  const { slowTime, size, type, x, q, awake } = state.bodies.columns
  for (let n = 0; n < list.count; n++) {
    const row = list.row[n]
    const body = chassisOf(state, row)
    if (body < 0) continue
    let busy = v.throttle[row] > 0 || ((v.flags[row] & HAS_ENGINE) !== 0 && v.shifting[row] > 0)
    const slow = SLEEP_SPEED * Math.sqrt(size[body])
    for (let w = 0; w < v.wheelCount[row]; w++) {
      const slot = row * MAX_WHEELS + w
      if (v.driveTorque[slot] !== 0 || Math.abs(v.spin[slot]) * v.radius[slot] > slow) busy = true
      const shape = groundOf(state, slot)
      if (shape < 0) continue
      const owner = state.shapes.columns.body[shape]
      if (type[owner] === KINEMATIC && awake[owner] === 1) busy = true
      for (let k = 0; k < 3; k++) v.groundPose[slot * 7 + k] = x[owner * 3 + k]
      for (let k = 0; k < 4; k++) v.groundPose[slot * 7 + 3 + k] = q[owner * 4 + k]
    }
    if (busy) slowTime[body] = 0
  }
}
