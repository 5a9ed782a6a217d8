/**
 * How long two moving shapes certainly stay apart: the bound behind `time-of-impact.ts`, which says what is swept and how.
 *
 * At time t the gap has the unit direction u. Let a line's normal turn with the closest features, n(s) = u + s u', and follow
 * every core vertex along it for a time s:
 *   n(s)·(p_B − p_A)  ≥  value + rate s − ½ M s²
 * where value and rate are taken at t and M bounds the second derivative of every vertex pair over the rest of the sweep. As
 * long as the least of the right-hand sides stays above (target + radii) |n(s)| there is a line between the shapes. The
 * bound is exact to first order.
 *
 * M, for points turning at the constant rate W, at most `reach` from the centre of mass, over the time s:
 *   |n·p''| ≤ W² reach (1 + s |u'|)
 *   2 |n'·p'| ≤ 2 (|u'·V| + W reach |u'|), with V the relative velocity of the centres of mass.
 *
 * One instance of scratch for the module: `startSweeps`, then `moveTo` and `safeAdvance` in turn.
 */

import { ROUNDING } from '../../common/math/rounding.ts'
import { SAFE_INTERVAL_TOLERANCE } from '../../common/tolerances.ts'
import { MAX_POLYGON_VERTICES, type Polygon } from './polygon/polygon.ts'
import { rotate } from '../math/rotation.ts'
import type { GjkResult } from './gjk.ts'
import { SHAPES } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'

/** Rounds to find that end. Two do unless the vertex in front changes more often; stopping early is safe. */
const MAX_STEP_ROUNDS = 8

/** Shape rotations of A and B at the current time. */
export const rotation: Float64Array = new Float64Array(4)
/** Shape centre B minus shape centre A at the current time. */
export const delta: Float64Array = new Float64Array(2)

/** Angular velocities of A and B, and how far their vertices reach from the centre of mass. */
const spin = new Float64Array(2)
const reach = new Float64Array(2)
/** Shape centres relative to the centres of mass. */
const arm = new Float64Array(4)
/** Centre of mass B minus centre of mass A at t = 0, and its velocity. */
const start = new Float64Array(2)
const velocity = new Float64Array(2)
/** u and u'. */
const axis = new Float64Array(2)
const axisRate = new Float64Array(2)
const noTurn = new Float64Array(2)
const point = new Float64Array(4)

/** Core vertices of A and B in their shapes' frames, and their numbers. */
const verticesA = new Float64Array(2 * MAX_POLYGON_VERTICES)
const verticesB = new Float64Array(2 * MAX_POLYGON_VERTICES)
const counts = new Int32Array(2)

/**
 * Ellipses: kinds, and per side the linear functions of a point that value and rates are: constant, then along x y of the shape's frame. Their
 * largest value over the core is its support function. Rows: value, rate, rate while the line turns.
 */
const kinds = new Int32Array(2)
const sizes = new Float64Array(8)
const forms = new Float64Array(18)
const FORM = 9
const RATE = 3
const TURNING = 6
const UPRIGHT = Float64Array.of(1, 0)
const tilted = new Float64Array(2)
/** Value and rate of the vertex in front, and where it is. */
const front = new Float64Array(4)

/** Per vertex: value along u, its rate while the line keeps its direction, and its rate while the line turns. */
const valueA = new Float64Array(MAX_POLYGON_VERTICES)
const rateA = new Float64Array(MAX_POLYGON_VERTICES)
const turningRateA = new Float64Array(MAX_POLYGON_VERTICES)
const valueB = new Float64Array(MAX_POLYGON_VERTICES)
const rateB = new Float64Array(MAX_POLYGON_VERTICES)
const turningRateB = new Float64Array(MAX_POLYGON_VERTICES)

/** What `bound` subtracts: M, |u'|², the distance to keep, and how far below 0 is still 0. */
const limits = new Float64Array(4)
const CURVATURE = 0
const TURN_SQUARED = 1
const KEEP = 2
const SLACK = 3
/** Bound and slope at one time, from `bound`. */
const found = new Float64Array(2)

/** Times, in an array as numbers handed between functions would be put on the heap: now, how far to look, the distance to keep, what is safe. */
export const times: Float64Array = new Float64Array(6)
export const NOW = 0
export const MOST = 1
export const KEPT = 2
export const SAFE = 3
/** Time from now at which `bound` looks, and least time of `safeTime`. */
const AHEAD = 4
const LEAST = 5
/** Value, rate and rate of turning that all vertices of a shape have in common. */
const common = new Float64Array(3)

