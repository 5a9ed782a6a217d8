/**
 * Snapshots and hashes of a world, as its users ask for them. How they are packed is in `common/memory/snapshot.ts`, what they may hold in
 * `state-rules.ts`.
 */

import { checkCharacters } from '../characters/character-rules.ts'
import { isArray, PhysicsError, requireBoolean } from '../errors.ts'
import { GeometryPart, type GeometryBook } from '../memory/geometry-part.ts'
import { requireIdle } from '../memory/handles.ts'
import { Hasher } from '../memory/hash.ts'
import { describeKind, JointTypeRegistry, type KindMaker } from '../memory/joint-type-registry.ts'
import { SnapshotFault } from '../memory/snapshot-part.ts'
import { SnapshotCodec } from '../memory/snapshot.ts'
import type { Table, WorldMemory } from '../memory/world-memory.ts'
import { type Fields, requireOptions } from '../options.ts'
import type { KindMark } from '../joints/joint-world.ts'
import type { KindLists } from '../joints/kind-numbers.ts'
import type { EventLog } from '../store/event-log.ts'
import { PendingEvents } from '../store/pending-events.ts'
import type { PairSet } from '../store/pair-set.ts'
import type { GlobalIndex, WorldTables } from '../store/world-tables.ts'
import { FixedStepsPart, type FixedSteps } from './fixed-steps.ts'
import { PairChanges } from './pair-changes.ts'
import { checkState } from './state-rules.ts'
import { StateFault, type StateTables } from './state-tables.ts'

/** What a snapshot shall hold. */
export interface SnapshotOptions {
  /**
   * Hulls or polygons too, so that the snapshot can be restored into any world of any process? Without them it is smaller, and can be
   * restored only where the same ones are in use under the same numbers, as in the world that took it. Default true.
   */
  geometry?: boolean
}

/** What a restore may need besides the bytes. */
export interface RestoreOptions<Type> {
  /**
   * Types of your own joints, made by `defineJoint`, that the snapshot may hold. Functions are in no snapshot: a type is found by its name, rows
   * and coordinates, first among these, then among those that this world has used. Default none.
   */
  jointTypes?: readonly Type[]
}

interface KeptState<Kind extends KindMark> extends KindLists<Kind> {
  readonly memory: WorldMemory
  readonly globals: Table<GlobalIndex>
  readonly pairs: WorldTables['pairs']
  readonly pairSet: PairSet
  readonly events: EventLog
  readonly inStep: boolean
  dt: number
}

/** What differs with the dimension. */
export interface SnapshotKinds<State, Kind extends KindMark, Geometry, Type> {
  readonly dimension: number
  /** The world's hulls or polygons. */
  geometry(state: State): GeometryBook<Geometry>
  readonly jointMaker: KindMaker<Kind> | null
  /** The world's kind of a user's own type; null if that is none. */
  kindOfType(state: State, type: Type): Kind | null
  /** Looks at staged tables; throws a `StateFault`. `geometryOf`: the hull or polygon of a number. */
  check(tables: StateTables, geometryOf: (number: number) => Geometry | undefined): void
  /** Makes again what follows from a restored state. */
  rebuild(state: State, redefined: boolean): void
}

export class Snapshots<State extends KeptState<Kind>, Kind extends KindMark, Geometry extends object, Type> {
  private readonly state: State
  private readonly kinds: SnapshotKinds<State, Kind, Geometry, Type>
  private readonly fixedSteps: FixedSteps
  private readonly types: JointTypeRegistry<Kind>
  private readonly codec: SnapshotCodec
  private readonly pairChanges: PairChanges = new PairChanges()
  private readonly hasher: Hasher = new Hasher()

