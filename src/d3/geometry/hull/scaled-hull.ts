/**
 * A hull at another scale. A hull is small and its planes are read everywhere, so unlike a mesh it is made anew; the corners and faces of the
 * original are its own. A negative factor mirrors: faces then run the other way round, so that outside stays outside.
 */

import { ROUNDING } from '../../../common/math/rounding.ts'
import { SAME_POINT_TOLERANCE } from '../../../common/tolerances.ts'
import { CHECK_TOLERANCE } from '../tolerances.ts'
import { buildHull } from './hull-builder.ts'
import { areFlat, finishHull } from './hull-finish.ts'
import type { Hull } from './hull.ts'

/** The hull of the corners of `base`, each times `scale`. Throws a `PhysicsError` that names `field` if nothing solid is left. */
export function scaleHull(base: Hull, scale: Float64Array, field: string): Hull {
  const { vertexCount, faceCount, faceStart, faceVertices } = base
  const vertices = new Float64Array(3 * vertexCount)
  let half = 0
  let largest = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let i = axis; i < vertices.length; i += 3) {
      vertices[i] = base.vertices[i] * scale[axis]
      low = Math.min(low, vertices[i])
      high = Math.max(high, vertices[i])
    }
    half = Math.max(half, 0.5 * (high - low))
    largest = Math.max(largest, Math.abs(low), Math.abs(high))
  }
  const loops = faceVertices.slice()
  if (scale[0] * scale[1] * scale[2] < 0) for (let f = 0; f < faceCount; f++) loops.subarray(faceStart[f] + 1, faceStart[f + 1]).reverse()
  let unit = 1
  while (half * unit > 1) unit *= 0.5
  while (half * unit <= 0.5) unit *= 2
  const tolerance = CHECK_TOLERANCE * Math.max(2 * half * SAME_POINT_TOLERANCE, largest * ROUNDING)
  const corners = Int32Array.from({ length: vertexCount }, (_, i) => i)
  const hull = finishHull(vertices, { faceCount, start: faceStart, loops, corners, dropped: false }, unit, tolerance)
  // Corners of one face that lay in a plane to rounding may not do so after a stretch by thousands; then the faces are found again.
  return hull !== null && areFlat(hull) ? hull : buildHull(vertices, field)
}
