/**
 * Planes that a mover may not cross, and the displacement nearest to the wanted one that crosses none of them: a projection on an
 * intersection of half-spaces, as a quadratic program of three unknowns.
 *
 * Exact, by adding one plane after the other (Seidel 1991): if the best point so far lies behind a new plane, the new best one lies on it,
 * and is found there by the same rule with one unknown less. Planes that contradict each other leave no point; then rounds of
 * projections end as near to all of them as they get.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'

/** Most planes; a mover in a corner touches three or four. */
export const MAX_PLANES = 32

/** Rounds of projections where no displacement satisfies all planes. */
const SQUEEZED_ROUNDS = 16

/** sin² of the angle between two planes below which they have no line in common in doubles. */
const PARALLEL: number = LOST_DIGITS * LOST_DIGITS

export class PlaneSet {
  count: number = 0
  /** Unit normals, away from the obstacle. */
  readonly normal: Float64Array = new Float64Array(3 * MAX_PLANES)
  /** How far the mover may go against the normal, m; below 0 it must go back. */
  readonly offset: Float64Array = new Float64Array(MAX_PLANES)
  /** Row of the obstacle's shape, and the point of it that is nearest. */
  readonly shape: Int32Array = new Int32Array(MAX_PLANES)
  readonly point: Float64Array = new Float64Array(3 * MAX_PLANES)
  /** What is left of `wanted`. */
  readonly result: Float64Array = new Float64Array(3)
  readonly wanted: Float64Array = new Float64Array(3)
  /** A plane counts as crossed beyond this, m. */
  private tolerance = 0

  /** Adds a plane; false if there is no room. Its place is count − 1. */
  add(normal: Float64Array, o: number, offset: number, shape: number): boolean {
    if (this.count === MAX_PLANES) return false
    const i = this.count++
    for (let k = 0; k < 3; k++) this.normal[3 * i + k] = normal[o + k]
    this.offset[i] = offset
    this.shape[i] = shape
    return true
  }

  /**
   * In `result`: the displacement nearest to `wanted` that crosses no plane. False if there is none, or none within `most` of it, and the
   * result is a compromise.
   */
  solve(tolerance: number, most: number = Infinity): boolean {
    const { result, wanted } = this
    this.tolerance = tolerance
    for (let k = 0; k < 3; k++) result[k] = wanted[k]
    for (let i = 0; i < this.count; i++) {
      if (this.room(i) >= -tolerance || this.solveOnPlane(i)) continue
      this.compromise()
      return false
    }
    let square = 0
    for (let k = 0; k < 3; k++) square += (result[k] - wanted[k]) * (result[k] - wanted[k])
    if (square <= most * most) return true
    this.compromise()
    return false
  }

  /** Distance of the result from plane i, along its normal. */
  private room(i: number): number {
    const { normal, result } = this
    const o = 3 * i
    return normal[o] * result[0] + normal[o + 1] * result[1] + normal[o + 2] * result[2] + this.offset[i]
  }

  /** The best displacement on plane i under the planes before it. */
  private solveOnPlane(i: number): boolean {
    const { normal, result, wanted } = this
    for (let k = 0; k < 3; k++) result[k] = wanted[k]
    const back = this.room(i)
    for (let k = 0; k < 3; k++) result[k] -= back * normal[3 * i + k]
    for (let j = 0; j < i; j++) if (this.room(j) < -this.tolerance && !this.solveOnLine(i, j)) return false
    return true
  }

  /** The best displacement on the line of planes i and j under the planes before them. */
  private solveOnLine(i: number, j: number): boolean {
    const { normal, offset, result, wanted } = this
    const a = 3 * i
    const b = 3 * j
    const c = normal[a] * normal[b] + normal[a + 1] * normal[b + 1] + normal[a + 2] * normal[b + 2]
    const lx = normal[a + 1] * normal[b + 2] - normal[a + 2] * normal[b + 1]
    const ly = normal[a + 2] * normal[b] - normal[a] * normal[b + 2]
    const lz = normal[a] * normal[b + 1] - normal[a + 1] * normal[b]
    const square = lx * lx + ly * ly + lz * lz
    // Two that face the same way differ by rounding only.
    if (!(square > PARALLEL)) return c > 0
    let ri = offset[i]
    let rj = offset[j]
    for (let k = 0; k < 3; k++) {
      ri += normal[a + k] * wanted[k]
      rj += normal[b + k] * wanted[k]
    }
    const pi = (ri - c * rj) / square
    const pj = (rj - c * ri) / square
    for (let k = 0; k < 3; k++) result[k] = wanted[k] - pi * normal[a + k] - pj * normal[b + k]
    const scale = 1 / Math.sqrt(square)
    let low = -Infinity
    let high = Infinity
    for (let m = 0; m < j; m++) {
      const along = (normal[3 * m] * lx + normal[3 * m + 1] * ly + normal[3 * m + 2] * lz) * scale
      const room = this.room(m)
      if (along * along <= PARALLEL) {
        if (room < -this.tolerance) return false
      } else if (along > 0) low = Math.max(low, -room / along)
      else high = Math.min(high, -room / along)
    }
    if (low > high + this.tolerance) return false
    const t = (low > 0 ? low : high < 0 ? high : 0) * scale
    result[0] += t * lx
    result[1] += t * ly
    result[2] += t * lz
    return true
  }

  /** Projections in turn, half the way each: ends between planes that contradict each other. */
  private compromise(): void {
    const { normal, result, wanted } = this
    for (let k = 0; k < 3; k++) result[k] = wanted[k]
    for (let round = 0; round < SQUEEZED_ROUNDS; round++) {
      for (let i = 0; i < this.count; i++) {
        const room = this.room(i)
        if (room < 0) for (let k = 0; k < 3; k++) result[k] -= 0.5 * room * normal[3 * i + k]
      }
    }
  }
}
