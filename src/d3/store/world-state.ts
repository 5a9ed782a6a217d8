/**
 * Everything a world owns, without behaviour: the tables, the indexes over them and the settings. Stages and handles work on it;
 * users see `World`.
 */

import { CHARACTER_POOL_SCHEMA, type CharacterPoolColumns } from '../../common/characters/character-codes.ts'
import { Batches } from '../../common/islands/batches.ts'
import { FreeIslands } from '../../common/islands/free-islands.ts'
import { IslandData } from '../../common/islands/islands.ts'
import { UnionFind } from '../../common/islands/union-find.ts'
import type { JointPlaces } from '../../common/joints/handles/joint-handle.ts'
import { GeometryRegistry } from '../../common/memory/geometry-registry.ts'
import { f64, i32, type Schema } from '../../common/memory/schema.ts'
import { type ScratchTable, shareScratch } from '../../common/memory/scratch-table.ts'
import { type Table, WorldMemory } from '../../common/memory/world-memory.ts'
import { JointGroups } from '../../common/solver/joint-groups.ts'
import { EventLog } from '../../common/store/event-log.ts'
import { ContactHooks } from '../../common/store/contact-hooks.ts'
import { PairSet } from '../../common/store/pair-set.ts'
import { DEFAULT_SUBSTEPS } from '../../common/tuning.ts'
import { Guards } from '../../common/world/guards.ts'
import { Profile } from '../../common/world/profile.ts'
import { STAGES } from '../../common/world/stages.ts'
import { BroadPhase } from '../broad-phase/broad-phase.ts'
import { CHARACTER_SCHEMA, type CharacterColumns } from '../characters/character-table.ts'
import { VehicleList } from '../vehicles/vehicle-list.ts'
import { VEHICLE_POOL_SCHEMA, VEHICLE_SCHEMA, type VehicleColumns, type VehiclePoolColumns } from '../vehicles/vehicle-table.ts'
import { WHEEL_ROW_SCHEMA, type WheelRowColumns } from '../vehicles/wheel-row.ts'
import { CONTACT_ROW_SCHEMA, type ContactRowColumns } from '../contacts/contact-row.ts'
import { FOLLOWING_SCHEMA, type FollowingColumns } from '../contacts/following-table.ts'
import { ROLLING_SCHEMA, type RollingColumns } from '../contacts/rolling.ts'
import { type Kept, packGeometry } from '../geometry/kept-geometry.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import type { JointKind } from '../joints/joint-kind.ts'
import { jointPlaces, type Terms } from '../joints/joint.ts'
import { JOINT_ROW_SCHEMA, type JointRowColumns, SCALAR_ROW_SCHEMA, type ScalarRowColumns } from '../joints/solver/joint-rows.ts'
import { BODY_SCHEMA, type BodyColumns } from './bodies.ts'
import { CONTACT_EVENT_STRIDE } from './event-log.ts'
import { InstanceList } from '../geometry/instance-list.ts'
import { JOINT_SCHEMA, type JointColumns } from './joint-table.ts'
import { CONTACT_SCHEMA, type ContactColumns, PAIR_SCHEMA, type PairColumns } from './pairs.ts'
import { SHAPE_SCHEMA, type ShapeColumns } from './shapes.ts'
import { SOLVER_BODY_SCHEMA, type SolverBodyColumns } from './solver-bodies.ts'

/** One row: numbers of the world as a whole. */
export interface GlobalColumns {
  freeHead: Int32Array
  /** Live bodies, live shapes, awake bodies, pairs that are awake. */
  bodyCount: Int32Array
  shapeCount: Int32Array
  jointCount: Int32Array
  awakePairs: Int32Array
  stepCount: Int32Array
  substeps: Int32Array
  sleeping: Int32Array
  continuous: Int32Array
  gravity: Float64Array
  /** Seconds not yet stepped (`advance`). */
  pending: Float64Array
  /** Length of the last step, s. */
  lastStep: Float64Array
  /** Time that the stored forces of contacts stand for, s (`stored-forces.ts`). */
  forceTime: Float64Array
}

const GLOBAL_SCHEMA: Schema<GlobalColumns> = {
  freeHead: i32('state', 4),
  bodyCount: i32('state'),
  shapeCount: i32('state'),
  jointCount: i32('state'),
  awakePairs: i32('state'),
  stepCount: i32('state'),
  substeps: i32('def'),
  sleeping: i32('def'),
  continuous: i32('def'),
  gravity: f64('def', 3),
  pending: f64('state'),
  lastStep: f64('state'),
  forceTime: f64('state'),
}

