/**
 * How long two moving shapes certainly stay apart: the bound behind `time-of-impact.ts`, which says what is swept and how.
 *
 * At time t the gap has the unit direction u. Let a plane's normal turn with the closest features, n(s) = u + s u', and follow
 * every core vertex along it for a time s:
 *   n(s)·(p_B − p_A)  ≥  value + rate s − ½ M s²
 * where value and rate are taken at t and M bounds the second derivative of every vertex pair over the rest of the sweep. As
 * long as the least of the right-hand sides stays above (target + radii) |n(s)| there is a plane between the shapes. The
 * bound is exact to first order.
 *
 * M, for points turning about a fixed axis k at rate w ≤ W with |w'| ≤ W', at most `reach` from the axis:
 *   acceleration is perpendicular to k and at most √(W⁴ + W'²) reach, hence |n·p''| ≤ that × (|u × k| + s |u' × k|)
 *   2 |n'·p'| ≤ 2 (|u'·V| + W reach |u' × k|), with V the relative velocity of the centres of mass.
 *
 * A half-space that turns takes its plane along exactly: n' = w × n, and only its surface counts. With D the largest distance of the other's vertices
 * from the half-space's origin, R that origin's from its centre of mass, and quantities of the other marked by o,
 *   M = (W² + W') (D + R) + 2 W (|V| + W R + W_o reach_o) + √(W_o⁴ + W_o'²) reach_o.
 *
 * One instance of scratch for the module: `startSweeps`, then `moveTo` and `safeAdvance` in turn.
 */

import { MIN_TRACKED_SINE_SQUARED } from './tolerances.ts'
import { ROUNDING } from '../../common/math/rounding.ts'
import { SAFE_INTERVAL_TOLERANCE } from '../../common/tolerances.ts'
import { quatConjugate, quatMultiply, quatRotate, quatRotateInverse } from '../math/quaternion.ts'
import { MAX_HULL_VERTICES, type Hull } from './hull/hull.ts'
import type { GjkResult } from './gjk.ts'
import { PLANE } from './shapes/plane.ts'
import { SHAPES } from './shapes/shape-table.ts'
import type { Sweep } from './sweep.ts'

/** Rounds to find that end. Two do unless the vertex in front changes more often; stopping early is safe. */
const MAX_STEP_ROUNDS = 8

/** Turning of one body: fixed world axis, sine and 1 − cosine of half the angle, reach, largest rate, largest rate change. */
const TURN_STRIDE = 8
const SINE = 3
const VERSINE = 4
const REACH = 5
const MAX_RATE = 6
const MAX_RATE_CHANGE = 7
const turn = new Float64Array(2 * TURN_STRIDE)

/** Shape rotations of A and B at the current time. */
export const rotation: Float64Array = new Float64Array(18)
/** Shape centre B minus shape centre A at the current time. */
export const delta: Float64Array = new Float64Array(3)

/** Shape centres relative to the centres of mass. */
const arm = new Float64Array(6)
/** Centre of mass B minus centre of mass A at t = 0, and its velocity. */
const start = new Float64Array(3)
const velocity = new Float64Array(3)
/** Angular velocities of A and B at the current time. */
const spin = new Float64Array(6)
/** u and u'. */
const axis = new Float64Array(3)
const axisRate = new Float64Array(3)
const noTurn = new Float64Array(3)
const point = new Float64Array(3)
/** Vertex pairs of the simplex, b − a. */
const pair = new Float64Array(9)
const relative = new Float64Array(4)
const conjugate = new Float64Array(4)

/** Core vertices of A and B in their shapes' frames, and their numbers. */
const verticesA = new Float64Array(3 * MAX_HULL_VERTICES)
const verticesB = new Float64Array(3 * MAX_HULL_VERTICES)
const counts = new Int32Array(2)

/**
 * Smooth cores: kinds, and per side the linear functions of a point that value and rates are: constant, then along x y z of the shape's frame. Their
 * largest value over the core is its support function. Rows: value, rate, rate while the plane turns.
 */
const kinds = new Int32Array(2)
const sizes = new Float64Array(8)
const forms = new Float64Array(24)
const FORM = 12
const RATE = 4
const TURNING = 8
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const tilted = new Float64Array(3)
const front = new Float64Array(6)

