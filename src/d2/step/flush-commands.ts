/**
 * Stage `flush-commands`: the users' commands that need the length of the step: target poses become velocities; then the list of awake
 * bodies is made and pairs of newly woken bodies are taken up.
 *
 * Reads: body columns. Writes: v, w of kinematic bodies, forces of what characters lean on, awakeRows.
 * Why here: first. Creations, removals, teleports and setters act at once when they are called.
 */

import { applyLoads } from '../../common/characters/character-loads.ts'
import { hasCharacters } from '../../common/characters/character-rows.ts'
import { CHARACTER } from '../../common/store/column-codes.ts'
import { wakeByJoints } from '../../common/store/joint-store.ts'
import { sleepPairsOfSleepers, wakePairsOfAwake } from '../../common/store/pair-rows.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { HAS_TARGET, KINEMATIC, TARGET_MOTION } from '../store/bodies.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'

const offset = new Float64Array(2)

export function flushCommands(state: WorldState): void {
  const { bodies } = state
  state.awakeCount = 0
  if (!state.mayBeAwake) return
  if (hasCharacters(state)) applyLoads(state)
  if (state.globals.columns.jointCount[0] > 0) wakeByJoints(state)
  const { alive, awake, flags, type, v, w, x, angle, oldX, oldAngle } = bodies.columns
  if (state.awakeRows.length < bodies.count) state.awakeRows = new Int32Array(bodies.count * 2)
  const rows = state.awakeRows
  let count = 0
  let stopped = false
  for (let row = 0; row < bodies.count; row++) {
    if (awake[row] === 0 || alive[row] === 0) continue
    // Characters are always awake: what they stand on may move.
    if (type[row] === KINEMATIC && (flags[row] & CHARACTER) === 0) {
      if ((flags[row] & HAS_TARGET) !== 0) setTargetVelocity(state, row)
      const o = row * 2
      if (v[o] === 0 && v[o + 1] === 0 && w[row] === 0) {
        awake[row] = 0
        stopped = true
        oldX[o] = x[o]
        oldX[o + 1] = x[o + 1]
        oldAngle[row] = angle[row]
        continue
      }
    }
    rows[count++] = row
  }
  state.awakeCount = count
  state.mayBeAwake = count > 0
  // Boxes are predicted for a step as long as the last one: in a longer one, and in the first, bodies would leave them unseen.
  if (state.dt > state.globals.columns.lastStep[0]) for (let k = 0; k < count; k++) syncBody(state, rows[k])
  if (state.wokeInStep) {
    state.wokeInStep = false
    wakePairsOfAwake(state)
  }
  if (stopped) sleepPairsOfSleepers(state, false)
}

/** The velocity that brings the body to its target at the end of the step. */
function setTargetVelocity(state: WorldState, row: number): void {
  const { x, v, w, target, flags, localCenter, angle } = state.bodies.columns
  const t = row * 3
  setRotation(target[t + 2], offset, 0)
  rotate(offset, 0, localCenter[row * 2], localCenter[row * 2 + 1], offset, 0)
  for (let k = 0; k < 2; k++) v[row * 2 + k] = (target[t + k] + offset[k] - x[row * 2 + k]) / state.dt
  w[row] = (target[t + 2] - angle[row]) / state.dt
  flags[row] = (flags[row] & ~HAS_TARGET) | TARGET_MOTION
  syncBody(state, row)
}
