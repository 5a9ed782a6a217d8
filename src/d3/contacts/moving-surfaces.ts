/**
 * Prescribed velocities of surfaces: constant terms in a contact's velocities, from kinematic bodies that turn and from conveyor belts.
 */

import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { quatRotate } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'
import { arms, BIAS_TANGENT, HOT_STRIDE, TANGENT1, TANGENT2 } from './contact-row.ts'

const belt = new Float64Array(3)

/**
 * out[o] += the velocity along a direction that the spin of kinematic bodies makes at the arms `arm` of the row; −1: the spin about the
 * direction itself. Dynamic bodies have their part in the Jacobians.
 */
export function addDriven(
  state: WorldState, row: number, arm: number, direction: Float64Array, d: number, out: Float64Array, o: number,
): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { body } = state.solverBodies.columns
  const { w } = state.bodies.columns
  const movable = state.batches.bodyStart[0]
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[row] : bodyB[row]
    if (s === 0 || s >= movable) continue
    let x = direction[d]
    let y = direction[d + 1]
    let z = direction[d + 2]
    if (arm >= 0) {
      const rx = arms[arm + side * 3]
      const ry = arms[arm + side * 3 + 1]
      const rz = arms[arm + side * 3 + 2]
      const cx = ry * z - rz * y
      const cy = rz * x - rx * z
      z = rx * y - ry * x
      x = cx
      y = cy
    }
    const k = body[s] * 3
    const speed = x * w[k] + y * w[k + 1] + z * w[k + 2]
    out[o] += side === 0 ? -speed : speed
  }
}

/** Adds the belts' velocities to the tangents' targets: friction drives towards them. */
export function addSurfaceVelocity(state: WorldState, row: number): void {
  const { hot, contact } = state.contactRows.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { flags, surfaceVelocity, body } = state.shapes.columns
  const p = state.contacts.columns.pair[contact[row]]
  const o = row * HOT_STRIDE
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? shapeA[p] : shapeB[p]
    if ((flags[shape] & SURFACE_MOVES) === 0) continue
    const v = shape * 3
    quatRotate(state.bodies.columns.q, body[shape] * 4, surfaceVelocity[v], surfaceVelocity[v + 1], surfaceVelocity[v + 2], belt, 0)
    const sign = side === 0 ? -1 : 1
    for (let k = 0; k < 3; k++) {
      hot[o + BIAS_TANGENT] += sign * hot[o + TANGENT1 + k] * belt[k]
      hot[o + BIAS_TANGENT + 1] += sign * hot[o + TANGENT2 + k] * belt[k]
    }
  }
}
