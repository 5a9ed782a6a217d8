/**
 * Blows of two free bodies, without friction: round shapes, corners and faces of any size and mass meet at any moment within the step, turning
 * and off their centres. The truth is the closed form at the pose of touch: an impulse (1 + e) v / K along the true normal.
 */

import { type Body, box, capsule, circle, polygon, type ShapeDefinition, type Vec2, World } from 'fulcrum-physics/2d'
import { type Random, testFamily } from '../family.ts'

/** A body whose shape touches another at a point of its surface with an outward normal, both in its own axes. */
interface Piece {
  readonly shape: ShapeDefinition
  readonly point: Vec2
  readonly normal: Vec2
  /** Corners of the core and its radius: for the check that nothing touches earlier. */
  readonly core: readonly Vec2[]
  readonly radius: number
}

const along = (angle: number): Vec2 => ({ x: Math.cos(angle), y: Math.sin(angle) })
const add = (a: Vec2, b: Vec2, k = 1): Vec2 => ({ x: a.x + k * b.x, y: a.y + k * b.y })
const cross = (a: Vec2, b: Vec2): number => a.x * b.y - a.y * b.x
const dot = (a: Vec2, b: Vec2): number => a.x * b.x + a.y * b.y
const turned = (a: Vec2, angle: number): Vec2 => ({ x: Math.cos(angle) * a.x - Math.sin(angle) * a.y, y: Math.sin(angle) * a.x + Math.cos(angle) * a.y })

function roundPiece(random: Random, size: number, surface: object, kinds: readonly string[]): Piece {
  const kind = random.pick(kinds)
  if (kind === 'circle' || kind === 'offset circle') {
    const offset = kind === 'circle' ? { x: 0, y: 0 } : add({ x: 0, y: 0 }, along(random.between(0, 6)), 0.5 * size)
    const normal = along(random.between(0, 6.28))
    const shape = circle({ radius: size, position: offset, ...surface })
    return { shape, point: add(offset, normal, size), normal, core: [offset], radius: size }
  }
  const half = size * random.between(0.3, 2)
  const core = [{ x: 0, y: half }, { x: 0, y: -half }]
  const shape = capsule({ radius: size, halfLength: half, ...surface })
  if (kind === 'capsule end') {
    const normal = along(random.between(0.1, Math.PI - 0.1))
    return { shape, point: add(core[0]!, normal, size), normal, core, radius: size }
  }
  const normal = { x: 1, y: 0 }
  return { shape, point: { x: size, y: half * random.between(-0.9, 0.9) }, normal, core, radius: size }
}

function cornered(random: Random, size: number, surface: object, corner: boolean): Piece {
  const count = random.pick([3, 4, 4, 5, 7])
  const boxed = count === 4
  const wide = size * random.between(0.6, 2)
  const points: Vec2[] = boxed
    ? [{ x: wide, y: -size }, { x: wide, y: size }, { x: -wide, y: size }, { x: -wide, y: -size }]
    : Array.from({ length: count }, (_, i) => add({ x: 0, y: 0 }, along((i + random.between(-0.2, 0.2)) * 2 * Math.PI / count), 1.5 * size))
  const shape = boxed ? box({ halfExtents: { x: wide, y: size }, ...surface }) : polygon({ points, ...surface })
  const k = random.integer(0, count - 1)
  const here = points[k]!
  const next = points[(k + 1) % count]!
  const before = points[(k + count - 1) % count]!
  const outward = (a: Vec2, b: Vec2): Vec2 => {
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    return { x: (b.y - a.y) / length, y: -(b.x - a.x) / length }
  }
  const n = outward(here, next)
  if (!corner) return { shape, point: add(here, add(next, here, -1), random.between(0.1, 0.9)), normal: n, core: points, radius: 0 }
  const m = outward(before, here)
  const share = random.between(0.1, 0.9)
  const normal = add({ x: m.x * (1 - share), y: m.y * (1 - share) }, n, share)
  const length = Math.hypot(normal.x, normal.y)
  return { shape, point: here, normal: { x: normal.x / length, y: normal.y / length }, core: points, radius: 0 }
}

