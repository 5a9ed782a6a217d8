/**
 * Rows of a contact in the plane: a normal for each point, and one tangent, the normal turned clockwise.
 */

import type { ConstraintRow } from '../../common/joints/read-rows.ts'
import { combineFriction, combineStaticFriction } from '../../common/store/materials.ts'
import { buildContactRows } from '../../common/world/contact-rows.ts'
import { rowSource } from '../joints/row-source.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

/** A row of a contact: `normal 1`, `normal 2`, `tangent`. */
export type ContactRow = ConstraintRow<Vec2, number>

/** A contact to be read: the bodies' rows, unit normal from A to B, points in world space with their separations and normal forces. */
export interface ContactReading {
  bodyA: number
  bodyB: number
  normal: Vec2
  points: readonly { position: Vec2; depth: number; force: number }[]
  /** Row of the contact table that has its friction; −1 = none. */
  contact: number
  /** Greatest coefficient of friction. */
  friction: number
}

const coefficient = new Float64Array(1)

/** The coefficient up to which the surfaces of two shapes stick. */
export function stickingFriction(state: WorldState, a: number, b: number): number {
  const shapes = state.shapes.columns
  combineFriction(shapes, a, shapes, b, coefficient, 0)
  combineStaticFriction(shapes, a, shapes, b, coefficient, 0)
  return coefficient[0]
}

export function readContactRows(state: WorldState, reading: ContactReading): ContactRow[] {
  const { bodyA, bodyB, normal, points, contact, friction } = reading
  const { x } = state.bodies.columns
  let total = 0
  for (const { force } of points) total += force
  const center = { x: 0, y: 0 }
  for (const { position, force } of points) {
    const share = total > 0 ? force / total : 1 / points.length
    center.x += share * position.x
    center.y += share * position.y
  }
  const n = points.length
  const J = new Float64Array((n + 1) * 6)
  points.forEach(({ position }, i) => pushRow(x, bodyA, bodyB, position, normal, J, i * 6))
  pushRow(x, bodyA, bodyB, center, { x: normal.y, y: -normal.x }, J, n * 6)
  const { frictionForce, age } = state.contacts.columns
  // Bodies and normal the other way round: the tangent is, too, and so is who gets + λ.
  return buildContactRows(state, rowSource, {
    bodyA, bodyB, normals: n, J,
    names: [...points.map((_, i) => `normal ${i + 1}`), 'tangent'],
    C: [...points.map(({ depth }) => -depth), 0],
    forces: [...points.map(({ force }) => force), contact >= 0 ? frictionForce[contact] : 0],
    limits: [...points.map(() => 0), friction * total],
    solved: contact >= 0 && age[contact] > 0,
  })
}

/** J of a force along a direction that acts at a point. */
function pushRow(x: Float64Array, bodyA: number, bodyB: number, at: Vec2, d: Vec2, J: Float64Array, o: number): void {
  for (let side = 0; side < 2; side++) {
    const body = (side === 0 ? bodyA : bodyB) * 2
    const sign = side === 0 ? -1 : 1
    const p = o + side * 3
    J[p] = sign * d.x
    J[p + 1] = sign * d.y
    J[p + 2] = (at.x - x[body]) * J[p + 1] - (at.y - x[body + 1]) * J[p]
  }
}
