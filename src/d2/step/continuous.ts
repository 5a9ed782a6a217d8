/**
 * Stage `continuous`: bodies that moved further than contact margins cover stop at their first impact.
 *
 * Reads: poses before and after the step. Writes: x, angle, v of fast bodies.
 * Why here: the step's motion is known and boxes are not yet updated. A fast body is put where it first comes within the slop of another
 * shape, with the velocity it had then; the contact itself is made in the next step. A shape that it only slides along or flies past is no
 * impact. Without fast bodies this stage is one comparison per awake body.
 */

import { isInFlight } from '../../common/islands/islands.ts'
import { stopMechanisms } from '../../common/islands/stopped-mechanisms.ts'
import { roomFor } from '../../common/memory/growing.ts'
import { IGNORED, SENSOR } from '../../common/store/column-codes.ts'
import { mayCollide } from '../../common/store/pair-rows.ts'
import { BREACH_PER_SIZE, COVERED_MOTION_PER_SIZE, SLOP_PER_SIZE } from '../../common/tuning.ts'
import { carriedSeparation, carrierOf, measureMeeting, overlapsAt, timeOfSeparation } from '../geometry/axis-separation.ts'
import { GjkResult } from '../geometry/gjk.ts'
import { grazes } from '../geometry/grazing.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT } from '../geometry/time-of-impact.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { DYNAMIC, ENABLED, KINEMATIC } from '../store/bodies.ts'
import { orient } from '../store/shape-bounds.ts'
import { setSweep, turned } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()
const nearest = new GjkResult()
const along = new Float64Array(2)
const fast: number[] = []
/** By body row: the share of the step after which a body stops. */
let until = new Float64Array(64)
/** Swept boxes of the fast bodies, 4 each. */
const swept: number[] = []
let fastCount = 0
/** By fast body: the body it meets first, −1 if none. */
const met: number[] = []
/** A body that is not asked, −1 = none. */
let ignored = -1

export function continuous(state: WorldState): void {
  if (state.globals.columns.continuous[0] === 0) return
  findFast(state)
  if (fastCount === 0) return
  for (let k = 0; k < fastCount; k++) measureSweep(state, k)
  until = roomFor(until, state.bodies.count)
  until.fill(1, 0, state.bodies.count)
  const { jointed } = state.bodies.columns
  let torn = false
  for (let k = 0; k < fastCount; k++) {
    until[fast[k]] = firstImpact(state, k, 1)
    if (until[fast[k]] < 1 && jointed[fast[k]] === 1) torn = true
  }
  stopOthers(state, torn)
  if (stopEarlier(state)) stopOthers(state, torn)
  const { body } = state.solverBodies.columns
  for (let s = state.batches.bodyStart[0]; s < state.solverBodies.count; s++) {
    if (until[body[s]] >= 1) continue
    stopAt(state, body[s], until[body[s]])
    state.guards.stoppedAtImpact++
  }
  for (let k = 0; k < fastCount; k++) if (until[fast[k]] < 1 && met[k] >= 0) goWith(state, k, met[k])
}

/**
 * What a kinematic body has stopped goes with it for the rest of the step: left where they met, it would be as deep in it as that has come since.
 * Unless another shape is in the way.
 */
function goWith(state: WorldState, k: number, driver: number): void {
  const { type, awake, jointed } = state.bodies.columns
  const row = fast[k]
  if (type[driver] !== KINEMATIC || awake[driver] === 0 || jointed[row] === 1) return
  carry(state, row, driver, until[row])
  state.guards.carriedOn++
  measureSweep(state, k)
  ignored = driver
  const free = firstImpact(state, k, 1)
  ignored = -1
  if (free < 1) putAt(state, row, free)
}

/** What a stopped body meets, and what hangs on it, stops with it. */
function stopOthers(state: WorldState, torn: boolean): void {
  stopMet(state)
  if (torn) stopMechanisms(state, until, motionOf)
}

/**
 * A fast body that was held by its contacts to the end of its way, but stops on the way with another one, may be in a wall there: turning by a
 * radian or more, its corners have come and gone. It is asked again, up to that moment.
 */
