/**
 * Stage `prepare-contacts`: fills the contact rows: arms, Jacobians, K and its inverse, friction, stored impulses.
 *
 * Reads: manifolds, shapes, solver bodies. Writes: all contact row columns, rolling rows, solver bodies' warm.
 * Why here: the rows have their places. Jacobians stay as they are for the whole step, unless a body turns fast (`drift`); separations
 * follow the bodies.
 */

import { MAX_COORDINATE, PUSH_OUT_SPEED_PER_SIZE, SLOP_PER_SIZE } from '../../common/constants.ts'
import { KINEMATIC } from '../bodies.ts'
import { arms } from '../contacts/arms.ts'
import { BATCH_COUNT } from '../contacts/batches.ts'
import {
  APPROACH,
  ARM_A,
  ARM_B,
  BOUNCY,
  COLD_STRIDE,
  CONVEYS,
  DRIVEN,
  FRICTION,
  GAP,
  HOT_STRIDE,
  LOCKED,
  MASS_A,
  MASS_B,
  NORMAL,
  PUSH_SPEED,
  RESTITUTION,
  SEPARATION,
  SLOP,
  STAND_OFF_A,
  STAND_OFF_B,
  TANGENT1,
  TANGENT2,
} from '../contacts/contact-rows.ts'
import { combineFriction, combineRestitution } from '../contacts/materials.ts'
import { addRolling, countRolling } from '../contacts/rolling.ts'
import { addWarmStart, buildRow, setTangents } from '../contacts/row-blocks.ts'
import { predictWeights } from '../contacts/weight-prediction.ts'
import { SURFACE_MOVES } from '../shapes.ts'
import { BOX } from '../shapes/shape-kinds.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

export function prepareContacts(state: WorldState): void {
  const { batches } = state
  state.reserve(state.rolling, countRolling(state))
  state.rolling.count = 0
  let fresh = false
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const to = batches.rowEnd(batch)
    batches.bouncy[batch] = 0
    for (let row = batches.rowStart(batch); row < to; row++) {
      fillRow(state, row)
      if (takeImpulses(state, row, batch)) fresh = true
      if ((state.contactRows.columns.flags[row] & BOUNCY) !== 0) batches.bouncy[batch]++
    }
  }
  if (fresh) predictWeights(state)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    batches.rollingStart[batch] = state.rolling.count
    const to = batches.rowEnd(batch)
    for (let row = batches.rowStart(batch); row < to; row++) {
      loadArms(state, row)
      setTangents(state.contactRows.columns.hot, row * HOT_STRIDE)
      buildRow(state, row)
      projectFriction(state, row)
      addWarmStart(state, row)
      addRolling(state, row)
    }
  }
  batches.rollingStart[BATCH_COUNT] = state.rolling.count
}

