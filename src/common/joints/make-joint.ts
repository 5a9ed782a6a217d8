/**
 * How a definition becomes a row, but for where the bodies are joined: the bodies, how strong the joint is, and a world that is left as it was if
 * anything is wrong.
 */

import { BodyHandle } from '../world/body-handle.ts'
import { requireOptions, type Fields } from '../options.ts'
import { DYNAMIC } from '../store/column-codes.ts'
import { isMadeBy, PhysicsError } from '../errors.ts'
import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import { setSoftness, type Softness } from './features.ts'
import { readStrength, STRENGTH_FIELDS, type StrengthDefinition } from './handles/joint-handle.ts'
import { createJointRow, enterJoint, noteRows, undoJointRow } from '../store/joint-store.ts'
import type { JointWorld, KindMark } from './joint-world.ts'
import { kindNumber, letGoKind, type KindLists } from './kind-numbers.ts'

interface JointBodies {
  bodyA?: object | null
  bodyB: { readonly id: number; readonly type: string }
}

/** What every definition has besides the bodies. */
export interface CoreDefinition extends StrengthDefinition {
  /** Makes what the joint holds soft: rubber instead of steel; null = rigid. Default null. */
  softness?: Softness | null
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

export const CORE_FIELDS: Fields<CoreDefinition> = { ...STRENGTH_FIELDS, softness: 1, userData: 1 }

/** The body's row. */
function requireBody(state: JointWorld, body: unknown, field: string): number {
  if (!isMadeBy(body, BodyHandle)) throw new PhysicsError('wrong-type', field, body, 'must be a body of this world.')
  if (!body.isOf(state)) throw new PhysicsError('foreign-handle', field, body, 'belongs to another world. Use a body of this one.')
  if (!isCurrent(state.bodies, body.id)) throw new PhysicsError('stale-handle', field, body, 'was destroyed. Use a body that is in the world.')
  return rowOfHandle(body.id)
}

/** The bodies of a definition, all of whose `fields` are known: two different ones, at least one of them dynamic. */
export function requireBodies(state: JointWorld, d: JointBodies, field: string, fields: object): [number, number] {
  requireOptions(d, fields, field)
  const a = d.bodyA === undefined || d.bodyA === null ? -1 : requireBody(state, d.bodyA, `${field}.bodyA`)
  const b = requireBody(state, d.bodyB, `${field}.bodyB`)
  if (a === b) throw new PhysicsError('degenerate', `${field}.bodyB`, d.bodyB, 'is bodyA too. A joint needs two bodies.')
  const { type } = state.bodies.columns
  if (type[b] !== DYNAMIC && (a < 0 || type[a] !== DYNAMIC)) {
    throw new PhysicsError('degenerate', field, d.bodyB.type, 'has no dynamic body, so there is nothing to hold. Make one of the two dynamic.')
  }
  return [a, b]
}

/**
 * Makes the joint: `data` holds its numbers; `features` sets what else the definition says, and may throw; `readCoordinates` measures it in the
 * end. A definition that is refused leaves the world as it was.
 */
export function makeJoint<Kind extends KindMark, State extends JointWorld & KindLists<Kind>>(
  state: State, kind: Kind, bodyA: number, bodyB: number, data: Float64Array, d: CoreDefinition, field: string, features: (row: number) => void,
  readCoordinates: (state: State, row: number) => void,
): number {
  const strength = readStrength(d, field)
  const before = noteRows(state)
  const row = createJointRow(state)
  const joints = state.joints.columns
  const number = kindNumber(state, kind)
  joints.kind[row] = number
  joints.bodyA[row] = bodyA
  joints.bodyB[row] = bodyB
  joints.data.set(data, row * data.length)
  joints.breakForce[row] = strength.breakForce
  joints.breakTorque[row] = strength.breakTorque
  // Off until everything is known to be right: waking and filtering happen once, at the end.
  try {
    setSoftness(state, row, d.softness, `${field}.softness`)
    features(row)
  } catch (error) {
    undoJointRow(state, row, before)
    // A kind that came with it takes no number.
    letGoKind(state, number)
    throw error
  }
  state.joints.columns.flags[row] = strength.flags
  readCoordinates(state, row)
  enterJoint(state, row)
  return row
}
