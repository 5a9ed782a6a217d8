/**
 * A press comes down on bodies in a bin, to a height that they do not have, and goes up again. No velocities satisfy its contacts and those of the
 * floor: bodies overlap the press, which moves by itself, and not the floor; and when it lets go they are not thrown about.
 */

import type { Family } from '../family.ts'
import { type Dimension, FORMS } from './dimensions.ts'

const HALF = 2
const STILL = { x: 0, y: 0, z: 0 }

export function crushFamily(dimension: Dimension): Family<'thrown' | 'left'> {
  return {
    name: `bodies under a press, ${dimension.name}`,
    short: 6,
    long: 200,
    figures: { thrown: { p50: 0.5, p99: 8 }, left: { p99: 1 } },
    run(random) {
      const world = dimension.world({})
      const flat = dimension.axes === 2
      const surface = { friction: random.between(0, 1), restitution: 0 }
      world.body({ type: 'static', at: { x: 0, y: -0.5, z: 0 }, box: { x: 3 * HALF, y: 0.5, z: 3 * HALF }, surface })
      for (const axis of flat ? (['x'] as const) : (['x', 'z'] as const)) {
        for (const side of [-1, 1]) {
          const at = { x: 0, y: 2, z: 0, [axis]: side * (HALF + 0.5) }
          world.body({ type: 'static', at, box: { x: HALF + 1, y: 2, z: HALF + 1, [axis]: 0.5 }, surface })
        }
      }
      const bodies = Array.from({ length: random.integer(2, flat ? 10 : 14) }, (_, i) => world.body({
        at: { x: random.between(-1.2, 1.2), y: 0.5 + 0.45 * i * (flat ? 1 : 0.4), z: flat ? 0 : random.between(-1.2, 1.2) },
        form: [random.pick(FORMS), random.between(0.2, 0.5)],
        surface: { ...surface, density: random.scale(200, 5000) },
      }))
      const top = 7
      const press = world.body({ type: 'kinematic', at: { x: 0, y: top, z: 0 }, box: { x: HALF - 0.05, y: 0.2, z: HALF - 0.05 }, surface })
      const speed = random.scale(0.3, 3)
      const lowest = 0.2 + random.between(0.05, 0.3)
      const dt = random.pick([1 / 30, 1 / 60, 1 / 120])
      const down = Math.ceil((top - lowest) / (speed * dt))
      let fastest = 0
      for (let i = 0; i < 2 * down; i++) {
        press.setMotion({ ...STILL, y: i < down ? -speed : speed }, STILL)
        world.step(dt)
        if (i * dt < 1.5) continue
        for (const body of bodies) {
          const v = body.velocity()
          fastest = Math.max(fastest, Math.hypot(v.x, v.y, v.z))
        }
      }
      // Nothing falls faster than from the top of the bin.
      const fall = Math.sqrt(2 * 9.81 * 4) + speed
      return { thrown: fastest / fall, left: bodies.filter(body => !(body.place().y > -0.2)).length }
    },
  }
}
