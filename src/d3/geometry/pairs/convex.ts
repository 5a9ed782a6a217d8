/**
 * Contact of any two convex shapes, for all pairs that have no file of their own: those with a curved shape or a rounded polytope. The axis comes
 * from `convex-axis.ts`, the patch from the supporting features along it (`feature-patch.ts`). World axes, origin at A's centre; arguments as in
 * `collide.ts`, the rest in `query.ts`.
 */

import { Feature, findFeature } from '../feature.ts'
import type { Hull } from '../hull/hull.ts'
import type { Manifold } from '../manifold.ts'
import { MARGIN, query } from '../query.ts'
import { coreRadius } from '../shapes/shape-table.ts'
import { AXIS_GAP, AXIS_POINT, convexAxis, findConvexAxis } from './convex-axis.ts'
import { featurePatch } from './feature-patch.ts'

const featureA = new Feature()
const featureB = new Feature()
const radii = new Float64Array(2)

export function collideConvex(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  findConvexAxis(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
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
