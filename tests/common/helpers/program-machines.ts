/**
 * Calls of random programs that bring machines: joints of every kind with all their features, joints of users' own types, vehicles, belts,
 * characters that change their shape, terrain that is dug.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { JOINTS as JOINTS_2D, type as TYPE_2D } from '../../d2/api/joint-definitions.ts'
import { JOINTS as JOINTS_3D, type as TYPE_3D } from '../../d3/api/joint-definitions.ts'
import type { ProgramOptions, Random } from './random-program.ts'
import type { JointDefinitions } from './refusals.ts'

type Calls<World> = NonNullable<ProgramOptions<World>['more']>

/** Types that snapshots of these programs may name: that of `createJoint`, and the one that `createCustomJoint` makes of its definition. */
const OWN = { name: 'own', rows: ['length'], coordinates: ['length'] } as const
export const JOINT_TYPES_2D: readonly d2.JointType[] = [TYPE_2D, d2.defineJoint({ ...OWN, error: TYPE_2D.source.error!, values: TYPE_2D.source.values! })]
export const JOINT_TYPES_3D: readonly d3.JointType[] = [TYPE_3D, d3.defineJoint({ ...OWN, error: TYPE_3D.source.error!, values: TYPE_3D.source.values! })]

const MOST_JOINTS = 12
const MOST_VEHICLES = 2

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

function signed(random: Random, most: number): number {
  return most * (2 * random() - 1)
}

/** Handles as the calls below use them. */
interface AnyJoint {
  readonly type: string
  destroy(): void
}

interface AnyWorld {
  readonly jointCount: number
  readonly bodies: Iterable<d2.Body | d3.Body>
  readonly joints: Iterable<AnyJoint>
}

/** Properties of a joint that can be set, in the order of its classes. */
function settable(joint: object): string[] {
  const names: string[] = []
  for (let type = Object.getPrototypeOf(joint) as object; type !== Object.prototype; type = Object.getPrototypeOf(type) as object) {
    for (const [key, { set }] of Object.entries(Object.getOwnPropertyDescriptors(type))) if (set !== undefined) names.push(key)
  }
  return names
}

function sharedCalls<World extends AnyWorld>(joints: JointDefinitions): Calls<World> {
  const dynamic = (world: World): (d2.Body | d3.Body)[] => [...world.bodies].filter(({ type }) => type === 'dynamic')
  const anyJoint = (world: World, random: Random): AnyJoint | undefined => pick(random, [...world.joints])
  return {
    // What stands in its way goes first, so that all kinds have their turn.
    jointOfAnyKind: (world, random) => {
      const bodies = dynamic(world)
      const a = pick(random, bodies)
      const b = pick(random, bodies)
      const name = pick(random, Object.keys(joints))
      const definition = pick(random, joints[name]!)
      if (world.jointCount > MOST_JOINTS) anyJoint(world, random)?.destroy()
      if (a === undefined || a === b) return
      const bodyA = random() < 0.2 ? {} : { bodyA: a }
      ;(world as unknown as Record<string, (d: object) => object>)[name]!({ ...bodyA, bodyB: b, ...definition })
    },
    jointFeature: (world, random) => {
      const joint = anyJoint(world, random) as unknown as Record<string, unknown> | undefined
      if (joint === undefined) return
      const key = pick(random, settable(joint))
      if (key === undefined) return
      const value = joint[key]
      const off = typeof value === 'object' && random() < 0.3
      joint[key] = off ? null : typeof value === 'number' ? value * (0.5 + random()) : value
    },
    jointData: (world, random) => {
      const joint = anyJoint(world, random)
      if (joint instanceof d2.CustomJoint || joint instanceof d3.CustomJoint) joint.setData(0, random())
    },
    jointType: (world, random) => {
      const b = pick(random, dynamic(world))
      const a = pick(random, dynamic(world))
      if (b === undefined || a === b || world.jointCount > MOST_JOINTS) return
      if (b instanceof d2.Body) (world as unknown as d2.World).createJoint(TYPE_2D, { bodyA: a as d2.Body, bodyB: b, limits: [{ lower: -1, upper: 1 }] })
      else (world as unknown as d3.World).createJoint(TYPE_3D, { bodyA: a as d3.Body, bodyB: b, motors: [{ speed: 1, maxForce: 50 }] })
    },
    belt: (world, random) => {
      const { shapes } = pick(random, [...world.bodies])
      const shape = pick<d2.Shape | d3.Shape>(random, shapes)
      if (shape instanceof d2.Shape) shape.surfaceVelocity = { x: signed(random, 2), y: 0 }
      else if (shape !== undefined) shape.surfaceVelocity = { x: signed(random, 2), y: 0, z: signed(random, 2) }
    },
    turn: (world, random) => {
      const body = pick(random, [...world.bodies])
      if (body instanceof d2.Body) body.rotation = signed(random, 4)
      else body.rotation = { x: signed(random, 1), y: random(), z: 0, w: 1 }
    },
  }
}

