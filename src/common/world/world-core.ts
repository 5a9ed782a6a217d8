/**
 * The part of a world that knows no coordinates: settings, stepping and time, handles of bodies and shapes, statistics, snapshots.
 */

import { BodyHandle } from './body-handle.ts'
import { destroyBodyRow, destroyShapeRow } from '../store/body-store.ts'
import { PhysicsError, requireBoolean, requireFinite, requireInteger, requireObject, requirePositive } from '../errors.ts'
import { BATCH_COUNT } from '../islands/batches.ts'
import type { IslandWorld } from '../islands/islands.ts'
import { HandleCache, requireIdle, requireRow } from '../memory/handles.ts'
import { Hasher } from '../memory/hash.ts'
import { openScratch, type ScratchWorld } from '../memory/scratch-table.ts'
import type { Table, WorldMemory } from '../memory/world-memory.ts'
import type { GuardCounts, Guards } from './guards.ts'
import type { Profile } from './profile.ts'
import { ShapeHandle } from './shape-handle.ts'
import { wakeRing } from '../islands/sleep.ts'
import type { SnapshotCodec } from '../memory/snapshot.ts'
import type { BodyIndex, GlobalIndex, ShapeIndex } from '../store/world-tables.ts'

/** What users may say of a world besides its gravity. */
export interface CoreOptions {
  /** Substeps of a step. Default 4. */
  substeps?: number
  /** Let resting bodies sleep. Default true. */
  sleeping?: boolean
  /** Stop fast bodies at their first impact. Default true. */
  continuous?: boolean
  /** Step length of `advance`, s. Default 1/60. */
  fixedStep?: number
  /** Steps one `advance` may take; time beyond is dropped, so that a hitch does not snowball. Default 4. */
  maxStepsPerAdvance?: number
  /** A clock in ms; makes `profile` count. Never influences the simulation. */
  clock?: () => number
}

/** Counts of the moment. */
export interface WorldStats {
  bodies: number
  awakeBodies: number
  shapes: number
  joints: number
  /** Pairs of near shapes, and those of them that are awake. */
  pairs: number
  awakePairs: number
  /** Manifolds solved in the last step. */
  contacts: number
  islands: number
  /** Sweeps over all batches of the last step. */
  sweeps: number
  /** Without what all worlds share. */
  memoryBytes: number
  /** How often each limiter of the solver acted in the last step. */
  guards: GuardCounts
}

interface Settings extends GlobalIndex {
  stepCount: Int32Array
  substeps: Int32Array
  sleeping: Int32Array
  continuous: Int32Array
  pending: Float64Array
}

export interface CoreState extends IslandWorld, ScratchWorld {
  readonly globals: Table<Settings>
  readonly memory: WorldMemory
  readonly profile: Profile
  readonly guards: Guards
  dt: number
  inStep: boolean
}

export interface CoreShape {
  readonly id: number
  readonly isValid: boolean
  readonly world: object
  readonly density: number
}

export interface CoreBody<Shape> {
  readonly id: number
  readonly isValid: boolean
  readonly world: object
  readonly shapes: Shape[]
  wake(): void
}

export abstract class WorldCore<State extends CoreState, Body extends CoreBody<Shape>, Shape extends CoreShape & { readonly body: Body }> {
  /** The engine's inside; not part of the API. */
  protected readonly state: State
  protected readonly bodyCache: HandleCache<Body, BodyIndex>
  protected readonly shapeCache: HandleCache<Shape, ShapeIndex>
  private readonly codec: SnapshotCodec
  private readonly hasher: Hasher = new Hasher()
  private stepLength = 1 / 60
  private maxSteps = 4

  constructor(state: State) {
    this.state = state
    this.bodyCache = new HandleCache(state.bodies as Table<BodyIndex>, (id) => this.makeBody(id))
    this.shapeCache = new HandleCache(state.shapes as Table<ShapeIndex>, (id) => this.makeShape(id))
    this.codec = this.makeCodec()
    state.dt = this.stepLength
  }

  protected abstract makeBody(id: number): Body
  protected abstract makeShape(id: number): Shape
  protected abstract makeCodec(): SnapshotCodec
  /** Runs the stages of one step. */
  protected abstract runStep(): void
  /** Brings a body's mass up to date with its shapes. */
  protected abstract refreshMass(row: number): void
  protected abstract destroyJointsOfRow(body: number): void
  /** Makes again what follows from a restored state. */
  protected abstract rebuild(redefined: boolean, relinked: boolean): void

  /** Settings that were given when the world was made. */
  protected setOptions(options: CoreOptions): void {
    if (options.substeps !== undefined) this.substeps = options.substeps
    if (options.sleeping !== undefined) this.sleeping = options.sleeping
    if (options.continuous !== undefined) this.continuous = options.continuous
    if (options.fixedStep !== undefined) this.fixedStep = options.fixedStep
    if (options.maxStepsPerAdvance !== undefined) this.maxSteps = requireInteger(options.maxStepsPerAdvance, 1, 1000, 'world.maxStepsPerAdvance')
  }

