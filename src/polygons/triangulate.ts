/**
 * Outlines cut into triangles, by the package `earcut`, which cuts off corners and then turns diagonals until no angle can be made larger
 * (constrained Delaunay). Only + − × ÷ and comparisons: the same triangles on every platform.
 */

import earcut, { refine } from 'earcut'
import { PhysicsError } from '../common/errors.ts'
import type { Vec2 } from '../d2/math/types.ts'
import { readOutline, type Outline, type Rings } from './outline.ts'

/** Share of the area by which the triangles' sum may differ from the outline's: rounding is far below, a missed corner far above. */
const AREA_TOLERANCE = 1e-9

/** The triangles of an outline, counter-clockwise. They have the outline's points as corners, and no others. */
export function triangulate(outline: Outline): Vec2[][] {
  const rings = readOutline(outline)
  const triangles = cutTriangles(rings)
  const result: Vec2[][] = []
  for (let i = 0; i < triangles.length; i += 3) {
    if (cross(rings.points, triangles[i], triangles[i + 1], triangles[i + 2]) > 0) result.push(pointsOf(rings, triangles.slice(i, i + 3)))
  }
  return result
}

/** Three point numbers per triangle, counter-clockwise; those of points in a line have no area. */
export function cutTriangles({ points, starts, area }: Rings): number[] {
  const triangles = earcut(points, starts.slice(1, -1))
  refine(triangles, points)
  let sum = 0
  for (let i = 0; i < triangles.length; i += 3) {
    let twice = cross(points, triangles[i], triangles[i + 1], triangles[i + 2])
    if (twice < 0) {
      const second = triangles[i + 1]
      triangles[i + 1] = triangles[i + 2]
      triangles[i + 2] = second
      twice = -twice
    }
    sum += 0.5 * twice
  }
  if (!(Math.abs(sum - area) <= AREA_TOLERANCE * area)) {
    throw new PhysicsError('degenerate', 'outline', area, 'is its area, which its triangles do not fill: points lie too close together. Simplify it.')
  }
  return triangles
}

/** Twice the area of the triangle a b c; above 0 if it goes counter-clockwise. */
export function cross(p: Float64Array, a: number, b: number, c: number): number {
  return (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1]) - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a])
}

export function pointsOf({ given }: Rings, loop: readonly number[]): Vec2[] {
  return loop.map((i) => ({ x: given[2 * i], y: given[2 * i + 1] }))
}
