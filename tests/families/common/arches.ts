/**
 * Dry arches: half rings of equal stones on two fixed springers. By the thrust line a half circle stands if it is at least 0.1075 of its mean
 * radius thick, whatever its size and weight; with few stones joints are where the line need not go, and it stands a little thinner. Friction
 * is high enough that no stone slides.
 */

import type { Family } from '../family.ts'
import type { AnyBody, Dimension } from './dimensions.ts'

const RATES = [60, 60, 120, 240] as const
const SECONDS = 6
/** Thickness over mean radius at which the thrust line of a half circle just fits. */
const LIMIT = 0.1075

export function archFamily(dimension: Dimension): Family<'sag' | 'stands thin'> {
  return {
    name: `dry arches, ${dimension.name}`,
    short: 4,
    long: 100,
    // Of thick ones a few still fall, in the first steps, in which impulses are not right yet.
    figures: { sag: { p50: 1e-2 }, 'stands thin': { worst: 0 } },
    run(random) {
      const radius = random.scale(0.2, 20)
      const stones = 2 * random.integer(7, 16) + 1
      const thin = random() < 0.25
      const thickness = thin ? random.between(0.06, 0.085) : random.between(LIMIT + 0.0075, 0.25)
      const rate = random.pick(RATES)
      const surface = { density: 2000, friction: 1 }
      const world = dimension.world({ sleeping: false })
      const half = 0.5 * thickness * radius
      const depth = 0.25 * radius
      for (const side of [-1, 1]) {
        const size = 0.5 * radius
        world.body({ type: 'static', at: { x: side * radius, y: -size, z: 0 }, box: { x: size, y: size, z: radius }, surface })
      }
      const bodies: AnyBody[] = []
      const start: number[] = []
      for (let i = 0; i < stones; i++) {
        const from = (Math.PI * i) / stones
        const to = (Math.PI * (i + 1)) / stones
        const corners = [[radius - half, from], [radius + half, from], [radius + half, to], [radius - half, to]] as const
        const points = corners.map(([r, angle]) => ({ x: r * Math.cos(angle), y: r * Math.sin(angle) }))
        const middle = { x: radius * Math.cos((from + to) / 2), y: radius * Math.sin((from + to) / 2) }
        const outline = { points: points.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y })), halfDepth: depth }
        bodies.push(world.body({ at: { ...middle, z: 0 }, outline, surface }))
        start.push(middle.y)
      }
      for (let i = 0; i < SECONDS * rate; i++) world.step(1 / rate)
      const sag = Math.max(...bodies.map((body, i) => start[i]! - body.place().y)) / radius
      return thin ? { 'stands thin': sag > 0.2 ? 0 : 1 } : { sag }
    },
  }
}
