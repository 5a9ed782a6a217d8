/**
 * A car seen from the side: a chassis on two sprung wheels, with an engine and brakes.
 *
 * In its own frame the car stands on y = 0 with its middle at the origin and faces +x; wheels that roll forwards turn clockwise. Its springs are
 * those of `common/builders/car.ts`.
 */

import { Engine, readCar, springOf, CAR_FIELDS, type CarHandles, type CarOptions, type CarPlan } from '../../common/builders/car.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Body } from '../api/body.ts'
import type { WheelJoint } from '../joints/kinds/wheel-joint.ts'
import { requireBounded, type Vec2 } from '../math/types.ts'
import { box, circle } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, requireVec2, requireWorld, readPiece, type Assembly, type PieceOptions } from './assembly.ts'
import { add, dot, lengthOf, rotate } from './vectors.ts'

/** What a car is told. All of it may be left out. */
export interface VehicleDefinition extends CarOptions {
  /** The ground below the middle of the car, m. Default 0, 0. */
  position?: Vec2
  /** Slope on which it stands, rad. Default 0. */
  rotation?: number
  /** Half the size of the chassis, m: x along. Default 2, 0.3. */
  halfExtents?: Vec2
  /** Surface and filter of the chassis. Default: as shapes are. */
  chassis?: PieceOptions
  /** Surface and filter of the wheels; `grip` is their friction. Default: as shapes are. */
  wheels?: PieceOptions
}

const FIELDS: Fields<VehicleDefinition> = { ...CAR_FIELDS, position: 0, rotation: 0, halfExtents: 0, chassis: 0, wheels: 0 }

/** A car seen from the side. */
export interface Vehicle extends Assembly, CarHandles {
  /** The chassis. */
  readonly chassis: Body
  /** The wheels: front, rear. */
  readonly wheels: readonly Body[]
  /** The joints of the wheels, in the order of `wheels`. */
  readonly joints: readonly WheelJoint[]
}

/** A definition with everything filled in and checked. */
interface Plan extends CarPlan {
  readonly half: Vec2
}

const UP = { x: 0, y: 1 }
const FORWARD = { x: 1, y: 0 }
const WHEELS = 2

/** Puts a car into the world. */
export function buildVehicle(world: World, definition: VehicleDefinition = {}): Vehicle {
  requireWorld(world, 'vehicle.world')
  requireOptions(definition, FIELDS, 'vehicle')
  const position = requireVec2(definition.position ?? { x: 0, y: 0 }, 'vehicle.position')
  const rotation = requireBounded(definition.rotation ?? 0, 'vehicle.rotation')
  const plan = readPlan(definition)
  const body = box({ ...readPiece(definition.chassis, 'vehicle.chassis'), halfExtents: plan.half })
  const tyre = circle({ ...readPiece(definition.wheels, 'vehicle.wheels'), radius: plan.radius, friction: plan.grip })
  const at = (x: number, y: number): Vec2 => add(position, rotate(rotation, { x, y }))
  return assemble(world, parts => {
    const chassis = world.createBody({
      position: at(0, plan.height), rotation, mass: plan.mass, centerOfMass: { x: 0, y: -plan.drop }, shapes: [body],
    })
    parts.bodies.push(chassis)
    const wheels: Body[] = []
    const joints: WheelJoint[] = []
    for (let i = 0; i < WHEELS; i++) {
      const wheel = world.createBody({
        position: at(i === 0 ? plan.base / 2 : -plan.base / 2, plan.radius), rotation, mass: plan.wheelMass, shapes: [tyre],
      })
      parts.bodies.push(wheel)
      wheels.push(wheel)
      const joint = world.createWheelJoint({
        bodyA: chassis, bodyB: wheel, anchor: wheel.position, suspensionAxis: rotate(rotation, UP),
        suspension: springOf(plan, lengthOf(world.gravity)),
      })
      parts.joints.push(joint)
      joints.push(joint)
    }
    return withHandles(plan, chassis, wheels, joints, parts.bodies)
  })
}

function withHandles(plan: Plan, chassis: Body, wheels: readonly Body[], joints: readonly WheelJoint[], bodies: readonly Body[]): Vehicle {
  const engine = new Engine(plan, joints, () => -1)
  return {
    bodies,
    joints,
    chassis,
    wheels,
    get speed() {
      return dot(chassis.linearVelocity, rotate(chassis.rotation, FORWARD))
    },
    drive: (speed, share = 1) => engine.drive(speed, share),
    coast: () => engine.coast(),
    brake: (share = 1) => engine.brake(share),
  }
}

function readPlan(d: VehicleDefinition): Plan {
  const half = requireVec2(d.halfExtents ?? { x: 2, y: 0.3 }, 'vehicle.halfExtents')
  return { ...readCar(d, WHEELS, half.y), half }
}
