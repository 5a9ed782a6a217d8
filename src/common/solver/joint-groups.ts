/**
 * Groups: rigid joints that hang together, solved directly as one sparse system. Gauss–Seidel sweeps carry a force from joint to joint; a
 * heavy load on light links, a loop or a long chain would need thousands of them. The system's matrix A = J M⁻¹ Jᵀ is sparse, its factor
 * (block LDLᵀ in the order of `elimination.ts`) costs about as much as a few sweeps and solves all joints of the group at once, exactly.
 *
 * Limits, motors, springs, friction and the rows of soft joints are not in the factor, which thus never changes its shape: they are a boxed
 * LCP in its Schur complement S = A_cc − A_cJ A⁻¹ A_Jc (`schur-complement.ts`). Contacts are not in it either: sweeps alternate between
 * them and the group. Joints whose force is bounded are swept.
 */

import { BATCH_COUNT, type Batches } from '../islands/batches.ts'
import { RIGID, SOFT_MODE } from '../joints/joint-codes.ts'
import { longer, roomFor } from '../memory/growing.ts'
import type { Table } from '../memory/world-memory.ts'
import { MAX_LCP_ROWS } from '../tuning.ts'
import { Elimination } from './elimination.ts'

export class JointGroups {
  readonly plan: Elimination = new Elimination()
  /** Joint row of every position. */
  rowOf: Int32Array = new Int32Array(16)
  /** Systems by batch: ranges into `order`. */
  readonly batchStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  order: Int32Array = new Int32Array(16)
  /**
   * By batch, if all its joints are in isolated groups: the number of passes, each a target and a direct solve; 0 otherwise. Rigid rows
   * start from projected velocities, and two Newton steps are enough; limits, which the projection does not know, take one more.
   */
  readonly directPasses: Uint8Array = new Uint8Array(BATCH_COUNT)
  /** By batch: 1 if all joints are solved directly and none is swept. */
  readonly allDirect: Uint8Array = new Uint8Array(BATCH_COUNT)
  /** By batch: 1 if the energy limiter acts on its groups. */
  readonly guarded: Uint8Array = new Uint8Array(BATCH_COUNT)
  /** By batch: 1 if the compliance of the groups' bodies is known in this step. */
  readonly measured: Uint8Array = new Uint8Array(BATCH_COUNT)
  /** Blocks of the factor: inverse diagonals and L. */
  blocks: Float64Array = new Float64Array(64)
  /** Regularization: compliance of each row. */
  compliance: Float64Array = new Float64Array(64)
  /** Right-hand sides, then solutions. */
  x: Float64Array = new Float64Array(64)
  /**
   * Per system: the rows of the Schur complement (reduced rows), as a range, and how many of them are in reach now. Empty where there are
   * too many: those are swept.
   */
  reducedStart: Int32Array = new Int32Array(16)
  reducedCount: Int32Array = new Int32Array(16)
  /** Per joint row: its system, −1 = none; per system: residual of the last targets and of those before. */
  groupOf: Int32Array = new Int32Array(16)
  residual: Float64Array = new Float64Array(16)
  lastResidual: Float64Array = new Float64Array(16)
  /** Per system: 1 if contacts take part, or rows that must be swept. */
  touched: Uint8Array = new Uint8Array(16)
  /** Per system: 1 if its impulses made so much energy that they are no warm start (`energy-limiter.ts`). */
  runaway: Uint8Array = new Uint8Array(16)
  /** By system: 1 if it is aimed at the velocities of the warm start too, and its residuals are compared; quiet islands are not (3D). */
  early: Uint8Array = new Uint8Array(16)
  /** By system: 1 if it may be calm; 1 if it is, or if its targets stand (3D; `calm-groups.ts`). */
  pivoted: Uint8Array = new Uint8Array(16)
  calm: Uint8Array = new Uint8Array(16)
  /** By system: 1 if rows of it were built anew at this pose (3D). */
  renewed: Uint8Array = new Uint8Array(16)
  /** By system: 1 if its bodies may be under tension, 2 if their compliance has been measured for it in this step (3D). */
  taut: Uint8Array = new Uint8Array(16)
  /** By system: 1 if angular momentum was given back to it in this step: a spin that has energy. */
  spun: Uint8Array = new Uint8Array(16)
  /** Per system: its bodies, as a range of solver rows; and its anchor (FREE …). */
  bodyStart: Int32Array = new Int32Array(16)
  bodies: Int32Array = new Int32Array(16)
  hold: Uint8Array = new Uint8Array(16)
  /** Per solver body: its system, −1 = none. */
  groupOfBody: Int32Array = new Int32Array(16)
  /**
   * Per island: 1 if energy comes in that is not accounted for; twice the energy budget at this point of the step; twice the energy of the
   * last kick; twice the kinetic energy, and the negligible part of it (`energy-limiter.ts`).
   */
  unaccounted: Uint8Array = new Uint8Array(16)
  budget: Float64Array = new Float64Array(16)
  force: Float64Array = new Float64Array(16)
  energy: Float64Array = new Float64Array(16)
  negligible: Float64Array = new Float64Array(16)
  /** Per island: 1 if it has contacts, speculative ones included, or joints that must be swept. */
  inTouch: Uint8Array = new Uint8Array(16)
  /** Per island: 1 if bodies that hardly turn keep their rows (3D; `calm-groups.ts`). */
  quiet: Uint8Array = new Uint8Array(16)
  /** Per reduced row: its joint row, its place in the plan's members, and its scalar row, or −1 − the rigid row of a soft joint. */
  reducedRow: Int32Array = new Int32Array(16)
  reducedMember: Int32Array = new Int32Array(16)
  reducedAt: Int32Array = new Int32Array(16)
  /** S of the systems one after the other, where each begins, and Y = L⁻¹ A_Jc, the eliminated couplings of a row with the factor. */
  S: Float64Array = new Float64Array(64)
  startS: Int32Array = new Int32Array(16)
  y: Float64Array = new Float64Array(64)
  startY: Int32Array = new Int32Array(16)
}

