/** How a path is laid through its points: cubics without a break in curvature, and the small steps its frame is made of. */

import { PhysicsError } from '../../../common/errors.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'

export function cross(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  out[o] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
  out[o + 1] = a[i + 2] * b[j] - a[i] * b[j + 2]
  out[o + 2] = a[i] * b[j + 1] - a[i + 1] * b[j]
}

export function normalize(v: Float64Array, o: number): void {
  const size = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2])
  for (let k = 0; k < 3; k++) v[o + k] /= size
}

/** v mirrored at the plane across n; n need not be of unit length. */
export function reflect(n: Float64Array, v: Float64Array): void {
  const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
  if (square === 0) return
  const twice = (2 * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2])) / square
  for (let k = 0; k < 3; k++) v[k] -= twice * n[k]
}

/** Takes from the side at o what lies along the tangent at o; unit length. */
export function square(tangents: Float64Array, o: number, sides: Float64Array): void {
  const along = tangents[o] * sides[o] + tangents[o + 1] * sides[o + 1] + tangents[o + 2] * sides[o + 2]
  for (let k = 0; k < 3; k++) sides[o + k] -= along * tangents[o + k]
  normalize(sides, o)
}

export function firstSide(tangents: Float64Array, up: Vec3 | undefined, sides: Float64Array): void {
  if (up !== undefined) {
    readVec3(up, 'path.up', sides, 0)
    const size = Math.sqrt(sides[0] * sides[0] + sides[1] * sides[1] + sides[2] * sides[2])
    const along = Math.abs(tangents[0] * sides[0] + tangents[1] * sides[1] + tangents[2] * sides[2])
    if (!(along < 0.999 * size)) throw new PhysicsError('degenerate', 'path.up', up, 'lies along the start of the path or has no length.')
  } else if (Math.abs(tangents[1]) < 0.9) sides[1] = 1
  else sides[2] = 1
  square(tangents, 0, sides)
}

/** Sweeps that solve for the slopes to rounding. */
const SWEEPS = 64

/** Coefficients of all segments. */
export function cubics(p: Float64Array, count: number, closed: boolean): Float64Array {
  const segments = closed ? count : count - 1
  const knots = new Float64Array(segments)
  for (let i = 0; i < segments; i++) {
    const n = ((i + 1) % count) * 3
    const x = p[n] - p[i * 3]
    const y = p[n + 1] - p[i * 3 + 1]
    const z = p[n + 2] - p[i * 3 + 2]
    knots[i] = Math.sqrt(Math.sqrt(x * x + y * y + z * z))
    if (!(knots[i] > 1e-6)) {
      const point = { x: p[n], y: p[n + 1], z: p[n + 2] }
      throw new PhysicsError('degenerate', `path.points[${(i + 1) % count}]`, point, 'is where the one before is. Leave it out.')
    }
  }
  const slopes = smoothSlopes(p, count, closed, knots)
  const out = new Float64Array(segments * 12)
  for (let i = 0; i < segments; i++) {
    const n = ((i + 1) % count) * 3
    for (let k = 0; k < 3; k++) {
      const o = i * 12 + k * 4
      const from = p[i * 3 + k]
      const rise = p[n + k] - from
      const a = slopes[i * 3 + k] * knots[i]
      const b = slopes[n + k] * knots[i]
      out[o] = from
      out[o + 1] = a
      out[o + 2] = 3 * rise - 2 * a - b
      out[o + 3] = a + b - 2 * rise
    }
  }
  return out
}

/**
 * Slopes at the points that make the curvature continuous. Between neighbours m₋, m, m₊ and knot distances h₋, h:
 * m₋/h₋ + 2 (1/h₋ + 1/h) m + m₊/h = 3 (Δ₋/h₋² + Δ/h²); ends of open paths have no curvature: 2 m + m₊ = 3 Δ/h. The diagonal is twice the rest, so
 * each sweep halves the error at least.
 */
function smoothSlopes(p: Float64Array, count: number, closed: boolean, knots: Float64Array): Float64Array {
  const slopes = new Float64Array(count * 3)
  const segments = knots.length
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = 0; i < count; i++) {
      const hasBefore = closed || i > 0
      const hasAfter = closed || i < count - 1
      const before = hasBefore ? 1 / knots[(i + segments - 1) % segments] : 0
      const after = hasAfter ? 1 / knots[i % segments] : 0
      const last = ((i + count - 1) % count) * 3
      const next = ((i + 1) % count) * 3
      for (let k = 0; k < 3; k++) {
        const here = p[i * 3 + k]
        let sum = 0
        if (hasBefore) sum += before * (3 * (here - p[last + k]) * before - slopes[last + k])
        if (hasAfter) sum += after * (3 * (p[next + k] - here) * after - slopes[next + k])
        slopes[i * 3 + k] = sum / (2 * (before + after))
      }
    }
  }
  return slopes
}