  get substeps(): number {
    return this.state.globals.columns.substeps[0]
  }

  set substeps(value: number) {
    requireIdle(this.state, 'world.substeps')
    this.state.globals.columns.substeps[0] = requireInteger(value, 1, 64, 'world.substeps')
  }

  get sleeping(): boolean {
    return this.state.globals.columns.sleeping[0] === 1
  }

  set sleeping(value: boolean) {
    requireIdle(this.state, 'world.sleeping')
    this.state.globals.columns.sleeping[0] = requireBoolean(value, 'world.sleeping') ? 1 : 0
    if (!value) this.wakeAll()
  }

  get continuous(): boolean {
    return this.state.globals.columns.continuous[0] === 1
  }

  set continuous(value: boolean) {
    requireIdle(this.state, 'world.continuous')
    this.state.globals.columns.continuous[0] = requireBoolean(value, 'world.continuous') ? 1 : 0
  }

  /** Step length of `advance`, s. */
  get fixedStep(): number {
    return this.stepLength
  }

  set fixedStep(value: number) {
    this.stepLength = requirePositive(value, 'world.fixedStep')
    if (this.state.globals.columns.lastStep[0] === 0) this.state.dt = this.stepLength
  }

  /** Removes a body and its shapes. Removing it twice is harmless. */
  destroyBody(body: Body): void {
    requireIdle(this.state, 'world.destroyBody')
    this.requireOwn(body, BodyHandle, 'Body', 'world.destroyBody')
    if (!body.isValid) return
    const row = requireRow(this.state.bodies, body.id, 'body')
    for (const shape of body.shapes) this.shapeCache.retire(requireRow(this.state.shapes, shape.id, 'shape'))
    this.destroyJointsOfRow(row)
    destroyBodyRow(this.state, row)
    this.bodyCache.retire(row)
  }

  /** Removes one shape; its body's mass follows. Removing it twice is harmless. */
  destroyShape(shape: Shape, owner?: Body): void {
    requireIdle(this.state, 'world.destroyShape')
    this.requireOwn(shape, ShapeHandle, 'Shape', 'world.destroyShape')
    if (!shape.isValid) return
    const row = requireRow(this.state.shapes, shape.id, 'shape')
    const body = shape.body
    if (owner !== undefined && owner !== body) {
      throw new PhysicsError('foreign-handle', 'body.removeShape', shape.id, 'is a shape of another body. Call removeShape on shape.body.')
    }
    const bodyRow = requireRow(this.state.bodies, body.id, 'body')
    body.wake()
    destroyShapeRow(this.state, row)
    this.shapeCache.retire(row)
    if (body.shapes.some((s) => s.density > 0) || body.shapes.length === 0) this.refreshMass(bodyRow)
  }

  /** All bodies, in the order of `readPoses`. */
  get bodies(): IterableIterator<Body> {
    return this.iterateBodies()
  }

  get bodyCount(): number {
    return this.state.globals.columns.bodyCount[0]
  }

  get awakeBodyCount(): number {
    const { awake, alive } = this.state.bodies.columns
    let count = 0
    for (let row = 0; row < this.state.bodies.count; row++) if (alive[row] === 1 && awake[row] === 1) count++
    return count
  }

  /** Steps since the world was made. */
  get stepCount(): number {
    return this.state.globals.columns.stepCount[0]
  }

  /** Advances the world by dt seconds. A step of 0 does nothing. Never throws but for a bad dt. */
  step(dt: number): void {
    const { state } = this
    // Not inside the step of another world either.
    requireIdle(state.solverBodies, 'world.step')
    requireFinite(dt, 'world.step.dt')
    if (dt < 0 || dt > 10) throw new PhysicsError('out-of-range', 'world.step.dt', dt, 'must lie between 0 and 10 s.')
    if (dt === 0) return
    if (dt < 1e-9) throw new PhysicsError('out-of-range', 'world.step.dt', dt, 'is too short: at least 1e-9 s, or 0 to do nothing.')
    openScratch(state)
    state.dt = dt
    state.inStep = state.solverBodies.inStep = true
    state.events.begin()
    try {
      state.profile.begin()
      this.runStep()
    } finally {
      state.events.end()
      state.inStep = state.solverBodies.inStep = false
    }
    state.globals.columns.stepCount[0]++
    state.globals.columns.lastStep[0] = dt
  }