export class WorldState {
  readonly memory: WorldMemory = new WorldMemory()
  readonly globals: Table<GlobalColumns>
  readonly bodies: Table<BodyColumns>
  readonly shapes: Table<ShapeColumns>
  readonly pairs: Table<PairColumns>
  readonly contacts: Table<ContactColumns>
  readonly joints: Table<JointColumns>
  readonly characters: Table<CharacterColumns>
  readonly characterPool: Table<CharacterPoolColumns>
  readonly vehicles: Table<VehicleColumns>
  readonly vehiclePool: Table<VehiclePoolColumns>
  // The solver's own, on the prototype: see `scratch-table.ts`.
  declare readonly solverBodies: ScratchTable<SolverBodyColumns>
  declare readonly contactRows: ScratchTable<ContactRowColumns>
  declare readonly rolling: ScratchTable<RollingColumns>
  declare readonly following: ScratchTable<FollowingColumns>
  declare readonly jointRows: ScratchTable<JointRowColumns>
  declare readonly scalarRows: ScratchTable<ScalarRowColumns>
  declare readonly wheelRows: ScratchTable<WheelRowColumns>
  readonly broadPhase: BroadPhase
  /** Index over the pair table: shapes → pair row. */
  readonly pairSet: PairSet = new PairSet()
  /** Pairs of bodies that a joint keeps from colliding; follows from the joints. */
  readonly joinedBodies: PairSet = new PairSet()
  /** Kinds of joints by number: the built-in ones, then paths and the user's own (`kind-numbers.ts`). */
  readonly jointKinds: JointKind[] = []
  builtInKinds = 0
  /** Kinds no longer in use that a snapshot may name. */
  readonly pastKinds: JointKind[] = []
  /** Geometry for joint handles: points and directions in the world. */
  readonly jointPlaces: JointPlaces<Terms> = jointPlaces
  readonly unionFind: UnionFind = new UnionFind()
  readonly batches: Batches = new Batches()
  readonly jointGroups: JointGroups = new JointGroups()
  readonly islands: IslandData = new IslandData()
  readonly freeIslands: FreeIslands = new FreeIslands()
  readonly vehicleList: VehicleList = new VehicleList()
  readonly events: EventLog = new EventLog(CONTACT_EVENT_STRIDE)
  readonly hooks: ContactHooks = new ContactHooks()
  readonly profile: Profile
  readonly guards: Guards = new Guards()
  /** Numbers of hulls, meshes and materials; made when shapes are and snapshots are read, never in the step. */
  readonly hullRegistry: GeometryRegistry<Kept> = new GeometryRegistry(packGeometry)
  /** The same at the scales of the shapes. */
  readonly instances: InstanceList = new InstanceList()
  /** Immutable geometry; shapes refer to it by index. Under the numbers of mesh shapes stand meshes (`asLevel`). */
  readonly hulls: readonly Hull[] = this.instances.list as Hull[]
  /** Live shapes that are level geometry. */
  levelShapes = 0
  /** Awake body rows of this step, ascending. */
  awakeRows: Int32Array = new Int32Array(64)
  awakeCount = 0
  /** False only if no body is awake. */
  mayBeAwake = true
  /** The last step had nothing to do and has left everything as such a step does: another one may be skipped. */
  wasStill = false
  /** Contacts with a manifold in this step, in pair order. */
  activeContacts: Int32Array = new Int32Array(64)
  activeCount = 0
  /** Enabled joints with an awake body, in this step. */
  activeJoints: Int32Array = new Int32Array(16)
  activeJointCount = 0
  /** Seconds of the step under way. */
  dt = 0
  inStep = false
  /** A predicate of a query runs. */
  asking = false
  /** A body woke since this was last cleared: sleeping pairs must be looked through. */
  wokeInStep = false
  /** Some pair with the bit LOOK may have nobody awake. */
  lookAtSleepers = false
  /** Live shapes that are sensors; −1 = to be counted. */
  sensorCount = 0

  constructor(clock: (() => number) | null) {
    const { memory } = this
    this.globals = memory.addTable('globals', GLOBAL_SCHEMA, 1)
    this.globals.count = 1
    this.bodies = memory.addTable('bodies', BODY_SCHEMA, 32)
    this.shapes = memory.addTable('shapes', SHAPE_SCHEMA, 32)
    this.pairs = memory.addTable('pairs', PAIR_SCHEMA, 64)
    this.contacts = memory.addTable('contacts', CONTACT_SCHEMA, 64)
    this.joints = memory.addTable('joints', JOINT_SCHEMA, 8)
    this.broadPhase = new BroadPhase(memory)
    this.characters = memory.addTable('characters', CHARACTER_SCHEMA, 1, true)
    this.characterPool = memory.addTable('characterPool', CHARACTER_POOL_SCHEMA, 1, true)
    this.vehicles = memory.addTable('vehicles', VEHICLE_SCHEMA, 1, true)
    this.vehiclePool = memory.addTable('vehiclePool', VEHICLE_POOL_SCHEMA, 1, true)
    this.profile = new Profile(STAGES, clock)
    const globals = this.globals.columns
    globals.substeps[0] = DEFAULT_SUBSTEPS
    globals.sleeping[0] = 1
    globals.continuous[0] = 1
    globals.gravity[1] = -9.81
  }

  /** Makes room in any table; views fetched before are void afterwards. */
  dropGeometry(shape: number): void {
    const { geometry, hull, materials } = this.shapes.columns
    if (geometry[shape] < 0) return
    if (materials[shape] > 0) this.hullRegistry.drop(materials[shape] - 1)
    this.hullRegistry.drop(geometry[shape])
    this.instances.drop(hull[shape])
    if (this.shapes.columns.kind[shape] >= LEVEL) this.levelShapes--
  }

  reserve<C>(table: Table<C>, rows: number): void {
    if (rows > table.capacity) this.memory.reserve(table as unknown as Table<never>, rows)
  }
}

shareScratch(WorldState.prototype, {
  solverBodies: SOLVER_BODY_SCHEMA,
  contactRows: CONTACT_ROW_SCHEMA,
  rolling: ROLLING_SCHEMA,
  following: FOLLOWING_SCHEMA,
  jointRows: JOINT_ROW_SCHEMA,
  scalarRows: SCALAR_ROW_SCHEMA,
  wheelRows: WHEEL_ROW_SCHEMA,
})
