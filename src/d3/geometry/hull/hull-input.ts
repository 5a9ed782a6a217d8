/**
 * Checks the points of a hull and brings them to the form the builder works in. Builds nothing itself.
 *
 * Working form: the points minus the middle of their bounding box, times a power of two, rounded to whole numbers of
 * at most 2^47. The rounding is 4e-15 of the size, far below every tolerance here, and makes the tests in
 * `hull-orient.ts` exact; it also makes the result independent of scale.
 */
import { MAX_EXTENT, MIN_EXTENT } from '../../../common/limits.ts'
import { ROUNDING } from '../../../common/math/rounding.ts'
import { SAME_POINT_TOLERANCE } from '../../../common/tolerances.ts'
import { PhysicsError } from '../../../common/errors.ts'
import { findSimplex } from './hull-simplex.ts'

/** Largest half extent on the grid, in grid units: differences then stay within 2^48, as `hull-orient.ts` needs. */
const GRID_HALF = 140737488355328

/** Points flatter than this many tolerances have no sides left once faces are merged. */
const FLAT_LIMIT = 4

export interface HullInput {
  readonly count: number
  /** 0, 1, 2 … count − 1. */
  readonly members: Int32Array
  /** Whole numbers, 3 per point. */
  readonly grid: Float64Array
  /** Grid units per metre, a power of two. */
  readonly scale: number
  /** In grid units: closer than this counts as touching. */
  readonly tolerance: number
}

const AXIS_NAMES = ['x', 'y', 'z']

function checkNumbers(points: Float64Array, field: string): number {
  if (points.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.length`, points.length, 'is not a multiple of 3. Give x, y and z for every point.')
  }
  const count = points.length / 3
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) {
      throw new PhysicsError('not-finite', `${field}[${Math.floor(i / 3)}].${AXIS_NAMES[i % 3]}`, points[i],
        'is not finite. Give finite coordinates.')
    }
  }
  return count
}

/** Number of points that are farther than `tolerance` from each other, counted to 4 only. */
function countDistinct(grid: Float64Array, count: number, tolerance: number): number {
  const kept = [0, 0, 0]
  let distinct = 0
  for (let i = 0; i < count && distinct < 4; i++) {
    let isNew = true
    for (let k = 0; k < distinct && isNew; k++) {
      const j = kept[k]
      const dx = grid[3 * i] - grid[3 * j]
      const dy = grid[3 * i + 1] - grid[3 * j + 1]
      const dz = grid[3 * i + 2] - grid[3 * j + 2]
      isNew = dx * dx + dy * dy + dz * dz > tolerance * tolerance
    }
    if (isNew) {
      if (distinct < 3) kept[distinct] = i
      distinct++
    }
  }
  return distinct
}

/** Checks the points and prepares them; throws a `PhysicsError` naming `field` when no solid can be made of them. */
export function prepareHullInput(points: Float64Array, field: string): HullInput {
  const count = checkNumbers(points, field)
  if (count < 4) {
    throw new PhysicsError('degenerate', field, count, 'holds fewer than 4 points. A solid needs at least 4, not all in one plane.')
  }
  const middle = new Float64Array(3)
  let half = 0
  let largest = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = points[axis]
    let high = points[axis]
    for (let i = 1; i < count; i++) {
      low = Math.min(low, points[3 * i + axis])
      high = Math.max(high, points[3 * i + axis])
    }
    middle[axis] = low * 0.5 + high * 0.5
    half = Math.max(half, high * 0.5 - low * 0.5)
    largest = Math.max(largest, Math.abs(low), Math.abs(high))
  }
  if (half * 2 <= largest * ROUNDING) {
    throw new PhysicsError('degenerate', field, count,
      'holds the same point again and again. A solid needs at least 4, not all in one plane.')
  }
  if (half * 2 < MIN_EXTENT || half * 2 > MAX_EXTENT) {
    throw new PhysicsError('out-of-range', field, half * 2,
      `is the extent of the points; it must lie between ${MIN_EXTENT} and ${MAX_EXTENT}. Give metres.`)
  }

  let scale = 1
  while (half * scale > GRID_HALF) scale *= 0.5
  while (half * scale <= GRID_HALF * 0.5) scale *= 2
  const grid = new Float64Array(points.length)
  for (let i = 0; i < points.length; i++) grid[i] = Math.round((points[i] - middle[i % 3]) * scale)

  const tolerance = Math.max(half * 2 * SAME_POINT_TOLERANCE, largest * ROUNDING) * scale
  const distinct = countDistinct(grid, count, tolerance)
  if (distinct < 4) {
    throw new PhysicsError('degenerate', field, count,
      `holds only ${distinct} distinct points, the rest repeat them. A solid needs at least 4, not all in one plane.`)
  }
  const members = new Int32Array(count)
  for (let i = 0; i < count; i++) members[i] = i
  const simplex = findSimplex(grid, members, tolerance * FLAT_LIMIT)
  if (simplex.length === 2) {
    throw new PhysicsError('degenerate', field, count,
      'holds points that all lie on one line. Add points off the line, or use a capsule for a rod.')
  }
  if (simplex.length === 3) {
    throw new PhysicsError('degenerate', field, count,
      'holds points that all lie in one plane. Add points off the plane to give the hull a thickness, or use a thin box.')
  }
  return { count, members, grid, scale, tolerance }
}
