/**
 * Free parts of islands: bodies that act on each other, by contacts or joints, and on nothing that could take their angular momentum
 * (`contacts/free-island-momentum.ts` of both dimensions keeps it).
 *
 * Which contacts act is known at the end of the step. At its start all bodies are listed that may be in a free part: those of islands that
 * nothing anchors, and in other islands pairs of bodies that nothing presses yet. At its end the contacts that acted make parts of them, and
 * those that acted on anything else anchor a part. A contact that did not act changes nothing: a body nearby is none of theirs, awake or not.
 */

import { roomFor } from '../memory/growing.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import type { JointGroups } from '../solver/joint-groups.ts'
import type { ContactRowIndex, SolverBodyIndex } from '../store/world-tables.ts'
import { BATCH_COUNT } from './batches.ts'
import type { IslandWorld } from './islands.ts'
import { UnionFind } from './union-find.ts'

/** Of a body in an anchored island: alone so far; near another that is. */
const LOOSE = 1
const PAIRED = 2

export class FreeIslands {
  /** Solver rows of the bodies that are listed, batch by batch. */
  bodies: Int32Array = new Int32Array(64)
  /** Where the listed bodies of each batch begin. */
  readonly start: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** By listed body: the body row from whose place its angular momentum is measured, the same for all of an island. */
  origin: Int32Array = new Int32Array(64)
  /** By listed body: angular momentum that it lost, `axes` numbers; at the end, by the first of a part, that of the part. */
  lost: Float64Array = new Float64Array(64)
  /** Bodies as in `bodies`, part by part; by the first body of a part, where it begins and ends there. A part that is not free has no bodies. */
  parts: Int32Array = new Int32Array(64)
  partStart: Int32Array = new Int32Array(64)
  partEnd: Int32Array = new Int32Array(64)
  readonly links: UnionFind = new UnionFind()
  /** By solver row: its place in `bodies`, −1 if it is not listed. */
  slot: Int32Array = new Int32Array(64)
  /** By solver row: LOOSE, PAIRED. */
  loose: Uint8Array = new Uint8Array(64)
  /** By listed body: something acted on it that may take angular momentum. */
  held: Uint8Array = new Uint8Array(64)
  /** By dense island: 1 if something anchors it from the start; the body row it is measured from, −1 = none yet. */
  anchored: Uint8Array = new Uint8Array(64)
  first: Int32Array = new Int32Array(64)
}

interface ActingRows extends ContactRowIndex {
  impulse: Float64Array
  total: Float64Array
  pushed: Uint8Array
}

interface FreeWorld extends Pick<IslandWorld, 'islands' | 'batches'> {
  readonly freeIslands: FreeIslands
  readonly jointGroups: JointGroups
  readonly solverBodies: ScratchTable<SolverBodyIndex>
  readonly contactRows: ScratchTable<ActingRows>
  readonly jointRows: Table<{ island: Int32Array; bodyA: Int32Array; bodyB: Int32Array }>
}

/**
 * Lists the bodies of this step that may be in a free part. `isInternal`: do all rows of a joint act as equal and opposite forces of its two
 * bodies? `isHeld`: is a body kept from moving or turning by itself? `axes`: numbers of an angular momentum.
 */
export function listFreeIslands<World extends FreeWorld>(
  state: World, axes: number, isInternal: (state: World, r: number) => boolean, isHeld: (state: World, s: number) => boolean,
): void {
  const { batches, islands, freeIslands: free } = state
  const { islandCount, bodyStart, jointStart } = batches
  const { inTouch } = state.jointGroups
  free.start.fill(0)
  free.anchored = roomFor(free.anchored, islandCount)
  const { anchored, start } = free
  let candidates = 0
  for (let i = 0; i < islandCount; i++) {
    // Joints without contacts see to it themselves.
    anchored[i] = islands.members[i] < 2 || (islands.joints[i] > 0 && inTouch[i] === 0) ? 1 : 0
    candidates += 1 - anchored[i]
  }
  if (candidates === 0) return
  const bodyEnd = bodyStart[BATCH_COUNT]
  free.loose = roomFor(free.loose, bodyEnd)
  markLoose(state, isHeld)
  const { island: ofJoint } = state.jointRows.columns
  for (let r = jointStart[0]; r < jointStart[BATCH_COUNT]; r++) if (anchored[ofJoint[r]] === 0 && !isInternal(state, r)) anchored[ofJoint[r]] = 1
  const paired = pairLoose(state)
  const { island, body } = state.solverBodies.columns
  free.slot = roomFor(free.slot, bodyEnd)
  free.bodies = roomFor(free.bodies, bodyEnd)
  free.origin = roomFor(free.origin, bodyEnd)
  free.first = roomFor(free.first, islandCount)
  free.first.fill(-1, 0, islandCount)
  const { bodies, slot, loose, origin, first } = free
  let listed = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
      const i = island[s]
      slot[s] = -1
      if (anchored[i] === 1 && !(paired && loose[s] === PAIRED)) continue
      if (first[i] < 0) first[i] = body[s]
      origin[listed] = first[i]
      slot[s] = listed
      bodies[listed++] = s
    }
    start[batch + 1] = listed
  }
  free.lost = roomFor(free.lost, axes * listed)
  free.parts = roomFor(free.parts, listed)
  free.partStart = roomFor(free.partStart, listed)
  free.partEnd = roomFor(free.partEnd, listed)
  free.held = roomFor(free.held, listed)
  free.links.reset(listed)
}

