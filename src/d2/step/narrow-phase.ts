/**
 * Stage `narrow-phase`: manifolds of all awake pairs, matched to the impulses of the step before.
 *
 * Reads: pairs, shapes' poses. Writes: contacts (manifold, ids, carried forces), activeContacts; drops pairs whose boxes have parted; wakes
 * sleepers that an awake body touches or strikes, and goes on with their pairs. At last contacts with internal edges are left out.
 * Why here: pairs are known, poses are those of the step's start.
 */

import { startWaking, wakeDriven, wakeTouched } from '../../common/islands/wake-by-contact.ts'
import { IGNORED, SENSES } from '../../common/store/column-codes.ts'
import { takeContact } from '../../common/store/contact-chain.ts'
import { dropManifold, removePair, wakePairsOfAwake } from '../../common/store/pair-rows.ts'
import { dropMarked, markPassing, recordPassing, startPassing } from '../../common/store/passing-contacts.ts'
import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { MARGIN_PER_SIZE, RUSH_PER_SLOP, RUSH_SPEED_RATIO, SLOP_PER_SIZE } from '../../common/tuning.ts'
import { measureClosing } from '../contacts/approach.ts'
import { markGhosts, recordFixedContact, recordNear, startGhosts } from '../contacts/internal-edges.ts'
import { NEAR_GAP, NEAR_NORMAL, NEAR_SLOP, nearIn, staysClear } from '../contacts/speculation.ts'
import { collideQuery } from '../geometry/collide.ts'
import { CORES_UNKNOWN, Manifold } from '../geometry/manifold.ts'
import { partedBy } from '../geometry/parting.ts'
import { DX, DY, MARGIN, query } from '../geometry/query.ts'
import { roundPart, SHAPES } from '../geometry/shapes/shape-table.ts'
import { DYNAMIC, STATIC } from '../store/bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'

const manifold = new Manifold()
/** Penetration of the pair at hand that does not count as touching. */
const slop = new Float64Array(1)
const carried = new Float64Array(2)

export function narrowPhase(state: WorldState): void {
  const globals = state.globals
  state.reserve(state.contacts, state.pairs.count + 1)
  if (state.activeContacts.length < state.pairs.count) state.activeContacts = new Int32Array(state.pairs.count * 2)
  state.activeCount = 0
  startGhosts(state)
  startWaking()
  startPassing()
  recordCoveredMotion(state)
  // Nothing in here makes memory grow.
  const { moved } = state.broadPhase.proxies.columns
  const { shapeA, shapeB, state: flags, contact, parting } = state.pairs.columns
  const { body, center, thickness, reach, kind, rotation, size, polygon } = state.shapes.columns
  const { covered } = state.bodies.columns
  const { data, start } = state.packedPolygons
  let row = 0
  for (;;) {
    while (row < globals.columns.awakePairs[0]) {
      const a = shapeA[row]
      const b = shapeB[row]
      // Boxes that have not moved cannot have come apart.
      if ((moved[a] | moved[b]) !== 0 && !state.broadPhase.overlap(a, b)) {
        removePair(state, row)
        continue
      }
      if ((flags[row] & (SENSES | IGNORED)) === 0) {
        const dx = center[b * 2] - center[a * 2]
        const dy = center[b * 2 + 1] - center[a * 2 + 1]
        const margin = MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b]) + covered[body[a]] + covered[body[b]]
        query[DX] = dx
        query[DY] = dy
        query[MARGIN] = margin
        const far = (reach[a] + reach[b] + margin) * (1 + LOST_DIGITS)
        let apart = dx * dx + dy * dy > far * far
        if (!apart && (parting[row * 2] !== 0 || parting[row * 2 + 1] !== 0)) {
          const pa = start[polygon[a] + 1]
          const pb = start[polygon[b] + 1]
          apart = partedBy(parting, row * 2, kind[a], kind[b], rotation, a * 2, b * 2, size, a * 4, b * 4, data, pa, pb)
        }
        if (!apart) updatePair(state, row)
        else if (contact[row] !== 0) dropManifold(state, row)
      }
      row++
    }
    if (!state.wokeInStep) wakeDriven(state, measureClosing)
    if (!state.wokeInStep) break
    state.wokeInStep = false
    wakePairsOfAwake(state)
  }
  const passing = markPassing(state)
  state.guards.speculationSkipped += passing
  if (markGhosts(state) || passing > 0) dropMarked(state)
}

/** Offset and margin of the pair are in `query`. */
function updatePair(state: WorldState, row: number): void {
  const { shapeA, shapeB, contact, parting } = state.pairs.columns
  const { kind, body, size, rotation, polygon, thickness } = state.shapes.columns
  const { type } = state.bodies.columns
  const a = shapeA[row]
  const b = shapeB[row]
  const { data, start } = state.packedPolygons
  slop[0] = SLOP_PER_SIZE * Math.min(thickness[a], thickness[b])
  collideQuery(manifold, kind[a], kind[b], rotation, a * 2, b * 2, size, a * 4, b * 4, data, start[polygon[a] + 1], start[polygon[b] + 1])
  recordParting(parting, row)
  if (manifold.count === 0) {
    recordNear(state, a, b)
    dropManifold(state, row)
    return
  }
  const movesA = type[body[a]] === DYNAMIC
  const movesB = type[body[b]] === DYNAMIC
  const mover = movesA && movesB ? rusher(state, body[a], body[b]) : body[movesA ? a : b]
  const sharp = roundPart(kind[a], size, a * 4) === 0 && roundPart(kind[b], size, b * 4) === 0
  const clear = !sharp && isClear(state, a, b, mover)
  if (clear && mover < 0) {
    state.guards.speculationSkipped++
    dropManifold(state, row)
    return
  }
  if (contact[row] === 0) contact[row] = takeContact(state) + 1
  const c = contact[row] - 1
  writeManifold(state, row, c)
  if (!clear && type[body[a]] !== STATIC && type[body[b]] !== STATIC) wakeTouched(state, c, a, b, slop, measureClosing)
  if (mover >= 0) recordFixedContact(state, state.activeCount, a, b, mover, clear)
  if (sharp && isPassed(state, a, b)) recordPassing(state.activeCount)
  state.activeContacts[state.activeCount++] = c
}

