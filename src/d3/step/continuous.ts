/**
 * Stage `continuous`: bodies that moved further than contact margins cover stop at their first impact.
 *
 * Reads: poses before and after the step. Writes: x, q, v of fast bodies.
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
import type { Hull } from '../geometry/hull/hull.ts'
import { firstMeshesImpact, firstMeshImpact, heldCount, heldNormals } from '../geometry/mesh/mesh-sweeps.ts'
import { sidesOf } from '../contacts/mesh-pairs.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT } from '../geometry/time-of-impact.ts'
import { quatConjugate, quatMultiply, quatNormalize, quatRotate, quatRotateInverse } from '../math/quaternion.ts'
import { renormalize } from '../math/rotation.ts'
import { DYNAMIC, ENABLED, KINEMATIC } from '../store/bodies.ts'
import { setSweep, turned } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()
const nearest = new GjkResult()
const along = new Float64Array(3)
/** Of a body that carries: its orientation back then, its turn since; and from where it was to what it carries. */
const then = new Float64Array(4)
const turn = new Float64Array(4)
const from = new Float64Array(3)
const fast: number[] = []
/** By body row: the share of the step after which a body stops. */
let until = new Float64Array(64)
/** Swept boxes of the fast bodies, 6 each. */
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
  const o = row * 3
  const dx = x[o] - oldX[o]
  const dy = x[o + 1] - oldX[o + 1]
  const dz = x[o + 2] - oldX[o + 2]
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + turned(state, row)
}

/** Box around everything the body may have passed. */
function measureSweep(state: WorldState, k: number): void {
  const row = fast[k]
  const { x, oldX, radius } = state.bodies.columns
  const r = radius[row]
  for (let c = 0; c < 3; c++) {
    swept[k * 6 + c] = Math.min(x[row * 3 + c], oldX[row * 3 + c]) - r
    swept[k * 6 + 3 + c] = Math.max(x[row * 3 + c], oldX[row * 3 + c]) + r
  }
}

/** Share of the step the body can go before it first meets anything; at most `limit`. */
function firstImpact(state: WorldState, k: number, limit: number): number {
  const { broadPhase } = state
  const { body, nextOfBody } = state.shapes.columns
  const o = k * 6
  let first = limit
  met[k] = -1
  const count = broadPhase.queryBox(swept[o], swept[o + 1], swept[o + 2], swept[o + 3], swept[o + 4], swept[o + 5])
  const row = fast[k]
  // A hook may ask the world, and so change the list.
  const hits = state.hooks.onContact === null ? broadPhase.hits : broadPhase.hits.slice(0, count)
  for (let h = 0; h < count; h++) {
    const other = hits[h]
    if (body[other] !== row && body[other] !== ignored) first = nearer(k, body[other], first, meet(state, row, other, first))
  }
  // Other fast bodies may have left the boxes the tree knows.
  for (let j = 0; j < fastCount; j++) {
    if (j === k || !boxesMeet(o, j * 6)) continue
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
  for (let c = 0; c < 3; c++) if (swept[a + c] > swept[b + 3 + c] || swept[b + c] > swept[a + 3 + c]) return false
  return true
}

/** First impact of the body's shapes with another shape, as a share of the step; at most `limit`. */
function meet(state: WorldState, row: number, other: number, limit: number): number {
  const { kind, size, hull, flags, nextOfBody, thickness, body } = state.shapes.columns
  const { firstShape, type, jointed } = state.bodies.columns
  let first = limit
  if ((flags[other] & SENSOR) !== 0) return first
  for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
    if ((flags[s] & SENSOR) !== 0 || !mayCollide(state, s, other)) continue
    if ((type[body[other]] === DYNAMIC || jointed[row] === 1) && !canTunnel(state, row, body[other], thickness[s] + thickness[other])) continue
    setSweep(state, sweepA, s, row)
    setSweep(state, sweepB, other, body[other])
    const hullA = hull[s] >= 0 ? state.hulls[hull[s]] : null
    const hullB = hull[other] >= 0 ? state.hulls[hull[other]] : null
    const slop = SLOP_PER_SIZE * Math.min(thickness[s], thickness[other])
    const pair = state.pairSet.find(s, other)
    if (pair < 0 ? !state.hooks.askPair(s, other) : (state.pairs.columns.state[pair] & IGNORED) !== 0) continue
    const held = pair >= 0 && state.pairs.columns.contact[pair] > 0
    if (kind[s] >= LEVEL || kind[other] >= LEVEL) {
      if (held) takeNormals(state, pair, kind[s] < LEVEL || kind[other] >= LEVEL ? s : other)
      first = meetLevel(state, s, other, slop, held, first)
      continue
    }
    if (held) {
      first = Math.min(first, breach(state, s, other, pair, hullA, hullB, first))
      continue
    }
    timeOfImpact(impact, kind[s], kind[other], size, s * 4, other * 4, hullA, hullB, sweepA, sweepB, slop)
    if (impact.state !== TOI_HIT || impact.t >= first) continue
    if (grazes(kind[s], kind[other], size, s * 4, other * 4, hullA, hullB, sweepA, sweepB, slop, impact.t)) continue
    // At the start of the path the narrow phase found no contact, and would find none next time: they go on until they touch.
    if (impact.t === 0) timeOfImpact(impact, kind[s], kind[other], size, s * 4, other * 4, hullA, hullB, sweepA, sweepB, 0)
    if (impact.state !== TOI_HIT || impact.t <= 0 || impact.t >= first) continue
    if (state.hooks.onContact === null || isWanted(state, s, other, hullA, hullB, impact.t)) first = impact.t
  }
  return first
}

