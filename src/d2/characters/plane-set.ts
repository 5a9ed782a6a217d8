/**
 * Lines that a mover may not cross, and the displacement nearest to the wanted one that crosses none of them: a projection on an
 * intersection of half-planes, as a quadratic program of two unknowns.
 *
 * Exact, by adding one line after the other (Seidel 1991): if the best point so far lies behind a new line, the new best one lies on it,
 * and is found there as the nearest point of an interval. Lines that contradict each other leave no point; then rounds of projections end as
 * near to all of them as they get. They are called planes, as in space.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'

/** Most planes; a mover in a corner touches two or three. */
export const MAX_PLANES = 32

/** Rounds of projections where no displacement satisfies all planes. */
const SQUEEZED_ROUNDS = 16

/** Sine of the angle between two lines, squared, below which they have no point in common in doubles. */
const PARALLEL: number = LOST_DIGITS * LOST_DIGITS

export class PlaneSet {
  count: number = 0
  /** Unit normals, away from the obstacle. */
  readonly normal: Float64Array = new Float64Array(2 * MAX_PLANES)
  /** How far the mover may go against the normal, m; below 0 it must go back. */
  readonly offset: Float64Array = new Float64Array(MAX_PLANES)
  /** Row of the obstacle's shape, and the point of it that is nearest. */
  readonly shape: Int32Array = new Int32Array(MAX_PLANES)
  readonly point: Float64Array = new Float64Array(2 * MAX_PLANES)
  /** What is left of `wanted`. */
  readonly result: Float64Array = new Float64Array(2)
  readonly wanted: Float64Array = new Float64Array(2)
  /** A plane counts as crossed beyond this, m. */
  private tolerance = 0

  /** Adds a plane; false if there is no room. Its place is count − 1. */
  add(normal: Float64Array, o: number, offset: number, shape: number): boolean {
    if (this.count === MAX_PLANES) return false
    const i = this.count++
    for (let k = 0; k < 2; k++) this.normal[2 * i + k] = normal[o + k]
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
    for (let k = 0; k < 2; k++) result[k] = wanted[k]
    for (let i = 0; i < this.count; i++) {
      if (this.room(i) >= -tolerance || this.solveOnLine(i)) continue
      this.compromise()
      return false
    }
    let square = 0
    for (let k = 0; k < 2; k++) square += (result[k] - wanted[k]) * (result[k] - wanted[k])
    if (square <= most * most) return true
    this.compromise()
    return false
  }

  /** Distance of the result from plane i, along its normal. */
  private room(i: number): number {
    const { normal, result } = this
    return normal[2 * i] * result[0] + normal[2 * i + 1] * result[1] + this.offset[i]
  }

  /** The best displacement on line i under the lines before it. */
  private solveOnLine(i: number): boolean {
    const { normal, result, wanted } = this
    for (let k = 0; k < 2; k++) result[k] = wanted[k]
    const back = this.room(i)
    for (let k = 0; k < 2; k++) result[k] -= back * normal[2 * i + k]
    const lx = -normal[2 * i + 1]
    const ly = normal[2 * i]
    let low = -Infinity
    let high = Infinity
    for (let m = 0; m < i; m++) {
      const along = normal[2 * m] * lx + normal[2 * m + 1] * ly
      const room = this.room(m)
      if (along * along <= PARALLEL) {
        // Two that face the same way differ by rounding only.
        if (room < -this.tolerance && normal[2 * m] * normal[2 * i] + normal[2 * m + 1] * normal[2 * i + 1] < 0) return false
      } else if (along > 0) low = Math.max(low, -room / along)
      else high = Math.min(high, -room / along)
    }
    if (low > high + this.tolerance) return false
    const t = low > 0 ? low : high < 0 ? high : 0
    result[0] += t * lx
    result[1] += t * ly
    return true
  }

  /** Projections in turn, half the way each: ends between planes that contradict each other. */
  private compromise(): void {
    const { normal, result, wanted } = this
    for (let k = 0; k < 2; k++) result[k] = wanted[k]
    for (let round = 0; round < SQUEEZED_ROUNDS; round++) {
      for (let i = 0; i < this.count; i++) {
        const room = this.room(i)
        if (room < 0) for (let k = 0; k < 2; k++) result[k] -= 0.5 * room * normal[2 * i + k]
      }
    }
  }
}
