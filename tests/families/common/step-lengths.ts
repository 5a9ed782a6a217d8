/** Steps of any length in any order, 1e-9 to 0.1 s, on piles, stacks and chains: nothing gets faster than a fall from the top makes it. */

import type { Family, Random } from '../family.ts'
import { type AnyBody, type AnyWorld, type Dimension, FORMS, speedOf } from './dimensions.ts'

const GRAVITY = 9.81
const STEPS = 300

/** Builds a structure on the ground; returns its height. */
function build(dimension: Dimension, world: AnyWorld, random: Random, size: number, bodies: AnyBody[]): number {
  const kind = random.pick(['pile', 'stack', 'chain'])
  if (kind === 'pile') {
    for (let i = 0; i < 20; i++) {
      const surface = { density: random.scale(50, 500), friction: random(), restitution: random() < 0.3 ? random() : 0 }
      const z = dimension.axes === 3 ? random.between(-1.5, 1.5) * size : 0
      const at = { x: random.between(-1.5, 1.5) * size, y: size * (0.8 + 1.2 * i), z }
      bodies.push(world.body({ at, form: [random.pick(FORMS), size * random.between(0.25, 0.6)], surface }))
    }
    return 25 * size
  }
  if (kind === 'stack') {
    for (let i = 0; i < 8; i++) {
      const at = { x: random.between(-0.02, 0.02) * size, y: size * (0.5 + i), z: 0 }
      bodies.push(world.body({ at, box: { x: size / 2, y: size / 2, z: size / 2 }, surface: { density: random.scale(50, 200) } }))
    }
    return 8 * size
  }
  let before: AnyBody | null = null
  for (let i = 0; i < 8; i++) {
    const link: AnyBody = world.body({ at: { x: size * (i + 0.5), y: 6 * size, z: 0 }, box: { x: 0.45 * size, y: 0.1 * size, z: 0.1 * size } })
    world.link(before, link, { x: size * i, y: 6 * size, z: 0 })
    before = link
    bodies.push(link)
  }
  // Its end may crack like a whip: twice the speed of a fall has been seen at constant steps.
  return 24 * size
}

export function stepLengthFamily(dimension: Dimension): Family<'speed' | 'quarantined'> {
  return {
    name: `steps of any length, ${dimension.name}`,
    short: 6,
    long: 150,
    figures: { speed: { p50: 1, p99: 1.3, worst: 1.5 }, quarantined: { worst: 0 } },
    run(random) {
      const size = random.scale(0.1, 2)
      const world = dimension.world({ sleeping: random() < 0.5 })
      world.body({ type: 'static', at: { x: 0, y: -2, z: 0 }, box: { x: 400 * size, y: 2, z: 400 * size } })
      const bodies: AnyBody[] = []
      const fall = Math.sqrt(2 * GRAVITY * build(dimension, world, random, size, bodies))
      const mixed = random() < 0.5
      let speed = 0
      let quarantined = 0
      for (let i = 0; i < STEPS; i++) {
        world.step(mixed && random() < 0.5 ? 1 / 60 : random.scale(1e-9, 0.1))
        quarantined += world.quarantined()
        for (const body of bodies) speed = Math.max(speed, speedOf(body.velocity()) / fall)
      }
      return { speed, quarantined }
    },
  }
}
