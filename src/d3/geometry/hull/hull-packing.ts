/**
 * Hulls as words, for snapshots, and back. Corners and faces are kept; planes, edges, centre and radii follow from them to the bit, so words
 * that somebody has forged can at worst be another hull: they are checked as the builder checks its own.
 *
 * Words: vertices, faces, corners of all faces; the vertices as doubles; the first corner of each face but the first; the corners.
 */

import { MAX_EXTENT, MIN_EXTENT } from '../../../common/limits.ts'
import { ROUNDING } from '../../../common/math/rounding.ts'
import { SAME_POINT_TOLERANCE } from '../../../common/tolerances.ts'
import { CHECK_TOLERANCE } from '../tolerances.ts'
import { finishHull } from './hull-finish.ts'
import { MAX_HULL_EDGES, MAX_HULL_FACES, MAX_HULL_VERTICES, type Hull } from './hull.ts'

const HEAD_WORDS = 3

export function packHull(hull: Hull): Int32Array {
  const { vertexCount, faceCount, vertices, faceStart, faceVertices } = hull
  const words = new Int32Array(HEAD_WORDS + 6 * vertexCount + faceCount - 1 + faceVertices.length)
  words[0] = vertexCount
  words[1] = faceCount
  words[2] = faceVertices.length
  words.set(new Int32Array(vertices.slice().buffer), HEAD_WORDS)
  words.set(faceStart.subarray(1, faceCount), HEAD_WORDS + 6 * vertexCount)
  words.set(faceVertices, HEAD_WORDS + 6 * vertexCount + faceCount - 1)
  return words
}

/** Null if the words make no hull. */
export function unpackHull(words: Int32Array): Hull | null {
  const [vertexCount = 0, faceCount = 0, cornerCount = 0] = words
  if (vertexCount < 4 || vertexCount > MAX_HULL_VERTICES || faceCount < 4 || faceCount > MAX_HULL_FACES) return null
  if (cornerCount < 3 * faceCount || cornerCount > 2 * MAX_HULL_EDGES) return null
  const startAt = HEAD_WORDS + 6 * vertexCount
  const loopsAt = startAt + faceCount - 1
  if (words.length !== loopsAt + cornerCount) return null
  const vertices = new Float64Array(words.slice(HEAD_WORDS, startAt).buffer)
  const start = Int32Array.of(0, ...words.subarray(startAt, loopsAt), cornerCount)
  const loops = words.slice(loopsAt)
  for (let f = 0; f < faceCount; f++) if (!(start[f + 1] - start[f] >= 3 && start[f] >= 0)) return null
  for (let k = 0; k < cornerCount; k++) if (loops[k] < 0 || loops[k] >= vertexCount) return null
  const { half, largest } = measure(vertices)
  if (!(half * 2 >= 0.5 * MIN_EXTENT && half * 2 <= 2 * MAX_EXTENT && largest < Infinity)) return null
  // A power of two, as in the builder: which one makes no difference to the bits.
  let scale = 1
  while (half * scale > 1) scale *= 0.5
  while (half * scale <= 0.5) scale *= 2
  // The builder held every point that it was given, which may have reached a little farther than the corners do.
  const tolerance = 2 * CHECK_TOLERANCE * Math.max(half * 2 * SAME_POINT_TOLERANCE, largest * ROUNDING)
  const corners = Int32Array.from({ length: vertexCount }, (_, i) => i)
  const hull = finishHull(vertices, { faceCount, start, loops, corners, dropped: false }, scale, tolerance)
  return hull !== null && Number.isFinite(hull.radius + hull.innerRadius + hull.center[0] + hull.center[1] + hull.center[2]) ? hull : null
}

/** Half the greatest extent, and the greatest coordinate; not finite if a coordinate is not. */
function measure(vertices: Float64Array): { half: number; largest: number } {
  let half = 0
  let largest = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity
    let high = -Infinity
    for (let i = axis; i < vertices.length; i += 3) {
      // Math.min passes NaN on.
      low = Math.min(low, vertices[i])
      high = Math.max(high, vertices[i])
    }
    half = Math.max(half, high * 0.5 - low * 0.5)
    largest = Math.max(largest, Math.abs(low), Math.abs(high))
  }
  return { half, largest }
}
