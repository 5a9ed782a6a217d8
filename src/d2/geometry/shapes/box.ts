/**
 * The box. It is no kind of its own but a polygon (`polygon.ts`) that keeps its half extents beside its rounding radius. Wherever a box has
 * a closed form, it is here; `isBox` says which polygons have one.
 */

import { requireObject, requireVector } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { buildBox } from '../polygon/polygon-builder.ts'
import { readRounding } from './shape-input.ts'
import type { ShapeGeometry } from './shape-record.ts'

export function checkBox(options: unknown): ShapeGeometry {
  const { halfExtents, radius } = requireObject(options, 'box') as { halfExtents: unknown; radius?: unknown }
  const half = requireVector(halfExtents, 'box.halfExtents', '{ x: 1, y: 1 }') as { x: unknown; y: unknown }
  const x = requireLength(half.x, 'box.halfExtents.x')
  const y = requireLength(half.y, 'box.halfExtents.y')
  return { size: [readRounding(radius, 'box.radius'), x, y, 0], polygon: buildBox(x, y) }
}

/** Is the polygon with this size a box about its own origin? */
export function isBox(size: Float64Array, so: number): boolean {
  return size[so + 1] > 0
}

export function boxBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const c = Math.abs(rot[ro])
  const s = Math.abs(rot[ro + 1])
  const x = size[so] + (c * size[so + 1] + s * size[so + 2])
  const y = size[so] + (s * size[so + 1] + c * size[so + 2])
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co] + x
  out[3] = center[co + 1] + y
}

export function boxExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, dir: Float64Array, di: number,
): void {
  const x = rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1]
  const y = rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di]
  out[oo] = size[so + 1] * Math.abs(x) + size[so + 2] * Math.abs(y)
}
