/** Every kind of joint pulled 1 m and turned 170° out of place: how long until it is whole again, and how fast things move meanwhile. */

import { createRandom } from '../../../../scenes/random.ts'
import { atMost, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { CASES } from '../../joints/cases.ts'
import type { JointCase } from '../../joints/joint-case.ts'
import { errorsOf, makePair } from '../../joints/suite/setup.ts'
import { add, DEGREE, direction, distance, DT, TURN, worse } from '../setup.ts'

/** m or rad: whole again. */
const WHOLE = 1e-3
const SECONDS = 5

/** Seconds until the joint is whole for good, and the highest speed of B, by its way and not by its velocity alone. */
function recover(joint: JointCase, seed: number): { seconds: number; speed: number } {
  const random = createRandom(seed)
  const damping = { linearDamping: 1, angularDamping: 1 }
  const { world, b, joint: handle } = makePair(joint, {}, { type: 'static' }, damping)
  b.teleport(add(b.position, direction(random.between(0, TURN))), (random.next() < 0.5 ? 170 : -170) * DEGREE)
  let speed = 0
  let seconds = 0
  let place = b.position
  for (let i = 1; i <= SECONDS / DT; i++) {
    world.step(DT)
    speed = worse(speed, distance(b.position, place) / DT)
    place = b.position
    const { rigid, limit } = errorsOf(handle)
    if (!(worse(rigid, limit) < WHOLE)) seconds = i * DT
  }
  return { seconds: seconds > SECONDS - DT ? Infinity : seconds, speed }
}

export const recovery: AccuracyCase = {
  name: 'recovery',
  run(length: RunLength): Row[] {
    const seeds = length === 'full' ? 16 : 2
    return CASES.filter(joint => joint.recovers !== false).flatMap(joint => {
      let slowest = 0
      let fastest = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const { seconds, speed } = recover(joint, seed)
        slowest = worse(slowest, seconds)
        fastest = worse(fastest, speed)
      }
      const test = `${joint.name}, 1 m and 170° off, ${seeds} ×`
      return [atMost(test, 's until within 1e-3', '', SECONDS, slowest), atMost(test, 'highest speed, m/s', '', 50, fastest)]
    })
  },
}
