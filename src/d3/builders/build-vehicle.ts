/**
 * A car: a chassis on four sprung wheels, with a steering wheel, an engine and brakes.
 *
 * In its own frame the car stands on y = 0 with its middle at the origin, faces +z, and left is +x. Each spring carries a quarter of the chassis:
 * with m = a quarter of its mass and ω = 2π hertz, stiffness is ω² m and damping 2 ζ ω m, and the spring is relaxed g/ω² below where it stands, so
 * that the car neither sinks nor rises when it is made. Steering follows Ackermann: both front wheels turn about one centre on the line of the
 * rear axle, so that cot δ = cot δ₀ ∓ track / (2 base) for the left and the right wheel, δ₀ being the angle asked for. Driven wheels are given the
 * speeds that go with that curve, as a differential would.
 */

import { atan2, cos, sin } from '../../common/deterministic-math.ts'
import { PhysicsError, requireFinite, requireNonNegative, requireObject, requirePositive, requireRange } from '../../common/errors.ts'
import type { Body } from '../body.ts'
import type { WheelJoint } from '../joints/wheel-joint.ts'
import type { Quat, Vec3 } from '../math/types.ts'
import { box, sphere } from '../shape-definition.ts'
import type { World } from '../world.ts'
import { assemble, requireQuat, requireVec3, type Assembly, type PieceOptions } from './assembly.ts'
import { add, dot, lengthOf, rotate } from './vectors.ts'

export interface VehicleDefinition {
  /** The ground below the middle of the car, m. Default 0, 0, 0. */
  position?: Vec3
  rotation?: Quat
  /** Half the size of the chassis, m: x across, z along. Default 0.8, 0.3, 2. */
  halfExtents?: Vec3
  /** Middle of the chassis above the ground, m. Default wheel radius + half its height. */
  chassisHeight?: number
  /** kg of the chassis. Default 1200. */
  mass?: number
  /** Centre of mass below the middle of the chassis, m. Default half its half height. */
  centerDrop?: number
  /** From front to rear axle, m. Default 2.6. */
  wheelBase?: number
  /** From left to right wheel, m. Default 1.6. */
  track?: number
  /** m. Default 0.35. */
  wheelRadius?: number
  /** kg of one wheel. Default 20. */
  wheelMass?: number
  /** Coulomb's coefficient of the tyres. Default 1. */
  grip?: number
  suspension?: {
    /** Hz of the chassis on its springs. Default 1.5. */
    hertz?: number
    /** Default 0.7. */
    dampingRatio?: number
    /** How far a wheel goes up and down from where it stands, m. Default 0.15. */
    travel?: number
  }
  /** Which wheels are driven. Default 'rear'. */
  driven?: 'front' | 'rear' | 'all'
  /** N m of all driven wheels together. Default 1500. */
  maxTorque?: number
  /** N m of one wheel's brake. Default 2000. */
  brakeTorque?: number
  /** Greatest steering angle, rad, below π/2. Default 0.6. */
  maxSteer?: number
  /** Surface and filter of the chassis. */
  chassis?: PieceOptions
  /** Surface and filter of the wheels; `grip` is their friction. */
  wheels?: PieceOptions
}

export interface Vehicle extends Assembly {
  readonly chassis: Body
  /** Front left, front right, rear left, rear right. */
  readonly wheels: readonly Body[]
  readonly joints: readonly WheelJoint[]
  /** m/s forwards. */
  readonly speed: number
  /** Turns the front wheels, rad, positive to the left; beyond `maxSteer` it stays there. */
  steer(angle: number): void
  /** Drives the middle of the rear axle at a speed, m/s, backwards below 0, with a share of the engine's torque, 0 … 1. Releases the brakes. */
  drive(speed: number, share?: number): void
  /** Engine off, brakes off. */
  coast(): void
  /** Brakes all wheels with a share of the brakes' torque, 0 … 1. Takes the engine off. */
  brake(share?: number): void
}

