/**
 * Capsules and segments as packed polygons of two corners (`geometry/polygon/packed-polygons.ts`), for the pair at hand. The edge
 * there and the edge back have opposite normals.
 */

import { CORNER_STRIDE, CORNERS, packedLength, packCorners } from '../polygon/packed-polygons.ts'

/** Along local y, corner 0 at the lower end. */
export const capsuleA: Float64Array = twoGon(1, 0)
export const capsuleB: Float64Array = twoGon(1, 0)
/** Along local x, corner 0 at the left; edge 1 has the normal +y. */
const segmentCore = twoGon(0, -1)

/** Its edge 0 has the normal (nx, ny). */
function twoGon(nx: number, ny: number): Float64Array {
  const core = new Float64Array(packedLength(2))
  packCorners(core, 0, [0, 0, 0, 0], [nx, ny, -nx, -ny])
  return core
}

/** Sizes as in the shapes' columns, at s. */
export function setCapsule(core: Float64Array, size: Float64Array, s: number): Float64Array {
  return setEnds(core, CORNERS + 1, size, s + 1)
}

export function setSegment(size: Float64Array, s: number): Float64Array {
  return setEnds(segmentCore, CORNERS, size, s)
}

function setEnds(core: Float64Array, at: number, size: Float64Array, s: number): Float64Array {
  const halfLength = size[s]
  core[at] = -halfLength
  core[at + CORNER_STRIDE] = halfLength
  core[at + 2 * CORNER_STRIDE] = -halfLength
  return core
}
