/**
 * Closing speeds of a contact's points: how fast two bodies approach each other there, their turning and this step's acceleration
 * included. Decides who wakes whom; the solver has its own measure.
 */

import { separationAlong } from '../geometry/axis-separation.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { Sweep } from '../geometry/sweep.ts'
import { turn } from '../math/rotation.ts'
import { DYNAMIC } from '../store/bodies.ts'
import { setSweep } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

const POINTS = 4
const closing = new Float64Array(POINTS + 1)
const sweepA = new Sweep()
const sweepB = new Sweep()
const along = new Float64Array(3)

/**
 * Closing speeds of contact c between the shapes a and b, by point, in m/s; positive where the gap closes. In the last place: how far points
 * may come off the straight way within the step, m.
 */
export function measureClosing(state: WorldState, c: number, a: number, b: number): Float64Array {
  closing.fill(0)
  addClosing(state, c, a, a, 1)
  addClosing(state, c, a, b, -1)
  const { kind } = state.shapes.columns
  if (kind[a] < LEVEL && kind[b] < LEVEL) addCorners(state, c, a, b)
  return closing
}

/**
 * Of a body that turns, a corner that has no point yet may arrive first. Along the normal it is the shape's support at the end of the step that
 * decides; what it comes nearer than the nearest point goes to the last place.
 */
function addCorners(state: WorldState, c: number, a: number, b: number): void {
  const { body, kind, size, hull } = state.shapes.columns
  const { normal, separation, count } = state.contacts.columns
  if (!turns(state, body[a]) && !turns(state, body[b])) return
  setAhead(state, sweepA, a)
  setAhead(state, sweepB, b)
  for (let k = 0; k < 3; k++) along[k] = normal[c * 3 + k]
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  const start = separationAlong(kind[a], kind[b], size, a * 4, b * 4, hullA, hullB, sweepA, sweepB, along, 0)
  const end = separationAlong(kind[a], kind[b], size, a * 4, b * 4, hullA, hullB, sweepA, sweepB, along, 1)
  let nearest = 0
  for (let i = 1; i < count[c]; i++) if (separation[c * POINTS + i] < separation[c * POINTS + nearest]) nearest = i
  const ahead = start - end - Math.max(0, closing[nearest] * state.dt)
  if (ahead > 0) closing[POINTS] += ahead
}

function turns(state: WorldState, row: number): boolean {
  const { awake, w } = state.bodies.columns
  return awake[row] === 1 && (w[row * 3] !== 0 || w[row * 3 + 1] !== 0 || w[row * 3 + 2] !== 0)
}

/** The motion of a shape in the step to come, at the velocity of now. */
function setAhead(state: WorldState, sweep: Sweep, shape: number): void {
  const row = state.shapes.columns.body[shape]
  const { x, q, v, w, awake } = state.bodies.columns
  setSweep(state, sweep, shape, row)
  const moves = awake[row] === 1
  for (let k = 0; k < 3; k++) {
    sweep.c0[k] = x[row * 3 + k]
    sweep.c1[k] = moves ? x[row * 3 + k] + v[row * 3 + k] * state.dt : x[row * 3 + k]
  }
  for (let k = 0; k < 4; k++) sweep.q0[k] = sweep.q1[k] = q[row * 4 + k]
  if (moves) turn(sweep.q1, 0, w[row * 3], w[row * 3 + 1], w[row * 3 + 2], state.dt)
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
  let speed = nx * v[o] + ny * v[o + 1] + nz * v[o + 2]
  if (type[row] === DYNAMIC) {
    const pull = nx * gravity[0] + ny * gravity[1] + nz * gravity[2]
    const push = nx * force[o] + ny * force[o + 1] + nz * force[o + 2]
    speed += (pull * gravityScale[row] + push * inverseMass[row]) * state.dt
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
    closing[i] += speed + turning
  }
}