/**
 * Route of a joint row: sweeps; the factor of a group, with the scalar rows left to the sweeps; a group with its scalar and soft rows in
 * the Schur complement; a net by preconditioned conjugate gradients.
 */
export const ROUTE_SWEEP = 0
export const ROUTE_DIRECT = 1
export const ROUTE_SCHUR = 2
export const ROUTE_NET = 3

/** Whether the rigid rows of a joint on this route are in a group's factor. */
export function isGrouped(route: number): boolean {
  return route === ROUTE_DIRECT || route === ROUTE_SCHUR
}

/** Anchor of a group: none, an immovable body, a kinematic body that moves. */
export const FREE = 0
export const HELD = 1
export const CARRIED = 2

interface GroupJoints {
  bodyA: Int32Array
  bodyB: Int32Array
  row: Int32Array
  softness: Float64Array
}

interface GroupRows {
  joint: Int32Array
  bodyA: Int32Array
  bodyB: Int32Array
  island: Int32Array
  rigid: Uint8Array
  scalarStart: Int32Array
  scalarEnd: Int32Array
  isolated: Uint8Array
  exact: Uint8Array
  route: Uint8Array
}

/** The part of a world that planning reads. */
export interface GroupWorld {
  readonly jointGroups: JointGroups
  readonly joints: Table<GroupJoints>
  readonly jointRows: Table<GroupRows>
  readonly contactRows: Table<{ island: Int32Array }>
  readonly islands: { readonly linked: Uint8Array }
  readonly batches: Batches
  readonly activeJoints: Int32Array
  readonly activeJointCount: number
}

let nodes = new Int32Array(16)
let endA = new Int32Array(16)
let endB = new Int32Array(16)
let sizes = new Int32Array(16)

