/** Fast bodies of every form in a closed room with walls of two metres: none leaves, at 10 to 10⁶ m/s, alone or in a crowd. */

import type { Family } from '../family.ts'
import { type Dimension, FORMS, randomVector } from './dimensions.ts'

const HALF = 5
const WALL = 2

export function closedRoomFamily(dimension: Dimension): Family<'left' | 'quarantined'> {
  return {
    name: `fast bodies in a closed room, ${dimension.name}`,
    short: 2,
    long: 100,
    figures: { left: { worst: 0 }, quarantined: { worst: 0 } },
    run(random) {
      const world = dimension.world({ gravity: random() < 0.5 ? 0 : 9.81, sleeping: false })
      for (const axis of dimension.axes === 3 ? (['x', 'y', 'z'] as const) : (['x', 'y'] as const)) {
        for (const side of [-1, 1]) {
          const at = { x: 0, y: 0, z: 0, [axis]: side * (HALF + WALL / 2) }
          const box = { x: HALF + 2 * WALL, y: HALF + 2 * WALL, z: HALF + 2 * WALL, [axis]: WALL / 2 }
          world.body({ type: 'static', at, box, surface: { restitution: 1, friction: 0 } })
        }
      }
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
