/** Balls that strike jointed bodies, e = 0, ½, 1, against the closed form of the constrained system. */

import { type Body, sphere, type Vec3, World } from 'fulcrum-physics/3d'
import { constrainedCompliance } from '../constrained-impact.ts'
import { testFamily } from '../family.ts'

const BALL = 2
const TARGET = 4
const NONE: Vec3 = { x: 0, y: 0, z: 0 }
const AXES: readonly Vec3[] = [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }]

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

function unit(v: Vec3): Vec3 {
  const length = Math.hypot(v.x, v.y, v.z)
  return { x: v.x / length, y: v.y / length, z: v.z / length }
}

/** Two directions across an axis. */
function across(axis: Vec3): [Vec3, Vec3] {
  const first = unit(cross(axis, Math.abs(axis.x) < 0.6 ? AXES[0]! : AXES[1]!))
  return [first, cross(axis, first)]
}

testFamily({
  name: 'balls against jointed bodies, 3D',
  short: 40,
  long: 600,
  figures: { bounce: { p50: 1e-12, p99: 1e-8, worst: 1e-4 }, stop: { p50: 1e-4, p99: 5e-3, worst: 1e-2 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const ground = world.createBody({ type: 'static' })
    const n = random.integer(1, 6)
    const target = random.integer(0, n - 1)
    const e = random.pick([0, 0.5, 1])
    const any = (size: number): Vec3 => ({ x: random.between(-size, size), y: random.between(-size, size), z: random.between(-size, size) })
    const bodies: Body[] = []
    const inertias: number[] = []
    for (let i = 0; i < n; i++) {
      const mass = random.scale(0.2, 20)
      // The same about every axis, so that the turn of the body does not matter.
      const inertia = mass * random.between(0.03, 0.1)
      inertias.push(inertia)
      const filter = { category: i === target ? TARGET : 1, mask: i === target ? BALL : 0 }
      const at = any(0.5)
      bodies.push(world.createBody({
        position: { x: at.x + i, y: at.y, z: at.z }, shapes: [sphere({ radius: 0.3, filter, friction: 0, restitution: e })], mass,
        inertia: { xx: inertia, yy: inertia, zz: inertia, xy: 0, xz: 0, yz: 0 }, centerOfMass: any(0.2),
      }))
    }
    const G: number[][] = []
    const row = (a: number, b: number, force: Vec3, p: Vec3, torque: Vec3): void => {
      const values = Array.from({ length: n * 6 }, () => 0)
      for (const [body, sign] of [[a, -1], [b, 1]] as const) {
        if (body < 0) continue
        const c = bodies[body]!.centerOfMass
        const turn = cross({ x: p.x - c.x, y: p.y - c.y, z: p.z - c.z }, force)
        const parts = [force.x, force.y, force.z, turn.x + torque.x, turn.y + torque.y, turn.z + torque.z]
        parts.forEach((value, k) => (values[body * 6 + k] = sign * value))
      }
      G.push(values)
    }
    const join = (a: number, b: number): void => {
      const bodyA = a < 0 ? ground : bodies[a]!
      const bodyB = bodies[b]!
      const at = bodyB.position
      const off = any(0.5)
      const p = { x: at.x + off.x, y: at.y + off.y, z: at.z + off.z }
      const kind = random.pick(['ball', 'hinge', 'slider', 'fixed', 'distance'])
      const axis = unit(any(1))
      const [u, v] = across(axis)
      if (kind === 'distance') {
        const q = { x: p.x + 0.5 * axis.x, y: p.y + 0.5 * axis.y, z: p.z + 0.5 * axis.z }
        world.createDistanceJoint({ bodyA, bodyB, anchorA: q, anchorB: p, length: 0.5 })
        row(a, b, axis, p, NONE)
        return
      }
      const points = kind === 'slider' ? [u, v] : AXES
      const turns = kind === 'ball' ? [] : kind === 'hinge' ? [u, v] : AXES
      for (const direction of points) row(a, b, direction, p, NONE)
      for (const direction of turns) row(a, b, NONE, p, direction)
      if (kind === 'ball') world.createBallJoint({ bodyA, bodyB, anchor: p })
      else if (kind === 'hinge') world.createHingeJoint({ bodyA, bodyB, anchor: p, axis })
      else if (kind === 'slider') world.createSliderJoint({ bodyA, bodyB, anchor: p, axis })
      else world.createFixedJoint({ bodyA, bodyB, anchor: p })
    }
    const free = random() < 0.3
    for (let i = free ? 1 : 0; i < n; i++) join(random.integer(free ? 0 : -1, i - 1), i)
    // A loop, or none.
    if (n > 2 && random() < 0.4) join(random.integer(-1, n - 2), n - 1)
    const d = unit(any(1))
    const speed = random.scale(0.5, 5)
    const mass = random.scale(0.2, 20)
    const center = bodies[target]!.position
    const ball = world.createBody({
      position: { x: center.x - d.x, y: center.y - d.y, z: center.z - d.z }, linearVelocity: { x: d.x * speed, y: d.y * speed, z: d.z * speed }, mass,
      shapes: [sphere({ radius: 0.2, filter: { category: BALL, mask: TARGET }, friction: 0, restitution: e })],
    })
    const W = Array.from({ length: n * 6 }, (_, i) => Array.from({ length: n * 6 }, (_, k) => {
      const body = Math.floor(i / 6)
      return i !== k ? 0 : i % 6 > 2 ? 1 / inertias[body]! : 1 / bodies[body]!.mass
    }))
    const J = Array.from({ length: n * 6 }, () => 0)
    const c = bodies[target]!.centerOfMass
    const turn = cross({ x: center.x - c.x, y: center.y - c.y, z: center.z - c.z }, d)
    ;[d.x, d.y, d.z, turn.x, turn.y, turn.z].forEach((value, k) => (J[target * 6 + k] = value))
    const compliance = constrainedCompliance(W, G, J)
    if (compliance === null) return {}
    const expected = speed * (1 - (1 + e) / mass / (1 / mass + compliance))
    // Without a rebound the ball goes on pushing, and the push turns with the body: less so in a short step.
    const dt = 1 / (e === 0 ? 960 : random.pick([60, 120, 240]))
    let read = speed
    // A stop may take the step in which the gap closes and the next one.
    let left = e === 0 ? 2 : 1
    for (let t = 0; t < 2 && left > 0; t += dt) {
      world.step(dt)
      const v = ball.linearVelocity
      read = v.x * d.x + v.y * d.y + v.z * d.z
      if (Math.abs(read - speed) > 1e-6 * speed) left--
    }
    const miss = Math.abs(read - expected) / speed
    return e === 0 ? { stop: miss } : { bounce: miss }
  },
})
