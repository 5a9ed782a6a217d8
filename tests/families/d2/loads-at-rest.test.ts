/**
 * Loads of joints in mechanisms at rest, against statics: the wrenches that joints can pass on are the unknowns, and every body is in
 * balance. Booms and trees whose joints are all held, and loops with as many held joints as they have freedoms, mass ratios up to 1000.
 */

import { type Body, type Joint, World } from 'fulcrum-physics/2d'
import { solveDense } from '../dense.ts'
import { type Random, testFamily } from '../family.ts'

interface Link {
  readonly joint: Joint
  /** Index of the body, −1 = ground. */
  readonly a: number
  readonly b: number
  /** Whether it passes on a torque. */
  readonly torque: boolean
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

function link(world: World, random: Random, bodies: readonly Body[], ground: Body, a: number, b: number, x: number, y: number, held: boolean, most: number): Link {
  const common = { bodyA: a < 0 ? ground : bodies[a]!, bodyB: bodies[b]!, anchor: { x, y } }
  const kind = held ? random.pick(['hinge', 'hinge', 'hinge', 'slider', 'fixed']) : 'hinge'
  if (kind === 'fixed') return { joint: world.createFixedJoint(common), a, b, torque: true }
  if (kind === 'slider') {
    const angle = random.between(0, 2 * Math.PI)
    const axis = { x: Math.cos(angle), y: Math.sin(angle) }
    return { joint: world.createSliderJoint({ ...common, axis, ...holding(random, most, true) }), a, b, torque: true }
  }
  return { joint: world.createHingeJoint({ ...common, ...(held ? holding(random, most, false) : {}) }), a, b, torque: held }
}

function place(world: World, random: Random, x: number, y: number, size: number, ratio: number): Body {
  const mass = random.scale(1, ratio)
  return world.createBody({
    position: { x, y }, rotation: random.between(-3, 3), mass, inertia: mass * size * size * random.between(0.05, 0.3),
    centerOfMass: { x: random.between(-0.2, 0.2) * size, y: random.between(-0.2, 0.2) * size },
  })
}

function build(world: World, random: Random, bodies: Body[], links: Link[]): void {
  const size = random.scale(0.1, 10)
  const ratio = random.scale(1, 1000)
  const n = random.integer(1, 6)
  const most = 1e6 * size * ratio * n
  const ground = world.createBody({ type: 'static' })
  if (random() < 0.5) {
    for (let i = 0; i < n; i++) {
      const a = random.integer(-1, i - 1)
      const from = a < 0 ? { x: 0, y: 0 } : bodies[a]!.position
      bodies.push(place(world, random, from.x + random.between(-1, 1) * size, from.y + random.between(-1, 1) * size, size, ratio))
      const { x, y } = bodies[i]!.position
      links.push(link(world, random, bodies, ground, a, i, (from.x + x) / 2, (from.y + y) / 2, true, most))
    }
    return
  }
  // A loop of n bars from ground to ground has n − 2 freedoms.
  const bars = Math.max(2, n)
  const corners = Array.from({ length: bars + 1 }, (_, i) => ({ x: (i + random.between(-0.3, 0.3)) * size, y: random.between(-1, 1) * size }))
  const held = new Set<number>()
  while (held.size < bars - 2) held.add(random.integer(0, bars))
  for (let i = 0; i < bars; i++) {
    const [p, q] = [corners[i]!, corners[i + 1]!]
    bodies.push(place(world, random, (p.x + q.x) / 2, (p.y + q.y) / 2, size, ratio))
    links.push(link(world, random, bodies, ground, i - 1, i, p.x, p.y, held.has(i), most))
  }
  const last = corners[bars]!
  const closing = { bodyA: ground, bodyB: bodies[bars - 1]!, anchor: last }
  const holds = held.has(bars) ? holding(random, most, false) : {}
  links.push({ joint: world.createHingeJoint({ ...closing, ...holds }), a: -1, b: bars - 1, torque: held.has(bars) })
}

/** Force and torque on B of every link, or null where the mechanism is near a singular pose. */
function statics(bodies: readonly Body[], links: readonly Link[], gravity: number): number[][] | null {
  const unknowns = links.reduce((sum, { torque }) => sum + (torque ? 3 : 2), 0)
  const equations = bodies.length * 3
  if (unknowns !== equations) return null
  const A = Array.from({ length: equations }, () => Array.from({ length: unknowns }, () => 0))
  const b = Array.from({ length: equations }, () => 0)
  bodies.forEach((body, i) => (b[i * 3 + 1] = body.mass * gravity))
  let at = 0
  for (const { joint, a: first, b: second, torque } of links) {
    const p = joint.anchorB
    for (const [body, sign] of [[first, -1], [second, 1]] as const) {
      if (body < 0) continue
      const c = bodies[body]!.centerOfMass
      A[body * 3]![at] = sign
      A[body * 3 + 1]![at + 1] = sign
      A[body * 3 + 2]![at] = -sign * (p.y - c.y)
      A[body * 3 + 2]![at + 1] = sign * (p.x - c.x)
      if (torque) A[body * 3 + 2]![at + 2] = sign
    }
    at += torque ? 3 : 2
  }
  const x = solveDense(A, b, 1e-6)
  if (x === null) return null
  at = 0
  return links.map(({ torque }) => {
    const load = [x[at]!, x[at + 1]!, torque ? x[at + 2]! : 0]
    at += torque ? 3 : 2
    return load
  })
}

testFamily({
  name: 'loads of held mechanisms at rest, 2D',
  short: 40,
  long: 400,
  figures: { force: { p99: 1e-7, worst: 1e-5 }, torque: { p99: 1e-7, worst: 1e-5 }, speed: { worst: 1e-6 } },
  run(random) {
    const gravity = random.scale(1, 30)
    const world = new World({ gravity: { x: 0, y: -gravity }, sleeping: false })
    const bodies: Body[] = []
    const links: Link[] = []
    build(world, random, bodies, links)
    // Near a singular pose a mechanism sags far, and its loads are those of whatever is left of the arm.
    const first = statics(bodies, links, gravity)
    const weight = bodies.reduce((sum, body) => sum + body.mass, 0) * gravity
    if (first === null || first.some(([x, y]) => Math.hypot(x!, y!) > 10 * weight)) return {}
    // Springs may still swing when their bodies are slow enough to sleep.
    const springs = links.some(({ joint }) => 'spring' in joint && joint.spring !== null)
    world.sleeping = !springs && random() < 0.5
    const dt = 1 / random.pick([30, 60, 60, 120])
    for (let t = 0; t < 8; t += dt) world.step(dt)
    const speed = Math.max(...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y)))
    if (springs && speed > 1e-5) return {}
    const expected = statics(bodies, links, gravity)
    if (expected === null) return {}
    const largest = Math.max(...expected.map(([x, y]) => Math.hypot(x!, y!)))
    const largestTorque = Math.max(...expected.map(load => Math.abs(load[2]!)))
    let force = 0
    let torque = 0
    links.forEach(({ joint }, i) => {
      const [x, y, m] = expected[i] as [number, number, number]
      const load = joint.reactionForce
      force = Math.max(force, Math.hypot(load.x - x, load.y - y) / Math.max(Math.hypot(x, y), 0.01 * largest))
      if (largestTorque > 0) torque = Math.max(torque, Math.abs(joint.reactionTorque - m) / Math.max(Math.abs(m), 0.01 * largestTorque))
    })
    return largestTorque > 0 ? { force, torque, speed: springs ? 0 : speed } : { force, speed: springs ? 0 : speed }
  },
})
