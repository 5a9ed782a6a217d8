/**
 * The shapes the engine knows, by code, and the questions that the narrow phase asks of any of them. A new shape is one line in `SHAPES`.
 *
 * Why some questions have a function here: through the table a call has many targets, and the compiler inlines none of them. Where that was
 * measured to cost, the kinds that make up most scenes are called by name, and all others through the table.
 */

import { BOX, boxBounds, boxExtent, boxShape, boxSupport, boxVertex } from './box.ts'
import { CAPSULE, capsuleBounds, capsuleExtent, capsuleShape, capsuleSupport, capsuleVertex } from './capsule.ts'
import { cylinderShape } from './cylinder.ts'
import { ellipsoidShape } from './ellipsoid.ts'
import { HULL, hullBounds, hullExtent, hullShape, hullSupport, hullVertex } from './hull.ts'
import type { Hull } from '../hull/hull.ts'
import { heightFieldShape } from './height-field.ts'
import { meshShape } from './mesh.ts'
import { voxelsShape } from './voxels.ts'
import { planeShape } from './plane.ts'
import { roundedBoxShape } from './rounded-box.ts'
import { roundedHullShape } from './rounded-hull.ts'
import type { ShapeRecord } from './shape-record.ts'
import { taperedCapsuleShape } from './tapered-capsule.ts'
import { SPHERE, sphereBounds, sphereShape, sphereVertex } from './sphere.ts'

/** By code: `SHAPES[kind[row]]` is the record of the shape in that row. */
export const SHAPES: readonly ShapeRecord[] = [
  sphereShape,
  capsuleShape,
  boxShape,
  hullShape,
  cylinderShape,
  ellipsoidShape,
  taperedCapsuleShape,
  roundedBoxShape,
  roundedHullShape,
  planeShape,
  meshShape,
  heightFieldShape,
  voxelsShape,
]

/** How far a shape reaches beyond its core, m. */
export function coreRadius(kind: number, size: Float64Array, so: number): number {
  return SHAPES[kind].rounded ? size[so] : 0
}

/** out = vertex `index` of the core in world axes, relative to the shape's centre. */
export function coreVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null, index: number,
  out: Float64Array, oo: number,
): void {
  if (kind === SPHERE) {
    sphereVertex(size, so, hull, index, out, oo)
    return
  }
  if (kind === CAPSULE) capsuleVertex(size, so, hull, index, out, oo)
  else if (kind === BOX) boxVertex(size, so, hull, index, out, oo)
  else if (kind === HULL) hullVertex(size, so, hull, index, out, oo)
  else SHAPES[kind].coreVertex(size, so, hull, index, out, oo)
  const x = out[oo]
  const y = out[oo + 1]
  const z = out[oo + 2]
  out[oo] = rot[ro] * x + rot[ro + 1] * y + rot[ro + 2] * z
  out[oo + 1] = rot[ro + 3] * x + rot[ro + 4] * y + rot[ro + 5] * z
  out[oo + 2] = rot[ro + 6] * x + rot[ro + 7] * y + rot[ro + 8] * z
}

/** `ShapeRecord.support` of the shape's kind. */
export function supportVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
  dir: Float64Array, di: number, sign: number,
): number {
  if (kind === SPHERE) return 0
  if (kind === CAPSULE) return capsuleSupport(rot, ro, size, so, hull, dir, di, sign)
  if (kind === BOX) return boxSupport(rot, ro, size, so, hull, dir, di, sign)
  if (kind === HULL) return hullSupport(rot, ro, size, so, hull, dir, di, sign)
  return SHAPES[kind].support(rot, ro, size, so, hull, dir, di, sign)
}

/** `ShapeRecord.coreExtent` of the shape's kind. */
export function coreExtent(
  out: Float64Array, oo: number, kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
  dir: Float64Array, di: number, sign: number,
): void {
  if (kind === SPHERE) out[oo] = 0
  else if (kind === CAPSULE) capsuleExtent(out, oo, rot, ro, size, so, hull, dir, di)
  else if (kind === BOX) boxExtent(out, oo, rot, ro, size, so, hull, dir, di)
  else if (kind === HULL) hullExtent(out, oo, rot, ro, size, so, hull, dir, di, sign)
  else SHAPES[kind].coreExtent(out, oo, rot, ro, size, so, hull, dir, di, sign)
}

/** `ShapeRecord.bounds` of the shape's kind. */
export function shapeBounds(
  out: Float64Array, kind: number, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
  hull: Hull | null,
): void {
  if (kind === BOX) boxBounds(out, center, co, rot, ro, size, so)
  else if (kind === SPHERE) sphereBounds(out, center, co, rot, ro, size, so)
  else if (kind === CAPSULE) capsuleBounds(out, center, co, rot, ro, size, so)
  else if (kind === HULL) hullBounds(out, center, co, rot, ro, size, so, hull)
  else SHAPES[kind].bounds(out, center, co, rot, ro, size, so, hull)
}
