/**
 * The point of level geometry nearest to a point, for sources without a tree: boxes about the point, twice as large each time, until one holds a
 * piece nearer than its own sides. And the piece that has it, for all sources.
 */

import { nearestOnTriangle } from './mesh-nearest.ts'
import { found, type LevelGeometry, type PieceSource } from './piece-source.ts'

const box = /* @__PURE__ */ new Float64Array(6)
const corners = /* @__PURE__ */ new Float64Array(9)
const candidate = /* @__PURE__ */ new Float64Array(3)

/** out[0 … 2] = point of the source within `bounds` nearest to point[0 … 2]; `step` is where to begin. */
export function findNearestPiece(source: PieceSource, bounds: Float64Array, step: number, point: Float64Array, out: Float64Array): void {
  let outside = 0
  let across = 0
  for (let k = 0; k < 3; k++) {
    const beyond = Math.max(bounds[k] - point[k], point[k] - bounds[3 + k], 0)
    outside += beyond * beyond
    across += (bounds[3 + k] - bounds[k]) * (bounds[3 + k] - bounds[k])
  }
  // Beyond this far nothing is left to find.
  const most = Math.sqrt(outside) + Math.sqrt(across) + step
  for (let reach = Math.sqrt(outside) + step; ; reach *= 2) {
    for (let k = 0; k < 3; k++) {
      box[k] = point[k] - reach
      box[3 + k] = point[k] + reach
    }
    const count = source.find(box)
    let least = Infinity
    for (let i = 0; i < count; i++) {
      source.corners(found.pieces[i], corners)
      nearestOnTriangle(corners, point, candidate)
      let square = 0
      for (let k = 0; k < 3; k++) square += (candidate[k] - point[k]) * (candidate[k] - point[k])
      if (square >= least) continue
      least = square
      for (let k = 0; k < 3; k++) out[k] = candidate[k]
    }
    if (least <= reach * reach || reach > most) return
  }
}

const near = /* @__PURE__ */ new Float64Array(3)

/** The piece nearest to point[0 … 2], of those as near the one with the lowest number; −1 if there is none. */
export function pieceAt(source: LevelGeometry, point: Float64Array): number {
  source.nearest(point, near)
  const hair = 1e-12 * source.radius
  for (let k = 0; k < 3; k++) {
    box[k] = near[k] - hair
    box[3 + k] = near[k] + hair
  }
  const count = source.find(box)
  let best = -1
  let least = Infinity
  for (let i = 0; i < count; i++) {
    source.corners(found.pieces[i], corners)
    nearestOnTriangle(corners, near, candidate)
    let square = 0
    for (let k = 0; k < 3; k++) square += (candidate[k] - near[k]) * (candidate[k] - near[k])
    if (square >= least) continue
    least = square
    best = found.pieces[i]
  }
  return best
}
