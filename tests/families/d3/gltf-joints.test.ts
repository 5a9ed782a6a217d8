// Joints of glTF documents against the formulas of the format: limits by their metrics in frames on turned, nested, scaled nodes; drives and soft
// limits against the differential equation that they are, solved here by fourth-order Runge–Kutta.
import type { Body } from 'fulcrum-physics/3d'
import { Document, type Json } from '../../adapters/gltf/documents.ts'
import { testFamily, type Random } from '../family.ts'

type Numbers = readonly number[]

const DT = 1 / 60
const add = (a: Numbers, b: Numbers): number[] => a.map((x, i) => x + b[i]!)
const minus = (a: Numbers, b: Numbers): number[] => a.map((x, i) => x - b[i]!)
const dot = (a: Numbers, b: Numbers): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0)
const scaled = (a: Numbers, s: number): number[] => a.map(x => x * s)
const conjugate = ([x, y, z, w]: Numbers): number[] => [-x!, -y!, -z!, w!]
const list = ({ x, y, z }: { x: number; y: number; z: number }): number[] => [x, y, z]
const axisOf = (k: number): number[] => [0, 1, 2].map(i => (i === k ? 1 : 0))

function times(a: Numbers, b: Numbers): number[] {
  const [ax, ay, az, aw] = a as [number, number, number, number]
  const [bx, by, bz, bw] = b as [number, number, number, number]
  return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]
}

const rotate = (q: Numbers, v: Numbers): number[] => times(times(q, [...v, 0]), conjugate(q)).slice(0, 3)

function about(axis: Numbers, angle: number): number[] {
  const length = Math.hypot(...axis)
  return [...axis.map(x => (x / length) * Math.sin(angle / 2)), Math.cos(angle / 2)]
}

const vector = (random: Random, size: number): number[] => [0, 0, 0].map(() => random.between(-size, size))
const turn = (random: Random): number[] => about([random.between(-1, 1), random.between(-1, 1), 1.01], random.between(-3, 3))

/** A body or a fixed node with a frame on it, and how to find the frame again. */
interface Holder {
  readonly frame: number
  readonly body: number | null
  /** Place of the frame on the body, scale worked in, and its rotation. */
  readonly at: number[]
  readonly turn: number[]
}

/**
 * A node whose attachment frame stands at a place of the world: the frame is turned on it, it is scaled unevenly, and hangs below a parent that is
 * turned and scaled.
 */
function holder(document: Document, random: Random, at: Numbers, rotation: Numbers, motion: Json | null): Holder {
  const [own, offset] = [turn(random), vector(random, 0.6)]
  const stretch = random() < 0.5 ? [1, 1, 1] : [0, 0, 0].map(() => random.between(0.5, 2) * random.pick([1, 1, 1, -1]))
  const outer = { at: vector(random, 3), turn: turn(random), scale: random.between(0.5, 2) }
  // A mirror in one axis alone has no rotation that stands for it: mirrored nodes are mirrored twice.
  if (stretch[0]! * stretch[1]! * stretch[2]! < 0) stretch[0] = -stretch[0]!
  const size = stretch.map(s => s * outer.scale)
  const bodyTurn = times(rotation, conjugate(own))
  const bodyAt = minus(at, rotate(bodyTurn, offset.map((x, i) => x * size[i]!)))
  const frame = document.node({ translation: offset, rotation: own })
  const shape = document.shape('sphere', { radius: 0.1 })
  const back = conjugate(outer.turn)
  const fields = {
    translation: scaled(rotate(back, minus(bodyAt, outer.at)), 1 / outer.scale), rotation: times(back, bodyTurn), scale: stretch, children: [frame],
  }
  const node = document.node(fields, motion === null ? undefined : { motion, collider: { geometry: { shape } } })
  document.node({ translation: outer.at, rotation: outer.turn, scale: [outer.scale, outer.scale, outer.scale], children: [node] })
  return { frame, body: motion === null ? null : node, at: offset.map((x, i) => x * size[i]!), turn: own }
}

function frameOf({ at, turn: own }: Holder, body: Body): { at: number[]; turn: number[] } {
  const { x, y, z, w } = body.rotation
  return { at: add(list(body.position), rotate([x, y, z, w], at)), turn: times([x, y, z, w], own) }
}

