/**
 * A user's type of joint as a kind of one world. The user's function runs inside the step, which must not throw: if it does, or gives numbers
 * that are not finite, the joint is switched off and reported as broken, and its rows say nothing for the rest of the step.
 */

import { handleOf } from '../../common/ids.ts'
import { PhysicsError } from '../../common/errors.ts'
import type { WorldState } from '../world-state.ts'
import { JointFrames, JointOutput, MAX_DATA, type RowBlock } from './building-blocks.ts'
import type { JointType } from './define-joint.ts'
import { MAX_RIGID, ROW, type CoordinateUnit, type JointKind, type Measure } from './joint-kind.ts'
import { reportBroken } from '../../common/joints/joint-lifecycle.ts'
import { HOT_STRIDE, SCALAR_STRIDE } from './joint-rows.ts'
import { BROKEN, DATA_SIZE, OWN } from './joint-table.ts'

const frames = new JointFrames()
const output = new JointOutput()

export class WorldKind implements JointKind {
  readonly name: string
  readonly coordinates: readonly CoordinateUnit[]
  readonly angularRows: readonly boolean[]
  readonly type: JointType
  /** Why joints failed, by id. For people; the simulation never reads it. */
  readonly failures: Map<number, string> = new Map()
  private readonly state: WorldState

  constructor(state: WorldState, type: JointType) {
    this.state = state
    this.type = type
    this.name = type.name
    this.coordinates = type.coordinates
    this.angularRows = type.rows.map((unit) => unit === 'angle')
  }

  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { type, state } = this
    const { joints } = state
    const rows = type.rows.length
    const coordinates = type.coordinates.length
    // A pose that no joint of this world has, as in tests, cannot break one.
    const inStep = state.inStep && data === joints.columns.data
    out.rigid = rows
    if (inStep && (joints.columns.flags[d / DATA_SIZE] & BROKEN) !== 0) {
      silence(out, rows, coordinates, turns, t)
      return
    }
    let failure: unknown = null
    try {
      runType(type, pose, data, d, turns, t)
    } catch (error) {
      failure = error ?? 'nothing'
    }
    if (failure === null) {
      if (isFinite(output.rows, rows) && isFinite(output.coordinates, coordinates)) {
        for (let i = 0; i < rows; i++) out.error[i] = output.rows.values[i]
        for (let i = 0; i < rows * ROW; i++) out.jacobian[i] = output.rows.jacobian[i]
        for (let i = 0; i < coordinates; i++) out.value[i] = output.coordinates.values[i]
        for (let i = 0; i < coordinates * ROW; i++) out.gradient[i] = output.coordinates.jacobian[i]
        return
      }
      failure = 'gave numbers that are not finite'
    }
    silence(out, rows, coordinates, turns, t)
    if (inStep) this.stop(d / DATA_SIZE, failure)
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
    disarm(state, r)
  }
}

/** Rows that were built before the failure and would be solved once more. */
function disarm(state: WorldState, r: number): void {
  const { hot, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns.hot
  hot.fill(0, r * HOT_STRIDE, r * HOT_STRIDE + MAX_RIGID * ROW)
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) scalars.fill(0, s * SCALAR_STRIDE, s * SCALAR_STRIDE + ROW)
}

/** The world's kind of a type; the same one every time. Not yet numbered if it is new. */
export function kindOfType(state: WorldState, type: JointType): WorldKind {
  for (const kind of state.jointKinds) if (kind instanceof WorldKind && kind.type === type) return kind
  return new WorldKind(state, type)
}

/** Runs a type once where a joint is about to be made; refuses what would fail there. */
export function tryType(type: JointType, pose: Float64Array, data: Float64Array): void {
  const last = new Float64Array(type.coordinates.length)
  const byHand = type.source.measure !== undefined
  try {
    runType(type, pose, data, 0, last, 0)
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

function runType(type: JointType, pose: Float64Array, data: Float64Array, d: number, turns: Float64Array, t: number): void {
  frames.pose.set(pose)
  for (let i = 0; i < MAX_DATA; i++) frames.data[i] = data[d + OWN + i]
  for (let c = 0; c < type.coordinates.length; c++) frames.last[c] = turns[t + c]
  // What the user leaves unsaid is 0, not what the joint before it said.
  clear(output.rows)
  clear(output.coordinates)
  type.run(frames, output)
}

function clear(block: RowBlock): void {
  block.values.fill(0)
  block.jacobian.fill(0)
}

function isFinite(block: RowBlock, count: number): boolean {
  // x − x is 0 for every finite number and nothing else.
  let sum = 0
  for (let i = 0; i < count; i++) sum += block.values[i] - block.values[i]
  for (let i = 0; i < count * ROW; i++) sum += block.jacobian[i] - block.jacobian[i]
  return sum === 0
}

function refuseBad(block: RowBlock, count: number, field: string, what: string): void {
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(block.values[i])) {
      throw new PhysicsError('not-finite', field, block.values[i], `is what ${what} ${i} gives where the joint is made. Give a finite number.`)
    }
    for (let k = 0; k < ROW; k++) {
      const entry = block.jacobian[i * ROW + k]
      if (!Number.isFinite(entry)) {
        throw new PhysicsError('not-finite', field, entry, `is derivative ${k} of ${what} ${i} where the joint is made. Is something divided by 0?`)
      }
    }
  }
}

/** Satisfied rows that act on nothing; coordinates stay as they were last seen. */
function silence(out: Measure, rows: number, coordinates: number, turns: Float64Array, t: number): void {
  out.error.fill(0, 0, rows)
  out.jacobian.fill(0, 0, rows * ROW)
  for (let c = 0; c < coordinates; c++) out.value[c] = turns[t + c]
  out.gradient.fill(0, 0, coordinates * ROW)
}