/** A definition with everything filled in and checked. */
interface Plan {
  readonly half: Vec3
  readonly height: number
  readonly mass: number
  readonly drop: number
  readonly base: number
  readonly track: number
  readonly radius: number
  readonly wheelMass: number
  readonly grip: number
  readonly hertz: number
  readonly dampingRatio: number
  readonly travel: number
  readonly isDriven: (wheel: number) => boolean
  readonly torque: number
  readonly brakeTorque: number
  readonly maxSteer: number
}

const LEFT = { x: 1, y: 0, z: 0 }
const UP = { x: 0, y: 1, z: 0 }
const FORWARD = { x: 0, y: 0, z: 1 }
const WHEELS = 4

/** Puts a car into the world. */
export function buildVehicle(world: World, definition: VehicleDefinition = {}): Vehicle {
  requireObject(definition, 'vehicle')
  const position = requireVec3(definition.position ?? { x: 0, y: 0, z: 0 }, 'vehicle.position')
  const rotation = requireQuat(definition.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, 'vehicle.rotation')
  const plan = readPlan(definition)
  const body = box({ ...definition.chassis, halfExtents: plan.half })
  const tyre = sphere({ ...definition.wheels, radius: plan.radius, friction: plan.grip })
  const at = (x: number, y: number, z: number): Vec3 => add(position, rotate(rotation, { x, y, z }))
  return assemble(world, parts => {
    const chassis = world.createBody({
      position: at(0, plan.height, 0), rotation, mass: plan.mass, centerOfMass: { x: 0, y: -plan.drop, z: 0 }, shapes: [body],
    })
    parts.bodies.push(chassis)
    const wheels: Body[] = []
    const joints: WheelJoint[] = []
    for (let i = 0; i < WHEELS; i++) {
      const wheel = world.createBody({
        position: at(i % 2 === 0 ? plan.track / 2 : -plan.track / 2, plan.radius, i < 2 ? plan.base / 2 : -plan.base / 2),
        rotation, mass: plan.wheelMass, shapes: [tyre],
      })
      parts.bodies.push(wheel)
      wheels.push(wheel)
      const joint = world.createWheelJoint({
        bodyA: chassis, bodyB: wheel, anchor: wheel.position, suspensionAxis: rotate(rotation, UP), axleAxis: rotate(rotation, LEFT),
        suspension: springOf(plan, lengthOf(world.gravity)), steering: i < 2 ? {} : null,
      })
      parts.joints.push(joint)
      joints.push(joint)
    }
    return withHandles(plan, chassis, wheels, joints, parts.bodies)
  })
}

function withHandles(plan: Plan, chassis: Body, wheels: readonly Body[], joints: readonly WheelJoint[], bodies: readonly Body[]): Vehicle {
  /** Angle asked for, and what the engine is to do; null = off. */
  let steering = 0
  let engine: { speed: number; share: number } | null = null
  const release = (): void => {
    engine = null
    for (const joint of joints) {
      joint.motor = null
      joint.brake = 0
    }
  }
  const applyEngine = (): void => {
    if (engine === null) return
    const { speed, share } = engine
    joints.forEach((joint, i) => {
      if (plan.isDriven(i)) joint.motor = { speed: (speed * paceOf(plan, i, steering)) / plan.radius, maxTorque: plan.torque * share }
    })
  }
  return {
    bodies,
    joints,
    chassis,
    wheels,
    get speed() {
      return dot(chassis.linearVelocity, rotate(chassis.rotation, FORWARD))
    },
    steer(angle) {
      steering = Math.max(-plan.maxSteer, Math.min(plan.maxSteer, requireFinite(angle, 'vehicle.steer')))
      for (let i = 0; i < 2; i++) {
        const { side, ahead } = reachOf(plan, i, steering)
        joints[i].steeringAngle = atan2(ahead, side)
      }
      applyEngine()
    },
    drive(speed, share = 1) {
      requireFinite(speed, 'vehicle.drive.speed')
      requireRange(share, 0, 1, 'vehicle.drive.share')
      release()
      engine = { speed, share }
      applyEngine()
    },
    coast: release,
    brake(share = 1) {
      const torque = plan.brakeTorque * requireRange(share, 0, 1, 'vehicle.brake')
      release()
      for (const joint of joints) joint.brake = torque
    },
  }
}

