/**
 * Islands: the bodies that hang together, and the class of each: how hard it is to solve. The work of the stage `update-islands`.
 *
 * Islands are made anew every step by union–find (about 10 ns per contact), so they split as soon as contacts part.
 */

import { longer } from '../memory/growing.ts'
import { DYNAMIC, JOINT_ENABLED, KINEMATIC } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'
import {
  BURST_SHARE, BURST_STEPS, COLD_STEPS, FALL_PER_SIZE, FEW_JOINTS, HEAVY_MASS_RATIO, REST_OF_FALL,
  SLENDER_FALL, SLOP_PER_SIZE, SUBSTEP_FACTOR,
} from '../tuning.ts'
import { type Batches, COLD, JOINED, LAST_RUNG, LINKED, LIVELY_RUNG, RESTING, WHIRLING, WHOLE_RUNG } from './batches.ts'

/** Bits of an island's nature. */
const CARRIED = 1
const HEAVY = 2
const SMALL = 4

/** Results of this stage for the next ones; indexed as said. */
export class IslandData {
  /** By body row: contacts from the ground, 0 = not reached. */
  level: Int32Array = new Int32Array(64)
  /** By dense island. */
  classOf: Uint8Array = new Uint8Array(64)
  depth: Int32Array = new Int32Array(64)
  nature: Uint8Array = new Uint8Array(64)
  joints: Int32Array = new Int32Array(64)
  /** Bodies. */
  members: Int32Array = new Int32Array(64)
  /** Contacts that touch, and those of them that are new. */
  touching: Int32Array = new Int32Array(64)
  fresh: Int32Array = new Int32Array(64)
  /** Those that are so new that they have no impulse to start from. */
  cold: Int32Array = new Int32Array(64)
  /** Bodies that are not at rest. */
  moving: Int32Array = new Int32Array(64)
  /** Sum over the levels of 1 / bodies on it: compliances in series. And, while it is made, the level at hand and its bodies. */
  slenderness: Float64Array = new Float64Array(64)
  /** Largest ratio of two masses that touch or will, the heavy one above: sweeps converge the slower, the larger it is. */
  massRatio: Float64Array = new Float64Array(64)
  /** How far the smallest body falls from rest in this step, in its sizes. */
  fallPerSize: Float64Array = new Float64Array(64)
  /** First of its solver bodies, which are a range. */
  firstSolver: Int32Array = new Int32Array(64)
  levelAt: Int32Array = new Int32Array(64)
  onLevel: Int32Array = new Int32Array(64)
  /** By dense island: 1 = may fall asleep; first and last of its bodies that did. */
  ready: Uint8Array = new Uint8Array(64)
  first: Int32Array = new Int32Array(64)
  /** By dense island: how far its joints stood open at the start of the step, and now (`open-joints.ts`). */
  open: Float64Array = new Float64Array(64)
  closing: Float64Array = new Float64Array(64)
  last: Int32Array = new Int32Array(64)
  /** Adjacency of touching bodies, by body row: starts into `neighbor`. */
  start: Int32Array = new Int32Array(65)
  neighbor: Int32Array = new Int32Array(128)
  queue: Int32Array = new Int32Array(64)
  /** By active contact: its bodies, −1 = immovable; 1 if it touches. */
  endA: Int32Array = new Int32Array(64)
  endB: Int32Array = new Int32Array(64)
  touches: Uint8Array = new Uint8Array(64)
  /** Links beside contacts and joints, such as wheels on ground: two bodies each, the second −1 if it is immovable. */
  links: Int32Array = new Int32Array(16)
  linkCount = 0
  /** By dense island: 1 if it has such links. */
  linked: Uint8Array = new Uint8Array(64)

  addLink(a: number, b: number): void {
    this.links = longer(this.links, 2 * this.linkCount + 2)
    this.links[2 * this.linkCount] = a
    this.links[2 * this.linkCount + 1] = b
    this.linkCount++
  }

