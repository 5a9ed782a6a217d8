/**
 * The convex hull of points, widened by a radius: all points within it of the hull. Size: that radius, which no scale changes,
 * and the scale of the hull. Its core is the hull.
 */

import { requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import type { Hull } from '../hull/hull.ts'
import { HULL_INTEGRAL_SIZE } from '../hull/hull-integrals.ts'
import { roundedIntegrals } from '../hull/rounded-integrals.ts'
import { hullBounds, hullShape, writeHullMass } from './hull.ts'
import { SCALE } from '../instances.ts'
import { rayByDistance } from './revolution.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const ROUNDED_HULL: number = 8

const integrals = new Float64Array(HULL_INTEGRAL_SIZE)

function check(options: unknown): ShapeGeometry {
  const { rounding } = requireObject(options, 'hull') as { rounding: unknown }
  const { hull, size } = hullShape.check(options)
  return { size: [requireLength(rounding, 'hull.rounding'), ...size.slice(SCALE)], hull }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
): void {
  hullBounds(out, center, co, rot, ro, size, so, hull)
  for (let k = 0; k < 3; k++) {
    out[k] -= size[so]
    out[3 + k] += size[so]
  }
}

function mass(size: Float64Array, so: number, hull: Hull | null, density: number, out: Float64Array): void {
  roundedIntegrals(hull!, size[so], integrals)
  writeHullMass(integrals, density, out)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number, hull: Hull | null): void {
  const r = size[so]
  hullShape.closestPoint(out, point, size, so, hull)
  const x = point[0] - out[0]
  const y = point[1] - out[1]
  const z = point[2] - out[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const share = distance > r ? r / distance : 1
  out[0] = distance > r ? out[0] + x * share : point[0]
  out[1] = distance > r ? out[1] + y * share : point[1]
  out[2] = distance > r ? out[2] + z * share : point[2]
}

export const roundedHullShape: ShapeRecord = {
  ...hullShape,
  code: ROUNDED_HULL,
  name: 'rounded-hull',
  rounded: true,
  check,
  bounds,
  thickness: (size, so, hull) => 2 * (hull!.innerRadius + size[so]),
  innerRadius: (out, oo, size, so, hull) => { out[oo] = hull!.innerRadius + size[so] },
  reach: (size, so, hull) => hull!.radius + size[so],
  measures: (size, so) => ({ radius: 0, radiusTop: 0, radiusBottom: 0, halfHeight: 0, rounding: size[so] }),
  curvature: (out, oo, size, so) => { out[oo] = size[so] },
  mass,
  ray: (hit, line, size, so, hull) => rayByDistance(roundedHullShape, hit, line, size, so, hull, hull!.radius + size[so]),
  closestPoint,
}
