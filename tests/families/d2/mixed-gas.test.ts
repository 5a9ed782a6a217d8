/**
 * Elastic bodies of any form in a closed box: polygons, boxes, capsules, discs and rounded boxes, turning, corners on faces and faces on faces,
 * many of three at a time. Without friction energy has no trend, neither up nor down; with friction it never grows.
 */

import { type Body, box, capsule, circle, polygon, type ShapeDefinition, World } from 'fulcrum-physics/2d'
import { type Random, testFamily } from '../family.ts'

type Surface = { readonly restitution: number; readonly friction: number }

function shapeOf(random: Random, size: number, surface: Surface): ShapeDefinition {
  const kind = random.pick(['circle', 'capsule', 'box', 'rounded', 'polygon', 'polygon'])
  if (kind === 'circle') return circle({ radius: size, ...surface })
  if (kind === 'capsule') return capsule({ radius: 0.5 * size, halfLength: 0.5 * size, ...surface })
  const halfExtents = { x: size * random.between(0.3, 0.8), y: size * random.between(0.3, 0.6) }
  if (kind === 'box') return box({ halfExtents, ...surface })
  if (kind === 'rounded') return box({ halfExtents, radius: 0.1 * size, ...surface })
  const count = random.integer(3, 7)
  const points = Array.from({ length: count }, (_, i) => {
    const angle = ((i + random.between(-0.2, 0.2)) * 2 * Math.PI) / count
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) }
  })
  return polygon({ points, ...surface })
}

/** `energy`: change over the whole run; `blow`: the same per contact that began; `growth`: the largest gain of a step. */
function gas(random: Random, seconds: number, friction: number): { energy: number; blow: number; growth: number } {
  const surface = { restitution: 1, friction }
  const size = random.scale(0.02, 20)
  const dt = 1 / random.pick([30, 60, 120, 240])
  const count = random.integer(4, 32)
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
  const bodies: Body[] = Array.from({ length: count }, (_, i) => world.createBody({
    position: { x: -half + 3.2 * size * (0.5 + i % columns), y: -half + 3.2 * size * (0.5 + Math.floor(i / columns)) }, mass: random.scale(0.2, 5),
    rotation: random.between(0, 6), angularVelocity: random.between(-0.5, 0.5) * speed / size,
    linearVelocity: { x: random.between(-1, 1) * speed, y: random.between(-1, 1) * speed }, shapes: [shapeOf(random, size * random.between(0.3, 0.9), surface)],
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
  name: 'elastic bodies of any form in a box, 2D', short: 12, long: 200,
  figures: { energy: { p50: 1e-6, worst: 5e-3 }, blow: { p50: 2e-9, p99: 2e-5, worst: 5e-5 } },
  run: random => {
    const { energy, blow } = gas(random, 10, 0)
    return { energy, blow }
  },
})

testFamily({
  name: 'elastic bodies with friction in a box, 2D', short: 8, long: 100,
  figures: { growth: { worst: 1e-6 } },
  run: random => ({ growth: gas(random, 10, random.between(0.05, 1)).growth }),
})
