/**
 * Do two moving shapes overlap at any time of their sweeps? For sensors: solid shapes, a mere touch does not count. When they first do is not
 * told; that is `time-of-impact.ts`, on which this is built.
 */

import { quatNormalize } from '../math/quaternion.ts'
import { GjkResult, gjkWithin } from './gjk.ts'
import type { Hull } from './hull/hull.ts'
import { delta, moveTo, NOW, rotation, times } from './safe-advance.ts'
import type { Sweep } from './sweep.ts'
import { MAX_ADVANCES, TimeOfImpact, timeOfImpact, TOI_SEPARATED } from './time-of-impact.ts'

/** Times after the first touch at which they are looked at, as shares of the rest: what penetrates at all does so at one of them. */
const LOOKS = [1e-9, 1e-6, 1e-3]
/** How often the search goes on after a touch without penetration, or where it ran out of steps; each time by twice the last look. */
const MAX_ROUNDS = 10

const nearest = new GjkResult()
const impact = new TimeOfImpact()

/** Kinds, sizes and hulls as in `gjkDistance`. The sweeps may be cut shorter at their start. */
export function shapesMeet(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, sweepA: Sweep, sweepB: Sweep,
): boolean {
  let skip = LOOKS[LOOKS.length - 1]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    timeOfImpact(impact, kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, 0)
    if (impact.state === TOI_SEPARATED) return false
    let t = impact.t
    if (impact.iterations <= MAX_ADVANCES) {
      for (let k = 0; k < LOOKS.length; k++) {
        times[NOW] = t + LOOKS[k] * (1 - t)
        moveTo(sweepA, sweepB)
        if (gjkWithin(nearest, kindA, kindB, rotation, 0, 9, size, sa, sb, hullA, hullB, delta[0], delta[1], delta[2], 0)) return true
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
  const { c0, c1, q0, q1 } = sweep
  const toward = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3] < 0 ? -t : t
  for (let k = 0; k < 3; k++) c0[k] += t * (c1[k] - c0[k])
  for (let k = 0; k < 4; k++) q0[k] = (1 - t) * q0[k] + toward * q1[k]
  quatNormalize(q0, 0)
}
