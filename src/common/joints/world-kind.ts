/**
 * A user's type of joint as a kind of one world. The user's function runs inside the step, which must not throw: if it does, or gives numbers
 * that are not finite, the joint is switched off and reported as broken, and its rows say nothing for the rest of the step.
 */

import { PhysicsError } from '../errors.ts'
import { handleOf } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { BROKEN, OWN_NUMBERS } from './joint-codes.ts'
import { reportBroken } from '../store/joint-store.ts'
import type { RowUnit } from './joint-units.ts'
import type { AnyMeasure, CoordinateUnit, JointStore, JointWorld } from './joint-world.ts'

interface AnyBlock {
  readonly values: Float64Array
  readonly jacobian: Float64Array
}

/** What a type's function reads … */
interface AnyFrames {
  readonly pose: Float64Array
  readonly data: Float64Array
  readonly last: Float64Array
}

/** … and fills. */
interface AnyOutput {
  readonly rows: AnyBlock
  readonly coordinates: AnyBlock
}

interface RunType<Frames, Output> {
  readonly name: string
  readonly rows: readonly RowUnit[]
  readonly coordinates: readonly CoordinateUnit[]
  readonly regularization: number | undefined
  readonly source: { measure?(frames: Frames, out: Output): void }
  readonly run: (frames: Frames, out: Output) => void
}

export interface KindWorld extends JointWorld {
  readonly joints: Table<JointStore & { row: Int32Array }>
  readonly jointRows: Table<{ peak: Float64Array }>
}

export abstract class TypedKind<State extends KindWorld, Frames extends AnyFrames, Output extends AnyOutput, Type extends RunType<Frames, Output>> {
  readonly name: string
  readonly coordinates: readonly CoordinateUnit[]
  readonly angularRows: readonly boolean[]
  readonly regularization: number | undefined
  readonly type: Type
  /** Why joints failed, by id. For people; the simulation never reads it. */
  readonly failures: Map<number, string> = new Map()
  protected readonly state: State
  private readonly frames: Frames
  private readonly output: Output

  /** `frames` and `output` are scratch. */
  constructor(state: State, type: Type, frames: Frames, output: Output) {
    this.state = state
    this.type = type
    this.frames = frames
    this.output = output
    this.name = type.name
    this.coordinates = type.coordinates
    this.regularization = type.regularization
    this.angularRows = type.rows.map((unit) => unit === 'angle')
  }

  measure(pose: Float64Array, data: Float64Array, d: number, out: AnyMeasure, turns: Float64Array, t: number): void {
    const { type, state, frames, output } = this
    const { joints } = state
    const rows = type.rows.length
    const coordinates = type.coordinates.length
    const width = widthOf(output.rows)
    const j = d / joints.schema.data.width
    // A pose that no joint of this world has, as in tests, cannot break one.
    const inStep = state.inStep && data === joints.columns.data
    out.rigid = rows
    if (inStep && (joints.columns.flags[j] & BROKEN) !== 0) {
      silence(out, rows, coordinates, width, turns, t)
      return
    }
    let failure: unknown = null
    // Outside of steps, too, the user's function may only answer.
    const asked = state.asking
    state.asking = true
    try {
      runType(type, frames, output, pose, data, d + joints.schema.data.width, turns, t)
    } catch (error) {
      failure = error ?? 'nothing'
    }
    state.asking = asked
    if (failure === null) {
      if (isFinite(output.rows, rows) && isFinite(output.coordinates, coordinates)) {
        for (let i = 0; i < rows; i++) out.error[i] = output.rows.values[i]
        for (let i = 0; i < rows * width; i++) out.jacobian[i] = output.rows.jacobian[i]
        for (let i = 0; i < coordinates; i++) out.value[i] = output.coordinates.values[i]
        for (let i = 0; i < coordinates * width; i++) out.gradient[i] = output.coordinates.jacobian[i]
        return
      }
      failure = 'gave numbers that are not finite'
    }
    silence(out, rows, coordinates, width, turns, t)
    if (inStep) this.stop(j, failure)
  }

