/**
 * Do two moving shapes overlap at any time of their sweeps? For sensors: solid shapes, a mere touch does not count, a segment of a chain counts
 * from both sides. When they first do is not told; that is `time-of-impact.ts`, on which this is built.
 */

import { GjkResult, gjkWithin } from './gjk.ts'
import type { Polygon } from './polygon/polygon.ts'
import { delta, moveTo, NOW, rotation, times } from './safe-advance.ts'
import { BOTH_SIDES, SEGMENT } from './shapes/segment.ts'
import type { Sweep } from './sweep.ts'
import { MAX_ADVANCES, TimeOfImpact, timeOfImpact, TOI_SEPARATED } from './time-of-impact.ts'

/** Times after the first touch at which they are looked at, as shares of the rest: what penetrates at all does so at one of them. */
const LOOKS = [1e-9, 1e-6, 1e-3]
/** How often the search goes on after a touch without penetration, or where it ran out of steps; each time by twice the last look. */
const MAX_ROUNDS = 10

const nearest = new GjkResult()
const impact = new TimeOfImpact()
const sizes = new Float64Array(8)

/** Kinds, sizes and polygons as in `gjkDistance`. The sweeps may be cut shorter at their start. */
export function shapesMeet(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null,
  sweepA: Sweep, sweepB: Sweep,
): boolean {
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[sa + k]
    sizes[4 + k] = size[sb + k]
  }
  if (kindA === SEGMENT) sizes[3] = BOTH_SIDES
  if (kindB === SEGMENT) sizes[7] = BOTH_SIDES
  let skip = LOOKS[LOOKS.length - 1]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    timeOfImpact(impact, kindA, kindB, sizes, 0, 4, polygonA, polygonB, sweepA, sweepB, 0)
    if (impact.state === TOI_SEPARATED) return false
    let t = impact.t
    if (impact.iterations <= MAX_ADVANCES) {
      for (let k = 0; k < LOOKS.length; k++) {
        times[NOW] = t + LOOKS[k] * (1 - t)
        moveTo(sweepA, sweepB)
        if (gjkWithin(nearest, kindA, kindB, rotation, 0, 2, sizes, 0, 4, polygonA, polygonB, delta[0], delta[1], 0)) return true
      }
      t += skip * (1 - t)
      skip *= 2
    }
    cut(sweepA, t)
    cut(sweepB, t)
  }
  return false
}

/** Starts a sweep at its time t. */
function cut(sweep: Sweep, t: number): void {
  const { c0, c1 } = sweep
  c0[0] += t * (c1[0] - c0[0])
  c0[1] += t * (c1[1] - c0[1])
  sweep.a0 += t * (sweep.a1 - sweep.a0)
}