/** How far a limit is from what it allows, by the table of metrics in the format's appendix. */
function metric(limit: Json, a: { at: Numbers; turn: Numbers }, b: { at: Numbers; turn: Numbers }): number {
  const axes = (limit.linearAxes ?? limit.angularAxes) as number[]
  const third = [0, 1, 2].find(k => !axes.includes(k))!
  if (limit.linearAxes !== undefined) {
    const between = rotate(conjugate(a.turn), minus(b.at, a.at))
    return axes.length === 1 ? between[axes[0]!]! : Math.hypot(...axes.map(k => between[k]!))
  }
  const [x, y, z, w] = times(conjugate(a.turn), b.turn) as [number, number, number, number]
  if (axes.length === 3) return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w))
  if (axes.length === 2) return Math.acos(Math.min(1, Math.max(-1, dot(rotate(a.turn, axisOf(third)), rotate(b.turn, axisOf(third))))))
  const angle = 2 * Math.atan2([x, y, z][axes[0]!]!, w)
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

const motionOf = (random: Random): Json => ({
  mass: random.scale(0.2, 20), inertiaDiagonal: scaled([1, random.between(0.7, 1.2), random.between(0.7, 1.2)], random.scale(0.05, 2)),
  inertiaOrientation: turn(random), centerOfMass: vector(random, 0.2), gravityFactor: 0,
})

testFamily({
  name: 'glTF joint limits',
  short: 40,
  long: 600,
  figures: { beyond: { p50: 1e-9, p99: 1e-3, worst: 5e-3 } },
  run(random) {
    const document = new Document()
    const angular = random() < 0.5
    const axes = random.pick([[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]])
    const several = axes.length > 1
    const widest = angular ? 3 : 0.9
    const max = random.between(0.2, widest)
    const min = several ? random.pick([0, 0, 0.1]) : -random.between(0.2, widest)
    const limit = { [angular ? 'angularAxes' : 'linearAxes']: axes, min, max }
    // Free otherwise, or with the other half locked.
    const rest = random() < 0.7 ? [{ [angular ? 'linearAxes' : 'angularAxes']: [0, 1, 2], min: 0, max: 0 }] : []
    document.joints.push({ limits: random() < 0.5 ? [limit, ...rest] : [...rest, limit] })
    const [at, rotation] = [vector(random, 2), turn(random)]
    // Inside of the limit to begin with.
    const inside = several ? (min + max) / 2 : 0
    const way = axes.map(() => random.between(0.3, 1) * random.pick([-1, 1]))
    const offset = axisOf(-1)
    axes.forEach((k, i) => { offset[k] = several ? (way[i]! / Math.hypot(...way)) * inside : 0 })
    const place = angular ? at : add(at, rotate(rotation, offset))
    const placeTurn = angular && inside > 0 ? times(rotation, about(offset, inside)) : rotation
    const spin = { linearVelocity: vector(random, 2), angularVelocity: vector(random, 3) }
    const fixed = random() < 0.3
    const b = holder(document, random, place, placeTurn, fixed ? null : { ...motionOf(random), ...spin })
    const a = holder(document, random, at, rotation, { ...motionOf(random), linearVelocity: vector(random, 2), angularVelocity: vector(random, 3) })
    document.nodes[a.frame]!['extensions'] = { KHR_physics_rigid_bodies: { joint: { connectedNode: b.frame, joint: 0 } } }
    const physics = document.load()
    let beyond = 0
    for (let i = 0; i < 90; i++) {
      physics.world.step(DT)
      const [from, to] = [frameOf(a, physics.body(a.body!)!), b.body === null ? { at: place, turn: placeTurn } : frameOf(b, physics.body(b.body)!)]
      // Twist has no meaning where the axis points the other way: within 8° of that it is not told.
      if (angular && !several && dot(rotate(from.turn, axisOf(axes[0]!)), rotate(to.turn, axisOf(axes[0]!))) < -0.99) break
      const found = metric(limit, from, to)
      beyond = Math.max(beyond, min - found, found - max)
    }
    return { beyond }
  },
})

