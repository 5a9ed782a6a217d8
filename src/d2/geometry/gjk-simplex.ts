/**
 * The point nearest to the origin of a simplex of up to three vertices: the inner step of `gjk.ts`, and nothing else.
 *
 * Method: every edge that may hold the nearest point is solved on its own and the smallest result wins, so no region test has to be right for
 * the answer to be a real point of the simplex.
 *
 * A vertex of the simplex is w = b − a + d, with a and b core vertices relative to their own centres. Edges are formed from
 * the a and b parts: where a small shape meets a huge one, two vertices often share the huge part, and it drops out exactly.
 *
 * One instance of scratch for the module: `gjk.ts` is not re-entrant and does not need to be.
 */

/** Doubles per simplex vertex: a, b, w and the square of w. */
export const VERTEX_STRIDE = 7
const B = 2
const W = 4

/** Room for three vertices. They stay in their slots; a simplex is a list of slots. */
export const vertex: Float64Array = new Float64Array(3 * VERTEX_STRIDE)
/** Core vertex numbers of A and B for each slot. */
export const vertexA: Int32Array = new Int32Array(3)
export const vertexB: Int32Array = new Int32Array(3)
/** The simplex: slots in use, the newest last. */
export const slots: Int32Array = new Int32Array(3)

/** Candidate found so far: search direction (not of unit length), square of the distance, two weights. */
export const best: Float64Array = new Float64Array(5)
export const BEST_SQUARE = 2
export const BEST_WEIGHT = 3
/** Slots in use by the candidate, and their number. */
export const bestSlot: Int32Array = new Int32Array(2)
export const bestCount: Int32Array = new Int32Array(1)

function tryVertex(i: number): void {
  const io = i * VERTEX_STRIDE + W
  if (vertex[io + 2] >= best[BEST_SQUARE]) return
  best[0] = vertex[io]
  best[1] = vertex[io + 1]
  best[BEST_SQUARE] = vertex[io + 2]
  best[BEST_WEIGHT] = 1
  bestSlot[0] = i
  bestCount[0] = 1
}

function trySegment(i: number, j: number): void {
  const io = i * VERTEX_STRIDE
  const jo = j * VERTEX_STRIDE
  const ex = vertex[jo + B] - vertex[io + B] - (vertex[jo] - vertex[io])
  const ey = vertex[jo + B + 1] - vertex[io + B + 1] - (vertex[jo + 1] - vertex[io + 1])
  const wx = vertex[io + W]
  const wy = vertex[io + W + 1]
  const along = -(wx * ex + wy * ey)
  const length = ex * ex + ey * ey
  if (along <= 0 || along >= length) {
    tryVertex(along <= 0 ? i : j)
    return
  }
  // Across the edge: no cancellation, however close to the origin it passes.
  const across = ex * wy - ey * wx
  const square = across * across / length
  if (square >= best[BEST_SQUARE]) return
  const t = along / length
  best[0] = -ey * across
  best[1] = ex * across
  best[BEST_SQUARE] = square
  best[BEST_WEIGHT] = 1 - t
  best[BEST_WEIGHT + 1] = t
  bestSlot[0] = i
  bestSlot[1] = j
  bestCount[0] = 2
}

/** Doubles of the triangle's vertices to the left of its edges; all of one sign when the origin is inside. */
const sides = new Float64Array(3)

/** Solves the simplex in the first `count` slots into `best`. True when it is a triangle that holds the origin. */
export function solveSimplex(count: number): boolean {
  best[BEST_SQUARE] = Infinity
  bestCount[0] = 0
  const a = slots[0]
  if (count === 1) {
    tryVertex(a)
    return false
  }
  const b = slots[1]
  if (count === 2) {
    trySegment(a, b)
    return false
  }
  const c = slots[2]
  for (let k = 0; k < 3; k++) {
    const i = slots[k === 2 ? 0 : k + 1] * VERTEX_STRIDE + W
    const j = slots[k === 0 ? 2 : k - 1] * VERTEX_STRIDE + W
    sides[k] = vertex[i] * vertex[j + 1] - vertex[i + 1] * vertex[j]
  }
  if ((sides[0] > 0 && sides[1] > 0 && sides[2] > 0) || (sides[0] < 0 && sides[1] < 0 && sides[2] < 0)) return true
  trySegment(a, c)
  trySegment(b, c)
  trySegment(a, b)
  return false
}

/** Weights of the triangle's vertices at the origin, which it holds. */
export function triangleWeights(out: Float64Array): void {
  const scale = 1 / (sides[0] + sides[1] + sides[2])
  for (let k = 0; k < 3; k++) out[k] = sides[k] * scale
}
