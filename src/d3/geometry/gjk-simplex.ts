/**
 * The point nearest to the origin of a simplex of up to four vertices: the inner step of `gjk.ts`, and nothing else.
 *
 * Method: every face that may hold the nearest point is solved on its own and the smallest result wins, so no region test
 * has to be right for the answer to be a real point of the simplex. The weights of a triangle come from cross products of
 * its two shorter edges, which stay good to rounding × (length / width) on slivers.
 *
 * A vertex of the simplex is w = b − a + d, with a and b core vertices relative to their own centres. Edges are formed from
 * the a and b parts: where a small shape meets a huge one, two vertices often share the huge part, and it drops out exactly.
 *
 * One instance of scratch for the module: `gjk.ts` is not re-entrant and does not need to be.
 */

/** Doubles per simplex vertex: a, b, w and the square of w. */

import { FLAT_SINE_SQUARED, SIGN_ERROR_SQUARED, THIN_SINE_SQUARED } from './tolerances.ts'
export const VERTEX_STRIDE = 10
const B = 3
const W = 6

/** Room for four vertices. They stay in their slots; a simplex is a list of slots. */
export const vertex: Float64Array = new Float64Array(4 * VERTEX_STRIDE)
/** Core vertex numbers of A and B for each slot. */
export const vertexA: Int32Array = new Int32Array(4)
export const vertexB: Int32Array = new Int32Array(4)
/** The simplex: slots in use, the newest last. */
export const slots: Int32Array = new Int32Array(4)

/** Candidate found so far: nearest point, its square, the search direction (not of unit length), three weights. */
export const best: Float64Array = new Float64Array(10)
export const BEST_SQUARE = 3
export const BEST_DIRECTION = 4
export const BEST_WEIGHT = 7
/** Slots in use by the candidate, and their number. */
export const bestSlot: Int32Array = new Int32Array(3)
export const bestCount: Int32Array = new Int32Array(1)

function tryVertex(i: number): void {
  const io = i * VERTEX_STRIDE + W
  const x = vertex[io]
  const y = vertex[io + 1]
  const z = vertex[io + 2]
  const square = vertex[io + 3]
  if (square >= best[BEST_SQUARE]) return
  best[0] = x
  best[1] = y
  best[2] = z
  best[BEST_SQUARE] = square
  best[BEST_DIRECTION] = x
  best[BEST_DIRECTION + 1] = y
  best[BEST_DIRECTION + 2] = z
  best[BEST_WEIGHT] = 1
  bestSlot[0] = i
  bestCount[0] = 1
}

function trySegment(i: number, j: number): void {
  const io = i * VERTEX_STRIDE
  const jo = j * VERTEX_STRIDE
  const ex = vertex[jo + B] - vertex[io + B] - (vertex[jo] - vertex[io])
  const ey = vertex[jo + B + 1] - vertex[io + B + 1] - (vertex[jo + 1] - vertex[io + 1])
  const ez = vertex[jo + B + 2] - vertex[io + B + 2] - (vertex[jo + 2] - vertex[io + 2])
  const wx = vertex[io + W]
  const wy = vertex[io + W + 1]
  const wz = vertex[io + W + 2]
  const along = -(wx * ex + wy * ey + wz * ez)
  if (along <= 0) {
    tryVertex(i)
    return
  }
  const length = ex * ex + ey * ey + ez * ez
  if (along >= length) {
    tryVertex(j)
    return
  }
  const t = along / length
  const x = wx + t * ex
  const y = wy + t * ey
  const z = wz + t * ez
  const square = x * x + y * y + z * z
  if (square >= best[BEST_SQUARE]) return
  best[0] = x
  best[1] = y
  best[2] = z
  best[BEST_SQUARE] = square
  best[BEST_DIRECTION] = x
  best[BEST_DIRECTION + 1] = y
  best[BEST_DIRECTION + 2] = z
  best[BEST_WEIGHT] = 1 - t
  best[BEST_WEIGHT + 1] = t
  bestSlot[0] = i
  bestSlot[1] = j
  bestCount[0] = 2
}

/**
 * Tries the triangle i j k. `opposite` is −1 or the fourth vertex of a tetrahedron; nothing is tried when the origin certainly
 * lies on the same side of the triangle as that vertex.
 */
