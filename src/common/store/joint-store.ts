/**
 * Joint rows, the index-only part: made and destroyed, enabled and disabled; the bodies they wake, and the collisions they suppress.
 */

import { wakeRing } from '../islands/sleep.ts'
import { BROKEN, COLLIDE_CONNECTED } from '../joints/joint-codes.ts'
import type { JointWorld } from '../joints/joint-world.ts'
import { letGoKind } from '../joints/kind-numbers.ts'
import { freeRow, handleOf, takeRow } from '../memory/ids.ts'
import { clearRow } from '../memory/world-memory.ts'
import { DYNAMIC, JOINT_ENABLED, JOINT_POOL, SENSES, STATIC } from './column-codes.ts'
import { removePair } from './pair-rows.ts'

/** A joint row with everything zero but its generation. */
export function createJointRow(state: JointWorld): number {
  state.reserve(state.joints, state.joints.count + 1)
  const globals = state.globals.columns
  const row = takeRow(state.joints, globals.freeHead, JOINT_POOL)
  globals.jointCount[0]++
  return row
}

/** Gives back a row that never became a joint, so that no trace of it is left: `before` is the result of `noteRows` before it was taken. */
export function undoJointRow(state: JointWorld, row: number, before: Int32Array): void {
  const globals = state.globals.columns
  const { generation, nextFree } = state.joints.columns
  clearRow(state.joints, row)
  globals.jointCount[0]--
  globals.freeHead[JOINT_POOL] = before[0]
  if (row < before[1]) {
    generation[row] = before[2]
    nextFree[row] = before[3]
  } else generation[row] = 0
  state.joints.count = before[1]
}

/** Free list, count, and contents of the row that would be taken next. */
export function noteRows(state: JointWorld): Int32Array {
  const head = state.globals.columns.freeHead[JOINT_POOL]
  const { generation, nextFree } = state.joints.columns
  const row = head - 1
  return Int32Array.of(head, state.joints.count, row >= 0 ? generation[row] : 0, row >= 0 ? nextFree[row] : 0)
}

function clearForces(state: JointWorld, force: Float64Array, j: number): void {
  const { width } = state.joints.schema.force
  force.fill(0, j * width, (j + 1) * width)
}

/** Does an enabled joint keep the two bodies from colliding? */
export function isJoined(state: JointWorld, a: number, b: number): boolean {
  return state.joinedBodies.find(a, b) >= 0
}

/** To be called when a joint has its bodies and flags, and whenever it is switched on. */
export function enterJoint(state: JointWorld, j: number): void {
  const { bodyA, bodyB, flags } = state.joints.columns
  const { jointed } = state.bodies.columns
  if ((flags[j] & JOINT_ENABLED) !== 0) for (const body of [bodyA[j], bodyB[j]]) if (body >= 0) jointed[body] = 1
  wakeJoint(state, j)
  stopCollisions(state, j)
}

export function destroyJointRow(state: JointWorld, j: number): void {
  wakeJoint(state, j)
  const { flags, kind } = state.joints.columns
  const number = kind[j]
  flags[j] &= ~JOINT_ENABLED
  letGo(state, j)
  state.jointKinds[number].failures?.delete(handleOf(state.joints, j))
  const globals = state.globals.columns
  freeRow(state.joints, globals.freeHead, JOINT_POOL, j)
  globals.jointCount[0]--
  letGoKind(state, number)
}

/** Enables or disables a joint; its stored impulses are reset. */
export function enableJoint(state: JointWorld, j: number, on: boolean): void {
  const { flags, force } = state.joints.columns
  if (on === ((flags[j] & JOINT_ENABLED) !== 0)) return
  if (!on) wakeJoint(state, j)
  flags[j] = on ? flags[j] | JOINT_ENABLED : flags[j] & ~JOINT_ENABLED
  clearForces(state, force, j)
  if (on) wakeJoint(state, j)
  if (on) enterJoint(state, j)
  else letGo(state, j)
}

export function wakeJoint(state: JointWorld, j: number): void {
  const { bodyA, bodyB, flags } = state.joints.columns
  // A disabled joint holds no body.
  if ((flags[j] & JOINT_ENABLED) === 0) return
  const { type } = state.bodies.columns
  for (const body of [bodyA[j], bodyB[j]]) if (body >= 0 && type[body] !== STATIC) wakeRing(state, body)
}

