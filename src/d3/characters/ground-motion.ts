/**
 * How the ground moves: where the last step took a point of a body. By poses, not by velocities: a lift that turns back or arrives in this
 * step takes its passengers exactly as far as it went itself.
 */

import { materialAt, surfaceOfMaterial, surfaceRow } from '../contacts/contact-surfaces.ts'
import { quatConjugate, quatMultiply, quatRotate } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'

const q = new Float64Array(4)

/** out = where a point that a body had at the start of the step has come to, minus where it was. */
export function carriedBy(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array): void {
  motionOf(state, body, point, po, out, true)
}

/** out = displacement in the step of the body's point that is at `point` now. */
export function arrivedWith(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array): void {
  motionOf(state, body, point, po, out, false)
}

function motionOf(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array, forward: boolean): void {
  const { x, oldX, q: now, oldQ, awake } = state.bodies.columns
  const o = body * 3
  const c = body * 4
  if (awake[body] === 0) {
    out.fill(0, 0, 3)
    return
  }
  quatConjugate(forward ? oldQ : now, c, q, 0)
  quatMultiply(forward ? now : oldQ, c, q, 0, q, 0)
  const from = forward ? oldX : x
  const to = forward ? x : oldX
  quatRotate(q, 0, point[po] - from[o], point[po + 1] - from[o + 1], point[po + 2] - from[o + 2], out, 0)
  const sign = forward ? 1 : -1
  for (let k = 0; k < 3; k++) out[k] = sign * (to[o + k] + out[k] - point[po + k])
}

/** out += displacement of a shape's surface over its body in the step, where the feet are: conveyor belts. */
export function addSurface(state: WorldState, shape: number, feet: Float64Array, out: Float64Array): void {
  const { surfaceVelocity } = surfaceOfMaterial(state, materialAt(state, shape, feet, 0), 0, shape)
  const s = surfaceRow[0] * 3
  if (surfaceVelocity[s] === 0 && surfaceVelocity[s + 1] === 0 && surfaceVelocity[s + 2] === 0) return
  quatRotate(state.bodies.columns.q, state.shapes.columns.body[shape] * 4, surfaceVelocity[s], surfaceVelocity[s + 1], surfaceVelocity[s + 2], q, 0)
  for (let k = 0; k < 3; k++) out[k] += q[k] * state.dt
}