/** The side that is a half-space that turns, or −1; and how far the other's core reaches from its origin. */
let turningPlane = -1
const otherReach = new Float64Array(1)

/** By side: is the pose of the core the same all the way but for its place? Then it is made once, which is half the cost of a cast. 2: it is made. */
const fixed = new Uint8Array(2)

/** Per vertex: value along u, its rate while the plane keeps its direction, and its rate while the plane turns. */
const valueA = new Float64Array(MAX_HULL_VERTICES)
const rateA = new Float64Array(MAX_HULL_VERTICES)
const turningRateA = new Float64Array(MAX_HULL_VERTICES)
const valueB = new Float64Array(MAX_HULL_VERTICES)
const rateB = new Float64Array(MAX_HULL_VERTICES)
const turningRateB = new Float64Array(MAX_HULL_VERTICES)

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

function prepareTurn(to: number, sweep: Sweep, vertices: Float64Array, count: number): void {
  const { q0, q1, localOffset, localRotation } = sweep
  quatConjugate(q0, 0, conjugate, 0)
  quatMultiply(q1, 0, conjugate, 0, relative, 0)
  const sign = relative[3] < 0 ? -1 : 1
  const length = Math.sqrt(relative[0] * relative[0] + relative[1] * relative[1] + relative[2] * relative[2])
  const sine = length > ROUNDING ? length : 0
  const scale = sine > 0 ? sign / sine : 0
  for (let i = 0; i < 3; i++) turn[to + i] = relative[i] * scale
  const cosine = Math.min(1, sign * relative[3])
  const versine = 1 - cosine
  turn[to + SINE] = sine
  turn[to + VERSINE] = versine
  turn[to + REACH] = 0
  turn[to + MAX_RATE] = 0
  turn[to + MAX_RATE_CHANGE] = 0
  if (sine === 0) return

  // rate(t) = 2 sine / (1 − 2 t (1 − t) versine). With x = 1 − 2t its derivative is 4 sine versine x / (…)², at its largest at the
  // ends below a third of a turn, else where x² = (2 − versine) / (3 versine).
  turn[to + MAX_RATE] = 4 * sine / (1 + cosine)
  let peak = 1
  if (versine > 0.5) {
    const least = (1 - 0.5 * versine) * (4 / 3)
    peak = Math.sqrt((2 - versine) / (3 * versine)) / (least * least)
  }
  turn[to + MAX_RATE_CHANGE] = 4 * sine * versine * peak

  // The axis is fixed in the body as well: measure the reach there.
  quatRotateInverse(q0, 0, turn[to], turn[to + 1], turn[to + 2], point, 0)
  const kx = point[0]
  const ky = point[1]
  const kz = point[2]
  const end = 3 * count
  if (count === 0) {
    const side = to === 0 ? 0 : 1
    const offset = Math.sqrt(localOffset[0] * localOffset[0] + localOffset[1] * localOffset[1] + localOffset[2] * localOffset[2])
    turn[to + REACH] = offset + SHAPES[kinds[side]].coreReach(sizes, side * 4, null)
    return
  }
  let reach = 0
  for (let i = 0; i < end; i += 3) {
    quatRotate(localRotation, 0, vertices[i], vertices[i + 1], vertices[i + 2], point, 0)
    const x = point[0] + localOffset[0]
    const y = point[1] + localOffset[1]
    const z = point[2] + localOffset[2]
    const cx = y * kz - z * ky
    const cy = z * kx - x * kz
    const cz = x * ky - y * kx
    reach = Math.max(reach, cx * cx + cy * cy + cz * cz)
  }
  turn[to + REACH] = Math.sqrt(reach)
}

/** Angular velocity at times[NOW], radians per sweep, into spin[so]. */
function setSpin(to: number, so: number): void {
  const t = times[NOW]
  const rate = 2 * turn[to + SINE] / (1 - 2 * t * (1 - t) * turn[to + VERSINE])
  spin[so] = turn[to] * rate
  spin[so + 1] = turn[to + 1] * rate
  spin[so + 2] = turn[to + 2] * rate
}

