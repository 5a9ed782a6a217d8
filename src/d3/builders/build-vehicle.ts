/**
 * A car: a chassis on four sprung wheels, with a steering wheel, an engine and brakes.
 *
 * In its own frame the car stands on y = 0 with its middle at the origin, faces +z, and left is +x. Its springs are those of
 * `common/builders/car.ts`. Steering follows Ackermann: both front wheels turn about one centre on the line of the rear axle, so that
 * cot δ = cot δ₀ ∓ track / (2 base) for the left and the right wheel, δ₀ being the angle asked for. Driven wheels are given the speeds that go with
 * that curve, as a differential would.
 */

import { Engine, readCar, requireApart, springOf, CAR_FIELDS, type CarHandles, type CarOptions, type CarPlan } from '../../common/builders/car.ts'
import { MAX_SHAPE_SIZE } from '../../common/limits.ts'
import { requirePositive } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { atan2, cos, sin } from '../../common/math/deterministic-math.ts'
import { requireFinite, requireRange } from '../../common/errors.ts'
import type { Body } from '../api/body.ts'
import type { WheelJoint } from '../joints/kinds/wheel-joint.ts'
import type { Quat, Vec3 } from '../math/types.ts'
import { box, sphere } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, requireQuat, requireVec3, requireWorld, readPiece, type Assembly, type PieceOptions } from './assembly.ts'
import { add, dot, lengthOf, rotate } from './vectors.ts'

/** What a car is told. All of it may be left out. */
export interface VehicleDefinition extends CarOptions {
  /** The ground below the middle of the car, m. Default 0, 0, 0. */
  position?: Vec3
  /** Its orientation. Default: not turned. */
  rotation?: Quat
  /** Half the size of the chassis, m: x across, z along. Default 0.8, 0.3, 2. */
  halfExtents?: Vec3
  /** From left to right wheel, m. Default 1.6. */
  track?: number
  /** Greatest steering angle, rad, below π/2. Default 0.6. */
  maxSteer?: number
  /** Surface and filter of the chassis. Default: as shapes are. */
  chassis?: PieceOptions
  /** Surface and filter of the wheels; `grip` is their friction. Default: as shapes are. */
  wheels?: PieceOptions
}

const FIELDS: Fields<VehicleDefinition> = { ...CAR_FIELDS, position: 0, rotation: 0, halfExtents: 0, track: 0, maxSteer: 0, chassis: 0, wheels: 0 }

/** A car with four wheels. `drive` is told the speed of the middle of the rear axle. */
export interface Vehicle extends Assembly, CarHandles {
  /** The chassis. */
  readonly chassis: Body
  /** The wheels: front left, front right, rear left, rear right. */
  readonly wheels: readonly Body[]
  /** The joints of the wheels, in the order of `wheels`. */
  readonly joints: readonly WheelJoint[]
  /** Turns the front wheels, rad, positive to the left; beyond `maxSteer` it stays there. */
  steer(angle: number): void
}

/** A definition with everything filled in and checked. */
interface Plan extends CarPlan {
  readonly half: Vec3
  readonly track: number
  readonly maxSteer: number
}

const LEFT = { x: 1, y: 0, z: 0 }
const UP = { x: 0, y: 1, z: 0 }
const FORWARD = { x: 0, y: 0, z: 1 }
const WHEELS = 4

/** Puts a car into the world. */
export function buildVehicle(world: World, definition: VehicleDefinition = {}): Vehicle {
  requireWorld(world, 'vehicle.world')
  requireOptions(definition, FIELDS, 'vehicle')
  const position = requireVec3(definition.position ?? { x: 0, y: 0, z: 0 }, 'vehicle.position')
  const rotation = requireQuat(definition.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, 'vehicle.rotation')
  const plan = readPlan(definition)
  const body = box({ ...readPiece(definition.chassis, 'vehicle.chassis'), halfExtents: plan.half })
  const tyre = sphere({ ...readPiece(definition.wheels, 'vehicle.wheels'), radius: plan.radius, friction: plan.grip })
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
  /** Angle asked for. */
  let steering = 0
  const engine = new Engine(plan, joints, wheel => paceOf(plan, wheel, steering))
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
      engine.apply()
    },
    drive: (speed, share = 1) => engine.drive(speed, share),
    coast: () => engine.coast(),
    brake: (share = 1) => engine.brake(share),
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

function readPlan(d: VehicleDefinition): Plan {
  const half = requireVec3(d.halfExtents ?? { x: 0.8, y: 0.3, z: 2 }, 'vehicle.halfExtents')
  const track = requirePositive(d.track ?? 1.6, 'vehicle.track', MAX_SHAPE_SIZE)
  const car = readCar(d, WHEELS, half.y)
  requireApart(track, car.radius, 'vehicle.track')
  return { ...car, half, track, maxSteer: requireRange(d.maxSteer ?? 0.6, 0, 1.5, 'vehicle.maxSteer') }
}
