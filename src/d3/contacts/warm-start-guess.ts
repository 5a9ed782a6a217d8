/**
 * Warm-start guess: new touching manifolds have no stored impulse; they start from the weight that they are about to carry.
 *
 * Bodies are visited top-down by level. A body's load is its own weight plus the loads handed to it; the part that its old supports carry
 * already is subtracted, the rest is shared among its new supports and their touching points and handed down. A tower placed by the user
 * then stands from its first step instead of sinking until the sweeps have found the loads. It is a first guess only: the sweeps correct
 * it.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { SUPPORT_COSINE } from '../../common/tuning.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { COLD_STRIDE, type ContactRowColumns, FRICTION, GAP, HOT_STRIDE, NORMAL, SLOP } from './contact-row.ts'

let head = new Int32Array(64)
let next = new Int32Array(64)
let order = new Int32Array(64)
let counts = new Int32Array(64)
let load = new Float64Array(64)
/** Unit vector along gravity, and the length of the batch's substep. */
const down = new Float64Array(4)

export function predictWeights(state: WorldState): void {
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
  if (g === 0) return
  const bodyCount = state.solverBodies.count
  const rowCount = state.contactRows.count
  if (head.length < bodyCount) {
    head = new Int32Array(bodyCount * 2)
    order = new Int32Array(bodyCount * 2)
    load = new Float64Array(bodyCount * 2)
    counts = new Int32Array(bodyCount * 2 + 2)
  }
  if (next.length < rowCount) next = new Int32Array(rowCount * 2)
  const { velocity, level, body } = state.solverBodies.columns
  const { gravityScale } = state.bodies.columns
  const movable = state.batches.bodyStart[0]
  const end = state.batches.bodyStart[BATCH_COUNT]
  sortByLevel(level, movable, end)
  for (let i = movable; i < end; i++) {
    head[i] = -1
    load[i] = velocity[i * VELOCITY_STRIDE + 7] * g * Math.max(0, gravityScale[body[i]])
  }
  for (let c = 0; c < 3; c++) down[c] = gravity[c] / g
  listSupports(state)
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    down[3] = state.dt / state.batches.substeps(batch, base)
    for (let k = movable; k < end; k++) {
      const i = order[k]
      if (i < state.batches.bodyStart[batch] || i >= state.batches.bodyStart[batch + 1]) continue
      distributeLoad(state, i)
    }
  }
}

/** Highest level first, rows ascending within a level. */
function sortByLevel(level: Int32Array, from: number, to: number): void {
  let top = 0
  for (let i = from; i < to; i++) if (level[i] > top) top = level[i]
  if (counts.length < top + 2) counts = new Int32Array((top + 2) * 2)
  counts.fill(0, 0, top + 2)
  for (let i = from; i < to; i++) counts[top - level[i] + 1]++
  for (let s = 0; s <= top; s++) counts[s + 1] += counts[s]
  for (let i = from; i < to; i++) order[from + counts[top - level[i]]++] = i
}

/** Chains, for every body, the rows of its supports: contacts with bodies below. The normal tells the direction each time. */
function listSupports(state: WorldState): void {
  const rows = state.contactRows.columns
  const { level } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let r = state.contactRows.count - 1; r >= 0; r--) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    const o = r * HOT_STRIDE + NORMAL
    const along = rows.hot[o] * down[0] + rows.hot[o + 1] * down[1] + rows.hot[o + 2] * down[2]
    // The normal points from A to B: along gravity, B is below.
    if (Math.abs(along) < SUPPORT_COSINE) continue
    const upper = along > 0 ? a : b
    const lower = along > 0 ? b : a
    if (upper < movable) continue
    if (lower >= movable && level[lower] >= level[upper]) continue
    next[r] = head[upper]
    head[upper] = r
  }
}

function distributeLoad(state: WorldState, i: number): void {
  const h = down[3]
  const rows = state.contactRows.columns
  const movable = state.batches.bodyStart[0]
  let remaining = load[i]
  let supports = 0
  for (let r = head[i]; r >= 0; r = next[r]) {
    measureSupport(rows, r)
    const along = support[COSINE]
    const carried = support[CARRIED] / h
    if (carried > 0) {
      remaining -= carried * along
      const lower = rows.bodyA[r] === i ? rows.bodyB[r] : rows.bodyA[r]
      if (lower >= movable) load[lower] += carried * along
    } else if (touchingPoints(state, r) > 0) supports++
  }
  if (supports === 0 || remaining <= 0) return
  const share = remaining / supports
  for (let r = head[i]; r >= 0; r = next[r]) {
    measureSupport(rows, r)
    if (support[CARRIED] > 0) continue
    const points = touchingPoints(state, r)
    if (points === 0) continue
    const slope = support[COSINE]
    // Where friction can hold the body it takes its part of the weight; otherwise the normals carry it alone.
    const friction = rows.hot[r * HOT_STRIDE + FRICTION]
    const sticks = slope * slope * (1 + friction * friction) >= 1
    const normal = (sticks ? share * slope : share / slope) * h
    if (sticks) {
      predicted[0] = share * h
      predicted[1] = normal
      predictFriction(rows, r)
    }
    const each = normal / points
    const c = r * COLD_STRIDE
    for (let k = 0; k < rows.count[r]; k++) if (rows.cold[c + GAP + k] <= rows.cold[c + SLOP]) rows.impulse[r * 8 + k] = each
    const lower = rows.bodyA[r] === i ? rows.bodyB[r] : rows.bodyA[r]
    if (lower >= movable) load[lower] += share
  }
}

/** Weight and normal impulse of the support at hand. */
const predicted = new Float64Array(2)

/** The rest of the weight along the surface, as a world vector in the impulse slots 4, 5 and 7, where `prepare-contacts` looks for it. */
function predictFriction(rows: ContactRowColumns, r: number): void {
  const weight = predicted[0]
  const normal = predicted[1]
  const o = r * HOT_STRIDE + NORMAL
  const { hot, impulse } = rows
  // On B: the weight pushes it down if it is the lower one; the support lifts it if it is the upper one. Both are ± (weight ĝ ∓ normal n).
  const sign = hot[o] * down[0] + hot[o + 1] * down[1] + hot[o + 2] * down[2] > 0 ? 1 : -1
  impulse[r * 8 + 4] = sign * weight * down[0] - normal * hot[o]
  impulse[r * 8 + 5] = sign * weight * down[1] - normal * hot[o + 1]
  impulse[r * 8 + 7] = sign * weight * down[2] - normal * hot[o + 2]
}

/** Of the support at hand: cosine of the angle between its normal and gravity, and the normal impulse that it stores. */
const support = new Float64Array(2)
const COSINE = 0
const CARRIED = 1

/** Into `support`: what a call returns is boxed where the compiler does not inline it. */
function measureSupport(rows: ContactRowColumns, r: number): void {
  const { hot, impulse } = rows
  const o = r * HOT_STRIDE + NORMAL
  support[COSINE] = Math.abs(hot[o] * down[0] + hot[o + 1] * down[1] + hot[o + 2] * down[2])
  support[CARRIED] = impulse[r * 8] + impulse[r * 8 + 1] + impulse[r * 8 + 2] + impulse[r * 8 + 3]
}

function touchingPoints(state: WorldState, r: number): number {
  const { cold, count } = state.contactRows.columns
  const c = r * COLD_STRIDE
  let points = 0
  for (let k = 0; k < count[r]; k++) if (cold[c + GAP + k] <= cold[c + SLOP]) points++
  return points
}