  /** Runs as many fixed steps as fit into the given seconds plus what was left over. Returns how many. */
  advance(seconds: number): number {
    requireIdle(this.state, 'world.advance')
    requireFinite(seconds, 'world.advance.seconds')
    if (seconds < 0) throw new PhysicsError('out-of-range', 'world.advance.seconds', seconds, 'must not be negative.')
    const globals = this.state.globals
    const length = this.stepLength
    globals.columns.pending[0] = Math.min(globals.columns.pending[0] + seconds, length * (this.maxSteps + 1) - length * 1e-9)
    let steps = 0
    // A frame that is short by rounding only still counts as a whole one.
    while (globals.columns.pending[0] >= length * (1 - 1e-9) && steps < this.maxSteps) {
      this.step(length)
      globals.columns.pending[0] = Math.max(0, globals.columns.pending[0] - length)
      steps++
    }
    if (globals.columns.pending[0] >= length) globals.columns.pending[0] = 0
    return steps
  }

  /** How far the world is between the last step and the next, 0 … 1: the blend of interpolated poses. */
  get alpha(): number {
    return Math.min(1, this.state.globals.columns.pending[0] / this.stepLength)
  }

  /** Milliseconds of the last step by stage; needs `clock`. */
  get profile(): Readonly<Record<string, number>> {
    return this.state.profile.stages
  }

  get stats(): WorldStats {
    const { state } = this
    const globals = state.globals.columns
    return {
      bodies: globals.bodyCount[0],
      awakeBodies: this.awakeBodyCount,
      shapes: globals.shapeCount[0],
      joints: globals.jointCount[0],
      pairs: state.pairs.count,
      awakePairs: globals.awakePairs[0],
      contacts: state.batches.rowEnd(BATCH_COUNT - 1),
      islands: state.batches.islandCount,
      sweeps: state.batches.sweeps,
      memoryBytes: state.memory.buffer.byteLength,
      guards: state.guards.read(),
    }
  }

  /** Bytes a snapshot takes now. */
  snapshotSize(): number {
    return this.codec.size()
  }

  /**
   * Everything the future of this world depends on. Into `out` if given (no allocation), otherwise into new bytes. Returns the part used.
   */
  snapshot(out?: Uint8Array): Uint8Array {
    requireIdle(this.state, 'world.snapshot')
    const target = out ?? new Uint8Array(this.codec.size())
    const used = this.codec.write(target)
    return used === target.byteLength ? target : target.subarray(0, used)
  }

  /** Like `snapshot(out)`, but returns only how many bytes were used: allocates nothing at all. */
  snapshotInto(out: Uint8Array): number {
    requireIdle(this.state, 'world.snapshotInto')
    return this.codec.write(out)
  }

  /** Goes back to a snapshot of this world, bodies added or removed since included. */
  restore(bytes: Uint8Array): void {
    requireIdle(this.state, 'world.restore')
    const redefined = this.codec.read(bytes)
    // What moves between steps is given room for a step as long as the last one.
    const last = this.state.globals.columns.lastStep[0]
    this.state.dt = last > 0 ? last : this.stepLength
    this.rebuild(redefined, this.codec.relinked)
  }

  /** Sixteen hex digits over all state: equal on every platform if and only if the bits are equal. */
  hash(): string {
    this.hasher.reset()
    this.codec.hash(this.hasher)
    return this.hasher.digest()
  }

  /** The handle of a live body row. For the engine's own classes. */
  bodyOfRow(row: number): Body {
    return this.bodyCache.ofRow(row)
  }

  /** The handle of a live shape row. For the engine's own classes. */
  shapeOfRow(row: number): Shape {
    return this.shapeCache.ofRow(row)
  }

  private *iterateBodies(): IterableIterator<Body> {
    for (let row = 0; row < this.state.bodies.count; row++) {
      if (this.state.bodies.columns.alive[row] === 1) yield this.bodyCache.ofRow(row)
    }
  }

  protected wakeAll(): void {
    const { alive, type } = this.state.bodies.columns
    for (let row = 0; row < this.state.bodies.count; row++) if (alive[row] === 1 && type[row] !== 0) wakeRing(this.state, row)
  }

  protected requireOwn(
    handle: { readonly id: number; readonly world: object }, kind: abstract new (...args: never[]) => object, name: string, field: string,
  ): void {
    if (!(handle instanceof kind)) throw new PhysicsError('wrong-type', field, handle, `must be a ${name} of this world.`)
    if (handle.world !== this) {
      throw new PhysicsError('foreign-handle', field, handle.id, 'belongs to another world. Use the world that made it.')
    }
  }
}

/** The clock of a world's options, checked. */
export function clockOf(options: CoreOptions): (() => number) | null {
  requireObject(options, 'world')
  if (options.clock !== undefined && typeof options.clock !== 'function') {
    throw new PhysicsError('wrong-type', 'world.clock', options.clock, 'must be a function that returns milliseconds.')
  }
  return options.clock ?? null
}
