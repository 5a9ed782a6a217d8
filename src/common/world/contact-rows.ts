/**
 * Rows of a contact, to be read: the part without coordinates. Normals come first and are one block; the tangents are another; the twist stands
 * alone. Impulses are the forces of the last step times its length.
 */

import { BLOCK_COMPLIANCE } from '../tuning.ts'
import { invertBlock, productsOf, stepOf, type ConstraintRow, type ReadWorld, type RowSource } from '../joints/read-rows.ts'

/** A contact between two bodies in numbers: one entry per row. */
export interface ContactNumbers {
  bodyA: number
  bodyB: number
  /** How many of the rows are normals; the others are tangents and, in space, the twist. */
  normals: number
  names: string[]
  C: number[]
  J: Float64Array
  /** N, or N m of the twist. */
  forces: number[]
  /** Greatest friction, N or N m; of normals not read. */
  limits: number[]
  /** False before the first step that it is part of. */
  solved: boolean
}

export function buildContactRows<State extends ReadWorld, Vector, Torque>(
  state: State, source: RowSource<State, Vector, Torque>, contact: ContactNumbers,
): ConstraintRow<Vector, Torque>[] {
  const { normals, J, bodyA, bodyB } = contact
  const { half } = source
  const K = productsOf(source as RowSource<State, unknown, unknown>, state, bodyA, bodyB, J)
  const seconds = stepOf(state)
  const h = seconds / state.globals.columns.substeps[0]
  const tangents = half === 6 ? 2 : 1
  const blockOf = (i: number): [from: number, to: number] =>
    i < normals ? [0, normals] : i < normals + tangents ? [normals, normals + tangents] : [i, i + 1]
  return contact.names.map((name, i) => {
    const [from, to] = blockOf(i)
    const raised = i < normals && normals > 1 ? 1 + BLOCK_COMPLIANCE : 1
    const inverse = invertBlock(K.slice(from, to).map((line, r) => line.slice(from, to).map((k, c) => (r === c ? k * raised : k))))[i - from]
    const role = i < normals ? 'normal' : i < normals + tangents ? 'tangent' : 'twist'
    const force = contact.forces[i]
    const limit = contact.limits[i] * seconds
    return {
      name, role, unit: role === 'twist' ? 'rad' : 'm', C: contact.C[i],
      J: { a: source.wrench(J, i * 2 * half), b: source.wrench(J, (i * 2 + 1) * half) },
      K: K[i][i], couplings: K[i].slice(0, normals), inverse, effectiveMass: inverse[i - from],
      velocity: source.rate(state, bodyA, J, i * 2 * half) + source.rate(state, bodyB, J, (i * 2 + 1) * half),
      // A gap may close within the substep; penetration goes back by push-out velocities, which are no part of the row.
      bias: role === 'normal' ? Math.max(0, contact.C[i]) / h : 0,
      velocityShare: 1, gamma: 0,
      lambda: force * seconds, low: role === 'normal' ? 0 : -limit, high: role === 'normal' ? Infinity : limit, force,
      route: contact.solved ? 'sweeps' : 'none', spring: null,
    }
  })
}

/** A contact that was found, with its rows to be read: a method that is no field, so that contacts compare by what they are. */
export function withRows<Found extends object, Row>(found: Found, readRows: () => Row[]): Found & { readRows(): Row[] } {
  return Object.defineProperty(found, 'readRows', { value: readRows }) as Found & { readRows(): Row[] }
}
