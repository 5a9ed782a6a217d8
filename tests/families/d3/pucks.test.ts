/**
 * Pucks and square plates that slide and spin on a floor until they stop, against the integral of an evenly pressed disc (Farkas, Bartels, Unger, Wolf
 * 2003): how far they go, and how far they turn. Spin makes them slide further: friction along is what is left of friction about.
 */

import { box, cylinder, World } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

/** Friction of a disc of radius 1 with the speed v and the spin w: parts of μ N along and about. */
function frictionOf(v: number, w: number): readonly [number, number] {
  let force = 0
  let torque = 0
  const rings = 12
  const parts = 24
  for (let i = 0; i < rings; i++) {
    const r = Math.sqrt((i + 0.5) / rings)
    for (let j = 0; j < parts; j++) {
      const angle = ((j + 0.5) / parts) * Math.PI
      const x = v - w * r * Math.cos(angle)
      const y = w * r * Math.sin(angle)
      const speed = Math.sqrt(x * x + y * y)
      force += x / speed
      torque += (r * (w * r - v * Math.cos(angle))) / speed
    }
  }
  return [force / (rings * parts), torque / (rings * parts)]
}

/** Way and turn of a disc of radius 1 and the square of its radius of gyration, until it stops under μ g = 1. */
function slideOf(v: number, w: number, gyration: number): readonly [number, number] {
  let way = 0
  let turn = 0
  const dt = (v + w) / 1500
  while (v > 0 || w > 0) {
    const [force, torque] = frictionOf(v, w)
    const v1 = Math.max(0, v - force * dt)
    const w1 = Math.max(0, w - (torque / gyration) * dt)
    way += 0.5 * (v + v1) * dt
    turn += 0.5 * (w + w1) * dt
    if (v1 === v && w1 === w) break
    v = v1
    w = w1
  }
  return [way, turn]
}

testFamily({
  name: 'pucks that slide and spin',
  short: 20,
  long: 300,
  figures: { way: { p50: 3e-3, p99: 2e-2 }, turn: { p50: 3e-3, p99: 2e-2 } },
  run(random) {
    const gravity = random.scale(1, 30)
    const friction = random.between(0.05, 0.6)
    const round = random() < 0.7
    const radius = random.scale(0.02, 5)
    const dt = 1 / random.pick([30, 60, 60, 120, 240])
    const world = new World({ gravity: { x: 0, y: -gravity, z: 0 } })
    world.createBody({ type: 'static', position: { x: 0, y: -radius, z: 0 }, shapes: [box({ halfExtents: { x: 1e3 * radius, y: radius, z: 1e3 * radius }, friction })] })
    // Low, or friction would press it down in front. A square has the mean distance from its middle that a disc 0.8116 times as wide has at its corner.
    const low = 0.01 * radius
    const half = radius / 1.1477935747
    const shape = round ? cylinder({ radius, halfHeight: low, friction }) : box({ halfExtents: { x: half, y: low, z: half }, friction })
    // Slow enough to stop over many steps, and for its turn within one to be seen.
    const unit = Math.sqrt(friction * gravity * radius)
    const v = unit * random.scale(0.3, 3) + 20 * friction * gravity * dt
    const w = Math.min((unit * random.scale(0.3, 3)) / radius + (20 * friction * gravity * dt) / radius, 0.6 / dt)
    const body = world.createBody({ position: { x: 0, y: low, z: 0 }, linearVelocity: { x: v, y: 0, z: 0 }, angularVelocity: { x: 0, y: w, z: 0 }, shapes: [shape] })
    const [way, turn] = slideOf(v / unit, (w * radius) / unit, round ? 0.5 : (2 * half * half) / (3 * radius * radius))
    let turned = 0
    for (let i = 0; i < 20000 && (i < 5 || body.isAwake) && (body.angularVelocity.y !== 0 || body.linearVelocity.x !== 0); i++) {
      const before = body.angularVelocity.y
      world.step(dt)
      turned += 0.5 * (before + body.angularVelocity.y) * dt
    }
    return { way: Math.abs(body.position.x / (way * radius) - 1), turn: Math.abs(turned / turn - 1) }
  },
})
