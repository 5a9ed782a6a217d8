/**
 * Closing speeds of a contact's points: how fast two bodies approach each other there, their turning and this step's acceleration
 * included. Decides who wakes whom; the solver has its own measure.
 */

import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const POINTS = 4
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
  const o = row * 3
  const nx = sign * normal[c * 3]
  const ny = sign * normal[c * 3 + 1]
  const nz = sign * normal[c * 3 + 2]
  let along = nx * v[o] + ny * v[o + 1] + nz * v[o + 2]
  if (type[row] === DYNAMIC) {
    const pull = nx * gravity[0] + ny * gravity[1] + nz * gravity[2]
    const push = nx * force[o] + ny * force[o + 1] + nz * force[o + 2]
    along += (pull * gravityScale[row] + push * inverseMass[row]) * state.dt
  }
  // An arc leaves its tangent by ½ ω² r t², and free precession turns ω by as much again.
  closing[POINTS] += (w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]) * radius[row] * state.dt * state.dt
  for (let i = 0; i < count[c]; i++) {
    const p = c * 12 + i * 3
    const rx = center[origin * 3] + points[p] - x[o]
    const ry = center[origin * 3 + 1] + points[p + 1] - x[o + 1]
    const rz = center[origin * 3 + 2] + points[p + 2] - x[o + 2]
    const turning =
      nx * (w[o + 1] * rz - w[o + 2] * ry) + ny * (w[o + 2] * rx - w[o] * rz) + nz * (w[o] * ry - w[o + 1] * rx)
    closing[i] += along + turning
  }
}
