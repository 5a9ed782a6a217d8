/**
 * Builds a convex polygon from points: check, hull (from left to right below, and back above), corners that are none left out.
 *
 * Everything within 5e-7 of the extent counts as touching: such points are no vertices of their own. So the result holds every point to
 * about that, and two neighbouring edges are never in line.
 */

import { MAX_EXTENT, MIN_EXTENT } from '../../../common/limits.ts'
import { ROUNDING } from '../../../common/math/rounding.ts'
import { SAME_POINT_TOLERANCE } from '../../../common/tolerances.ts'
import { cos, sin } from '../../../common/math/deterministic-math.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { MAX_POLYGON_VERTICES, type Polygon } from './polygon.ts'

/** From this many points on, those farthest in so many directions stand for all: they are within 8e-5 of the radius of the hull. */
const MANY_POINTS = 4096
const DIRECTIONS = 256

/**
 * The convex hull of `points` (x, y of each in turn, metres). Throws a `PhysicsError` that names `field` when the points are not finite, do
 * not span an area. Of more than 16 vertices those that stick out least are left out.
 */
export function buildPolygon(all: Float64Array, field: string): Polygon {
  const tolerance = checkPoints(all, field)
  const points = all.length > 2 * MANY_POINTS ? farthest(all) : all
  const loop = withFewCorners(points, withoutStraight(points, convexLoop(points), tolerance))
  if (loop.length < 3) {
    throw new PhysicsError('degenerate', field, points.length / 2,
      'holds points that all lie on one line or in one place. Add points off the line, or use a capsule for a rod.')
  }
  const vertices = new Float64Array(2 * loop.length)
  for (let i = 0; i < loop.length; i++) {
    vertices[2 * i] = points[2 * loop[i]]
    vertices[2 * i + 1] = points[2 * loop[i] + 1]
  }
  return finishPolygon(vertices)
}

/** The box with these half extents about the origin. */
export function buildBox(hx: number, hy: number): Polygon {
  return finishPolygon(Float64Array.of(-hx, -hy, hx, -hy, hx, hy, -hx, hy))
}

