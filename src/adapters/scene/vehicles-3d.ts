/**
 * Vehicles as scene files tell them, both ways.
 */

import { isCurrent, rowOfHandle } from '../../common/memory/ids.ts'
import { MAX_NUMBER } from '../../common/limits.ts'
import type { World } from '../../d3/api/world.ts'
import {
  AUTOMATIC, HAS_ENGINE, MAX_BARS, MAX_CURVE, MAX_DIFFERENTIALS, MAX_GEARS, MAX_IGNORED, MAX_REVERSE, MAX_WHEELS, type VehicleColumns,
} from '../../d3/vehicles/vehicle-table.ts'
import type { WheeledVehicle } from '../../d3/vehicles/vehicle.ts'
import { given, undo, type AnyBody, type AnyThing, type AnyWorld } from './dimension.ts'

type Values = Record<string, unknown>

const TESTERS = ['ray', 'sphere', 'cylinder']
const RAD_PER_RPM = Math.PI / 30
/** Where nothing is said, in the engine's words. */
const EVERYTHING = { category: 0xffffffff, mask: 0xffffffff, group: 0 }

/** Fields of a file that are set on the vehicle once it is made. */
const INPUTS = ['throttle', 'brake', 'handBrake', 'steering'] as const

export function makeVehicle(world: AnyWorld, chassis: AnyBody, values: Values): AnyThing {
  const { throttle, brake, handBrake, steering, clutchPedal, gear, wheels, ...definition } = values
  const inputs: Values = { throttle, brake, handBrake, steering }
  const list = wheels as (Values & { driveTorque?: number; angularVelocity?: number })[]
  const bare = list.map(({ driveTorque: _drive, angularVelocity: _spin, ...wheel }) => wheel)
  const vehicle = world.createVehicle!(chassis, { ...definition, wheels: bare }) as unknown as WheeledVehicle
  for (const key of INPUTS) if (inputs[key] !== undefined) vehicle[key] = inputs[key] as number
  if (clutchPedal !== undefined) vehicle.clutch = clutchPedal as number
  if (gear !== undefined) setGear(world, vehicle, gear as number)
  list.forEach(({ driveTorque, angularVelocity }, i) => {
    const wheel = vehicle.wheels[i]!
    if (driveTorque !== undefined) wheel.driveTorque = driveTorque
    if (angularVelocity !== undefined) wheel.angularVelocity = angularVelocity
  })
  return vehicle as unknown as AnyThing
}

/** The gear is in, not on its way. */
function setGear(world: AnyWorld, vehicle: WheeledVehicle, gear: number): void {
  vehicle.gear = gear
  const { columns } = (world as unknown as World).state.vehicles
  columns.gear[rowOfHandle(vehicle.id)] = gear
}

/** Revolutions per minute that the engine turns into exactly this speed. */
function rpmOf(speed: number): number {
  return undo(speed, speed / RAD_PER_RPM, (rpm) => rpm * RAD_PER_RPM)
}

export function describeVehicle(any: AnyThing, nameOf: (body: unknown) => string | number): Values {
  const vehicle = any as unknown as WheeledVehicle
  const { state } = vehicle.world
  const columns = state.vehicles.columns
  const row = rowOfHandle(vehicle.id)
  const vector = (column: Float64Array, o: number): Values => ({ x: column[o], y: column[o + 1], z: column[o + 2] })
  const filter = { category: columns.category[row]! >>> 0, mask: columns.mask[row]! >>> 0, group: columns.group[row]! }
  const open = filter.category === EVERYTHING.category && filter.mask === EVERYTHING.mask && filter.group === 0
  const ignored = [...columns.ignored.subarray(row * MAX_IGNORED, (row + 1) * MAX_IGNORED)].filter((id) => id > 0 && isCurrent(state.bodies, id))
  return {
    chassis: nameOf(vehicle.chassis),
    wheels: vehicle.wheels.map((_, w) => describeWheel(columns, row * MAX_WHEELS + w)),
    forward: vector(columns.axes, row * 9), up: vector(columns.axes, row * 9 + 3), tester: TESTERS[columns.tester[row]!],
    filter: open ? undefined : filter,
    ignore: ignored.map((id) => nameOf(vehicle.world.bodyById(id))),
    antiRollBars: Array.from({ length: columns.barCount[row]! }, (_, i) => ({
      wheels: [...columns.barWheels.subarray((row * MAX_BARS + i) * 2, (row * MAX_BARS + i) * 2 + 2)],
        stiffness: columns.barStiffness[row * MAX_BARS + i],
    })),
    ackermann: columns.ackermann[row],
    ...((columns.flags[row]! & HAS_ENGINE) === 0 ? {} : describeEngine(columns, row)),
    centerLock: torqueOf(columns.centerLock[row]!),
    throttle: vehicle.throttle, brake: vehicle.brake, handBrake: vehicle.handBrake, steering: vehicle.steering, clutchPedal: vehicle.clutch,
  }
}

