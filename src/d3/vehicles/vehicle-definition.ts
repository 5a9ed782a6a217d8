/**
 * What users write to describe a vehicle, how it is checked, and how it becomes a row.
 */

import { requireMass, requireInertia, requireNonNegative, requirePositive, requireRatio } from '../../common/bounds.ts'
import { isMadeBy, isArray, PhysicsError, requireBits, requireBoolean, requireInteger, requireRange } from '../../common/errors.ts'
import { requireRow } from '../../common/memory/handles.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { FILTER_FIELDS, requireGroup, type CollisionFilter } from '../../common/store/collision-filter.ts'
import { DYNAMIC } from '../../common/store/column-codes.ts'
import { MAX_NUMBER, MAX_SHAPE_SIZE } from '../../common/limits.ts'
import { Body } from '../api/body.ts'
import { readVec3, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { lookAround } from './cast-wheels.ts'
import { createVehicleRow } from './vehicle-rows.ts'
import {
  AUTOMATIC, CYLINDER, HAS_ENGINE, MAX_BARS, MAX_CURVE, MAX_DIFFERENTIALS, MAX_GEARS, MAX_IGNORED, MAX_REVERSE, MAX_WHEELS, RAY, SPHERE, TOLD,
} from './vehicle-table.ts'

/** A point of a slip curve. */
export interface SlipPoint {
  /** Along the wheel: slip ratio, the slip's speed over the greater of travel and rim; across: slip angle, rad. */
  slip: number
  /** Factor on the tyre's friction. */
  friction: number
}

/** How a wheel is sprung. */
export interface WheelSuspension {
  /** Shortest length, m, from the wheel's `position` to its hub: the upper stop. Default 0. */
  min?: number
  /** Longest length, m: where a wheel in the air hangs. Default 0.3. */
  max?: number
  /** How far the spring is compressed at its longest, m. Default 0. */
  preload?: number
  /** Frequency of the chassis on its springs, Hz: each wheel carries its part of the mass. Default 1.5. */
  hertz?: number
  /** Ratio to critical damping. Default 0.5. */
  dampingRatio?: number
  /** Stiffness instead of `hertz`, N/m. Default: by `hertz`. */
  stiffness?: number
  /** Damping instead of `dampingRatio`, N s/m. Default 0 if there is a `stiffness`. */
  damping?: number
}

/** A wheel of a vehicle. */
export interface WheelOptions {
  /** Where its suspension begins, in the chassis, m: the hub is `length` below. */
  position: Vec3
  /** Which way the suspension goes, in the chassis, a direction of any length above 0. Default: against the vehicle's `up`. */
  direction?: Vec3
  /** Radius, m. Default 0.35. */
  radius?: number
  /** Width, m: of the picture, and of a cylinder that looks for ground. Default 0.2. */
  width?: number
  /** Mass, kg, for its inertia alone: its weight is part of the chassis'. Default 20. */
  mass?: number
  /** Moment of inertia about the axle, kg m². Default ½ mass × radius². */
  inertia?: number
  /** Spring, damper and stops. Default: as each of its fields says. */
  suspension?: WheelSuspension
  /** Coulomb's coefficient of the tyre; with the ground's it makes the contact's, by the ground's rule. Default 1. */
  friction?: number
  /** Friction over slip ratio, slips ascending. Default { 0, 0 }, { 0.08, 1 }: it rises to the whole friction at a slip of 8 %. */
  longitudinalCurve?: readonly SlipPoint[]
  /** Friction over slip angle in rad, slips ascending. Default { 0, 0 }, { 0.1, 1 }. */
  lateralCurve?: readonly SlipPoint[]
  /** Rolling resistance: torque per load and radius, a pure number. Default 0. */
  rollingResistance?: number
  /** Angle at full steering, rad, below π/2; below 0 for wheels that steer the other way. Default 0. */
  maxSteer?: number
  /** Torque of the brake at full pedal, N m. Default 3000. */
  brakeTorque?: number
  /** Torque of the hand brake, N m. Default 0. */
  handBrakeTorque?: number
}

/** Two wheels whose springs are tied, so that the chassis leans less in curves. */
export interface AntiRollBar {
  /** Indices of the two wheels. */
  wheels: readonly [number, number]
  /** Force per difference of their lengths, N/m. Default 10000. */
  stiffness?: number
}

/** A point of an engine's torque curve. */
export interface TorquePoint {
  /** Speed of the engine, revolutions per minute. */
  rpm: number
  /** Torque at full throttle, N m. */
  torque: number
}

/** What drives the vehicle. */
export interface EngineOptions {
  /** Torque at full throttle, rpm ascending, two points at least. Default 200 N m at 0, 300 at 3000, 250 at 6000 rpm. */
  torqueCurve?: readonly TorquePoint[]
  /** Speed that it keeps by itself, revolutions per minute. Default 800. */
  idleRpm?: number
  /** Greatest speed, revolutions per minute: the throttle is taken back there. Default 6000. */
  maxRpm?: number
  /** Moment of inertia of what turns with it, kg m². Default 0.2. */
  inertia?: number
  /** Torque that it brakes with, N m, at its greatest speed and without throttle; less in proportion below. Default 60. */
  brakeTorque?: number
}

/** The clutch between engine and gearbox. It opens by itself towards idle speed. */
export interface ClutchOptions {
  /** Greatest torque, N m. Default twice the engine's. */
  torque?: number
  /** Speed of the engine at which it is wholly closed, revolutions per minute. Default 1.5 × idle. */
  engageRpm?: number
}

/** The gearbox. */
export interface GearboxOptions {
  /** Does it change gears by itself? Default true. */
  automatic?: boolean
  /** Turns of the engine per turn of the shaft, first gear first. Default 2.66, 1.78, 1.3, 1, 0.74. */
  ratios?: readonly number[]
  /** The same of the reverse gears, above 0. Default 2.9. */
  reverseRatios?: readonly number[]
  /** An automatic box goes up above this speed, revolutions per minute. Default 0.8 of the greatest. */
  shiftUpRpm?: number
  /** And down below this one, revolutions per minute. Default 0.35 of the greatest. */
  shiftDownRpm?: number
  /** How long a change takes, s: the clutch is open. Default 0.3. */
  switchTime?: number
}

/** One or two wheels that the gearbox drives. */
export interface DifferentialOptions {
  /** Indices of the wheels: two, or one that is driven directly. */
  wheels: readonly number[]
  /** Ratio: turns of the shaft per turn of the wheels. Default 3.42. */
  ratio?: number
  /** Part of the torque that the first wheel gets, 0 … 1. Default 0.5. */
  split?: number
  /** Torque that ties the two wheels, N m: limited slip; Infinity locks them. Default 0. */
  lock?: number
  /** Share of the engine's torque, relative to the other differentials. Default 1. */
  torqueShare?: number
}

/** What a vehicle is. */
export interface WheeledVehicleDefinition {
  /** The wheels, 1 … 16. */
  wheels: readonly WheelOptions[]
  /** Which way is forwards in the chassis, a direction of any length above 0. Default 0, 0, 1. */
  forward?: Vec3
  /** Which way is up in the chassis, a direction of any length above 0. Default 0, 1, 0. */
  up?: Vec3
  /** How wheels look for ground: by a ray, their ball, or their cylinder. Default 'ray'. */
  tester?: 'ray' | 'sphere' | 'cylinder'
  /** What the wheels stand on: as collision filters of shapes. Default: everything. */
  filter?: CollisionFilter
  /** Bodies that wheels do not see, beside the chassis and what is joined to it; at most 8. Default none. */
  ignore?: readonly Body[]
  /** Anti-roll bars, at most 8. Default none. */
  antiRollBars?: readonly AntiRollBar[]
  /** Share of Ackermann's geometry that the steering has: 1 all axles point to one centre, 0 all wheels are parallel. Default 1. */
  ackermann?: number
  /** The engine; without one wheels may be driven by `wheel.driveTorque`. Default none. */
  engine?: EngineOptions
  /** The clutch. Default: as its fields say. */
  clutch?: ClutchOptions
  /** The gearbox. Default: as its fields say. */
  gearbox?: GearboxOptions
  /** What the engine drives, at most 8. Default none. */
  differentials?: readonly DifferentialOptions[]
  /** Torque that ties the differentials to each other, N m; Infinity locks them. Default 0. */
  centerLock?: number
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

const FIELDS: Fields<WheeledVehicleDefinition> = {
  wheels: 0, forward: 0, up: 0, tester: 0, filter: 0, ignore: 0, antiRollBars: 0, ackermann: 0, engine: 0, clutch: 0, gearbox: 0,
  differentials: 0, centerLock: 0, userData: 1,
}
const WHEEL_FIELDS: Fields<WheelOptions> = {
  position: 0, direction: 0, radius: 0, width: 0, mass: 0, inertia: 0, suspension: 0, friction: 0, longitudinalCurve: 0, lateralCurve: 0,
  rollingResistance: 0, maxSteer: 0, brakeTorque: 0, handBrakeTorque: 0,
}
const SUSPENSION_FIELDS: Fields<WheelSuspension> = { min: 0, max: 0, preload: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0 }
const BAR_FIELDS: Fields<AntiRollBar> = { wheels: 0, stiffness: 0 }
const ENGINE_FIELDS: Fields<EngineOptions> = { torqueCurve: 0, idleRpm: 0, maxRpm: 0, inertia: 0, brakeTorque: 0 }
const CLUTCH_FIELDS: Fields<ClutchOptions> = { torque: 0, engageRpm: 0 }
const GEARBOX_FIELDS: Fields<GearboxOptions> = {
  automatic: 0, ratios: 0, reverseRatios: 0, shiftUpRpm: 0, shiftDownRpm: 0, switchTime: 0,
}
const DIFFERENTIAL_FIELDS: Fields<DifferentialOptions> = { wheels: 0, ratio: 0, split: 0, lock: 0, torqueShare: 0 }
const POINT_FIELDS: Fields<SlipPoint> = { slip: 0, friction: 0 }
const TORQUE_FIELDS: Fields<TorquePoint> = { rpm: 0, torque: 0 }

const TESTERS: Readonly<Record<string, number>> = { ray: RAY, sphere: SPHERE, cylinder: CYLINDER }
const RAD_PER_RPM = Math.PI / 30
const FORWARD = { x: 0, y: 0, z: 1 }
const UP = { x: 0, y: 1, z: 0 }
const LONGITUDINAL: readonly SlipPoint[] = [{ slip: 0, friction: 0 }, { slip: 0.08, friction: 1 }]
const LATERAL: readonly SlipPoint[] = [{ slip: 0, friction: 0 }, { slip: 0.1, friction: 1 }]
const TORQUE: readonly TorquePoint[] = [{ rpm: 0, torque: 200 }, { rpm: 3000, torque: 300 }, { rpm: 6000, torque: 250 }]
const RATIOS: readonly number[] = [2.66, 1.78, 1.3, 1, 0.74]
const REVERSE: readonly number[] = [2.9]

/** A row's columns as they will be written, so that nothing is changed before all is checked. */
type Numbers = Record<string, number[]>

/** Checks all, then writes. Returns the row. */
export function writeVehicle(state: WorldState, world: object, chassis: Body, d: WheeledVehicleDefinition): number {
  const body = requireChassis(state, world, chassis)
  requireOptions(d, FIELDS, 'vehicle')
  const out: Numbers = {}
  readAxes(d, out)
  const count = readWheels(d, out)
  readFilter(state, world, d, out)
  readBars(d, count, out)
  readEngine(d, out)
  readDifferentials(d, count, out)
  out.ackermann = [requireRange(d.ackermann ?? 1, 0, 1, 'vehicle.ackermann')]
  out.chassis = [chassis.id]
  const row = createVehicleRow(state)
  const { columns, schema } = state.vehicles
  for (const key of Object.keys(out) as (keyof typeof columns)[]) {
    const { width } = schema[key]
    out[key as string].forEach((value, i) => (columns[key][row * width + i] = value))
  }
  columns.flags[row] |= TOLD
  columns.engineSpeed[row] = columns.idleSpeed[row]
  columns.wantedGear[row] = columns.gear[row] = (columns.flags[row] & AUTOMATIC) !== 0 ? 1 : 0
  lookAround(state, row, body)
  return row
}

function requireChassis(state: WorldState, world: object, chassis: unknown): number {
  if (!isMadeBy(chassis, Body)) throw new PhysicsError('wrong-type', 'vehicle.chassis', chassis, 'must be a body of this world.')
  if (chassis.world !== world) throw new PhysicsError('foreign-handle', 'vehicle.chassis', chassis, 'belongs to another world. Use one of this.')
  const row = requireRow(state.bodies, chassis.id, 'vehicle.chassis')
  if (state.bodies.columns.type[row] !== DYNAMIC) {
    throw new PhysicsError('wrong-type', 'vehicle.chassis', chassis.type, 'must be a dynamic body. Set its type to dynamic.')
  }
  return row
}

function readAxes(d: WheeledVehicleDefinition, out: Numbers): void {
  const f = direction(d.forward ?? FORWARD, 'vehicle.forward')
  const up = direction(d.up ?? UP, 'vehicle.up')
  const along = f[0] * up[0] + f[1] * up[1] + f[2] * up[2]
  const across = up.map((x, k) => x - along * f[k])
  const length = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2])
  if (!(length > 1e-3)) throw new PhysicsError('degenerate', 'vehicle.up', d.up ?? UP, 'points along vehicle.forward. Give a direction across it.')
  const [ux, uy, uz] = across.map((x) => x / length)
  out.axes = [...f, ux, uy, uz, uy * f[2] - uz * f[1], uz * f[0] - ux * f[2], ux * f[1] - uy * f[0]]
}