testFamily({
  name: 'glTF drives and soft limits',
  short: 40,
  long: 600,
  figures: { miss: { p99: 0.01, worst: 0.03 } },
  run(random) {
    const document = new Document()
    const [type, axis] = [random.pick(['linear', 'angular'] as const), random.integer(0, 2)]
    const others = [0, 1, 2].filter(k => k !== axis)
    const locks = type === 'linear'
      ? [{ linearAxes: others, min: 0, max: 0 }, { angularAxes: [0, 1, 2], min: 0, max: 0 }]
      : [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, { angularAxes: others, min: 0, max: 0 }]
    const soft = random() < 0.4
    const [at, rotation] = [vector(random, 2), turn(random)]
    const motion = motionOf(random)
    // Which of the two has the joint decides the sign.
    const first = random() < 0.5
    const speed = random.between(-2, 2)
    const along = rotate(rotation, axisOf(axis))
    const a = holder(document, random, at, rotation, first ? motion : null)
    const b = holder(document, random, at, rotation, first ? null : motion)
    const body = (first ? a : b).body!
    document.nodes[a.frame]!['extensions'] = { KHR_physics_rigid_bodies: { joint: { connectedNode: b.frame, joint: 0 } } }
    document.joints.push({ limits: locks })
    // The mass that the drive moves.
    const probe = document.load().body(body)!
    const arm = minus(list(probe.centerOfMass), at)
    const { xx, yy, zz, xy, xz, yz } = probe.getInertia()
    const q = [probe.rotation.x, probe.rotation.y, probe.rotation.z, probe.rotation.w]
    const local = rotate(conjugate(q), along)
    const spun = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]].map(row => dot(row, local))
    const inertia = dot(local, spun) + probe.mass * (dot(arm, arm) - dot(arm, along) * dot(arm, along))
    const mass = type === 'linear' ? probe.mass : inertia
    const hertz = random.between(0.3, 3)
    const ratio = random.between(0, 1.5)
    const omega = 2 * Math.PI * hertz
    const mode = random.pick(['force', 'acceleration'] as const)
    const unit = soft || mode === 'force' ? mass : 1
    const [stiffness, damping] = [unit * omega * omega, 2 * ratio * unit * omega]
    const drive = {
      type, axis, mode, stiffness, damping, positionTarget: random.between(-0.4, 0.4), velocityTarget: random.between(-1, 1),
      ...(random() < 0.3 ? { maxForce: mass * random.between(0.5, 5) } : {}),
    }
    const wide = random.between(0.05, 0.2)
    document.joints[0] = soft
      ? { limits: [...locks, { [`${type}Axes`]: [axis], min: -wide, max: wide, stiffness, damping }] }
      : { limits: locks, drives: [drive] }
    const physics = document.load()
    const moved = physics.body(body)!
    // Relative coordinate: that of B against A, so a body that is A goes the other way.
    const sign = first ? -1 : 1
    if (type === 'linear') moved.linearVelocity = { x: sign * speed * along[0]!, y: sign * speed * along[1]!, z: sign * speed * along[2]! }
    else {
      const centre = rotate(about(along, Math.PI / 2), minus(arm, scaled(along, dot(arm, along))))
      moved.linearVelocity = { x: sign * speed * centre[0]!, y: sign * speed * centre[1]!, z: sign * speed * centre[2]! }
      moved.angularVelocity = { x: sign * speed * along[0]!, y: sign * speed * along[1]!, z: sign * speed * along[2]! }
    }
    const force = (x: number, v: number): number => {
      if (soft) {
        if (Math.abs(x) <= wide) return 0
        // A limit pushes back in and never pulls out.
        const push = stiffness * (Math.abs(x) - wide) + damping * v * Math.sign(x)
        return -Math.sign(x) * Math.max(push, 0) / mass
      }
      const wish = (stiffness * (drive.positionTarget - x) + damping * (drive.velocityTarget - v)) * (mode === 'force' ? 1 : mass)
      const most = drive.maxForce ?? Infinity
      return Math.min(Math.max(wish, -most), most) / mass
    }
    let [x, v] = [0, speed]
    let miss = 0
    const N = 200
    for (let i = 0; i < 60; i++) {
      physics.world.step(DT)
      const h = DT / N
      for (let k = 0; k < N; k++) {
        const [v1, f1] = [v, force(x, v)]
        const [v2, f2] = [v + (h / 2) * f1, force(x + (h / 2) * v1, v + (h / 2) * f1)]
        const [v3, f3] = [v + (h / 2) * f2, force(x + (h / 2) * v2, v + (h / 2) * f2)]
        const [v4, f4] = [v + h * f3, force(x + h * v3, v + h * f3)]
        x += (h / 6) * (v1 + 2 * v2 + 2 * v3 + v4)
        v += (h / 6) * (f1 + 2 * f2 + 2 * f3 + f4)
      }
      const joint = physics.joint(a.frame)!
      const found = type === 'linear' ? joint.linearPosition(axis as 0) : joint.angularPosition(axis as 0)
      miss = Math.max(miss, Math.abs(found - x))
    }
    return { miss }
  },
})