/** Values along u and their rates for one shape's core vertices, plus what is in `common`. */
function project(
  values: Float64Array, rates: Float64Array, vertices: Float64Array, count: number, ro: number, wo: number,
): void {
  const value = common[0]
  const rate = common[1]
  const ux = axis[0]
  const uy = axis[1]
  const uz = axis[2]
  // u·(w × r) = (u × w)·r
  const gx = uy * spin[wo + 2] - uz * spin[wo + 1]
  const gy = uz * spin[wo] - ux * spin[wo + 2]
  const gz = ux * spin[wo + 1] - uy * spin[wo]
  const lx = rotation[ro] * ux + rotation[ro + 3] * uy + rotation[ro + 6] * uz
  const ly = rotation[ro + 1] * ux + rotation[ro + 4] * uy + rotation[ro + 7] * uz
  const lz = rotation[ro + 2] * ux + rotation[ro + 5] * uy + rotation[ro + 8] * uz
  const mx = rotation[ro] * gx + rotation[ro + 3] * gy + rotation[ro + 6] * gz
  const my = rotation[ro + 1] * gx + rotation[ro + 4] * gy + rotation[ro + 7] * gz
  const mz = rotation[ro + 2] * gx + rotation[ro + 5] * gy + rotation[ro + 8] * gz
  if (count === 0) {
    const f = ro === 0 ? 0 : FORM
    forms[f] = value
    forms[f + 1] = lx
    forms[f + 2] = ly
    forms[f + 3] = lz
    forms[f + RATE] = rate
    forms[f + RATE + 1] = mx
    forms[f + RATE + 2] = my
    forms[f + RATE + 3] = mz
    return
  }
  for (let i = 0, vo = 0; i < count; i++, vo += 3) {
    const x = vertices[vo]
    const y = vertices[vo + 1]
    const z = vertices[vo + 2]
    values[i] = value + lx * x + ly * y + lz * z
    rates[i] = rate + mx * x + my * y + mz * z
  }
}

/** Adds the turning of the plane to the rates. */
function turnRates(turning: Float64Array, rates: Float64Array, vertices: Float64Array, count: number, ro: number): void {
  const rate = common[2]
  const gx = axisRate[0]
  const gy = axisRate[1]
  const gz = axisRate[2]
  const mx = rotation[ro] * gx + rotation[ro + 3] * gy + rotation[ro + 6] * gz
  const my = rotation[ro + 1] * gx + rotation[ro + 4] * gy + rotation[ro + 7] * gz
  const mz = rotation[ro + 2] * gx + rotation[ro + 5] * gy + rotation[ro + 8] * gz
  if (count === 0) {
    const f = ro === 0 ? 0 : FORM
    forms[f + TURNING] = forms[f + RATE] + rate
    forms[f + TURNING + 1] = forms[f + RATE + 1] + mx
    forms[f + TURNING + 2] = forms[f + RATE + 2] + my
    forms[f + TURNING + 3] = forms[f + RATE + 3] + mz
    return
  }
  for (let i = 0, vo = 0; i < count; i++, vo += 3) {
    turning[i] = rates[i] + rate + mx * vertices[vo] + my * vertices[vo + 1] + mz * vertices[vo + 2]
  }
}

/** (u × w)·r, the rate of the shape's centre along u by turning. */
function armRate(so: number): number {
  return axis[0] * (spin[so + 1] * arm[so + 2] - spin[so + 2] * arm[so + 1]) +
    axis[1] * (spin[so + 2] * arm[so] - spin[so] * arm[so + 2]) +
    axis[2] * (spin[so] * arm[so + 1] - spin[so + 1] * arm[so])
}

/** M by the turning of one body, over the time MOST, for the plane that starts as u and turns by u' = `rates`. */
function turnCurvature(to: number, rates: Float64Array): number {
  const most = times[MOST]
  const kx = turn[to]
  const ky = turn[to + 1]
  const kz = turn[to + 2]
  const ax = axis[1] * kz - axis[2] * ky
  const ay = axis[2] * kx - axis[0] * kz
  const az = axis[0] * ky - axis[1] * kx
  const bx = rates[1] * kz - rates[2] * ky
  const by = rates[2] * kx - rates[0] * kz
  const bz = rates[0] * ky - rates[1] * kx
  const across = Math.sqrt(ax * ax + ay * ay + az * az)
  const acrossRate = Math.sqrt(bx * bx + by * by + bz * bz)
  const rate = turn[to + MAX_RATE]
  const change = turn[to + MAX_RATE_CHANGE]
  const acceleration = Math.sqrt(rate * rate * rate * rate + change * change)
  return turn[to + REACH] * (acceleration * (across + most * acrossRate) + 2 * rate * acrossRate)
}

