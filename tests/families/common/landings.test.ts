/**
 * Landings seen through `world.advance`: thirty balls fall on a floor from random heights, at random frame rates, even and uneven ones. Each
 * landing is to be seen once, in the step in which a world that is stepped by hand has it.
 */

import type * as d3 from 'fulcrum-physics/3d'
import { at, PLANE, SPACE, type Kit } from '../../common/helpers/both-dimensions.ts'
import { testFamily, type Random } from '../family.ts'

const BALLS = 30
const STEP = 1 / 60

interface Hall {
  world: d3.World
  balls: d3.Body[]
}

function build(kit: Kit, heights: readonly number[]): Hall {
  const world = kit.world({ fixedStep: STEP })
  world.createBody({ type: 'static', position: at(0, -1), shapes: [kit.box(200, 1)] })
  const balls = heights.map((height, i) => world.createBody({ position: at(3 * i - 45, 0.5 + height), shapes: [kit.ball(0.5)] }))
  return { world, balls }
}

/** Adds to a list of `ball@step`. */
function note({ world, balls }: Hall, list: string[]): void {
  for (const { bodyA, bodyB, step } of world.events.contactBegin) {
    list.push(`${Math.max(balls.indexOf(bodyA), balls.indexOf(bodyB))}@${step}`)
  }
}

function run(kit: Kit, random: Random): { landings: number; steps: number; order: number } {
  const heights = Array.from({ length: BALLS }, () => random.between(0.01, 4))
  const rate = random() < 0.3 ? random.pick([24, 30, 50, 59.94, 60, 72, 75, 90, 120, 144, 165, 240]) : random.between(24, 240)
  const jitter = random() < 0.5 ? 0 : random.between(0, 0.9)
  const byHand: string[] = []
  const seen: string[] = []
  const reference = build(kit, heights)
  const hall = build(kit, heights)
  let last = 0
  let order = 0
  while (hall.world.stepCount < 70) {
    hall.world.advance((1 + jitter * random.between(-1, 1)) / rate)
    note(hall, seen)
    for (const { step } of hall.world.events.contactBegin) {
      if (step < last) order++
      last = step
    }
  }
  while (reference.world.stepCount < hall.world.stepCount) {
    reference.world.step(STEP)
    note(reference, byHand)
  }
  const steps = byHand.filter((landing) => !seen.includes(landing)).length + seen.filter((landing) => !byHand.includes(landing)).length
  return { landings: Math.abs(seen.length - BALLS), steps, order }
}

for (const kit of [PLANE, SPACE]) {
  testFamily({
    name: `landings seen by advance, ${kit.name}`,
    short: 20,
    long: 300,
    figures: { landings: { worst: 0 }, steps: { worst: 0 }, order: { worst: 0 } },
    run: (random) => run(kit, random),
  })
}
