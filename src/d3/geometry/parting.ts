/**
 * The axis that kept two shapes apart, tried again before anything else: most pairs with overlapping boxes are apart, and stay apart along
 * the same axis for many steps.
 *
 * Any direction will do, however old: it only ever proves that the shapes are further apart than the margin, which is what the full test
 * would find, at greater length. So the axes are no part of the world's state.
 */

import { LONG_ROUNDING } from '../../common/math/rounding.ts'
import type { Hull } from './hull/hull.ts'
import { coreExtent, coreRadius } from './shapes/shape-table.ts'
import type { Manifold } from './manifold.ts'
import { DX, DY, DZ, MARGIN, query } from './query.ts'

/** How far the cores of A and B reach along the axis, towards each other. */
const extents = new Float64Array(2)

/** Gap less margin, times the axis's length, of the last `partedBy`. */
export const partingOut: Float64Array = new Float64Array(1)

/**
 * Whether the gap between A and B along the axis at axis[at] (from A to B, any length, world axes) is beyond doubt more than the margin.
 * Arguments as in `collideQuery`, offset and margin in `query`.
 */
export function partedBy(
  axis: Float64Array, at: number, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
): boolean {
  const x = axis[at]
  const y = axis[at + 1]
  const z = axis[at + 2]
  const length = Math.sqrt(x * x + y * y + z * z)
  coreExtent(extents, 0, kindA, rot, ra, size, sa, hullA, axis, at, 1)
  coreExtent(extents, 1, kindB, rot, rb, size, sb, hullB, axis, at, -1)
  const between = x * query[DX] + y * query[DY] + z * query[DZ]
  const reachA = extents[0] + coreRadius(kindA, size, sa) * length
  const reachB = extents[1] + coreRadius(kindB, size, sb) * length
  const far = query[MARGIN] * length
  const rounding = LONG_ROUNDING * (Math.abs(between) + Math.abs(reachA) + Math.abs(reachB) + far)
  partingOut[0] = between - reachA - reachB - far - rounding
  return partingOut[0] > 0
}

/** Leaves `sign` times a direction of the frame at `r` as what parts the shapes. The manifold must have no points. */
export function setParting(out: Manifold, rot: Float64Array, r: number, direction: Float64Array, at: number, sign: number): void {
  const x = sign * direction[at]
  const y = sign * direction[at + 1]
  const z = sign * direction[at + 2]
  out.nx = rot[r] * x + rot[r + 1] * y + rot[r + 2] * z
  out.ny = rot[r + 3] * x + rot[r + 4] * y + rot[r + 5] * z
  out.nz = rot[r + 6] * x + rot[r + 7] * y + rot[r + 8] * z
}