/**
 * After the rows have their places and those of nets their route: which of the others are solved as groups. `rowsPerJoint` is the number of
 * rigid rows a joint has room for; `bounds`, if given, holds each joint's greatest force first, of `boundWidth` numbers.
 */
export function planGroups(state: GroupWorld, rowsPerJoint: number, bounds: Float64Array | null, boundWidth: number): void {
  const groups = state.jointGroups
  const { plan } = groups
  const rows = state.jointRows.columns
  const { softness, row } = state.joints.columns
  const { activeJoints, activeJointCount } = state
  const movable = state.batches.bodyStart[0]
  nodes = roomFor(nodes, activeJointCount)
  endA = roomFor(endA, activeJointCount)
  endB = roomFor(endB, activeJointCount)
  sizes = roomFor(sizes, activeJointCount)
  findTouched(state)
  const { inTouch } = groups
  const { bodyA, bodyB } = state.joints.columns
  let n = 0
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    const r = row[j]
    rows.isolated[r] = 0
    rows.exact[r] = 0
    if ((bounds !== null && bounds[j * boundWidth] < Infinity) || rows.route[r] === ROUTE_NET) {
      inTouch[rows.island[r]] = 1
      continue
    }
    nodes[n] = j
    endA[n] = rows.bodyA[r] >= movable ? bodyA[j] : -1
    endB[n] = rows.bodyB[r] >= movable ? bodyB[j] : -1
    sizes[n++] = softness[j * 3 + SOFT_MODE] === RIGID ? rows.rigid[r] : 0
  }
  if (plan.plan(n, nodes, endA, endB, sizes)) reserve(groups)
  for (let k = 0; k < n; k++) {
    const r = row[nodes[k]]
    if (plan.planned[k] === 1) rows.route[r] = ROUTE_DIRECT
    else inTouch[rows.island[r]] = 1
  }
  groups.runaway.fill(0, 0, plan.count)
  groups.spun.fill(0, 0, plan.count)
  for (let p = 0; p < plan.positions; p++) groups.rowOf[p] = row[plan.node[p]]
  listReduced(state, rowsPerJoint)
  listBodies(state)
  sortByBatch(state)
}

function reserve(groups: JointGroups): void {
  const { plan } = groups
  groups.rowOf = roomFor(groups.rowOf, plan.positions)
  groups.order = roomFor(groups.order, plan.count)
  groups.touched = roomFor(groups.touched, plan.count)
  groups.runaway = roomFor(groups.runaway, plan.count)
  groups.spun = roomFor(groups.spun, plan.count)
  groups.renewed = roomFor(groups.renewed, plan.count)
  groups.pivoted = roomFor(groups.pivoted, plan.count)
  groups.calm = roomFor(groups.calm, plan.count)
  groups.early = roomFor(groups.early, plan.count)
  groups.taut = roomFor(groups.taut, plan.count)
  groups.hold = roomFor(groups.hold, plan.count)
  groups.bodyStart = roomFor(groups.bodyStart, plan.count + 1)
  groups.residual = roomFor(groups.residual, plan.count)
  groups.lastResidual = roomFor(groups.lastResidual, plan.count)
  groups.reducedStart = roomFor(groups.reducedStart, plan.count + 1)
  groups.reducedCount = roomFor(groups.reducedCount, plan.count)
  groups.startS = roomFor(groups.startS, plan.count + 1)
  groups.startY = roomFor(groups.startY, plan.count + 1)
  groups.blocks = roomFor(groups.blocks, plan.blockLength)
  groups.x = roomFor(groups.x, plan.vectorLength)
  groups.compliance = roomFor(groups.compliance, plan.vectorLength)
}

