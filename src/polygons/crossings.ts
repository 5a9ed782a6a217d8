/**
 * Refuses outlines whose edges cross, touch or turn back on themselves: no cutting could tell inside from outside.
 *
 * Edges are looked through from left to right, each against those that begin before it ends.
 */

import { PhysicsError } from '../common/errors.ts'
import { pointName } from './field-names.ts'

/** Rounding of `side`, as a share of its two products (a difference of products of differences: 3 ulp). */
const ROUNDING = 4 * 1.2e-16

export function refuseCrossings(p: Float64Array, starts: readonly number[]): void {
  const next = new Int32Array(p.length / 2)
  for (let ring = 0; ring + 1 < starts.length; ring++) {
    for (let i = starts[ring]; i < starts[ring + 1]; i++) next[i] = i + 1 < starts[ring + 1] ? i + 1 : starts[ring]
  }
  const left = (i: number): number => Math.min(p[2 * i], p[2 * next[i]])
  const order = Array.from(next, (_, i) => i).sort((a, b) => left(a) - left(b) || a - b)
  for (let m = 0; m < order.length; m++) {
    const i = order[m]
    const right = Math.max(p[2 * i], p[2 * next[i]])
    for (let n = m + 1; n < order.length && left(order[n]) <= right; n++) {
      const j = order[n]
      if (next[i] === j || next[j] === i) refuseFold(p, next, starts, next[i] === j ? i : j)
      else if (touch(p, i, next[i], j, next[j])) {
        const [a, b] = i < j ? [i, j] : [j, i]
        const advice = `begins an edge that crosses or touches the one that begins at ${pointName(starts, a)}. Keep edges apart.`
        throw new PhysicsError('degenerate', pointName(starts, b), pointAt(p, b), advice)
      }
    }
  }
}

/** Relative to the outline's first point, as all of them. */
function pointAt(p: Float64Array, i: number): object {
  return { x: p[2 * i], y: p[2 * i + 1] }
}

/** Does the edge after i lead back along it? */
function refuseFold(p: Float64Array, next: Int32Array, starts: readonly number[], i: number): void {
  const at = next[i]
  const end = next[at]
  if (side(p, i, at, end) !== 0) return
  const forward = (p[2 * at] - p[2 * i]) * (p[2 * end] - p[2 * at]) + (p[2 * at + 1] - p[2 * i + 1]) * (p[2 * end + 1] - p[2 * at + 1])
  if (forward < 0) {
    throw new PhysicsError('degenerate', pointName(starts, at), pointAt(p, at), 'is where the outline turns back on itself. Leave it out.')
  }
}

/** Have the segments a b and c d a point in common, up to rounding? */
function touch(p: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const c0 = side(p, a, b, c)
  const d0 = side(p, a, b, d)
  const a0 = side(p, c, d, a)
  const b0 = side(p, c, d, b)
  if (c0 * d0 < 0 && a0 * b0 < 0) return true
  return (
    (c0 === 0 && within(p, a, b, c)) || (d0 === 0 && within(p, a, b, d)) || (a0 === 0 && within(p, c, d, a)) || (b0 === 0 && within(p, c, d, b))
  )
}

/** 1 if c is on the left of the line from a to b, −1 on the right, 0 on it as far as rounding can tell. */
function side(p: Float64Array, a: number, b: number, c: number): number {
  const left = (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1])
  const right = (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a])
  const room = ROUNDING * (Math.abs(left) + Math.abs(right))
  return left - right > room ? 1 : left - right < -room ? -1 : 0
}

/** Is c, on the line through a and b, between them? */
function within(p: Float64Array, a: number, b: number, c: number): boolean {
  for (let k = 0; k < 2; k++) {
    const u = p[2 * a + k]
    const v = p[2 * b + k]
    const w = p[2 * c + k]
    if (w < Math.min(u, v) || w > Math.max(u, v)) return false
  }
  return true
}
