/**
 * Steps of a fixed length: how many fit into the time a caller has, and how much is left over.
 */

import { PhysicsError, requireFinite, requireInteger, requireRange } from '../errors.ts'
import { requireIdle } from '../memory/handles.ts'
import { putDouble, SnapshotFault, takeDouble, type SnapshotPart } from '../memory/snapshot-part.ts'
import type { Table } from '../memory/world-memory.ts'
import type { GlobalIndex } from '../store/world-tables.ts'
import { MAX_STEP, MIN_STEP } from '../tuning.ts'

interface TimeState {
  readonly globals: Table<GlobalIndex & { pending: Float64Array }>
  readonly inStep: boolean
  dt: number
}

export class FixedSteps {
  private readonly state: TimeState
  /** s. */
  private seconds = 1 / 60
  /** Steps that one `advance` may take. */
  private most = 4

  constructor(state: TimeState) {
    this.state = state
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
  advance(world: { step(dt: number): void }, seconds: number): number {
    requireIdle(this.state, 'world.advance')
    requireFinite(seconds, 'world.advance.seconds')
    if (seconds < 0) throw new PhysicsError('out-of-range', 'world.advance.seconds', seconds, 'must not be negative.')
    const { globals } = this.state
    const length = this.seconds
    globals.columns.pending[0] = Math.min(globals.columns.pending[0] + seconds, length * (this.most + 1) - length * 1e-9)
    let steps = 0
    // A frame that is short by rounding only still counts as a whole one.
    while (globals.columns.pending[0] >= length * (1 - 1e-9) && steps < this.most) {
      world.step(length)
      globals.columns.pending[0] = Math.max(0, globals.columns.pending[0] - length)
      steps++
    }
    if (globals.columns.pending[0] >= length) globals.columns.pending[0] = 0
    return steps
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
    if (!(this.seconds > 0 && this.seconds < Infinity && this.most >= 1 && this.most <= 1000)) throw new SnapshotFault('has wrong settings')
  }

  commit(): void {
    this.fixedSteps.put(this.seconds, this.most)
  }
}
