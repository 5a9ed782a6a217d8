/**
 * Elastic bodies of any form in a closed box: hulls, boxes, capsules, balls, cylinders and rounded boxes, turning, corners on faces, edges on
 * edges and faces on faces, many of three at a time. Without friction energy has no trend, neither up nor down; with friction it never grows.
 */

import { type Body, box, capsule, cylinder, hull, type ShapeDefinition, sphere, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

type Surface = { readonly restitution: number; readonly friction: number }

function shapeOf(random: Random, size: number, surface: Surface): ShapeDefinition {
  const kind = random.pick(['sphere', 'capsule', 'box', 'rounded', 'cylinder', 'hull', 'hull'])
  if (kind === 'sphere') return sphere({ radius: size, ...surface })
  if (kind === 'capsule') return capsule({ radius: 0.5 * size, halfLength: 0.5 * size, ...surface })
  if (kind === 'cylinder') return cylinder({ radius: 0.5 * size, halfHeight: 0.6 * size, ...surface })
  const halfExtents = { x: size * random.between(0.3, 0.7), y: size * random.between(0.3, 0.6), z: size * random.between(0.2, 0.5) }
  if (kind === 'box') return box({ halfExtents, ...surface })
  if (kind === 'rounded') return box({ halfExtents, rounding: 0.1 * size, ...surface })
  const points = Array.from({ length: random.integer(5, 12) }, () => {
    const p = [random() - 0.5, random() - 0.5, random() - 0.5] as const
    const length = Math.hypot(...p)
    return { x: (size * p[0]) / length, y: (size * p[1]) / length, z: (size * p[2]) / length }
  })
  return hull({ points, ...surface })
}

/** `energy`: change over the whole run; `blow`: the same per contact that began; `growth`: the largest gain of a step. */
function gas(random: Random, seconds: number, friction: number): { energy: number; blow: number; growth: number } {
  const surface = { restitution: 1, friction }
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
      world.createBody({ type: 'static', position, shapes: [box({ halfExtents, ...surface })] })
    }
  }
  const speed = random.between(0.02, 0.3) * size / dt
  const place = (i: number): number => -half + 2.8 * size * (0.5 + i % columns)
  const vector = (scale: number) => ({ x: random.between(-scale, scale), y: random.between(-scale, scale), z: random.between(-scale, scale) })
  const bodies: Body[] = Array.from({ length: count }, (_, i) => world.createBody({
    position: { x: place(i), y: place(Math.floor(i / columns)), z: place(Math.floor(i / columns / columns)) }, mass: random.scale(0.2, 5),
    angularVelocity: vector(0.5 * speed / size), linearVelocity: vector(speed), shapes: [shapeOf(random, size * random.between(0.3, 0.9), surface)],
  }))
  const total = (): number => bodies.reduce((sum, body) => sum + body.kineticEnergy, 0)
  const start = total()
  let blows = 0
  let growth = 0
  let last = start
  for (let step = 0; step < seconds / dt; step++) {
    world.step(dt)
    blows += world.events.contactBegin.length
    const now = total()
    growth = Math.max(growth, now / last - 1)
    last = now
  }
  const energy = Math.abs(last / start - 1)
  return { energy, blow: energy / Math.max(1, blows), growth }
}

testFamily({
  name: 'elastic bodies of any form in a box, 3D', short: 4, long: 60,
  figures: { energy: { p50: 5e-5, worst: 1e-3 }, blow: { p50: 2e-7, worst: 1e-5 } },
  run: random => {
    const { energy, blow } = gas(random, 5, 0)
    return { energy, blow }
  },
})

testFamily({
  name: 'elastic bodies with friction in a box, 3D', short: 4, long: 60,
  figures: { growth: { worst: 1e-6 } },
  run: random => ({ growth: gas(random, 5, random.between(0.05, 1)).growth }),
})
