/**
 * Settings of a world that know no coordinates: what its options say, checked, and what a change of them brings about.
 */

import { PhysicsError, requireBoolean, requireInteger } from '../errors.ts'
import { requireOptions, type Fields } from '../options.ts'
import { wakeRing } from '../islands/sleep.ts'
import { requireIdle } from '../memory/handles.ts'
import type { Table } from '../memory/world-memory.ts'
import type { GlobalIndex, WorldTables } from '../store/world-tables.ts'
import type { FixedSteps } from './fixed-steps.ts'

/** Options of a world besides its gravity. */
export interface CoreOptions {
  /** Count of substeps of a step, 1 … 64. More hold heavy loads and fast joints better, and cost more time. Default 4. */
  substeps?: number
  /** Let resting bodies sleep, which costs them nothing until they are touched. Default true. */
  sleeping?: boolean
  /** Stop fast bodies at their first impact, so that they do not pass through thin walls. Default true. */
  continuous?: boolean
  /** Step length of `advance`, s. Default 1/60. */
  fixedStep?: number
  /** Count of steps one `advance` may take, 1 … 1000; time beyond is dropped, so that a hitch does not snowball. Default 4. */
  maxStepsPerAdvance?: number
  /**
   * A clock in ms, such as `() => performance.now()`; makes `profile` count. Never influences the simulation; not asked again once it throws or
   * gives no number. Default none.
   */
  clock?: () => number
}

export const WORLD_FIELDS: Fields<CoreOptions> = { substeps: 0, sleeping: 0, continuous: 0, fixedStep: 0, maxStepsPerAdvance: 0, clock: 0 }

interface SettingsColumns extends GlobalIndex {
  substeps: Int32Array
  sleeping: Int32Array
  continuous: Int32Array
}

interface SettingsState extends WorldTables {
  readonly globals: Table<SettingsColumns>
  readonly inStep: boolean
}

/** The clock of a world's options, all of which are known. */
export function clockOf(options: CoreOptions, fields: object): (() => number) | null {
  requireOptions(options, fields, 'world')
  if (options.clock !== undefined && typeof options.clock !== 'function') {
    throw new PhysicsError('wrong-type', 'world.clock', options.clock, 'must be a function that returns milliseconds.')
  }
  return options.clock ?? null
}

/** Options that were given when the world was made. */
export function applyOptions(state: SettingsState, fixedSteps: FixedSteps, options: CoreOptions): void {
  if (options.substeps !== undefined) setSubsteps(state, options.substeps)
  if (options.sleeping !== undefined) setSleeping(state, options.sleeping)
  if (options.continuous !== undefined) setContinuous(state, options.continuous)
  if (options.fixedStep !== undefined) fixedSteps.setLength(options.fixedStep)
  if (options.maxStepsPerAdvance !== undefined) fixedSteps.setMost(options.maxStepsPerAdvance)
}

export function setSubsteps(state: SettingsState, value: number): void {
  requireIdle(state, 'world.substeps')
  state.globals.columns.substeps[0] = requireInteger(value, 1, 64, 'world.substeps')
}

export function setSleeping(state: SettingsState, value: boolean): void {
  requireIdle(state, 'world.sleeping')
  state.globals.columns.sleeping[0] = requireBoolean(value, 'world.sleeping') ? 1 : 0
  if (!value) wakeAll(state)
}

export function setContinuous(state: SettingsState, value: boolean): void {
  requireIdle(state, 'world.continuous')
  state.globals.columns.continuous[0] = requireBoolean(value, 'world.continuous') ? 1 : 0
}

/** Wakes every body that can move. */
export function wakeAll(state: WorldTables): void {
  const { alive, type } = state.bodies.columns
  for (let row = 0; row < state.bodies.count; row++) if (alive[row] === 1 && type[row] !== 0) wakeRing(state, row)
}