/** Copies the manifold and what the surfaces say. */
function fillRow(state: WorldState, row: number): void {
  const rows = state.contactRows.columns
  const contacts = state.contacts.columns
  const shapes = state.shapes.columns
  const { x, type } = state.bodies.columns
  const { velocity, lockedAxes } = state.solverBodies.columns
  const { hot, cold } = rows
  const c = rows.contact[row]
  const p = contacts.pair[c]
  const shapeA = state.pairs.columns.shapeA[p]
  const shapeB = state.pairs.columns.shapeB[p]
  const a = shapes.body[shapeA]
  const b = shapes.body[shapeB]
  const sa = rows.bodyA[row]
  const sb = rows.bodyB[row]
  const o = row * HOT_STRIDE
  const d = row * COLD_STRIDE
  const n = contacts.count[c]
  rows.count[row] = n
  rows.active[row] = (1 << n) - 1
  rows.open[row] = 0
  rows.total.fill(0, row * 4, row * 4 + 4)
  for (let k = 0; k < 3; k++) hot[o + NORMAL + k] = contacts.normal[c * 3 + k]
  hot[o + MASS_A] = velocity[sa * VELOCITY_STRIDE + 6]
  hot[o + MASS_B] = velocity[sb * VELOCITY_STRIDE + 6]
  const size = Math.min(shapes.thickness[shapeA], shapes.thickness[shapeB])
  cold[d + SLOP] = SLOP_PER_SIZE * size
  cold[d + PUSH_SPEED] = PUSH_OUT_SPEED_PER_SIZE * size
  cold[d + STAND_OFF_A] = shapes.kind[shapeA] < BOX ? shapes.size[shapeA * 4] : 0
  cold[d + STAND_OFF_B] = shapes.kind[shapeB] < BOX ? shapes.size[shapeB * 4] : 0
  for (let k = 0; k < 3; k++) {
    const origin = shapes.center[shapeA * 3 + k]
    const fromA = origin - x[a * 3 + k]
    const fromB = origin - x[b * 3 + k]
    for (let i = 0; i < n; i++) {
      const point = contacts.points[c * 12 + i * 3 + k]
      cold[d + ARM_A + i * 3 + k] = fromA + point
      cold[d + ARM_B + i * 3 + k] = fromB + point
    }
  }
  for (let i = 0; i < n; i++) cold[d + SEPARATION + i] = cold[d + GAP + i] = contacts.separation[c * 4 + i]
  hot[o + FRICTION] = combineFriction(shapes, shapeA, shapeB)
  const restitution = combineRestitution(shapes, shapeA, shapeB)
  cold[d + RESTITUTION] = restitution
  let flags = 0
  if ((type[a] === KINEMATIC && sa > 0) || (type[b] === KINEMATIC && sb > 0)) flags |= DRIVEN
  if (((shapes.flags[shapeA] | shapes.flags[shapeB]) & SURFACE_MOVES) !== 0) flags |= CONVEYS
  if (((lockedAxes[sa] | lockedAxes[sb]) & 7) !== 0) flags |= LOCKED
  if (restitution > 0) {
    flags |= BOUNCY
    const { external } = state.solverBodies.columns
    let approach = 0
    for (let k = 0; k < 3; k++) approach += hot[o + NORMAL + k] * (external[sb * 6 + k] - external[sa * 6 + k])
    cold[d + APPROACH] = approach
  }
  rows.flags[row] = flags
}

/** Stored forces become impulses of this batch's substep. Returns whether the manifold touches and has none. */
function takeImpulses(state: WorldState, row: number, batch: number): boolean {
  const { impulse, cold, hot, contact, count } = state.contactRows.columns
  const { normalForce, frictionForce, twistTorque } = state.contacts.columns
  const h = state.dt / state.batches.substeps(batch, state.globals.columns.substeps[0])
  const c = contact[row]
  const l = row * 8
  const d = row * COLD_STRIDE
  let total = 0
  let touches = false
  for (let i = 0; i < 4; i++) {
    const used = i < count[row]
    impulse[l + i] = used ? normalForce[c * 4 + i] * h : 0
    total += impulse[l + i]
    if (used && cold[d + SEPARATION + i] <= cold[d + SLOP]) touches = true
  }
  // The friction's world vector waits in slots 4, 5 and 7 until the tangents are known.
  impulse[l + 4] = frictionForce[c * 3] * h
  impulse[l + 5] = frictionForce[c * 3 + 1] * h
  impulse[l + 7] = frictionForce[c * 3 + 2] * h
  impulse[l + 6] = twistTorque[c] * h
  // A cache that would throw the bodies apart is worse than none.
  const o = row * HOT_STRIDE
  if (!((total * (hot[o + MASS_A] + hot[o + MASS_B])) / h < MAX_COORDINATE)) impulse.fill(0, l, l + 8)
  return total === 0 && touches
}

/** Arms of the start of the step. */
function loadArms(state: WorldState, row: number): void {
  const { cold, count } = state.contactRows.columns
  const d = row * COLD_STRIDE
  for (let i = 0; i < count[row]; i++) {
    for (let k = 0; k < 3; k++) {
      arms[i * 6 + k] = cold[d + ARM_A + i * 3 + k]
      arms[i * 6 + 3 + k] = cold[d + ARM_B + i * 3 + k]
    }
  }
}

/** The stored friction vector along this step's tangents. */
function projectFriction(state: WorldState, row: number): void {
  const { hot, impulse } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const l = row * 8
  const x = impulse[l + 4]
  const y = impulse[l + 5]
  const z = impulse[l + 7]
  impulse[l + 4] = x * hot[o + TANGENT1] + y * hot[o + TANGENT1 + 1] + z * hot[o + TANGENT1 + 2]
  impulse[l + 5] = x * hot[o + TANGENT2] + y * hot[o + TANGENT2 + 1] + z * hot[o + TANGENT2 + 2]
  impulse[l + 7] = 0
}
