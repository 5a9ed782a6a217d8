/**
 * Nets: the joints they consist of, and the matrix of the reference configuration, in which the frames of every joint agree, in the axes of
 * its bodies.
 *
 * H = M + Σ Jᵀ J / γ with γ a share κ of each row's own J M⁻¹ Jᵀ: the augmented matrix of a net whose joints are a little soft. H has three
 * unknowns per body however many joints there are, and is positive definite however redundant they are. Its factor is the preconditioner of
 * `solve-nets.ts`.
 */

import { BATCH_COUNT, STILL } from '../../../common/islands/batches.ts'
import { moves } from '../../../common/islands/islands.ts'
import { roomFor } from '../../../common/memory/growing.ts'
import { ROUTE_NET, ROUTE_SWEEP } from '../../../common/solver/joint-groups.ts'
import { analyseNet, gatherNets, type Net, placeSolvers } from '../../../common/solver/joint-nets.ts'
import { MAX_NET_WORK } from '../../../common/limits.ts'
import { MAX_BENT_JOINTS, MESHED_JOINTS_PER_BODY, MIN_NET_JOINTS, NET_REGULARIZATION, STILL_MOTION } from '../../../common/tuning.ts'
import { bodyPoses, loadFrames } from '../frames.ts'
import { D, MAX_COORDINATES, MAX_RIGID, Measure, POSE_SIZE, ROW } from '../joint-kind.ts'
import { setRotation } from '../../math/rotation.ts'
import { DYNAMIC } from '../../store/bodies.ts'
import { BOUNDS, DATA_SIZE, FRAME_A, FRAME_B, MAX_FORCE, OWN, RIGID, SOFT_MODE } from '../../store/joint-table.ts'
import type { WorldState } from '../../store/world-state.ts'
import { addImpulse, invertRow } from './build-joint.ts'
import { HOT_STRIDE } from './joint-rows.ts'

const pose = new Float64Array(POSE_SIZE)
const measured = new Measure()
const block = new Float64Array(9)
const rotation = new Float64Array(2)
const turns = new Float64Array(MAX_COORDINATES)

/** Whether a joint can be part of a net. */
export function isLattice(state: WorldState, j: number): boolean {
  const { kind, softness, bounds, bodyA, bodyB } = state.joints.columns
  if (softness[j * 3 + SOFT_MODE] !== RIGID || bounds[j * BOUNDS + MAX_FORCE] < Infinity) return false
  return state.jointKinds[kind[j]].lattice === true && isFree(state, bodyA[j]) && isFree(state, bodyB[j])
}

/** Whether it is, and is near the reference configuration. */
export function isUnbent(state: WorldState, j: number): boolean {
  return isLattice(state, j) && !isBent(state, j)
}

function isBent(state: WorldState, j: number): boolean {
  const { turns, kind, bodyA, bodyB } = state.joints.columns
  // The angle to an immovable body is of no consequence.
  if (!moves(state, bodyA[j]) || !moves(state, bodyB[j])) return false
  return state.jointKinds[kind[j]].coordinates.length > 0 && Math.abs(turns[j * MAX_COORDINATES]) > STILL_MOTION
}

/** Whether a body is immovable or has all its degrees of freedom. */
function isFree(state: WorldState, body: number): boolean {
  const { type, lockedAxes, inertia } = state.bodies.columns
  return body < 0 || type[body] !== DYNAMIC || (lockedAxes[body] === 0 && inertia[body] > 0)
}

/** By dense island: joints that are bent away from the reference configuration. */
let bentOf = new Int32Array(64)

/** Routes the rows of lattices that hardly bend to nets: there they cost a small part of a group. */
export function markMeshes(state: WorldState): void {
  const { route, joint, island } = state.jointRows.columns
  const { joints, members, classOf } = state.islands
  const { islandCount } = state.batches
  bentOf = roomFor(bentOf, islandCount)
  bentOf.fill(0, 0, islandCount)
  for (let r = 0; r < state.jointRows.count; r++) {
    const i = island[r]
    const meshed = joints[i] > MIN_NET_JOINTS && joints[i] > MESHED_JOINTS_PER_BODY * members[i]
    // In islands at rest all joints have been checked already.
    route[r] = meshed && (classOf[i] === STILL || isLattice(state, joint[r])) ? ROUTE_NET : ROUTE_SWEEP
    if (route[r] === ROUTE_NET && classOf[i] !== STILL && isBent(state, joint[r])) bentOf[i]++
  }
  for (let r = 0; r < state.jointRows.count; r++) if (bentOf[island[r]] > MAX_BENT_JOINTS) route[r] = ROUTE_SWEEP
}