  constructor(state: State, fixedSteps: FixedSteps, kinds: SnapshotKinds<State, Kind, Geometry, Type>) {
    this.state = state
    this.kinds = kinds
    this.fixedSteps = fixedSteps
    const geometry = new GeometryPart(kinds.geometry(state))
    const types = new JointTypeRegistry<Kind>(state, kinds.jointMaker)
    this.types = types
    const { pairChanges } = this
    const events = new PendingEvents(state.events)
    this.codec = new SnapshotCodec(state.memory, {
      dimension: kinds.dimension,
      parts: [new FixedStepsPart(fixedSteps), geometry, types, events],
      defining: ['bodies', 'shapes'],
      check(staged, unbounded) {
        const tables = staged as unknown as StateTables
        try {
          checkState(tables, (kind) => types.get(kind) !== undefined, unbounded)
          pairChanges.compare(state.pairs, tables.pairs)
          pairChanges.checkDifferent(state.pairs, state.pairSet, tables.pairs)
          checkCharacters(tables, false)
          kinds.check(tables, (number) => geometry.get(number))
        } catch (error) {
          throw error instanceof StateFault ? new SnapshotFault(`is damaged: ${error.message.replace(/\.$/, '')}`) : error
        }
        events.check({ bodies: tables.bodies.count, shapes: tables.shapes.count, joints: tables.joints.count })
      },
    })
  }

  size(options?: SnapshotOptions): number {
    return this.codec.size(isWhole(options))
  }

  /** Into `out` if given, otherwise into new bytes. Returns the part used. */
  write(out?: Uint8Array | SnapshotOptions, options?: SnapshotOptions): Uint8Array {
    requireIdle(this.state, 'world.snapshot')
    const given = isOptions(out) ? undefined : out
    const whole = isWhole(isOptions(out) ? out : options)
    const target = given ?? new Uint8Array(this.codec.size(whole))
    const used = this.codec.write(target, whole)
    return used === target.byteLength ? target : target.subarray(0, used)
  }

  /** Returns how many bytes were used. */
  writeInto(out: Uint8Array, options?: SnapshotOptions): number {
    requireIdle(this.state, 'world.snapshotInto')
    return this.codec.write(out, isWhole(options))
  }

  restore(bytes: Uint8Array, options?: RestoreOptions<Type>): void {
    requireIdle(this.state, 'world.restore')
    this.types.give(options === undefined ? NO_KINDS : this.givenKinds(options))
    const redefined = this.codec.read(bytes)
    this.types.give(NO_KINDS)
    // What moves between steps is given room for a step as long as the last one.
    const last = this.state.globals.columns.lastStep[0]!
    this.state.dt = last > 0 ? last : this.fixedSteps.length
    this.pairChanges.relink(this.state.pairs, this.state.pairSet)
    this.kinds.rebuild(this.state, redefined)
  }

  private givenKinds(options: RestoreOptions<Type>): readonly Kind[] {
    requireOptions(options, RESTORE_FIELDS, 'restore')
    const { jointTypes = [] } = options
    if (!isArray(jointTypes)) throw new PhysicsError('wrong-type', 'restore.jointTypes', jointTypes, 'must be a list of types.')
    const given: Kind[] = []
    const seen = new Map<string, Type>()
    for (let i = 0; i < jointTypes.length; i++) {
      const field = `restore.jointTypes[${i}]`
      const type = jointTypes[i] as Type
      const kind = this.kinds.kindOfType(this.state, type)
      if (kind === null) throw new PhysicsError('wrong-type', field, type, 'must be a type of joint. Make one with defineJoint.')
      const tells = describeKind(kind)
      const twin = seen.get(tells)
      if (twin === type) continue
      if (twin !== undefined) {
        const advice = 'has the name, rows and coordinates of another one, and a snapshot tells types by these. Give it another name.'
        throw new PhysicsError('wrong-type', field, kind.name, advice)
      }
      seen.set(tells, type)
      given.push(kind)
    }
    return given
  }

  hash(): string {
    this.hasher.reset()
    this.codec.hash(this.hasher)
    return this.hasher.digest()
  }
}

function isOptions(value: unknown): value is SnapshotOptions {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !isArray(value)
}

const NO_KINDS: readonly never[] = []

const RESTORE_FIELDS: Fields<RestoreOptions<unknown>> = { jointTypes: 0 }
const OPTION_FIELDS: Fields<SnapshotOptions> = { geometry: 0 }

function isWhole(options: SnapshotOptions | undefined): boolean {
  if (options === undefined) return true
  requireOptions(options, OPTION_FIELDS, 'snapshot')
  return options.geometry === undefined || requireBoolean(options.geometry, 'snapshot.geometry')
}
