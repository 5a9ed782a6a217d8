/**
 * Polygons as words, for snapshots, and back: their corners. Everything else follows from those to the bit, so words that somebody has forged
 * can at worst be another polygon: they are checked as the builder checks its own.
 */

import { MAX_EXTENT, MIN_EXTENT } from '../../../common/limits.ts'
import { convexLoop, finishPolygon } from './polygon-builder.ts'
import { MAX_POLYGON_VERTICES, type Polygon } from './polygon.ts'

export function packPolygon(polygon: Polygon): Int32Array {
  return new Int32Array(polygon.vertices.slice().buffer)
}

/** Null if the words make no polygon. */
export function unpackPolygon(words: Int32Array): Polygon | null {
  const count = words.length / 4
  if (!Number.isInteger(count) || count < 3 || count > MAX_POLYGON_VERTICES) return null
  const vertices = new Float64Array(words.slice().buffer)
  let extent = 0
  for (let axis = 0; axis < 2; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let i = axis; i < vertices.length; i += 2) {
      // Math.min passes NaN on.
      low = Math.min(low, vertices[i])
      high = Math.max(high, vertices[i])
    }
    if (!(high - low < Infinity)) return null
    extent = Math.max(extent, high - low)
  }
  if (!(extent >= 0.5 * MIN_EXTENT && extent <= 2 * MAX_EXTENT)) return null
  // Counter-clockwise, convex, and from the leftmost corner on: as they were built.
  const loop = convexLoop(vertices)
  if (loop.length !== count || loop.some((corner, i) => corner !== i)) return null
  const polygon = finishPolygon(vertices)
  return polygon.innerRadius > 0 && Number.isFinite(polygon.radius + polygon.center[0] + polygon.center[1]) ? polygon : null
}
