/**
 * An outline with holes: what users give, and its checks. Whether edges cross is in `crossings.ts`.
 */

import { PhysicsError } from '../common/errors.ts'
import { readPoints, type PointList } from '../common/points.ts'
import { requireOptions, type Fields } from '../common/options.ts'
import type { Vec2 } from '../d2/math/types.ts'
import { refuseCrossings } from './crossings.ts'
import { FIELD, ringName } from './field-names.ts'

/** The edge of an area that need not be convex, with or without holes. */
export interface Outline {
  /** At least three points, m, either way round, objects or x y in a row; the last need not repeat the first. */
  outer: PointList<Vec2>
  /** Rings inside the outer one that touch neither it nor each other. Default none. */
  holes?: readonly PointList<Vec2>[]
}

export const OUTLINE_FIELDS: Fields<Outline> = { outer: 0, holes: 0 }

/** A checked outline. All its points are in one list, ring after ring, the outer one first. */
export interface Rings {
  /** Points as given, 2 doubles each. */
  readonly given: Float64Array
  /** The same relative to the first, so that far from the origin nothing is lost. */
  readonly points: Float64Array
  /** The first point of each ring, and one past the last. */
  readonly starts: readonly number[]
  /** What the outline encloses, without its holes, m². */
  readonly area: number
}

/** Points in all. Above it an outline should be simplified: each piece is a shape. */
const MAX_OUTLINE_POINTS = 10000

export function readOutline(outline: Outline): Rings {
  requireOptions(outline, OUTLINE_FIELDS, FIELD)
  const holes = outline.holes ?? []
  if (!Array.isArray(holes)) throw new PhysicsError('wrong-type', `${FIELD}.holes`, holes, 'must be an array of rings.')
  const given: number[] = []
  const starts: number[] = [0]
  for (let ring = 0; ring <= holes.length; ring++) {
    readRing(ring === 0 ? outline.outer : (holes as readonly unknown[])[ring - 1], ringName(ring), given)
    starts.push(given.length / 2)
  }
  const points = new Float64Array(given.length)
  for (let i = 0; i < points.length; i++) points[i] = given[i] - given[i & 1]
  refuseCrossings(points, starts)
  refuseMisplaced(points, starts)
  let area = Math.abs(ringArea(points, starts[0], starts[1]))
  for (let ring = 1; ring <= holes.length; ring++) area -= Math.abs(ringArea(points, starts[ring], starts[ring + 1]))
  return { given: Float64Array.from(given), points, starts, area }
}

function readRing(ring: unknown, field: string, out: number[]): void {
  const points = readPoints(ring, 2, field)
  const first = out.length
  if (first / 2 + points.length / 2 > MAX_OUTLINE_POINTS) {
    const advice = `is the number of its points, which brings the outline above ${MAX_OUTLINE_POINTS}. Simplify it first.`
    throw new PhysicsError('limit-exceeded', field, points.length / 2, advice)
  }
  for (let i = 0; i < points.length / 2; i++) {
    const point = points.subarray(2 * i, 2 * i + 2)
    const last = out.length - 2
    if (last >= first && out[last] === point[0] && out[last + 1] === point[1]) {
      throw new PhysicsError('degenerate', `${field}[${i}]`, { x: point[0], y: point[1] }, 'is the same as the point before it. Leave it out.')
    }
    out.push(point[0], point[1])
  }
  // Drawing programs and map data repeat the first point at the end.
  if (out.length - first > 2 && out[first] === out[out.length - 2] && out[first + 1] === out[out.length - 1]) out.length -= 2
  const count = (out.length - first) / 2
  if (count < 3) throw new PhysicsError('degenerate', field, count, 'is the number of its points. A ring needs at least 3.')
}

/** Rings do not cross, so one point tells where a whole ring lies. */
function refuseMisplaced(points: Float64Array, starts: readonly number[]): void {
  for (let ring = 1; ring + 1 < starts.length; ring++) {
    for (let other = 0; other + 1 < starts.length; other++) {
      if (other === ring) continue
      const inside = isInside(points, starts[other], starts[other + 1], points[2 * starts[ring]], points[2 * starts[ring] + 1])
      if (other === 0 && !inside) {
        throw new PhysicsError('out-of-range', ringName(ring), ring - 1, 'lies outside the outer ring. Holes are cut into it.')
      }
      if (other > 0 && inside) {
        throw new PhysicsError('out-of-range', ringName(ring), ring - 1, `lies inside ${ringName(other)}. Give an island as an outline of its own.`)
      }
    }
  }
}

/** By the number of edges met to the right. */
function isInside(p: Float64Array, begin: number, end: number, x: number, y: number): boolean {
  let inside = false
  for (let i = begin, j = end - 1; i < end; j = i++) {
    const yi = p[2 * i + 1]
    const yj = p[2 * j + 1]
    if (yi > y !== yj > y && x < p[2 * i] + ((y - yi) / (yj - yi)) * (p[2 * j] - p[2 * i])) inside = !inside
  }
  return inside
}

/** Above 0 if the ring goes counter-clockwise. */
function ringArea(p: Float64Array, begin: number, end: number): number {
  let twice = 0
  for (let i = begin, j = end - 1; i < end; j = i++) twice += p[2 * j] * p[2 * i + 1] - p[2 * i] * p[2 * j + 1]
  return 0.5 * twice
}