/** Bodies that nothing presses or joins are LOOSE; contacts with the immovable that press anchor their islands, and so do bodies that are held. */
function markLoose<World extends FreeWorld>(state: World, isHeld: (state: World, s: number) => boolean): void {
  const { batches, freeIslands: free } = state
  const { loose, anchored } = free
  const movable = batches.bodyStart[0]
  const bodyEnd = batches.bodyStart[BATCH_COUNT]
  const { island } = state.solverBodies.columns
  for (let s = movable; s < bodyEnd; s++) {
    const held = isHeld(state, s)
    if (held) anchored[island[s]] = 1
    loose[s] = held ? 0 : LOOSE
  }
  const { bodyA, bodyB, impulse, island: ofRow } = state.contactRows.columns
  const { width } = state.contactRows.schema.impulse
  const points = state.contactRows.schema.total.width
  const to = batches.rowEnd(BATCH_COUNT - 1)
  for (let r = batches.rowStart(0); r < to; r++) {
    let presses = false
    for (let i = 0; i < points; i++) if (impulse[r * width + i] !== 0) presses = true
    if (!presses) continue
    if (bodyA[r] >= movable) loose[bodyA[r]] = 0
    if (bodyB[r] >= movable) loose[bodyB[r]] = 0
    if (bodyA[r] < movable || bodyB[r] < movable) anchored[ofRow[r]] = 1
  }
  const joints = state.jointRows.columns
  for (let r = batches.jointStart[0]; r < batches.jointStart[BATCH_COUNT]; r++) {
    if (joints.bodyA[r] >= movable) loose[joints.bodyA[r]] = 0
    if (joints.bodyB[r] >= movable) loose[joints.bodyB[r]] = 0
  }
}

/** Loose bodies next to each other are PAIRED. True if there are any in islands that are anchored. */
function pairLoose(state: FreeWorld): boolean {
  const { batches, freeIslands: free } = state
  const { loose, anchored } = free
  const movable = batches.bodyStart[0]
  const { bodyA, bodyB, island } = state.contactRows.columns
  const to = batches.rowEnd(BATCH_COUNT - 1)
  let any = false
  for (let r = batches.rowStart(0); r < to; r++) {
    const a = bodyA[r]
    const b = bodyB[r]
    if (a < movable || b < movable || anchored[island[r]] === 0 || loose[a] === 0 || loose[b] === 0) continue
    loose[a] = PAIRED
    loose[b] = PAIRED
    any = true
  }
  return any
}

/** At the end of the step: the free parts of a batch, and what each has lost. */
export function listFreeParts(state: FreeWorld, batch: number, axes: number): void {
  const { freeIslands: free } = state
  const { bodies, start, lost, parts, partStart, partEnd, links, held } = free
  const from = start[batch]
  const to = start[batch + 1]
  if (from === to) return
  held.fill(0, from, to)
  linkActing(state, batch)
  for (let k = from; k < to; k++) {
    const root = links.find(k)
    if (root === k) partEnd[k] = 0
    else {
      held[root] |= held[k]
      for (let c = 0; c < axes; c++) lost[root * axes + c] += lost[k * axes + c]
    }
    partEnd[root]++
  }
  let at = from
  for (let k = from; k < to; k++) {
    const root = links.find(k)
    if (root === k) {
      partStart[k] = at
      at += partEnd[k]
      partEnd[k] = partStart[k]
    }
    if (held[root] === 0) parts[partEnd[root]++] = bodies[k]
  }
}

/** Links listed bodies by the joints and by the contacts that acted; what acted on anything else is `held`. */
function linkActing(state: FreeWorld, batch: number): void {
  const { batches, freeIslands: free } = state
  const { slot, links, held } = free
  const movable = batches.bodyStart[0]
  const { bodyA, bodyB, total, pushed } = state.contactRows.columns
  const points = state.contactRows.schema.total.width
  const rowEnd = batches.rowEnd(batch)
  for (let r = batches.rowStart(batch); r < rowEnd; r++) {
    const a = bodyA[r] >= movable ? slot[bodyA[r]] : -1
    const b = bodyB[r] >= movable ? slot[bodyB[r]] : -1
    if (a < 0 && b < 0) continue
    let acted = pushed[r] === 1
    for (let i = 0; i < points; i++) if (total[r * points + i] !== 0) acted = true
    if (!acted) continue
    if (a >= 0 && b >= 0) links.link(a, b)
    else held[a < 0 ? b : a] = 1
  }
  const joints = state.jointRows.columns
  for (let r = batches.jointStart[batch]; r < batches.jointStart[batch + 1]; r++) {
    const a = joints.bodyA[r] >= movable ? slot[joints.bodyA[r]] : -1
    const b = joints.bodyB[r] >= movable ? slot[joints.bodyB[r]] : -1
    if (a >= 0 && b >= 0) links.link(a, b)
  }
}
