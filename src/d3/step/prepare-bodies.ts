/**
 * Stage `prepare-bodies`: gathers the awake bodies into dense solver rows, batch by batch.
 *
 * Reads: body columns, island classes. Writes: all solver body columns, bodies.solver, bodies.oldX/oldQ; quarantines bodies whose numbers
 * would overflow, before they can reach a neighbour.
 * Why here: islands decide the order; contacts need the rows.
 */

import { clear } from '../../common/memory/clear.ts'
import { orderBodies } from '../../common/islands/body-order.ts'
import { quarantine } from '../../common/store/body-store.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY } from '../../common/store/event-log.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { worldInverseFactor } from '../math/inertia.ts'
import { spinJacobian, toWeighted } from '../math/weighted.ts'
import { DYNAMIC } from '../store/bodies.ts'
import { ANGULAR_LOCKS, DAMPED, GYROSCOPIC, HAS_MASS, LINEAR_LOCKS, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function prepareBodies(state: WorldState): void {
  orderBodies(state, 7)
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
  columns.renewed[0] = 0
  columns.level[0] = 0
  columns.velocity.fill(0, 0, VELOCITY_STRIDE)
  columns.pseudo.fill(0, 0, VELOCITY_STRIDE)
  columns.pushed.fill(0, 0, 3)
  columns.factor.fill(0, 0, 6)
  columns.moved.fill(0, 0, 12)
  columns.travel.fill(0, 0, 2)
  columns.external.fill(0, 0, 6)
  columns.jump.fill(0, 0, 6)
  columns.q.fill(0, 0, 4)
  columns.q0.fill(0, 0, 4)
  columns.q[3] = columns.q0[3] = 1
}

function gather(state: WorldState, row: number, s: number): void {
  const bodies = state.bodies.columns
  const out = state.solverBodies.columns
  const { gravity } = state.globals.columns
  const o = s * VELOCITY_STRIDE
  const e = s * 6
  const dynamic = bodies.type[row] === DYNAMIC
  const mass = bodies.inverseMass[row]
  const locks = bodies.lockedAxes[row]
  out.body[s] = row
  out.island[s] = bodies.island[row]
  out.level[s] = dynamic ? state.islands.level[row] : 0
  out.lockedAxes[s] = locks
  out.renewed[s] = 0
  out.struckAt[s] = NOT_STRUCK
  out.hit[s] = 0
  out.velocity[o] = bodies.v[row * 3]
  out.velocity[o + 1] = bodies.v[row * 3 + 1]
  out.velocity[o + 2] = bodies.v[row * 3 + 2]
  out.velocity[o + 6] = dynamic ? mass : 0
  out.velocity[o + 7] = dynamic && mass > 0 ? bodies.mass[row] : 0
  clear(out.pseudo, o, o + VELOCITY_STRIDE)
  clear(out.pushed, s * 3, s * 3 + 3)
  clear(out.warm, e, e + 6)
  clear(out.jump, e, e + 6)
  clear(out.external, e, e + 6)
  clear(out.moved, s * 12, s * 12 + 12)
  clear(out.travel, s * 2, s * 2 + 2)
  out.damping[s * 2] = bodies.linearDamping[row]
  out.damping[s * 2 + 1] = bodies.angularDamping[row]
  for (let c = 0; c < 4; c++) {
    const q = bodies.q[row * 4 + c]
    out.q[s * 4 + c] = q
    out.q0[s * 4 + c] = q
    out.factorQ[s * 4 + c] = q
    bodies.oldQ[row * 4 + c] = q
  }
  for (let c = 0; c < 3; c++) bodies.oldX[row * 3 + c] = bodies.x[row * 3 + c]
  if (!dynamic) {
    out.kind[s] = 0
    clear(out.factor, e, e + 6)
    for (let c = 0; c < 3; c++) out.velocity[o + 3 + c] = 0
    return
  }
  let kind = HAS_MASS
  if ((locks & 7) !== 0) kind |= LINEAR_LOCKS
  if ((locks & 56) !== 0) kind |= ANGULAR_LOCKS
  else if (bodies.round[row] === 0) kind |= GYROSCOPIC
  if (bodies.linearDamping[row] > 0 || bodies.angularDamping[row] > 0) kind |= DAMPED
  out.kind[s] = kind
  worldInverseFactor(bodies, row, bodies.q, row * 4, locks >> 3, out.factor, e)
  const { principal } = bodies
  const p = row * 3
  const largest = Math.max(principal[p], principal[p + 1], principal[p + 2])
  out.slenderness[s] = largest / Math.min(principal[p], principal[p + 1], principal[p + 2])
  const { factor, external, velocity } = out
  toWeighted(factor, e, bodies.w, row * 3, velocity, o + 3)
  const scale = bodies.gravityScale[row]
  for (let c = 0; c < 3; c++) {
    const locked = (locks & (1 << c)) !== 0
    external[e + c] = locked ? 0 : gravity[c] * scale + bodies.force[row * 3 + c] * mass
    if (locked) velocity[o + c] = 0
  }
  spinJacobian(factor, e, bodies.torque, row * 3, external, e + 3)
  quarantineOverflow(state, row, s)
}

/** A velocity that is, or within this step becomes, too large to square would poison everything it touches: stop the body now. */
function quarantineOverflow(state: WorldState, row: number, s: number): void {
  const { velocity, external, factor } = state.solverBodies.columns
  let cause = 0
  for (let c = 0; c < 6; c++) {
    const now = Math.abs(velocity[s * VELOCITY_STRIDE + c])
    const gain = Math.abs(external[s * 6 + c]) * state.dt
    const unit = c < 3 ? 1 : Math.abs(factor[s * 6]) + Math.abs(factor[s * 6 + 2]) + Math.abs(factor[s * 6 + 5])
    if (!(gain * unit < MAX_COORDINATE)) cause = CAUSE_FORCE
    else if (!(now * unit < MAX_COORDINATE)) cause = CAUSE_VELOCITY
    if (cause !== 0) break
  }
  if (cause === 0) return
  quarantine(state, row, cause)
  clear(velocity, s * VELOCITY_STRIDE, s * VELOCITY_STRIDE + VELOCITY_STRIDE)
  clear(external, s * 6, s * 6 + 6)
  clear(factor, s * 6, s * 6 + 6)
  state.solverBodies.columns.kind[s] = 0
}
