/**
 * Blows of two free bodies, without friction: spheres, capsules and boxes of any size and mass meet at corners, edges, ends and faces, at any
 * moment within the step. The truth is the closed form at the pose of touch: an impulse (1 + e) v / K along the true normal.
 */

import { type Body, box, capsule, type Quat, type ShapeDefinition, sphere, type Vec3, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

/** A shape that touches another at a point of its surface with an outward normal, both in its own axes; principal inertia per mass. */
interface Piece {
  readonly shape: ShapeDefinition
  readonly point: Vec3
  readonly normal: Vec3
  readonly inertia: Vec3
  /** Half extents of the core, and its radius. */
  readonly core: Vec3
  readonly radius: number
}

const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z })
const add = (a: Vec3, b: Vec3, k = 1): Vec3 => vec(a.x + k * b.x, a.y + k * b.y, a.z + k * b.z)
const scaled = (a: Vec3, k: number): Vec3 => vec(a.x * k, a.y * k, a.z * k)
const cross = (a: Vec3, b: Vec3): Vec3 => vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
const dot = (a: Vec3, b: Vec3): number => a.x * b.x + a.y * b.y + a.z * b.z
const length = (a: Vec3): number => Math.sqrt(dot(a, a))
const unit = (a: Vec3): Vec3 => scaled(a, 1 / length(a))

function turned(q: Quat, a: Vec3): Vec3 {
  const u = vec(q.x, q.y, q.z)
  const t = scaled(cross(u, a), 2)
  return add(add(a, t, q.w), cross(u, t))
}
const back = (q: Quat): Quat => ({ x: -q.x, y: -q.y, z: -q.z, w: q.w })
const product = (p: Quat, q: Quat): Quat => ({
  x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, y: p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
  z: p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
})

function direction(random: Random): Vec3 {
  for (;;) {
    const v = vec(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1))
    if (length(v) > 0.1 && length(v) < 1) return unit(v)
  }
}

/** The rotation that takes one unit vector to another. */
function between(a: Vec3, b: Vec3): Quat {
  const c = cross(a, b)
  const w = 1 + dot(a, b)
  if (w < 1e-9) return between(a, unit(vec(b.x + 1e-4, b.y - 2e-4, b.z + 3e-4)))
  const s = 1 / Math.sqrt(dot(c, c) + w * w)
  return { x: c.x * s, y: c.y * s, z: c.z * s, w: w * s }
}

function ball(random: Random, radius: number, surface: object): Piece {
  const normal = direction(random)
  const i = 0.4 * radius * radius
  return { shape: sphere({ radius, ...surface }), point: scaled(normal, radius), normal, inertia: vec(i, i, i), core: vec(0, 0, 0), radius }
}

function other(random: Random, size: number, surface: object): Piece {
  const kind = random.pick(['ball', 'corner', 'edge', 'face', 'end', 'side'])
  if (kind === 'ball') return ball(random, size, surface)
  if (kind === 'end' || kind === 'side') {
    const half = size * random.between(0.3, 2)
    // Masses of cylinder and caps, and their inertia.
    const m = 1 / (2 * half + 4 * size / 3)
    const c = 2 * half * m
    const s = 1 - c
    const along = c * size * size / 2 + s * 0.4 * size * size
    const across = c * (size * size / 4 + half * half / 3) + s * (0.4 * size * size + half * half + 0.75 * half * size)
    const inertia = vec(across, along, across)
    const shape = capsule({ radius: size, halfLength: half, ...surface })
    const core = vec(0, half, 0)
    if (kind === 'end') {
      const d = direction(random)
      const normal = vec(d.x, Math.abs(d.y), d.z)
      return { shape, point: add(core, normal, size), normal, inertia, core, radius: size }
    }
    const angle = random.between(0, 6.28)
    const normal = vec(Math.cos(angle), 0, Math.sin(angle))
    return { shape, point: vec(size * normal.x, half * random.between(-0.9, 0.9), size * normal.z), normal, inertia, core, radius: size }
  }
  const h = vec(size * random.between(0.6, 1.6), size * random.between(0.6, 1.6), size * random.between(0.6, 1.6))
  const inertia = vec((h.y * h.y + h.z * h.z) / 3, (h.x * h.x + h.z * h.z) / 3, (h.x * h.x + h.y * h.y) / 3)
  const free = kind === 'corner' ? 0 : kind === 'edge' ? 1 : 2
  const pointOf = (extent: number, onFace: boolean): number => onFace ? random.between(-0.8, 0.8) * extent : extent
  const normal = unit(vec(free > 1 ? 0 : random.between(0.15, 1), free > 0 ? 0 : random.between(0.15, 1), random.between(0.15, 1)))
  const point = vec(pointOf(h.x, free > 1), pointOf(h.y, free > 0), h.z)
  return { shape: box({ halfExtents: h, ...surface }), point, normal, inertia, core: h, radius: 0 }
}

/** Distance of a sphere's centre from a core. */
function distance(p: Vec3, core: Vec3): number {
  const out = (x: number, h: number): number => Math.max(0, Math.abs(x) - h)
  return Math.hypot(out(p.x, core.x), out(p.y, core.y), out(p.z, core.z))
}