/**
 * Where a wheel is as seen from the centre of the curve, times sin δ₀ / base, so that it is finite straight ahead: `side` across the car and `ahead`
 * along it. The centre is base cot δ₀ to the left of the middle of the rear axle.
 */
function reachOf({ track, base }: Plan, wheel: number, angle: number): { side: number; ahead: number } {
  const s = sin(angle)
  const shift = (s * track) / (2 * base)
  return { side: cos(angle) + (wheel % 2 === 0 ? -shift : shift), ahead: wheel < 2 ? s : 0 }
}

/** Speed of a wheel in a curve as a share of the middle of the rear axle's: what a differential gives. */
function paceOf(plan: Plan, wheel: number, angle: number): number {
  const { side, ahead } = reachOf(plan, wheel, angle)
  return Math.sqrt(side * side + ahead * ahead) / cos(angle)
}

function springOf({ mass, hertz, dampingRatio, travel }: Plan, gravity: number): NonNullable<Parameters<World['createWheelJoint']>[0]['suspension']> {
  const sprung = mass / WHEELS
  const omega = 2 * Math.PI * hertz
  return {
    stiffness: omega * omega * sprung, damping: 2 * dampingRatio * omega * sprung, target: -gravity / (omega * omega), lower: -travel, upper: travel,
  }
}

/** Two wheels must not overlap. */
function requireApart(distance: number, radius: number, field: string): void {
  if (distance > 2 * radius) return
  throw new PhysicsError('out-of-range', field, distance, `must be above two wheel radii (${2 * radius}), or wheels overlap.`)
}

function readPlan(d: VehicleDefinition): Plan {
  const half = requireVec3(d.halfExtents ?? { x: 0.8, y: 0.3, z: 2 }, 'vehicle.halfExtents')
  const radius = requirePositive(d.wheelRadius ?? 0.35, 'vehicle.wheelRadius')
  const track = requirePositive(d.track ?? 1.6, 'vehicle.track')
  const base = requirePositive(d.wheelBase ?? 2.6, 'vehicle.wheelBase')
  requireApart(track, radius, 'vehicle.track')
  requireApart(base, radius, 'vehicle.wheelBase')
  const { suspension = {} } = d
  requireObject(suspension, 'vehicle.suspension')
  const driven = d.driven ?? 'rear'
  if (driven !== 'front' && driven !== 'rear' && driven !== 'all') {
    throw new PhysicsError('wrong-type', 'vehicle.driven', driven, "must be 'front', 'rear' or 'all'.")
  }
  return {
    half,
    height: requireFinite(d.chassisHeight ?? radius + half.y, 'vehicle.chassisHeight'),
    mass: requirePositive(d.mass ?? 1200, 'vehicle.mass'),
    drop: requireFinite(d.centerDrop ?? half.y / 2, 'vehicle.centerDrop'),
    base,
    track,
    radius,
    wheelMass: requirePositive(d.wheelMass ?? 20, 'vehicle.wheelMass'),
    grip: requireNonNegative(d.grip ?? 1, 'vehicle.grip'),
    hertz: requirePositive(suspension.hertz ?? 1.5, 'vehicle.suspension.hertz'),
    dampingRatio: requireNonNegative(suspension.dampingRatio ?? 0.7, 'vehicle.suspension.dampingRatio'),
    travel: requirePositive(suspension.travel ?? 0.15, 'vehicle.suspension.travel'),
    isDriven: wheel => driven === 'all' || (driven === 'front') === wheel < 2,
    torque: requireNonNegative(d.maxTorque ?? 1500, 'vehicle.maxTorque') / (driven === 'all' ? WHEELS : 2),
    brakeTorque: requireNonNegative(d.brakeTorque ?? 2000, 'vehicle.brakeTorque'),
    maxSteer: requireRange(d.maxSteer ?? 0.6, 0, 1.5, 'vehicle.maxSteer'),
  }
}
