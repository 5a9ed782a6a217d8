/**
 * A shape or mesh A seen from the frame of a mesh B, as scratch: what contacts and distances of level geometry share. Pieces are found in B's frame.
 */

import { longer } from '../../../common/memory/growing.ts'
import { found, type PieceSource } from './piece-source.ts'

/** A's rotation and place in B's frame. */
export const relative: Float64Array = /* @__PURE__ */ new Float64Array(9)
export const offset: Float64Array = /* @__PURE__ */ new Float64Array(3)

/** Box in which pieces are looked for. */
export const searchBox: Float64Array = /* @__PURE__ */ new Float64Array(6)

/** Corners of the triangle of the last `placeTriangle`, in B's frame. */
export const placed: Float64Array = /* @__PURE__ */ new Float64Array(9)

/** Pieces of A that `findNear` found. */
export const nearPieces: { list: Int32Array } = { list: /* @__PURE__ */ new Int32Array(64) }

/** Sets the frame; (dx, dy, dz) is B's origin minus A's, world axes. */
export function setMeshFrame(rot: Float64Array, ra: number, rb: number, dx: number, dy: number, dz: number): void {
  for (let i = 0; i < 3; i++) {
    const a = rot[rb + i]
    const b = rot[rb + 3 + i]
    const c = rot[rb + 6 + i]
    offset[i] = -(a * dx + b * dy + c * dz)
    for (let j = 0; j < 3; j++) relative[3 * i + j] = a * rot[ra + j] + b * rot[ra + 3 + j] + c * rot[ra + 6 + j]
  }
}

/** Lists the pieces of A within `reach` of a box in B's frame, and returns how many there are. */
export function findNear(source: PieceSource, bounds: Float64Array, reach: number): number {
  for (let j = 0; j < 3; j++) {
    let low = 0
    let high = 0
    for (let i = 0; i < 3; i++) {
      const r = relative[3 * i + j]
      low += r * ((r > 0 ? bounds[i] : bounds[3 + i]) - offset[i])
      high += r * ((r > 0 ? bounds[3 + i] : bounds[i]) - offset[i])
    }
    searchBox[j] = low - reach
    searchBox[3 + j] = high + reach
  }
  const count = source.find(searchBox)
  if (nearPieces.list.length < count) nearPieces.list = longer(nearPieces.list, 2 * count)
  for (let i = 0; i < count; i++) nearPieces.list[i] = found.pieces[i]
  return count
}

/** Sets `placed` to a triangle of A in B's frame, and `searchBox` to the box around it with `reach` to spare. */
export function placeTriangle(corners: Float64Array, reach: number): void {
  for (let i = 0; i < 3; i++) {
    let low = Infinity
    let high = -Infinity
    for (let k = 0; k < 9; k += 3) {
      const at = offset[i] + relative[3 * i] * corners[k] + relative[3 * i + 1] * corners[k + 1] + relative[3 * i + 2] * corners[k + 2]
      placed[k + i] = at
      if (at < low) low = at
      if (at > high) high = at
    }
    searchBox[i] = low - reach
    searchBox[3 + i] = high + reach
  }
}
