/**
 * The half-space below local y = 0: ground without end. For static and kinematic bodies. Size is not used.
 *
 * It has no support mapping but along its normal. Contacts, distances and overlaps with it are worked out from the other shape alone
 * (`gjk.ts`, `pairs/convex.ts`); they hold everywhere. For sweeps along other directions it is a box with its top at y = 0, far larger than any
 * shape may be; vertex 8 is the origin, which stands for all of the surface along the normal.
 */

import { MAX_COORDINATE, MAX_SHAPE_SIZE } from '../../../common/limits.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { pointFeature } from './point-feature.ts'
import { hitInside } from './ray-ball.ts'
import type { ShapeRecord } from './shape-record.ts'

export const PLANE: number = 9

/** Half the width of that box, m. */
const SIDE: number = MAX_SHAPE_SIZE
const SURFACE = 8
/** Square of the sine to the normal that rounding leaves. */
const SAME_DIRECTION: number = LOST_DIGITS * LOST_DIGITS
/** Beyond every coordinate that a world allows, m: what boxes and reaches are made of, where Infinity would leave no middle. */
const FAR: number = 4 * MAX_COORDINATE
/** Thicker than any other shape: the other one decides on slops and margins, m. */
const THICKNESS: number = 4 * MAX_SHAPE_SIZE

function bounds(out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number): void {
  for (let k = 0; k < 3; k++) {
    const along = rot[ro + 3 * k + 1]
    out[k] = along === -1 ? center[co + k] : -FAR
    out[3 + k] = along === 1 ? center[co + k] : FAR
  }
}

function vertex(_size: unknown, _so: number, _hull: unknown, index: number, out: Float64Array, oo: number): void {
  const onSurface = index === SURFACE
  out[oo] = onSurface ? 0 : (index & 1) === 0 ? SIDE : -SIDE
  out[oo + 1] = onSurface || (index & 2) === 0 ? 0 : -2 * SIDE
  out[oo + 2] = onSurface ? 0 : (index & 4) === 0 ? SIDE : -SIDE
}

function coreVertices(out: Float64Array): number {
  for (let i = 0; i <= SURFACE; i++) vertex(null, 0, null, i, out, 3 * i)
  return SURFACE + 1
}

const local = new Float64Array(3)

/** Is the direction the outward normal? Leaves it in `local`, in the plane's frame. */
function isNormal(rot: Float64Array, ro: number, dir: Float64Array, di: number, sign: number): boolean {
  for (let k = 0; k < 3; k++) local[k] = sign * (rot[ro + k] * dir[di] + rot[ro + 3 + k] * dir[di + 1] + rot[ro + 6 + k] * dir[di + 2])
  return local[1] > 0 && local[0] * local[0] + local[2] * local[2] <= SAME_DIRECTION * local[1] * local[1]
}

function support(
  rot: Float64Array, ro: number, _size: unknown, _so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  if (isNormal(rot, ro, dir, di, sign)) return SURFACE
  return (local[0] >= 0 ? 0 : 1) | (local[1] >= 0 ? 0 : 2) | (local[2] >= 0 ? 0 : 4)
}

function ray(hit: Float64Array, line: Float64Array): boolean {
  if (line[1] <= 0) return hitInside(hit, line)
  if (!(line[4] < 0)) return false
  hit[0] = -line[1] / line[4]
  hit[1] = 0
  hit[2] = 1
  hit[3] = 0
  return true
}

export const planeShape: ShapeRecord = {
  code: PLANE,
  name: 'plane',
  rounded: false,
  smooth: false,
  usesHull: false,
  hasHalfExtents: false,
  check: () => ({ size: [0, 0, 0], hull: null }),
  bounds,
  thickness: () => THICKNESS,
  innerRadius: (out, oo) => { out[oo] = 0.5 * THICKNESS },
  reach: () => FAR,
  coreReach: () => FAR,
  halfLength: () => 0,
  measures: () => null,
  coreVertices,
  coreVertex: vertex,
  support,
  coreExtent: (out, oo, rot, ro, _size, _so, _hull, dir, di, sign) => { out[oo] = isNormal(rot, ro, dir, di, sign) ? 0 : Infinity },
  feature: pointFeature,
  curvature: (out, oo) => { out[oo] = 0 },
  faceCount: () => 1,
  faceNormal(_hull, _face, out) {
    out[0] = 0
    out[1] = 1
    out[2] = 0
  },
  mass: (_size, _so, _hull, _density, out) => writeSymmetricMass(out, 0, 0, 0, 0),
  ray,
  closestPoint(out, point) {
    out[0] = point[0]
    out[1] = point[1] > 0 ? 0 : point[1]
    out[2] = point[2]
  },
}
