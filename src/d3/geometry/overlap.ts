/**
 * Do two shapes overlap? Solid shapes, touching counts; meshes are surfaces. For distances and points use `gjk.ts`.
 */

import type { Hull } from './hull/hull.ts'
import { GjkResult, gjkWithin } from './gjk.ts'
import { meshesOverlap, overlapsMesh } from './mesh/mesh-sweeps.ts'
import { asLevel, LEVEL } from './shapes/level.ts'

const result = new GjkResult()

/** World axes; (dx, dy, dz) is centre B minus centre A; the other arguments as in `gjkDistance`. */
export function shapesOverlap(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): boolean {
  if (kindA >= LEVEL) {
    return kindB >= LEVEL
      ? meshesOverlap(kindB, rot, ra, rb, size, sa, sb, asLevel(hullA), hullB, asLevel(hullB), dx, dy, dz)
      : overlapsMesh(kindB, rot, rb, ra, size, sb, hullB, asLevel(hullA), -dx, -dy, -dz)
  }
  if (kindB >= LEVEL) return overlapsMesh(kindA, rot, ra, rb, size, sa, hullA, asLevel(hullB), dx, dy, dz)
  return gjkWithin(result, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, dx, dy, dz, 0)
}