function tryTriangle(i: number, j: number, k: number, opposite: number): void {
  let p = i
  let q = j
  let r = k
  const io = i * VERTEX_STRIDE
  const jo = j * VERTEX_STRIDE
  const ko = k * VERTEX_STRIDE
  // Edges p→q and p→r; p starts as i and is moved so that the edge q→r is the longest.
  let ex = vertex[jo + B] - vertex[io + B] - (vertex[jo] - vertex[io])
  let ey = vertex[jo + B + 1] - vertex[io + B + 1] - (vertex[jo + 1] - vertex[io + 1])
  let ez = vertex[jo + B + 2] - vertex[io + B + 2] - (vertex[jo + 2] - vertex[io + 2])
  let fx = vertex[ko + B] - vertex[io + B] - (vertex[ko] - vertex[io])
  let fy = vertex[ko + B + 1] - vertex[io + B + 1] - (vertex[ko + 1] - vertex[io + 1])
  let fz = vertex[ko + B + 2] - vertex[io + B + 2] - (vertex[ko + 2] - vertex[io + 2])
  const gx = vertex[ko + B] - vertex[jo + B] - (vertex[ko] - vertex[jo])
  const gy = vertex[ko + B + 1] - vertex[jo + B + 1] - (vertex[ko + 1] - vertex[jo + 1])
  const gz = vertex[ko + B + 2] - vertex[jo + B + 2] - (vertex[ko + 2] - vertex[jo + 2])
  let ee = ex * ex + ey * ey + ez * ez
  let ff = fx * fx + fy * fy + fz * fz
  const gg = gx * gx + gy * gy + gz * gz
  if (ff > gg && ff >= ee) {
    p = j
    q = k
    r = i
    fx = -ex
    fy = -ey
    fz = -ez
    ff = ee
    ex = gx
    ey = gy
    ez = gz
    ee = gg
  } else if (ee > gg) {
    p = k
    q = i
    r = j
    ex = -fx
    ey = -fy
    ez = -fz
    ee = ff
    fx = -gx
    fy = -gy
    fz = -gz
    ff = gg
  }
  const nx = ey * fz - ez * fy
  const ny = ez * fx - ex * fz
  const nz = ex * fy - ey * fx
  const nn = nx * nx + ny * ny + nz * nz
  const po = p * VERTEX_STRIDE
  const wx = vertex[po + W]
  const wy = vertex[po + W + 1]
  const wz = vertex[po + W + 2]
  const ww = vertex[po + W + 3]
  const edges = ee * ff
  if (nn <= FLAT_SINE_SQUARED * edges) {
    trySegment(p, q)
    trySegment(p, r)
    trySegment(q, r)
    return
  }
  const height = nx * wx + ny * wy + nz * wz
  if (opposite >= 0) {
    const oo = opposite * VERTEX_STRIDE
    const ox = vertex[oo + B] - vertex[po + B] - (vertex[oo] - vertex[po])
    const oy = vertex[oo + B + 1] - vertex[po + B + 1] - (vertex[oo + 1] - vertex[po + 1])
    const oz = vertex[oo + B + 2] - vertex[po + B + 2] - (vertex[oo + 2] - vertex[po + 2])
    const side = nx * ox + ny * oy + nz * oz
    if (
      height * side < 0 && height * height > SIGN_ERROR_SQUARED * edges * ww &&
      side * side > SIGN_ERROR_SQUARED * edges * (ox * ox + oy * oy + oz * oz)
    ) return
  }
  const scale = 1 / nn
  const weightQ = -scale * (nx * (wy * fz - wz * fy) + ny * (wz * fx - wx * fz) + nz * (wx * fy - wy * fx))
  const weightR = -scale * (nx * (ey * wz - ez * wy) + ny * (ez * wx - ex * wz) + nz * (ex * wy - ey * wx))
  const weightP = 1 - weightQ - weightR
  const thin = nn < THIN_SINE_SQUARED * edges
  if (weightP > 0 && weightQ > 0 && weightR > 0) {
    const x = wx + weightQ * ex + weightR * fx
    const y = wy + weightQ * ey + weightR * fy
    const z = wz + weightQ * ez + weightR * fz
    const square = x * x + y * y + z * z
    if (square < best[BEST_SQUARE]) {
      best[0] = x
      best[1] = y
      best[2] = z
      best[BEST_SQUARE] = square
      // The normal is wrong by rounding / sine, the nearest point itself by rounding × |w| / distance: take the better one.
      if (square * edges < nn * ww) {
        const sign = nx * x + ny * y + nz * z < 0 ? -1 : 1
        best[BEST_DIRECTION] = sign * nx
        best[BEST_DIRECTION + 1] = sign * ny
        best[BEST_DIRECTION + 2] = sign * nz
      } else {
        best[BEST_DIRECTION] = x
        best[BEST_DIRECTION + 1] = y
        best[BEST_DIRECTION + 2] = z
      }
      best[BEST_WEIGHT] = weightP
      best[BEST_WEIGHT + 1] = weightQ
      best[BEST_WEIGHT + 2] = weightR
      bestSlot[0] = p
      bestSlot[1] = q
      bestSlot[2] = r
      bestCount[0] = 3
    }
  }
  if (thin || weightR <= 0) trySegment(p, q)
  if (thin || weightQ <= 0) trySegment(p, r)
  if (thin || weightP <= 0) trySegment(q, r)
}

