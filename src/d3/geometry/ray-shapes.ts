/**
 * A ray against one shape. Finding the shapes a ray may meet is the broad phase's work.
 *
 * Shapes are solid and closed: a ray that starts inside a shape or on its surface hits it at once, with t = 0 and a normal
 * opposite to the ray; a ray that only grazes the surface hits it. A ray has 7 doubles: origin, direction (any length), and the
 * largest t, in units of the direction's length. A direction of length 0 is a point test.
 */

import type { Hull } from './hull/hull.ts'
import { SHAPES } from './shapes/shape-table.ts'

/** What a ray hit. Make one and reuse it; only written on a hit. */
export class RayHit {
  /** The hit is at origin + t × direction. */
  t: number = 0
  /** Unit normal of the surface, world axes, pointing out of the shape. */
  nx: number = 0
  ny: number = 0
  nz: number = 0
}

/** The ray in the shape's frame: origin and unit direction. */
const local = new Float64Array(6)
/** Distance along the unit direction and normal in the shape's frame. */
const hit = new Float64Array(4)

/**
 * Ray ray[rayOffset …+6] in world coordinates against a shape: kind, rotation (9 doubles row-major), centre, size and hull as
 * everywhere. True on a hit with t ≤ the ray's largest, which is then in `out`.
 */
export function rayShape(
  out: RayHit, kind: number, rot: Float64Array, ro: number, center: Float64Array, co: number, size: Float64Array, so: number,
  hull: Hull | null, ray: Float64Array, rayOffset: number,
): boolean {
  const dx = ray[rayOffset + 3]
  const dy = ray[rayOffset + 4]
  const dz = ray[rayOffset + 5]
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const scale = length > 0 ? 1 / length : 0
  const x = ray[rayOffset] - center[co]
  const y = ray[rayOffset + 1] - center[co + 1]
  const z = ray[rayOffset + 2] - center[co + 2]
  for (let i = 0; i < 3; i++) {
    const a = rot[ro + i]
    const b = rot[ro + 3 + i]
    const c = rot[ro + 6 + i]
    local[i] = a * x + b * y + c * z
    local[3 + i] = (a * dx + b * dy + c * dz) * scale
  }
  if (!SHAPES[kind].ray(hit, local, size, so, hull)) return false
  const t = hit[0] * scale
  if (!(t <= ray[rayOffset + 6])) return false
  const nx = hit[1]
  const ny = hit[2]
  const nz = hit[3]
  out.t = t
  out.nx = rot[ro] * nx + rot[ro + 1] * ny + rot[ro + 2] * nz
  out.ny = rot[ro + 3] * nx + rot[ro + 4] * ny + rot[ro + 5] * nz
  out.nz = rot[ro + 6] * nx + rot[ro + 7] * ny + rot[ro + 8] * nz
  return true
}
