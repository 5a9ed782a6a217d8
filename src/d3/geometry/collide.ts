/**
 * Contact points of any two convex shapes: the one entry of the narrow phase. Which file does the work depends on the kinds.
 * Distances and overlap tests without points are in `gjk.ts`.
 */

import type { Hull } from './hull/hull.ts'
import { BOX } from './shapes/box.ts'
import { CAPSULE } from './shapes/capsule.ts'
import { HULL } from './shapes/hull.ts'
import { SPHERE } from './shapes/sphere.ts'
import { collideBoxBox } from './pairs/box-box.ts'
import { collideCapsuleBox } from './pairs/capsule-box.ts'
import { collideCapsuleCapsule } from './pairs/capsule-capsule.ts'
import { collideCapsuleHull } from './pairs/capsule-hull.ts'
import { collideConvex } from './pairs/convex.ts'
import { collideBoxHull, collideHullHull } from './pairs/hull-hull.ts'
import type { Manifold } from './manifold.ts'
import { DX, DY, DZ, MARGIN, query } from './query.ts'
import { collideSphereBox, collideSphereCapsule, collideSphereSphere } from './pairs/sphere.ts'
import { collideSphereHull } from './pairs/sphere-hull.ts'

/**
 * Fills `out` with the contact points of A and B; the caller sees to kindA <= kindB, but for triangles of meshes, which are hulls as B.
 *
 * `ra`, `rb` are element offsets into `rot` (9 per shape, row-major, world = R · local), `sa`, `sb` into `size` (4 per
 * shape, see `shapes/`); the hulls are read where the kind is a hull. (dx, dy, dz) is centre B minus centre A in world axes.
 * Points whose surfaces are less than `margin` >= 0 apart along the normal are reported.
 */
export function collide(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number, margin: number,
): void {
  query[DX] = dx
  query[DY] = dy
  query[DZ] = dz
  query[MARGIN] = margin
  collideQuery(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
}

/** The same with offset and margin in `query` already: numbers handed to a call that is not inlined would be put on the heap. */
export function collideQuery(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  out.count = 0
  out.nx = 0
  out.ny = 0
  out.nz = 0
  if (kindB > HULL || kindA > HULL) collideConvex(out, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  else if (kindA === BOX) {
    if (kindB === BOX) collideBoxBox(out, rot, ra, rb, size, sa, sb)
    else collideBoxHull(out, rot, ra, rb, size, sa, hullB as Hull)
  } else if (kindA === SPHERE) {
    if (kindB === SPHERE) collideSphereSphere(out, size, sa, sb)
    else if (kindB === CAPSULE) collideSphereCapsule(out, rot, rb, size, sa, sb)
    else if (kindB === BOX) collideSphereBox(out, rot, rb, size, sa, sb)
    else collideSphereHull(out, rot, rb, size, sa, hullB as Hull)
  } else if (kindA === CAPSULE) {
    if (kindB === CAPSULE) collideCapsuleCapsule(out, rot, ra, rb, size, sa, sb)
    else if (kindB === BOX) collideCapsuleBox(out, rot, ra, rb, size, sa, sb)
    else collideCapsuleHull(out, rot, ra, rb, size, sa, hullB as Hull)
  } else {
    collideHullHull(out, rot, ra, rb, hullA as Hull, hullB as Hull)
  }
}