/** Distance of two cores: of the corners of each from the edges of the other, negative if one is inside. */
function distance(a: readonly Vec2[], b: readonly Vec2[]): number {
  const from = (points: readonly Vec2[], others: readonly Vec2[]): number => {
    let least = Infinity
    for (const p of points) {
      let inside = others.length > 2
      let near = Infinity
      for (let i = 0; i < others.length; i++) {
        const u = others[i]!
        const edge = add(others[(i + 1) % others.length]!, u, -1)
        const to = add(p, u, -1)
        const t = dot(edge, edge) > 0 ? Math.min(1, Math.max(0, dot(to, edge) / dot(edge, edge))) : 0
        const d = add(to, edge, -t)
        near = Math.min(near, Math.hypot(d.x, d.y))
        if (cross(edge, to) < 0) inside = false
      }
      least = Math.min(least, inside ? -near : near)
    }
    return least
  }
  return Math.min(from(a, b), from(b, a))
}

interface Motion {
  place: Vec2
  angle: number
  v: Vec2
  w: number
}

function coreAt(piece: Piece, center: Vec2, motion: Motion, t: number): Vec2[] {
  const at = add(motion.place, motion.v, t)
  return piece.core.map(p => add(at, turned(add(p, center, -1), motion.angle + motion.w * t)))
}

const DISCS = ['circle', 'circle', 'offset circle']
const CAPSULES = ['capsule end', 'capsule side']

/** A disc (or a capsule) against a disc, a capsule, a corner or a face; `sharp`: a corner against a face. */
function strike(random: Random, e: number | null, sharp: boolean, kinds: readonly string[]): Partial<Record<'energy' | 'velocity' | 'momentum', number>> {
  const size = random.scale(1e-2, 1e2)
  const surface = { restitution: e ?? random(), friction: 0, density: 1 }
  const bounce = surface.restitution
  const dt = 1 / random.pick([30, 60, 60, 120, 240])
  const sizeB = size * random.scale(0.3, 3)
  const a = sharp ? cornered(random, size, surface, true) : roundPiece(random, size, surface, kinds)
  const b = sharp ? cornered(random, sizeB, surface, false) : random() < 0.5 ? roundPiece(random, sizeB, surface, [...DISCS, ...CAPSULES]) : cornered(random, sizeB, surface, random() < 0.5)
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
  const make = (piece: Piece, mass: number): Body => world.createBody({ mass, shapes: [piece.shape] })
  const bodies = [make(a, random.scale(0.03, 30)), make(b, random.scale(0.03, 30))]
  const centers = bodies.map(body => body.localCenterOfMass)
  // The pose of touch: the point at the origin, the normal of A the opposite of that of B.
  const angleA = random.between(0, 6.28)
  const n = turned(a.normal, angleA)
  // A corner that meets a face may lie on it at any angle that keeps the rest of its body away.
  const angleB = Math.atan2(-n.y, -n.x) - Math.atan2(b.normal.y, b.normal.x)
  const arms = [turned(add(a.point, centers[0]!, -1), angleA), turned(add(b.point, centers[1]!, -1), angleB)]
  const least = Math.min(size, sizeB)
  const speed = random.between(0.02, 0.6) * least / dt
  const spin = (): number => random.between(-0.3, 0.3) * speed / Math.max(size, sizeB)
  const w = [spin(), spin()]
  const v = [
    { x: random.between(-0.3, 0.3) * speed, y: random.between(-0.3, 0.3) * speed },
    { x: 0, y: 0 },
  ]
  const slant = random.between(-1.2, 1.2)
  const course = turned(n, slant)
  // B's point comes at A's along the course, against the normal.
  const velocityAt = (k: number): Vec2 => add(v[k]!, { x: -w[k]! * arms[k]!.y, y: w[k]! * arms[k]!.x })
  v[1] = add(add(velocityAt(0), course, -speed), { x: -w[1]! * arms[1]!.y, y: w[1]! * arms[1]!.x }, -1)
  const time = random.between(1.2, 4) * dt
  const motions: Motion[] = [0, 1].map(k => {
    const angle = (k === 0 ? angleA : angleB) - w[k]! * time
    return { place: add({ x: -arms[k]!.x, y: -arms[k]!.y }, v[k]!, -time), angle, v: v[k]!, w: w[k]! }
  })
  for (let k = 0; k < 60; k++) {
    const t = time * (1 - Math.pow(k / 60, 2)) - 1e-3 * dt
    const d = distance(coreAt(a, centers[0]!, motions[0]!, t), coreAt(b, centers[1]!, motions[1]!, t))
    if (d < a.radius + b.radius) return {}
  }
  bodies.forEach((body, k) => {
    const { place, angle, v: velocity, w: turn } = motions[k]!
    body.rotation = angle
    body.position = add(place, turned(centers[k]!, angle), -1)
    body.linearVelocity = velocity
    body.angularVelocity = turn
  })
  // Closed form: an impulse along the normal at the point, from A to B.
  const normalSpeed = dot(add(velocityAt(1), velocityAt(0), -1), n)
  const K = bodies.reduce((sum, body, k) => sum + 1 / body.mass + cross(arms[k]!, n) ** 2 / body.getInertia(), 0)
  const push = -(1 + bounce) * normalSpeed / K
  const truth = bodies.map((body, k) => {
    const sign = k === 0 ? -1 : 1
    return { v: add(v[k]!, n, sign * push / body.mass), w: w[k]! + sign * push * cross(arms[k]!, n) / body.getInertia() }
  })
  const energyOf = (m: readonly { v: Vec2; w: number }[]): number => bodies.reduce((sum, body, k) => sum + 0.5 * body.mass * dot(m[k]!.v, m[k]!.v) + 0.5 * body.getInertia() * m[k]!.w ** 2, 0)
  const spinOf = (): number => bodies.reduce((sum, body) => sum + body.mass * cross(body.centerOfMass, body.linearVelocity) + body.getInertia() * body.angularVelocity, 0)
  const before = energyOf(motions)
  const angular = spinOf()
  // In the frame of the centre of mass, whose energy no blow changes.
  const total = bodies[0]!.mass + bodies[1]!.mass
  const drift = { x: (bodies[0]!.mass * v[0]!.x + bodies[1]!.mass * v[1]!.x) / total, y: (bodies[0]!.mass * v[0]!.y + bodies[1]!.mass * v[1]!.y) / total }
  const own = before - 0.5 * total * dot(drift, drift)
  const steps = Math.floor(time / dt) + 2
  const later = bodies.map((_, k) => ({ place: { x: -arms[k]!.x, y: -arms[k]!.y }, angle: k === 0 ? angleA : angleB, ...truth[k]! }))
  for (let k = 1; k <= 40; k++) {
    // No second blow, and none to come before the next step.
    const t = ((steps + 1) * dt - time) * k / 40
    if (distance(coreAt(a, centers[0]!, later[0]!, t), coreAt(b, centers[1]!, later[1]!, t)) < a.radius + b.radius) return {}
  }
  for (let k = 0; k < steps; k++) world.step(dt)
  const after = bodies.map(body => ({ v: body.linearVelocity, w: body.angularVelocity }))
  let miss = 0
  bodies.forEach((body, k) => {
    const d = add(after[k]!.v, truth[k]!.v, -1)
    const turn = (after[k]!.w - truth[k]!.w) * Math.sqrt(body.getInertia() / body.mass)
    // Against the change of its velocity: light bodies change most.
    miss = Math.max(miss, Math.hypot(d.x, d.y, turn) * body.mass * K / Math.abs(normalSpeed) / Math.max(1, body.mass * K))
  })
  return {
    energy: Math.abs(energyOf(after) - energyOf(truth)) / own,
    velocity: miss,
    momentum: Math.abs(spinOf() - angular) / (push * Math.max(Math.hypot(arms[0]!.x, arms[0]!.y), Math.hypot(arms[1]!.x, arms[1]!.y))),
  }
}