/** Hands the normals of a pair's contacts, from shape `a` to the other, to the sweeps with level geometry. */
function takeNormals(state: WorldState, pair: number, a: number): void {
  const { contact, shapeA } = state.pairs.columns
  const { normal, nextFree } = state.contacts.columns
  const sign = shapeA[pair] === a ? 1 : -1
  heldCount[0] = 0
  for (let c = contact[pair] - 1; c >= 0; c = nextFree[c] - 1) {
    for (let k = 0; k < 3; k++) heldNormals[3 * heldCount[0] + k] = sign * normal[3 * c + k]
    heldCount[0]++
  }
}

/** The same where one of the two shapes, or both, are level geometry; their sweeps are set. */
function meetLevel(state: WorldState, s: number, other: number, slop: number, held: boolean, limit: number): number {
  const { kind, size, hull, thickness } = state.shapes.columns
  const thin = Math.min(thickness[s], thickness[other])
  const hullA = hull[s] >= 0 ? state.hulls[hull[s]] : null
  const hullB = hull[other] >= 0 ? state.hulls[hull[other]] : null
  if (kind[s] < LEVEL) {
    return firstMeshImpact(kind[s], size, s * 4, hullA, asLevel(hullB), sweepA, sweepB, slop, thin, sidesOf(state, other), held, limit)
  }
  if (kind[other] < LEVEL) {
    return firstMeshImpact(kind[other], size, other * 4, hullB, asLevel(hullA), sweepB, sweepA, slop, thin, sidesOf(state, s), held, limit)
  }
  return firstMeshesImpact(size, asLevel(hullA), asLevel(hullB), sweepA, sweepB, slop, thin, sidesOf(state, other), held, limit)
}

/** Asks the user whether a body shall be stopped where two shapes meet. Meanwhile their bodies stand at the poses of the impact. */
function isWanted(state: WorldState, s: number, other: number, hullA: Hull | null, hullB: Hull | null, t: number): boolean {
  const { kind, size, body } = state.shapes.columns
  const { impact: told } = state.hooks
  measureMeeting(nearest, kind[s], kind[other], size, s * 4, other * 4, hullA, hullB, sweepA, sweepB, t, told, 3)
  told[0] = impact.nx
  told[1] = impact.ny
  told[2] = impact.nz
  const rows = [body[s], body[other]]
  const kept = rows.map((row) => putAt(state, row, t))
  const wanted = state.hooks.askImpact(s, other)
  const { x, q } = state.bodies.columns
  rows.forEach((row, i) => {
    x.set(kept[i].subarray(0, 3), row * 3)
    q.set(kept[i].subarray(3), row * 4)
  })
  return wanted
}

/** Puts a body where it was at a share of the step. Returns the pose it has had. */
function putAt(state: WorldState, row: number, t: number): Float64Array {
  const { x, q, oldX, oldQ, awake } = state.bodies.columns
  const kept = new Float64Array(7)
  kept.set(x.subarray(row * 3, row * 3 + 3))
  kept.set(q.subarray(row * 4, row * 4 + 4), 3)
  if (awake[row] === 0) return kept
  const c = row * 4
  const same = q[c] * oldQ[c] + q[c + 1] * oldQ[c + 1] + q[c + 2] * oldQ[c + 2] + q[c + 3] * oldQ[c + 3] < 0 ? -1 : 1
  for (let k = 0; k < 4; k++) q[c + k] = (1 - t) * oldQ[c + k] + t * same * q[c + k]
  renormalize(q, c)
  for (let k = row * 3; k < row * 3 + 3; k++) x[k] = oldX[k] + t * (x[k] - oldX[k])
  return kept
}

