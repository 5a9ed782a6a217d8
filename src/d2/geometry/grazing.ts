/**
 * Which impacts are none: the shapes come near each other and go past, or along, without getting into each other.
 *
 * What slides over flush tiles comes within the target of every next tile, at its corner and with all of its speed, and still goes through
 * none. The direction of the gap at that moment says nothing about it. Two things do: a face along which the shapes stay clear of each other
 * all the way, and, where one of them is round, a sweep with that one a hair thinner.
 */

import type { Polygon } from './polygon/polygon.ts'
import { separationAlong } from './axis-separation.ts'
import { roundPart, SHAPES, thin } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from './time-of-impact.ts'

/** Depth behind a face that is still along it, in slops: what the narrow phase takes for a sliver (`patch.ts`), which gives no contact. */
const SLIVER_SLOPS = 4

/** How much thinner a round shape is swept, in slops, as in `speculation.ts`. */
const THINNER_SLOPS = 2

const along = new Float64Array(2)
const rot = new Float64Array(2)
const arm = new Float64Array(2)
const normal = new Float64Array(2)
const sizes = new Float64Array(8)
const thinner = new TimeOfImpact()

/** Do shapes that are within the slop of each other at time t of their sweeps go on to the end without getting into each other? */
export function grazes(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null,
  sweepA: Sweep, sweepB: Sweep, slop: number, t: number,
): boolean {
  const bend = (bendOf(kindA, size, sa, polygonA, sweepA) + bendOf(kindB, size, sb, polygonB, sweepB)) * (1 - t) * (1 - t)
  const least = bend - SLIVER_SLOPS * slop
  // What bends farther than that may dip behind a face on the way.
  const sides = least <= 0 ? 2 : 0
  for (let side = 0; side < sides; side++) {
    const kind = side === 0 ? kindA : kindB
    const polygon = side === 0 ? polygonA : polygonB
    const faces = SHAPES[kind].faceCount(polygon)
    if (side === 0) sweepA.orient(t, rot, 0, arm, 0)
    else sweepB.orient(t, rot, 0, arm, 0)
    for (let face = 0; face < faces; face++) {
      setAlong(kind, polygon, face, side === 0 ? 1 : -1)
      if (separationAlong(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, along, t) < least) continue
      if (separationAlong(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, along, 1) >= least) return true
    }
  }
  const roundA = roundPart(kindA, size, sa)
  const roundB = roundPart(kindB, size, sb)
  if (roundA === 0 && roundB === 0) return false
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[sa + k]
    sizes[4 + k] = size[sb + k]
  }
  if (roundA >= roundB) thin(kindA, sizes, 0, THINNER_SLOPS * slop)
  else thin(kindB, sizes, 4, THINNER_SLOPS * slop)
  timeOfImpact(thinner, kindA, kindB, sizes, 0, 4, polygonA, polygonB, sweepA, sweepB, 0)
  return thinner.state === TOI_SEPARATED
}

/** Sets `along` to the outward normal of a face of the shape whose rotation is in `rot`, times sign. */
function setAlong(kind: number, polygon: Polygon | null, face: number, sign: number): void {
  SHAPES[kind].faceNormal(polygon, face, normal)
  along[0] = sign * (rot[0] * normal[0] - rot[1] * normal[1])
  along[1] = sign * (rot[1] * normal[0] + rot[0] * normal[1])
}

/** How far, at most, turning takes a point of the core off the straight way from where it starts to where it ends. */
function bendOf(kind: number, size: Float64Array, s: number, polygon: Polygon | null, sweep: Sweep): number {
  const { localOffset } = sweep
  const turn = sweep.a1 - sweep.a0
  const reach = SHAPES[kind].coreReach(size, s, polygon)
  return 0.125 * turn * turn * (reach + Math.sqrt(localOffset[0] * localOffset[0] + localOffset[1] * localOffset[1]))
}
