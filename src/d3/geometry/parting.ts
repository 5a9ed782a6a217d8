/**
 * The axis that kept two shapes apart, tried again before anything else: most pairs with overlapping boxes are apart, and stay apart along
 * the same axis for many steps.
 *
 * Any direction will do, however old: it only ever proves that the shapes are further apart than the margin, which is what the full test
 * would find, at greater length. So the axes are no part of the world's state.
 */

import type { Hull } from './hull/hull.ts'
import { BOX, CAPSULE, SPHERE } from './shapes/shape-kinds.ts'
import type { Manifold } from './manifold.ts'

/** What rounding may have added to a gap, per unit of the sizes and distances it came from. */
const ROUNDING = 1e-12

/**
 * Gap between A and B along the axis at axis[at] (from A to B, any length, world axes) less `margin`, times the axis's length; positive
 * only if that is beyond doubt. Arguments as in `collide.ts`; `offset` is centre B minus centre A, at 0.
 */
export function partedBy(
  axis: Float64Array, at: number, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number,
  size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null, offset: Float64Array, margin: number,
): number {
  const x = axis[at]
  const y = axis[at + 1]
  const z = axis[at + 2]
  const length = Math.sqrt(x * x + y * y + z * z)
  const reachA = reach(x, y, z, length, kindA, rot, ra, size, sa, hullA)
  const reachB = reach(-x, -y, -z, length, kindB, rot, rb, size, sb, hullB)
  const between = x * offset[0] + y * offset[1] + z * offset[2]
  return between - reachA - reachB - margin * length - ROUNDING * (Math.abs(between) + Math.abs(reachA) + Math.abs(reachB) + margin * length)
}

/** How far a shape reaches from its centre along a direction, times the direction's length. */
function reach(
  x: number, y: number, z: number, length: number, kind: number, rot: Float64Array, r: number, size: Float64Array, s: number, hull: Hull | null,
): number {
  if (kind === SPHERE) return size[s] * length
  const ly = rot[r + 1] * x + rot[r + 4] * y + rot[r + 7] * z
  if (kind === CAPSULE) return size[s] * length + size[s + 1] * Math.abs(ly)
  const lx = rot[r] * x + rot[r + 3] * y + rot[r + 6] * z
  const lz = rot[r + 2] * x + rot[r + 5] * y + rot[r + 8] * z
  if (kind === BOX) return size[s] * Math.abs(lx) + size[s + 1] * Math.abs(ly) + size[s + 2] * Math.abs(lz)
  const vertices = hull!.vertices
  const end = 3 * hull!.vertexCount
  let most = -Infinity
  for (let v = 0; v < end; v += 3) {
    const along = lx * vertices[v] + ly * vertices[v + 1] + lz * vertices[v + 2]
    if (along > most) most = along
  }
  return most
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
