/**
 * A ray against one shape. Finding the shapes a ray may meet is the broad phase's work.
 *
 * Shapes are solid and closed: a ray that starts inside a shape or on its surface hits it at once, with t = 0 and a normal
 * opposite to the ray; a ray that only grazes the surface hits it. A segment is hit from both sides, also one of a chain. A ray has
 * 5 doubles: origin, direction (any length), and the largest t, in units of the direction's length. A direction of length 0 is a
 * point test.
 */

import type { Polygon } from './polygon/polygon.ts'
import { SHAPES } from './shapes/shape-table.ts'

/** What a ray hit. Make one and reuse it; only written on a hit. */
export class RayHit {
  /** The hit is at origin + t × direction. */
  t: number = 0
  /** Unit normal of the surface, world axes, pointing out of the shape. */
  nx: number = 0
  ny: number = 0
}

/** The ray in the shape's frame: origin and unit direction. */
const local = new Float64Array(4)
/** Distance along the unit direction and normal in the shape's frame. */
const hit = new Float64Array(3)

/**
 * Ray ray[rayOffset …+4] in world coordinates against a shape: kind, rotation (cosine, sine), centre, size and polygon as
 * everywhere. True on a hit with t ≤ the ray's largest, which is then in `out`.
 */
export function rayShape(
  out: RayHit, kind: number, rot: Float64Array, ro: number, center: Float64Array, co: number, size: Float64Array, so: number,
  polygon: Polygon | null, ray: Float64Array, rayOffset: number,
): boolean {
  const dx = ray[rayOffset + 2]
  const dy = ray[rayOffset + 3]
  const length = Math.sqrt(dx * dx + dy * dy)
  const scale = length > 0 ? 1 / length : 0
  const x = ray[rayOffset] - center[co]
  const y = ray[rayOffset + 1] - center[co + 1]
  const c = rot[ro]
  const s = rot[ro + 1]
  local[0] = c * x + s * y
  local[1] = c * y - s * x
  local[2] = (c * dx + s * dy) * scale
  local[3] = (c * dy - s * dx) * scale
  if (!SHAPES[kind].ray(hit, local, size, so, polygon)) return false
  const t = hit[0] * scale
  if (!(t <= ray[rayOffset + 4])) return false
  const nx = hit[1]
  const ny = hit[2]
  out.t = t
  out.nx = c * nx - s * ny
  out.ny = s * nx + c * ny
  return true
}