function stopEarlier(state: WorldState): boolean {
  let any = false
  for (let k = 0; k < fastCount; k++) {
    const t = until[fast[k]]
    if (t >= 1) continue
    const first = met[k]
    until[fast[k]] = firstImpact(state, k, t)
    if (until[fast[k]] < t) any = true
    else met[k] = first
  }
  return any
}

/**
 * A body in flight that a fast one meets stops with it: gone on to the end of the step, it would be struck from another side. One that touches
 * others goes on: put back, it would be overlapped by them.
 */
function stopMet(state: WorldState): void {
  const { type, awake } = state.bodies.columns
  for (let k = 0; k < fastCount; k++) {
    const other = met[k]
    if (other >= 0 && type[other] === DYNAMIC && awake[other] === 1 && isInFlight(state, other)) until[other] = Math.min(until[other], until[fast[k]])
  }
}

function findFast(state: WorldState): void {
  const { body } = state.solverBodies.columns
  const bodies = state.bodies.columns
  fastCount = 0
  for (let s = state.batches.bodyStart[0]; s < state.solverBodies.count; s++) {
    const row = body[s]
    // Contacts of those without joints that were left out as passed by may stop them after all.
    const limit = (bodies.jointed[row] === 1 ? COVERED_MOTION_PER_SIZE : 1) * bodies.size[row]
    if ((bodies.flags[row] & ENABLED) === 0 || motionOf(state, row) <= limit) continue
    fast[fastCount++] = row
  }
}

/** How far the body's farthest point went in this step, at most, m. */
function motionOf(state: WorldState, row: number): number {
  const { x, oldX } = state.bodies.columns
  const o = row * 2
  const dx = x[o] - oldX[o]
  const dy = x[o + 1] - oldX[o + 1]
  return Math.sqrt(dx * dx + dy * dy) + turned(state, row)
}

/** Box around everything the body may have passed. */
function measureSweep(state: WorldState, k: number): void {
  const row = fast[k]
  const { x, oldX, radius } = state.bodies.columns
  const r = radius[row]
  for (let c = 0; c < 2; c++) {
    swept[k * 4 + c] = Math.min(x[row * 2 + c], oldX[row * 2 + c]) - r
    swept[k * 4 + 2 + c] = Math.max(x[row * 2 + c], oldX[row * 2 + c]) + r
  }
}

/** Share of the step the body can go before it first meets anything; at most `limit`. */
function firstImpact(state: WorldState, k: number, limit: number): number {
  const { broadPhase } = state
  const { body, nextOfBody } = state.shapes.columns
  const o = k * 4
  let first = limit
  met[k] = -1
  const count = broadPhase.queryBox(swept[o], swept[o + 1], swept[o + 2], swept[o + 3])
  const row = fast[k]
  // A hook may ask the world, and so change the list.
  const hits = state.hooks.onContact === null ? broadPhase.hits : broadPhase.hits.slice(0, count)
  for (let h = 0; h < count; h++) {
    const other = hits[h]
    if (body[other] !== row && body[other] !== ignored) first = nearer(k, body[other], first, meet(state, row, other, first))
  }
  // Other fast bodies may have left the boxes the tree knows.
  for (let j = 0; j < fastCount; j++) {
    if (j === k || !boxesMeet(o, j * 4)) continue
    for (let s = state.bodies.columns.firstShape[fast[j]] - 1; s >= 0; s = nextOfBody[s] - 1) {
      first = nearer(k, fast[j], first, meet(state, row, s, first))
    }
  }
  return first
}

/** The earlier of two moments; if that is the new one, the fast body meets that of `other` first. */
function nearer(k: number, other: number, first: number, t: number): number {
  if (t >= first) return first
  met[k] = other
  return t
}

function boxesMeet(a: number, b: number): boolean {
  for (let c = 0; c < 2; c++) if (swept[a + c] > swept[b + 2 + c] || swept[b + c] > swept[a + 2 + c]) return false
  return true
}

