/**
 * Loads of joints in mechanisms at rest, against statics: the wrenches that joints can pass on are the unknowns, and every body is in
 * balance. Booms and trees whose joints are all held, and loops without redundant rows, mass ratios up to 1000.
 */

import { type Body, type Joint, type Vec3, World } from 'fulcrum-physics/3d'
import { solveDense } from '../dense.ts'
import { type Random, testFamily } from '../family.ts'

interface Link {
  readonly joint: Joint
  /** Index of the body, −1 = ground. */
  readonly a: number
  readonly b: number
  /** Directions about which it passes on a torque, at the present pose. */
  readonly torques: () => Vec3[]
}

const AXES: readonly Vec3[] = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }]

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

function unit(v: Vec3): Vec3 {
  const length = Math.hypot(v.x, v.y, v.z)
  return { x: v.x / length, y: v.y / length, z: v.z / length }
}

function anyDirection(random: Random): Vec3 {
  return unit({ x: random.between(-1, 1), y: random.between(-1, 1), z: random.between(-1, 1) + 1e-3 })
}

/** A direction in the frame of a body, and back. */
function localVector(body: Body, v: Vec3): Vec3 {
  const { position: p } = body
  return body.localPoint({ x: p.x + v.x, y: p.y + v.y, z: p.z + v.z })
}

function worldVector(body: Body, local: Vec3): Vec3 {
  const { position: p } = body
  const q = body.worldPoint(local)
  return { x: q.x - p.x, y: q.y - p.y, z: q.z - p.z }
}

/** Two directions across an axis. */
function across(axis: Vec3): Vec3[] {
  const other = Math.abs(axis.x) < 0.6 ? AXES[0]! : AXES[1]!
  const first = unit(cross(axis, other))
  return [first, cross(axis, first)]
}

/** What holds a coordinate still. `size`: torque or force that is more than enough. */
function holding(random: Random, size: number, length: boolean): object {
  const most = length ? { maxForce: size } : { maxTorque: size }
  return random.pick([
    { motor: { speed: 0, ...most } },
    { limit: { lower: 0, upper: 0 } },
    { spring: { hertz: random.between(4, 15), dampingRatio: random.between(0.8, 1.5) } },
    { spring: { hertz: random.between(4, 15), dampingRatio: 1 }, motor: { speed: 0, ...most } },
  ])
}

type Kind = 'hinge' | 'held hinge' | 'held slider' | 'fixed' | 'ball' | 'universal'

function link(world: World, random: Random, bodies: readonly Body[], ground: Body, a: number, b: number, anchor: Vec3, kind: Kind, most: number): Link {
  const bodyA = a < 0 ? ground : bodies[a]!
  const bodyB = bodies[b]!
  const common = { bodyA, bodyB, anchor }
  const axis = anyDirection(random)
  const all = (): Vec3[] => [...AXES]
  if (kind === 'fixed') return { joint: world.createFixedJoint(common), a, b, torques: all }
  if (kind === 'held slider') return { joint: world.createSliderJoint({ ...common, axis, ...holding(random, most, true) }), a, b, torques: all }
  if (kind === 'held hinge') return { joint: world.createHingeJoint({ ...common, axis, ...holding(random, most, false) }), a, b, torques: all }
  if (kind === 'ball') return { joint: world.createBallJoint(common), a, b, torques: () => [] }
  if (kind === 'hinge') {
    const local = localVector(bodyB, axis)
    return { joint: world.createHingeJoint({ ...common, axis }), a, b, torques: () => across(worldVector(bodyB, local)) }
  }
  const axisB = across(axis)[0]!
  const onA = localVector(bodyA, axis)
  const onB = localVector(bodyB, axisB)
  const torques = (): Vec3[] => [unit(cross(worldVector(bodyA, onA), worldVector(bodyB, onB)))]
  return { joint: world.createUniversalJoint({ ...common, axisA: axis, axisB }), a, b, torques }
}

function place(world: World, random: Random, position: Vec3, size: number, ratio: number): Body {
  const mass = random.scale(1, ratio)
  const arm = (): number => random.between(-0.2, 0.2) * size
  const j = mass * size * size
  const turn = anyDirection(random)
  return world.createBody({
    position, mass, inertia: { xx: j * random.between(0.1, 0.2), yy: j * random.between(0.1, 0.2), zz: j * random.between(0.1, 0.2), xy: 0, xz: 0, yz: 0 },
    rotation: { ...turn, w: 0 }, centerOfMass: { x: arm(), y: arm(), z: arm() },
  })
}

/** Loops without redundant rows: the torques and forces of their joints are as many as the equations of their bodies. */
const LOOPS: readonly (readonly Kind[])[] = [
  ['hinge', 'ball', 'universal'],
  ['held hinge', 'universal', 'ball', 'hinge'],
  ['hinge', 'fixed', 'ball', 'universal'],
  ['held hinge', 'held slider', 'universal', 'ball', 'hinge'],
  ['hinge', 'held hinge', 'held hinge', 'universal', 'ball'],
]

