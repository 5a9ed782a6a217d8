/**
 * Cars without their coordinates: measures, springs, engine and brakes. Front wheels come before rear wheels.
 *
 * Each spring carries its share of the chassis: with m that share of its mass and ω = 2π hertz, stiffness is ω² m and damping 2 ζ ω m, and the spring
 * is relaxed g/ω² below where it stands, so that the car neither sinks nor rises when it is made.
 */

import { PhysicsError, requireRange } from '../errors.ts'
import { MAX_SHAPE_SIZE } from '../limits.ts'
import { requireNonNegative, requirePositive, requireSized, requireMass } from '../bounds.ts'
import { requireOptions, type Fields } from '../options.ts'

/** Springs of a car's wheels. */
export interface CarSuspension {
  /** Hz of the chassis on its springs. Default 1.5. */
  hertz?: number
  /** Ratio to critical damping. Default 0.7. */
  dampingRatio?: number
  /** How far a wheel goes up and down from where it stands, m. Default 0.15. */
  travel?: number
}

const SUSPENSION_FIELDS: Fields<CarSuspension> = { hertz: 0, dampingRatio: 0, travel: 0 }

/** What cars of both dimensions may be told. */
export interface CarOptions {
  /** Middle of the chassis above the ground, m. Default wheel radius + half its height. */
  chassisHeight?: number
  /** kg of the chassis. Default 1200. */
  mass?: number
  /** Centre of mass below the middle of the chassis, m. Default half its half height. */
  centerDrop?: number
  /** From front to rear axle, m. Default 2.6. */
  wheelBase?: number
  /** Radius of a wheel, m. Default 0.35. */
  wheelRadius?: number
  /** kg of one wheel. Default 20. */
  wheelMass?: number
  /** Coulomb's coefficient of the tyres. Default 1. */
  grip?: number
  /** Springs of the wheels. Default: as each of its fields says. */
  suspension?: CarSuspension
  /** Which wheels are driven. Default 'rear'. */
  driven?: 'front' | 'rear' | 'all'
  /** N m of all driven wheels together. Default 1500. */
  maxTorque?: number
  /** N m of one wheel's brake. Default 2000. */
  brakeTorque?: number
}

export const CAR_FIELDS: Fields<CarOptions> = {
  chassisHeight: 0, mass: 0, centerDrop: 0, wheelBase: 0, wheelRadius: 0, wheelMass: 0, grip: 0, suspension: 0, driven: 0, maxTorque: 0,
  brakeTorque: 0,
}

/** What drivers do with any car. */
export interface CarHandles {
  /** Speed forwards, m/s. */
  readonly speed: number
  /** Drives at a speed, m/s, backwards below 0, with a share of the engine's torque, 0 … 1. Releases the brakes. */
  drive(speed: number, share?: number): void
  /** Engine off, brakes off. */
  coast(): void
  /** Brakes all wheels with a share of the brakes' torque, 0 … 1. Takes the engine off. */
  brake(share?: number): void
}

/** Options with everything filled in and checked. */
export interface CarPlan {
  readonly wheels: number
  readonly height: number
  readonly mass: number
  readonly drop: number
  readonly base: number
  readonly radius: number
  readonly wheelMass: number
  readonly grip: number
  readonly hertz: number
  readonly dampingRatio: number
  readonly travel: number
  readonly isDriven: (wheel: number) => boolean
  /** N m of one driven wheel. */
  readonly torque: number
  readonly brakeTorque: number
}

export interface CarSpring {
  stiffness: number
  damping: number
  target: number
  lower: number
  upper: number
}

