/**
 * Nets: lattices of rigid joints, solved by preconditioned conjugate gradients. Their joints are so many, in loops, that a new factor in
 * every substep would cost too much, and so far across that sweeps, which carry a force from joint to joint, do not converge: lattices,
 * girders, walls of welded blocks.
 *
 * Such a net is factored once, in its reference configuration, in the axes of its bodies; that factor is the preconditioner of every
 * substep (`solve-nets.ts`). It follows from definitions alone — joints, masses, anchors — and not from history: a restored world makes it
 * again, to the bit. This file finds the nets and their indices; the numbers are in the dimensions.
 */

import { BATCH_COUNT, type Batches } from '../islands/batches.ts'
import { roomFor } from '../memory/growing.ts'
import type { Table } from '../memory/world-memory.ts'
import { ROUTE_NET, ROUTE_SWEEP } from './joint-groups.ts'
import { NetFactor } from './net-factor.ts'

export class Net {
  readonly factor: NetFactor = new NetFactor()
  /** Joints in the order of the table, their bodies as nodes (−1: immovable), and their rows in this step. */
  count = 0
  joint: Int32Array = new Int32Array(64)
  endA: Int32Array = new Int32Array(64)
  endB: Int32Array = new Int32Array(64)
  row: Int32Array = new Int32Array(64)
  /** Nodes: rows of the body table in the order in which the joints name them, and of the solver in this step. */
  nodes = 0
  body: Int32Array = new Int32Array(64)
  solver: Int32Array = new Int32Array(64)
  /** The ends by their places in the order of elimination, −1 as above; and the solver's rows by place. */
  placeA: Int32Array = new Int32Array(64)
  placeB: Int32Array = new Int32Array(64)
  solverAt: Int32Array = new Int32Array(64)
  /** Joints per node. */
  degree: Int32Array = new Int32Array(64)
  /** The numbers behind the factor, and whether there is one. */
  known: Float64Array = new Float64Array(64)
  usable = false
  /** Joints bent away from the reference configuration; whether the factor is used in this step all the same. */
  bent = 0
  active = false
  /** No warm start: its impulses begin at zero in every substep. */
  free = false
  /** The same, and neither contacts nor other joints act on its bodies. */
  alone = false
  /**
   * It is at rest and had a residual in this step. Impulses of the first half of a step are taken for those of the second as well: a
   * residual before the first would be corrected twice, and go to and fro between the halves for ever unless the second is solved too.
   */
  stirred = false
  /** `axis` is up to date. */
  turned = false
  /** Per joint: its rows in the reference configuration, the compliance of each, and the axes in which they are now. */
  rows: Float64Array = new Float64Array(64)
  compliance: Float64Array = new Float64Array(64)
  axis: Float64Array = new Float64Array(64)
  /** Σ m (2r)²: the unit of negligible energy. */
  spread = 0
  batch = 0
  island = 0
  /** 1: the indices differ from those of the step before. */
  isNew = true

  reserve(joints: number): void {
    this.joint = roomFor(this.joint, joints)
    this.endA = roomFor(this.endA, joints)
    this.endB = roomFor(this.endB, joints)
    this.row = roomFor(this.row, joints)
    this.placeA = roomFor(this.placeA, joints)
    this.placeB = roomFor(this.placeB, joints)
    this.solverAt = roomFor(this.solverAt, joints * 2)
    this.body = roomFor(this.body, joints * 2)
    this.solver = roomFor(this.solver, joints * 2)
    this.degree = roomFor(this.degree, joints * 2)
  }
}

export class JointNets {
  count = 0
  readonly nets: Net[] = []
  /** By dense island: its net, −1 = none. */
  ofIsland: Int32Array = new Int32Array(64)
  /** By batch: 1 if it has a net; 1 if all its joints are in nets or groups; and if all are in nets. */
  readonly inBatch: Uint8Array = new Uint8Array(BATCH_COUNT)
  readonly allDirect: Uint8Array = new Uint8Array(BATCH_COUNT)
  readonly allNets: Uint8Array = new Uint8Array(BATCH_COUNT)
  /** By batch: 1 if all its joints are in nets at rest. */
  readonly still: Uint8Array = new Uint8Array(BATCH_COUNT)
}

interface NetWorld {
  readonly jointNets: JointNets
  readonly joints: Table<{ bodyA: Int32Array; bodyB: Int32Array; row: Int32Array }>
  readonly jointRows: Table<{ bodyA: Int32Array; bodyB: Int32Array; island: Int32Array; route: Uint8Array }>
  readonly bodies: Table<object>
  readonly batches: Batches
  readonly activeJoints: Int32Array
  readonly activeJointCount: number
}

let nodeOf = new Int32Array(64)