/** First impact of the body's shapes with another shape, as a share of the step; at most `limit`. */
function meet(state: WorldState, row: number, other: number, limit: number): number {
  const { kind, size, polygon, flags, nextOfBody, thickness, body } = state.shapes.columns
  const { firstShape, type, jointed } = state.bodies.columns
  let first = limit
  if ((flags[other] & SENSOR) !== 0) return first
  for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
    if ((flags[s] & SENSOR) !== 0 || !mayCollide(state, s, other)) continue
    if ((type[body[other]] === DYNAMIC || jointed[row] === 1) && !canTunnel(state, row, body[other], bulk(state, s) + bulk(state, other))) continue
    setSweep(state, sweepA, s, row)
    setSweep(state, sweepB, other, body[other])
    const polygonA = polygon[s] >= 0 ? state.polygons[polygon[s]] : null
    const polygonB = polygon[other] >= 0 ? state.polygons[polygon[other]] : null
    const slop = SLOP_PER_SIZE * Math.min(thickness[s], thickness[other])
    const pair = state.pairSet.find(s, other)
    if (pair < 0 ? !state.hooks.askPair(s, other) : (state.pairs.columns.state[pair] & IGNORED) !== 0) continue
    if (pair >= 0 && state.pairs.columns.contact[pair] > 0) {
      first = Math.min(first, breach(state, s, other, pair, polygonA, polygonB, first))
      continue
    }
    timeOfImpact(impact, kind[s], kind[other], size, s * 4, other * 4, polygonA, polygonB, sweepA, sweepB, slop)
    if (impact.state !== TOI_HIT || impact.t >= first) continue
    if (grazes(kind[s], kind[other], size, s * 4, other * 4, polygonA, polygonB, sweepA, sweepB, slop, impact.t)) continue
    // At the start of the path the narrow phase found no contact, and would find none next time: they go on until they touch.
    if (impact.t === 0) timeOfImpact(impact, kind[s], kind[other], size, s * 4, other * 4, polygonA, polygonB, sweepA, sweepB, 0)
    if (impact.state !== TOI_HIT || impact.t <= 0 || impact.t >= first) continue
    if (state.hooks.onContact === null || isWanted(state, s, other, polygonA, polygonB, impact.t)) first = impact.t
  }
  return first
}

/** The thickness of a shape as an obstacle: none for a segment. */
function bulk(state: WorldState, shape: number): number {
  const { kind, thickness } = state.shapes.columns
  return SHAPES[kind[shape]].solid ? thickness[shape] : 0
}

/** Asks the user whether a body shall be stopped where two shapes meet. Meanwhile their bodies stand at the poses of the impact. */
function isWanted(state: WorldState, s: number, other: number, polygonA: Polygon | null, polygonB: Polygon | null, t: number): boolean {
  const { kind, size, body } = state.shapes.columns
  const { impact: told } = state.hooks
  measureMeeting(nearest, kind[s], kind[other], size, s * 4, other * 4, polygonA, polygonB, sweepA, sweepB, t, told, 2)
  told[0] = impact.nx
  told[1] = impact.ny
  const rows = [body[s], body[other]]
  const kept = rows.map((row) => putAt(state, row, t))
  const wanted = state.hooks.askImpact(s, other)
  rows.forEach((row, i) => put(state, row, kept[i]))
  return wanted
}

/** Puts a body where it was at a share of the step. Returns the pose it has had. */
function putAt(state: WorldState, row: number, t: number): Float64Array {
  const { x, oldX, angle, oldAngle, awake } = state.bodies.columns
  const kept = Float64Array.of(x[row * 2], x[row * 2 + 1], angle[row])
  const at = Float64Array.from(kept)
  if (awake[row] === 0) return kept
  for (let k = 0; k < 2; k++) at[k] = oldX[row * 2 + k] + t * (x[row * 2 + k] - oldX[row * 2 + k])
  at[2] = oldAngle[row] + t * (angle[row] - oldAngle[row])
  put(state, row, at)
  return kept
}

function put(state: WorldState, row: number, pose: Float64Array): void {
  const { x, angle } = state.bodies.columns
  x[row * 2] = pose[0]
  x[row * 2 + 1] = pose[1]
  angle[row] = pose[2]
  orient(state.bodies.columns, row)
}

/**
 * Two movable bodies, or one on a joint and anything, that approach by less than half the sum of their thicknesses cannot pass each other:
 * contacts will part them. Stopping one of them in a crowd would only make its followers run into it.
 */
