/**
 * A disc rolls against a kerb, upright or slanted. About its corner angular momentum stays: with x = height/radius the blow leaves v (1 − 2x/3) along
 * the tangent; the disc flies off, lands on the kerb and rolls on with v (1 − 2x/3)². Judged over the moments within the step at which it strikes.
 */

import { box, chain, circle, polygon, type Vec2, World } from 'fulcrum-physics/2d'
import { type Random, testFamily } from '../family.ts'

const MOMENTS = 12

interface Surface {
  readonly friction: number
  readonly restitution: number
}

/** `prepare` gives what makes floor and kerb, and says which way the disc goes, +1 or −1. */
function overKerb(
  random: Random, prepare: (radius: number, height: number, surface: Surface) => (world: World) => number,
): { mean: number; moment: number } {
  const radius = random.scale(0.1, 1)
  const height = radius * random.between(0.05, 0.35)
  // Fast enough to fly off the corner, slow enough to stay within the margins.
  const slowest = 1.5 * Math.sqrt(9.81 * radius)
  const dt = 1 / random.pick([60, 60, 120])
  const speed = slowest * random.scale(1, Math.max(1.01, Math.min(3, 0.45 * radius / dt / slowest)))
  const surface = { friction: random.between(2, 5), restitution: 0 }
  const truth = speed * (1 - height / (1.5 * radius)) ** 2
  const addGround = prepare(radius, height, surface)
  let sum = 0
  let worst = 0
  for (let k = 0; k < MOMENTS; k++) {
    const world = new World({ gravity: { x: 0, y: -9.81 }, sleeping: false })
    const way = addGround(world)
    const disc = world.createBody({
      position: { x: way * (-2 * radius - speed * dt * k / MOMENTS), y: radius }, linearVelocity: { x: way * speed, y: 0 },
      angularVelocity: -way * speed / radius, shapes: [circle({ radius, ...surface })],
    })
    for (let time = 0; time < 2 + 6 * radius; time += dt) world.step(dt)
    const miss = way * disc.linearVelocity.x / truth - 1
    sum += miss
    worst = Math.max(worst, Math.abs(miss))
  }
  return { mean: Math.abs(sum / MOMENTS), moment: worst }
}

testFamily({
  name: 'discs over kerbs, 2D', short: 12, long: 200,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run: random => overKerb(random, (_radius, height, surface) => world => {
    world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [box({ halfExtents: { x: 20, y: 1 }, ...surface })] })
    world.createBody({ type: 'static', position: { x: 200, y: height - 1 }, shapes: [box({ halfExtents: { x: 200, y: 1 }, ...surface })] })
    return 1
  }),
})

/** So steep that the disc meets the upper corner first, and not the slope. */
function randomSlope(random: Random, radius: number, height: number): number {
  const least = Math.acos(1 - height / radius) + 0.05
  return random.between(least, 0.5 * Math.PI)
}

testFamily({
  name: 'discs over slanted kerbs, 2D', short: 12, long: 200,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run: random => overKerb(random, (radius, height, surface) => {
    const run = height / Math.tan(randomSlope(random, radius, height))
    const way = random.pick([-1, 1])
    const chained = random() < 0.5
    const outline = (points: readonly Vec2[]): Vec2[] => (way > 0 ? [...points] : points.map(({ x, y }) => ({ x: -x, y })).toReversed())
    return world => {
      const kerb = [{ x: 0, y: 0 }, { x: run, y: height }, { x: 400, y: height }]
      if (chained) world.createBody({ type: 'static', shapes: chain({ points: outline([{ x: -20, y: 0 }, ...kerb]), ...surface }) })
      else {
        world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [box({ halfExtents: { x: 20, y: 1 }, ...surface })] })
        world.createBody({ type: 'static', shapes: [polygon({ points: outline([...kerb, { x: 400, y: -1 }, { x: 0, y: -1 }]), ...surface })] })
      }
      return way
    }
  }),
})
