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
import { MARGIN_PER_SIZE, SLOP_PER_SIZE } from '../../common/tuning.ts'
import { measureClosing } from '../contacts/approach.ts'
import { markGhosts, recordFixedContact, recordNear, startGhosts } from '../contacts/internal-edges.ts'
import { contactRoom, updateMeshPair } from '../contacts/mesh-pairs.ts'
import { NEAR_GAP, NEAR_NORMAL, NEAR_SLOP, nearIn, staysClear } from '../contacts/speculation.ts'
import { collideQuery } from '../geometry/collide.ts'
import { Manifold } from '../geometry/manifold.ts'
import { partedBy } from '../geometry/parting.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { PLANE } from '../geometry/shapes/plane.ts'
import { coreRadius } from '../geometry/shapes/shape-table.ts'
import { STATIC } from '../store/bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'

const manifold = new Manifold()
/** Penetration of the pair at hand that does not count as touching. */
const slop = new Float64Array(1)
const carried = new Float64Array(4)

export function narrowPhase(state: WorldState): void {
  const globals = state.globals
  const most = contactRoom(state)
  state.reserve(state.contacts, most + 1)
  if (state.activeContacts.length < most) state.activeContacts = new Int32Array(most * 2)
  state.activeCount = 0
  startGhosts(state)
  startWaking()
  startPassing()
  recordCoveredMotion(state)
  // Nothing in here makes memory grow.
  const { moved } = state.broadPhase.proxies.columns
  const { shapeA, shapeB, state: flags, contact, parting } = state.pairs.columns
  const { body, center, thickness, reach, kind, rotation, size, hull } = state.shapes.columns
  const { covered, w } = state.bodies.columns
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
        const dx = center[b * 3] - center[a * 3]
        const dy = center[b * 3 + 1] - center[a * 3 + 1]
        const dz = center[b * 3 + 2] - center[a * 3 + 2]
        let margin = MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b]) + covered[body[a]] + covered[body[b]]
        // A plane has no radius: how far it comes by turning depends on where the other is.
        if (kind[b] === PLANE) margin += planeTurn(w, body[b] * 3) * state.dt * (Math.sqrt(dx * dx + dy * dy + dz * dz) + reach[a])
        const far = (reach[a] + reach[b] + margin) * (1 + LOST_DIGITS)
        let apart = dx * dx + dy * dy + dz * dz > far * far
        query[DX] = dx
        query[DY] = dy
        query[DZ] = dz
        query[MARGIN] = margin
        if (!apart && (parting[row * 3] !== 0 || parting[row * 3 + 1] !== 0 || parting[row * 3 + 2] !== 0)) {
          const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
          const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
          apart = partedBy(parting, row * 3, kind[a], kind[b], rotation, a * 9, b * 9, size, a * 4, b * 4, hullA, hullB)
        }
        if (!apart && kind[b] >= LEVEL) updateMeshPair(state, row)
        else if (!apart) updatePair(state, row)
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
  const { kind, body, size, rotation, hull, thickness } = state.shapes.columns
  const { type } = state.bodies.columns
  const a = shapeA[row]
  const b = shapeB[row]
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  slop[0] = SLOP_PER_SIZE * Math.min(thickness[a], thickness[b])
  collideQuery(manifold, kind[a], kind[b], rotation, a * 9, b * 9, size, a * 4, b * 4, hullA, hullB)
  recordParting(parting, row)
  const clear = manifold.count > 0 && isClear(state, a, b)
  if (clear && coreRadius(kind[a], size, a * 4) > 0) {
    manifold.count = 0
    state.guards.speculationSkipped++
  }
  if (manifold.count === 0) {
    recordNear(state, a, b)
    dropManifold(state, row)
    return
  }
  if (contact[row] === 0) contact[row] = takeContact(state) + 1
  const c = contact[row] - 1
  writeManifold(state, row, c)
  if (clear) recordPassing(state.activeCount)
  if (state.levelShapes > 0) {
    const { piece, material } = state.contacts.columns
    piece[2 * c] = piece[2 * c + 1] = material[2 * c] = material[2 * c + 1] = -1
  }
  recordFixedContact(state, state.activeCount, a, b, -1, -1)
  if (type[body[a]] !== STATIC && type[body[b]] !== STATIC) wakeTouched(state, c, a, b, slop, measureClosing)
  state.activeContacts[state.activeCount++] = c
}

function recordParting(parting: Float64Array, row: number): void {
  const apart = manifold.count === 0
  parting[row * 3] = apart ? manifold.nx : 0
  parting[row * 3 + 1] = apart ? manifold.ny : 0
  parting[row * 3 + 2] = apart ? manifold.nz : 0
}

/** Speculation: does the path not lead to this contact? Of shapes without roundness every contact that touches counts. */
function isClear(state: WorldState, a: number, b: number): boolean {
  let gap = Infinity
  for (let i = 0; i < manifold.count; i++) gap = Math.min(gap, manifold.separations[i])
  const { kind, size } = state.shapes.columns
  if (gap <= slop[0] && coreRadius(kind[a], size, a * 4) === 0) return false
  nearIn[NEAR_GAP] = gap
  nearIn[NEAR_SLOP] = slop[0]
  nearIn[NEAR_NORMAL] = manifold.nx
  nearIn[NEAR_NORMAL + 1] = manifold.ny
  nearIn[NEAR_NORMAL + 2] = manifold.nz
  return staysClear(state, a, b)
}

/** Records the motion of each body in this step that contact margins cover. Bodies that wake on the way have no velocity yet. */
function recordCoveredMotion(state: WorldState): void {
  const { covered } = state.bodies.columns
  covered.fill(0, 0, state.bodies.count)
  for (let k = 0; k < state.awakeCount; k++) recordMotion(state, state.awakeRows[k])
}

/** Angular velocity of a plane, rad/s. */
function planeTurn(w: Float64Array, o: number): number {
  return Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2])
}

function recordMotion(state: WorldState, body: number): void {
  const { v, w, radius, covered } = state.bodies.columns
  const o = body * 3
  const speed = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2])
  const spin = Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2])
  setCoveredReach(state.bodies.columns, body)
  covered[body] = Math.min((speed + spin * radius[body]) * state.dt, coveredReachOut[0])
}

/** Copies the manifold into the contact; forces follow their feature ids. */
function writeManifold(state: WorldState, row: number, c: number): void {
  const { ids, count, normalForce, normal, points, separation, pair, goesOn } = state.contacts.columns
  goesOn[c] = 0
  const before = count[c]
  const n = manifold.count
  for (let i = 0; i < n; i++) {
    const id = manifold.ids[i]
    let force = 0
    for (let k = 0; k < before; k++) {
      if ((ids[c * 8 + k * 2] << 8 | ids[c * 8 + k * 2 + 1]) === id) force = normalForce[c * 4 + k]
    }
    carried[i] = force
  }
  for (let i = 0; i < 4; i++) {
    const used = i < n
    const id = used ? manifold.ids[i] : 0
    ids[c * 8 + i * 2] = id >> 8
    ids[c * 8 + i * 2 + 1] = id & 255
    normalForce[c * 4 + i] = used ? carried[i] : 0
    separation[c * 4 + i] = used ? manifold.separations[i] : 0
  }
  for (let k = 0; k < n * 3; k++) points[c * 12 + k] = manifold.points[k]
  normal[c * 3] = manifold.nx
  normal[c * 3 + 1] = manifold.ny
  normal[c * 3 + 2] = manifold.nz
  count[c] = n
  pair[c] = row
}