function canTunnel(state: WorldState, a: number, b: number, thickness: number): boolean {
  const { x, oldX, awake } = state.bodies.columns
  let square = 0
  for (let k = 0; k < 2; k++) {
    const other = awake[b] === 1 ? x[b * 2 + k] - oldX[b * 2 + k] : 0
    const d = x[a * 2 + k] - oldX[a * 2 + k] - other
    square += d * d
  }
  return Math.sqrt(square) + turned(state, a) + turned(state, b) > 0.5 * thickness
}

/**
 * A pair that had a contact in this step was held by it, at the points and along the normal it had at the start. A body that turns fast
 * may still have gone through elsewhere: if it ends deeper than it may along that normal, which the face it belongs to has taken along, it
 * is stopped where it got there. Movable bodies part by themselves until one is behind the middle of the other, where the nearest way out is on
 * the far side: stopped before, a row of dominoes loses a third of its speed. What starts deeper than it may in something immovable, squeezed
 * into it, may go a little deeper and no more.
 */
function breach(
  state: WorldState, s: number, other: number, pair: number, polygonS: Polygon | null, polygonO: Polygon | null, limit: number,
): number {
  const { kind, size, thickness, body } = state.shapes.columns
  const { normal, separation, count } = state.contacts.columns
  const c = state.pairs.columns.contact[pair] - 1
  const flip = state.pairs.columns.shapeA[pair] === s ? 1 : -1
  along[0] = flip * normal[c * 2]
  along[1] = flip * normal[c * 2 + 1]
  let start = Infinity
  for (let i = 0; i < count[c]; i++) start = Math.min(start, separation[c * 2 + i])
  const thin = Math.min(thickness[s], thickness[other])
  const movable = state.bodies.columns.type[body[other]] === DYNAMIC
  let allowed = movable ? -0.5 * thin : -BREACH_PER_SIZE * thin
  if (start < allowed) {
    if (movable) return limit
    allowed += start
  }
  const a = s * 4
  const b = other * 4
  const by = carrierOf(kind[s], kind[other], polygonS, polygonO, sweepA, sweepB, along)
  const end = carriedSeparation(kind[s], kind[other], size, a, b, polygonS, polygonO, sweepA, sweepB, along, by, limit)
  if (end >= allowed) return limit
  const t = timeOfSeparation(kind[s], kind[other], size, a, b, polygonS, polygonO, sweepA, sweepB, along, by, allowed, limit)
  // Passing over an edge is no breach: the shapes do not overlap there.
  return overlapsAt(kind[s], kind[other], size, a, b, polygonS, polygonO, sweepA, sweepB, 0.5 * BREACH_PER_SIZE * thin, t) ? t : limit
}

/** Back to the pose of the impact. The part of the kick for the time not travelled is undone. */
function stopAt(state: WorldState, row: number, t: number): void {
  const { x, oldX, angle, oldAngle, v, solver } = state.bodies.columns
  const { external } = state.solverBodies.columns
  const e = solver[row] * 3
  const o = row * 2
  angle[row] = oldAngle[row] + t * (angle[row] - oldAngle[row])
  for (let k = 0; k < 2; k++) {
    x[o + k] = oldX[o + k] + t * (x[o + k] - oldX[o + k])
    v[o + k] -= external[e + k] * (1 - t) * state.dt
  }
}

/** Moves a body as it would if it stood on `driver` from the share t of the step on. */
function carry(state: WorldState, row: number, driver: number, t: number): void {
  const { x, oldX, angle, oldAngle } = state.bodies.columns
  const turn = (1 - t) * (angle[driver] - oldAngle[driver])
  setRotation(turn, along, 0)
  const o = row * 2
  const d = driver * 2
  const dx = x[o] - (oldX[d] + t * (x[d] - oldX[d]))
  const dy = x[o + 1] - (oldX[d + 1] + t * (x[d + 1] - oldX[d + 1]))
  rotate(along, 0, dx, dy, x, o)
  x[o] += x[d]
  x[o + 1] += x[d + 1]
  angle[row] += turn
  orient(state.bodies.columns, row)
}
