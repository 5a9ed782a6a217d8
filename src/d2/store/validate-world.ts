/**
 * Invariants of a world in two dimensions (`common/world/validate-world.ts` says which), with what follows from coordinates: shapes stand
 * where their bodies have them, fat boxes hold them, cosines and sines are those of the angles.
 *
 */

import { validateBroadPhase, type InspectedBroadPhase } from '../../common/world/validate-broad-phase.ts'
import { validateAwakePairs, validatePairs } from '../../common/world/validate-pairs.ts'
import { validateSolver } from '../../common/world/validate-step.ts'
import { fail } from '../../common/world/state-tables.ts'
import { validateTables, type InspectedWorld } from '../../common/world/validate-world.ts'
import { box, measureBox, orient, placeShape } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

/** Throws if the tables and indexes of a world contradict each other. Between calls, at any time. */
export function validateWorld(world: object): void {
  const inspected = world as unknown as InspectedWorld<WorldState>
  const { state } = inspected
  const broadPhase = state.broadPhase as unknown as InspectedBroadPhase
  validateTables(inspected)
  validatePairs(state, broadPhase.proxies)
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

/** What follows from the poses is written once more: the same, or the check fails. */
function validatePlaces(state: WorldState): void {
  const bodies = state.bodies.columns
  for (let b = 0; b < state.bodies.count; b++) {
    if (bodies.alive[b] === 0) continue
    const cosine = bodies.rotation[b * 2]
    const sine = bodies.rotation[b * 2 + 1]
    orient(bodies, b)
    if (cosine !== bodies.rotation[b * 2] || sine !== bodies.rotation[b * 2 + 1]) fail('bodies', b, 'rotation', 'is not that of its angle.')
  }
  const shapes = state.shapes.columns
  for (let s = 0; s < state.shapes.count; s++) {
    if (shapes.alive[s] === 0) continue
    const o = s * 2
    const x = shapes.center[o]
    const y = shapes.center[o + 1]
    const cosine = shapes.rotation[o]
    const sine = shapes.rotation[o + 1]
    placeShape(state, s)
    if (x !== shapes.center[o] || y !== shapes.center[o + 1]) fail('shapes', s, 'center', 'is not where its body has the shape.')
    if (cosine !== shapes.rotation[o] || sine !== shapes.rotation[o + 1]) fail('shapes', s, 'rotation', 'is not as its body has the shape.')
  }
}