export function readCar(d: CarOptions, wheels: number, halfHeight: number): CarPlan {
  const radius = requirePositive(d.wheelRadius ?? 0.35, 'vehicle.wheelRadius', MAX_SHAPE_SIZE)
  const base = requirePositive(d.wheelBase ?? 2.6, 'vehicle.wheelBase', MAX_SHAPE_SIZE)
  requireApart(base, radius, 'vehicle.wheelBase')
  const { suspension = {} } = d
  requireOptions(suspension, SUSPENSION_FIELDS, 'vehicle.suspension')
  const driven = d.driven ?? 'rear'
  if (driven !== 'front' && driven !== 'rear' && driven !== 'all') {
    throw new PhysicsError('wrong-type', 'vehicle.driven', driven, "must be 'front', 'rear' or 'all'.")
  }
  const plan: CarPlan = {
    wheels,
    height: requireSized(d.chassisHeight ?? radius + halfHeight, 'vehicle.chassisHeight', MAX_SHAPE_SIZE),
    mass: requireMass(d.mass ?? 1200, 'vehicle.mass'),
    drop: requireSized(d.centerDrop ?? halfHeight / 2, 'vehicle.centerDrop', MAX_SHAPE_SIZE),
    base,
    radius,
    wheelMass: requireMass(d.wheelMass ?? 20, 'vehicle.wheelMass'),
    grip: requireNonNegative(d.grip ?? 1, 'vehicle.grip'),
    hertz: requireRange(suspension.hertz ?? 1.5, 1e-3, 1e6, 'vehicle.suspension.hertz'),
    dampingRatio: requireNonNegative(suspension.dampingRatio ?? 0.7, 'vehicle.suspension.dampingRatio'),
    travel: requirePositive(suspension.travel ?? 0.15, 'vehicle.suspension.travel', MAX_SHAPE_SIZE),
    isDriven: wheel => driven === 'all' || (driven === 'front') === wheel < wheels / 2,
    torque: requireNonNegative(d.maxTorque ?? 1500, 'vehicle.maxTorque') / (driven === 'all' ? wheels : wheels / 2),
    brakeTorque: requireNonNegative(d.brakeTorque ?? 2000, 'vehicle.brakeTorque'),
  }
  const { stiffness, damping } = springOf(plan, 0)
  requirePositive(stiffness, 'vehicle.suspension.hertz')
  requireNonNegative(damping, 'vehicle.suspension.dampingRatio')
  return plan
}

/** Two wheels must not overlap. */
export function requireApart(distance: number, radius: number, field: string): void {
  if (distance > 2 * radius) return
  throw new PhysicsError('out-of-range', field, distance, `must be above two wheel radii (${2 * radius}), or wheels overlap.`)
}

/** The spring of one wheel. */
export function springOf({ mass, wheels, hertz, dampingRatio, travel }: CarPlan, gravity: number): CarSpring {
  const sprung = mass / wheels
  const omega = 2 * Math.PI * hertz
  return {
    stiffness: omega * omega * sprung, damping: 2 * dampingRatio * omega * sprung, target: -gravity / (omega * omega), lower: -travel, upper: travel,
  }
}

/** What engine and brakes work on. */
interface WheelDrive {
  motor: { speed: number; maxTorque: number } | null
  brake: number
}

/** Engine and brakes of a car. */
export class Engine {
  private wanted: { speed: number; share: number } | null = null
  private readonly plan: CarPlan
  private readonly wheels: readonly WheelDrive[]
  private readonly paceOf: (wheel: number) => number

  /** `paceOf`: speed of a wheel as a share of the car's, below 0 if it turns the other way. */
  constructor(plan: CarPlan, wheels: readonly WheelDrive[], paceOf: (wheel: number) => number) {
    this.plan = plan
    this.wheels = wheels
    this.paceOf = paceOf
  }

  drive(speed: number, share: number): void {
    requireSized(speed, 'vehicle.drive.speed')
    requireRange(share, 0, 1, 'vehicle.drive.share')
    this.coast()
    this.wanted = { speed, share }
    this.apply()
  }

  /** Sets the motors to what is wanted, after paces have changed. */
  apply(): void {
    if (this.wanted === null) return
    const { speed, share } = this.wanted
    const { plan, paceOf } = this
    this.wheels.forEach((wheel, i) => {
      if (plan.isDriven(i)) wheel.motor = { speed: (speed * paceOf(i)) / plan.radius, maxTorque: plan.torque * share }
    })
  }

  coast(): void {
    this.wanted = null
    for (const wheel of this.wheels) {
      wheel.motor = null
      wheel.brake = 0
    }
  }

  brake(share: number): void {
    const torque = this.plan.brakeTorque * requireRange(share, 0, 1, 'vehicle.brake')
    this.coast()
    for (const wheel of this.wheels) wheel.brake = torque
  }
}