/** Returns the tolerance, in metres. */
function checkPoints(points: Float64Array, field: string): number {
  const count = points.length / 2
  if (points.length % 2 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.length`, points.length, 'is not a multiple of 2. Give x and y for every point.')
  }
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) {
      throw new PhysicsError('not-finite', `${field}[${i >> 1}].${(i & 1) === 0 ? 'x' : 'y'}`, points[i], 'is not finite. Give finite coordinates.')
    }
  }
  if (count < 3) throw new PhysicsError('degenerate', field, count, 'holds fewer than 3 points. A polygon needs at least 3, not all on one line.')
  let extent = 0
  let largest = 0
  for (let axis = 0; axis < 2; axis++) {
    let low = points[axis]
    let high = points[axis]
    for (let i = axis; i < points.length; i += 2) {
      low = Math.min(low, points[i])
      high = Math.max(high, points[i])
    }
    extent = Math.max(extent, high - low)
    largest = Math.max(largest, Math.abs(low), Math.abs(high))
  }
  if (extent > 0 && !(extent >= MIN_EXTENT && extent <= MAX_EXTENT)) {
    throw new PhysicsError('out-of-range', field, extent,
      `is the extent of the points; it must lie between ${MIN_EXTENT} and ${MAX_EXTENT}. Give metres.`)
  }
  return Math.max(extent * SAME_POINT_TOLERANCE, largest * ROUNDING)
}

/** The points that are farthest in one of many directions; of equals the first. */
function farthest(p: Float64Array): Float64Array {
  const kept = new Set<number>()
  for (let d = 0; d < DIRECTIONS; d++) {
    const x = cos((2 * Math.PI * d) / DIRECTIONS)
    const y = sin((2 * Math.PI * d) / DIRECTIONS)
    let best = 0
    for (let i = 2; i < p.length; i += 2) if (x * (p[i] - p[best]) + y * (p[i + 1] - p[best + 1]) > 0) best = i
    kept.add(best)
  }
  return Float64Array.from([...kept].flatMap((i) => [p[i], p[i + 1]]))
}

/** Indices of the hull, counter-clockwise from the leftmost point (of several, the lowest). Convex up to rounding. */
export function convexLoop(p: Float64Array): number[] {
  const order: number[] = []
  for (let i = 0; i < p.length / 2; i++) order.push(i)
  order.sort((a, b) => p[2 * a] - p[2 * b] || p[2 * a + 1] - p[2 * b + 1] || a - b)
  const loop: number[] = []
  let kept = 1
  for (let k = 0; k < 2 * order.length - 1; k++) {
    const forward = k < order.length
    const c = order[forward ? k : 2 * order.length - 2 - k]
    // On the way back the lower half is finished and stays.
    if (k === order.length) kept = loop.length
    while (loop.length > kept && !turnsLeft(p, loop[loop.length - 2], loop[loop.length - 1], c)) loop.pop()
    loop.push(c)
  }
  loop.pop()
  return loop
}

function turnsLeft(p: Float64Array, a: number, b: number, c: number): boolean {
  const ux = p[2 * b] - p[2 * a]
  const uy = p[2 * b + 1] - p[2 * a + 1]
  return ux * (p[2 * c + 1] - p[2 * a + 1]) - uy * (p[2 * c] - p[2 * a]) > 0
}

/** Takes out, one after the other, the corner that sticks out least, until all stick out of the line of their neighbours by more than that. */
function withoutStraight(p: Float64Array, loop: number[], tolerance: number): number[] {
  while (loop.length >= 3) {
    let least = Infinity
    let at = 0
    for (let i = 0; i < loop.length; i++) {
      const height = standsOut(p, loop[(i + loop.length - 1) % loop.length], loop[i], loop[(i + 1) % loop.length])
      if (height < least) {
        least = height
        at = i
      }
    }
    if (least > tolerance) return loop
    loop.splice(at, 1)
  }
  return loop
}

/** Takes out corners until there are not too many: the one that then sticks out least, with what its two edges have cut off before. */
function withFewCorners(p: Float64Array, loop: number[]): number[] {
  /** How far what was taken out sticks out of the edge that begins at each corner, at most. */
  const cut = loop.map(() => 0)
  while (loop.length > MAX_POLYGON_VERTICES) {
    let least = Infinity
    let at = 0
    for (let i = 0; i < loop.length; i++) {
      const before = (i + loop.length - 1) % loop.length
      const height = standsOut(p, loop[before], loop[i], loop[(i + 1) % loop.length]) + Math.max(cut[before], cut[i])
      if (height < least) {
        least = height
        at = i
      }
    }
    cut[(at + loop.length - 1) % loop.length] = least
    loop.splice(at, 1)
    cut.splice(at, 1)
  }
  return loop
}

/** Distance of b from the line through a and c; from a, if those are one. */
function standsOut(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[2 * c] - p[2 * a]
  const uy = p[2 * c + 1] - p[2 * a + 1]
  const vx = p[2 * b] - p[2 * a]
  const vy = p[2 * b + 1] - p[2 * a + 1]
  const length = Math.sqrt(ux * ux + uy * uy)
  return length > 0 ? (vx * uy - vy * ux) / length : Math.sqrt(vx * vx + vy * vy)
}

/** Normals, centre and radii of a counter-clockwise convex loop. */
export function finishPolygon(vertices: Float64Array): Polygon {
  const count = vertices.length / 2
  const normals = new Float64Array(vertices.length)
  const ox = vertices[0]
  const oy = vertices[1]
  let area = 0
  let cx = 0
  let cy = 0
  let radius = 0
  for (let i = 0; i < count; i++) {
    const o = 2 * i
    const n = i + 1 < count ? o + 2 : 0
    const ex = vertices[n] - vertices[o]
    const ey = vertices[n + 1] - vertices[o + 1]
    const scale = 1 / Math.sqrt(ex * ex + ey * ey)
    normals[o] = ey * scale
    normals[o + 1] = -ex * scale
    const ax = vertices[o] - ox
    const ay = vertices[o + 1] - oy
    const twice = ax * ey - ay * ex
    area += twice
    cx += twice * (2 * ax + ex)
    cy += twice * (2 * ay + ey)
    radius = Math.max(radius, vertices[o] * vertices[o] + vertices[o + 1] * vertices[o + 1])
  }
  const center = Float64Array.of(ox + cx / (3 * area), oy + cy / (3 * area))
  let innerRadius = Infinity
  for (let o = 0; o < vertices.length; o += 2) {
    innerRadius = Math.min(innerRadius, normals[o] * (vertices[o] - center[0]) + normals[o + 1] * (vertices[o + 1] - center[1]))
  }
  return { vertexCount: vertices.length / 2, vertices, normals, center, radius: Math.sqrt(radius), innerRadius }
}
