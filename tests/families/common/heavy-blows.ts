/** Heavy bodies dropped on light ones: what has fallen asleep lies no deeper than a few slops, if it is still a column. */

import type { Family } from '../family.ts'
import type { Dimension } from './dimensions.ts'

const STEPS = 900

export function heavyBlowFamily(dimension: Dimension): Family<'depth'> {
  return {
    name: `asleep after a heavy blow, ${dimension.name}`,
    short: 10,
    long: 200,
    // In sizes; the slop is 5e-4.
    figures: { depth: { p50: 1e-3, p99: 2e-3, worst: 2e-3 } },
    run(random) {
      const size = random.scale(0.1, 4)
      const world = dimension.world()
      world.body({ type: 'static', at: { x: 0, y: -2 * size, z: 0 }, box: { x: 50 * size, y: 2 * size, z: 50 * size } })
      const box = { x: size / 2, y: size / 2, z: size / 2 }
      const light = random.integer(1, 3)
      const column = Array.from({ length: light }, (_, i) => world.body({ at: { x: 0, y: size * (i + 0.5), z: 0 }, box, surface: { density: 100 } }))
      const y = size * (light + 0.5 + random.between(0, 5))
      const velocity = { x: 0, y: -random.between(0, 10), z: 0 }
      column.push(world.body({ at: { x: 0, y, z: 0 }, velocity, box, surface: { density: 100 * random.scale(1, 1000) } }))
      for (let i = 0; i < STEPS && column.some(({ isAwake }) => isAwake); i++) world.step(1 / 60)
      let depth = 0
      let below = 0
      for (const body of column) {
        const at = body.place()
        if (body.isAwake || Math.abs(at.x) > 0.4 * size || Math.abs(at.z) > 0.4 * size || body.tilt() > 0.01) break
        depth = Math.max(depth, (below + size / 2 - at.y) / size)
        below = at.y + size / 2
      }
      return { depth }
    },
  }
}
