/**
 * The supporting feature of a shape's core: the point, edge or face that lies farthest along a direction. Contact patches are cut from two of
 * them (`pairs/feature-patch.ts`). Which feature a shape gives is told by its record (`shapes/`); here is where it is put.
 */

import type { Hull } from './hull/hull.ts'
import { SHAPES } from './shapes/shape-table.ts'

/** Corners of the largest face there is: that of a hull. */
const MAX_FEATURE_POINTS = 254

/** Points relative to the shape's centre, counter-clockwise from outside when they are three or more; made once and filled again. */
export class Feature {
  count: number = 0
  readonly points: Float64Array = new Float64Array(3 * MAX_FEATURE_POINTS)
  /** Names of the points, 0 to 255: the same from step to step. */
  readonly ids: Int32Array = new Int32Array(MAX_FEATURE_POINTS)
}

const local = new Float64Array(3)

/** Fills `out`, in world axes, for `sign` times the unit direction at dir[0 … 2]. */
export function findFeature(
  out: Feature, kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null, dir: Float64Array, sign: number,
): void {
  const dx = sign * dir[0]
  const dy = sign * dir[1]
  const dz = sign * dir[2]
  for (let i = 0; i < 3; i++) local[i] = rot[ro + i] * dx + rot[ro + 3 + i] * dy + rot[ro + 6 + i] * dz
  SHAPES[kind].feature(out, size, so, hull, local)
  const { points, count } = out
  for (let p = 0; p < 3 * count; p += 3) {
    const x = points[p]
    const y = points[p + 1]
    const z = points[p + 2]
    points[p] = rot[ro] * x + rot[ro + 1] * y + rot[ro + 2] * z
    points[p + 1] = rot[ro + 3] * x + rot[ro + 4] * y + rot[ro + 5] * z
    points[p + 2] = rot[ro + 6] * x + rot[ro + 7] * y + rot[ro + 8] * z
  }
}
