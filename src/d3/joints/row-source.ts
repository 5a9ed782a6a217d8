/**
 * What reading rows asks of three dimensions: wrenches, inverse masses, and what the rows of each kind are called.
 */

import type { RowSource } from '../../common/joints/read-rows.ts'
import { worldInverseFactor } from '../math/inertia.ts'
import type { Vec3 } from '../math/types.ts'
import { DYNAMIC } from '../store/bodies.ts'
import { DATA_SIZE } from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { measureRow } from './joint-definition.ts'
import { ANGULAR, ANGULAR_LOCKS, CODES, CONE, COUNT, DISC, LINEAR_LOCKS } from './kinds/generic-measure.ts'

const AXES = ['x', 'y', 'z']
const factor = new Float64Array(6)

const POINT = ['point x', 'point y', 'point z']
const ACROSS = ['across y', 'across z']
const SWING = ['swing y', 'swing z']
const ROTATION = ['rotation x', 'rotation y', 'rotation z']
const ANGLE = ['angle']
const BENDS = ['twist', 'swing', 'swing z', 'drive x', 'drive y', 'drive z']
const TRAVEL = 'translation'

/** Held rows and coordinates of the kinds, by name. */
const NAMES: Readonly<Record<string, readonly [held: readonly string[], coordinates: readonly string[]]>> = {
  ball: [POINT, BENDS],
  'swing-twist': [POINT, BENDS],
  hinge: [[...POINT, ...SWING], ANGLE],
  'two-point hinge': [[...POINT, 'second point y', 'second point z'], ANGLE],
  slider: [[...ACROSS, ...ROTATION], [TRAVEL]],
  fixed: [[...POINT, ...ROTATION], []],
  distance: [['length'], ['length']],
  cylindrical: [[...ACROSS, ...SWING], [TRAVEL, 'angle']],
  screw: [[...ACROSS, ...SWING, 'lead'], [TRAVEL, 'angle']],
  universal: [[...POINT, 'square'], ['angle A', 'angle B']],
  'constant velocity': [[...POINT, 'equal twist'], ['bend y', 'bend z', 'bend']],
  wheel: [[...ACROSS, 'square'], [TRAVEL, 'steering', 'spin']],
  gear: [['ratio'], ['angle A', 'angle B']],
  'rack-and-pinion': [['ratio'], ['angle', TRAVEL]],
  pulley: [[], ['rope', 'length A', 'length B', 'end A', 'end B']],
  path: [['across 1', 'across 2', ...ROTATION], ['distance']],
  'orientation lock': [ROTATION, []],
  'angular limit': [[], ['twist']],
  'cone limit': [[], ['cone']],
  'wedge limit': [[], ['azimuth', 'from corner', 'from lower', 'from upper']],
  motor: [[], ['linear x', 'linear y', 'linear z', 'turn x', 'turn y', 'turn z']],
  mouse: [[], ['pull x', 'pull y', 'pull z']],
}

export const rowSource: RowSource<WorldState, Vec3, Vec3> = {
  half: 6,
  measure: measureRow,
  weigh(state, body, J, o, out, p) {
    const { type, inverseMass, lockedAxes, q } = state.bodies.columns
    out.fill(0, p, p + 6)
    if (body < 0 || type[body] !== DYNAMIC) return
    const locks = lockedAxes[body]
    for (let k = 0; k < 3; k++) if ((locks & (1 << k)) === 0) out[p + k] = inverseMass[body] * J[o + k]
    worldInverseFactor(state.bodies.columns, body, q, body * 4, locks >> 3, factor, 0)
    const [f0, f1, f2, f3, f4, f5] = factor
    const x = f0 * J[o + 3] + f1 * J[o + 4] + f3 * J[o + 5]
    const y = f2 * J[o + 4] + f4 * J[o + 5]
    const z = f5 * J[o + 5]
    out[p + 3] = f0 * x
    out[p + 4] = f1 * x + f2 * y
    out[p + 5] = f3 * x + f4 * y + f5 * z
  },
  wrench: (J, o) => ({ linear: { x: J[o], y: J[o + 1], z: J[o + 2] }, angular: { x: J[o + 3], y: J[o + 4], z: J[o + 5] } }),
  rate(state, body, J, o) {
    if (body < 0) return 0
    const { v, w } = state.bodies.columns
    let sum = 0
    for (let k = 0; k < 3; k++) sum += J[o + k] * v[body * 3 + k] + J[o + 3 + k] * w[body * 3 + k]
    return sum
  },
  names(state, row) {
    const { kind, data } = state.joints.columns
    const { name } = state.jointKinds[kind[row]]
    return name === 'generic' ? genericNames(data, row * DATA_SIZE) : NAMES[name] ?? [[], []]
  },
  bound: () => Infinity,
}

/** Of a generic joint: as its axes are locked, and as its coordinates were chosen. */
function genericNames(data: Float64Array, d: number): [string[], string[]] {
  const locked = (bits: number, what: string): string[] => AXES.filter((_, k) => (bits & (1 << k)) !== 0).map((axis) => `${what} ${axis}`)
  const coordinates = Array.from({ length: data[d + COUNT] }, (_, c) => {
    const code = data[d + CODES + c]
    if (code < DISC) return `linear ${AXES[code]}`
    if (code < ANGULAR) return 'linear distance'
    return code < CONE ? `angular ${AXES[code - ANGULAR]}` : 'angular distance'
  })
  return [[...locked(data[d + LINEAR_LOCKS], 'linear'), ...locked(data[d + ANGULAR_LOCKS], 'angular')], coordinates]
}
