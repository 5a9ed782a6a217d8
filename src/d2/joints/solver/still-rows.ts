/**
 * Rows of lattices that stand still, laid out in one go: frames, Jacobians, errors, stored impulses. The same numbers, to the bit, as those
 * of the general code (`frames.ts`, the kind's `measure`, `build-joint.ts`), which takes three times as long because it branches on the
 * kind of joint everywhere. The effective mass K⁻¹, which only sweeps need, is left out: `net-reference.ts` has it made if there are any.
 */

import { unwrap } from '../../../common/math/unwrap.ts'
import { startFrames } from '../frames.ts'
import { ANGLE_A, ANGLE_B, D, MAX_COORDINATES, MAX_RIGID, POSE_SIZE, RA, RB, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { moveToCommonPoint } from './build-joint.ts'
import { HOT_STRIDE, INVERSE } from './joint-rows.ts'

/** Lays out the rows from … to, whose places, impulses and sizes are known; none of them has scalar rows. */
export function layStillRows(state: WorldState, from: number, to: number): void {
  const { joint, bodyA, bodyB, rigid, hot, frame, arm, error, impulse } = state.jointRows.columns
  const { kind, turns } = state.joints.columns
  const { velocity, warm } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let r = from; r < to; r++) {
    const j = joint[r]
    const f = r * POSE_SIZE
    startFrames(state, j, frame, f)
    const ax = frame[f + RA]
    const ay = frame[f + RA + 1]
    const bx = frame[f + RB]
    const by = frame[f + RB + 1]
    const turn = frame[f + ANGLE_B] - frame[f + ANGLE_A]
    const welds = state.jointKinds[kind[j]].coordinates.length === 0
    const e = r * MAX_RIGID
    arm[r * 4] = ax
    arm[r * 4 + 1] = ay
    arm[r * 4 + 2] = bx
    arm[r * 4 + 3] = by
    rigid[r] = welds ? 3 : 2
    error[e] = frame[f + D]
    error[e + 1] = frame[f + D + 1]
    if (welds) error[e + 2] = unwrap(turn, 0)
    else if (turn - turn === 0) turns[j * MAX_COORDINATES] = unwrap(turn, turns[j * MAX_COORDINATES])
    const a = bodyA[r]
    const b = bodyB[r]
    const o = r * HOT_STRIDE
    hot[o] = -1
    hot[o + 1] = 0
    hot[o + 2] = ay
    hot[o + 3] = 1
    hot[o + 4] = 0
    hot[o + 5] = -by
    hot[o + ROW] = 0
    hot[o + ROW + 1] = -1
    hot[o + ROW + 2] = -ax
    hot[o + ROW + 3] = 0
    hot[o + ROW + 4] = 1
    hot[o + ROW + 5] = bx
    if (a >= movable && b >= movable) {
      moveToCommonPoint(hot, o, frame, f)
      moveToCommonPoint(hot, o + ROW, frame, f)
    }
    for (let k = o + 2 * ROW; k < o + INVERSE; k++) hot[k] = 0
    let p2 = 0
    if (welds) {
      hot[o + 2 * ROW + 2] = -1
      hot[o + 2 * ROW + 5] = 1
      p2 = impulse[e + 2]
    }
    const p0 = impulse[e]
    const p1 = impulse[e + 1]
    const massA = velocity[a * VELOCITY_STRIDE + 3]
    const massB = velocity[b * VELOCITY_STRIDE + 3]
    const spinA = velocity[a * VELOCITY_STRIDE + 4]
    const spinB = velocity[b * VELOCITY_STRIDE + 4]
    warm[a * 3] -= massA * p0
    warm[a * 3 + 1] -= massA * p1
    warm[a * 3 + 2] = warm[a * 3 + 2] + hot[o + 2] * spinA * p0 + hot[o + ROW + 2] * spinA * p1 - spinA * p2
    warm[b * 3] += massB * p0
    warm[b * 3 + 1] += massB * p1
    warm[b * 3 + 2] = warm[b * 3 + 2] + hot[o + 5] * spinB * p0 + hot[o + ROW + 5] * spinB * p1 + spinB * p2
  }
}
