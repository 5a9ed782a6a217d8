/**
 * Checks that several shapes share.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { readVec2 } from '../../math/types.ts'

/** Points given as objects or as x y in a row. */
export function readPoints(points: unknown, field: string): Float64Array {
  if (points instanceof Float64Array) return points
  if (!Array.isArray(points)) throw new PhysicsError('wrong-type', field, points, 'must be an array of { x, y } or a Float64Array of x y.')
  const flat = new Float64Array(points.length * 2)
  for (let i = 0; i < points.length; i++) readVec2(points[i], `${field}[${i}]`, flat, i * 2)
  return flat
}

/** What rounds the corners: 0 if nothing is given. */
export function readRounding(value: unknown, field: string): number {
  return value === undefined || value === 0 ? 0 : requireLength(value, field)
}