/** The largest number that is kept stands for no end. */
function torqueOf(value: number): number {
  return value === MAX_NUMBER ? Infinity : value
}

function describeWheel(columns: VehicleColumns, slot: number): Values {
  const vector = (column: Float64Array): Values => ({ x: column[slot * 3], y: column[slot * 3 + 1], z: column[slot * 3 + 2] })
  const curve = (side: number): Values[] =>
    Array.from({ length: columns.curvePoints[slot * 2 + side]! }, (_, i) => {
      const o = (slot * 2 + side) * 2 * MAX_CURVE + 2 * i
      return { slip: columns.curves[o], friction: columns.curves[o + 1] }
    })
  const [first, second] = [columns.spring[slot * 2], columns.spring[slot * 2 + 1]]
  const spring = columns.springMode[slot] === 1 ? { stiffness: first, damping: second } : { hertz: first, dampingRatio: second }
  return {
    position: vector(columns.position), direction: vector(columns.direction), radius: columns.radius[slot], width: columns.width[slot],
    inertia: columns.inertia[slot],
    suspension: { min: columns.minLength[slot], max: columns.maxLength[slot], preload: columns.preload[slot], ...spring },
    friction: columns.friction[slot], longitudinalCurve: curve(0), lateralCurve: curve(1), rollingResistance: columns.rolling[slot],
    maxSteer: columns.maxSteer[slot], brakeTorque: columns.brakeTorque[slot], handBrakeTorque: columns.handBrakeTorque[slot],
    driveTorque: columns.driveTorque[slot], angularVelocity: columns.spin[slot],
  }
}

function describeEngine(columns: VehicleColumns, row: number): Values {
  const automatic = (columns.flags[row]! & AUTOMATIC) !== 0
  const differentials = Array.from({ length: columns.diffCount[row]! }, (_, i) => {
    const at = row * MAX_DIFFERENTIALS + i
    return {
      wheels: [...columns.diffWheels.subarray(at * 2, at * 2 + 2)].filter((wheel) => wheel >= 0), ratio: columns.diffRatio[at],
      split: columns.diffSplit[at], lock: torqueOf(columns.diffLock[at]!), torqueShare: columns.diffShare[at],
    }
  })
  const [idle, most] = [columns.idleSpeed[row], columns.maxSpeed[row]]
  // What follows from the engine is left out: no speed in revolutions gives it to the last digit.
  const unless = (value: number, standard: number): number | undefined => (value === standard ? undefined : rpmOf(value))
  return given({
    engine: {
      torqueCurve: Array.from({ length: columns.torquePoints[row]! }, (_, i) => {
        const o = row * 2 * MAX_CURVE + 2 * i
        return { rpm: rpmOf(columns.torqueCurve[o]!), torque: columns.torqueCurve[o + 1] }
      }),
      idleRpm: rpmOf(columns.idleSpeed[row]!), maxRpm: rpmOf(columns.maxSpeed[row]!), inertia: columns.engineInertia[row],
      brakeTorque: columns.engineBrake[row],
    },
    clutch: { torque: columns.clutchTorque[row], engageRpm: unless(columns.engageSpeed[row], Math.min(1.5 * idle, most)) },
    gearbox: {
      automatic, ratios: columns.gears.subarray(row * MAX_GEARS, row * MAX_GEARS + columns.gearCount[row]!),
      reverseRatios: columns.reverseGears.subarray(row * MAX_REVERSE, row * MAX_REVERSE + columns.reverseCount[row]!).map((ratio) => -ratio),
      shiftUpRpm: unless(columns.shiftUp[row], 0.8 * most), shiftDownRpm: unless(columns.shiftDown[row], 0.35 * most),
      switchTime: columns.switchTime[row],
    },
    differentials,
    gear: columns.gear[row] === (automatic ? 1 : 0) ? undefined : columns.gear[row],
  })
}