export const PLANE_MACHINES: Calls<d2.World> = {
  ...sharedCalls<d2.World>(JOINTS_2D),
  inertia: (world, random) => pick(random, [...world.bodies]).setInertia(random() < 0.4 ? null : 0.1 + random()),
  crouch: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.setShape(d2.capsule({ radius: 0.15 + 0.1 * random(), halfLength: 0.1 + 0.3 * random() }))
  },
  placeCharacter: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.position = { x: signed(random, 2), y: signed(random, 2) }
  },
  oddShape2: (world, random) => {
    const position = { x: signed(random, 2), y: 1 }
    const shape = pick(random, [() => d2.ellipse({ radii: { x: 0.3, y: 0.15 } }), () => d2.box({ halfExtents: { x: 0.3, y: 0.2 }, radius: 0.05 })])()
    world.createBody({ position, shapes: [shape] })
  },
}

export const SPACE_MACHINES: Calls<d3.World> = {
  ...sharedCalls<d3.World>(JOINTS_3D),
  inertia: (world, random) => {
    const [xx, yy] = [0.5 + random(), 0.5 + random()]
    pick(random, [...world.bodies]).setInertia(random() < 0.4 ? null : { xx, yy, zz: 0.5 + random() })
  },
  crouch: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.setShape(d3.capsule({ radius: 0.15 + 0.1 * random(), halfLength: 0.1 + 0.3 * random() }))
  },
  placeCharacter: (world, random) => {
    const character = pick(random, [...world.characters])
    if (character) character.position = { x: signed(random, 2), y: signed(random, 2), z: signed(random, 2) }
  },
  vehicle: (world, random) => {
    if (world.vehicleCount >= MOST_VEHICLES) return
    const chassis = world.createBody({ position: { x: signed(random, 1), y: 0.5, z: signed(random, 1) }, mass: 300, shapes: [d3.box({ halfExtents: { x: 0.5, y: 0.15, z: 0.9 } })] })
    const wheels = [0, 1, 2, 3].map(n => ({ position: { x: n % 2 === 0 ? 0.5 : -0.5, y: -0.1, z: n < 2 ? 0.7 : -0.7 }, radius: 0.25, mass: 10, maxSteer: n < 2 ? 0.5 : 0, handBrakeTorque: 100 }))
    const tester = pick(random, ['ray', 'sphere', 'cylinder'] as const)
    const bars = [{ wheels: [0, 1], stiffness: 1000 }] as const
    if (random() < 0.7) world.createVehicle(chassis, { wheels, tester, antiRollBars: bars, engine: {}, differentials: [{ wheels: [2, 3] }] })
    else world.createVehicle(chassis, { wheels, tester })
  },
  drive: (world, random) => {
    const vehicle = pick(random, [...world.vehicles])
    if (vehicle === undefined) return
    vehicle.throttle = random()
    vehicle.steering = signed(random, 1)
    vehicle.brake = random() < 0.3 ? random() : 0
    vehicle.handBrake = random() < 0.2 ? 1 : 0
    vehicle.clutch = random() < 0.2 ? random() : 0
    if (random() < 0.3) vehicle.gear = pick(random, [-1, 0, 1, 2])
    if (random() < 0.3) vehicle.automatic = random() < 0.5
  },
  wheel: (world, random) => {
    const vehicle = pick(random, [...world.vehicles])
    if (vehicle === undefined) return
    const wheel = pick(random, vehicle.wheels)
    wheel.friction = 0.3 + random()
    wheel.angularVelocity = signed(random, 20)
  },
  removeVehicle: (world, random) => {
    const vehicle = pick(random, [...world.vehicles])
    if (vehicle !== undefined && random() < 0.4) world.destroyVehicle(vehicle)
  },
  dig: (world, random) => {
    for (const body of world.bodies) {
      for (const shape of body.shapes) {
        const cells = shape.voxels
        if (cells === null) continue
        const cell = [Math.floor(8 * random()) - 4, 0, Math.floor(8 * random()) - 4]
        body.removeShape(shape)
        body.addShape(d3.voxels({ voxels: random() < 0.5 ? cells.edit({ add: cell }) : cells.edit({ add: [9, 0, 9], remove: cell }) }))
        return
      }
    }
  },
  surfaces: (world, random) => {
    for (const body of world.bodies) {
      for (const shape of body.shapes) {
        if (shape.sides === null) continue
        shape.surfaces = random() < 0.3 ? null : [{ friction: random(), surfaceVelocity: { x: random(), y: 0, z: 0 } }, { restitution: random() }]
        return
      }
    }
  },
  scaledHull: (world, random) => {
    const base = d3.hull({ points: [[0.3, 0, 0], [-0.2, 0, 0.2], [0, 0.4, 0], [0, 0, -0.3]] })
    const shapes = [d3.hull({ hull: base, scale: { x: 0.5 + random(), y: -0.5 - random(), z: 1 }, rounding: random() < 0.5 ? 0.02 : 0 })]
    world.createBody({ position: { x: signed(random, 2), y: 1, z: signed(random, 2) }, shapes })
  },
}
