/**
 * Elastic bodies in a closed box, for thousands of steps and blows, many of them of three bodies at a time: energy has no trend, neither up nor
 * down. Without friction.
 */

import { type Body, box, type ShapeDefinition, sphere, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

const SURFACE = { restitution: 1, friction: 0 }

/** `energy`: change over the whole run; `blow`: the same per contact that began. */
function gas(random: Random, seconds: number, makeShape: (radius: number) => ShapeDefinition): { energy: number; blow: number } {
  const size = random.scale(0.02, 20)
  const dt = 1 / random.pick([30, 60, 120, 240])
  const count = random.integer(4, 32)
  const world = new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
  const columns = Math.ceil(Math.cbrt(count))
  const half = 1.4 * columns * size
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const side of [-1, 1]) {
      const position = { x: 0, y: 0, z: 0 }
      const halfExtents = { x: half + 8 * size, y: half + 8 * size, z: half + 8 * size }
      position[axis] = side * (half + 4 * size)
      halfExtents[axis] = 4 * size
      world.createBody({ type: 'static', position, shapes: [box({ halfExtents, ...SURFACE })] })
    }
  }
  const speed = random.between(0.02, 0.3) * size / dt
  const place = (i: number): number => -half + 2.8 * size * (0.5 + i % columns)
  const bodies: Body[] = Array.from({ length: count }, (_, i) => {
    const shape = makeShape(size * random.between(0.3, 0.9))
    return world.createBody({
      position: { x: place(i), y: place(Math.floor(i / columns)), z: place(Math.floor(i / columns / columns)) }, mass: random.scale(0.2, 5),
      linearVelocity: { x: random.between(-1, 1) * speed, y: random.between(-1, 1) * speed, z: random.between(-1, 1) * speed }, shapes: [shape],
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
  name: 'elastic balls in a box, 3D', short: 4, long: 60,
  figures: { energy: { p50: 2e-7, worst: 2e-6 }, blow: { p50: 2e-10, worst: 1e-9 } },
  run: random => gas(random, 10, radius => sphere({ radius, ...SURFACE })),
})