/** M of the vertices over a half-space that turns, over the time MOST. */
function planeCurvature(): number {
  const most = times[MOST]
  const p = turningPlane * TURN_STRIDE
  const o = TURN_STRIDE - p
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2])
  const away = Math.sqrt(delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2])
  const rate = turn[p + MAX_RATE]
  const otherRate = turn[o + MAX_RATE]
  const bend = rate * rate + turn[p + MAX_RATE_CHANGE]
  const change = turn[o + MAX_RATE_CHANGE]
  const distance = away + otherReach[0] + (speed + rate * turn[p + REACH] + otherRate * turn[o + REACH]) * most
  return bend * (distance + turn[p + REACH]) + 2 * rate * (speed + rate * turn[p + REACH] + otherRate * turn[o + REACH]) +
    Math.sqrt(otherRate * otherRate * otherRate * otherRate + change * change) * turn[o + REACH]
}

/**
 * front[0] = the largest (side 0) or least (side 1) value over a smooth core, s after the current time, front[1] = its rate; `rates` says which row
 * of the forms it changes by.
 */
function findFront(side: number, rates: number): void {
  const s = times[AHEAD]
  const f = side * FORM
  const sign = side === 0 ? 1 : -1
  for (let k = 0; k < 3; k++) tilted[k] = forms[f + 1 + k] + s * forms[f + rates + 1 + k]
  const vertex = SHAPES[kinds[side]].support(IDENTITY, 0, sizes, side * 4, null, tilted, 0, sign)
  SHAPES[kinds[side]].coreVertex(sizes, side * 4, null, vertex, front, 2)
  front[0] = forms[f] + s * forms[f + rates]
  front[1] = forms[f + rates]
  for (let k = 0; k < 3; k++) {
    front[0] += tilted[k] * front[2 + k]
    front[1] += forms[f + rates + 1 + k] * front[2 + k]
  }
}

