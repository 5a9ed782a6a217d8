/**
 * The gearbox: which gear is in, and how long a change takes. Once per step, before anything is solved.
 */

import type { WorldState } from '../store/world-state.ts'
import { AUTOMATIC, HAS_ENGINE, MAX_GEARS, MAX_REVERSE } from './vehicle-table.ts'

export function updateGearbox(state: WorldState, row: number): void {
  const { flags, gear, wantedGear, shifting, sinceShift, switchTime } = state.vehicles.columns
  if ((flags[row] & HAS_ENGINE) === 0) return
  sinceShift[row] = Math.min(sinceShift[row] + state.dt, 1e6)
  shifting[row] = Math.max(0, shifting[row] - state.dt)
  const wanted = (flags[row] & AUTOMATIC) !== 0 && wantedGear[row] > 0 ? chooseGear(state, row) : wantedGear[row]
  if (wanted === gear[row]) return
  gear[row] = wanted
  sinceShift[row] = 0
  // Into neutral there is nothing to wait for.
  shifting[row] = wanted === 0 ? 0 : switchTime[row]
}

/** One up above `shiftUp`, one down below `shiftDown`, not while a change is under way, nor up where the next gear would be too slow. */
function chooseGear(state: WorldState, row: number): number {
  const { gear, gears, gearCount, shifting, sinceShift, switchTime, engineSpeed, shiftUp, shiftDown, throttle } = state.vehicles.columns
  const now = gear[row]
  if (now < 1) return 1
  // As long again after a change, for wheels and engine to come together.
  if (shifting[row] > 0 || sinceShift[row] < 2 * switchTime[row]) return now
  const g = row * MAX_GEARS + now - 1
  if (now < gearCount[row] && throttle[row] > 0 && engineSpeed[row] >= shiftUp[row]) {
    const then = (engineSpeed[row] * gears[g + 1]) / gears[g]
    return then > shiftDown[row] ? now + 1 : now
  }
  return now > 1 && engineSpeed[row] <= shiftDown[row] ? now - 1 : now
}

/** Ratio of the gear that is in; 0 in neutral. */
export function gearRatio(state: WorldState, row: number): number {
  const { gear, gears, reverseGears } = state.vehicles.columns
  const now = gear[row]
  if (now === 0) return 0
  return now > 0 ? gears[row * MAX_GEARS + now - 1] : reverseGears[row * MAX_REVERSE - now - 1]
}