testFamily({
  name: 'elastic blows of discs, 2D', short: 300, long: 2000,
  figures: { energy: { p50: 1e-12, p99: 1e-6, worst: 0.03 }, velocity: { p50: 1e-12, p99: 1e-2 }, momentum: { p99: 1e-9, worst: 1e-6 } },
  run: random => strike(random, 1, false, DISCS),
})

testFamily({
  name: 'blows of discs with any restitution, 2D', short: 300, long: 2000,
  figures: { energy: { p50: 1e-12, p99: 1e-2 }, velocity: { p50: 1e-12, p99: 5e-2 }, momentum: { p50: 1e-12, p99: 5e-2 } },
  run: random => strike(random, null, false, DISCS),
})

testFamily({
  name: 'elastic blows of capsules, 2D', short: 300, long: 2000,
  figures: { energy: { p99: 1e-4 }, velocity: { p50: 1e-3 }, momentum: { p99: 1e-9, worst: 1e-6 } },
  run: random => strike(random, 1, false, CAPSULES),
})

testFamily({
  name: 'elastic blows of a corner and a face, 2D', short: 300, long: 2000,
  figures: { energy: { p99: 1e-4 }, velocity: { p50: 0.1 }, momentum: { p99: 1e-9, worst: 1e-6 } },
  run: random => strike(random, 1, true, DISCS),
})