/** Lower bound of the gap minus what it must keep, and its slope, s = times[AHEAD] after the current time. Concave in s. */
function bound(ratesA: Float64Array, ratesB: Float64Array): void {
  const s = times[AHEAD]
  const countA = counts[0]
  const countB = counts[1]
  let high = -Infinity
  let highRate = 0
  if (countA === 0) {
    findFront(0, ratesA === rateA ? RATE : TURNING)
    high = front[0]
    highRate = front[1]
  }
  for (let i = 0; i < countA; i++) {
    const value = valueA[i] + ratesA[i] * s
    if (value > high) {
      high = value
      highRate = ratesA[i]
    }
  }
  let low = Infinity
  let lowRate = 0
  if (countB === 0) {
    findFront(1, ratesB === rateB ? RATE : TURNING)
    low = front[0]
    lowRate = front[1]
  }
  for (let i = 0; i < countB; i++) {
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
 * times[SAFE] = longest time, up to MOST, for which the plane with these rates is proven to keep the shapes apart; LEAST when it is
 * not longer than that.
 */
function safeTime(ratesA: Float64Array, ratesB: Float64Array, rates: Float64Array): void {
  const most = times[MOST]
  const along = rates[0] * velocity[0] + rates[1] * velocity[1] + rates[2] * velocity[2]
  if (turningPlane >= 0) {
    limits[TURN_SQUARED] = 0
    limits[CURVATURE] = planeCurvature()
  } else {
    limits[TURN_SQUARED] = rates[0] * rates[0] + rates[1] * rates[1] + rates[2] * rates[2]
    limits[CURVATURE] = turnCurvature(0, rates) + turnCurvature(TURN_STRIDE, rates) + 2 * Math.abs(along)
  }
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

/** Lists the vertices of a smooth core that the simplex has, and their rates; nothing for others, whose vertices are all listed. */
function listSmooth(side: number, simplex: Int32Array, count: number): void {
  if (counts[side] > 0) return
  const vertices = side === 0 ? verticesA : verticesB
  const rates = side === 0 ? rateA : rateB
  const f = side * FORM + RATE
  for (let i = 0; i < count; i++) {
    SHAPES[kinds[side]].coreVertex(sizes, side * 4, null, simplex[i], vertices, 3 * i)
    rates[i] = forms[f] + forms[f + 1] * vertices[3 * i] + forms[f + 2] * vertices[3 * i + 1] + forms[f + 3] * vertices[3 * i + 2]
  }
}

/** Chooses u' so that the plane follows the closest features: all vertex pairs of the simplex then have the same rate. */
function followFeatures(simplex: GjkResult): boolean {
  const count = simplex.simplexCount
  if (count < 2 || (turn[SINE] === 0 && turn[TURN_STRIDE + SINE] === 0)) return false
  const { simplexA, simplexB } = simplex
  listSmooth(0, simplexA, count)
  listSmooth(1, simplexB, count)
  const listedA = counts[0] > 0
  const listedB = counts[1] > 0
  for (let i = 0; i < count; i++) {
    const ao = 3 * (listedA ? simplexA[i] : i)
    const bo = 3 * (listedB ? simplexB[i] : i)
    for (let c = 0, r = 0; c < 3; c++, r += 3) {
      pair[3 * i + c] =
        rotation[9 + r] * verticesB[bo] + rotation[10 + r] * verticesB[bo + 1] + rotation[11 + r] * verticesB[bo + 2] -
        (rotation[r] * verticesA[ao] + rotation[r + 1] * verticesA[ao + 1] + rotation[r + 2] * verticesA[ao + 2])
    }
  }
  // Needed: u'·e = −(rate along e's far end − rate at its near end), the rates being those of the plane that does not turn.
  const base = rateB[listedB ? simplexB[0] : 0] - rateA[listedA ? simplexA[0] : 0]
  const ex = pair[3] - pair[0]
  const ey = pair[4] - pair[1]
  const ez = pair[5] - pair[2]
  const ee = ex * ex + ey * ey + ez * ez
  if (ee === 0) return false
  const re = base - (rateB[listedB ? simplexB[1] : 1] - rateA[listedA ? simplexA[1] : 1])
  let shareE = re / ee
  let shareF = 0
  let fx = 0
  let fy = 0
  let fz = 0
  if (count === 3) {
    fx = pair[6] - pair[0]
    fy = pair[7] - pair[1]
    fz = pair[8] - pair[2]
    const ff = fx * fx + fy * fy + fz * fz
    const ef = ex * fx + ey * fy + ez * fz
    const det = ee * ff - ef * ef
    if (det > MIN_TRACKED_SINE_SQUARED * ee * ff) {
      const rf = base - (rateB[listedB ? simplexB[2] : 2] - rateA[listedA ? simplexA[2] : 2])
      shareE = (re * ff - rf * ef) / det
      shareF = (rf * ee - re * ef) / det
    }
  }
  axisRate[0] = shareE * ex + shareF * fx
  axisRate[1] = shareE * ey + shareF * fy
  axisRate[2] = shareE * ez + shareF * fz
  return axisRate[0] !== 0 || axisRate[1] !== 0 || axisRate[2] !== 0
}

function turns({ q0, q1 }: Sweep): boolean {
  return q0[0] !== q1[0] || q0[1] !== q1[1] || q0[2] !== q1[2] || q0[3] !== q1[3]
}

/** The surface of a half-space along its normal. */
function listOrigin(vertices: Float64Array): number {
  vertices[0] = vertices[1] = vertices[2] = 0
  return 1
}

/** The plane of a half-space goes with it. */
function followPlane(): void {
  const w = 3 * turningPlane
  axisRate[0] = spin[w + 1] * axis[2] - spin[w + 2] * axis[1]
  axisRate[1] = spin[w + 2] * axis[0] - spin[w] * axis[2]
  axisRate[2] = spin[w] * axis[1] - spin[w + 1] * axis[0]
}

/** Does a core not turn, or only on the spot: about an axis on which all of it is? */
function isFixed(side: number, sweep: Sweep): boolean {
  const to = side * TURN_STRIDE
  return !turns(sweep) || (turningPlane !== side && turn[to + SINE] > 0 && turn[to + REACH] === 0)
}

/** Takes in a pair of sweeps. */
export function startSweeps(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, hullA: Hull | null, hullB: Hull | null,
  sweepA: Sweep, sweepB: Sweep,
): void {
  turningPlane = kindA === PLANE && turns(sweepA) ? 0 : kindB === PLANE && turns(sweepB) ? 1 : -1
  const countA = turningPlane === 0 ? listOrigin(verticesA) : SHAPES[kindA].coreVertices(verticesA, size, sa, hullA)
  const countB = turningPlane === 1 ? listOrigin(verticesB) : SHAPES[kindB].coreVertices(verticesB, size, sb, hullB)
  if (turningPlane === 0) otherReach[0] = SHAPES[kindB].coreReach(size, sb, hullB)
  if (turningPlane === 1) otherReach[0] = SHAPES[kindA].coreReach(size, sa, hullA)
  kinds[0] = kindA
  kinds[1] = kindB
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[sa + k]
    sizes[4 + k] = size[sb + k]
  }
  counts[0] = countA
  counts[1] = countB
  prepareTurn(0, sweepA, verticesA, countA)
  prepareTurn(TURN_STRIDE, sweepB, verticesB, countB)
  fixed[0] = isFixed(0, sweepA) ? 1 : 0
  fixed[1] = isFixed(1, sweepB) ? 1 : 0
  for (let i = 0; i < 3; i++) {
    start[i] = sweepB.c0[i] - sweepA.c0[i]
    velocity[i] = sweepB.c1[i] - sweepB.c0[i] - (sweepA.c1[i] - sweepA.c0[i])
  }
}

/** Sets `rotation` and `delta` to the time times[NOW]. */
export function moveTo(sweepA: Sweep, sweepB: Sweep): void {
  const t = times[NOW]
  if (fixed[0] < 2) sweepA.orient(t, rotation, 0, arm, 0)
  if (fixed[1] < 2) sweepB.orient(t, rotation, 9, arm, 3)
  if (fixed[0] !== 0) fixed[0] = 2
  if (fixed[1] !== 0) fixed[1] = 2
  setSpin(0, 0)
  setSpin(TURN_STRIDE, 3)
  for (let i = 0; i < 3; i++) delta[i] = start[i] + t * velocity[i] + arm[3 + i] - arm[i]
}

/**
 * times[SAFE] = time from now, up to MOST, during which the cores certainly stay at least KEPT apart. `nearest` is their distance
 * now. 0 only when rounding hides the gap.
 */
export function safeAdvance(nearest: GjkResult): void {
  axis[0] = nearest.nx
  axis[1] = nearest.ny
  axis[2] = nearest.nz
  limits[KEEP] = times[KEPT]
  limits[SLACK] = ROUNDING * nearest.extent
  times[LEAST] = 0
  common[0] = common[1] = common[2] = 0
  const value = axis[0] * delta[0] + axis[1] * delta[1] + axis[2] * delta[2]
  const rate = axis[0] * velocity[0] + axis[1] * velocity[1] + axis[2] * velocity[2] + armRate(3) - armRate(0)
  project(valueA, rateA, verticesA, counts[0], 0, 0)
  common[0] = value
  common[1] = rate
  project(valueB, rateB, verticesB, counts[1], 9, 3)
  if (turningPlane >= 0) followPlane()
  else if (!followFeatures(nearest)) {
    safeTime(rateA, rateB, noTurn)
    return
  }
  const turning = axisRate[0] * delta[0] + axisRate[1] * delta[1] + axisRate[2] * delta[2]
  turnRates(turningRateA, rateA, verticesA, counts[0], 0)
  common[2] = turning
  turnRates(turningRateB, rateB, verticesB, counts[1], 9)
  safeTime(turningRateA, turningRateB, axisRate)
  // Far from contact the plane that keeps its direction may hold for longer.
  if (times[SAFE] === times[MOST] || turningPlane >= 0) return
  times[LEAST] = times[SAFE]
  safeTime(rateA, rateB, noTurn)
}