/** Ends the contacts of two bodies that are joined now. Their sensors go on. */
export function stopCollisions(state: JointWorld, j: number): void {
  const { bodyA, bodyB, flags } = state.joints.columns
  const a = bodyA[j]
  const b = bodyB[j]
  if (a < 0 || b < 0 || (flags[j] & COLLIDE_CONNECTED) !== 0 || (flags[j] & JOINT_ENABLED) === 0) return
  if (isJoined(state, a, b)) return
  state.joinedBodies.set(a, b, 0)
  const { body } = state.shapes.columns
  for (let row = state.pairs.count - 1; row >= 0; row--) {
    if (row >= state.pairs.count) continue
    const { shapeA, shapeB, state: bits } = state.pairs.columns
    if ((bits[row] & SENSES) !== 0) continue
    const first = body[shapeA[row]]
    const second = body[shapeB[row]]
    if ((first === a && second === b) || (first === b && second === a)) removePair(state, row)
  }
}

/** Lets the bodies of a disabled joint, or of one that allows it, collide again, unless another joint forbids it. */
export function allowCollisions(state: JointWorld, j: number): void {
  const { bodyA, bodyB, alive, flags } = state.joints.columns
  const a = bodyA[j]
  const b = bodyB[j]
  if (a < 0 || b < 0 || !isJoined(state, a, b)) return
  for (let other = 0; other < state.joints.count; other++) {
    if (alive[other] === 0 || (flags[other] & JOINT_ENABLED) === 0 || (flags[other] & COLLIDE_CONNECTED) !== 0) continue
    if ((bodyA[other] === a && bodyB[other] === b) || (bodyA[other] === b && bodyB[other] === a)) return
  }
  state.joinedBodies.remove(a, b)
  const { firstShape } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  for (let s = firstShape[a] - 1; s >= 0; s = nextOfBody[s] - 1) state.broadPhase.touch(s)
}

/** A joint that was disabled, broke or is removed: its bodies collide again, and count as joined only if another joint holds them. */
export function letGo(state: JointWorld, j: number): void {
  allowCollisions(state, j)
  const { bodyA, bodyB, alive, flags } = state.joints.columns
  const { jointed } = state.bodies.columns
  const a = bodyA[j]
  const b = bodyB[j]
  if (a >= 0) jointed[a] = 0
  if (b >= 0) jointed[b] = 0
  for (let other = 0; other < state.joints.count; other++) {
    if (alive[other] === 0 || (flags[other] & JOINT_ENABLED) === 0) continue
    if (a >= 0 && (bodyA[other] === a || bodyB[other] === a)) jointed[a] = 1
    if (b >= 0 && (bodyA[other] === b || bodyB[other] === b)) jointed[b] = 1
  }
}

/** Disables a joint as broken and reports it, with the largest force and torque of the step. */
export function reportBroken(state: JointWorld, j: number, force: number, torque: number): void {
  const { flags, force: stored } = state.joints.columns
  flags[j] = (flags[j] & ~JOINT_ENABLED) | BROKEN
  const log = state.events.jointBroken
  const o = log.push()
  log.data[o] = handleOf(state.joints, j)
  log.data[o + 1] = force
  log.data[o + 2] = torque
  clearForces(state, stored, j)
  letGo(state, j)
}

/** Destroys the joints of a body that is being removed; reports each. */
export function destroyJointsOf(state: JointWorld, body: number, retire: (joint: number) => void): void {
  const { bodyA, bodyB, alive } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (bodyA[j] !== body && bodyB[j] !== body)) continue
    const log = state.events.jointRemoved
    log.data[log.push()] = handleOf(state.joints, j)
    destroyJointRow(state, j)
    retire(j)
  }
}

/** After a restore: pairs of bodies that may not collide, from the joints. */
export function rebuildJoined(state: JointWorld): void {
  state.joinedBodies.clear()
  const { jointed } = state.bodies.columns
  jointed.fill(0)
  const { alive, flags, bodyA, bodyB } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) continue
    if (bodyA[j] >= 0) jointed[bodyA[j]] = 1
    if (bodyB[j] >= 0) jointed[bodyB[j]] = 1
    if (bodyA[j] < 0 || bodyB[j] < 0 || (flags[j] & COLLIDE_CONNECTED) !== 0) continue
    state.joinedBodies.set(bodyA[j], bodyB[j], 0)
  }
}

/** Wakes the sleepers that are joined to an awake body. */
export function wakeByJoints(state: JointWorld): void {
  const { alive, flags, bodyA, bodyB } = state.joints.columns
  const { awake, type } = state.bodies.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
    if (a < 0 || b < 0 || awake[a] === awake[b]) continue
    const sleeper = awake[a] === 1 ? b : a
    if (type[sleeper] === DYNAMIC) wakeRing(state, sleeper)
  }
}