const numbers = new Float64Array(3)

/** A unit vector. */
function direction(value: unknown, field: string): number[] {
  readVec3(value, field, numbers, 0)
  const length = Math.sqrt(numbers[0] * numbers[0] + numbers[1] * numbers[1] + numbers[2] * numbers[2])
  if (!(length > 0)) throw new PhysicsError('degenerate', field, value, 'must have a length above 0.')
  return [numbers[0] / length, numbers[1] / length, numbers[2] / length]
}

function requireList(value: unknown, field: string, least: number, most: number): readonly unknown[] {
  if (!isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be a list.')
  if (value.length < least || value.length > most) {
    throw new PhysicsError('wrong-size', field, value, `must have ${least} to ${most} entries.`)
  }
  // Holes become what is missing.
  return Array.from(value)
}

function readWheels(d: WheeledVehicleDefinition, out: Numbers): number {
  const list = requireList(d.wheels, 'vehicle.wheels', 1, MAX_WHEELS) as readonly WheelOptions[]
  out.wheelCount = [list.length]
  for (const key of [
    'position', 'direction', 'radius', 'width', 'inertia', 'minLength', 'maxLength', 'preload', 'springMode', 'spring', 'friction', 'rolling',
    'maxSteer', 'brakeTorque', 'handBrakeTorque', 'curves', 'curvePoints', 'length',
  ]) out[key] = []
  list.forEach((wheel, i) => readWheel(wheel, `vehicle.wheels[${i}]`, out))
  return list.length
}

function readWheel(wheel: WheelOptions, field: string, out: Numbers): void {
  requireOptions(wheel, WHEEL_FIELDS, field)
  readVec3(wheel.position, `${field}.position`, numbers, 0)
  out.position.push(...numbers)
  const up = out.axes.slice(3, 6)
  out.direction.push(...(wheel.direction === undefined ? up.map((x) => 0 - x) : direction(wheel.direction, `${field}.direction`)))
  const radius = requirePositive(wheel.radius ?? 0.35, `${field}.radius`, MAX_SHAPE_SIZE)
  out.radius.push(radius)
  out.width.push(requirePositive(wheel.width ?? 0.2, `${field}.width`, MAX_SHAPE_SIZE))
  const mass = requireMass(wheel.mass ?? 20, `${field}.mass`)
  out.inertia.push(requireInertia(wheel.inertia ?? 0.5 * mass * radius * radius, `${field}.inertia`))
  const { suspension = {} } = wheel
  requireOptions(suspension, SUSPENSION_FIELDS, `${field}.suspension`)
  const min = requireNonNegative(suspension.min ?? 0, `${field}.suspension.min`, MAX_SHAPE_SIZE)
  const max = requireNonNegative(suspension.max ?? 0.3, `${field}.suspension.max`, MAX_SHAPE_SIZE)
  if (!(max > min)) throw new PhysicsError('out-of-range', `${field}.suspension.max`, max, `must be above min (${min} m). Swap them.`)
  out.minLength.push(min)
  out.maxLength.push(max)
  out.length.push(max)
  out.preload.push(requireNonNegative(suspension.preload ?? 0, `${field}.suspension.preload`, MAX_SHAPE_SIZE))
  readSpring(suspension, `${field}.suspension`, out)
  out.friction.push(requireNonNegative(wheel.friction ?? 1, `${field}.friction`))
  out.rolling.push(requireNonNegative(wheel.rollingResistance ?? 0, `${field}.rollingResistance`))
  out.maxSteer.push(requireRange(wheel.maxSteer ?? 0, -1.5, 1.5, `${field}.maxSteer`))
  out.brakeTorque.push(requireNonNegative(wheel.brakeTorque ?? 3000, `${field}.brakeTorque`))
  out.handBrakeTorque.push(requireNonNegative(wheel.handBrakeTorque ?? 0, `${field}.handBrakeTorque`))
  readCurve(wheel.longitudinalCurve ?? LONGITUDINAL, `${field}.longitudinalCurve`, out)
  readCurve(wheel.lateralCurve ?? LATERAL, `${field}.lateralCurve`, out)
}

function readSpring(suspension: WheelSuspension, field: string, out: Numbers): void {
  const { stiffness, damping, hertz, dampingRatio } = suspension
  const given = stiffness !== undefined || damping !== undefined
  if (given && (hertz !== undefined || dampingRatio !== undefined)) {
    throw new PhysicsError('out-of-range', `${field}.stiffness`, stiffness, 'is one too many. Give hertz and dampingRatio, or stiffness and damping.')
  }
  out.springMode.push(given ? 1 : 0)
  if (given) out.spring.push(requirePositive(stiffness, `${field}.stiffness`), requireNonNegative(damping ?? 0, `${field}.damping`))
  else out.spring.push(requireRange(hertz ?? 1.5, 1e-3, 1e6, `${field}.hertz`), requireNonNegative(dampingRatio ?? 0.5, `${field}.dampingRatio`, 1e6))
}

function readCurve(curve: unknown, field: string, out: Numbers): void {
  const list = requireList(curve, field, 1, MAX_CURVE) as readonly SlipPoint[]
  let before = -Infinity
  list.forEach((point, i) => {
    requireOptions(point, POINT_FIELDS, `${field}[${i}]`)
    const slip = requireNonNegative(point.slip, `${field}[${i}].slip`)
    if (!(slip > before)) throw new PhysicsError('out-of-range', `${field}[${i}].slip`, slip, `must be above the one before it (${before}).`)
    before = slip
    out.curves.push(slip, requireNonNegative(point.friction, `${field}[${i}].friction`))
  })
  for (let i = list.length; i < MAX_CURVE; i++) out.curves.push(0, 0)
  out.curvePoints.push(list.length)
}

function readFilter(state: WorldState, world: object, d: WheeledVehicleDefinition, out: Numbers): void {
  const tester = TESTERS[d.tester ?? 'ray']
  if (tester === undefined) throw new PhysicsError('wrong-type', 'vehicle.tester', d.tester, "must be 'ray', 'sphere' or 'cylinder'.")
  out.tester = [tester]
  const { filter = {}, ignore = [] } = d
  requireOptions(filter, FILTER_FIELDS, 'vehicle.filter')
  out.category = [requireBits(filter.category ?? -1, 'vehicle.filter.category')]
  out.mask = [requireBits(filter.mask ?? -1, 'vehicle.filter.mask')]
  out.group = [requireGroup(filter.group ?? 0, 'vehicle.filter.group')]
  const list = requireList(ignore, 'vehicle.ignore', 0, MAX_IGNORED)
  out.ignored = list.map((body, i) => {
    const field = `vehicle.ignore[${i}]`
    if (!isMadeBy(body, Body)) throw new PhysicsError('wrong-type', field, body, 'must be a body of this world.')
    if (body.world !== world) throw new PhysicsError('foreign-handle', field, body, 'belongs to another world. Use a body of this one.')
    requireRow(state.bodies, body.id, field)
    return body.id
  })
}

function readBars(d: WheeledVehicleDefinition, count: number, out: Numbers): void {
  const list = requireList(d.antiRollBars ?? [], 'vehicle.antiRollBars', 0, MAX_BARS) as readonly AntiRollBar[]
  out.barCount = [list.length]
  out.barWheels = []
  out.barStiffness = []
  list.forEach((bar, i) => {
    const field = `vehicle.antiRollBars[${i}]`
    requireOptions(bar, BAR_FIELDS, field)
    out.barWheels.push(...requireWheels(bar.wheels, `${field}.wheels`, 2, count))
    out.barStiffness.push(requireNonNegative(bar.stiffness ?? 10000, `${field}.stiffness`))
  })
}

/** Indices of wheels, all different. */
function requireWheels(value: unknown, field: string, least: number, count: number): number[] {
  const list = requireList(value, field, least, 2).map((index, i) => requireInteger(index, 0, count - 1, `${field}[${i}]`))
  if (list.length === 2 && list[0] === list[1]) throw new PhysicsError('out-of-range', `${field}[1]`, list[1], 'is the same wheel as the first.')
  return list
}

/** Revolutions per minute, as rad/s. */
function requireRpm(value: unknown, field: string): number {
  return requireNonNegative(value, field, 1e7) * RAD_PER_RPM
}

function readEngine(d: WheeledVehicleDefinition, out: Numbers): void {
  if (d.engine === undefined) {
    for (const key of ['clutch', 'gearbox', 'differentials'] as const) {
      if (d[key] !== undefined) throw new PhysicsError('out-of-range', `vehicle.${key}`, d[key], 'has no engine. Give an engine, or leave it out.')
    }
    out.flags = [0]
    return
  }
  const { engine, clutch = {}, gearbox = {} } = d
  requireOptions(engine, ENGINE_FIELDS, 'vehicle.engine')
  const list = requireList(engine.torqueCurve ?? TORQUE, 'vehicle.engine.torqueCurve', 2, MAX_CURVE) as readonly TorquePoint[]
  out.torqueCurve = []
  let before = -Infinity
  let peak = 0
  list.forEach((point, i) => {
    const field = `vehicle.engine.torqueCurve[${i}]`
    requireOptions(point, TORQUE_FIELDS, field)
    const speed = requireRpm(point.rpm, `${field}.rpm`)
    if (!(speed > before)) throw new PhysicsError('out-of-range', `${field}.rpm`, point.rpm, 'must be above the one before it.')
    before = speed
    peak = Math.max(peak, requireNonNegative(point.torque, `${field}.torque`))
    out.torqueCurve.push(speed, point.torque)
  })
  out.torquePoints = [list.length]
  const idle = requireRpm(engine.idleRpm ?? 800, 'vehicle.engine.idleRpm')
  const most = requireRpm(engine.maxRpm ?? 6000, 'vehicle.engine.maxRpm')
  if (!(most > idle)) throw new PhysicsError('out-of-range', 'vehicle.engine.maxRpm', engine.maxRpm, 'must be above idleRpm.')
  out.idleSpeed = [idle]
  out.maxSpeed = [most]
  out.engineInertia = [requireInertia(engine.inertia ?? 0.2, 'vehicle.engine.inertia')]
  out.engineBrake = [requireNonNegative(engine.brakeTorque ?? 60, 'vehicle.engine.brakeTorque')]
  requireOptions(clutch, CLUTCH_FIELDS, 'vehicle.clutch')
  out.clutchTorque = [requireNonNegative(clutch.torque ?? 2 * peak, 'vehicle.clutch.torque')]
  const engage = clutch.engageRpm === undefined ? Math.min(1.5 * idle, most) : requireRpm(clutch.engageRpm, 'vehicle.clutch.engageRpm')
  if (!(engage > idle)) throw new PhysicsError('out-of-range', 'vehicle.clutch.engageRpm', clutch.engageRpm, 'must be above the engine’s idleRpm.')
  out.engageSpeed = [engage]
  readGearbox(gearbox, most, out)
}

function readGearbox(gearbox: GearboxOptions, most: number, out: Numbers): void {
  requireOptions(gearbox, GEARBOX_FIELDS, 'vehicle.gearbox')
  const ratios = (value: unknown, field: string, least: number, room: number): number[] =>
    requireList(value, field, least, room).map((ratio, i) => {
      if (requireRatio(ratio, `${field}[${i}]`) > 0) return ratio as number
      throw new PhysicsError('out-of-range', `${field}[${i}]`, ratio, 'must be above 0.')
    })
  out.gears = ratios(gearbox.ratios ?? RATIOS, 'vehicle.gearbox.ratios', 1, MAX_GEARS)
  out.gearCount = [out.gears.length]
  out.reverseGears = ratios(gearbox.reverseRatios ?? REVERSE, 'vehicle.gearbox.reverseRatios', 0, MAX_REVERSE).map((ratio) => -ratio)
  out.reverseCount = [out.reverseGears.length]
  const automatic = requireBoolean(gearbox.automatic ?? true, 'vehicle.gearbox.automatic')
  out.flags = [HAS_ENGINE | (automatic ? AUTOMATIC : 0)]
  const up = gearbox.shiftUpRpm === undefined ? 0.8 * most : requireRpm(gearbox.shiftUpRpm, 'vehicle.gearbox.shiftUpRpm')
  const down = gearbox.shiftDownRpm === undefined ? 0.35 * most : requireRpm(gearbox.shiftDownRpm, 'vehicle.gearbox.shiftDownRpm')
  if (!(up > down)) throw new PhysicsError('out-of-range', 'vehicle.gearbox.shiftUpRpm', gearbox.shiftUpRpm, 'must be above shiftDownRpm.')
  out.shiftUp = [up]
  out.shiftDown = [down]
  out.switchTime = [requireNonNegative(gearbox.switchTime ?? 0.3, 'vehicle.gearbox.switchTime', 1e3)]
}

function readDifferentials(d: WheeledVehicleDefinition, count: number, out: Numbers): void {
  const list = requireList(d.differentials ?? [], 'vehicle.differentials', 0, MAX_DIFFERENTIALS) as readonly DifferentialOptions[]
  out.diffCount = [list.length]
  for (const key of ['diffWheels', 'diffRatio', 'diffSplit', 'diffShare', 'diffLock']) out[key] = []
  const taken = new Set<number>()
  let whole = 0
  list.forEach((diff, i) => {
    const field = `vehicle.differentials[${i}]`
    requireOptions(diff, DIFFERENTIAL_FIELDS, field)
    const wheels = requireWheels(diff.wheels, `${field}.wheels`, 1, count)
    for (const wheel of wheels) {
      if (taken.has(wheel)) throw new PhysicsError('out-of-range', `${field}.wheels`, wheel, 'is driven by another differential. A wheel has one.')
      taken.add(wheel)
    }
    out.diffWheels.push(wheels[0], wheels[1] ?? -1)
    out.diffRatio.push(requireRatio(diff.ratio ?? 3.42, `${field}.ratio`))
    out.diffSplit.push(requireRange(diff.split ?? 0.5, 0, 1, `${field}.split`))
    out.diffLock.push(requireTorque(diff.lock ?? 0, `${field}.lock`))
    const share = requireNonNegative(diff.torqueShare ?? 1, `${field}.torqueShare`)
    whole += share
    out.diffShare.push(share)
  })
  if (list.length > 0 && !(whole > 0)) throw new PhysicsError('out-of-range', 'vehicle.differentials', list, 'have no torqueShare above 0.')
  out.diffShare = out.diffShare.map((share) => share / whole)
  out.centerLock = [requireTorque(d.centerLock ?? 0, 'vehicle.centerLock')]
}

/** N m; Infinity is the largest number that is kept. */
export function requireTorque(value: unknown, field: string): number {
  return value === Infinity ? MAX_NUMBER : requireNonNegative(value, field)
}
