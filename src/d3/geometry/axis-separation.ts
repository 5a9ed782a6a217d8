/**
 * How far two moving shapes are apart along a direction, at any time of their sweeps; and when that first falls below a bound. Used for
 * pairs that already have a contact: their normal is known, and what matters is whether they go through it. The direction is fixed, or
 * turns with the shape whose face it is the normal of: along the old normal, shapes that only roll over each other would overlap.
 */

import { SAME_NORMAL } from '../../common/tolerances.ts'
import type { Hull } from './hull/hull.ts'
import { GjkResult, gjkDistance } from './gjk.ts'
import { coreRadius, coreVertex, SHAPES, supportVertex } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'

/** Halvings of the search: a thousandth of a thousandth of the step. */
const HALVINGS = 20

const rot = new Float64Array(18)
const arm = new Float64Array(6)
const vertex = new Float64Array(3)
const carried = new Float64Array(3)
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

/** The normal n (from A to B) stays as it is, or turns with A, or with B. */
export const FIXED = 0
export const WITH_A = 1
export const WITH_B = 2

/** Who carries the normal of a contact: the shape whose face it belongs to; if it belongs to both, the one that moves less. */
export function carrierOf(
  kindA: number, kindB: number, hullA: Hull | null, hullB: Hull | null, sweepA: Sweep, sweepB: Sweep, n: Float64Array,
): number {
  const byA = hasFace(kindA, hullA, sweepA, n, 1)
  const byB = hasFace(kindB, hullB, sweepB, n, -1)
  if (byA && byB) return path(sweepA) < path(sweepB) ? WITH_A : WITH_B
  return byA ? WITH_A : byB ? WITH_B : FIXED
}

/** Is n, times sign, the normal of a face of the shape at the start of its sweep? */
function hasFace(kind: number, hull: Hull | null, sweep: Sweep, n: Float64Array, sign: number): boolean {
  sweep.orient(0, rot, 0, arm, 0)
  const faces = SHAPES[kind].faceCount(hull)
  for (let face = 0; face < faces; face++) {
    SHAPES[kind].faceNormal(hull, face, vertex)
    let cosine = 0
    for (let k = 0; k < 3; k++) cosine += sign * n[k] * (rot[k * 3] * vertex[0] + rot[k * 3 + 1] * vertex[1] + rot[k * 3 + 2] * vertex[2])
    if (cosine > 0 && 1 - cosine * cosine < SAME_NORMAL) return true
  }
  return false
}

/** Square of a body's displacement in its sweep. */
function path(sweep: Sweep): number {
  const x = sweep.c1[0] - sweep.c0[0]
  const y = sweep.c1[1] - sweep.c0[1]
  const z = sweep.c1[2] - sweep.c0[2]
  return x * x + y * y + z * z
}

/** Separation along n, carried as `carrier` says. */
export function carriedSeparation(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, n: Float64Array, carrier: number, t: number,
): number {
  if (carrier === FIXED) return separationAlong(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, n, t)
  carry(carrier === WITH_A ? sweepA : sweepB, n, t)
  return separationAlong(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, carried, t)
}

/** n of the start of the sweeps, as it stands at time t if the body of this one carries it: into `carried`. */
function carry(sweep: Sweep, n: Float64Array, t: number): void {
  sweep.orient(0, rot, 0, arm, 0)
  for (let k = 0; k < 3; k++) vertex[k] = rot[k] * n[0] + rot[3 + k] * n[1] + rot[6 + k] * n[2]
  sweep.orient(t, rot, 0, arm, 0)
  for (let k = 0; k < 3; k++) carried[k] = rot[k * 3] * vertex[0] + rot[k * 3 + 1] * vertex[1] + rot[k * 3 + 2] * vertex[2]
}

/** First time (by halving) at which that separation is down to `bound`, given that it is above it at 0 and below it at `end`. */
export function timeOfSeparation(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, n: Float64Array, carrier: number, bound: number, end: number,
): number {
  let low = 0
  let high = end
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * (low + high)
    const separation = carriedSeparation(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, n, carrier, middle)
    if (separation > bound) low = middle
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

/** Nearest points of two shapes at time t of the sweeps, and out[o …] = the point midway between them, world. */
export function measureMeeting(
  found: GjkResult, kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, t: number, out: Float64Array, o: number,
): void {
  sweepA.orient(t, rot, 0, arm, 0)
  sweepB.orient(t, rot, 9, arm, 3)
  for (let k = 0; k < 3; k++) {
    out[o + k] = sweepA.c0[k] + t * (sweepA.c1[k] - sweepA.c0[k]) + arm[k]
    vertex[k] = sweepB.c0[k] + t * (sweepB.c1[k] - sweepB.c0[k]) + arm[3 + k] - out[o + k]
  }
  gjkDistance(found, kindA, kindB, rot, 0, 9, size, sa, sb, hullA, hullB, vertex[0], vertex[1], vertex[2])
  out[o] += 0.5 * (found.ax + found.bx)
  out[o + 1] += 0.5 * (found.ay + found.by)
  out[o + 2] += 0.5 * (found.az + found.bz)
}
