/**
 * Elastic bodies in a closed box, for thousands of steps and blows, many of them of three bodies at a time: energy has no trend, neither up nor
 * down. Without friction.
 */

import { type Body, box, circle, type ShapeDefinition, World } from 'fulcrum-physics/2d'
import { type Random, testFamily } from '../family.ts'

const SURFACE = { restitution: 1, friction: 0 }

/** `energy`: change over the whole run; `blow`: the same per contact that began. */
function gas(random: Random, seconds: number, makeShape: (radius: number) => ShapeDefinition): { energy: number; blow: number } {
  const size = random.scale(0.02, 20)
  const dt = 1 / random.pick([30, 60, 120, 240])
  const count = random.integer(4, 32)
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
  const columns = Math.ceil(Math.sqrt(count))
  const half = 1.6 * columns * size
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    world.createBody({
      type: 'static', position: { x: x * (half + 4 * size), y: y * (half + 4 * size) },
      shapes: [box({ halfExtents: { x: x === 0 ? half + 8 * size : 4 * size, y: y === 0 ? half + 8 * size : 4 * size }, ...SURFACE })],
    })
  }
  const speed = random.between(0.02, 0.3) * size / dt
  const bodies: Body[] = Array.from({ length: count }, (_, i) => {
    const shape = makeShape(size * random.between(0.3, 0.9))
    return world.createBody({
      position: { x: -half + 3.2 * size * (0.5 + i % columns), y: -half + 3.2 * size * (0.5 + Math.floor(i / columns)) }, mass: random.scale(0.2, 5),
      linearVelocity: { x: random.between(-1, 1) * speed, y: random.between(-1, 1) * speed }, shapes: [shape],
    })
  })
  const total = (): number => bodies.reduce((sum, body) => sum + body.kineticEnergy, 0)
  const start = total()
  let blows = 0
  for (let step = 0; step < seconds / dt; step++) {
    world.step(dt)
    blows += world.events.contactBegin.length
  }
  const energy = Math.abs(total() / start - 1)
  return { energy, blow: energy / Math.max(1, blows) }
}

testFamily({
  name: 'elastic discs in a box, 2D', short: 6, long: 60,
  figures: { energy: { p50: 1e-9, worst: 2e-3 }, blow: { p50: 1e-12, worst: 2e-6 } },
  run: random => gas(random, 10, radius => circle({ radius, ...SURFACE })),
})
