/**
 * Closing speeds of a contact's points: how fast two bodies approach each other there, their turning and this step's acceleration
 * included. Decides who wakes whom; the solver has its own measure.
 */

import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const POINTS = 2
const closing = new Float64Array(POINTS + 1)

/**
 * Closing speeds of contact c between the shapes a and b, by point, in m/s; positive where the gap closes. In the last place: how far points
 * may come off the straight way within the step, m.
 */
export function measureClosing(state: WorldState, c: number, a: number, b: number): Float64Array {
  closing.fill(0)
  addClosing(state, c, a, a, 1)
  addClosing(state, c, a, b, -1)
  return closing
}

/** Adds the part of one body: its points' velocities along the normal, which points away from A. Sleepers have none. */
function addClosing(state: WorldState, c: number, origin: number, shape: number, sign: number): void {
  const { v, w, x, awake, type, radius, gravityScale, force, inverseMass } = state.bodies.columns
  const { body, center } = state.shapes.columns
  const row = body[shape]
  if (awake[row] === 0) return
  const { normal, points, count } = state.contacts.columns
  const { gravity } = state.globals.columns
  const o = row * 2
  let vx = v[o]
  let vy = v[o + 1]
  if (type[row] === DYNAMIC) {
    vx += (gravity[0] * gravityScale[row] + force[o] * inverseMass[row]) * state.dt
    vy += (gravity[1] * gravityScale[row] + force[o + 1] * inverseMass[row]) * state.dt
  }
  const nx = sign * normal[c * 2]
  const ny = sign * normal[c * 2 + 1]
  // An arc leaves its tangent by ½ ω² r t².
  closing[POINTS] += 0.5 * w[row] * w[row] * radius[row] * state.dt * state.dt
  for (let i = 0; i < count[c]; i++) {
    const rx = center[origin * 2] + points[c * 4 + i * 2] - x[o]
    const ry = center[origin * 2 + 1] + points[c * 4 + i * 2 + 1] - x[o + 1]
    closing[i] += nx * (vx - w[row] * ry) + ny * (vy + w[row] * rx)
  }
}
