/**
 * What reading rows asks of two dimensions: wrenches, inverse masses, and what the rows of each kind are called.
 */

import type { RowSource } from '../../common/joints/read-rows.ts'
import type { Vec2 } from '../math/types.ts'
import { DYNAMIC, LOCK_ROTATION } from '../store/bodies.ts'
import { BOUNDS, DATA_SIZE, MAX_FORCE, OWN } from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureRow } from './joint-definition.ts'

const POINT = ['point x', 'point y']
const ANGLE = ['angle']
const LENGTH = ['length']
const PLANE = ['linear x', 'linear y', 'angle']
const TRAVEL = 'translation'

/** Held rows and coordinates of the kinds, by name. */
const NAMES: Readonly<Record<string, readonly [held: readonly string[], coordinates: readonly string[]]>> = {
  hinge: [POINT, ANGLE],
  pivot: [POINT, ANGLE],
  fixed: [[...POINT, 'rotation'], []],
  slider: [['across', 'rotation'], [TRAVEL]],
  wheel: [['across'], [TRAVEL, 'spin']],
  groove: [['across'], [TRAVEL, 'spin']],
  distance: [LENGTH, LENGTH],
  pin: [LENGTH, LENGTH],
  slide: [LENGTH, LENGTH],
  'damped spring': [LENGTH, LENGTH],
  gear: [['ratio'], ['angle']],
  'rotary limit': [[], ANGLE],
  ratchet: [[], ANGLE],
  'damped rotary spring': [[], ANGLE],
  'simple motor': [[], ANGLE],
  pulley: [[], ['rope', 'length A', 'length B']],
  motor: [[], PLANE],
  mouse: [[], ['pull x', 'pull y']],
}

export const rowSource: RowSource<WorldState, Vec2, number> = {
  half: 3,
  measure: measureRow,
  weigh(state, body, J, o, out, p) {
    const { type, inverseMass, inertia, lockedAxes } = state.bodies.columns
    out.fill(0, p, p + 3)
    if (body < 0 || type[body] !== DYNAMIC) return
    const locks = lockedAxes[body]
    for (let k = 0; k < 2; k++) if ((locks & (1 << k)) === 0) out[p + k] = inverseMass[body] * J[o + k]
    if (inertia[body] > 0 && (locks & LOCK_ROTATION) === 0) out[p + 2] = J[o + 2] / inertia[body]
  },
  wrench: (J, o) => ({ linear: { x: J[o], y: J[o + 1] }, angular: J[o + 2] }),
  rate(state, body, J, o) {
    if (body < 0) return 0
    const { v, w } = state.bodies.columns
    return J[o] * v[body * 2] + J[o + 1] * v[body * 2 + 1] + J[o + 2] * w[body]
  },
  names(state, row) {
    const { kind, data } = state.joints.columns
    const { name } = state.jointKinds[kind[row]]
    // A generic joint's first own number has a bit for each axis that it locks.
    if (name === 'generic') return [PLANE.filter((_, axis) => (data[row * DATA_SIZE + OWN] & (1 << axis)) !== 0), PLANE]
    return NAMES[name] ?? [[], []]
  },
  bound: (state, row) => state.joints.columns.bounds[row * BOUNDS + MAX_FORCE],
}
