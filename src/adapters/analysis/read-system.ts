/**
 * The linear system of joints that hang together: A = J M⁻¹ Jᵀ over their hard rows, in the order in which the direct solver eliminates them.
 */

import { PhysicsError } from '../../common/errors.ts'
import { rowOfHandle } from '../../common/memory/ids.ts'
import { Elimination } from '../../common/solver/elimination.ts'
import { jointsOf, type NamedRow, type RedundantRow } from './analyse.ts'
import { Mechanism, type AnyBody, type AnyJoint } from './mechanism.ts'
import { cosinesOf, dot, eigenvaluesOf, independenceOf } from './rank.ts'

/** As in `analyse.ts`. */
const DEPENDENCE = 1e-5

/** The system of joints that hang together. */
export interface JointSystem<Joint> {
  /** Its joints in the order of elimination, minimum degree first: the order of the factor. Those without hard rows come last. */
  joints: Joint[]
  /** Its rows, in the order of A. */
  rows: NamedRow<Joint>[]
  /** J M⁻¹ Jᵀ, without the solver's regularization; 1/kg where both rows are in m. */
  A: number[][]
  /** Count of independent rows. */
  rank: number
  /** Ratio of the largest to the least eigenvalue of A over the independent rows, each scaled to 1 on the diagonal: 1 is best. */
  condition: number
  /** Rows that follow from others. */
  redundant: RedundantRow<Joint>[]
}

type Bodies = (joint: AnyJoint) => (AnyBody | null)[]

export function readSystemOf(of: AnyJoint | AnyBody | readonly AnyJoint[], Joint: abstract new (...made: never) => object): JointSystem<AnyJoint> {
  const first = Array.isArray(of) ? (of as AnyJoint[])[0] : (of as AnyJoint)
  if (first === undefined || first === null || typeof first !== 'object' || !('isValid' in first)) {
    throw new PhysicsError('wrong-type', 'readSystem.of', of, 'must be a joint, a list of joints, or a body with joints.')
  }
  if (!first.isValid) throw new PhysicsError('stale-handle', 'readSystem.of', first, 'was destroyed. Use one that is in the world.')
  if (Array.isArray(of) && !of.every((joint) => joint instanceof Joint)) {
    throw new PhysicsError('wrong-type', 'readSystem.of', of, 'must be a list of joints.')
  }
  const joints = jointsOf(of)
  const movable: Bodies = ({ bodyA, bodyB }) => [bodyA, bodyB].map((body) => (body?.type === 'dynamic' ? body : null))
  const bodies = new Map(joints.flatMap(movable).flatMap((body) => (body === null ? [] : [[body.id, body] as const])))
  const mechanism = new Mechanism(first.world as object, [...bodies.values()], joints)
  const ordered = inOrder(joints, mechanism, movable)
  const rows = ordered.flatMap((joint) => mechanism.rows.filter((row) => row.joint === joint))
  const named = rows.map(({ joint, row }) => ({ joint, name: row.name }))
  const { independent, dependent } = independenceOf(rows.map(({ u }) => u), DEPENDENCE)
  const values = eigenvaluesOf(cosinesOf(independent.map((index) => rows[index].u)))
  return {
    joints: ordered,
    rows: named,
    A: rows.map(({ u }) => rows.map(({ u: v }) => dot(u, v))),
    rank: independent.length,
    condition: values.length === 0 ? 1 : values[values.length - 1] / values[0],
    redundant: dependent.map(({ index, of: terms }) => ({ ...named[index], with: terms.map((which) => named[which]) })),
  }
}

/** In the order of the solver's own plan. */
function inOrder(joints: readonly AnyJoint[], mechanism: Mechanism, movable: Bodies): AnyJoint[] {
  const rowOf = (body: AnyBody | null): number => (body === null ? -1 : rowOfHandle(body.id))
  const plan = new Elimination()
  const columns = joints.map((joint) => movable(joint).map(rowOf))
  const sizes = joints.map((joint) => mechanism.rows.filter((row) => row.joint === joint).length)
  const [a, b] = [0, 1].map((side) => Int32Array.from(columns, (pair) => pair[side]))
  plan.plan(joints.length, Int32Array.from(joints.keys()), a, b, Int32Array.from(sizes))
  const order = [...plan.node.subarray(0, plan.positions)]
  return [...order, ...joints.keys()].filter((which, at, all) => all.indexOf(which) === at).map((which) => joints[which])
}
