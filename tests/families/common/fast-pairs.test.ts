/**
 * Balls at 20 to 800 m/s, both in flight or one at rest, head-on and at any angle, elastic and not, equal or up to 1:100 in mass: both are swept.
 * The truth is the closed form at the place where they touch: an impulse (1 + e) v / (1/m + 1/M) along the line of centres.
 */

import { testFamily } from '../family.ts'
import { type Dimension, type Place, PLANE, randomVector, SPACE, speedOf } from './dimensions.ts'

const moved = (p: Place, v: Place, t: number): Place => ({ x: p.x + v.x * t, y: p.y + v.y * t, z: p.z + v.z * t })
const dot = (a: Place, b: Place): number => a.x * b.x + a.y * b.y + a.z * b.z

/** A unit vector at right angles to another, in the plane without z. */
function across(dimension: Dimension, v: Place, random: () => number): Place {
  const k = random() < 0.5 ? 1 : -1
  const flat = { x: -k * v.y, y: k * v.x, z: 0 }
  if (dimension.axes === 2 || speedOf(flat) < 0.1 * speedOf(v)) {
    const side = speedOf(flat) > 0 ? flat : { x: 1, y: 0, z: 0 }
    return moved({ x: 0, y: 0, z: 0 }, side, 1 / speedOf(side))
  }
  return moved({ x: 0, y: 0, z: 0 }, flat, 1 / speedOf(flat))
}

for (const dimension of [PLANE, SPACE]) {
  testFamily({
    name: `fast balls against fast and resting ones, ${dimension.name}`,
    short: 200,
    long: 2000,
    figures: { velocity: { p50: 1e-9, p99: 1e-3, worst: 2e-3 }, momentum: { worst: 1e-9 } },
    run(random) {
      const size = random.scale(0.01, 2)
      const radii = [size, size * random.between(0.3, 2)] as const
      const restitution = random.pick([0, 1, random()])
      const dt = 1 / random.pick([30, 60, 120, 240])
      const rests = random() < 0.4
      const velocities = [randomVector(dimension, random, random.scale(20, 800)), randomVector(dimension, random, rests ? 0 : random.scale(20, 800))] as const
      const relative = moved(velocities[1], velocities[0], -1)
      const closing = speedOf(relative)
      // They miss each other's centre by up to 0.9 of the sum of radii.
      const sum = radii[0] + radii[1]
      const off = random() < 0.2 ? 0 : random.between(0, 0.9) * sum
      const along = Math.sqrt(sum * sum - off * off)
      const side = across(dimension, relative, random)
      const apart = moved({ x: side.x * off, y: side.y * off, z: side.z * off }, relative, -along / closing)
      const normal = moved({ x: 0, y: 0, z: 0 }, apart, 1 / sum)
      // Somewhere in the third step.
      const time = dt * random.between(2, 3)
      const origin = randomVector(dimension, random, random.pick([0, 10, 1000]))
      const world = dimension.world({ gravity: 0, sleeping: false })
      const surface = { friction: 0, restitution, density: random.scale(100, 10_000) }
      const a = world.body({ at: moved(origin, velocities[0], -time), velocity: velocities[0], form: ['ball', radii[0]], surface })
      const at = moved(moved(origin, apart, 1), velocities[1], -time)
      const b = world.body({ at, velocity: velocities[1], form: ['ball', radii[1]], surface: { ...surface, density: random.scale(100, 10_000) } })
      for (let i = 0; i < 5; i++) world.step(dt)
      const impulse = (-(1 + restitution) * dot(relative, normal)) / (1 / a.mass + 1 / b.mass)
      const truth = [moved(velocities[0], normal, -impulse / a.mass), moved(velocities[1], normal, impulse / b.mass)] as const
      const found = [a.velocity(), b.velocity()] as const
      const miss = Math.max(...found.map((v, i) => speedOf(moved(v, truth[i]!, -1)))) / closing
      const lost = { x: 0, y: 0, z: 0 } as { x: number; y: number; z: number }
      for (const [i, m] of [a.mass, b.mass].entries()) for (const k of ['x', 'y', 'z'] as const) lost[k] += m * (found[i]![k] - velocities[i]![k])
      return { velocity: miss, momentum: speedOf(lost) / (Math.max(a.mass, b.mass) * closing) }
    },
  })
}
