/**
 * Where a joint's bodies and frames are: at the start of a step, after a part of it, or anywhere a test puts them.
 */

import { setRotationAt } from '../math/rotation.ts'
import type { WorldState } from '../store/world-state.ts'
import { ANGLE_A, ANGLE_B, AXIS_A, AXIS_B, D, RA, RB, XA, XB } from './joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B } from '../store/joint-table.ts'

/** Poses of A and B: centre of mass and angle, three each. */
export const bodyPoses: Float64Array = new Float64Array(6)

const NOWHERE = new Float64Array(2)
/** Their cosines and sines, two each. */
const turned = new Float64Array(4)

/** The pose of a body as the table has it: between steps, and at the start of one. */
export function poseNow(state: WorldState, body: number, o: number): void {
  if (body < 0) {
    bodyPoses.fill(0, o, o + 3)
    return
  }
  const { x, angle } = state.bodies.columns
  bodyPoses[o] = x[body * 2]
  bodyPoses[o + 1] = x[body * 2 + 1]
  bodyPoses[o + 2] = angle[body]
}

/** Fills `pose` for the joint row j where its bodies are in the table. */
export function framesOf(state: WorldState, j: number, pose: Float64Array): void {
  poseNow(state, state.joints.columns.bodyA[j], 0)
  poseNow(state, state.joints.columns.bodyB[j], 3)
  loadFrames(state, j, pose)
}

/** Fills `pose` from `bodyPoses` for the joint row j. */
export function loadFrames(state: WorldState, j: number, pose: Float64Array): void {
  const { data, bodyA, bodyB } = state.joints.columns
  const { localCenter } = state.bodies.columns
  const a = bodyA[j]
  setFrames(pose, data, j * DATA_SIZE, a < 0 ? NOWHERE : localCenter, a < 0 ? 0 : a * 2, localCenter, bodyB[j] * 2)
}

/** The same from numbers: `centerA` at ca and `centerB` at cb are the centres of mass in body axes. */
export function setFrames(
  pose: Float64Array, data: Float64Array, d: number, centerA: Float64Array, ca: number, centerB: Float64Array, cb: number,
): void {
  setRotationAt(bodyPoses, 2, turned, 0)
  setRotationAt(bodyPoses, 5, turned, 2)
  layFrames(pose, 0, data, d, centerA, ca, centerB, cb)
}

/** The same into out[o …], with the bodies' cosines and sines in `turned`. */
function layFrames(
  out: Float64Array, o: number, data: Float64Array, d: number, centerA: Float64Array, ca: number, centerB: Float64Array, cb: number,
): void {
  side(out, data, d + ANCHOR_A, d + FRAME_A, centerA, ca, 0, o + XA, o + RA, o + ANGLE_A, o + AXIS_A)
  side(out, data, d + ANCHOR_B, d + FRAME_B, centerB, cb, 1, o + XB, o + RB, o + ANGLE_B, o + AXIS_B)
  out[o + D] = out[o + XB] - out[o + XA] + (out[o + RB] - out[o + RA])
  out[o + D + 1] = out[o + XB + 1] - out[o + XA + 1] + (out[o + RB + 1] - out[o + RA + 1])
}

function side(
  out: Float64Array, data: Float64Array, anchor: number, frame: number, center: Float64Array, at: number, which: number,
  x: number, r: number, angle: number, axis: number,
): void {
  const c = turned[which * 2]
  const s = turned[which * 2 + 1]
  const px = data[anchor] - center[at]
  const py = data[anchor + 1] - center[at + 1]
  out[x] = bodyPoses[which * 3]
  out[x + 1] = bodyPoses[which * 3 + 1]
  out[r] = c * px - s * py
  out[r + 1] = s * px + c * py
  out[angle] = bodyPoses[which * 3 + 2] + data[frame]
  if (data[frame] === 0) {
    out[axis] = c
    out[axis + 1] = s
  } else setRotationAt(out, angle, out, axis)
}

/**
 * out = the frames that stood at from[f …] after their bodies moved as it says at moved[a …] and moved[b …] (`solver-bodies.ts`). Everything goes
 * from array to array: this is called for every joint and substep.
 */
export function moveFrames(from: Float64Array, f: number, moved: Float64Array, a: number, b: number, out: Float64Array): void {
  const ax = moved[a]
  const ay = moved[a + 1]
  const ac = moved[a + 3]
  const as = moved[a + 4]
  const bx = moved[b]
  const by = moved[b + 1]
  const bc = moved[b + 3]
  const bs = moved[b + 4]
  const rax = from[f + RA]
  const ray = from[f + RA + 1]
  const rbx = from[f + RB]
  const rby = from[f + RB + 1]
  const dax = ac * rax - as * ray
  const day = as * rax + ac * ray
  const dbx = bc * rbx - bs * rby
  const dby = bs * rbx + bc * rby
  out[XA] = from[f] + ax
  out[XA + 1] = from[f + 1] + ay
  out[XB] = from[f + 2] + bx
  out[XB + 1] = from[f + 3] + by
  out[RA] = rax + dax
  out[RA + 1] = ray + day
  out[RB] = rbx + dbx
  out[RB + 1] = rby + dby
  out[D] = from[f + D] + (bx - ax) + (dbx - dax)
  out[D + 1] = from[f + D + 1] + (by - ay) + (dby - day)
  out[ANGLE_A] = from[f + ANGLE_A] + moved[a + 2]
  out[ANGLE_B] = from[f + ANGLE_B] + moved[b + 2]
  const ux = from[f + AXIS_A]
  const uy = from[f + AXIS_A + 1]
  const vx = from[f + AXIS_B]
  const vy = from[f + AXIS_B + 1]
  out[AXIS_A] = ux + (ac * ux - as * uy)
  out[AXIS_A + 1] = uy + (as * ux + ac * uy)
  out[AXIS_B] = vx + (bc * vx - bs * vy)
  out[AXIS_B + 1] = vy + (bs * vx + bc * vy)
}

/** The frames of joint j at the start of the step, into out[o …]. The bodies' cosines and sines are there already. */
export function startFrames(state: WorldState, j: number, out: Float64Array, o: number): void {
  const { data, bodyA, bodyB } = state.joints.columns
  const { rotation, localCenter } = state.bodies.columns
  const a = bodyA[j]
  const b = bodyB[j]
  poseNow(state, a, 0)
  poseNow(state, b, 3)
  turned[0] = a < 0 ? 1 : rotation[a * 2]
  turned[1] = a < 0 ? 0 : rotation[a * 2 + 1]
  turned[2] = rotation[b * 2]
  turned[3] = rotation[b * 2 + 1]
  layFrames(out, o, data, j * DATA_SIZE, a < 0 ? NOWHERE : localCenter, a < 0 ? 0 : a * 2, localCenter, b * 2)
}
