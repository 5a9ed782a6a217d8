/**
 * Do two shapes overlap? Solid shapes, touching counts; meshes are surfaces. For distances and points use `gjk.ts`.
 */

import type { Hull } from './hull/hull.ts'
import { GjkResult, gjkWithin } from './gjk.ts'
import { meshesOverlap, overlapsMesh } from './mesh/mesh-sweeps.ts'
import { asMesh, MESH } from './shapes/mesh.ts'

const result = new GjkResult()

/** World axes; (dx, dy, dz) is centre B minus centre A; the other arguments as in `gjkDistance`. */
export function shapesOverlap(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): boolean {
  if (kindA >= MESH) {
    return kindB >= MESH
      ? meshesOverlap(kindB, rot, ra, rb, size, sa, sb, asMesh(hullA), hullB, asMesh(hullB), dx, dy, dz)
      : overlapsMesh(kindB, rot, rb, ra, size, sb, hullB, asMesh(hullA), -dx, -dy, -dz)
  }
  if (kindB >= MESH) return overlapsMesh(kindA, rot, ra, rb, size, sa, hullA, asMesh(hullB), dx, dy, dz)
  return gjkWithin(result, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, dx, dy, dz, 0)
}
