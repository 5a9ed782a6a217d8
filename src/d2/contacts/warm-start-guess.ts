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
import { FRICTION, FRICTION_IMPULSE, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, NORMAL, SLOP } from './contact-row.ts'

let head = new Int32Array(64)
let next = new Int32Array(64)
let order = new Int32Array(64)
let counts = new Int32Array(64)
let load = new Float64Array(64)

/** Direction of gravity, and the substep of the batch at hand. */
const down = new Float64Array(2)
const substep = new Float64Array(1)

export function predictWeights(state: WorldState): void {
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1])
  if (g === 0) return
  down[0] = gravity[0] / g
  down[1] = gravity[1] / g
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
  const { bodyStart } = state.batches
  for (let i = bodyStart[0]; i < bodyStart[BATCH_COUNT]; i++) {
    head[i] = -1
    load[i] = velocity[i * VELOCITY_STRIDE + 5] * g * Math.max(0, gravityScale[body[i]])
  }
  listSupports(state)
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const from = bodyStart[batch]
    const to = bodyStart[batch + 1]
    substep[0] = state.dt / state.batches.substeps(batch, base)
    sortByLevel(level, from, to)
    for (let k = from; k < to; k++) distributeLoad(state, order[k])
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
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { level } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let r = state.contactRows.count - 1; r >= 0; r--) {
    const o = r * HOT_STRIDE + NORMAL
    const along = hot[o] * down[0] + hot[o + 1] * down[1]
    // The normal points from A to B: along gravity, B is below.
    if (Math.abs(along) < SUPPORT_COSINE) continue
    const upper = along > 0 ? bodyA[r] : bodyB[r]
    const lower = along > 0 ? bodyB[r] : bodyA[r]
    if (upper < movable) continue
    if (lower >= movable && level[lower] >= level[upper]) continue
    next[r] = head[upper]
    head[upper] = r
  }
}

function distributeLoad(state: WorldState, i: number): void {
  const { hot, impulse, gap, bodyA, bodyB } = state.contactRows.columns
  const movable = state.batches.bodyStart[0]
  const h = substep[0]
  let remaining = load[i]
  let supports = 0
  for (let r = head[i]; r >= 0; r = next[r]) {
    const l = r * IMPULSE_STRIDE
    const carried = (impulse[l] + impulse[l + 1]) / h
    if (carried > 0) {
      const o = r * HOT_STRIDE + NORMAL
      const part = carried * Math.abs(hot[o] * down[0] + hot[o + 1] * down[1])
      remaining -= part
      const lower = bodyA[r] === i ? bodyB[r] : bodyA[r]
      if (lower >= movable) load[lower] += part
    } else if (touchingPoints(gap, r) > 0) supports++
  }
  if (supports === 0 || remaining <= 0) return
  const share = remaining / supports
  for (let r = head[i]; r >= 0; r = next[r]) {
    const l = r * IMPULSE_STRIDE
    if (impulse[l] + impulse[l + 1] > 0) continue
    const points = touchingPoints(gap, r)
    if (points === 0) continue
    const o = r * HOT_STRIDE
    const along = hot[o + NORMAL] * down[0] + hot[o + NORMAL + 1] * down[1]
    const slope = Math.abs(along)
    // Where friction can hold the body it takes its part of the weight; otherwise the normals carry it alone.
    const friction = hot[o + FRICTION]
    const sticks = slope * slope * (1 + friction * friction) >= 1
    const each = ((sticks ? share * slope : share / slope) * h) / points
    // On B, along the tangent: the weight pushes it down if it is the lower one, the support lifts it if it is the upper one.
    const across = hot[o + NORMAL + 1] * down[0] - hot[o + NORMAL] * down[1]
    if (sticks) impulse[l + FRICTION_IMPULSE] = (along > 0 ? share : -share) * h * across
    const s = r * GAP_STRIDE
    if (gap[s] <= gap[s + SLOP]) impulse[l] = each
    if (gap[s + 1] <= gap[s + SLOP]) impulse[l + 1] = each
    const lower = bodyA[r] === i ? bodyB[r] : bodyA[r]
    if (lower >= movable) load[lower] += share
  }
}

function touchingPoints(gap: Float64Array, r: number): number {
  const s = r * GAP_STRIDE
  return (gap[s] <= gap[s + SLOP] ? 1 : 0) + (gap[s + 1] <= gap[s + SLOP] ? 1 : 0)
}
