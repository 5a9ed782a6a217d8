/**
 * What index-only code must know of a world's joints. Widths of columns, which differ with the dimension, are read from the schema.
 */

import { OWN_NUMBERS } from './joint-codes.ts'
import type { BodyIndex, JointIndex, PairFinder, WorldTables } from '../store/world-tables.ts'
import type { Table } from '../memory/world-memory.ts'

/** How a coordinate is measured. A turn is an angle that may go round any number of times: kinds return it within ±π, the joint counts. */
export type CoordinateUnit = 'length' | 'angle' | 'turn'

/** What tells one kind of joint from another. */
export interface KindMark {
  readonly name: string
  readonly coordinates: readonly CoordinateUnit[]
  readonly angularRows?: readonly boolean[]
  /** Why joints of a user's own type failed, by id. */
  readonly failures?: Map<number, string>
}

/** What a kind fills in at a pose: errors of rigid rows, values of coordinates, and the Jacobians of both. */
export interface AnyMeasure {
  rigid: number
  readonly error: Float64Array
  readonly jacobian: Float64Array
  readonly value: Float64Array
  readonly gradient: Float64Array
}

export interface JointStore extends JointIndex {
  kind: Int32Array
  data: Float64Array
  softness: Float64Array
  breakForce: Float64Array
  breakTorque: Float64Array
  features: Float64Array
  force: Float64Array
  turns: Float64Array
  load: Float64Array
  route: Uint8Array
}

interface JointedBodies extends BodyIndex {
  jointed: Uint8Array
}

export interface JointWorld extends WorldTables {
  readonly joints: Table<JointStore>
  readonly bodies: Table<JointedBodies>
  readonly broadPhase: PairFinder & { touch(shape: number): void }
  readonly jointKinds: KindMark[]
  /** How many of them are built in. */
  readonly builtInKinds: number
  readonly pastKinds: KindMark[]
}

/** Most coordinates of a joint in this world. */
export function coordinatesOf(state: JointWorld): number {
  return state.joints.schema.turns.width
}

/** Where the numbers of the kind's own begin in `data`. */
export function ownAt(state: JointWorld, row: number): number {
  return (row + 1) * state.joints.schema.data.width - OWN_NUMBERS
}