  reserve(bodies: number, contacts: number): void {
    if (this.level.length < bodies) {
      const length = Math.max(bodies, this.level.length * 2)
      this.level = new Int32Array(length)
      this.classOf = new Uint8Array(length)
      this.depth = new Int32Array(length)
      this.nature = new Uint8Array(length)
      this.joints = new Int32Array(length)
      this.members = new Int32Array(length)
      this.touching = new Int32Array(length)
      this.fresh = new Int32Array(length)
      this.cold = new Int32Array(length)
      this.moving = new Int32Array(length)
      this.slenderness = new Float64Array(length)
      this.massRatio = new Float64Array(length)
      this.fallPerSize = new Float64Array(length)
      this.firstSolver = new Int32Array(length)
      this.levelAt = new Int32Array(length)
      this.onLevel = new Int32Array(length)
      this.ready = new Uint8Array(length)
      this.linked = new Uint8Array(length)
      this.first = new Int32Array(length)
      this.open = new Float64Array(length)
      this.closing = new Float64Array(length)
      this.last = new Int32Array(length)
      this.start = new Int32Array(length + 1)
      this.queue = new Int32Array(length)
    }
    if (this.touches.length < contacts) {
      const length = Math.max(contacts, this.touches.length * 2)
      this.endA = new Int32Array(length)
      this.endB = new Int32Array(length)
      this.touches = new Uint8Array(length)
      this.neighbor = new Int32Array(length * 2)
    }
  }
}

export interface IslandWorld extends WorldTables {
  readonly islands: IslandData
  readonly batches: Batches
}

/** Does an awake dynamic body touch nothing, and hang on nothing, in this step? */
export function isInFlight(state: IslandWorld, row: number): boolean {
  const i = state.bodies.columns.island[row]
  const { members, touching, joints, linked } = state.islands
  return members[i] === 1 && touching[i] === 0 && joints[i] === 0 && linked[i] === 0
}

/** `fall`: how far a body at rest falls in this step. */
export function findIslands(state: IslandWorld, fall: number): void {
  const { bodies, islands, activeCount, awakeCount } = state
  linkIslands(state)
  const islandCount = number(state)
  state.batches.islandCount = islandCount
  state.batches.reserveIslands(islandCount)
  islands.nature.fill(0, 0, islandCount)
  islands.depth.fill(0, 0, islandCount)
  islands.touching.fill(0, 0, islandCount)
  islands.fresh.fill(0, 0, islandCount)
  islands.cold.fill(0, 0, islandCount)
  islands.moving.fill(0, 0, islandCount)
  islands.slenderness.fill(0, 0, islandCount)
  islands.massRatio.fill(1, 0, islandCount)
  islands.fallPerSize.fill(0, 0, islandCount)
  islands.levelAt.fill(0, 0, islandCount)
  islands.onLevel.fill(0, 0, islandCount)
  islands.joints.fill(0, 0, islandCount)
  islands.linked.fill(0, 0, islandCount)
  if (activeCount > 0) {
    findNeighbors(state)
    findLevels(state)
    findNature(state)
  }
  for (let i = 0; i < islandCount; i++) if (islands.onLevel[i] > 0) islands.slenderness[i] += 1 / islands.onLevel[i]
  countJoints(state)
  countLinks(state)
  const { columns } = bodies
  for (let k = 0; k < awakeCount; k++) {
    const row = state.awakeRows[k]
    if (columns.type[row] !== DYNAMIC) continue
    const i = columns.island[row]
    const far = (fall * Math.abs(columns.gravityScale[row])) / columns.size[row]
    if (far > FALL_PER_SIZE) islands.nature[i] |= SMALL
    if (far > islands.fallPerSize[i]) islands.fallPerSize[i] = far
    if (isMoving(state, row, fall)) islands.moving[i]++
  }
  const uneven = stepChanged(state)
  for (let i = 0; i < islandCount; i++) {
    const lively = isLively(state, i, uneven)
    if (islands.joints[i] === 0) islands.classOf[i] = classify(state, i, lively)
    else islands.classOf[i] = islands.touching[i] === 0 || lively || (islands.nature[i] & SMALL) !== 0 ? classifyJoined(islands, i) : RESTING
  }
}

/** Has a body more than a trace of the energy of a fall by its size? */
function isMoving(state: IslandWorld, row: number, fall: number): boolean {
  const { v, size } = state.bodies.columns
  const { width } = state.bodies.schema.v
  let square = 0
  for (let c = row * width; c < (row + 1) * width; c++) square += v[c] * v[c]
  return square * state.dt * state.dt > REST_OF_FALL * 2 * fall * size[row]
}