/** Finds the nets among the joints that are in no group, and factors them. */
export function planNets(state: WorldState): void {
  const { jointNets } = state
  const { route, joint, island } = state.jointRows.columns
  const { joints } = state.islands
  let any = false
  for (let r = 0; r < state.jointRows.count; r++) {
    const i = island[r]
    if (route[r] === ROUTE_SWEEP && joints[i] > MIN_NET_JOINTS && bentOf[i] <= MAX_BENT_JOINTS && isLattice(state, joint[r])) route[r] = ROUTE_NET
    if (route[r] === ROUTE_NET) any = true
  }
  jointNets.count = 0
  jointNets.inBatch.fill(0)
  jointNets.allDirect.fill(0)
  jointNets.allNets.fill(0)
  jointNets.still.fill(0)
  if (!any) return
  gatherNets(state, MIN_NET_JOINTS)
  for (let n = 0; n < jointNets.count; n++) {
    const net = jointNets.nets[n]
    if (net.isNew) {
      analyseNet(net, 3)
      net.usable = false
    }
    if (differs(state, net) || net.isNew) net.usable = net.factor.work <= MAX_NET_WORK && buildReference(state, net)
    // In islands at rest all joints have been checked already.
    net.bent = net.batch === STILL ? 0 : countBent(state, net)
    net.turned = false
    net.stirred = false
    placeSolvers(net)
    net.active = net.usable && net.bent <= MAX_BENT_JOINTS
    if (net.active) jointNets.inBatch[net.batch] = 1
    else sweepInstead(state, net)
  }
  freeNets(state)
}

function sweepInstead(state: WorldState, net: Net): void {
  const { route } = state.jointRows.columns
  for (let m = 0; m < net.count; m++) {
    route[net.row[m]] = ROUTE_SWEEP
    invertRow(state, net.row[m])
  }
}

/**
 * Nets that move get no warm start, as isolated groups: they are solved exactly anyway, and impulses with which redundant joints brace each
 * other would not quite cancel at the next pose.
 */
function freeNets(state: WorldState): void {
  const { jointNets, jointGroups, batches } = state
  const { island } = state.contactRows.columns
  const { route, isolated, scalarStart, scalarEnd } = state.jointRows.columns
  for (let n = 0; n < jointNets.count; n++) {
    const net = jointNets.nets[n]
    net.free = net.active && net.batch !== STILL
    // The surplus energy of the island must not be taken from a few of its bodies that are in groups as well.
    if (net.active) jointGroups.unaccounted[net.island] = 1
    net.alone = net.free && net.count === state.islands.joints[net.island]
  }
  for (let r = 0; r < state.contactRows.count; r++) {
    const n = jointNets.ofIsland[island[r]]
    if (n >= 0) jointNets.nets[n].alone = false
  }
  for (let n = 0; n < jointNets.count; n++) {
    const net = jointNets.nets[n]
    if (!net.free) continue
    if (net.alone) jointGroups.inTouch[net.island] = 0
    else resetNet(state, net)
    for (let m = 0; m < net.count; m++) isolated[net.row[m]] = 1
  }
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    if (jointNets.inBatch[batch] === 0) continue
    jointNets.allDirect[batch] = 1
    jointNets.allNets[batch] = 1
    jointNets.still[batch] = batch === STILL && batches.rowStart(batch) === batches.rowEnd(batch) ? 1 : 0
    for (let r = batches.jointStart[batch]; r < batches.jointStart[batch + 1]; r++) {
      if (route[r] !== ROUTE_NET || scalarStart[r] < scalarEnd[r]) jointNets.still[batch] = 0
      if (route[r] === ROUTE_SWEEP) jointNets.allDirect[batch] = 0
      if (route[r] !== ROUTE_NET) jointNets.allNets[batch] = 0
    }
  }
}

/** Resets the stored impulses, and takes them out of the bodies' warm starts, to which others have added as well. */
function resetNet(state: WorldState, net: Net): void {
  const { bodyA, bodyB, rigid, hot, impulse } = state.jointRows.columns
  const { velocity, warm } = state.solverBodies.columns
  for (let m = 0; m < net.count; m++) {
    const r = net.row[m]
    for (let i = 0; i < rigid[r]; i++) {
      addImpulse(hot, r * HOT_STRIDE + i * ROW, impulse, r * MAX_RIGID + i, -1, velocity, bodyA[r], bodyB[r], warm, 3)
      impulse[r * MAX_RIGID + i] = 0
    }
  }
}

function countBent(state: WorldState, net: Net): number {
  let count = 0
  for (let m = 0; m < net.count; m++) if (isBent(state, net.joint[m])) count++
  return count
}

