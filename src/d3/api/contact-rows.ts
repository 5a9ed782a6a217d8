/**
 * Rows of a contact in space: a normal for each point, two tangents and the twist at the centre of pressure.
 */

import type { ConstraintRow } from '../../common/joints/read-rows.ts'
import { combineFriction, combineStaticFriction } from '../../common/store/materials.ts'
import { buildContactRows } from '../../common/world/contact-rows.ts'
import { setTangents } from '../contacts/contact-row-build.ts'
import { NORMAL, TANGENT1, TANGENT2 } from '../contacts/contact-row.ts'
import { surfaceOf, surfaceRow } from '../contacts/contact-surfaces.ts'
import { twistRadiusShare } from '../contacts/twist-radius.ts'
import { rowSource } from '../joints/row-source.ts'
import type { Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'

/** A row of a contact: `normal 1` …, `tangent 1`, `tangent 2`, `twist`. */
export type ContactRow = ConstraintRow<Vec3, Vec3>

/** A contact to be read: the bodies' rows, unit normal from A to B, points in world space with their separations and normal forces. */
export interface ContactReading {
  bodyA: number
  bodyB: number
  normal: Vec3
  points: readonly { position: Vec3; depth: number; force: number }[]
  /** Row of the contact table that has its friction; −1 = none. */
  contact: number
  /** Greatest coefficient of friction. */
  friction: number
  /** True where A and B are those of the table the other way round. */
  flipped: boolean
}

const frame = new Float64Array(9)
const coefficient = new Float64Array(1)

/** The coefficient up to which the surfaces of a contact stick. */
export function stickingFriction(state: WorldState, contact: number, a: number, b: number): number {
  const first = surfaceOf(state, contact, 0, a)
  const second = surfaceOf(state, contact, 1, b)
  const [ofA, ofB] = surfaceRow
  combineFriction(first, ofA, second, ofB, coefficient, 0)
  combineStaticFriction(first, ofA, second, ofB, coefficient, 0)
  return coefficient[0]
}

export function readContactRows(state: WorldState, reading: ContactReading): ContactRow[] {
  const { bodyA, bodyB, normal, points, contact, friction } = reading
  const { x } = state.bodies.columns
  frame.set([normal.x, normal.y, normal.z], NORMAL)
  setTangents(frame, 0)
  let total = 0
  for (const { force } of points) total += force
  const center = { x: 0, y: 0, z: 0 }
  for (const { position, force } of points) {
    const share = total > 0 ? force / total : 1 / points.length
    for (const k of ['x', 'y', 'z'] as const) center[k] += share * position[k]
  }
  const n = points.length
  const J = new Float64Array((n + 3) * 12)
  points.forEach(({ position }, i) => pushRow(x, bodyA, bodyB, position, NORMAL, J, i * 12))
  pushRow(x, bodyA, bodyB, center, TANGENT1, J, n * 12)
  pushRow(x, bodyA, bodyB, center, TANGENT2, J, (n + 1) * 12)
  for (let k = 0; k < 3; k++) {
    J[(n + 2) * 12 + 3 + k] = -frame[NORMAL + k]
    J[(n + 2) * 12 + 9 + k] = frame[NORMAL + k]
  }
  const { frictionForce, twistTorque, age } = state.contacts.columns
  const sign = reading.flipped ? -1 : 1
  const along = (t: number): number => {
    let sum = 0
    if (contact < 0) return 0
    for (let k = 0; k < 3; k++) sum += sign * frame[t + k] * frictionForce[contact * 3 + k]
    return sum
  }
  const pair = contact < 0 ? -1 : state.contacts.columns.pair[contact]
  const { shapeA, shapeB } = state.pairs.columns
  const share = pair < 0 ? 0 : twistRadiusShare(state, shapeA[pair], shapeB[pair], n)
  let reach = 0
  for (const { position: p, force } of points) {
    const away = { x: p.x - center.x, y: p.y - center.y, z: p.z - center.z }
    reach += force * share * Math.sqrt(away.x * away.x + away.y * away.y + away.z * away.z)
  }
  return buildContactRows(state, rowSource, {
    bodyA, bodyB, normals: n, J,
    names: [...points.map((_, i) => `normal ${i + 1}`), 'tangent 1', 'tangent 2', 'twist'],
    C: [...points.map(({ depth }) => -depth), 0, 0, 0],
    forces: [...points.map(({ force }) => force), along(TANGENT1), along(TANGENT2), contact >= 0 ? twistTorque[contact] : 0],
    limits: [...points.map(() => 0), friction * total, friction * total, friction * reach],
    solved: contact >= 0 && age[contact] > 0,
  })
}

/** J of a force along the direction at frame[d …] that acts at a point. */
function pushRow(x: Float64Array, bodyA: number, bodyB: number, at: Vec3, d: number, J: Float64Array, o: number): void {
  for (let side = 0; side < 2; side++) {
    const body = (side === 0 ? bodyA : bodyB) * 3
    const sign = side === 0 ? -1 : 1
    const p = o + side * 6
    const rx = at.x - x[body]
    const ry = at.y - x[body + 1]
    const rz = at.z - x[body + 2]
    for (let k = 0; k < 3; k++) J[p + k] = sign * frame[d + k]
    J[p + 3] = ry * J[p + 2] - rz * J[p + 1]
    J[p + 4] = rz * J[p] - rx * J[p + 2]
    J[p + 5] = rx * J[p + 1] - ry * J[p]
  }
}