function prepareTurn(k: number, sweep: Sweep, vertices: Float64Array, count: number): void {
  const turn = sweep.a1 - sweep.a0
  spin[k] = Math.abs(turn) > ROUNDING ? turn : 0
  reach[k] = 0
  if (spin[k] === 0) return
  if (count === 0) {
    const { localOffset } = sweep
    const offset = Math.sqrt(localOffset[0] * localOffset[0] + localOffset[1] * localOffset[1])
    reach[k] = offset + SHAPES[kinds[k]].coreReach(sizes, k * 4, null)
    return
  }
  // Distances do not change with the angle: any pose will do.
  sweep.orient(0, point, 0, point, 2)
  const ox = point[2]
  const oy = point[3]
  let most = 0
  for (let i = 0; i < count; i++) {
    rotate(point, 0, vertices[2 * i], vertices[2 * i + 1], point, 2)
    const x = point[2] + ox
    const y = point[3] + oy
    most = Math.max(most, x * x + y * y)
  }
  reach[k] = Math.sqrt(most)
}

/** Values along u and their rates for one shape's core vertices, plus what is in `common`. */
function project(
  values: Float64Array, rates: Float64Array, vertices: Float64Array, k: number,
): void {
  const value = common[0]
  const rate = common[1]
  const c = rotation[2 * k]
  const s = rotation[2 * k + 1]
  // u·(w × r) = w (u_y, −u_x)·r
  const lx = c * axis[0] + s * axis[1]
  const ly = c * axis[1] - s * axis[0]
  const mx = spin[k] * ly
  const my = -spin[k] * lx
  if (counts[k] === 0) {
    setForm(k * FORM, value, lx, ly)
    setForm(k * FORM + RATE, rate, mx, my)
  }
  for (let i = 0; i < counts[k]; i++) {
    const x = vertices[2 * i]
    const y = vertices[2 * i + 1]
    values[i] = value + lx * x + ly * y
    rates[i] = rate + mx * x + my * y
  }
}

function setForm(f: number, constant: number, x: number, y: number): void {
  forms[f] = constant
  forms[f + 1] = x
  forms[f + 2] = y
}

/** Adds the turning of the line to the rates. */
function turnRates(turning: Float64Array, rates: Float64Array, vertices: Float64Array, k: number): void {
  const rate = common[2]
  const c = rotation[2 * k]
  const s = rotation[2 * k + 1]
  const mx = c * axisRate[0] + s * axisRate[1]
  const my = c * axisRate[1] - s * axisRate[0]
  if (counts[k] === 0) {
    const f = k * FORM + RATE
    setForm(k * FORM + TURNING, forms[f] + rate, forms[f + 1] + mx, forms[f + 2] + my)
  }
  for (let i = 0; i < counts[k]; i++) turning[i] = rates[i] + rate + mx * vertices[2 * i] + my * vertices[2 * i + 1]
}

/** u·(w × r), the rate of the shape's centre along u by turning. */
function armRate(k: number): number {
  return spin[k] * (axis[1] * arm[2 * k] - axis[0] * arm[2 * k + 1])
}

/**
 * front[0] = the largest (side 0) or least (side 1) value over an ellipse, s after the current time, front[1] = its rate; `rates` says which row
 * of the forms it changes by.
 */
function findFront(side: number, rates: number): void {
  const s = times[AHEAD]
  const f = side * FORM
  for (let k = 0; k < 2; k++) tilted[k] = forms[f + 1 + k] + s * forms[f + rates + 1 + k]
  const { support, coreVertex } = SHAPES[kinds[side]]
  coreVertex(sizes, side * 4, null, support(UPRIGHT, 0, sizes, side * 4, null, tilted, 0, side === 0 ? 1 : -1), front, 2)
  front[0] = forms[f] + s * forms[f + rates]
  front[1] = forms[f + rates]
  for (let k = 0; k < 2; k++) {
    front[0] += tilted[k] * front[2 + k]
    front[1] += forms[f + rates + 1 + k] * front[2 + k]
  }
}

