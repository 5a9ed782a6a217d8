/**
 * Arms of frozen rows at the moment of their blow. The sweeps take those of the step's start; a box that tumbles on its corner would be struck
 * where it stood then. In space such rows are those that meet (`meeting-rows.ts` of `d3`).
 */

import { sinCos } from '../../common/math/sine.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HEIGHT_A, HEIGHT_B, HOT_STRIDE, POINT, SEPARATION, SLIDE_A, SLIDE_B, TURN_A, TURN_B } from './contact-row.ts'

/** Arms and points of a row before `turnArms`. */
const savedArms = new Float64Array(4)
const turnOut = new Float64Array(2)

/**
 * Turns the arms of a frozen row next to the immovable with its body, to the pose after `t` seconds. False if there is nothing to turn.
 */
export function turnArms(state: WorldState, r: number, t: number): boolean {
  const { hot, gap, bodyA, bodyB, count } = state.contactRows.columns
  const { moved, jump: way, velocity } = state.solverBodies.columns
  const fixedA = velocity[bodyA[r] * VELOCITY_STRIDE + 3] === 0
  if (!fixedA && velocity[bodyB[r] * VELOCITY_STRIDE + 3] !== 0) return false
  const body = fixedA ? bodyB[r] : bodyA[r]
  const angle = moved[body * MOVED_STRIDE + 2] + way[body * 3 + 2] + t * velocity[body * VELOCITY_STRIDE + 2]
  if (angle === 0) return false
  const o = r * HOT_STRIDE
  const g = r * GAP_STRIDE
  const atTurn = o + (fixedA ? TURN_B : TURN_A)
  const atSlide = o + (fixedA ? SLIDE_B : SLIDE_A)
  const height = gap[g + (fixedA ? HEIGHT_B : HEIGHT_A)]
  const turn = hot[atTurn]
  sinCos(angle, turnOut, 0)
  const sin = turnOut[0]
  const cos = turnOut[1]
  savedArms[0] = turn
  savedArms[1] = hot[atSlide]
  savedArms[2] = hot[o + POINT]
  savedArms[3] = hot[o + POINT + 1]
  hot[atTurn] = turn * cos - height * sin
  hot[atSlide] += height - height * cos - turn * sin
  const apart = savedArms[3] - savedArms[2]
  if (count[r] < 2 || apart === 0) return true
  // The points of a face that is not parallel have heights of their own.
  const slope = (fixedA ? 1 : -1) * (gap[g + SEPARATION + 1] - gap[g + SEPARATION]) / apart
  for (let i = 0; i < 2; i++) hot[o + POINT + i] *= cos - slope * sin
  return true
}

/** Takes the arms back that `turnArms` has turned last. */
export function restoreArms(state: WorldState, r: number): void {
  const { hot, bodyA } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const fixedA = velocity[bodyA[r] * VELOCITY_STRIDE + 3] === 0
  const o = r * HOT_STRIDE
  hot[o + (fixedA ? TURN_B : TURN_A)] = savedArms[0]
  hot[o + (fixedA ? SLIDE_B : SLIDE_A)] = savedArms[1]
  hot[o + POINT] = savedArms[2]
  hot[o + POINT + 1] = savedArms[3]
}
