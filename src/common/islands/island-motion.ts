/**
 * Island classes by motion: refines the classes of `islands.ts`.
 *
 * A box that slides to a stop nods, unless its friction and its two points are swept more than once. In tumbling islands a few sweeps are
 * enough. A tall pile that sways, with warm starting and few sweeps, does so for seconds: it gets more sweeps, and its normal impulses are
 * released faster (over-relaxation, `solve.ts`). A net at rest needs no substeps. In a chain that cracks like a whip substeps are too long
 * by far: it gets four times as many.
 */

import { DYNAMIC } from '../store/column-codes.ts'
import { MESHED_JOINTS_PER_BODY, MIN_NET_JOINTS, REST_OF_FALL, STILL_MOTION, STIR_OF_FALL } from '../tuning.ts'
import { CALM, EASY, JOINED, SETTLING, STILL, SWAYING, TINY, TUMBLING } from './batches.ts'
import { type IslandWorld, moves } from './islands.ts'

/**
 * By dense island: bodies faster than after a fall by their own size; bodies not at rest; whether one stirs; whether one has left its
 * place.
 */
let fast = new Int32Array(64)
let moving = new Int32Array(64)
let stirring = new Uint8Array(64)
let away = new Uint8Array(64)
/** Joints that can be part of a net. */
let lattice = new Int32Array(64)

type Asks<S> = (state: S, j: number) => boolean

/**
 * `fall`: how far a body at rest falls in this step. Of a joint: whether it can be part of a net, and whether a body swings fast about it.
 */
export function classifyByMotion<S extends IslandWorld>(state: S, fall: number, isLattice: Asks<S>, swingsFast: Asks<S>): void {
  const { classOf, members, joints, touching } = state.islands
  const { islandCount } = state.batches
  clear(islandCount)
  countMotion(state, fall)
  inspectJoints(state, isLattice, swingsFast)
  for (let i = 0; i < islandCount; i++) {
    if (classOf[i] === SETTLING && 2 * fast[i] > members[i]) classOf[i] = TUMBLING
    else if (classOf[i] === CALM && 2 * moving[i] > members[i]) classOf[i] = SWAYING
    else if (classOf[i] === EASY && touching[i] > 0 && stirring[i] === 1) classOf[i] = SETTLING
    const isNet = lattice[i] > MIN_NET_JOINTS && lattice[i] === joints[i] && lattice[i] > MESHED_JOINTS_PER_BODY * members[i]
    if (isNet && touching[i] === 0 && away[i] === 0) classOf[i] = STILL
  }
}

function clear(islandCount: number): void {
  if (fast.length < islandCount) {
    fast = new Int32Array(islandCount * 2)
    moving = new Int32Array(islandCount * 2)
    stirring = new Uint8Array(islandCount * 2)
    away = new Uint8Array(islandCount * 2)
    lattice = new Int32Array(islandCount * 2)
  }
  fast.fill(0, 0, islandCount)
  moving.fill(0, 0, islandCount)
  stirring.fill(0, 0, islandCount)
  away.fill(0, 0, islandCount)
  lattice.fill(0, 0, islandCount)
}

function countMotion(state: IslandWorld, fall: number): void {
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
    const fallSquared = 2 * fall * size[row]
    const far = STILL_MOTION * size[row]
    if (motion > fallSquared) fast[i]++
    if (motion > REST_OF_FALL * fallSquared) moving[i]++
    if (motion > STIR_OF_FALL * fallSquared) stirring[i] = 1
    if (motion > far * far || spin * dt * dt > STILL_MOTION * STILL_MOTION) away[i] = 1
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
      if (classOf[i] === JOINED && swingsFast(state, j)) classOf[i] = TINY
    } else if (joints[i] > MIN_NET_JOINTS && isLattice(state, j)) lattice[i]++
  }
}