/**
 * Nearest point to the origin of the simplex of the first `count` entries of `slots`, into `best`. In a tetrahedron the last
 * one must have been found by searching from the nearest point of the other three. Returns true when the origin is inside.
 */
export function solveSimplex(count: number): boolean {
  best[BEST_SQUARE] = Infinity
  bestCount[0] = 0
  const i = slots[0]
  const j = slots[1]
  const k = slots[2]
  if (count === 1) tryVertex(i)
  else if (count === 2) trySegment(i, j)
  else if (count === 3) tryTriangle(i, j, k, -1)
  else {
    const newest = slots[3]
    let opposite = -1
    let nearest = Infinity
    tryTriangle(i, j, newest, k)
    if (best[BEST_SQUARE] < nearest) {
      nearest = best[BEST_SQUARE]
      opposite = k
    }
    tryTriangle(j, k, newest, i)
    if (best[BEST_SQUARE] < nearest) {
      nearest = best[BEST_SQUARE]
      opposite = i
    }
    tryTriangle(k, i, newest, j)
    if (best[BEST_SQUARE] < nearest) {
      nearest = best[BEST_SQUARE]
      opposite = j
    }
    if (opposite < 0) return true
    // From outside, all four vertices lie beyond the plane through the nearest point. From inside one must lie behind the
    // origin, and that can only be the one off the face that won. Half the distance is the safest line between the two.
    const oo = opposite * VERTEX_STRIDE + W
    const reach = best[0] * vertex[oo] + best[1] * vertex[oo + 1] + best[2] * vertex[oo + 2]
    return reach < 0.5 * nearest
  }
  return false
}

/**
 * The same for a tetrahedron that is known not to hold the origin, where rounding told otherwise: the nearest point of the three faces at the newest
 * vertex, whatever side of them the origin seems to be on.
 */
export function solveFaces(): void {
  best[BEST_SQUARE] = Infinity
  bestCount[0] = 0
  tryTriangle(slots[0], slots[1], slots[3], -1)
  tryTriangle(slots[1], slots[2], slots[3], -1)
  tryTriangle(slots[2], slots[0], slots[3], -1)
}

/** Overlap only: weights of the origin in the tetrahedron of all four `slots`, in their order; equal ones if it has no volume. */
export function tetrahedronWeights(out: Float64Array): void {
  let sum = 0
  for (let i = 0; i < 4; i++) {
    const po = slots[(i + 1) & 3] * VERTEX_STRIDE + W
    const qo = slots[(i + 2) & 3] * VERTEX_STRIDE + W
    const ro = slots[(i + 3) & 3] * VERTEX_STRIDE + W
    const volume =
      vertex[po] * (vertex[qo + 1] * vertex[ro + 2] - vertex[qo + 2] * vertex[ro + 1]) +
      vertex[po + 1] * (vertex[qo + 2] * vertex[ro] - vertex[qo] * vertex[ro + 2]) +
      vertex[po + 2] * (vertex[qo] * vertex[ro + 1] - vertex[qo + 1] * vertex[ro])
    out[i] = Math.abs(volume)
    sum += out[i]
  }
  const scale = sum > 0 ? 1 / sum : 0
  for (let i = 0; i < 4; i++) out[i] = scale > 0 ? out[i] * scale : 0.25
}
