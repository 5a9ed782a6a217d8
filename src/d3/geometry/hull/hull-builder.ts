/**
 * Builds a convex hull from points: the one entry to the hull code, in the order input check → quickhull → merged
 * faces → finished and checked hull.
 *
 * Everything within a tolerance of 5e-7 of the extent counts as touching: such points are no vertices of their own, and
 * triangles that close to one plane are one face. The result holds every point to within twice that. A needle or a blade is thin beside its
 * extent: there less is merged, until no corner sticks out of its faces by what can be felt.
 */
import { CHECK_TOLERANCE, TOLERANCE_SHRINK } from '../tolerances.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { mergeHullFaces, type PolygonFaces } from './hull-faces.ts'
import { areFlat, finishHull } from './hull-finish.ts'
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

/** Coarsest tolerance at which corners are counted, times the finest; how much finer each next one is; halvings of the last step's logarithm. */
const COARSEST = 65536
const FINER = 4
const HALVINGS = 5

/**
 * Vertices of the hull if it has more than 254 of them, at most 254: those that are left when more counts as touching, as little more as will do.
 * Every point lies within that tolerance of their hull, so that is how far the hull of all sticks out of it. Goes from coarse to fine, down to
 * `last` times the finest, because a hull of thousands of vertices takes long. null: it has no more than that.
 */
function fewerCorners(input: HullInput, last: number): Int32Array | null {
  let best: Int32Array | null = null
  for (let times = COARSEST; times >= last; times /= FINER) {
    const corners = cornersOf(input, input.tolerance * times)
    // What the finer hull leaves out is within a quarter of what the coarser one does.
    if (corners.length > MAX_HULL_VERTICES && best !== null) return refine({ ...input, members: corners }, best, times, times * FINER)
    if (corners.length >= 4) best = corners
  }
  return null
}

/** `best` is what is left at `coarse` times the finest tolerance; at `fine` there is too much. */
function refine(input: HullInput, best: Int32Array, fine: number, coarse: number): Int32Array {
  let low = fine
  let high = coarse
  let kept = best
  for (let k = 0; k < HALVINGS; k++) {
    const middle = Math.sqrt(low * high)
    const corners = cornersOf(input, input.tolerance * middle)
    if (corners.length > MAX_HULL_VERTICES || corners.length < 4) low = middle
    else {
      kept = corners
      high = middle
    }
  }
  return kept
}

/** Vertices at a tolerance; none if it leaves no solid. */
function cornersOf({ grid, members }: HullInput, tolerance: number): Int32Array {
  const simplex = findSimplex(grid, members, tolerance)
  return simplex.length < 4 ? new Int32Array(0) : Int32Array.from(new Set(triangulateHull(grid, members, simplex, tolerance).origin)).sort()
}

function gather(points: Float64Array, corners: Int32Array): Float64Array {
  const out = new Float64Array(3 * corners.length)
  for (let i = 0; i < corners.length; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = points[3 * corners[i] + k]
  return out
}

/**
 * The convex hull of `points` (x, y, z of each in turn, metres), coplanar faces merged. Throws a `PhysicsError` that
 * names `field` when the points are not finite or do not span a solid. If it needs more than 254 vertices, it is built of as many of its own.
 */
export function buildHull(points: Float64Array, field: string): Hull {
  const input = prepareHullInput(points, field)
  const few = input.count > MAX_HULL_VERTICES ? fewerCorners(input, FINER) : null
  if (few !== null) return buildHull(gather(points, few), field)
  const allowed = (input.tolerance * CHECK_TOLERANCE) / input.scale
  let tolerance = input.tolerance
  let rough: Hull | null = null
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const faces = findFaces(input, Math.max(tolerance, MIN_TOLERANCE))
    if (faces !== null) {
      if (faces.corners.length > MAX_HULL_VERTICES) {
        if (rough !== null) return rough
        const corners = fewerCorners(input, 1)
        if (corners !== null) return buildHull(gather(points, corners), field)
      }
      const hull = finishHull(points, faces, input.scale, allowed)
      if (hull !== null && areFlat(hull)) return hull
      rough ??= hull
    }
    tolerance *= TOLERANCE_SHRINK
  }
  if (rough !== null) return rough
  throw new PhysicsError('degenerate', field, input.count,
    'holds points too flat or too close together for a hull. Make the thinnest part thicker or remove points.')
}