function recordParting(parting: Float64Array, row: number): void {
  const apart = manifold.count === 0
  parting[row * 2] = apart ? manifold.nx : 0
  parting[row * 2 + 1] = apart ? manifold.ny : 0
}

/** The one of two movable bodies that rushes past the other, which counts as immovable then; −1 if neither does. */
function rusher(state: WorldState, a: number, b: number): number {
  const { covered } = state.bodies.columns
  const minMotion = RUSH_PER_SLOP * slop[0]
  if (covered[a] <= minMotion && covered[b] <= minMotion) return -1
  if (covered[a] > RUSH_SPEED_RATIO * covered[b]) return a
  return covered[b] > RUSH_SPEED_RATIO * covered[a] ? b : -1
}

/** What `staysClear` is asked about: the manifold's smallest separation and its normal. */
function setNear(): void {
  const { separations } = manifold
  nearIn[NEAR_GAP] = manifold.count === 1 || separations[0] < separations[1] ? separations[0] : separations[1]
  nearIn[NEAR_SLOP] = slop[0]
  nearIn[NEAR_NORMAL] = manifold.nx
  nearIn[NEAR_NORMAL + 1] = manifold.ny
}

/** Speculation: a round shape's contact that lies ahead counts only if its path leads there. `mover`: see `rusher`. */
function isClear(state: WorldState, a: number, b: number, mover: number): boolean {
  setNear()
  // Among movable bodies every contact that touches counts; two points of polygons with round corners are those of a face, which is flat.
  if ((nearIn[NEAR_GAP] <= slop[0] && mover < 0) || (manifold.count > 1 && SHAPES[state.shapes.columns.kind[a]].cornered)) return false
  return staysClear(state, a, b)
}

/** Speculation of shapes without roundness: is the contact one that the path does not lead to? */
function isPassed(state: WorldState, a: number, b: number): boolean {
  setNear()
  return nearIn[NEAR_GAP] > slop[0] && staysClear(state, a, b)
}

/** Records the motion of each body in this step that contact margins cover. Bodies that wake on the way have no velocity yet. */
function recordCoveredMotion(state: WorldState): void {
  const { covered } = state.bodies.columns
  covered.fill(0, 0, state.bodies.count)
  for (let k = 0; k < state.awakeCount; k++) recordMotion(state, state.awakeRows[k])
}

function recordMotion(state: WorldState, body: number): void {
  const { v, w, radius, covered } = state.bodies.columns
  const o = body * 2
  const speed = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1])
  setCoveredReach(state.bodies.columns, body)
  covered[body] = Math.min((speed + Math.abs(w[body]) * radius[body]) * state.dt, coveredReachOut[0])
}

/** Copies the manifold into the contact; forces follow their feature ids. */
function writeManifold(state: WorldState, row: number, c: number): void {
  const { ids, count, normalForce, normal, points, separation, pair, cores } = state.contacts.columns
  const before = count[c]
  const n = manifold.count
  const o = c * 4
  points[o] = manifold.points[0]
  points[o + 1] = manifold.points[1]
  separation[c * 2] = manifold.separations[0]
  separation[c * 2 + 1] = n > 1 ? manifold.separations[1] : 0
  if (n > 1) {
    points[o + 2] = manifold.points[2]
    points[o + 3] = manifold.points[3]
  }
  normal[c * 2] = manifold.nx
  normal[c * 2 + 1] = manifold.ny
  cores[c] = n > 1 ? CORES_UNKNOWN : manifold.cores
  pair[c] = row
  // Most have the ids that they had.
  if (
    n === before && (ids[o] << 8 | ids[o + 1]) === manifold.ids[0] && (n === 1 || (ids[o + 2] << 8 | ids[o + 3]) === manifold.ids[1])
  ) return
  for (let i = 0; i < n; i++) {
    const id = manifold.ids[i]
    let force = 0
    for (let k = 0; k < before; k++) {
      if ((ids[c * 4 + k * 2] << 8 | ids[c * 4 + k * 2 + 1]) === id) force = normalForce[c * 2 + k]
    }
    carried[i] = force
  }
  for (let i = 0; i < 2; i++) {
    const used = i < n
    const id = used ? manifold.ids[i] : 0
    ids[c * 4 + i * 2] = id >> 8
    ids[c * 4 + i * 2 + 1] = id & 255
    normalForce[c * 2 + i] = used ? carried[i] : 0
  }
  count[c] = n
}