/**
 * Whether the step length has changed. Stored forces times another length are another warm start: a small impulse of a short step becomes a
 * larger one in a long step. Single sweeps cannot correct that in time, and a stack stepped unevenly would walk.
 */
function stepChanged(state: IslandWorld): boolean {
  const last = state.globals.columns.lastStep[0]
  return last > 0 && Math.abs(state.dt - last) > BURST_SHARE * last
}

/** Does an island move, has it new contacts, or impulses of a step of another length? */
function isLively(state: IslandWorld, i: number, uneven: boolean): boolean {
  const { touching, fresh, moving, members } = state.islands
  return uneven || fresh[i] > BURST_SHARE * touching[i] || 2 * moving[i] > members[i]
}

/**
 * The class of an island without joints. A cold start (contacts that have no impulse yet, or one of another step length) is solved well at
 * once: what slips now is never undone. Otherwise substeps: more where it is lively, slender, or carries a heavy body on a light one; half as
 * many where hardly a body moves.
 */
function classify(state: IslandWorld, i: number, lively: boolean): number {
  const { touching, cold, nature, slenderness, fallPerSize, moving, members, linked } = state.islands
  if (touching[i] === 0 && linked[i] === 0) return WHOLE_RUNG
  if (2 * cold[i] > touching[i]) return COLD
  const atRest = !lively && linked[i] === 0 && moving[i] <= BURST_SHARE * members[i]
  const fall = fallPerSize[i]
  const most = SUBSTEP_FACTOR[LAST_RUNG]!
  const usual = lively || (nature[i] & CARRIED) !== 0 ? SUBSTEP_FACTOR[LIVELY_RUNG]! : atRest ? 0 : 1
  let needed = Math.max(usual, (most * fall) / FALL_PER_SIZE, (slenderness[i] * Math.sqrt(fall)) / SLENDER_FALL)
  if ((nature[i] & HEAVY) !== 0) needed = most
  for (let rung = 0; rung < LAST_RUNG; rung++) if (SUBSTEP_FACTOR[rung]! >= needed) return rung
  return LAST_RUNG
}

/**
 * One joint is solved exactly by one visit, and by two at the end pose. A few are a machine or a pendulum of pendulums: sweeps cost next to
 * nothing there and decide its energy. Many get as many as a heavy load, unless they are solved as groups.
 */
export function classifyJoined({ joints, touching, nature }: IslandData, i: number): number {
  if ((nature[i] & SMALL) !== 0 && touching[i] > 0) return WHIRLING
  if (joints[i] > 1 && joints[i] <= FEW_JOINTS && touching[i] <= FEW_JOINTS) return LINKED
  return JOINED
}

/** Links, in `unionFind`, the awake bodies that active contacts and joints tie together. */
export function linkIslands(state: IslandWorld): void {
  const { unionFind, activeContacts } = state
  state.islands.reserve(state.bodies.count, state.activeCount)
  const { endA, endB } = state.islands
  const { pair } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { type, awake } = state.bodies.columns
  unionFind.reset(state.bodies.count)
  linkJoints(state)
  const { links, linkCount } = state.islands
  for (let k = 0; k < linkCount; k++) if (moves(state, links[2 * k]) && moves(state, links[2 * k + 1])) unionFind.link(links[2 * k], links[2 * k + 1])
  for (let k = 0; k < state.activeCount; k++) {
    const p = pair[activeContacts[k]]
    const a = body[shapeA[p]]
    const b = body[shapeB[p]]
    endA[k] = type[a] === DYNAMIC && awake[a] === 1 ? a : -1
    endB[k] = type[b] === DYNAMIC && awake[b] === 1 ? b : -1
    if (endA[k] >= 0 && endB[k] >= 0) unionFind.link(a, b)
  }
}

