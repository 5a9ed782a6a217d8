/**
 * Elastic discs in a closed box, for thousands of steps and blows: energy has no trend upwards. Without friction.
 */

import { type Body, box, circle, World } from 'fulcrum-physics/2d'
import { type Random, testFamily } from '../family.ts'

function gas(random: Random, seconds: number): { energy: number } {
  const size = random.scale(0.02, 20)
  const dt = 1 / random.pick([30, 60, 120, 240])
  const count = random.integer(4, 32)
  const surface = { restitution: 1, friction: 0 }
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
  const columns = Math.ceil(Math.sqrt(count))
  const half = 1.6 * columns * size
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    world.createBody({
      type: 'static', position: { x: x * (half + 4 * size), y: y * (half + 4 * size) },
      shapes: [box({ halfExtents: { x: x === 0 ? half + 8 * size : 4 * size, y: y === 0 ? half + 8 * size : 4 * size }, ...surface })],
    })
  }
  const speed = random.between(0.02, 0.3) * size / dt
  const bodies: Body[] = Array.from({ length: count }, (_, i) => {
    const radius = size * random.between(0.3, 0.9)
    const shape = circle({ radius, ...surface })
    return world.createBody({
      position: { x: -half + 3.2 * size * (0.5 + i % columns), y: -half + 3.2 * size * (0.5 + Math.floor(i / columns)) }, mass: random.scale(0.2, 5),
      linearVelocity: { x: random.between(-1, 1) * speed, y: random.between(-1, 1) * speed }, shapes: [shape],
    })
  })
  const total = (): number => {
    let sum = 0
    for (const body of bodies) {
      const { linearVelocity: v, angularVelocity: w } = body
      sum += 0.5 * body.mass * (v.x * v.x + v.y * v.y) + 0.5 * body.getInertia() * w * w
    }
    return sum
  }
  const start = total()
  for (let step = 0; step < seconds / dt; step++) world.step(dt)
  return { energy: Math.abs(total() / start - 1) }
}

testFamily({
  name: 'elastic discs in a box, 2D', short: 4, long: 60,
  figures: { energy: { p50: 0.05, worst: 0.5 } },
  run: random => gas(random, 30),
})
