/**
 * Where a joint's bodies and frames are: now, at the end of the substep if the present velocities last, or anywhere a test puts them.
 */

import { rotateFreely } from '../math/free-rotation.ts'
import { quatMultiply, quatRotateAt } from '../math/quaternion.ts'
import { turnAt } from '../math/rotation.ts'
import { fromWeighted } from '../math/weighted.ts'
import { GYROSCOPIC, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { AXES_A, AXES_B, D, QA, QB, RA, RB, XA, XB } from './joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B } from '../store/joint-table.ts'

/** Poses of A and B: centre of mass and quaternion, seven each. */
export const bodyPoses: Float64Array = new Float64Array(14)

const NOWHERE = new Float64Array(3)
const spin = new Float64Array(3)
const time = new Float64Array(1)

/** The pose of a body at this moment of the step; `s` is its solver row, 0 if it has none. */
export function poseNow(state: WorldState, body: number, s: number, o: number): void {
  if (body < 0) {
    bodyPoses.fill(0, o, o + 6)
    bodyPoses[o + 6] = 1
    return
  }
  const { x, q } = state.bodies.columns
  const bodies = state.solverBodies.columns
  for (let k = 0; k < 3; k++) bodyPoses[o + k] = x[body * 3 + k] + (s > 0 ? bodies.moved[s * 12 + k] : 0)
  for (let k = 0; k < 4; k++) bodyPoses[o + 3 + k] = s > 0 ? bodies.q[s * 4 + k] : q[body * 4 + k]
}

/** Forgets the poses ahead of a batch: its velocities are others. */
export function forgetPredictions(state: WorldState, batch: number): void {
  const { bodyStart } = state.batches
  const { predicted } = state.solverBodies.columns
  predicted.fill(0, 0, bodyStart[0])
  predicted.fill(0, bodyStart[batch], bodyStart[batch + 1])
}

/** The pose at the end of a substep of length h, once per body. */
export function poseAhead(state: WorldState, body: number, s: number, o: number, h: number): void {
  if (s <= 0) {
    poseNow(state, body, s, o)
    return
  }
  const { ahead, predicted } = state.solverBodies.columns
  if (predicted[s] === 0) {
    time[0] = h
    predict(state, body, s)
    predicted[s] = 1
  }
  for (let k = 0; k < 7; k++) bodyPoses[o + k] = ahead[s * 7 + k]
}

/** The pose after the time in `time`, into `ahead`, with the drift's own arithmetic. */
function predict(state: WorldState, body: number, s: number): void {
  const h = time[0]
  const { velocity, factor, kind, ahead, moved, q } = state.solverBodies.columns
  const bodies = state.bodies.columns
  const v = s * VELOCITY_STRIDE
  const o = s * 7
  for (let k = 0; k < 3; k++) ahead[o + k] = bodies.x[body * 3 + k] + moved[s * 12 + k] + velocity[v + k] * h
  for (let k = 0; k < 4; k++) ahead[o + 3 + k] = q[s * 4 + k]
  if (s < state.batches.bodyStart[0]) {
    for (let k = 0; k < 3; k++) spin[k] = bodies.w[body * 3 + k]
  } else {
    fromWeighted(factor, s * 6, velocity, v + 3, spin, 0)
    if ((kind[s] & GYROSCOPIC) !== 0) {
      const { principal, principalAxes, reference } = bodies
      rotateFreely(ahead, o + 3, spin, 0, principal, body * 3, principalAxes, body * 4, reference[body], time, false)
      return
    }
  }
  turnAt(ahead, o + 3, spin, 0, time)
}

/** Fills `pose` for the joint row j where its bodies are in the table. */
export function framesOf(state: WorldState, j: number, pose: Float64Array): void {
  poseNow(state, state.joints.columns.bodyA[j], 0, 0)
  poseNow(state, state.joints.columns.bodyB[j], 0, 7)
  loadFrames(state, j, pose)
}

/** Fills `pose` from `bodyPoses` for the joint row j. */
export function loadFrames(state: WorldState, j: number, pose: Float64Array): void {
  const { data, bodyA, bodyB } = state.joints.columns
  const { localCenter } = state.bodies.columns
  const a = bodyA[j]
  const b = bodyB[j]
  const d = j * DATA_SIZE
  setFrames(pose, data, d, a < 0 ? NOWHERE : localCenter, a < 0 ? 0 : a * 3, b < 0 ? NOWHERE : localCenter, b < 0 ? 0 : b * 3)
}

/** The same from numbers: `centerA` at ca and `centerB` at cb are the centres of mass in body axes. */
export function setFrames(
  pose: Float64Array, data: Float64Array, d: number, centerA: Float64Array, ca: number, centerB: Float64Array, cb: number,
): void {
  side(pose, data, d + ANCHOR_A, d + FRAME_A, centerA, ca, 0, XA, RA, QA, AXES_A)
  side(pose, data, d + ANCHOR_B, d + FRAME_B, centerB, cb, 7, XB, RB, QB, AXES_B)
  for (let k = 0; k < 3; k++) pose[D + k] = pose[XB + k] - pose[XA + k] + (pose[RB + k] - pose[RA + k])
}

function side(
  pose: Float64Array, data: Float64Array, anchor: number, frame: number, center: Float64Array, c: number, from: number,
  x: number, r: number, q: number, axes: number,
): void {
  for (let k = 0; k < 3; k++) pose[x + k] = bodyPoses[from + k]
  for (let k = 0; k < 3; k++) pose[r + k] = data[anchor + k] - center[c + k]
  quatRotateAt(bodyPoses, from + 3, pose, r, pose, r)
  quatMultiply(bodyPoses, from + 3, data, frame, pose, q)
  const qx = pose[q]
  const qy = pose[q + 1]
  const qz = pose[q + 2]
  const qw = pose[q + 3]
  pose[axes] = 1 - 2 * (qy * qy + qz * qz)
  pose[axes + 1] = 2 * (qx * qy + qw * qz)
  pose[axes + 2] = 2 * (qx * qz - qw * qy)
  pose[axes + 3] = 2 * (qx * qy - qw * qz)
  pose[axes + 4] = 1 - 2 * (qx * qx + qz * qz)
  pose[axes + 5] = 2 * (qy * qz + qw * qx)
  pose[axes + 6] = 2 * (qx * qz + qw * qy)
  pose[axes + 7] = 2 * (qy * qz - qw * qx)
  pose[axes + 8] = 1 - 2 * (qx * qx + qy * qy)
}
