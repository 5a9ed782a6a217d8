/**
 * Random assemblies of bodies and joints, as plain data that can be made, written down and made smaller.
 *
 * Bodies form a tree: each stands where the joint with its parent wants it, so that everything is satisfied at the start. Some pairs get a second
 * joint. Joints are made with the two bodies where their cases expect them, then the bodies are put back.
 */

import { box, capsule, hull, PhysicsError, sphere, World, type Body, type Joint, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import type { JointCase } from '../joint-case.ts'
import { direction, scaled, type Random } from './setup.ts'

export interface BodySpec {
  shape: 'sphere' | 'box' | 'capsule' | 'hull'
  size: number
  mass: number
  /** Centre of mass, in the body. */
  center: Vec3
  velocity: Vec3
  spin: Vec3
}

export interface LimitSpec {
  /** The handle's property. */
  key: string
  lower: number
  upper: number
  restitution: number
}

export interface JointSpec {
  /** Name of the case. */
  kind: string
  a: number
  b: number
  limits: LimitSpec[]
  /** N or N m, for kinds that have one. */
  friction: number
}

export interface AssemblySpec {
  bodies: BodySpec[]
  /** The first bodies.length − 1 are the tree, in order: joint i holds body i + 1. */
  joints: JointSpec[]
  /** Something acts from outside or strikes: only survival and replay count. */
  rough: boolean
  gravity: boolean
  collide: boolean
  /** The first body hangs on the world by a ball joint. */
  hung: boolean
}

/** Ranges that kinds offer; those that a kind does not have, or that are no ranges with it, are left out when it is made. */
const RANGES = ['limit', 'linearLimit', 'angularLimit', 'travelLimit', 'twistLimit', 'limitA', 'limitB'] as const

/** Kinds that are drives by nature, and may give energy. */
const DRIVES = ['motor', 'mouse']

const SHAPES = ['sphere', 'box', 'capsule', 'hull'] as const
const NOWHERE: Vec3 = { x: 0, y: 0, z: 0 }

export function randomAssembly(cases: readonly JointCase[], random: Random, rough: boolean): AssemblySpec {
  const usable = cases.filter((entry) => rough || (entry.conserves !== false && !DRIVES.includes(entry.kind.name)))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const bodies: BodySpec[] = Array.from({ length: 2 + Math.floor(random() * 7) }, () => ({
    shape: pick(SHAPES),
    size: 0.1 + 0.3 * random(),
    mass: 0.1 * 1000 ** random(),
    center: random() < 0.5 ? NOWHERE : scaled(direction(random), 0.1 * random()),
    velocity: scaled(direction(random), 2 * random()),
    spin: scaled(direction(random), 5 * random()),
  }))
  const randomJoint = (a: number, b: number): JointSpec => {
    const entry = pick(usable)
    const limits: LimitSpec[] = []
    for (const key of RANGES) {
      const spec = { key, lower: -0.02 - random(), upper: 0.02 + random(), restitution: random() < 0.3 ? random() : 0 }
      if (random() < 0.3) limits.push(spec)
    }
    return { kind: entry.name, a, b, limits, friction: random() < 0.2 ? 10 * random() : 0 }
  }
  const joints = bodies.slice(1).map((_, i) => randomJoint(Math.floor(random() * (i + 1)), i + 1))
  const tree = joints.length
  for (let i = 0; i < tree; i++) if (random() < 0.15) joints.push(randomJoint(joints[i].a, joints[i].b))
  // Loops that do not close: only where nothing but survival counts.
  if (rough && bodies.length > 3 && random() < 0.3) joints.push(randomJoint(0, bodies.length - 1))
  return { bodies, joints, rough, gravity: rough, collide: rough, hung: rough && random() < 0.7 }
}

function shapeOf({ shape, size }: BodySpec, collide: boolean): ShapeDefinition {
  const more = collide ? {} : { filter: { category: 1, mask: 0 } }
  if (shape === 'sphere') return sphere({ radius: size, ...more })
  if (shape === 'box') return box({ halfExtents: { x: size, y: 0.5 * size, z: 0.8 * size }, ...more })
  if (shape === 'capsule') return capsule({ radius: 0.5 * size, halfLength: 0.7 * size, ...more })
  const points = [[1, 0, 0], [-1, 0.2, 0], [0, 1, 0.3], [0.1, -0.7, 0], [0, 0, 0.9], [0.2, 0, -0.6]].map(([x, y, z]) => ({ x: size * x, y: size * y, z: size * z }))
  return hull({ points, ...more })
}

export interface Assembly {
  world: World
  bodies: Body[]
  joints: Joint[]
}

export function makeAssembly(spec: AssemblySpec, cases: ReadonlyMap<string, JointCase>): Assembly {
  const world = new World({ gravity: { x: 0, y: spec.gravity ? -9.81 : 0, z: 0 }, sleeping: spec.rough })
  const places: Vec3[] = [NOWHERE]
  spec.bodies.slice(1).forEach((_, i) => {
    const joint = spec.joints[i]
    const from = places[joint.a]
    const place = cases.get(joint.kind)!.place ?? { x: 1, y: 0, z: 0 }
    places.push({ x: from.x + place.x, y: from.y + place.y, z: from.z + place.z })
  })
  const bodies = spec.bodies.map((body) => world.createBody({
    mass: body.mass, centerOfMass: body.center, shapes: [shapeOf(body, spec.collide)],
  }))
  const joints = spec.joints.map((joint) => makeJoint(world, joint, bodies, cases.get(joint.kind)!))
  spec.bodies.forEach((body, i) => {
    bodies[i].teleport(places[i])
    bodies[i].linearVelocity = body.velocity
    bodies[i].angularVelocity = body.spin
  })
  if (spec.hung) joints.push(world.createBallJoint({ bodyB: bodies[0] }))
  return { world, bodies, joints }
}

function makeJoint(world: World, spec: JointSpec, bodies: readonly Body[], entry: JointCase): Joint {
  const a = bodies[spec.a]
  const b = bodies[spec.b]
  a.teleport(NOWHERE)
  b.teleport(entry.place ?? { x: 1, y: 0, z: 0 })
  const joint = entry.create(world, a, b)
  const handle = joint as unknown as Record<string, unknown>
  for (const { key, lower, upper, restitution } of spec.limits) {
    if (!(key in joint) || (handle[key] ?? null) !== null) continue
    try {
      handle[key] = { lower, upper, restitution }
    } catch (error) {
      if (!(error instanceof PhysicsError)) throw error
    }
  }
  if (spec.friction > 0 && handle.friction === 0) handle.friction = spec.friction
  return joint
}