function sortByBatch(state: GroupWorld): void {
  const { batchStart, order, plan, directPasses, allDirect, touched, reducedStart } = state.jointGroups
  const { row } = state.joints.columns
  const { route } = state.jointRows.columns
  const { jointStart } = state.batches
  let at = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    batchStart[batch] = at
    directPasses[batch] = 1
    allDirect[batch] = 1
    for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
      if (!isGrouped(route[r])) directPasses[batch] = 0
      if (route[r] !== ROUTE_SCHUR) allDirect[batch] = 0
    }
    if (jointStart[batch] === jointStart[batch + 1]) continue
    for (let g = 0; g < plan.count; g++) {
      const r = row[plan.member[plan.memberStart[g]]]
      if (r < jointStart[batch] || r >= jointStart[batch + 1]) continue
      order[at++] = g
      if (touched[g] === 1) directPasses[batch] = 0
      else if (directPasses[batch] > 0) {
        directPasses[batch] = Math.max(directPasses[batch], reducedStart[g] < reducedStart[g + 1] ? 3 : 2)
      }
    }
  }
  batchStart[BATCH_COUNT] = at
}

/** Lists the scalar and soft rows of each system's Schur complement. */
function listReduced(state: GroupWorld, rowsPerJoint: number): void {
  const groups = state.jointGroups
  const { plan, reducedStart, startS, startY, touched, inTouch } = groups
  const rows = state.jointRows.columns
  const { row } = state.joints.columns
  groups.groupOf = roomFor(groups.groupOf, state.jointRows.count)
  groups.groupOf.fill(-1, 0, state.jointRows.count)
  for (let g = 0; g < plan.count; g++) for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) groups.groupOf[row[plan.member[m]]] = g
  reducedStart[0] = 0
  startS[0] = 0
  startY[0] = 0
  for (let g = 0; g < plan.count; g++) {
    const first = reducedStart[g]
    let at = first
    let count = 0
    for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) count += reducedCount(state, row[plan.member[m]])
    // A thread of ropes has no rigid rows to factor, and its beads swing across it faster than a substep can follow: sweeps damp that.
    if (plan.start[g] === plan.start[g + 1] && plan.memberStart[g + 1] - plan.memberStart[g] > 2) count = MAX_LCP_ROWS + 1
    const island = rows.island[row[plan.member[plan.memberStart[g]]]]
    if (count > MAX_LCP_ROWS) inTouch[island] = 1
    touched[g] = inTouch[island]
    if (count <= MAX_LCP_ROWS) {
      groups.reducedAt = longer(groups.reducedAt, at + count)
      groups.reducedRow = longer(groups.reducedRow, at + count)
      groups.reducedMember = longer(groups.reducedMember, at + count)
      for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) {
        const r = row[plan.member[m]]
        rows.route[r] = ROUTE_SCHUR
        rows.isolated[r] = 1 - touched[g]
        rows.exact[r] = 1 - touched[g]
        at = listRows(state, r, m, at, rowsPerJoint, null)
      }
    }
    groups.reducedCount[g] = at - first
    const n = at - first
    const length = plan.start[g] < plan.start[g + 1] ? vectorEnd(plan, g) - plan.vector[plan.start[g]] : 0
    reducedStart[g + 1] = at
    startS[g + 1] = startS[g] + n * n
    startY[g + 1] = startY[g] + n * length
  }
  groups.S = roomFor(groups.S, startS[plan.count])
  groups.y = roomFor(groups.y, startY[plan.count])
}

let seen = new Int32Array(16)

