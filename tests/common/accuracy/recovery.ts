/** Every kind of joint pulled 1 m and turned 170° out of place: how long until it is whole again, and how fast things move meanwhile. */

import type { AnyCase, Lab } from '../joint-suite/lab.ts'
import { distance, DT, gapOf, makePair, numbersOf, worse } from '../joint-suite/pairs.ts'
import { createRandom } from '../random.ts'
import { atMost, type AccuracyCase, type Row, type RunLength } from './case.ts'

/** m or rad: whole again. */
const WHOLE = 1e-3
const SECONDS = 5

/** Seconds until the joint is whole for good, and the highest speed of B, by its way and not by its velocity alone. */
function recover(lab: Lab, joint: AnyCase, seed: number): { seconds: number; speed: number } {
  const { world, b, joint: handle } = makePair(lab, joint, {}, { type: 'static' }, { damping: 1 })
  lab.misplace(b, createRandom(seed), seed)
  let speed = 0
  let seconds = 0
  let place = numbersOf(b.position)
  for (let i = 1; i <= SECONDS / DT; i++) {
    world.step(DT)
    const now = numbersOf(b.position)
    speed = worse(speed, distance(now, place) / DT)
    place = now
    if (!(gapOf(lab, handle) < WHOLE)) seconds = i * DT
  }
  return { seconds: seconds > SECONDS - DT ? Infinity : seconds, speed }
}

/** `shortSeeds`: starts of each kind in the short form; 16 in the full one. */
export function recoveryCase(lab: Lab, cases: readonly AnyCase[], shortSeeds: number): AccuracyCase {
  return {
    name: 'recovery',
    run(length: RunLength): Row[] {
      const seeds = length === 'full' ? 16 : shortSeeds
      return cases.filter(({ exempt }) => exempt?.recovery === undefined).flatMap((joint) => {
        let slowest = 0
        let fastest = 0
        for (let seed = 1; seed <= seeds; seed++) {
          const { seconds, speed } = recover(lab, joint, seed)
          slowest = worse(slowest, seconds)
          fastest = worse(fastest, speed)
        }
        const test = `${joint.name}, 1 m and 170° off, ${seeds} ×`
        return [atMost(test, 's until within 1e-3', '', SECONDS, slowest), atMost(test, 'highest speed, m/s', '', 50, fastest)]
      })
    },
  }
}