function strike(random: Random, e: number | null): Partial<Record<'energy' | 'velocity' | 'momentum', number>> {
  const size = random.scale(1e-2, 1e2)
  const bounce = e ?? random()
  const surface = { restitution: bounce, friction: 0 }
  const dt = 1 / random.pick([30, 60, 60, 120, 240])
  const sizeB = size * random.scale(0.3, 3)
  const pieces = [ball(random, size, surface), other(random, sizeB, surface)]
  const world = new World({ gravity: vec(0, 0, 0), sleeping: false })
  const bodies: Body[] = pieces.map(piece => world.createBody({ mass: random.scale(0.03, 30), shapes: [piece.shape] }))
  const qB = between(vec(0, 0, 1), direction(random))
  const n = scaled(turned(qB, pieces[1]!.normal), -1)
  const qA = between(pieces[0]!.normal, n)
  const q = [qA, qB]
  const arms = pieces.map((piece, k) => turned(q[k]!, piece.point))
  const speed = random.between(0.02, 0.6) * Math.min(size, sizeB) / dt
  // The ball spins; the other does not, so that its pose of touch is the one it has all along.
  const w = [scaled(direction(random), random() * speed / size), vec(0, 0, 0)]
  const v0 = scaled(direction(random), 0.3 * speed)
  let course = direction(random)
  if (dot(course, n) < 0) course = scaled(course, -1)
  course = unit(add(course, n, random.between(0, 2)))
  const v = [v0, add(v0, course, -speed)]
  const time = random.between(1.2, 4) * dt
  const steps = Math.floor(time / dt) + 2
  const K = bodies.reduce((sum, body, k) => {
    const a = turned(back(q[k]!), cross(arms[k]!, n))
    const i = pieces[k]!.inertia
    return sum + (1 + a.x * a.x / i.x + a.y * a.y / i.y + a.z * a.z / i.z) / body.mass
  }, 0)
  const normalSpeed = dot(add(v[1]!, v[0]!, -1), n)
  const push = -(1 + bounce) * normalSpeed / K
  const truth = bodies.map((body, k) => {
    const sign = (k === 0 ? -1 : 1) * push / body.mass
    const a = turned(back(q[k]!), cross(arms[k]!, n))
    const i = pieces[k]!.inertia
    return { v: add(v[k]!, n, sign), w: add(w[k]!, turned(q[k]!, vec(sign * a.x / i.x, sign * a.y / i.y, sign * a.z / i.z))) }
  })
  const touches = (t: number, turn: number): boolean => {
    const moved = add(scaled(arms[0]!, -1), t < 0 ? v[0]! : truth[0]!.v, t)
    const at = add(add(moved, arms[1]!), t < 0 ? v[1]! : truth[1]!.v, -t)
    const angle = length(truth[1]!.w) * turn
    const spun = angle > 0 ? product({ ...scaled(unit(truth[1]!.w), Math.sin(angle / 2)), w: Math.cos(angle / 2) }, qB) : qB
    return distance(turned(back(t < 0 ? qB : spun), at), pieces[1]!.core) < size + pieces[1]!.radius
  }
  for (let k = 0; k < 40; k++) {
    const before = -time * (k + 1) / 40
    const after = ((steps + 1) * dt - time) * (k + 1) / 40
    if (touches(before, 0) || touches(after, after)) return {}
  }
  bodies.forEach((body, k) => {
    body.rotation = q[k]!
    body.position = add(scaled(arms[k]!, -1), v[k]!, -time)
    body.linearVelocity = v[k]!
    body.angularVelocity = w[k]!
  })
  const energyOf = (m: readonly { v: Vec3; w: Vec3 }[], pose: readonly Quat[]): number => bodies.reduce((sum, body, k) => {
    const a = turned(back(pose[k]!), m[k]!.w)
    const i = pieces[k]!.inertia
    return sum + 0.5 * body.mass * (dot(m[k]!.v, m[k]!.v) + i.x * a.x * a.x + i.y * a.y * a.y + i.z * a.z * a.z)
  }, 0)
  const spinOf = (): Vec3 => bodies.reduce((sum, body, k) => {
    const a = turned(back(body.rotation), body.angularVelocity)
    const i = pieces[k]!.inertia
    const own = turned(body.rotation, vec(i.x * a.x, i.y * a.y, i.z * a.z))
    return add(sum, add(cross(body.position, body.linearVelocity), own), body.mass)
  }, vec(0, 0, 0))
  const total = bodies[0]!.mass + bodies[1]!.mass
  const drift = scaled(add(scaled(v[0]!, bodies[0]!.mass), v[1]!, bodies[1]!.mass), 1 / total)
  const own = energyOf([{ v: v[0]!, w: w[0]! }, { v: v[1]!, w: w[1]! }], q) - 0.5 * total * dot(drift, drift)
  const angular = spinOf()
  for (let k = 0; k < steps; k++) world.step(dt)
  const after = bodies.map(body => ({ v: body.linearVelocity, w: body.angularVelocity }))
  let miss = 0
  bodies.forEach((body, k) => {
    const d = length(add(after[k]!.v, truth[k]!.v, -1))
    miss = Math.max(miss, d * body.mass * K / Math.abs(normalSpeed) / Math.max(1, body.mass * K))
  })
  return {
    energy: Math.abs(energyOf(after, bodies.map(body => body.rotation)) - energyOf(truth, q)) / own,
    velocity: miss,
    momentum: length(add(spinOf(), angular, -1)) / (push * Math.max(length(arms[0]!), length(arms[1]!))),
  }
}

testFamily({
  name: 'elastic blows of round shapes, 3D', short: 300, long: 2000,
  figures: { energy: { p50: 1e-10, p99: 1e-4, worst: 1e-3 }, velocity: { p50: 1e-12, p99: 1e-2 }, momentum: { p99: 1e-9, worst: 1e-6 } },
  run: random => strike(random, 1),
})

testFamily({
  name: 'blows of any restitution, 3D', short: 300, long: 2000,
  figures: { energy: { p50: 1e-10, p99: 1e-3 }, velocity: { p50: 1e-12, p99: 5e-2 }, momentum: { p50: 1e-12, p99: 1e-2 } },
  run: random => strike(random, null),
})
