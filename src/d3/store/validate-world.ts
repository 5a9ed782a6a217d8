/**
 * Invariants of a world in three dimensions (`common/world/validate-world.ts` says which), with what follows from coordinates: shapes stand
 * where their bodies have them, fat boxes hold them, orientations are unit quaternions.
 *
 */

import { LONG_ROUNDING } from '../../common/math/rounding.ts'
import { validateBroadPhase, type InspectedBroadPhase } from '../../common/world/validate-broad-phase.ts'
import { validateAwakePairs, validatePairs } from '../../common/world/validate-pairs.ts'
import { validateSolver } from '../../common/world/validate-step.ts'
import { fail } from '../../common/world/state-tables.ts'
import { validateTables, type InspectedWorld } from '../../common/world/validate-world.ts'
import { checkVehicles } from '../vehicles/vehicle-rules.ts'
import { box, measureBox, placeShape } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

const center = new Float64Array(3)
const rotation = new Float64Array(9)

/** Throws if the tables and indexes of a world contradict each other. Between calls, at any time. */
export function validateWorld(world: object): void {
  const inspected = world as unknown as InspectedWorld<WorldState>
  const { state } = inspected
  const broadPhase = state.broadPhase as unknown as InspectedBroadPhase
  validateTables(inspected)
  validatePairs(state, broadPhase.proxies)
  checkVehicles(state, true)
  validatePlaces(state)
  validateBroadPhase(state, broadPhase, (shape) => {
    measureBox(state, shape)
    return box
  })
}

/** The same, and what a step leaves in the solver's tables. Directly after `world.step`. */
export function validateStep(world: object): void {
  validateWorld(world)
  const { state } = world as unknown as InspectedWorld<WorldState>
  validateAwakePairs(state)
  validateSolver(state)
}

function validatePlaces(state: WorldState): void {
  const { alive, q } = state.bodies.columns
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    const o = b * 4
    const square = q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2] + q[o + 3] * q[o + 3]
    if (!(Math.abs(square - 1) < LONG_ROUNDING)) fail('bodies', b, 'q', `has the squared length ${square}.`)
  }
  const shapes = state.shapes.columns
  for (let s = 0; s < state.shapes.count; s++) {
    if (shapes.alive[s] === 0) continue
    for (let k = 0; k < 3; k++) center[k] = shapes.center[s * 3 + k]
    for (let k = 0; k < 9; k++) rotation[k] = shapes.rotation[s * 9 + k]
    // Writes what stands there already, or the check fails.
    placeShape(state, s)
    for (let k = 0; k < 3; k++) if (center[k] !== shapes.center[s * 3 + k]) {
      fail('shapes', s, 'center', 'is not where its body has the shape.')
    }
    for (let k = 0; k < 9; k++) if (rotation[k] !== shapes.rotation[s * 9 + k]) {
      fail('shapes', s, 'rotation', 'is not as its body has the shape.')
    }
  }
}