  private stop(j: number, failure: unknown): void {
    const { state } = this
    const { row } = state.joints.columns
    const { peak } = state.jointRows.columns
    const r = row[j]
    this.failures.set(handleOf(state.joints, j), failure instanceof Error ? failure.message : String(failure))
    reportBroken(state, j, peak[r * 2], peak[r * 2 + 1])
    // Or it would be reported a second time for its load.
    peak[r * 2] = 0
    peak[r * 2 + 1] = 0
    this.disarm(r)
  }

  /** Rows that were built before the failure and would be solved once more. */
  protected abstract disarm(r: number): void
}

/** Runs a type once where a joint is about to be made; refuses what would fail there. */
export function tryType<Frames extends AnyFrames, Output extends AnyOutput>(
  type: RunType<Frames, Output>, frames: Frames, output: Output, pose: Float64Array, data: Float64Array,
): void {
  const last = new Float64Array(type.coordinates.length)
  const byHand = type.source.measure !== undefined
  try {
    runType(type, frames, output, pose, data, data.length, last, 0)
  } catch (error) {
    // Counts and types are told by the engine itself, in its own words.
    if (error instanceof PhysicsError) throw error
    const field = `${type.name}.${byHand ? 'measure' : 'error'}`
    const message = error instanceof Error ? error.message : String(error)
    const refusal = new PhysicsError('wrong-type', field, message, 'was thrown where the joint is made. It must work at every pose of the bodies.')
    refusal.cause = error
    throw refusal
  }
  refuseBad(output.rows, type.rows.length, `${type.name}.${byHand ? 'measure' : 'error'}`, 'row')
  refuseBad(output.coordinates, type.coordinates.length, `${type.name}.${byHand ? 'measure' : 'values'}`, 'coordinate')
}

/** The joint's own numbers end at data[end]. */
function runType<Frames extends AnyFrames, Output extends AnyOutput>(
  type: RunType<Frames, Output>, frames: Frames, output: Output, pose: Float64Array, data: Float64Array, end: number, turns: Float64Array, t: number,
): void {
  frames.pose.set(pose)
  for (let i = 0; i < OWN_NUMBERS; i++) frames.data[i] = data[end - OWN_NUMBERS + i]
  for (let c = 0; c < type.coordinates.length; c++) frames.last[c] = turns[t + c]
  // What the user leaves unsaid is 0, not what the joint before it said.
  clear(output.rows)
  clear(output.coordinates)
  type.run(frames, output)
}

function clear(block: AnyBlock): void {
  block.values.fill(0)
  block.jacobian.fill(0)
}

function isFinite(block: AnyBlock, count: number): boolean {
  // x − x is 0 for every finite number and nothing else.
  const width = widthOf(block)
  let sum = 0
  for (let i = 0; i < count; i++) sum += block.values[i] - block.values[i]
  for (let i = 0; i < count * width; i++) sum += block.jacobian[i] - block.jacobian[i]
  return sum === 0
}

function refuseBad(block: AnyBlock, count: number, field: string, what: string): void {
  const width = widthOf(block)
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(block.values[i])) {
      throw new PhysicsError('not-finite', field, block.values[i], `is what ${what} ${i} gives where the joint is made. Give a finite number.`)
    }
    for (let k = 0; k < width; k++) {
      const entry = block.jacobian[i * width + k]
      if (!Number.isFinite(entry)) {
        throw new PhysicsError('not-finite', field, entry, `is derivative ${k} of ${what} ${i} where the joint is made. Is something divided by 0?`)
      }
    }
  }
}

/** Doubles per row of a Jacobian. */
function widthOf(block: AnyBlock): number {
  return block.jacobian.length / block.values.length
}

/** Satisfied rows that act on nothing; coordinates stay as they were last seen. */
function silence(out: AnyMeasure, rows: number, coordinates: number, width: number, turns: Float64Array, t: number): void {
  out.error.fill(0, 0, rows)
  out.jacobian.fill(0, 0, rows * width)
  for (let c = 0; c < coordinates; c++) out.value[c] = turns[t + c]
  out.gradient.fill(0, 0, coordinates * width)
}
