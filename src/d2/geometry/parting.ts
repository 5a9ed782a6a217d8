/**
 * The axis that kept two shapes apart, tried again before anything else: most pairs with overlapping boxes are apart, and stay apart along
 * the same axis for many steps.
 *
 * Any direction will do, however old: it only ever proves that the shapes are further apart than the margin, which is what the full test
 * would find, at greater length. So the axes are no part of the world's state.
 */

import { CORNER_STRIDE, CORNERS } from './polygon/packed-polygons.ts'
import { CAPSULE, CIRCLE, SEGMENT } from './shapes/shape-kinds.ts'
import type { Manifold } from './manifold.ts'

/** What rounding may have added to a gap, per unit of the sizes and distances it came from. */
const ROUNDING = 1e-12

/**
 * Gap between A and B along the axis at axis[at] (from A to B, any length, world axes) less `margin`, times the axis's length; positive
 * only if that is beyond doubt. Arguments as in `collide.ts`; `offset` is centre B minus centre A, at 0.
 */
export function partedBy(
  axis: Float64Array, at: number, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, packed: Float64Array, pa: number, pb: number, offset: Float64Array, margin: number,
): number {
  const x = axis[at]
  const y = axis[at + 1]
  const length = Math.sqrt(x * x + y * y)
  const reachA = reach(x, y, length, kindA, rot, ra, size, sa, packed, pa)
  const reachB = reach(-x, -y, length, kindB, rot, rb, size, sb, packed, pb)
  const between = x * offset[0] + y * offset[1]
  return between - reachA - reachB - margin * length - ROUNDING * (Math.abs(between) + Math.abs(reachA) + Math.abs(reachB) + margin * length)
}

/** How far a shape reaches from its centre along a direction, times the direction's length. */
function reach(
  x: number, y: number, length: number, kind: number, rot: Float64Array, r: number, size: Float64Array, s: number,
  packed: Float64Array, p: number,
): number {
  if (kind === CIRCLE) return size[s] * length
  const lx = rot[r] * x + rot[r + 1] * y
  const ly = rot[r] * y - rot[r + 1] * x
  if (kind === CAPSULE) return size[s] * length + size[s + 1] * Math.abs(ly)
  if (kind === SEGMENT) return size[s] * Math.abs(lx)
  if (size[s + 1] > 0) return size[s] * length + size[s + 1] * Math.abs(lx) + size[s + 2] * Math.abs(ly)
  const end = p + CORNERS + CORNER_STRIDE * (packed[p] | 0)
  let most = -Infinity
  for (let v = p + CORNERS; v < end; v += CORNER_STRIDE) {
    const along = lx * packed[v] + ly * packed[v + 1]
    if (along > most) most = along
  }
  return most + size[s] * length
}

/** Leaves `sign` times a direction of the frame at `r` as what parts the shapes. The manifold must have no points. */
export function setParting(out: Manifold, rot: Float64Array, r: number, direction: Float64Array, at: number, sign: number): void {
  const x = sign * direction[at]
  const y = sign * direction[at + 1]
  out.nx = rot[r] * x - rot[r + 1] * y
  out.ny = rot[r + 1] * x + rot[r] * y
}