/**
 * Two movable bodies, or one on a joint and anything, that approach by less than half the sum of their thicknesses cannot pass each other:
 * contacts will part them. Stopping one of them in a crowd would only make its followers run into it.
 */
function canTunnel(state: WorldState, a: number, b: number, thickness: number): boolean {
  const { x, oldX, awake } = state.bodies.columns
  let square = 0
  for (let k = 0; k < 3; k++) {
    const other = awake[b] === 1 ? x[b * 3 + k] - oldX[b * 3 + k] : 0
    const d = x[a * 3 + k] - oldX[a * 3 + k] - other
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
function breach(state: WorldState, s: number, other: number, pair: number, hullS: Hull | null, hullO: Hull | null, limit: number): number {
  const { kind, size, thickness, body } = state.shapes.columns
  const { normal, separation, count } = state.contacts.columns
  const c = state.pairs.columns.contact[pair] - 1
  const flip = state.pairs.columns.shapeA[pair] === s ? 1 : -1
  for (let k = 0; k < 3; k++) along[k] = flip * normal[c * 3 + k]
  let start = Infinity
  for (let i = 0; i < count[c]; i++) start = Math.min(start, separation[c * 4 + i])
  const thin = Math.min(thickness[s], thickness[other])
  const movable = state.bodies.columns.type[body[other]] === DYNAMIC
  let allowed = movable ? -0.5 * thin : -BREACH_PER_SIZE * thin
  if (start < allowed) {
    if (movable) return limit
    allowed += start
  }
  const a = s * 4
  const b = other * 4
  const by = carrierOf(kind[s], kind[other], hullS, hullO, sweepA, sweepB, along)
  const end = carriedSeparation(kind[s], kind[other], size, a, b, hullS, hullO, sweepA, sweepB, along, by, limit)
  if (end >= allowed) return limit
  const t = timeOfSeparation(kind[s], kind[other], size, a, b, hullS, hullO, sweepA, sweepB, along, by, allowed, limit)
  // Passing over an edge is no breach: the shapes do not overlap there.
  return overlapsAt(kind[s], kind[other], size, a, b, hullS, hullO, sweepA, sweepB, 0.5 * BREACH_PER_SIZE * thin, t) ? t : limit
}

/**
 * Back to the pose of the impact. The part of the kick for the time not travelled is undone, and the spin is turned back with the body:
 * kept in the world, the spin of a whirling rod would no longer lie along the rod.
 */
function stopAt(state: WorldState, row: number, t: number): void {
  const { x, oldX, q, oldQ, v, w, solver } = state.bodies.columns
  const { external } = state.solverBodies.columns
  const e = solver[row] * 6
  const c = row * 4
  const o = row * 3
  quatRotateInverse(q, c, w[o], w[o + 1], w[o + 2], w, o)
  const same = q[c] * oldQ[c] + q[c + 1] * oldQ[c + 1] + q[c + 2] * oldQ[c + 2] + q[c + 3] * oldQ[c + 3] < 0 ? -1 : 1
  for (let k = 0; k < 4; k++) q[c + k] = (1 - t) * oldQ[c + k] + t * same * q[c + k]
  renormalize(q, c)
  quatRotate(q, c, w[o], w[o + 1], w[o + 2], w, o)
  for (let k = 0; k < 3; k++) {
    x[o + k] = oldX[o + k] + t * (x[o + k] - oldX[o + k])
    v[o + k] -= external[e + k] * (1 - t) * state.dt
  }
}

/** Moves a body as it would if it stood on `driver` from the share t of the step on. */
function carry(state: WorldState, row: number, driver: number, t: number): void {
  const { x, q, oldX, oldQ, w } = state.bodies.columns
  const d = driver * 4
  const c = row * 4
  const o = row * 3
  const same = q[d] * oldQ[d] + q[d + 1] * oldQ[d + 1] + q[d + 2] * oldQ[d + 2] + q[d + 3] * oldQ[d + 3] < 0 ? -1 : 1
  for (let k = 0; k < 4; k++) then[k] = (1 - t) * same * oldQ[d + k] + t * q[d + k]
  quatNormalize(then, 0)
  quatConjugate(then, 0, then, 0)
  quatMultiply(q, d, then, 0, turn, 0)
  for (let k = 0; k < 3; k++) {
    const o0 = oldX[driver * 3 + k]
    from[k] = x[o + k] - (o0 + t * (x[driver * 3 + k] - o0))
  }
  quatRotate(turn, 0, from[0], from[1], from[2], from, 0)
  for (let k = 0; k < 3; k++) x[o + k] = x[driver * 3 + k] + from[k]
  quatMultiply(turn, 0, q, c, q, c)
  renormalize(q, c)
  quatRotate(turn, 0, w[o], w[o + 1], w[o + 2], w, o)
}
