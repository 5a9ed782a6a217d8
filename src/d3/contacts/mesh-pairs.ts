/**
 * Pairs with level geometry, part of the stage `narrow-phase`: their manifolds, of which there may be several, and the forces
 * that these take over from the step before.
 *
 * A manifold goes on with the contact whose points it shares. Ids tell the feature of the convex shape and the direction, not the triangle, so
 * a body that slides keeps its forces from triangle to triangle. Only what snapshots hold is asked: a restored world finds the same partners.
 */

import { wakeTouched } from '../../common/islands/wake-by-contact.ts'
import { chainContacts, freeContact, takeContact } from '../../common/store/contact-chain.ts'
import { dropManifold } from '../../common/store/pair-rows.ts'
import { recordPassing } from '../../common/store/passing-contacts.ts'
import { SLOP_PER_SIZE } from '../../common/tuning.ts'
import type { Manifold } from '../geometry/manifold.ts'
import { collideMesh, SOLID_SIDES } from '../geometry/mesh/mesh-contacts.ts'
import { ManifoldList, MAX_MANIFOLDS, thicknessIn } from '../geometry/mesh/mesh-manifolds.ts'
import { collideMeshes } from '../geometry/mesh/mesh-mesh-contacts.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { DYNAMIC, STATIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureClosing } from './approach.ts'
import { recordFixedContact } from './internal-edges.ts'
import { NEAR_GAP, NEAR_NORMAL, NEAR_SLOP, nearIn, staysClearOfPieces } from './speculation.ts'

const list = new ManifoldList()
const slop = new Float64Array(1)
const carried = new Float64Array(4)
/** Contacts of the pair before, those of the manifolds, and who has taken which: manifold by contact, contact by manifold. */
const old = new Int32Array(MAX_MANIFOLDS)
const rows = new Int32Array(MAX_MANIFOLDS)
const heir = new Int32Array(MAX_MANIFOLDS)
const origin = new Int32Array(MAX_MANIFOLDS)

/** Most contacts that the pairs there are may have. */
export function contactRoom(state: WorldState): number {
  const { count } = state.pairs
  if (state.levelShapes === 0) return count
  const { shapeB } = state.pairs.columns
  const { kind } = state.shapes.columns
  let most = count
  for (let row = 0; row < count; row++) if (kind[shapeB[row]] >= LEVEL) most += MAX_MANIFOLDS - 1
  return most
}

/** Fills `out` with the manifolds of two shapes of which B is level geometry. Offset, margin and thickness are in `query` and `thicknessIn`. */
export function collideLevel(out: ManifoldList, state: WorldState, a: number, b: number): void {
  const { kind, size, rotation, hull } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const source = asLevel(state.hulls[hull[b]])
  if (kind[a] >= LEVEL) collideMeshes(out, rotation, a * 9, b * 9, size, asLevel(hullA), source, sidesOf(state, a), sidesOf(state, b))
  else collideMesh(out, kind[a], rotation, a * 9, b * 9, size, a * 4, hullA, source, sidesOf(state, b))
}

/** Which sides of its triangles count: of a dynamic mesh, which is closed, those of a solid. */
export function sidesOf(state: WorldState, shape: number): number {
  const { body, size } = state.shapes.columns
  return state.bodies.columns.type[body[shape]] === DYNAMIC ? SOLID_SIDES : size[shape * 4]
}

/** Manifolds of a pair whose B is level geometry. Offset and margin are in `query`. */
export function updateMeshPair(state: WorldState, row: number): void {
  const { shapeA, shapeB, contact } = state.pairs.columns
  const { body, thickness } = state.shapes.columns
  const { type } = state.bodies.columns
  const { nextFree } = state.contacts.columns
  const a = shapeA[row]
  const b = shapeB[row]
  thicknessIn[0] = Math.min(thickness[a], thickness[b])
  slop[0] = SLOP_PER_SIZE * thicknessIn[0]
  collideLevel(list, state, a, b)
  leavePassed(state, a, b, contact[row] === 0)
  if (list.count === 0) {
    dropManifold(state, row)
    return
  }
  let before = 0
  for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) old[before++] = c
  match(state, before)
  for (let k = 0; k < before; k++) if (heir[k] < 0) freeContact(state, old[k])
  for (let m = 0; m < list.count; m++) {
    rows[m] = origin[m] >= 0 ? old[origin[m]] : takeContact(state)
    writeManifold(state, list.items[m], rows[m])
    writePiece(state, m, rows[m])
  }
  chainContacts(state, row, rows, list.count)
  const wakes = type[body[a]] !== STATIC && type[body[b]] !== STATIC
  for (let m = 0; m < list.count; m++) {
    if (wakes) wakeTouched(state, rows[m], a, b, slop, measureClosing)
    if (list.passed[m] === 1) recordPassing(state.activeCount)
    recordFixedContact(state, state.activeCount, a, b, list.piecesA[m], list.pieces[m])
    state.activeContacts[state.activeCount++] = rows[m]
  }
}

/**
 * Speculation: drops the manifolds that the path of a round shape does not lead to; of others it marks them. And those of a shape that comes out
 * from behind the surface: nothing held it there before (`fresh`).
 */