/** Whether the numbers behind the factor differ from those of the last time. Records them. */
function differs(state: WorldState, net: Net): boolean {
  const { data, kind } = state.joints.columns
  const { mass, inertia, localCenter, radius } = state.bodies.columns
  const length = net.count * (OWN + 1) + net.nodes * 5
  let differ = false
  net.known = roomFor(net.known, length)
  const { known } = net
  let k = 0
  for (let m = 0; m < net.count; m++) {
    const from = net.joint[m] * DATA_SIZE
    if (known[k] !== kind[net.joint[m]]) differ = true
    known[k++] = kind[net.joint[m]]
    for (let i = from; i < from + OWN; i++) {
      if (known[k] !== data[i]) {
        known[k] = data[i]
        differ = true
      }
      k++
    }
  }
  for (let i = 0; i < net.nodes; i++) {
    const b = net.body[i]
    if (known[k] !== mass[b] || known[k + 1] !== inertia[b]) differ = true
    if (known[k + 2] !== localCenter[b * 2] || known[k + 3] !== localCenter[b * 2 + 1]) differ = true
    known[k++] = mass[b]
    known[k++] = inertia[b]
    known[k++] = localCenter[b * 2]
    known[k++] = localCenter[b * 2 + 1]
    if (known[k] !== radius[b]) differ = true
    known[k++] = radius[b]
  }
  return differ
}

/** Makes the factor. False if it cannot be made. */
function buildReference(state: WorldState, net: Net): boolean {
  const { factor } = net
  const { mass, inertia, radius } = state.bodies.columns
  factor.clear()
  block.fill(0)
  net.spread = 0
  for (let n = 0; n < net.nodes; n++) {
    block[0] = mass[net.body[n]]
    block[4] = block[0]
    block[8] = inertia[net.body[n]]
    factor.addDiagonal(n, block, 0)
    net.spread += 4 * block[0] * radius[net.body[n]] * radius[net.body[n]]
  }
  net.rows = roomFor(net.rows, net.count * MAX_RIGID * ROW)
  net.compliance = roomFor(net.compliance, net.count * MAX_RIGID)
  net.axis = roomFor(net.axis, net.count * 2)
  for (let m = 0; m < net.count; m++) addJoint(state, net, m)
  return factor.factor()
}

function addJoint(state: WorldState, net: Net, m: number): void {
  const { kind, data } = state.joints.columns
  const j = net.joint[m]
  const d = j * DATA_SIZE
  // Frames in line and in one place.
  bodyPoses.fill(0)
  bodyPoses[2] = -data[d + FRAME_A]
  bodyPoses[5] = -data[d + FRAME_B]
  loadFrames(state, j, pose)
  bodyPoses[3] = -pose[D]
  bodyPoses[4] = -pose[D + 1]
  loadFrames(state, j, pose)
  state.jointKinds[kind[j]].measure(pose, data, d, measured, turns, 0)
  const { jacobian, rigid } = measured
  const { angularRows } = state.jointKinds[kind[j]]
  const a = net.endA[m]
  const b = net.endB[m]
  toBody(jacobian, 0, rigid, -data[d + FRAME_A])
  toBody(jacobian, 3, rigid, -data[d + FRAME_B])
  let linear = 0
  let count = 0
  let angular = 0
  for (let i = 0; i < rigid; i++) {
    const rowMobility = mobility(state, net, a, i * ROW) + mobility(state, net, b, i * ROW + 3)
    if (angularRows?.[i] === true) angular = rowMobility
    else {
      linear += rowMobility
      count++
    }
  }
  for (let i = 0; i < rigid; i++) {
    const compliance = NET_REGULARIZATION * (angularRows?.[i] === true ? angular : linear / count)
    // No mobility along the row.
    net.compliance[m * MAX_RIGID + i] = compliance > 0 ? compliance : Infinity
    for (let k = 0; k < ROW; k++) net.rows[(m * MAX_RIGID + i) * ROW + k] = jacobian[i * ROW + k]
    if (!(compliance > 0)) continue
    if (a >= 0) net.factor.addDiagonal(a, product(i * ROW, i * ROW, compliance), 0)
    if (b >= 0) net.factor.addDiagonal(b, product(i * ROW + 3, i * ROW + 3, compliance), 0)
    if (a >= 0 && b >= 0 && a !== b) net.factor.addEdge(a, b, product(i * ROW, i * ROW + 3, compliance), 0)
  }
}

/** Rotates the linear parts of the rows into the axes of a body at an angle. */
function toBody(jacobian: Float64Array, at: number, rows: number, angle: number): void {
  setRotation(angle, rotation, 0)
  const c = rotation[0]
  const s = rotation[1]
  for (let i = 0; i < rows; i++) {
    const o = i * ROW + at
    const x = jacobian[o]
    const y = jacobian[o + 1]
    jacobian[o] = c * x + s * y
    jacobian[o + 1] = c * y - s * x
  }
}

/** J M⁻¹ Jᵀ of one side of a row. */
function mobility(state: WorldState, net: Net, node: number, o: number): number {
  if (node < 0) return 0
  const { mass, inertia } = state.bodies.columns
  const { jacobian: J } = measured
  const b = net.body[node]
  return (J[o] * J[o] + J[o + 1] * J[o + 1]) / mass[b] + (J[o + 2] * J[o + 2]) / inertia[b]
}

/** Jᵀ J / γ of two sides of a row, into `block`. */
function product(o: number, p: number, compliance: number): Float64Array {
  const { jacobian: J } = measured
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) block[i * 3 + k] = (J[o + i] * J[p + k]) / compliance
  return block
}
