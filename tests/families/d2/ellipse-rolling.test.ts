/**
 * Ellipses that rock and roll on level ground. With the height h(θ) of the centre over the tangent and the distance r(θ) of the centre from the contact
 * point, ½ (k² + r²) θ̇² + g h stays when they stick, and ½ (k² + h'²) θ̇² + g h when they slide without friction: the period of rocking is a
 * quadrature. What rolls keeps its energy.
 */

import { box, chain, ellipse, segment, World, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { testFamily, type Random } from '../family.ts'

const g = 9.81

interface Egg {
  world: World
  body: Body
  energy: () => number
}

function floor(random: Random, reach: number, friction: number): ShapeDefinition[] {
  const kind = random.integer(0, 2)
  if (kind === 0) return [box({ halfExtents: { x: reach, y: 1 }, position: { x: 0, y: -1 }, friction })]
  if (kind === 1) return [segment({ a: { x: -reach, y: 0 }, b: { x: reach, y: 0 }, friction })]
  return chain({ points: [{ x: -reach, y: 0 }, { x: -0.1, y: 0 }, { x: 0.3, y: 0 }, { x: reach, y: 0 }], friction })
}

function height(a: number, b: number, angle: number): number {
  return Math.hypot(a * Math.sin(angle), b * Math.cos(angle))
}

function lay(random: Random, a: number, b: number, angle: number, spin: number, sticks: boolean): Egg {
  const friction = sticks ? 5 : 0
  const world = new World({ gravity: { x: 0, y: -g }, sleeping: false })
  world.createBody({ type: 'static', shapes: floor(random, 1000 * a, friction) })
  const h = height(a, b, angle)
  const turn = (a * a - b * b) * Math.sin(angle) * Math.cos(angle) / h
  const body = world.createBody({
    position: { x: 0, y: h }, rotation: angle, angularVelocity: spin, linearVelocity: { x: sticks ? -spin * h : 0, y: spin * turn },
    shapes: [ellipse({ radii: { x: a, y: b }, friction })],
  })
  const energy = (): number => body.kineticEnergy / body.mass + g * (body.position.y - b)
  return { world, body, energy }
}

function period(a: number, b: number, swing: number, sticks: boolean): number {
  const k2 = (a * a + b * b) / 4
  const top = height(a, b, swing)
  let sum = 0
  const count = 4000
  for (let i = 0; i < count; i++) {
    const phase = 0.5 * Math.PI * (i + 0.5) / count
    const angle = swing * Math.sin(phase)
    const h = height(a, b, angle)
    const turn = (a * a - b * b) * Math.sin(angle) * Math.cos(angle) / h
    const inertia = k2 + turn * turn + (sticks ? h * h : 0)
    // top − h without cancellation: the difference of the squares over the sum.
    const drop = (a * a - b * b) * Math.sin(swing - angle) * Math.sin(swing + angle) / (top + h)
    sum += swing * Math.cos(phase) * Math.sqrt(inertia / (2 * g * drop))
  }
  return 4 * sum * 0.5 * Math.PI / count
}

testFamily({
  name: 'rocking ellipses, 2D', short: 20, long: 300,
  figures: { period: { p50: 2e-4, p99: 0.01, worst: 0.02 }, swing: { p50: 1e-3, p99: 0.1, worst: 0.15 } },
  run(random) {
    const b = random.scale(0.1, 3)
    const aspect = random.scale(1.3, 5)
    const a = aspect * b
    const sticks = random() < 0.5
    const swing = random.between(0.1, 0.5) / aspect
    const truth = period(a, b, swing, sticks)
    const dt = 1 / random.pick([60, 120, 240])
    const { world, body } = lay(random, a, b, swing, 0, sticks)
    const crossings: number[] = []
    let [last, most] = [body.rotation, 0]
    const end = 10 * truth
    for (let time = dt; time < end; time += dt) {
      world.step(dt)
      if (last > 0 && body.rotation <= 0) crossings.push(time - dt * body.rotation / (body.rotation - last))
      last = body.rotation
      if (time > end - truth) most = Math.max(most, Math.abs(last))
    }
    const found = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)
    return { period: Math.abs(found / truth - 1), swing: Math.abs(most / swing - 1) }
  },
})

testFamily({
  name: 'rolling ellipses, 2D', short: 20, long: 300,
  figures: { energy: { p50: 1e-4, p99: 0.01, worst: 0.02 }, gain: { p50: 1e-5, p99: 1e-3, worst: 0.015 } },
  run(random) {
    const b = random.scale(0.1, 3)
    const sticks = random() < 0.7
    const a = b * random.between(1.03, sticks ? 1.3 : 1.2)
    // Fast enough to get over its end, slow enough to stay on the ground.
    const k2 = (a * a + b * b) / 4
    const least = Math.sqrt(2 * g * (a - b) / (k2 + (sticks ? b * b : 0)))
    const most = Math.sqrt(g * b / (a * a - b * b))
    const spin = random.between(1.1 * least, 0.8 * most)
    const dt = 1 / random.pick([60, 120, 240])
    const { world, energy } = lay(random, a, b, 0, -spin, sticks)
    const start = energy()
    let high = start
    for (let time = 0; time < 5; time += dt) {
      world.step(dt)
      high = Math.max(high, energy())
    }
    return { energy: Math.abs(energy() / start - 1), gain: high / start - 1 }
  },
})
