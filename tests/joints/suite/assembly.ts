/**
 * Random assemblies of bodies and joints, as plain data that can be made, written down and made smaller.
 *
 * Bodies form a tree: each stands where the joint with its parent wants it, so that everything is satisfied at the start. Some pairs get a second
 * joint. Joints are made with the two bodies where their cases expect them, then the bodies are put back.
 */

import { box, capsule, hull, sphere, World, type Body, type Joint, type ShapeDefinition, type Vec3 } from 'fulcrum/3d'
import { rowOfHandle } from '../../../src/common/ids.ts'
import { setFriction, setLimit } from '../../../src/d3/joints/features.ts'
import { ACTIVE, FEATURE_STRIDE, HAS_LIMIT } from '../../../src/d3/joints/joint-table.ts'
import { MAX_COORDINATES } from '../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'
import { direction, scaled, stateOf, type Random } from './setup.ts'

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
  coordinate: number
  below: number
  above: number
  restitution: number
}

export interface JointSpec {
  /** Name of the case. */
  kind: string
  a: number
  b: number
  limits: LimitSpec[]
  /** Of every coordinate, N or N m. */
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

const SHAPES = ['sphere', 'box', 'capsule', 'hull'] as const
const NOWHERE: Vec3 = { x: 0, y: 0, z: 0 }

export function randomAssembly(cases: readonly JointCase[], random: Random, rough: boolean): AssemblySpec {
  const usable = cases.filter((entry) => rough || entry.conserves !== false)
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
    entry.kind.coordinates.forEach((_, coordinate) => {
      const spec = { coordinate, below: 0.02 + random(), above: 0.02 + random(), restitution: random() < 0.3 ? random() : 0 }
      if (random() < 0.3) limits.push(spec)
    })
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
  const state = stateOf(world)
  const row = rowOfHandle(joint.id)
  for (const { coordinate, below, above, restitution } of spec.limits) {
    const { features, turns } = state.joints.columns
    if ((features[(row * MAX_COORDINATES + coordinate) * FEATURE_STRIDE + ACTIVE] & HAS_LIMIT) !== 0) continue
    const value = turns[row * MAX_COORDINATES + coordinate]
    setLimit(state, row, coordinate, { lower: value - below, upper: value + above, restitution }, 'fuzz')
  }
  if (spec.friction > 0) entry.kind.coordinates.forEach((_, c) => setFriction(state, row, c, spec.friction, 'fuzz'))
  return joint
}
