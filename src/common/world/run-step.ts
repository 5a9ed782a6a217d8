/**
 * One step from outside: the length checked, the world closed to changes while the stages run, events and time kept.
 */

import { PhysicsError, requireFinite } from '../errors.ts'
import { requireIdle } from '../memory/handles.ts'
import { openScratch, type ScratchWorld } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import type { ContactHooks } from '../store/contact-hooks.ts'
import type { EventLog } from '../store/event-log.ts'
import { recordForceTime } from '../store/stored-forces.ts'
import type { GlobalIndex } from '../store/world-tables.ts'
import { MAX_STEP, MIN_STEP } from '../limits.ts'
import type { Profile } from './profile.ts'

interface SteppedState extends ScratchWorld {
  readonly globals: Table<GlobalIndex & { stepCount: Int32Array }>
  readonly events: EventLog
  readonly hooks: ContactHooks
  readonly profile: Profile
  dt: number
  inStep: boolean
  readonly asking: boolean
}

/** `stages` is the step of the dimension. */
export function runStep<State extends SteppedState>(state: State, dt: number, stages: (state: State) => void): void {
  // Not inside the step of another world either.
  requireIdle(state.solverBodies, 'world.step')
  requireIdle(state, 'world.step')
  requireFinite(dt, 'world.step.dt')
  if (dt < 0 || dt > MAX_STEP) throw new PhysicsError('out-of-range', 'world.step.dt', dt, `must lie between 0 and ${MAX_STEP} s.`)
  if (dt === 0) return
  if (dt < MIN_STEP) throw new PhysicsError('out-of-range', 'world.step.dt', dt, `is too short: at least ${MIN_STEP} s, or 0 to do nothing.`)
  openScratch(state)
  state.dt = dt
  state.inStep = state.solverBodies.inStep = true
  state.events.begin()
  try {
    state.profile.begin()
    stages(state)
  } finally {
    state.events.end(state.globals.columns.stepCount[0] + 1)
    state.inStep = state.solverBodies.inStep = false
  }
  state.globals.columns.stepCount[0]++
  state.globals.columns.lastStep[0] = dt
  recordForceTime(state)
  state.hooks.throwFault()
}
