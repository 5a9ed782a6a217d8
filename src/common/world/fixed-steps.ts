/**
 * Steps of a fixed length: how many fit into the time a caller has, and how much is left over.
 */

import { PhysicsError, requireFinite, requireInteger, requireRange } from '../errors.ts'
import { requireIdle } from '../memory/handles.ts'
import { putDouble, SnapshotFault, takeDouble, type SnapshotPart } from '../memory/snapshot-part.ts'
import { requireOptions } from '../options.ts'
import type { Table } from '../memory/world-memory.ts'
import type { GlobalIndex } from '../store/world-tables.ts'
import { MAX_CLOCK_ERROR, MAX_FRAME, MAX_STEP, MIN_STEP } from '../limits.ts'
import { HeldForces, markStale, type PushedWorld } from './held-forces.ts'

interface TimeState extends PushedWorld {
  readonly globals: Table<GlobalIndex & { pending: Float64Array; stepCount: Int32Array }>
  dt: number
}

/** What `advance` calls around each of its steps. The world may be changed in both: bodies made and removed, forces applied, joints set. */
export interface AdvanceOptions {
  /**
   * Called before each step with its length in s and its number: forces and target poses of that step. Forces applied here act in that step
   * alone. Default none.
   */
  beforeStep?: (dt: number, step: number) => void
  /** Called after each step with its length in s and its number; `world.events` are those of that step. Default none. */
  afterStep?: (dt: number, step: number) => void
}

const ADVANCE_FIELDS = { beforeStep: 0, afterStep: 0 }

export class FixedSteps {
  private readonly state: TimeState
  private readonly step: (dt: number) => void
  /** s. */
  private seconds = 1 / 60
  /** Steps that one `advance` may take. */
  private most = 4
  private readonly held: HeldForces = new HeldForces()
  /** One of the callbacks of `advance` runs. */
  private inCallback = false

  /** `step` takes one step of the world. */
  constructor(state: TimeState, step: (dt: number) => void) {
    this.state = state
    this.step = step
    state.dt = this.seconds
  }

  get length(): number {
    return this.seconds
  }

  setLength(value: number): void {
    requireIdle(this.state, 'world.fixedStep')
    this.seconds = requireRange(value, MIN_STEP, MAX_STEP, 'world.fixedStep')
    if (this.state.globals.columns.lastStep[0] === 0) this.state.dt = this.seconds
  }

  setMost(value: number): void {
    this.most = requireInteger(value, 1, 1000, 'world.maxStepsPerAdvance')
  }

  get stepsPerAdvance(): number {
    return this.most
  }

  /** Both settings, as a snapshot has them. */
  put(seconds: number, most: number): void {
    this.seconds = seconds
    this.most = most
  }

  /** Share of a step that is left over, 0 … 1. */
  get alpha(): number {
    return Math.min(1, this.state.globals.columns.pending[0] / this.seconds)
  }

  /** Steps the world as often as fits. Returns how often. */
  advance(seconds: number, options?: AdvanceOptions): number {
    requireIdle(this.state, 'world.advance')
    this.requireOutside('world.advance')
    this.requireFrame(seconds)
    if (options !== undefined) requireCallbacks(options)
    const { events } = this.state
    events.open()
    try {
      return seconds > 0 ? this.takeSteps(seconds, options) : 0
    } finally {
      events.close()
      this.inCallback = false
      this.held.forget()
    }
  }

  /** Refuses to step inside the callbacks of `advance`. */
  requireOutside(what: string): void {
    if (!this.inCallback) return
    throw new PhysicsError('mid-step', what, 'called inside world.advance', 'may not be used in beforeStep or afterStep. Return from them first.')
  }

  private takeSteps(seconds: number, options: AdvanceOptions | undefined): number {
    const { state } = this
    const { globals } = state
    const length = this.seconds
    // A frame that is short by rounding only still counts as a whole one.
    const enough = length * (1 - 1e-9)
    globals.columns.pending[0] = Math.min(globals.columns.pending[0] + seconds, length * (this.most + 1) - length * 1e-9)
    if (globals.columns.pending[0] < enough) markStale(state)
    else if (globals.columns.pending[0] >= length + enough) this.held.hold(state)
    let steps = 0
    while (globals.columns.pending[0] >= enough && steps < this.most) {
      if (steps > 0) this.held.apply(state)
      if (options?.beforeStep) this.call(options.beforeStep, globals.columns.stepCount[0] + 1)
      this.step(length)
      globals.columns.pending[0] = Math.max(0, globals.columns.pending[0] - length)
      steps++
      if (options?.afterStep) this.call(options.afterStep, globals.columns.stepCount[0])
    }
    if (globals.columns.pending[0] >= length) globals.columns.pending[0] = 0
    return steps
  }

  private call(callback: (dt: number, step: number) => void, step: number): void {
    this.inCallback = true
    callback(this.seconds, step)
    this.inCallback = false
  }

  private requireFrame(seconds: number): void {
    const field = 'world.advance.seconds'
    requireFinite(seconds, field)
    if (seconds > Math.max(MAX_FRAME, this.seconds)) {
      const advice = `looks like milliseconds. Give seconds: advance(milliseconds / 1000). After a pause, at most ${MAX_FRAME}.`
      throw new PhysicsError('out-of-range', field, seconds, advice)
    }
    if (seconds <= -MAX_CLOCK_ERROR) {
      throw new PhysicsError('out-of-range', field, seconds, 'must not be negative. Give the time since the last frame, s.')
    }
  }
}

function requireCallbacks(options: AdvanceOptions): void {
  requireOptions(options, ADVANCE_FIELDS, 'world.advance')
  for (const name of ['beforeStep', 'afterStep'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw new PhysicsError('wrong-type', `world.advance.${name}`, options[name], 'must be a function, or left out.')
    }
  }
}

/** Words of the part below: step length as a double, steps per `advance`. */
const TIME_WORDS = 3

/** The settings of `advance` as a part of snapshots. They act through the steps that it takes, so they are in no hash. */
export class FixedStepsPart implements SnapshotPart {
  private readonly fixedSteps: FixedSteps
  private seconds = 0
  private most = 0

  constructor(fixedSteps: FixedSteps) {
    this.fixedSteps = fixedSteps
  }

  words(): number {
    return TIME_WORDS
  }

  write(target: Int32Array, at: number): void {
    putDouble(target, at, this.fixedSteps.length)
    target[at + 2] = this.fixedSteps.stepsPerAdvance
  }

  stage(source: Int32Array, at: number, end: number): void {
    if (end - at !== TIME_WORDS) throw new SnapshotFault('has wrong settings')
    this.seconds = takeDouble(source, at)
    this.most = source[at + 2]!
    if (!(this.seconds >= MIN_STEP && this.seconds <= MAX_STEP && this.most >= 1 && this.most <= 1000)) throw new SnapshotFault('has wrong settings')
  }

  commit(): boolean {
    this.fixedSteps.put(this.seconds, this.most)
    return false
  }
}
