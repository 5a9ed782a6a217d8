/** Steps of a world in which every kind of joint is at work leave the heap as it was. */

import { expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import type { AnyCase, Lab } from './lab.ts'
import { run, stateOf } from './pairs.ts'

const STEPS = 300
/** An object kept per step, of all kinds together, would come to more. */
const MOST_BYTES = 16 * STEPS
/** What the engine keeps shows in every run; what V8 keeps or drops while it compiles shows in the first few. */
const RUNS = 10

const collect = (globalThis as { gc?: () => void }).gc

/** Bytes that so many steps of pairs of these kinds leave behind. */
function growthOf(lab: Lab, cases: readonly AnyCase[]): number {
  const world = lab.emptyWorld()
  const random = createRandom(4)
  for (const joint of cases) {
    // Pairs of all kinds stand in one place, each for itself.
    const a = lab.bodyA(world, { ghost: true })
    const b = lab.bodyB(world, joint, { ghost: true })
    joint.create(world, a, b)
    for (const body of [a, b]) lab.toss(body, random, 1, 2)
  }
  run(world, 100)
  const state = stateOf(world)
  const memory = state.memory.buffer
  let growth = Infinity
  for (let i = 0; i < RUNS && Math.abs(growth) > MOST_BYTES; i++) {
    collect!()
    const before = process.memoryUsage().heapUsed
    run(world, STEPS)
    collect!()
    growth = process.memoryUsage().heapUsed - before
  }
  expect(state.memory.buffer).toBe(memory)
  return growth
}

export function allocationTests(lab: Lab, cases: readonly AnyCase[]): void {
  it(`${STEPS} steps of joints of every kind leave the heap as it was`, () => {
    expect(collect, 'run with --expose-gc').toBeDefined()
    const growth = growthOf(lab, cases)
    const guilty = growth > MOST_BYTES ? cases.filter((joint) => growthOf(lab, [joint]) > MOST_BYTES).map((joint) => joint.name) : []
    expect(growth, `kinds that do so alone: ${guilty.join('; ')}`).toBeLessThanOrEqual(MOST_BYTES)
  })
}