/** Lower bound of the gap minus what it must keep, and its slope, s = times[AHEAD] after the current time. Concave in s. */
function bound(ratesA: Float64Array, ratesB: Float64Array): void {
  const s = times[AHEAD]
  let high = -Infinity
  let highRate = 0
  if (counts[0] === 0) {
    findFront(0, ratesA === rateA ? RATE : TURNING)
    high = front[0]
    highRate = front[1]
  }
  for (let i = 0; i < counts[0]; i++) {
    const value = valueA[i] + ratesA[i] * s
    if (value > high) {
      high = value
      highRate = ratesA[i]
    }
  }
  let low = Infinity
  let lowRate = 0
  if (counts[1] === 0) {
    findFront(1, ratesB === rateB ? RATE : TURNING)
    low = front[0]
    lowRate = front[1]
  }
  for (let i = 0; i < counts[1]; i++) {
    const value = valueB[i] + ratesB[i] * s
    if (value < low) {
      low = value
      lowRate = ratesB[i]
    }
  }
  const curvature = limits[CURVATURE]
  const turnSquared = limits[TURN_SQUARED]
  const stretch = Math.sqrt(1 + turnSquared * s * s)
  found[0] = low - high - 0.5 * curvature * s * s - limits[KEEP] * stretch
  found[1] = lowRate - highRate - curvature * s - limits[KEEP] * turnSquared * s / stretch
}

/** First s > 0 with value + slope s − ½ M s² = 0, for a value > 0. */
function parabolaRoot(value: number, slope: number): number {
  const curvature = limits[CURVATURE]
  const root = Math.sqrt(slope * slope + 2 * curvature * value)
  if (slope <= 0) return 2 * value / (root - slope)
  // Without curvature that is never: infinite.
  return (slope + root) / curvature
}

/**
 * times[SAFE] = longest time, up to MOST, for which the line with these rates is proven to keep the shapes apart; LEAST when it is
 * not longer than that.
 */
function safeTime(ratesA: Float64Array, ratesB: Float64Array, rates: Float64Array): void {
  const most = times[MOST]
  const turning = Math.sqrt(rates[0] * rates[0] + rates[1] * rates[1])
  const along = rates[0] * velocity[0] + rates[1] * velocity[1]
  limits[TURN_SQUARED] = turning * turning
  limits[CURVATURE] = 2 * Math.abs(along)
  for (let k = 0; k < 2; k++) limits[CURVATURE] += reach[k] * Math.abs(spin[k]) * (Math.abs(spin[k]) * (1 + most * turning) + 2 * turning)
  const slack = limits[SLACK]

  // Apart from −½ M s² the bound is a concave function. So the parabola that touches it at a point lies above it and ends beyond
  // its root; the parabola through two points lies below it in between and ends before. Close in from both sides.
  let low = times[LEAST]
  times[SAFE] = low
  times[AHEAD] = low
  bound(ratesA, ratesB)
  let lowBound = found[0]
  if (!(lowBound > 0)) return
  let high = Math.min(most, low + parabolaRoot(lowBound, found[1]))
  for (let round = 0; round < MAX_STEP_ROUNDS; round++) {
    times[AHEAD] = high
    bound(ratesA, ratesB)
    if (found[0] >= -slack) {
      times[SAFE] = high
      return
    }
    const width = high - low
    const before = low + parabolaRoot(lowBound, (found[0] - lowBound) / width + 0.5 * limits[CURVATURE] * width)
    low = Math.min(before, high)
    times[SAFE] = low
    if (!(high - before > SAFE_INTERVAL_TOLERANCE * high)) return
    times[AHEAD] = low
    bound(ratesA, ratesB)
    if (!(found[0] > slack)) return
    lowBound = found[0]
    const beyond = low + parabolaRoot(lowBound, found[1])
    if (!(beyond < high)) return
    high = beyond
  }
}

/** Lists the vertices of an ellipse that the simplex has, and their rates; nothing for others, whose vertices are all listed. */
function listCurved(side: number, simplex: Int32Array): void {
  if (counts[side] > 0) return
  const vertices = side === 0 ? verticesA : verticesB
  const rates = side === 0 ? rateA : rateB
  const f = side * FORM + RATE
  for (let i = 0; i < 2; i++) {
    SHAPES[kinds[side]].coreVertex(sizes, side * 4, null, simplex[i], vertices, 2 * i)
    rates[i] = forms[f] + forms[f + 1] * vertices[2 * i] + forms[f + 2] * vertices[2 * i + 1]
  }
}

