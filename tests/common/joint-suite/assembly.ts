/**
 * Random assemblies of bodies and joints, as plain data that can be made, written down and made smaller.
 *
 * Bodies form a tree: each stands where the joint with its parent wants it, so that everything is satisfied at the start. Some pairs get a second
 * joint. Joints are made with the two bodies where their cases expect them, then the bodies are put back.
 */

import type { AnyBody, AnyCase, AnyJoint, AnyPoint, AnyWorld, BodySpec, Lab, Random } from './lab.ts'

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

export interface AssemblySpec<Body = BodySpec> {
  bodies: Body[]
  /** The first bodies.length − 1 are the tree, in order: joint i holds body i + 1. */
  joints: JointSpec[]
  /** Something acts from outside or strikes: only survival and replay count. */
  rough: boolean
  gravity: boolean
  collide: boolean
  /** The first body hangs on the world by a point. */
  hung: boolean
}

/** Kinds that are drives by nature, and may give energy. */
const DRIVES = ['motor', 'mouse']

export function randomAssembly(lab: Lab, cases: readonly AnyCase[], random: Random, rough: boolean): AssemblySpec {
  const usable = cases.filter((entry) => rough || (entry.exempt?.momentum === undefined && !DRIVES.includes(entry.kind.name)))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const bodies: BodySpec[] = Array.from({ length: 2 + Math.floor(random() * 7) }, () => ({
    shape: pick(lab.shapes),
    size: 0.1 + 0.3 * random(),
    mass: 0.1 * 1000 ** random(),
    center: random() < 0.5 ? lab.still.place : lab.randomVector(random, 0.1),
    velocity: lab.randomVector(random, 2),
    spin: lab.randomSpin(random, 5),
  }))
  const randomJoint = (a: number, b: number, list: readonly AnyCase[] = usable): JointSpec => {
    const entry = pick(list)
    const limits: LimitSpec[] = []
    for (const key of lab.ranges) {
      const spec = { key, lower: -0.02 - random(), upper: 0.02 + random(), restitution: random() < 0.3 ? random() : 0 }
      if (random() < 0.3) limits.push(spec)
    }
    return { kind: entry.name, a, b, limits, friction: random() < 0.2 ? 10 * random() : 0 }
  }
  const joints = bodies.slice(1).map((_, i) => randomJoint(Math.floor(random() * (i + 1)), i + 1))
  const tree = joints.length
  for (let i = 0; i < tree; i++) {
    // A second joint must want the bodies where the first one does.
    const { x } = placeOf(lab, usable.find((entry) => entry.name === joints[i].kind)!)
    if (random() < 0.15) joints.push(randomJoint(joints[i].a, joints[i].b, usable.filter((entry) => placeOf(lab, entry).x === x)))
  }
  // Loops that do not close: only where nothing but survival counts.
  if (rough && bodies.length > 3 && random() < 0.3) joints.push(randomJoint(0, bodies.length - 1))
  return { bodies, joints, rough, gravity: rough, collide: rough, hung: rough && random() < 0.7 }
}

function placeOf(lab: Lab, entry: AnyCase): AnyPoint {
  return entry.place ?? lab.beside
}

function sum(p: AnyPoint, q: AnyPoint): AnyPoint {
  return Object.fromEntries(Object.entries(p).map(([key, value]) => [key, value + q[key as 'x' | 'y']])) as unknown as AnyPoint
}

export interface Assembly {
  world: AnyWorld
  bodies: AnyBody[]
  joints: AnyJoint[]
}

export function makeAssembly(lab: Lab, spec: AssemblySpec, cases: ReadonlyMap<string, AnyCase>): Assembly {
  const world = lab.emptyWorld({ gravity: spec.gravity ? 9.81 : 0, sleeping: spec.rough })
  const places: AnyPoint[] = [lab.still.place]
  spec.bodies.slice(1).forEach((_, i) => {
    const joint = spec.joints[i]
    places.push(sum(places[joint.a], placeOf(lab, cases.get(joint.kind)!)))
  })
  const bodies = spec.bodies.map((body) => lab.assembledBody(world, body, spec.collide))
  const joints = spec.joints.map((joint) => makeJoint(lab, world, joint, bodies, cases.get(joint.kind)!))
  spec.bodies.forEach((body, i) => {
    bodies[i].teleport(places[i])
    bodies[i].linearVelocity = body.velocity
    bodies[i].angularVelocity = body.spin
  })
  if (spec.hung) joints.push(lab.pin(world, bodies[0]))
  return { world, bodies, joints }
}

function makeJoint(lab: Lab, world: AnyWorld, spec: JointSpec, bodies: readonly AnyBody[], entry: AnyCase): AnyJoint {
  const a = bodies[spec.a]
  const b = bodies[spec.b]
  a.teleport(lab.still.place)
  b.teleport(placeOf(lab, entry))
  const joint = entry.create(world, a, b)
  const handle = joint as unknown as Record<string, unknown>
  for (const { key, lower, upper, restitution } of spec.limits) {
    if (!(key in joint) || (handle[key] ?? null) !== null) continue
    try {
      handle[key] = { lower, upper, restitution }
    } catch (error) {
      if (!lab.isRefusal(error)) throw error
    }
  }
  if (spec.friction > 0 && handle.friction === 0) handle.friction = spec.friction
  return joint
}
