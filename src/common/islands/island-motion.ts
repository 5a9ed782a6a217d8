/**
 * Classes of jointed islands by motion: refines the classes of `islands.ts`. A net at rest needs no substeps, what lies still on something half of
 * them. In a chain that cracks like a whip, short or long, substeps are too long by far: it gets four times as many.
 */

import { DYNAMIC } from '../store/column-codes.ts'
import { MARGIN_PER_SIZE, MESHED_JOINTS_PER_BODY, MIN_NET_JOINTS, STILL_MOTION } from '../tuning.ts'
import { JOINED, LINKED, RESTING, STILL, WHIRLING } from './batches.ts'
import { classifyJoined, type IslandWorld, moves } from './islands.ts'

/** By dense island: whether a body has left its place. */
let away = new Uint8Array(64)
/** By dense island: whether a body moves faster than anything at rest. */
let stirs = new Uint8Array(64)
/** Joints that can be part of a net. */
let lattice = new Int32Array(64)

type Asks<S> = (state: S, j: number) => boolean

/** Of a joint: whether it can be part of a net, and whether a body swings fast about it. */
export function classifyByMotion<S extends IslandWorld>(state: S, isLattice: Asks<S>, swingsFast: Asks<S>): void {
  const { classOf, members, joints, touching } = state.islands
  const { islandCount } = state.batches
  clear(islandCount)
  countMotion(state)
  for (let i = 0; i < islandCount; i++) if (classOf[i] === RESTING && stirs[i] === 1) classOf[i] = classifyJoined(state.islands, i)
  inspectJoints(state, isLattice, swingsFast)
  for (let i = 0; i < islandCount; i++) {
    const isNet = lattice[i] > MIN_NET_JOINTS && lattice[i] === joints[i] && lattice[i] > MESHED_JOINTS_PER_BODY * members[i]
    if (isNet && touching[i] === 0 && away[i] === 0) classOf[i] = STILL
  }
}

function clear(islandCount: number): void {
  if (away.length < islandCount) {
    away = new Uint8Array(islandCount * 2)
    stirs = new Uint8Array(islandCount * 2)
    lattice = new Int32Array(islandCount * 2)
  }
  away.fill(0, 0, islandCount)
  stirs.fill(0, 0, islandCount)
  lattice.fill(0, 0, islandCount)
}

function countMotion(state: IslandWorld): void {
  const { awakeRows, awakeCount, dt } = state
  const { type, v, w, size, island } = state.bodies.columns
  const linear = state.bodies.schema.v.width
  const angular = state.bodies.schema.w.width
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    if (type[row] !== DYNAMIC) continue
    const i = island[row]
    let square = 0
    let spin = 0
    for (let c = row * linear; c < (row + 1) * linear; c++) square += v[c] * v[c]
    for (let c = row * angular; c < (row + 1) * angular; c++) spin += w[c] * w[c]
    const motion = square * dt * dt
    const far = STILL_MOTION * size[row]
    if (motion > far * far || spin * dt * dt > STILL_MOTION * STILL_MOTION) away[i] = 1
    const fast = MARGIN_PER_SIZE * size[row]
    if (motion > fast * fast || spin * dt * dt > MARGIN_PER_SIZE * MARGIN_PER_SIZE) stirs[i] = 1
  }
}

/** Counts the lattice joints of islands at rest with enough joints for a net; finds the fast swing of the others. */
function inspectJoints<S extends IslandWorld>(state: S, isLattice: Asks<S>, swingsFast: Asks<S>): void {
  const { joints, classOf } = state.islands
  const { bodyA, bodyB } = state.joints.columns
  const { island } = state.bodies.columns
  for (let k = 0; k < state.activeJointCount; k++) {
    const j = state.activeJoints[k]
    const i = island[moves(state, bodyB[j]) ? bodyB[j] : bodyA[j]]
    if (away[i] === 1) {
      if ((classOf[i] === JOINED || classOf[i] === LINKED) && swingsFast(state, j)) classOf[i] = WHIRLING
    } else if (joints[i] > MIN_NET_JOINTS && isLattice(state, j)) lattice[i]++
  }
}
