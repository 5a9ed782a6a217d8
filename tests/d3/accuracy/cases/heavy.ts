/** A heavy box on a light one of the same size: the largest overlap on the way, as a share of the box. */

import { addFloor } from '../../../../scenes/d3/ground.ts'
import { addHeavyOnLight, heavyOverlap } from '../../../../scenes/d3/heavy-on-light.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld } from '../setup.ts'

/** Largest overlap over the run; `lift` drops the heavy box from that height. */
function overlap(ratio: number, lift: number, seconds: number): number {
  const world = createWorld()
  addFloor(world, 20)
  const pair = addHeavyOnLight(world, ratio, 0)
  const heavy = pair[1]
  if (lift > 0) heavy.teleport({ x: 0, y: 1.5 + lift, z: 0 })
  let worst = 0
  for (let i = 0; i < seconds * 60; i++) {
    world.step(1 / 60)
    const now = heavyOverlap(pair)
    worst = now <= worst ? worst : now
  }
  return worst
}

export const heavy: AccuracyCase = {
  name: 'heavy',
  run(length): Row[] {
    const seconds = length === 'full' ? 10 : 4
    return [
      reported(`1:100, ${seconds} s`, 'largest overlap / size', '0 (planck), 0.024 (PhysX TGS)', overlap(100, 0, seconds)),
      atMost(`1:1000, ${seconds} s`, 'largest overlap / size', '0.09 (Box2D v3)', 0.01, overlap(1000, 0, seconds)),
      reported(`1:1000 dropped from 0.2 m, ${seconds} s`, 'largest overlap / size', '', overlap(1000, 0.2, seconds)),
      reported(`1:10 000, ${seconds} s`, 'largest overlap / size', '', overlap(10_000, 0, seconds)),
    ]
  },
}
