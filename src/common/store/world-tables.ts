/**
 * The index-only view of a world, in two dimensions or three: tables with the columns that hold no coordinates, or whose coordinates are
 * only cleared, and the lists of the step.
 */

import type { CharacterIndex, CharacterPoolColumns } from '../characters/character-codes.ts'
import type { UnionFind } from '../islands/union-find.ts'
import type { PoolColumns } from '../memory/ids.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import type { ContactHooks } from './contact-hooks.ts'
import type { EventLog } from './event-log.ts'
import type { PairSet } from './pair-set.ts'

export interface GlobalIndex {
  freeHead: Int32Array
  bodyCount: Int32Array
  shapeCount: Int32Array
  jointCount: Int32Array
  awakePairs: Int32Array
  lastStep: Float64Array
  forceTime: Float64Array
}

export interface BodyIndex extends PoolColumns {
  type: Uint8Array
  flags: Int32Array
  firstShape: Int32Array
  v: Float64Array
  w: Float64Array
  mass: Float64Array
  gravityScale: Float64Array
  size: Float64Array
  slowTime: Float64Array
  awake: Uint8Array
  sleepNext: Int32Array
  solver: Int32Array
  island: Int32Array
}

export interface ShapeIndex extends PoolColumns {
  kind: Uint8Array
  body: Int32Array
  nextOfBody: Int32Array
  flags: Int32Array
  category: Int32Array
  mask: Int32Array
  thickness: Float64Array
}

export interface PairIndex {
  shapeA: Int32Array
  shapeB: Int32Array
  contact: Int32Array
  state: Uint8Array
}

export interface ContactIndex extends PoolColumns {
  count: Uint8Array
  age: Uint8Array
  pair: Int32Array
  row: Int32Array
  separation: Float64Array
  normal: Float64Array
  /** By contact row: gaps at the end of the step, then impulses. */
  last: Float64Array
}

export interface JointIndex extends PoolColumns {
  bodyA: Int32Array
  bodyB: Int32Array
  flags: Int32Array
  row: Int32Array
  load: Float64Array
}

export interface SolverBodyIndex {
  body: Int32Array
  island: Int32Array
}

export interface ContactRowIndex {
  contact: Int32Array
  bodyA: Int32Array
  bodyB: Int32Array
  island: Int32Array
}

/** The broad phase as the pair list sees it. */
export interface PairFinder {
  /** Finds pairs whose boxes have come to overlap; returns how many. */
  findPairs(): number
  /** Two shape rows each, ascending. */
  readonly pairs: Int32Array
  remove(shape: number): void
}

export interface WorldTables {
  readonly globals: Table<GlobalIndex>
  readonly bodies: Table<BodyIndex>
  readonly shapes: Table<ShapeIndex>
  readonly pairs: Table<PairIndex>
  readonly contacts: Table<ContactIndex>
  readonly joints: Table<JointIndex>
  readonly characters: Table<CharacterIndex>
  readonly characterPool: Table<CharacterPoolColumns>
  readonly solverBodies: ScratchTable<SolverBodyIndex>
  readonly contactRows: ScratchTable<ContactRowIndex>
  readonly broadPhase: PairFinder
  readonly pairSet: PairSet
  readonly joinedBodies: PairSet
  readonly unionFind: UnionFind
  readonly events: EventLog
  readonly hooks: ContactHooks
  awakeRows: Int32Array
  awakeCount: number
  mayBeAwake: boolean
  activeContacts: Int32Array
  activeCount: number
  activeJoints: Int32Array
  activeJointCount: number
  readonly dt: number
  readonly inStep: boolean
  /** A predicate of a query runs. */
  asking: boolean
  wokeInStep: boolean
  /** Some pair with the bit LOOK may have nobody awake. */
  lookAtSleepers: boolean
  /** Live shapes that are sensors; −1 = to be counted. */
  sensorCount: number
  /** Before a shape's row is freed: lets go of its hull or polygon. */
  dropGeometry(shape: number): void
  reserve<C>(table: Table<C>, rows: number): void
}