function leavePassed(state: WorldState, a: number, b: number, fresh: boolean): void {
  const { rounded } = SHAPES[state.shapes.columns.kind[a]]
  // Of two meshes every contact counts.
  const level = state.shapes.columns.kind[a] >= LEVEL
  let kept = 0
  for (let m = 0; m < list.count; m++) {
    const manifold = list.items[m]
    let gap = Infinity
    for (let i = 0; i < manifold.count; i++) gap = Math.min(gap, manifold.separations[i])
    if (fresh && gap < -slop[0] && emerges(state, a, b, manifold)) continue
    nearIn[NEAR_GAP] = gap
    nearIn[NEAR_SLOP] = slop[0]
    nearIn[NEAR_NORMAL] = manifold.nx
    nearIn[NEAR_NORMAL + 1] = manifold.ny
    nearIn[NEAR_NORMAL + 2] = manifold.nz
    const passed = !level && (rounded || gap > slop[0]) && staysClearOfPieces(state, a, b, list.found)
    if (passed && rounded) {
      state.guards.speculationSkipped++
      continue
    }
    list.passed[m] = passed ? 1 : 0
    list.move(m, kept++)
  }
  list.count = kept
}

/** Does A move away from B, against the normal, by more than the slop in this step? */
function emerges(state: WorldState, a: number, b: number, manifold: Manifold): boolean {
  const { body } = state.shapes.columns
  const { v, awake } = state.bodies.columns
  const oa = body[a] * 3
  const ob = body[b] * 3
  const movesA = awake[body[a]]
  const movesB = awake[body[b]]
  const x = movesA * v[oa] - movesB * v[ob]
  const y = movesA * v[oa + 1] - movesB * v[ob + 1]
  const z = movesA * v[oa + 2] - movesB * v[ob + 2]
  return (x * manifold.nx + y * manifold.ny + z * manifold.nz) * state.dt < -slop[0]
}

/** Pairs manifolds with contacts of before, those that share most first. */
function match(state: WorldState, before: number): void {
  for (let k = 0; k < before; k++) heir[k] = -1
  for (let m = 0; m < list.count; m++) origin[m] = -1
  // One of each is what most pairs have.
  if (before === 1 && list.count === 1) {
    if (sharedPoints(state, list.items[0], old[0]) > 0) heir[0] = origin[0] = 0
    return
  }
  for (;;) {
    let most = 0
    let from = -1
    let to = -1
    for (let m = 0; m < list.count; m++) {
      if (origin[m] >= 0) continue
      for (let k = 0; k < before; k++) {
        const shared = heir[k] >= 0 ? 0 : sharedPoints(state, list.items[m], old[k])
        if (shared <= most) continue
        most = shared
        from = k
        to = m
      }
    }
    if (from < 0) return
    heir[from] = to
    origin[to] = from
  }
}

/** How much a manifold and a contact have in common: a whole id counts more than any number of features of A. */
function sharedPoints(state: WorldState, manifold: Manifold, c: number): number {
  const { ids, count } = state.contacts.columns
  let shared = 0
  for (let i = 0; i < manifold.count; i++) {
    for (let k = 0; k < count[c]; k++) {
      if (ids[c * 8 + k * 2] !== manifold.ids[i] >> 8) continue
      shared += ids[c * 8 + k * 2 + 1] === (manifold.ids[i] & 255) ? 32 : 1
    }
  }
  return shared
}

/** Which triangle the manifold m is with, and its material. */
function writePiece(state: WorldState, m: number, c: number): void {
  const { piece, material } = state.contacts.columns
  piece[2 * c] = list.piecesA[m]
  material[2 * c] = list.materialsA[m]
  piece[2 * c + 1] = list.pieces[m]
  material[2 * c + 1] = list.materials[m]
}

/** Copies a manifold into a contact; forces follow their ids, or else the feature of A. */
function writeManifold(state: WorldState, manifold: Manifold, c: number): void {
  const { ids, count, normalForce, normal, points, separation, goesOn } = state.contacts.columns
  goesOn[c] = 0
  const before = count[c]
  const n = manifold.count
  let taken = 0
  for (let i = 0; i < n; i++) {
    carried[i] = -1
    for (let k = 0; k < before; k++) {
      if ((taken & (1 << k)) !== 0 || (ids[c * 8 + k * 2] << 8 | ids[c * 8 + k * 2 + 1]) !== manifold.ids[i]) continue
      carried[i] = normalForce[c * 4 + k]
      taken |= 1 << k
      break
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < before && carried[i] < 0; k++) {
      if ((taken & (1 << k)) !== 0 || ids[c * 8 + k * 2] !== manifold.ids[i] >> 8) continue
      carried[i] = normalForce[c * 4 + k]
      taken |= 1 << k
    }
  }
  for (let i = 0; i < 4; i++) {
    const used = i < n
    const id = used ? manifold.ids[i] : 0
    ids[c * 8 + i * 2] = id >> 8
    ids[c * 8 + i * 2 + 1] = id & 255
    normalForce[c * 4 + i] = used && carried[i] > 0 ? carried[i] : 0
    separation[c * 4 + i] = used ? manifold.separations[i] : 0
  }
  for (let k = 0; k < n * 3; k++) points[c * 12 + k] = manifold.points[k]
  normal[c * 3] = manifold.nx
  normal[c * 3 + 1] = manifold.ny
  normal[c * 3 + 2] = manifold.nz
  count[c] = n
}
