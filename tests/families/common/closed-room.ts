/**
 * Fast bodies of every form in a closed room: none leaves. Alone or in a crowd at 10 to 10⁶ m/s behind walls of two metres; and storms of light
 * and heavy ones behind thin glass, where the heavy ones squeeze the light ones against it.
 */

import type { Family } from '../family.ts'
import { type AnyWorld, type Dimension, FORMS, randomVector, type Surface } from './dimensions.ts'

const HALF = 5
const WALL = 2

/** The six (or four) walls of a room, `thickness` thick. */
function addWalls(dimension: Dimension, world: AnyWorld, half: number, thickness: number, surface: Surface): void {
  for (const axis of dimension.axes === 3 ? (['x', 'y', 'z'] as const) : (['x', 'y'] as const)) {
    for (const side of [-1, 1]) {
      const at = { x: 0, y: 0, z: 0, [axis]: side * (half + thickness / 2) }
      const long = half + 2 * thickness
      const box = { x: long, y: long, z: long, [axis]: thickness / 2 }
      world.body({ type: 'static', at, box, surface })
    }
  }
}

export function closedRoomFamily(dimension: Dimension): Family<'left' | 'quarantined'> {
  return {
    name: `fast bodies in a closed room, ${dimension.name}`,
    short: 2,
    long: 100,
    figures: { left: { worst: 0 }, quarantined: { worst: 0 } },
    run(random) {
      const world = dimension.world({ gravity: random() < 0.5 ? 0 : 9.81, sleeping: false })
      addWalls(dimension, world, HALF, WALL, { restitution: 1, friction: 0 })
      const bodies = Array.from({ length: random.integer(1, 20) }, () => world.body({
        at: { x: random.between(-4.5, 4.5), y: random.between(-4.5, 4.5), z: dimension.axes === 3 ? random.between(-4.5, 4.5) : 0 },
        velocity: randomVector(dimension, random, random.scale(10, 1e6)),
        spin: dimension.axes === 3 ? randomVector(dimension, random, random.between(0, 200)) : { x: 0, y: 0, z: random.between(-100, 100) },
        form: [random.pick(FORMS), random.between(0.05, 0.3)],
        surface: { restitution: random() < 0.5 ? 1 : random(), friction: random() },
      }))
      const outside = new Set<number>()
      let quarantined = 0
      for (let i = 0; i < 120; i++) {
        world.step(1 / 60)
        quarantined += world.quarantined()
        bodies.forEach((body, k) => {
          const { x, y, z } = body.place()
          // A body in quarantine or no number at all counts too.
          if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < HALF + WALL / 2)) outside.add(k)
        })
      }
      return { left: outside.size, quarantined }
    },
  }
}

export function stormFamily(dimension: Dimension): Family<'left'> {
  return {
    name: `storms behind thin glass, ${dimension.name}`,
    short: 2,
    long: 200,
    figures: { left: { worst: 0 } },
    run(random) {
      const world = dimension.world({})
      const half = random.between(2, 4)
      const thickness = random.scale(0.01, 0.1)
      const restitution = random() < 0.3 ? 0 : random.between(0.3, 1)
      addWalls(dimension, world, half, thickness, { restitution, friction: 0.1 })
      const room = half - 0.7
      const heavy = random.scale(1, 100)
      const bodies = Array.from({ length: random.integer(10, 40) }, () => world.body({
        at: { x: random.between(-room, room), y: random.between(-room, room), z: dimension.axes === 3 ? random.between(-room, room) : 0 },
        velocity: randomVector(dimension, random, random.scale(1, 300)),
        spin: dimension.axes === 3 ? randomVector(dimension, random, random.between(0, 50)) : { x: 0, y: 0, z: random.between(-50, 50) },
        form: [random.pick(FORMS), random.between(0.06, 0.4)],
        surface: { restitution, friction: 0.1, density: random() < 0.5 ? 1000 : 1000 * heavy },
      }))
      const outside = new Set<number>()
      for (let i = 0; i < 300; i++) {
        world.step(1 / 60)
        bodies.forEach((body, k) => {
          const { x, y, z } = body.place()
          if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < half + thickness)) outside.add(k)
        })
      }
      return { left: outside.size }
    },
  }
}