/** Lists the joints with an awake body, and links the bodies they join. */
function linkJoints(state: IslandWorld): void {
  state.activeJointCount = 0
  if (state.globals.columns.jointCount[0] === 0) return
  if (state.activeJoints.length < state.joints.count) state.activeJoints = new Int32Array(state.joints.count * 2)
  const { alive, flags, bodyA, bodyB, row } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) {
    row[j] = -1
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
    const movesA = moves(state, a)
    const movesB = moves(state, b)
    if (!movesA && !movesB) continue
    state.activeJoints[state.activeJointCount++] = j
    if (movesA && movesB) state.unionFind.link(a, b)
  }
}

export function moves(state: IslandWorld, body: number): boolean {
  const { type, awake } = state.bodies.columns
  return body >= 0 && type[body] === DYNAMIC && awake[body] === 1
}

/** Joints per island; a body that hangs on an immovable one is supported, as if it stood on it. */
function countJoints(state: IslandWorld): void {
  const { islands } = state
  const { bodyA, bodyB } = state.joints.columns
  const { island } = state.bodies.columns
  for (let k = 0; k < state.activeJointCount; k++) {
    const j = state.activeJoints[k]
    const movesB = moves(state, bodyB[j])
    const i = island[movesB ? bodyB[j] : bodyA[j]]
    islands.joints[i]++
    if ((!movesB || !moves(state, bodyA[j])) && islands.depth[i] === 0) islands.depth[i] = 1
  }
}

/** Islands with links; a body on immovable ground is supported, and one on a body that moves is as hard as the two masses differ. */
function countLinks(state: IslandWorld): void {
  const { islands } = state
  const { links, linkCount, linked, depth, nature } = islands
  const { island, mass } = state.bodies.columns
  for (let k = 0; k < linkCount; k++) {
    const a = links[2 * k]
    const b = links[2 * k + 1]
    if (!moves(state, a)) continue
    const i = island[a]
    linked[i] = 1
    if (depth[i] === 0) depth[i] = 1
    if (!moves(state, b)) continue
    const ratio = mass[a] > mass[b] ? mass[a] / mass[b] : mass[b] / mass[a]
    nature[i] |= ratio > HEAVY_MASS_RATIO ? HEAVY : CARRIED
  }
}

function number(state: IslandWorld): number {
  const { unionFind, awakeRows } = state
  const { members } = state.islands
  const { island, type } = state.bodies.columns
  let count = 0
  for (let k = 0; k < state.awakeCount; k++) {
    const row = awakeRows[k]
    if (type[row] === KINEMATIC) {
      island[row] = -1
      continue
    }
    const root = unionFind.find(row)
    // Roots are the smallest rows of their sets and rows ascend, so a root is numbered before its members.
    if (root === row) members[count] = 0
    island[row] = root === row ? count++ : island[root]
    members[island[row]]++
  }
  return count
}

/** Lists, for every awake dynamic body, the bodies it touches (−1 = immovable). */
function findNeighbors(state: IslandWorld): void {
  const { islands, activeContacts, activeCount, bodies } = state
  const { start, neighbor, touches, endA, endB } = islands
  const { pair, count, separation } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { thickness } = state.shapes.columns
  const points = state.contacts.schema.separation.width
  start.fill(0, 0, bodies.count + 1)
  for (let k = 0; k < activeCount; k++) {
    const c = activeContacts[k]
    const p = pair[c]
    const slop = SLOP_PER_SIZE * Math.min(thickness[shapeA[p]], thickness[shapeB[p]])
    let touch = 0
    for (let i = 0; i < count[c]; i++) if (separation[c * points + i] <= slop) touch = 1
    touches[k] = touch
    if (touch === 0) continue
    if (endA[k] >= 0) start[endA[k] + 1]++
    if (endB[k] >= 0) start[endB[k] + 1]++
  }
  for (let i = 0; i < bodies.count; i++) start[i + 1] += start[i]
  const total = start[bodies.count]
  for (let k = activeCount - 1; k >= 0; k--) {
    if (touches[k] === 0) continue
    const a = endA[k]
    const b = endB[k]
    if (a >= 0) neighbor[--start[a + 1]] = b
    if (b >= 0) neighbor[--start[b + 1]] = a
  }
  // The fill above moved every start down by one place: start[i + 1] is now where body i begins.
  for (let i = 0; i < bodies.count; i++) start[i] = start[i + 1]
  start[bodies.count] = total
}

