/**
 * Small heaps: bodies of any form that fall into a valley, a few to some tens, and come to rest on each other and on both slopes. Sizes, masses,
 * friction and step lengths are drawn at random. Figures are in sizes of one body.
 */

import type { Family } from '../family.ts'
import { type AnyBody, type Dimension, FORMS, speedOf } from './dimensions.ts'

const RATES = [60, 60, 120, 240] as const
const FALL = 2
const SECONDS = 6

/** `landing`: mean of the deepest overlaps while they fall and settle; `overlap`: of those of the last second; `speed`: there, by √(g size). */
export function heapFamily(dimension: Dimension): Family<'landing' | 'overlap' | 'speed'> {
  return {
    name: `heaps in a valley, ${dimension.name}`,
    short: 3,
    long: 100,
    figures: { landing: { p50: 1e-2 }, overlap: { p50: 1e-3 }, speed: { p50: 1e-2 } },
    run(random) {
      const size = random.scale(3e-2, 3)
      const count = Math.round(random.scale(3, 60))
      const rate = random.pick(RATES)
      const friction = random.between(0.2, 0.8)
      const ratio = random.scale(1, random.pick([1, 1, 30]))
      const world = dimension.world({ sleeping: false })
      const wide = 8 * size
      for (const side of [-1, 1]) {
        const high = wide * random.between(0.05, 0.6)
        const points = [{ x: 0, y: -wide }, { x: side * wide, y: -wide }, { x: side * wide, y: high }, { x: 0, y: 0 }]
        world.body({ type: 'static', at: { x: 0, y: 0, z: 0 }, outline: { points, halfDepth: 3 * wide }, surface: { friction } })
        world.body({ type: 'static', at: { x: side * 1.2 * wide, y: 0, z: 0 }, box: { x: 0.2 * wide, y: 8 * wide, z: 3 * wide }, surface: { friction } })
        if (dimension.axes === 2) continue
        const end = { x: 2 * wide, y: 8 * wide, z: 0.2 * wide }
        world.body({ type: 'static', at: { x: 0, y: 0, z: side * (2.5 * size + 0.2 * wide) }, box: end, surface: { friction } })
      }
      const across = dimension.axes === 3 ? 3 : 1
      const bodies: AnyBody[] = []
      for (let i = 0; i < count; i++) {
        const at = {
          x: (((Math.floor(i / across) % 4) - 1.5) * 2.6 + random.between(-0.2, 0.2)) * size,
          y: 0.6 * wide + Math.floor(i / across / 4) * 2.2 * size,
          z: across === 1 ? 0 : ((i % 3) - 1) * 1.4 * size + random.between(-0.1, 0.1) * size,
        }
        const form = [random.pick(FORMS), 0.5 * size * random.between(0.6, 1)] as const
        bodies.push(world.body({ at, form, surface: { friction, density: 500 * random.scale(1, ratio) } }))
      }
      let landing = 0
      let overlap = 0
      for (let i = 0; i < SECONDS * rate; i++) {
        world.step(1 / rate)
        const deepest = world.overlap() / size
        if (i < FALL * rate) landing += deepest / (FALL * rate)
        if (i >= (SECONDS - 1) * rate) overlap += deepest / rate
      }
      const square = bodies.reduce((sum, body) => sum + speedOf(body.velocity()) ** 2, 0) / count
      return { landing, overlap, speed: Math.sqrt(square / (9.81 * size)) }
    },
  }
}
