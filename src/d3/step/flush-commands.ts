/**
 * Stage `flush-commands`: the users' commands that need the length of the step: target poses become velocities; then the list of awake
 * bodies is made and pairs of newly woken bodies are taken up. Wheels of vehicles look at the ground.
 *
 * Reads: body columns. Writes: v, w of kinematic bodies, forces of what characters lean on, awakeRows; ground, gear and steering of
 * vehicles.
 * Why here: first. Creations, removals, teleports and setters act at once when they are called.
 */

import { applyLoads } from '../../common/characters/character-loads.ts'
import { hasCharacters } from '../../common/characters/character-rows.ts'
import { atan2 } from '../../common/math/deterministic-math.ts'
import { CHARACTER } from '../../common/store/column-codes.ts'
import { wakeByJoints } from '../../common/store/joint-store.ts'
import { sleepPairsOfSleepers, wakePairsOfAwake } from '../../common/store/pair-rows.ts'
import { quatConjugate, quatMultiply, quatRotate } from '../math/quaternion.ts'
import { HAS_TARGET, KINEMATIC, TARGET_MOTION } from '../store/bodies.ts'
import { castWheels } from '../vehicles/cast-wheels.ts'
import { hasVehicles } from '../vehicles/vehicle-rows.ts'
import { wakeVehicles } from '../vehicles/wake-vehicles.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'

const q = new Float64Array(4)
const offset = new Float64Array(3)

export function flushCommands(state: WorldState): void {
  const { bodies } = state
  state.awakeCount = 0
  state.islands.linkCount = 0
  wakeVehicles(state)
  if (!state.mayBeAwake) return
  if (hasCharacters(state)) applyLoads(state)
  if (state.globals.columns.jointCount[0] > 0) wakeByJoints(state)
  const { alive, awake, flags, type, v, w } = bodies.columns
  if (state.awakeRows.length < bodies.count) state.awakeRows = new Int32Array(bodies.count * 2)
  const rows = state.awakeRows
  let count = 0
  let stopped = false
  for (let row = 0; row < bodies.count; row++) {
    if (awake[row] === 0 || alive[row] === 0) continue
    // Characters are always awake: what they stand on may move.
    if (type[row] === KINEMATIC && (flags[row] & CHARACTER) === 0) {
      if ((flags[row] & HAS_TARGET) !== 0) setTargetVelocity(state, row)
      const o = row * 3
      const still = v[o] === 0 && v[o + 1] === 0 && v[o + 2] === 0 && w[o] === 0 && w[o + 1] === 0 && w[o + 2] === 0
      if (still) {
        awake[row] = 0
        stopped = true
        state.bodies.columns.oldX.set(state.bodies.columns.x.subarray(o, o + 3), o)
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
  if (hasVehicles(state)) castWheels(state)
}

/** The velocity that brings the body to its target at the end of the step. */
function setTargetVelocity(state: WorldState, row: number): void {
  const { x, v, w, target, flags, localCenter, q: rotation } = state.bodies.columns
  const t = row * 7
  quatRotate(target, t + 3, localCenter[row * 3], localCenter[row * 3 + 1], localCenter[row * 3 + 2], offset, 0)
  for (let k = 0; k < 3; k++) v[row * 3 + k] = (target[t + k] + offset[k] - x[row * 3 + k]) / state.dt
  quatConjugate(rotation, row * 4, q, 0)
  quatMultiply(target, t + 3, q, 0, q, 0)
  const sign = q[3] < 0 ? -1 : 1
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
  const rate = sine > 0 ? (2 * sign * atan2(sine, sign * q[3])) / sine / state.dt : 0
  for (let k = 0; k < 3; k++) w[row * 3 + k] = q[k] * rate
  flags[row] = (flags[row] & ~HAS_TARGET) | TARGET_MOTION
  syncBody(state, row)
}

