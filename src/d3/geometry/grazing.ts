/**
 * Which impacts are none: the shapes come near each other and go past, or along, without getting into each other.
 *
 * What slides over flush tiles comes within the target of every next tile, at its edge and with all of its speed, and still goes through
 * none. The direction of the gap at that moment says nothing about it. Two things do: a face along which the shapes stay clear of each other
 * all the way, and, where one of them is round, a sweep with that one a hair thinner.
 */

import type { Hull } from './hull/hull.ts'
import { separationAlong } from './axis-separation.ts'
import { coreRadius, SHAPES } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from './time-of-impact.ts'

/** Depth behind a face that is still along it, in slops: the narrow phase gives no contact for a strip of that height beside a face. */
const SLIVER_SLOPS = 4

/** How much thinner a round shape is swept, in slops, as in `speculation.ts`. */
const THINNER_SLOPS = 2

const along = new Float64Array(3)
const rot = new Float64Array(9)
const arm = new Float64Array(3)
const normal = new Float64Array(3)
const sizes = new Float64Array(8)
const thinner = new TimeOfImpact()

/** Do shapes that are within the slop of each other at time t of their sweeps go on to the end without getting into each other? */
export function grazes(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep, slop: number, t: number,
): boolean {
  const bend = (bendOf(kindA, size, sa, hullA, sweepA) + bendOf(kindB, size, sb, hullB, sweepB)) * (1 - t) * (1 - t)
  const least = bend - SLIVER_SLOPS * slop
  // What bends farther than that may dip behind a face on the way.
  const sides = least <= 0 ? 2 : 0
  for (let side = 0; side < sides; side++) {
    const kind = side === 0 ? kindA : kindB
    const hull = side === 0 ? hullA : hullB
    const faces = SHAPES[kind].faceCount(hull)
    if (side === 0) sweepA.orient(t, rot, 0, arm, 0)
    else sweepB.orient(t, rot, 0, arm, 0)
    for (let face = 0; face < faces; face++) {
      setAlong(kind, hull, face, side === 0 ? 1 : -1)
      if (separationAlong(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, along, t) < least) continue
      if (separationAlong(kindA, kindB, size, sa, sb, hullA, hullB, sweepA, sweepB, along, 1) >= least) return true
    }
  }
  const radiusA = coreRadius(kindA, size, sa)
  const radiusB = coreRadius(kindB, size, sb)
  if (radiusA === 0 && radiusB === 0) return false
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[sa + k]
    sizes[4 + k] = size[sb + k]
  }
  const rounder = radiusA >= radiusB ? 0 : 4
  sizes[rounder] = Math.max(0, sizes[rounder] - THINNER_SLOPS * slop)
  timeOfImpact(thinner, kindA, kindB, sizes, 0, 4, hullA, hullB, sweepA, sweepB, 0)
  return thinner.state === TOI_SEPARATED
}

/** Sets `along` to the outward normal of a face of the shape whose rotation is in `rot`, times sign. */
function setAlong(kind: number, hull: Hull | null, face: number, sign: number): void {
  SHAPES[kind].faceNormal(hull, face, normal)
  for (let r = 0; r < 9; r += 3) along[r / 3] = sign * (rot[r] * normal[0] + rot[r + 1] * normal[1] + rot[r + 2] * normal[2])
}

/**
 * How far, at most, turning takes a point of the core off the straight way from where it starts to where it ends: an eighth of its largest
 * acceleration. `Sweep` blends quaternions at half the angle of turning, h; so w ≤ 2 sin h / b and w' ≤ 4 sin h (1 − cos h) / b², with
 * b = (1 + cos h) / 2.
 */
function bendOf(kind: number, size: Float64Array, s: number, hull: Hull | null, sweep: Sweep): number {
  const { q0, q1, localOffset: o } = sweep
  const c = Math.min(1, Math.abs(q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3]))
  const sine = Math.sqrt(1 - c * c)
  const b = 0.5 * (1 + c)
  const reach = Math.sqrt(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]) + SHAPES[kind].coreReach(size, s, hull)
  return 0.5 * sine * (sine + 1 - c) / (b * b) * reach
}
