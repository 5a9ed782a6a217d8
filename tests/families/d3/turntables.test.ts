/**
 * What rides a turntable, kinematic, on a hinge, or free and heavy; any size and gravity. A box or puck that sticks goes round with it while friction
 * holds it (ω² r up to 0.95 μ g): its distance from the axis after two turns; beyond (from 1.1 μ g) it leaves. A ball that rolls on it goes in
 * circles with 2/7 of its spin: where it is after one of them. Distances in parts of the first one.
 */

import { type Body, box, cylinder, type ShapeDefinition, sphere, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

interface Ride {
  readonly world: World
  readonly dt: number
  readonly gravity: number
  readonly friction: number
}

/** A disc whose top is at height 0, turning about the vertical through the origin. */
function addTable(world: World, random: Random, radius: number, spin: number, friction: number): void {
  const kind = random.pick(['kinematic', 'hinged', 'free'])
  const height = 0.2 * radius
  const table = world.createBody({
    type: kind === 'kinematic' ? 'kinematic' : 'dynamic', position: { x: 0, y: -height, z: 0 }, angularVelocity: { x: 0, y: spin, z: 0 },
    shapes: [cylinder({ radius, halfHeight: height, friction, density: 1e9 })],
  })
  if (kind === 'hinged') {
    world.createHingeJoint({ bodyA: world.createBody({ type: 'static' }), bodyB: table, anchor: { x: 0, y: 0, z: 0 }, axis: { x: 0, y: 1, z: 0 } })
  } else if (kind === 'free') {
    const below = box({ halfExtents: { x: 2 * radius, y: height, z: 2 * radius }, friction: 0 })
    world.createBody({ type: 'static', position: { x: 0, y: -3 * height, z: 0 }, shapes: [below] })
  }
}

function begin(random: Random): Ride {
  const gravity = random.scale(1, 30)
  const world = new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: random() < 0.5 })
  return { world, dt: 1 / random.pick([30, 60, 60, 120, 240]), gravity, friction: random.between(0.1, 1) }
}

const away = ({ position: { x, z } }: Body): number => Math.hypot(x, z)

testFamily({
  name: 'boxes and pucks on turntables',
  short: 30,
  long: 400,
  figures: { held: { p50: 1e-4, p99: 5e-3, worst: 0.02 }, left: { worst: 0 } },
  run(random) {
    const { world, dt, gravity, friction } = begin(random)
    const held = random() < 0.7
    const pull = held ? random.between(0.2, 0.95) : random.between(1.1, 1.5)
    // At most a quarter of a radian per step: what turns faster is not at one place in it.
    const radius = Math.max(random.scale(0.02, 20), (pull * friction * gravity * dt * dt) / 0.0625)
    const spin = Math.sqrt((pull * friction * gravity) / radius) * (random() < 0.5 ? 1 : -1)
    addTable(world, random, 4 * radius, spin, friction)
    const size = radius * random.between(0.05, 0.2)
    const height = size * random.between(0.1, 0.5)
    const shape: ShapeDefinition =
      random() < 0.5 ? box({ halfExtents: { x: size, y: height, z: size }, friction }) : cylinder({ radius: size, halfHeight: height, friction })
    const body = world.createBody({
      position: { x: radius, y: height, z: 0 }, linearVelocity: { x: 0, y: 0, z: -spin * radius }, angularVelocity: { x: 0, y: spin, z: 0 }, shapes: [shape],
    })
    const time = (4 * Math.PI) / Math.abs(spin)
    for (let t = 0; t < time; t += dt) world.step(dt)
    const out = away(body) / radius - 1
    return held ? { held: Math.abs(out) } : { left: out > 0.1 ? 0 : 1 }
  },
})

testFamily({
  name: 'balls that roll on turntables',
  short: 20,
  long: 200,
  figures: { circle: { p50: 1e-3, p99: 2e-2 } },
  run(random) {
    const { world, dt, gravity } = begin(random)
    // At most 0.15 rad per step, and slow enough for friction to hold the ball on its circle.
    const radius = random.scale(0.05, 10)
    const spin = random.between(0.1, 1) * Math.min(0.15 / dt, 3.5 * Math.sqrt(gravity / radius))
    addTable(world, random, 5 * radius, spin, 1)
    const r = radius * random.between(0.05, 0.2)
    // The velocity of a circle of at most half of that distance.
    const angle = random.between(0, 2 * Math.PI)
    const speed = (2 / 7) * spin * radius * random.between(0.1, 0.5)
    const v = { x: speed * Math.cos(angle), y: 0, z: speed * Math.sin(angle) }
    // It rolls: v + w × (−r up) is the table's velocity there, (0, 0, −spin · radius).
    const body = world.createBody({
      position: { x: radius, y: r, z: 0 }, linearVelocity: v, shapes: [sphere({ radius: r, friction: 1 })],
      angularVelocity: { x: (v.z + spin * radius) / r, y: 0, z: -v.x / r },
    })
    const time = (7 * Math.PI) / spin
    const steps = Math.floor(time / dt)
    for (let i = 0; i < steps; i++) world.step(dt)
    const rest = time - steps * dt
    const { position: p, linearVelocity: u } = body
    return { circle: Math.hypot(p.x + u.x * rest - radius, p.z + u.z * rest) / radius }
  },
})