/** Chooses u' so that the line follows the closest edge: both vertex pairs of the simplex then have the same rate. */
function followFeatures(simplex: GjkResult): boolean {
  if (simplex.simplexCount < 2 || (spin[0] === 0 && spin[1] === 0)) return false
  const { simplexA, simplexB } = simplex
  listCurved(0, simplexA)
  listCurved(1, simplexB)
  const listedA = counts[0] > 0
  const listedB = counts[1] > 0
  for (let i = 0; i < 2; i++) {
    const a = 2 * (listedA ? simplexA[i] : i)
    const b = 2 * (listedB ? simplexB[i] : i)
    const ax = rotation[0] * verticesA[a] - rotation[1] * verticesA[a + 1]
    const ay = rotation[1] * verticesA[a] + rotation[0] * verticesA[a + 1]
    point[2 * i] = rotation[2] * verticesB[b] - rotation[3] * verticesB[b + 1] - ax
    point[2 * i + 1] = rotation[3] * verticesB[b] + rotation[2] * verticesB[b + 1] - ay
  }
  // Needed: u'·e = −(rate along e's far end − rate at its near end), the rates being those of the line that does not turn.
  const ex = point[2] - point[0]
  const ey = point[3] - point[1]
  const ee = ex * ex + ey * ey
  if (ee === 0) return false
  const near = rateB[listedB ? simplexB[0] : 0] - rateA[listedA ? simplexA[0] : 0]
  const far = rateB[listedB ? simplexB[1] : 1] - rateA[listedA ? simplexA[1] : 1]
  const share = (near - far) / ee
  axisRate[0] = share * ex
  axisRate[1] = share * ey
  return share !== 0
}

/** Takes in a pair of sweeps. */
export function startSweeps(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null,
  sweepA: Sweep, sweepB: Sweep,
): void {
  kinds[0] = kindA
  kinds[1] = kindB
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[sa + k]
    sizes[4 + k] = size[sb + k]
  }
  counts[0] = SHAPES[kindA].coreVertices(verticesA, size, sa, polygonA)
  counts[1] = SHAPES[kindB].coreVertices(verticesB, size, sb, polygonB)
  prepareTurn(0, sweepA, verticesA, counts[0])
  prepareTurn(1, sweepB, verticesB, counts[1])
  for (let i = 0; i < 2; i++) {
    start[i] = sweepB.c0[i] - sweepA.c0[i]
    velocity[i] = sweepB.c1[i] - sweepB.c0[i] - (sweepA.c1[i] - sweepA.c0[i])
  }
}

/** Sets `rotation` and `delta` to the time times[NOW]. */
export function moveTo(sweepA: Sweep, sweepB: Sweep): void {
  const t = times[NOW]
  sweepA.orient(t, rotation, 0, arm, 0)
  sweepB.orient(t, rotation, 2, arm, 2)
  for (let i = 0; i < 2; i++) delta[i] = start[i] + t * velocity[i] + arm[2 + i] - arm[i]
}

/**
 * times[SAFE] = time from now, up to MOST, during which the cores certainly stay at least KEPT apart. `nearest` is their distance
 * now. 0 only when rounding hides the gap.
 */
export function safeAdvance(nearest: GjkResult): void {
  axis[0] = nearest.nx
  axis[1] = nearest.ny
  limits[KEEP] = times[KEPT]
  limits[SLACK] = ROUNDING * nearest.extent
  times[LEAST] = 0
  common[0] = common[1] = common[2] = 0
  const value = axis[0] * delta[0] + axis[1] * delta[1]
  const rate = axis[0] * velocity[0] + axis[1] * velocity[1] + armRate(1) - armRate(0)
  project(valueA, rateA, verticesA, 0)
  common[0] = value
  common[1] = rate
  project(valueB, rateB, verticesB, 1)
  if (!followFeatures(nearest)) {
    safeTime(rateA, rateB, noTurn)
    return
  }
  const turning = axisRate[0] * delta[0] + axisRate[1] * delta[1]
  turnRates(turningRateA, rateA, verticesA, 0)
  common[2] = turning
  turnRates(turningRateB, rateB, verticesB, 1)
  safeTime(turningRateA, turningRateB, axisRate)
  // Far from contact the line that keeps its direction may hold for longer.
  if (times[SAFE] === times[MOST]) return
  times[LEAST] = times[SAFE]
  safeTime(rateA, rateB, noTurn)
}