/** Gathers the joints on ROUTE_NET, island by island; islands with no more than `few` of them get no net. */
export function gatherNets(state: NetWorld, few: number): void {
  const { jointNets, activeJoints, activeJointCount, batches } = state
  const { row, bodyA, bodyB } = state.joints.columns
  const rows = state.jointRows.columns
  jointNets.inBatch.fill(0)
  jointNets.ofIsland = roomFor(jointNets.ofIsland, batches.islandCount)
  const { ofIsland } = jointNets
  ofIsland.fill(0, 0, batches.islandCount)
  for (let k = 0; k < activeJointCount; k++) {
    const r = row[activeJoints[k]]
    if (rows.route[r] === ROUTE_NET) ofIsland[rows.island[r]]++
  }
  jointNets.count = 0
  nodeOf = roomFor(nodeOf, state.bodies.count)
  nodeOf.fill(-1, 0, state.bodies.count)
  // Counts of joints become −1, or −2 − the number of the net.
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    const r = row[j]
    if (rows.route[r] !== ROUTE_NET) continue
    const i = rows.island[r]
    if (ofIsland[i] >= 0) ofIsland[i] = ofIsland[i] <= few ? -1 : -2 - claim(jointNets, j, ofIsland[i], i)
    if (ofIsland[i] === -1) {
      rows.route[r] = ROUTE_SWEEP
      continue
    }
    const net = jointNets.nets[-2 - ofIsland[i]]
    const m = net.count++
    if (net.joint[m] !== j) net.isNew = true
    net.joint[m] = j
    net.row[m] = r
    const a = node(state, net, bodyA[j], rows.bodyA[r])
    const b = node(state, net, bodyB[j], rows.bodyB[r])
    if (net.endA[m] !== a || net.endB[m] !== b) net.isNew = true
    net.endA[m] = a
    net.endB[m] = b
  }
  for (let i = 0; i < batches.islandCount; i++) ofIsland[i] = ofIsland[i] < -1 ? -2 - ofIsland[i] : -1
  for (let n = 0; n < jointNets.count; n++) {
    const net = jointNets.nets[n]
    net.batch = batchOf(batches, net.row[0])
  }
}

/** The net that began with joint j in the step before, or an unused one: the next in the list. Returns its place. */
function claim(jointNets: JointNets, j: number, joints: number, island: number): number {
  const { nets } = jointNets
  const place = jointNets.count++
  let found = place
  while (found < nets.length && nets[found].joint[0] !== j) found++
  if (found === nets.length) {
    found = place
    if (place === nets.length) nets.push(new Net())
  }
  const net = nets[found]
  nets[found] = nets[place]
  nets[place] = net
  net.isNew = net.count !== joints
  net.reserve(joints)
  net.count = 0
  net.nodes = 0
  net.island = island
  return place
}

function node(state: NetWorld, net: Net, body: number, solver: number): number {
  if (solver < state.batches.bodyStart[0]) return -1
  let n = nodeOf[body]
  if (n < 0) {
    n = net.nodes++
    nodeOf[body] = n
    net.degree[n] = 0
    if (net.body[n] !== body) net.isNew = true
    net.body[n] = body
    net.solver[n] = solver
  }
  net.degree[n]++
  return n
}

function batchOf(batches: Batches, r: number): number {
  let batch = 0
  while (r >= batches.jointStart[batch + 1]!) batch++
  return batch
}

let start = new Int32Array(64)
let neighbor = new Int32Array(64)

/** Plans the factor of a net with `width` unknowns per node. */
export function analyseNet(net: Net, width: number): void {
  const { nodes, count, endA, endB } = net
  start = roomFor(start, nodes + 2)
  neighbor = roomFor(neighbor, count * 2)
  start.fill(0, 0, nodes + 2)
  for (let m = 0; m < count; m++) {
    if (endA[m] < 0 || endB[m] < 0) continue
    start[endA[m] + 2]++
    start[endB[m] + 2]++
  }
  for (let i = 0; i <= nodes; i++) start[i + 1] += start[i]
  for (let m = 0; m < count; m++) {
    if (endA[m] < 0 || endB[m] < 0) continue
    neighbor[start[endA[m] + 1]++] = endB[m]
    neighbor[start[endB[m] + 1]++] = endA[m]
  }
  net.factor.analyse(nodes, width, start, neighbor)
  const { place } = net.factor
  for (let m = 0; m < count; m++) {
    net.placeA[m] = endA[m] < 0 ? -1 : place[endA[m]]
    net.placeB[m] = endB[m] < 0 ? -1 : place[endB[m]]
  }
}

/** Records the solver rows of this step of the bodies of an analysed net. */
export function placeSolvers(net: Net): void {
  const { place } = net.factor
  for (let n = 0; n < net.nodes; n++) net.solverAt[place[n]] = net.solver[n]
}
