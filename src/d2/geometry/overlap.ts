/**
 * Do two convex shapes overlap? Solid shapes, touching counts; a segment of a chain counts from both sides. For distances and points use `gjk.ts`.
 */

import type { Polygon } from './polygon/polygon.ts'
import { GjkResult, gjkWithin } from './gjk.ts'

const result = new GjkResult()

/** World axes; (dx, dy) is centre B minus centre A; the other arguments as in `gjkDistance`. */
export function shapesOverlap(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  polygonA: Polygon | null, polygonB: Polygon | null, dx: number, dy: number,
): boolean {
  return gjkWithin(result, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB, dx, dy, 0)
}
