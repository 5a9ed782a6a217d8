/** A heavy box on a light one of the same size, and a large one on small ones: the largest overlap on the way, as a share of the box. */

import { box } from 'fulcrum-physics/2d'
import { addFloor } from '../../../../scenes/d2/ground.ts'
import { addHeavyOnLight, heavyOverlap } from '../../../../scenes/d2/heavy-on-light.ts'
import { deepestOverlap } from '../../../../scenes/d2/measure.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, worse } from '../setup.ts'

/** Largest overlap over the run; `lift` drops the heavy box from that height. */
function overlap(ratio: number, lift: number, seconds: number): number {
  const world = createWorld()
  addFloor(world, 20)
  const pair = addHeavyOnLight(world, ratio, 0)
  if (lift > 0) pair[1].teleport({ x: 0, y: 1.5 + lift })
  let worst = 0
  for (let i = 0; i < seconds * 60; i++) {
    world.step(1 / 60)
    worst = worse(worst, heavyOverlap(pair))
  }
  return worst
}

/** A box of 10 m lies on five of 10 cm: ten thousand times the weight of each. Deepest overlap in 10 cm. */
function largeOnSmall(seconds: number): number {
  const world = createWorld()
  addFloor(world, 20)
  for (let i = -2; i <= 2; i++) world.createBody({ position: { x: 2 * i, y: 0.05 }, shapes: [box({ halfExtents: { x: 0.05, y: 0.05 } })] })
  world.createBody({ position: { x: 0, y: 5.1 }, shapes: [box({ halfExtents: { x: 5, y: 5 } })] })
  let worst = 0
  for (let i = 0; i < seconds * 60; i++) {
    world.step(1 / 60)
    worst = worse(worst, deepestOverlap(world) / 0.1)
  }
  return worst
}

export const heavy: AccuracyCase = {
  name: 'heavy',
  run(length): Row[] {
    const seconds = length === 'full' ? 10 : 4
    const metric = 'largest overlap / size'
    return [
      reported(`1:100, ${seconds} s`, metric, '0 (planck), 0.035 (Rapier)', overlap(100, 0, seconds)),
      atMost(`1:1000, ${seconds} s`, metric, '0.09 + 0.33 (Box2D v3), gone (Rapier, planck)', 0.01, overlap(1000, 0, seconds)),
      reported(`1:1000 dropped from 0.2 m, ${seconds} s`, metric, '', overlap(1000, 0.2, seconds)),
      atMost(`1:10 000, ${seconds} s`, metric, '', 0.01, overlap(10_000, 0, seconds)),
      atMost(`10 m box on 10 cm boxes, ${seconds} s`, metric, '', 0.01, largeOnSmall(seconds)),
    ]
  },
}
