/**
 * First time at which two moving convex shapes come within a target distance. A pair at a time; picking the pairs and
 * answering the hit is the work of the `continuous` stage.
 *
 * Conservative advancement: measure the distance, advance by a time that certainly holds no impact (`safe-advance.ts`), and
 * again. Nothing can be missed, whatever the shapes do. The advance is exact to first order, so the steps converge on an
 * impact quadratically, and at once for faces that do not turn.
 */

import { LONG_ROUNDING, LOST_DIGITS } from '../../common/math/rounding.ts'
import { TARGET_TOLERANCE } from '../../common/tolerances.ts'
import type { Polygon } from './polygon/polygon.ts'
import { chainImpact, isChain } from './pairs/chain-impact.ts'
import { GjkResult, gjkDistanceFrom } from './gjk.ts'
import { delta, KEPT, MOST, moveTo, NOW, rotation, SAFE, safeAdvance, startSweeps, times } from './safe-advance.ts'
import { coreRadius } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'

/** The shapes stay farther apart than the target for the whole sweep. */
export const TOI_SEPARATED: number = 0
/** They come within the target at `t`. */
export const TOI_HIT: number = 1
/** They overlap or touch at t = 0. */
export const TOI_OVERLAPPED: number = 2

/** Steps in time. Hits take 2 to 8; only long grazing passes under fast turning come near this. */
export const MAX_ADVANCES = 64

/** What `timeOfImpact` found. Make one and reuse it. */
export class TimeOfImpact {
  /** TOI_SEPARATED, TOI_HIT or TOI_OVERLAPPED. */
  state: number = TOI_SEPARATED
  /** Share of the sweep that is free: 1 when separated, 0 when overlapped. */
  t: number = 1
  /** Distance of the shapes at `t`; on a hit at most 1.001 × target, unless the steps ran out. When separated, that of the last look. */
  distance: number = 0
  /** Unit normal from A to B at `t`; when the cores overlap, and without a hit, a unit vector without further meaning. */
  nx: number = 0
  ny: number = 1
  iterations: number = 0
}

const nearest = new GjkResult()
/** Normal of the look before. */
const normal = new Float64Array(2)

/**
 * Finds the first t in [0, 1] at which A and B are within `target` (≥ 0, metres) of each other. Kinds, sizes and polygons as in
 * `gjkDistance`, motions as in `Sweep`.
 *
 * Before the reported t the shapes are farther apart than the target, without exception. The reported t is early by at most
 * the time it takes to close 1e-3 of the target; should the steps run out, the hit is reported at the time reached, which is
 * early too. Shapes already within the target at the start, but not touching, are a hit at t = 0. What starts behind a segment of a chain never
 * meets it.
 */
export function timeOfImpact(
  out: TimeOfImpact, kindA: number, kindB: number, size: Float64Array, sa: number, sb: number,
  polygonA: Polygon | null, polygonB: Polygon | null, sweepA: Sweep, sweepB: Sweep, target: number,
): void {
  startSweeps(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB)
  times[KEPT] = target + coreRadius(kindA, size, sa) + coreRadius(kindB, size, sb)
  nearest.simplexCount = 0
  let state = TOI_SEPARATED
  times[NOW] = 0
  moveTo(sweepA, sweepB)
  let t = startsBehind(kindA, size, sa, 0, polygonB, 1) || startsBehind(kindB, size, sb, 2, polygonA, -1) ? 1 : 0
  let rounds = 0
  while (state === TOI_SEPARATED && t < 1) {
    rounds++
    if (rounds > 1) {
      times[NOW] = t
      moveTo(sweepA, sweepB)
    }
    gjkDistanceFrom(nearest, kindA, kindB, rotation, 0, 2, size, sa, sb, polygonA, polygonB, delta[0], delta[1])
    if (nearest.distance === 0 && t === 0) state = TOI_OVERLAPPED
    else if (nearest.distance <= target + TARGET_TOLERANCE * target + LONG_ROUNDING * nearest.extent || rounds > MAX_ADVANCES) {
      state = TOI_HIT
      // A target of 0 ends on the surface, where the gap has no direction left: the one before stands.
      if (rounds > 1 && nearest.coreDistance < LOST_DIGITS * nearest.extent) {
        nearest.nx = normal[0]
        nearest.ny = normal[1]
      }
    } else {
      normal[0] = nearest.nx
      normal[1] = nearest.ny
      const most = 1 - t
      times[MOST] = most
      safeAdvance(nearest)
      const step = times[SAFE]
      if (step === most) t = 1
      else if (t + step > t) t += step
      else state = TOI_HIT
    }
  }
  if (state === TOI_HIT && (isChain(kindA, size, sa) || isChain(kindB, size, sb))) {
    const sign = isChain(kindA, size, sa) ? 1 : -1
    t = chainImpact(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, target, t, rotation, 1 - sign, nearest.nx, nearest.ny, sign)
    if (t >= 1) state = TOI_SEPARATED
  }
  out.state = state
  out.t = t
  out.distance = nearest.distance
  out.nx = nearest.nx
  out.ny = nearest.ny
  out.iterations = rounds
}

/** Is the first shape a segment of a chain and the other one's centre on its open side? `sign` is 1 when the segment is A. */
function startsBehind(kind: number, size: Float64Array, s: number, r: number, polygon: Polygon | null, sign: number): boolean {
  if (!isChain(kind, size, s)) return false
  let x = sign * delta[0]
  let y = sign * delta[1]
  if (polygon !== null) {
    const o = 2 - r
    x += rotation[o] * polygon.center[0] - rotation[o + 1] * polygon.center[1]
    y += rotation[o + 1] * polygon.center[0] + rotation[o] * polygon.center[1]
  }
  return rotation[r] * y < rotation[r + 1] * x
}
