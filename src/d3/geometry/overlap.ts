/**
 * Do two convex shapes overlap? Solid shapes, touching counts. For distances and points use `gjk.ts`.
 */

import type { Hull } from './hull/hull.ts'
import { GjkResult, gjkWithin } from './gjk.ts'

const result = new GjkResult()

/** World axes; (dx, dy, dz) is centre B minus centre A; the other arguments as in `gjkDistance`. */
export function shapesOverlap(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): boolean {
  return gjkWithin(result, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, dx, dy, dz, 0)
}
