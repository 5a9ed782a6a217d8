/**
 * Contact of any two convex shapes, for all pairs that have no file of their own: those with a curved shape or a rounded polytope. The axis comes
 * from `convex-axis.ts`, the patch from the supporting features along it (`feature-patch.ts`). World axes, origin at A's centre; arguments as in
 * `collide.ts`, the rest in `query.ts`.
 */

import { Feature, findFeature } from '../feature.ts'
import type { Hull } from '../hull/hull.ts'
import type { Manifold } from '../manifold.ts'
import { clearKnownAxis, DX, DY, DZ, INNER, MARGIN, query } from '../query.ts'
import { PLANE } from '../shapes/plane.ts'
import { coreExtent, coreRadius, SHAPES } from '../shapes/shape-table.ts'
import { findConvexAxis } from './convex-axis.ts'
import { featurePatch, planePatch } from './feature-patch.ts'
import { AXIS_GAP, AXIS_POINT, convexAxis } from './found-axis.ts'

const featureA = new Feature()
const featureB = new Feature()
const extent = new Float64Array(1)
const radii = new Float64Array(2)

export function collideConvex(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  if (kindB === PLANE) {
    if (kindA !== PLANE) collidePlane(out, kindA, rot, ra, rb, size, sa, hullA)
    clearKnownAxis()
    return
  }
  findConvexAxis(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  clearKnownAxis()
  radii[0] = coreRadius(kindA, size, sa)
  radii[1] = coreRadius(kindB, size, sb)
  const separation = convexAxis[AXIS_GAP] - radii[0] - radii[1]
  out.nx = convexAxis[0]
  out.ny = convexAxis[1]
  out.nz = convexAxis[2]
  if (separation >= query[MARGIN]) return
  findFeature(featureA, kindA, rot, ra, size, sa, hullA, convexAxis, 1)
  findFeature(featureB, kindB, rot, rb, size, sb, hullB, convexAxis, -1)
  if (featureA.count > 1 && featureB.count > 1 && featurePatch(out, featureA, featureB, radii, rot, ra)) return
  out.count = 1
  for (let k = 0; k < 3; k++) out.points[k] = convexAxis[AXIS_POINT + k]
  out.separations[0] = separation
  out.ids[0] = 0
}

/** A shape on a half-space: the points of its supporting feature, at their heights. */
function collidePlane(
  out: Manifold, kind: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hull: Hull | null,
): void {
  for (let k = 0; k < 3; k++) convexAxis[k] = -rot[rb + 3 * k + 1]
  out.nx = convexAxis[0]
  out.ny = convexAxis[1]
  out.nz = convexAxis[2]
  coreExtent(extent, 0, kind, rot, ra, size, sa, hull, convexAxis, 0, 1)
  radii[0] = coreRadius(kind, size, sa)
  const height = convexAxis[0] * query[DX] + convexAxis[1] * query[DY] + convexAxis[2] * query[DZ]
  if (height - extent[0] - radii[0] >= query[MARGIN]) return
  SHAPES[kind].innerRadius(query, INNER, size, sa, hull)
  findFeature(featureA, kind, rot, ra, size, sa, hull, convexAxis, 1)
  planePatch(out, featureA, radii, rot, ra)
}
