/**
 * How the ground moves: where the last step took a point of a body. By poses, not by velocities: a lift that turns back or arrives in this
 * step takes its passengers exactly as far as it went itself.
 */

import { rotate, setTurn } from '../math/rotation.ts'
import type { WorldState } from '../store/world-state.ts'

const turn = new Float64Array(2)

/** out = where a point that a body had at the start of the step has come to, minus where it was. */
export function carriedBy(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array): void {
  motionOf(state, body, point, po, out, true)
}

/** out = displacement in the step of the body's point that is at `point` now. */
export function arrivedWith(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array): void {
  motionOf(state, body, point, po, out, false)
}

function motionOf(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array, forward: boolean): void {
  const { x, oldX, angle, oldAngle, awake } = state.bodies.columns
  const o = body * 2
  if (awake[body] === 0) {
    out.fill(0, 0, 2)
    return
  }
  const sign = forward ? 1 : -1
  // Cosine − 1 and sine: the turn's part of the displacement, without rounding of the arm.
  setTurn(sign * (angle[body] - oldAngle[body]), turn, 0)
  const from = forward ? oldX : x
  const ax = point[po] - from[o]
  const ay = point[po + 1] - from[o + 1]
  out[0] = x[o] - oldX[o] + sign * (turn[0] * ax - turn[1] * ay)
  out[1] = x[o + 1] - oldX[o + 1] + sign * (turn[1] * ax + turn[0] * ay)
}

/** out += displacement of a shape's surface over its body in the step: conveyor belts. */
export function addSurface(state: WorldState, shape: number, out: Float64Array): void {
  const { surfaceVelocity, body } = state.shapes.columns
  const s = shape * 2
  if (surfaceVelocity[s] === 0 && surfaceVelocity[s + 1] === 0) return
  rotate(state.bodies.columns.rotation, body[shape] * 2, surfaceVelocity[s], surfaceVelocity[s + 1], turn, 0)
  for (let k = 0; k < 2; k++) out[k] += turn[k] * state.dt
}
