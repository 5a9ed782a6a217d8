/**
 * Rules of the vehicle table, as far as columns that snapshots hold can tell: chassis that live, wheels that exist, numbers that the step can
 * divide by.
 */

import { UNIT_TOLERANCE } from '../../common/limits.ts'
import type { Table } from '../../common/memory/world-memory.ts'
import { isCurrent } from '../../common/memory/ids.ts'
import { checkPool } from '../../common/world/state-rules.ts'
import { fail, type StateTables } from '../../common/world/state-tables.ts'
import {
  CYLINDER, MAX_BARS, MAX_CURVE, MAX_DIFFERENTIALS, MAX_GEARS, MAX_REVERSE, MAX_WHEELS, type VehicleColumns, type VehiclePoolColumns,
} from './vehicle-table.ts'

interface VehicleTables {
  readonly bodies: StateTables['bodies']
  readonly vehicles: Table<VehicleColumns>
  readonly vehiclePool: Table<VehiclePoolColumns>
}

const NO_HEAD = new Int32Array(1)

/** `beyond`: must rows behind the last one be empty? */
export function checkVehicles(state: VehicleTables, beyond: boolean): void {
  const { vehicles, vehiclePool } = state
  if (vehiclePool.count > 1) fail('vehiclePool', 1, 'count', `is ${vehiclePool.count} rows instead of 0 or 1.`)
  const used = vehiclePool.count === 1
  const live = checkPool(vehicles, used ? vehiclePool.columns.freeHead : NO_HEAD, 0, beyond)
  const said = used ? vehiclePool.columns.live[0] : 0
  if (live !== said) fail('vehiclePool', 0, 'live', `says ${said}, but ${live} vehicles are alive.`)
  for (let row = 0; row < vehicles.count; row++) if (vehicles.columns.alive[row] === 1) checkVehicle(state, row)
}

function checkVehicle(state: VehicleTables, row: number): void {
  const v = state.vehicles.columns
  if (!isCurrent(state.bodies, v.chassis[row])) fail('vehicles', row, 'chassis', `is ${v.chassis[row]}, which is no live body.`)
  if (v.tester[row] > CYLINDER) fail('vehicles', row, 'tester', `is ${v.tester[row]}, which is none.`)
  requireCount(row, 'wheelCount', v.wheelCount[row], 1, MAX_WHEELS)
  requireCount(row, 'barCount', v.barCount[row], 0, MAX_BARS)
  requireCount(row, 'diffCount', v.diffCount[row], 0, MAX_DIFFERENTIALS)
  requireCount(row, 'gearCount', v.gearCount[row], 0, MAX_GEARS)
  requireCount(row, 'reverseCount', v.reverseCount[row], 0, MAX_REVERSE)
  requireCount(row, 'torquePoints', v.torquePoints[row], 0, MAX_CURVE)
  requireCount(row, 'gear', v.gear[row], -v.reverseCount[row], v.gearCount[row])
  requireCount(row, 'wantedGear', v.wantedGear[row], -v.reverseCount[row], v.gearCount[row])
  for (let k = 0; k < 3; k++) requireUnit(row, 'axes', v.axes, row * 9 + k * 3)
  for (const key of ['throttle', 'brake', 'handBrake', 'clutch'] as const) if (!(v[key][row] >= 0 && v[key][row] <= 1)) {
    fail('vehicles', row, key, `is ${v[key][row]}.`)
  }
  if (!(Math.abs(v.steering[row]) <= 1)) fail('vehicles', row, 'steering', `is ${v.steering[row]}.`)
  const wheels = v.wheelCount[row]
  for (let i = 0; i < 2 * v.barCount[row]; i++) requireCount(row, 'barWheels', v.barWheels[row * 2 * MAX_BARS + i], 0, wheels - 1)
  for (let i = 0; i < 2 * v.diffCount[row]; i++) {
    requireCount(row, 'diffWheels', v.diffWheels[row * 2 * MAX_DIFFERENTIALS + i], i % 2 === 0 ? 0 : -1, wheels - 1)
  }
  if (v.torquePoints[row] > 0) checkEngine(v, row)
  for (let w = 0; w < wheels; w++) checkWheel(v, row, row * MAX_WHEELS + w)
}

function checkEngine(v: VehicleColumns, row: number): void {
  if (!(v.engineInertia[row] > 0)) fail('vehicles', row, 'engineInertia', `is ${v.engineInertia[row]}.`)
  if (!(v.idleSpeed[row] >= 0 && v.maxSpeed[row] > v.idleSpeed[row])) fail('vehicles', row, 'maxSpeed', 'is not above idle speed.')
  if (!(v.engageSpeed[row] > v.idleSpeed[row])) fail('vehicles', row, 'engageSpeed', 'is not above idle speed.')
  requireAscending(row, 'torqueCurve', v.torqueCurve, row * 2 * MAX_CURVE, v.torquePoints[row], 2)
  for (let i = 0; i < v.gearCount[row]; i++) if (!(v.gears[row * MAX_GEARS + i] > 0)) fail('vehicles', row, 'gears', 'is not above 0.')
}

function checkWheel(v: VehicleColumns, row: number, slot: number): void {
  requireUnit(row, 'direction', v.direction, slot * 3)
  for (const key of ['radius', 'width', 'inertia'] as const) if (!(v[key][slot] > 0)) fail('vehicles', row, key, `is ${v[key][slot]}.`)
  for (const key of ['minLength', 'preload', 'friction', 'rolling', 'brakeTorque', 'handBrakeTorque'] as const) {
    if (!(v[key][slot] >= 0)) fail('vehicles', row, key, `is ${v[key][slot]}.`)
  }
  if (!(v.maxLength[slot] > v.minLength[slot])) fail('vehicles', row, 'maxLength', 'is not above the shortest.')
  for (let side = 0; side < 2; side++) {
    const at = slot * 2 + side
    requireCount(row, 'curvePoints', v.curvePoints[at], 1, MAX_CURVE)
    requireAscending(row, 'curves', v.curves, at * 2 * MAX_CURVE, v.curvePoints[at], 1)
  }
  if (!(v.force[slot * 3] >= 0)) fail('vehicles', row, 'force', `is ${v.force[slot * 3]}.`)
}

function requireCount(row: number, column: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) fail('vehicles', row, column, `is ${value}, not ${least} … ${most}.`)
}

function requireUnit(row: number, column: string, values: Float64Array, o: number): void {
  const square = values[o] * values[o] + values[o + 1] * values[o + 1] + values[o + 2] * values[o + 2]
  if (!(Math.abs(square - 1) <= UNIT_TOLERANCE)) fail('vehicles', row, column, 'holds no unit vector.')
}

/** Points of a curve: the first numbers of pairs ascend. */
function requireAscending(row: number, column: string, values: Float64Array, o: number, count: number, least: number): void {
  if (count < least) fail('vehicles', row, column, `has ${count} points.`)
  for (let i = 1; i < count; i++) if (!(values[o + 2 * i] > values[o + 2 * i - 2])) fail('vehicles', row, column, 'does not ascend.')
}