/** The bodies of every system, and its anchor. */
function listBodies(state: GroupWorld): void {
  const groups = state.jointGroups
  const { plan, bodyStart, hold } = groups
  const { bodyA, bodyB, island } = state.jointRows.columns
  const { row } = state.joints.columns
  const movable = state.batches.bodyStart[0]
  const rows = state.batches.bodyStart[BATCH_COUNT]
  seen = roomFor(seen, rows)
  groups.bodies = roomFor(groups.bodies, 2 * state.jointRows.count)
  seen.fill(-1, 0, rows)
  groups.groupOfBody = roomFor(groups.groupOfBody, rows)
  groups.groupOfBody.fill(-1, 0, rows)
  let at = 0
  for (let g = 0; g < plan.count; g++) {
    bodyStart[g] = at
    hold[g] = FREE
    for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) {
      const r = row[plan.member[m]]
      for (let side = 0; side < 2; side++) {
        const s = side === 0 ? bodyA[r] : bodyB[r]
        if (s < movable) hold[g] = Math.max(hold[g], s > 0 ? CARRIED : HELD)
        else if (seen[s] !== g) groups.bodies[at++] = s
        if (s < movable) continue
        seen[s] = g
        groups.groupOfBody[s] = g
      }
    }
    const first = row[plan.member[plan.memberStart[g]]]
    if (hold[g] === CARRIED) groups.unaccounted[island[first]] = 1
  }
  bodyStart[plan.count] = at
}

/** Lists the rows of one joint from `from` on, without limits out of reach (`asleep`). Returns where the next one's begin. */
function listRows(state: GroupWorld, r: number, member: number, from: number, rowsPerJoint: number, asleep: Uint8Array | null): number {
  const { reducedAt, reducedRow, reducedMember } = state.jointGroups
  const rows = state.jointRows.columns
  let at = from
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) if (asleep === null || asleep[s] === 0) reducedAt[at++] = s
  if (isSoft(state, r)) for (let i = 0; i < rows.rigid[r]; i++) reducedAt[at++] = -1 - (r * rowsPerJoint + i)
  reducedRow.fill(r, from, at)
  reducedMember.fill(member, from, at)
  return at
}

/** Lists the reduced rows of a system at this pose: `asleep` tells which limits are out of reach. */
export function gatherReduced(state: GroupWorld, g: number, rowsPerJoint: number, asleep: Uint8Array): void {
  const { plan, reducedStart, reducedCount } = state.jointGroups
  const { row } = state.joints.columns
  const first = reducedStart[g]
  let at = first
  if (first < reducedStart[g + 1]) {
    for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) at = listRows(state, row[plan.member[m]], m, at, rowsPerJoint, asleep)
  }
  reducedCount[g] = at - first
}

/** Islands with contacts or wheels on the ground. */
function findTouched(state: GroupWorld): void {
  const groups = state.jointGroups
  const { island } = state.contactRows.columns
  const { islandCount } = state.batches
  groups.inTouch = roomFor(groups.inTouch, islandCount)
  groups.quiet = roomFor(groups.quiet, islandCount)
  groups.unaccounted = roomFor(groups.unaccounted, islandCount)
  groups.budget = roomFor(groups.budget, islandCount)
  groups.force = roomFor(groups.force, islandCount)
  groups.energy = roomFor(groups.energy, islandCount)
  groups.negligible = roomFor(groups.negligible, islandCount)
  groups.unaccounted.fill(0, 0, islandCount)
  groups.inTouch.fill(0, 0, islandCount)
  for (let r = 0; r < state.contactRows.count; r++) groups.inTouch[island[r]] = 1
  // Wheels bear like contacts, and drive.
  const { linked } = state.islands
  for (let i = 0; i < islandCount; i++) if (linked[i] === 1) groups.inTouch[i] = groups.unaccounted[i] = 1
}

/** Where the vectors of a system end. */
export function vectorEnd(plan: Elimination, g: number): number {
  const last = plan.start[g + 1] - 1
  return plan.vector[last] + plan.size[last]
}

function isSoft(state: GroupWorld, r: number): boolean {
  return state.joints.columns.softness[state.jointRows.columns.joint[r] * 3 + SOFT_MODE] !== RIGID
}

function reducedCount(state: GroupWorld, r: number): number {
  const { scalarStart, scalarEnd, rigid } = state.jointRows.columns
  return scalarEnd[r] - scalarStart[r] + (isSoft(state, r) ? rigid[r] : 0)
}
