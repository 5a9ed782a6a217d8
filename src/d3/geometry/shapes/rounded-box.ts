/**
 * The box with rounded edges and corners. Size: rounding, half extents of the core. The core is a box, the rounding less than half the shortest
 * edge of the whole.
 */

import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { boxExtent, boxFeature, boxShape, boxSupport, boxVertex } from './box.ts'
import { rayByDistance } from './revolution.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const ROUNDED_BOX: number = 7

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'box') as { rounding: unknown }
  const { size } = boxShape.check(options)
  const r = requireLength(given.rounding, 'box.rounding')
  if (!(r < Math.min(size[0], size[1], size[2]))) {
    throw new PhysicsError('out-of-range', 'box.rounding', r, 'is more than fits: it must be less than the least of halfExtents. ' +
      'Use sphere() or capsule() for what is all round.')
  }
  return { size: [r, size[0] - r, size[1] - r, size[2] - r], hull: null }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  for (let k = 0; k < 3; k++) {
    const reach = size[so] + Math.abs(rot[ro + 3 * k]) * size[so + 1] + Math.abs(rot[ro + 3 * k + 1]) * size[so + 2] +
      Math.abs(rot[ro + 3 * k + 2]) * size[so + 3]
    out[k] = center[co + k] - reach
    out[3 + k] = center[co + k] + reach
  }
}

function least(size: Float64Array, so: number): number {
  return size[so] + Math.min(size[so + 1], size[so + 2], size[so + 3])
}

function coreReach(size: Float64Array, so: number): number {
  return boxShape.reach(size, so + 1, null)
}

/**
 * ∫ x² over the parts: the box as long as the whole along x; slabs on its other four sides; rods along x, of which four quarters make a whole one;
 * rods along y and z, half a disc at either end of x; a ball, half of it at either end. A half disc and a half ball have their mean of u at 4 r / 3π
 * and 3 r / 8, of u² at r²/4 and r²/5.
 */
function secondMoment(x: number, y: number, z: number, r: number): number {
  const long = (x + r) * (x + r) * (x + r)
  const disc = Math.PI * r * r
  const slabs = 8 * r * x * (y + z) * x * x / 3
  const rods = 2 * x * disc * x * x / 3 + 2 * (y + z) * disc * (x * x + 8 * x * r / (3 * Math.PI) + 0.25 * r * r)
  const ball = 4 / 3 * disc * r * (x * x + 0.75 * x * r + 0.2 * r * r)
  return 8 / 3 * y * z * long + slabs + rods + ball
}

function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const x = size[so + 1]
  const y = size[so + 2]
  const z = size[so + 3]
  const volume = 8 * (x * y * z + r * (x * y + y * z + z * x)) + 2 * Math.PI * r * r * (x + y + z) + 4 / 3 * Math.PI * r * r * r
  const xx = density * secondMoment(x, y, z, r)
  const yy = density * secondMoment(y, z, x, r)
  const zz = density * secondMoment(z, x, y, r)
  writeSymmetricMass(out, density * volume, yy + zz, xx + zz, xx + yy)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const r = size[so]
  boxShape.closestPoint(out, point, size, so + 1, null)
  const x = point[0] - out[0]
  const y = point[1] - out[1]
  const z = point[2] - out[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  if (distance <= r) {
    for (let k = 0; k < 3; k++) out[k] = point[k]
    return
  }
  const share = r / distance
  out[0] += x * share
  out[1] += y * share
  out[2] += z * share
}

export const roundedBoxShape: ShapeRecord = {
  ...boxShape,
  code: ROUNDED_BOX,
  name: 'rounded-box',
  rounded: true,
  check,
  bounds,
  thickness: (size, so) => 2 * least(size, so),
  innerRadius: (out, oo, size, so) => { out[oo] = least(size, so) },
  reach: (size, so) => size[so] + coreReach(size, so),
  coreReach,
  measures: (size, so) => ({ radius: 0, radiusTop: 0, radiusBottom: 0, halfHeight: 0, rounding: size[so] }),
  coreVertices: (out, size, so, hull) => boxShape.coreVertices(out, size, so + 1, hull),
  coreVertex: (size, so, hull, index, out, oo) => boxVertex(size, so + 1, hull, index, out, oo),
  support: (rot, ro, size, so, hull, dir, di, sign) => boxSupport(rot, ro, size, so + 1, hull, dir, di, sign),
  coreExtent: (out, oo, rot, ro, size, so, hull, dir, di) => boxExtent(out, oo, rot, ro, size, so + 1, hull, dir, di),
  feature: (out, size, so, hull, dir) => boxFeature(out, size, so + 1, hull, dir),
  curvature: (out, oo, size, so) => { out[oo] = size[so] },
  mass,
  ray: (hit, line, size, so) => rayByDistance(roundedBoxShape, hit, line, size, so, null, size[so] + coreReach(size, so)),
  closestPoint,
}