function build(world: World, random: Random, bodies: Body[], links: Link[]): void {
  const size = random.scale(0.1, 10)
  const ratio = random.scale(1, 1000)
  const ground = world.createBody({ type: 'static' })
  if (random() < 0.5) {
    const n = random.integer(1, 5)
    for (let i = 0; i < n; i++) {
      const a = random.integer(-1, i - 1)
      const from = a < 0 ? { x: 0, y: 0, z: 0 } : bodies[a]!.position
      const d = anyDirection(random)
      const to = { x: from.x + d.x * size, y: from.y + d.y * size, z: from.z + d.z * size }
      bodies.push(place(world, random, to, size, ratio))
      const anchor = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: (from.z + to.z) / 2 }
      const kind = random.pick<Kind>(['held hinge', 'held hinge', 'held hinge', 'held slider', 'fixed'])
      links.push(link(world, random, bodies, ground, a, i, anchor, kind, 1e6 * size * ratio * n))
    }
    return
  }
  const kinds = random.pick(LOOPS)
  const bars = kinds.length - 1
  const corner = (i: number): Vec3 => ({ x: (i + random.between(-0.3, 0.3)) * size, y: random.between(-1, 1) * size, z: random.between(-1, 1) * size })
  const corners = kinds.map((_, i) => corner(i))
  for (let i = 0; i < bars; i++) {
    const [p, q] = [corners[i]!, corners[i + 1]!]
    bodies.push(place(world, random, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, z: (p.z + q.z) / 2 }, size, ratio))
    links.push(link(world, random, bodies, ground, i - 1, i, p, kinds[i]!, 1e6 * size * ratio * bars))
  }
  links.push(link(world, random, bodies, ground, -1, bars - 1, corners[bars]!, kinds[bars]!, 1e6 * size * ratio * bars))
}

/** Force and torque on B of every link, or null where the mechanism is near a singular pose. */
function statics(bodies: readonly Body[], links: readonly Link[], gravity: number): Vec3[][] | null {
  const torques = links.map(({ torques: of }) => of())
  const unknowns = torques.reduce((sum, of) => sum + 3 + of.length, 0)
  const equations = bodies.length * 6
  if (unknowns !== equations) throw new Error('not a determinate mechanism')
  const A = Array.from({ length: equations }, () => Array.from({ length: unknowns }, () => 0))
  const b = Array.from({ length: equations }, () => 0)
  bodies.forEach((body, i) => (b[i * 6 + 1] = body.mass * gravity))
  let at = 0
  links.forEach(({ joint, a: first, b: second }, i) => {
    const p = joint.anchorB
    for (const [body, sign] of [[first, -1], [second, 1]] as const) {
      if (body < 0) continue
      const c = bodies[body]!.centerOfMass
      const arm = { x: p.x - c.x, y: p.y - c.y, z: p.z - c.z }
      const add = (to: number, force: Vec3, torque: Vec3): void => {
        const values = [force.x, force.y, force.z, torque.x, torque.y, torque.z]
        values.forEach((value, k) => (A[body * 6 + k]![to] = sign * value))
      }
      AXES.forEach((axis, k) => add(at + k, axis, cross(arm, axis)))
      torques[i]!.forEach((axis, k) => add(at + 3 + k, { x: 0, y: 0, z: 0 }, axis))
    }
    at += 3 + torques[i]!.length
  })
  const x = solveDense(A, b, 1e-6)
  if (x === null) return null
  at = 0
  return torques.map(of => {
    const torque = { x: 0, y: 0, z: 0 }
    of.forEach((axis, k) => {
      torque.x += axis.x * x[at + 3 + k]!
      torque.y += axis.y * x[at + 3 + k]!
      torque.z += axis.z * x[at + 3 + k]!
    })
    const load = [{ x: x[at]!, y: x[at + 1]!, z: x[at + 2]! }, torque]
    at += 3 + of.length
    return load
  })
}

const sizeOf = (v: Vec3): number => Math.hypot(v.x, v.y, v.z)

testFamily({
  name: 'loads of held mechanisms at rest, 3D',
  short: 40,
  long: 400,
  figures: { force: { p99: 1e-6, worst: 1e-4 }, torque: { p99: 1e-6, worst: 1e-4 }, speed: { worst: 1e-5 } },
  run(random) {
    const gravity = random.scale(1, 30)
    const world = new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
    const bodies: Body[] = []
    const links: Link[] = []
    build(world, random, bodies, links)
    // Near a singular pose a mechanism sags far, and its loads are those of whatever is left of the arm.
    const first = statics(bodies, links, gravity)
    const weight = bodies.reduce((sum, body) => sum + body.mass, 0) * gravity
    if (first === null || first.some(([force]) => sizeOf(force!) > 10 * weight)) return {}
    // Springs may still swing when their bodies are slow enough to sleep.
    const springs = links.some(({ joint }) => 'spring' in joint && joint.spring !== null)
    world.sleeping = !springs && random() < 0.5
    const dt = 1 / random.pick([30, 60, 60, 120])
    for (let t = 0; t < 8; t += dt) world.step(dt)
    const speed = Math.max(...bodies.map(({ linearVelocity: v }) => sizeOf(v)))
    if (springs && speed > 1e-5) return {}
    const expected = statics(bodies, links, gravity)
    if (expected === null) return {}
    const largest = Math.max(...expected.map(([force]) => sizeOf(force!)))
    const largestTorque = Math.max(...expected.map(([, torque]) => sizeOf(torque!)))
    const miss = (read: Vec3, right: Vec3, least: number): number =>
      sizeOf({ x: read.x - right.x, y: read.y - right.y, z: read.z - right.z }) / Math.max(sizeOf(right), 0.01 * least)
    let force = 0
    let torque = 0
    links.forEach(({ joint }, i) => {
      force = Math.max(force, miss(joint.reactionForce, expected[i]![0]!, largest))
      torque = Math.max(torque, miss(joint.reactionTorque, expected[i]![1]!, largestTorque))
    })
    return { force, torque, speed: springs ? 0 : speed }
  },
})
