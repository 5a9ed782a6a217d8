/**
 * A ray through voxels, cell by cell in whole numbers: the first face between an empty cell and a filled one. Chunks that do not exist are
 * passed at once.
 */

import type { PieceHit } from '../mesh/triangle-ray.ts'
import { CHUNK_BITS, CHUNK_CELLS } from './chunk-list.ts'
import type { Voxels } from './voxels.ts'

const cell = /* @__PURE__ */ new Int32Array(3)
const step = /* @__PURE__ */ new Int32Array(3)
const next = /* @__PURE__ */ new Float64Array(3)
const wide = /* @__PURE__ */ new Float64Array(3)

/** Fraction at which the ray crosses the plane with this number along an axis. */
function crossing(voxels: Voxels, line: Float64Array, axis: number, plane: number): number {
  return (plane * voxels.cellSize - line[axis]) / line[3 + axis]
}

/** The first free face along the ray before `hit`; leaves `hit` alone if there is none. Faces met from inside count if asked. */
export function castVoxelRay(voxels: Voxels, line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
  const { chunks, cellSize } = voxels
  const { low, high } = chunks
  // Where the ray enters and leaves the box of all cells.
  let enter = 0
  let leave = hit.fraction
  let entered = -1
  for (let axis = 0; axis < 3; axis++) {
    const d = line[3 + axis]
    if (d === 0) {
      if (line[axis] < low[axis] * cellSize || line[axis] > (high[axis] + 1) * cellSize) return false
      continue
    }
    const near = crossing(voxels, line, axis, d > 0 ? low[axis] : high[axis] + 1)
    const far = crossing(voxels, line, axis, d > 0 ? high[axis] + 1 : low[axis])
    if (near > enter) {
      enter = near
      entered = axis
    }
    if (far < leave) leave = far
  }
  if (enter > leave) return false
  for (let axis = 0; axis < 3; axis++) {
    const d = line[3 + axis]
    step[axis] = d > 0 ? 1 : d < 0 ? -1 : 0
    const place = (line[axis] + enter * d) / cellSize
    let at = Math.floor(place)
    // On a plane: the cell that the ray goes into.
    if (d < 0 && at === place) at--
    if (axis === entered) at = d > 0 ? low[axis] : high[axis]
    cell[axis] = Math.max(low[axis], Math.min(high[axis], at))
    next[axis] = d === 0 ? Infinity : crossing(voxels, line, axis, cell[axis] + (d > 0 ? 1 : 0))
  }
  let inside = entered < 0 && chunks.has(cell[0], cell[1], cell[2])
  let last = entered
  let at = enter
  for (;;) {
    const chunk = chunks.indexOf(cell[0] >> CHUNK_BITS, cell[1] >> CHUNK_BITS, cell[2] >> CHUNK_BITS)
    const filled = chunk >= 0 && chunks.hasIn(chunk, cell[0], cell[1], cell[2])
    if (filled !== inside && last >= 0) {
      if (filled || backFaces) return found(voxels, filled, last, at, line, hit)
    }
    inside = filled
    if (chunk < 0) skipChunk(voxels, line)
    const axis = next[0] <= next[1] && next[0] <= next[2] ? 0 : next[1] <= next[2] ? 1 : 2
    at = next[axis]
    if (!(at <= leave)) return false
    last = axis
    cell[axis] += step[axis]
    if (cell[axis] < low[axis] || cell[axis] > high[axis]) {
      // Out of the box: a filled cell ends here, and the ray with it.
      if (inside && backFaces && at < hit.fraction) return found(voxels, false, last, at, line, hit)
      return false
    }
    next[axis] = crossing(voxels, line, axis, cell[axis] + (step[axis] > 0 ? 1 : 0))
  }
}

/** Moves the cell to the last one that the ray crosses of a chunk without cells. */
function skipChunk(voxels: Voxels, line: Float64Array): void {
  let axis = -1
  for (let k = 0; k < 3; k++) {
    const first = (cell[k] >> CHUNK_BITS) << CHUNK_BITS
    wide[k] = step[k] === 0 ? Infinity : crossing(voxels, line, k, step[k] > 0 ? first + CHUNK_CELLS : first)
    if (axis < 0 || wide[k] < wide[axis]) axis = k
  }
  const out = wide[axis]
  for (let k = 0; k < 3; k++) {
    const first = (cell[k] >> CHUNK_BITS) << CHUNK_BITS
    const far = step[k] > 0 ? first + CHUNK_CELLS - 1 : first
    if (k === axis) cell[k] = far
    else if (step[k] !== 0) {
      // Planes before the way out have been crossed; steps in whole numbers agree with the crossings that a slow walk would compare.
      const guess = Math.floor((line[k] + out * line[3 + k]) / voxels.cellSize)
      let to = step[k] > 0 ? Math.max(cell[k], Math.min(far, guess)) : Math.min(cell[k], Math.max(far, guess))
      while (to !== far && crosses(voxels, line, k, to, out, axis)) to += step[k]
      while (to !== cell[k] && !crosses(voxels, line, k, to - step[k], out, axis)) to -= step[k]
      cell[k] = to
    }
    if (step[k] !== 0) next[k] = crossing(voxels, line, k, cell[k] + (step[k] > 0 ? 1 : 0))
  }
}

/** Does the ray leave cell `at` of axis k before it leaves the chunk over `axis`? Lower axes go first at the same moment. */
function crosses(voxels: Voxels, line: Float64Array, k: number, at: number, out: number, axis: number): boolean {
  const moment = crossing(voxels, line, k, at + (step[k] > 0 ? 1 : 0))
  return moment < out || (moment === out && k < axis)
}

/** Writes the hit: into the cell that the ray has just entered, or out of the one that it has just left. */
function found(voxels: Voxels, into: boolean, axis: number, fraction: number, line: Float64Array, hit: PieceHit): boolean {
  const { chunks, cellSize } = voxels
  if (!(fraction < hit.fraction || (fraction === hit.fraction && hit.piece < 0))) return false
  const face = 2 * axis + (step[axis] > 0 === into ? 0 : 1)
  if (!into) cell[axis] -= step[axis]
  const chunk = chunks.indexOf(cell[0] >> CHUNK_BITS, cell[1] >> CHUNK_BITS, cell[2] >> CHUNK_BITS)
  const piece = (chunk << 16) | ((cell[2] & 15) << 12) | ((cell[1] & 15) << 8) | ((cell[0] & 15) << 4) | (face << 1)
  // Which half of the square: its diagonal goes from corner 0 to corner 2.
  const u = axis === 0 ? 1 : 0
  const v = axis === 2 ? 1 : 2
  const p = (line[u] + fraction * line[3 + u]) / cellSize - cell[u]
  const q = (line[v] + fraction * line[3 + v]) / cellSize - cell[v]
  hit.fraction = fraction
  hit.piece = piece + halfOf(face, p, q)
  hit.back = !into
  hit.normal.fill(0)
  hit.normal[axis] = -step[axis]
  return true
}

/** The half of a face's square that holds the place (p, q) along its axes in rising order. Corner 0 is (0, 0), corner 2 is (1, 1). */
function halfOf(face: number, p: number, q: number): number {
  // Corner 1 is at (0, 1) for −x, +y and −z, at (1, 0) for the others.
  const firstHasQ = face === 0 || face === 3 || face === 4
  return q > p === firstHasQ ? 0 : 1
}
