/**
 * Builds a convex hull from points: the one entry to the hull code, in the order input check → quickhull → merged
 * faces → finished and checked hull.
 *
 * Everything within a tolerance of 5e-7 of the extent counts as touching: such points are no vertices of their own, and
 * triangles that close to one plane are one face. The result holds every point to within twice that.
 */
import { CHECK_TOLERANCE, TOLERANCE_SHRINK } from '../tolerances.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { mergeHullFaces, type PolygonFaces } from './hull-faces.ts'
import { finishHull } from './hull-finish.ts'
import { prepareHullInput, type HullInput } from './hull-input.ts'
import { findSimplex } from './hull-simplex.ts'
import { MAX_HULL_VERTICES, type Hull } from './hull.ts'
import { triangulateHull } from './quickhull.ts'

const MAX_TRIES = 8

/** Grid units; below this the rounding to the grid decides. */
const MIN_TOLERANCE = 8

/** Merged faces over the points that are worth keeping, or null when too few are left. */
function findFaces(input: HullInput, tolerance: number): PolygonFaces | null {
  let members = input.members
  for (;;) {
    const simplex = findSimplex(input.grid, members, tolerance)
    if (simplex.length < 4) return null
    const faces = mergeHullFaces(triangulateHull(input.grid, members, simplex, tolerance), input.grid, tolerance)
    // A dropped vertex leaves faces that were shaped around it, so the corners that are left start afresh.
    if (!faces.dropped) return faces
    members = faces.corners
  }
}

/**
 * The convex hull of `points` (x, y, z of each in turn, metres), coplanar faces merged. Throws a `PhysicsError` that
 * names `field` when the points are not finite, do not span a solid or need more than 254 vertices.
 */
export function buildHull(points: Float64Array, field: string): Hull {
  const input = prepareHullInput(points, field)
  const allowed = (input.tolerance * CHECK_TOLERANCE) / input.scale
  let tolerance = input.tolerance
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const faces = findFaces(input, Math.max(tolerance, MIN_TOLERANCE))
    if (faces !== null) {
      if (faces.corners.length > MAX_HULL_VERTICES) {
        throw new PhysicsError('limit-exceeded', field, faces.corners.length,
          `is the number of vertices this hull would have; the limit is ${MAX_HULL_VERTICES}. Leave out points that change it little.`)
      }
      const hull = finishHull(points, faces, input.scale, allowed)
      if (hull !== null) return hull
    }
    tolerance *= TOLERANCE_SHRINK
  }
  throw new PhysicsError('degenerate', field, input.count,
    'holds points too flat or too close together for a hull. Make the thinnest part thicker or remove points.')
}
