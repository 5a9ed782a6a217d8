/**
 * Stage `prepare-bodies`: gathers the awake bodies into dense solver rows, batch by batch.
 *
 * Reads: body columns, island classes. Writes: all solver body columns, bodies.solver, bodies.oldX/oldAngle; quarantines bodies whose
 * numbers would overflow, before they can reach a neighbour.
 * Why here: islands decide the order; contacts need the rows.
 */

import { clear } from '../../common/memory/clear.ts'
import { orderBodies } from '../../common/islands/body-order.ts'
import { quarantine } from '../../common/store/body-store.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY } from '../../common/store/event-log.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { DYNAMIC, LOCK_ROTATION, LOCK_X, LOCK_Y } from '../store/bodies.ts'
import { DAMPED, HAS_MASS, LINEAR_LOCKS, MOVED_STRIDE, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function prepareBodies(state: WorldState): void {
  orderBodies(state, LOCK_X | LOCK_Y)
  const { awakeRows, awakeCount } = state
  const { solver } = state.bodies.columns
  clearImmovable(state)
  for (let k = 0; k < awakeCount; k++) gather(state, awakeRows[k], solver[awakeRows[k]])
}

function clearImmovable(state: WorldState): void {
  const columns = state.solverBodies.columns
  columns.body[0] = -1
  columns.kind[0] = 0
  columns.struckAt[0] = NOT_STRUCK
  columns.hit[0] = 0
  columns.lockedAxes[0] = 0
  columns.level[0] = 0
  columns.stiffened[0] = 0
  columns.velocity.fill(0, 0, VELOCITY_STRIDE)
  columns.pseudo.fill(0, 0, VELOCITY_STRIDE)
  columns.pushed.fill(0, 0, 2)
  columns.moved.fill(0, 0, MOVED_STRIDE)
  columns.travel.fill(0, 0, 2)
  columns.ahead.fill(0, 0, MOVED_STRIDE)
  columns.external.fill(0, 0, 3)
  columns.jump.fill(0, 0, 3)
}

function gather(state: WorldState, row: number, s: number): void {
  const bodies = state.bodies.columns
  const out = state.solverBodies.columns
  const { velocity, external, pseudo, jump, warm, moved } = out
  const { gravity } = state.globals.columns
  const o = s * VELOCITY_STRIDE
  const e = s * 3
  const dynamic = bodies.type[row] === DYNAMIC
  const locks = bodies.lockedAxes[row]
  out.body[s] = row
  out.island[s] = bodies.island[row]
  out.level[s] = dynamic ? state.islands.level[row] : 0
  out.lockedAxes[s] = locks
  out.stiffened[s] = 0
  out.struckAt[s] = NOT_STRUCK
  out.hit[s] = 0
  velocity[o] = bodies.v[row * 2]
  velocity[o + 1] = bodies.v[row * 2 + 1]
  velocity[o + 2] = bodies.w[row]
  velocity[o + 3] = 0
  velocity[o + 4] = 0
  velocity[o + 5] = 0
  for (let c = 0; c < 3; c++) {
    pseudo[o + c] = 0
    warm[e + c] = 0
    jump[e + c] = 0
    external[e + c] = 0
  }
  for (let c = s * MOVED_STRIDE; c < (s + 1) * MOVED_STRIDE; c++) moved[c] = 0
  clear(out.pushed, s * 2, s * 2 + 2)
  bodies.oldX[row * 2] = bodies.x[row * 2]
  bodies.oldX[row * 2 + 1] = bodies.x[row * 2 + 1]
  bodies.oldAngle[row] = bodies.angle[row]
  out.kind[s] = 0
  if (!dynamic) return
  let kind = HAS_MASS
  if ((locks & (LOCK_X | LOCK_Y)) !== 0) kind |= LINEAR_LOCKS
  if (bodies.linearDamping[row] > 0 || bodies.angularDamping[row] > 0) kind |= DAMPED
  out.kind[s] = kind
  out.damping[s * 2] = bodies.linearDamping[row]
  out.damping[s * 2 + 1] = bodies.angularDamping[row]
  const mass = bodies.inverseMass[row]
  const inertia = bodies.inertia[row]
  velocity[o + 3] = mass
  if (mass > 0) velocity[o + 5] = bodies.mass[row]
  if (inertia > 0 && (locks & LOCK_ROTATION) === 0) velocity[o + 4] = 1 / inertia
  const scale = bodies.gravityScale[row]
  external[e] = gravity[0] * scale + bodies.force[row * 2] * mass
  external[e + 1] = gravity[1] * scale + bodies.force[row * 2 + 1] * mass
  external[e + 2] = bodies.torque[row] * velocity[o + 4]
  if ((locks & LOCK_X) !== 0) external[e] = velocity[o] = 0
  if ((locks & LOCK_Y) !== 0) external[e + 1] = velocity[o + 1] = 0
  if (velocity[o + 4] === 0) velocity[o + 2] = 0
  quarantineOverflow(state, row, s)
}

/** A velocity that is, or within this step becomes, too large to square would poison everything it touches: stop the body now. */
function quarantineOverflow(state: WorldState, row: number, s: number): void {
  const { velocity, external, kind } = state.solverBodies.columns
  const limit = MAX_COORDINATE / state.dt
  let cause = 0
  for (let c = 0; c < 3; c++) {
    if (!(Math.abs(velocity[s * VELOCITY_STRIDE + c]) < MAX_COORDINATE)) cause = CAUSE_VELOCITY
    if (!(Math.abs(external[s * 3 + c]) < limit)) cause = CAUSE_FORCE
  }
  if (cause === 0) return
  quarantine(state, row, cause)
  clear(velocity, s * VELOCITY_STRIDE, s * VELOCITY_STRIDE + VELOCITY_STRIDE)
  clear(external, s * 3, s * 3 + 3)
  kind[s] = 0
}
