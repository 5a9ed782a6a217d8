/** Balls that strike jointed bodies, e = 0, ½, 1, against the closed form of the constrained system. */

import { type Body, circle, type Vec2, World } from 'fulcrum-physics/2d'
import { constrainedCompliance } from '../constrained-impact.ts'
import { testFamily } from '../family.ts'

const BALL = 2
const TARGET = 4

testFamily({
  name: 'balls against jointed bodies, 2D',
  short: 40,
  long: 600,
  figures: { bounce: { p50: 1e-12, p99: 1e-8, worst: 1e-4 }, stop: { p50: 1e-4, p99: 5e-3, worst: 1e-2 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const ground = world.createBody({ type: 'static' })
    const n = random.integer(1, 6)
    const target = random.integer(0, n - 1)
    const e = random.pick([0, 0.5, 1])
    const bodies: Body[] = []
    for (let i = 0; i < n; i++) {
      const mass = random.scale(0.2, 20)
      const filter = { category: i === target ? TARGET : 1, mask: i === target ? BALL : 0 }
      bodies.push(world.createBody({
        position: { x: i + random.between(-0.2, 0.2), y: random.between(-1, 1) }, rotation: random.between(-3, 3),
        shapes: [circle({ radius: 0.3, filter, friction: 0, restitution: e })], mass, inertia: mass * random.between(0.03, 0.1),
        centerOfMass: { x: random.between(-0.2, 0.2), y: random.between(-0.2, 0.2) },
      }))
    }
    const G: number[][] = []
    const row = (a: number, b: number, x: number, y: number, p: Vec2, turn: number): void => {
      const values = Array.from({ length: n * 3 }, () => 0)
      for (const [body, sign] of [[a, -1], [b, 1]] as const) {
        if (body < 0) continue
        const c = bodies[body]!.centerOfMass
        values[body * 3] = sign * x
        values[body * 3 + 1] = sign * y
        values[body * 3 + 2] = sign * ((p.x - c.x) * y - (p.y - c.y) * x + turn)
      }
      G.push(values)
    }
    const join = (a: number, b: number): void => {
      const bodyA = a < 0 ? ground : bodies[a]!
      const bodyB = bodies[b]!
      const at = bodyB.position
      const p = { x: at.x + random.between(-0.5, 0.5), y: at.y + random.between(-0.5, 0.5) }
      const kind = random.pick(['hinge', 'hinge', 'slider', 'fixed', 'distance'])
      const angle = random.between(0, 6)
      const axis = { x: Math.cos(angle), y: Math.sin(angle) }
      if (kind === 'distance') {
        const q = { x: p.x + 0.5 * axis.x, y: p.y + 0.5 * axis.y }
        world.createDistanceJoint({ bodyA, bodyB, anchorA: q, anchorB: p, length: 0.5 })
        row(a, b, axis.x, axis.y, p, 0)
        return
      }
      if (kind === 'slider') {
        world.createSliderJoint({ bodyA, bodyB, anchor: p, axis })
        row(a, b, -axis.y, axis.x, p, 0)
      } else {
        if (kind === 'hinge') world.createHingeJoint({ bodyA, bodyB, anchor: p })
        else world.createFixedJoint({ bodyA, bodyB, anchor: p })
        row(a, b, 1, 0, p, 0)
        row(a, b, 0, 1, p, 0)
      }
      if (kind !== 'hinge') row(a, b, 0, 0, p, 1)
    }
    const free = random() < 0.3
    for (let i = free ? 1 : 0; i < n; i++) join(random.integer(free ? 0 : -1, i - 1), i)
    // A loop, or none.
    if (n > 2 && random() < 0.4) join(random.integer(-1, n - 2), n - 1)
    const angle = random.between(0, 6)
    const d = { x: Math.cos(angle), y: Math.sin(angle) }
    const speed = random.scale(0.5, 5)
    const mass = random.scale(0.2, 20)
    const center = bodies[target]!.position
    const ball = world.createBody({
      position: { x: center.x - d.x, y: center.y - d.y }, linearVelocity: { x: d.x * speed, y: d.y * speed }, mass,
      shapes: [circle({ radius: 0.2, filter: { category: BALL, mask: TARGET }, friction: 0, restitution: e })],
    })
    const W = Array.from({ length: n * 3 }, (_, i) => Array.from({ length: n * 3 }, (_, k) => {
      const body = bodies[Math.floor(i / 3)]!
      return i !== k ? 0 : i % 3 === 2 ? 1 / body.getInertia() : 1 / body.mass
    }))
    const J = Array.from({ length: n * 3 }, () => 0)
    const c = bodies[target]!.centerOfMass
    J[target * 3] = d.x
    J[target * 3 + 1] = d.y
    J[target * 3 + 2] = (center.x - c.x) * d.y - (center.y - c.y) * d.x
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
      read = ball.linearVelocity.x * d.x + ball.linearVelocity.y * d.y
      if (Math.abs(read - speed) > 1e-6 * speed) left--
    }
    const miss = Math.abs(read - expected) / speed
    return e === 0 ? { stop: miss } : { bounce: miss }
  },
})