/** Breadth-first search from the bodies that touch an immovable one, or hang on it. */
function findLevels(state: IslandWorld): void {
  const { islands, awakeRows, awakeCount } = state
  const { level, start, neighbor, queue, depth, slenderness, levelAt, onLevel } = islands
  const { island, type } = state.bodies.columns
  let tail = 0
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    level[row] = 0
    if (type[row] !== DYNAMIC) continue
    for (let e = start[row]; e < start[row + 1]; e++) {
      if (neighbor[e] >= 0) continue
      level[row] = 1
      queue[tail++] = row
      break
    }
  }
  for (let k = 0; k < state.activeJointCount; k++) {
    const row = heldBody(state, state.activeJoints[k])
    if (row < 0 || level[row] > 0) continue
    level[row] = 1
    queue[tail++] = row
  }
  for (let head = 0; head < tail; head++) {
    const row = queue[head]
    const next = level[row] + 1
    const i = island[row]
    if (level[row] > depth[i]) depth[i] = level[row]
    if (level[row] > levelAt[i]) {
      if (onLevel[i] > 0) slenderness[i] += 1 / onLevel[i]
      levelAt[i] = level[row]
      onLevel[i] = 0
    }
    onLevel[i]++
    for (let e = start[row]; e < start[row + 1]; e++) {
      const other = neighbor[e]
      if (other < 0 || level[other] > 0) continue
      level[other] = next
      queue[tail++] = other
    }
  }
}

/** The body that a joint with an immovable one has borne in the step before; −1 if there is none. */
function heldBody(state: IslandWorld, j: number): number {
  const { bodyA, bodyB, load } = state.joints.columns
  const movesA = moves(state, bodyA[j])
  if (movesA === moves(state, bodyB[j])) return -1
  const { width } = state.joints.schema.load
  for (let c = 0; c < state.bodies.schema.v.width; c++) if (load[j * width + c] !== 0) return movesA ? bodyA[j] : bodyB[j]
  return -1
}

/** Will the bodies of active contact k, which are apart, come to touch in this step? Judged by their centres, along the normal. */
function willTouch(state: IslandWorld, k: number): boolean {
  const { endA, endB } = state.islands
  const c = state.activeContacts[k]
  const { normal, separation, count } = state.contacts.columns
  const { v } = state.bodies.columns
  const { width } = state.bodies.schema.v
  const points = state.contacts.schema.separation.width
  let closing = 0
  for (let d = 0; d < width; d++) {
    const n = normal[c * width + d]
    if (endA[k] >= 0) closing += n * v[endA[k] * width + d]
    if (endB[k] >= 0) closing -= n * v[endB[k] * width + d]
  }
  for (let i = 0; i < count[c]; i++) if (separation[c * points + i] < closing * state.dt) return true
  return false
}

function findNature(state: IslandWorld): void {
  const { islands, activeContacts, activeCount } = state
  const { level, nature, depth, touches, touching, fresh, cold, massRatio, endA, endB } = islands
  const { age } = state.contacts.columns
  const { island, mass } = state.bodies.columns
  for (let k = 0; k < activeCount; k++) {
    const c = activeContacts[k]
    const a = endA[k]
    const b = endB[k]
    const i = a >= 0 ? island[a] : b >= 0 ? island[b] : -1
    if (i < 0) continue
    if (touches[k] === 0 && !willTouch(state, k)) continue
    if (depth[i] === 0) depth[i] = 1
    touching[i]++
    if (touches[k] === 0 || age[c] < BURST_STEPS) fresh[i]++
    if (touches[k] === 0 || age[c] < COLD_STEPS) cold[i]++
    if (a < 0 || b < 0) continue
    const heavyA = mass[a] > mass[b]
    const ratio = heavyA ? mass[a] / mass[b] : mass[b] / mass[a]
    // A light body on a heavy one is easy: the heavy one is nearer to the ground.
    const top = heavyA ? level[a] : level[b]
    const bottom = heavyA ? level[b] : level[a]
    if (top > 0 && bottom > top) continue
    if (ratio > massRatio[i]) massRatio[i] = ratio
    if (touches[k] === 0) continue
    if (ratio > HEAVY_MASS_RATIO) nature[i] |= HEAVY
  }
}
