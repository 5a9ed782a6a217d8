/**
 * How far two moving shapes are apart along a fixed direction, at any time of their sweeps; and when that first falls below a bound. Used
 * for pairs that already have a contact: their normal is known, and what matters is whether they go through it.
 */

import type { Hull } from './hull/hull.ts'
import { GjkResult, gjkDistance } from './gjk.ts'
import { coreRadius, coreVertex, supportVertex } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'

/** Halvings of the search: a thousandth of a thousandth of the step. */
const HALVINGS = 20

const rot = new Float64Array(18)
const arm = new Float64Array(6)
const vertex = new Float64Array(3)
const nearest = new GjkResult()

/** Separation of A and B along the unit vector n (from A to B) at time t of the sweeps; negative when they overlap along it. */
export function separationAlong(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, n: Float64Array, t: number,
): number {
  sweepA.orient(t, rot, 0, arm, 0)
  sweepB.orient(t, rot, 9, arm, 3)
  let separation = -coreRadius(kindA, size, sa) - coreRadius(kindB, size, sb)
  for (let k = 0; k < 3; k++) {
    const a = sweepA.c0[k] + t * (sweepA.c1[k] - sweepA.c0[k])
    const b = sweepB.c0[k] + t * (sweepB.c1[k] - sweepB.c0[k])
    separation += n[k] * (b - a + arm[3 + k] - arm[k])
  }
  coreVertex(kindA, rot, 0, size, sa, hullA, supportVertex(kindA, rot, 0, size, sa, hullA, n, 0, 1), vertex, 0)
  separation -= n[0] * vertex[0] + n[1] * vertex[1] + n[2] * vertex[2]
  coreVertex(kindB, rot, 9, size, sb, hullB, supportVertex(kindB, rot, 9, size, sb, hullB, n, 0, -1), vertex, 0)
  return separation + n[0] * vertex[0] + n[1] * vertex[1] + n[2] * vertex[2]
}

/** First time (by halving) at which the separation along n is down to `bound`, given that it is above it at 0 and below it at `end`. */
export function timeOfSeparation(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, n: Float64Array, bound: number, end: number,
): number {
  let low = 0
  let high = end
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * (low + high)
    if (separationAlong(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, n, middle) > bound) low = middle
    else high = middle
  }
  return low
}

/**
 * Do the shapes overlap by more than `depth` of their roundness at time t of the sweeps? Shapes without roundness: do they overlap at
 * all.
 */
export function overlapsAt(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, depth: number, t: number,
): boolean {
  sweepA.orient(t, rot, 0, arm, 0)
  sweepB.orient(t, rot, 9, arm, 3)
  for (let k = 0; k < 3; k++) {
    const a = sweepA.c0[k] + t * (sweepA.c1[k] - sweepA.c0[k])
    const b = sweepB.c0[k] + t * (sweepB.c1[k] - sweepB.c0[k])
    vertex[k] = b - a + arm[3 + k] - arm[k]
  }
  gjkDistance(nearest, kindA, kindB, rot, 0, 9, size, sa, sb, hullA, hullB, vertex[0], vertex[1], vertex[2])
  return nearest.coreDistance < Math.max(coreRadius(kindA, size, sa) + coreRadius(kindB, size, sb) - depth, Number.MIN_VALUE)
}
