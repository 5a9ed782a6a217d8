/**
 * Pulley: a rope from body A up over a wheel, across, and down over a second wheel to body B. Lifts, Atwood's machine, tackles.
 *
 * Two points G_A and G_B stand still in the world. With l_A = |p_A − G_A| and u_A = (p_A − G_A) / l_A, the same for B:
 * L = l_A + ratio l_B, J = (u_A, r_A × u_A, ratio u_B, ratio r_B × u_B). Unlike most joints the two sides have the same sign: both bodies are pulled
 * towards their wheels, by T and by ratio T, and the wheels' bearings, which is to say the world, take the sum. ratio > 1 is a tackle on B's side.
 *
 * L is a coordinate, not a rigid row: a rope is the limit L ≤ total, and goes slack; a rigid pulley is L = total, as if the ropes could push. The two
 * lengths are coordinates too, so that stops can keep a weight from its wheel. Removes one freedom while taut.
 * From L ≤ total and l_B ≥ its least length follows l_A ≤ total − ratio · least, and the same for B. The sweeps would find that only slowly when a
 * heavy body has drawn a light one up to its stop, so it is said outright: two more coordinates, the lengths again, carry these limits.
 * Degenerate: a body at its wheel (l = 0) is not pulled there, its direction being unknown. Source: users expect it; rows after Robson, Tamis 3.1.1.
 */

import { getLimit, setLimit, type FullLimit, type Limit } from '../../../common/joints/features.ts'
import type { Fields } from '../../../common/options.ts'
import {
  firmLength, leastLength, LENGTH_A, LENGTH_B, PulleyHandle, readRope, setRope, TOTAL, ROPE_FIELDS, type RopeFeatures,
} from '../../../common/joints/handles/pulley-handle.ts'
import { readVec3, writeVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draft, NO_TURN, placeFrame, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { RA, RB, ROW, XA, XB, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../store/joint-table.ts'

export type { Stretch } from '../../../common/joints/handles/pulley-handle.ts'

/** Own numbers: the wheels' places, the ratio. */
const GROUND_A = OWN
const GROUND_B = OWN + 3
const RATIO = OWN + 6

/** Coordinates beside those of the lengths. */
const JAM_A = 3
const JAM_B = 4

/** Distance of a body's anchor from its wheel; its gradient at gradient[o …], six numbers. */
function reach(pose: Float64Array, x: number, r: number, data: Float64Array, g: number, gradient: Float64Array, o: number): number {
  const rx = pose[r]
  const ry = pose[r + 1]
  const rz = pose[r + 2]
  const dx = pose[x] - data[g] + rx
  const dy = pose[x + 1] - data[g + 1] + ry
  const dz = pose[x + 2] - data[g + 2] + rz
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const scale = length > 1e-9 ? 1 / length : 0
  const ux = dx * scale
  const uy = dy * scale
  const uz = dz * scale
  gradient[o] = ux
  gradient[o + 1] = uy
  gradient[o + 2] = uz
  gradient[o + 3] = ry * uz - rz * uy
  gradient[o + 4] = rz * ux - rx * uz
  gradient[o + 5] = rx * uy - ry * ux
  return length
}

export const pulleyKind: JointKind = {
  name: 'pulley',
  coordinates: ['length', 'length', 'length', 'length', 'length'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    const { value, gradient } = out
    const ratio = data[d + RATIO]
    out.rigid = 0
    gradient.fill(0, 0, 3 * ROW)
    value[LENGTH_A] = reach(pose, XA, RA, data, d + GROUND_A, gradient, LENGTH_A * ROW)
    value[LENGTH_B] = reach(pose, XB, RB, data, d + GROUND_B, gradient, LENGTH_B * ROW + 6)
    value[TOTAL] = value[LENGTH_A] + ratio * value[LENGTH_B]
    value[JAM_A] = value[LENGTH_A]
    value[JAM_B] = value[LENGTH_B]
    for (let k = 0; k < ROW; k++) {
      const a = gradient[LENGTH_A * ROW + k]
      const b = gradient[LENGTH_B * ROW + k]
      gradient[k] = a + ratio * b
      gradient[JAM_A * ROW + k] = a
      gradient[JAM_B * ROW + k] = b
    }
  },
}

/** What a pulley is told: two wheels that stand still, the two ends of the rope, and the rope. */
export interface PulleyDefinition extends JointDefinition, RopeFeatures {
  /** Where the rope leaves the wheel above A, m, world space; stands still. */
  groundA: Vec3
  /** Where the rope leaves the wheel above B, m, world space; stands still. */
  groundB: Vec3
  /** Where the rope is tied to A, m, world space. Default: the origin of A (of the world, if A is left out: give it then). */
  anchorA?: Vec3
  /** Where the rope is tied to B, m, world space. Default: the origin of B. */
  anchorB?: Vec3
}

const FIELDS: Fields<PulleyDefinition> = { ...JOINT_FIELDS, ...ROPE_FIELDS, groundA: 0, groundB: 0, anchorA: 0, anchorB: 0 }

/** What the rope and the stops of one side say of the other side. A rope that stretches says nothing definite. */
function setJams(state: WorldState, row: number): void {
  const ratio = state.joints.columns.data[row * DATA_SIZE + RATIO]
  const total = firmLength(state, row)
  setJam(state, row, JAM_A, total - ratio * leastLength(state, row, LENGTH_B))
  setJam(state, row, JAM_B, (total - leastLength(state, row, LENGTH_A)) / ratio)
}

function setJam(state: WorldState, row: number, jam: number, upper: number): void {
  setLimit(state, row, jam, upper > 0 && upper < Infinity ? { lower: -Infinity, upper } : null, 'pulley.totalLength')
}

export function writePulley(state: WorldState, d: PulleyDefinition): number {
  const [a, b] = requireBodies(state, d, 'pulley', FIELDS)
  const places = new Float64Array(12)
  readVec3(d.groundA, 'pulley.groundA', places, 0)
  readVec3(d.groundB, 'pulley.groundB', places, 3)
  if (d.anchorA !== undefined || d.bodyA === undefined || d.bodyA === null) readVec3(d.anchorA, 'pulley.anchorA', places, 6)
  else readVec3(d.bodyA.position, 'pulley.bodyA', places, 6)
  readVec3(d.anchorB ?? d.bodyB.position, 'pulley.anchorB', places, 9)
  const rope = readRope(d, distance(places, 6, 0), distance(places, 9, 3))
  draft.fill(0)
  placeFrame(state, a, places.subarray(6, 9), NO_TURN, 0, draft, ANCHOR_A, FRAME_A)
  placeFrame(state, b, places.subarray(9, 12), NO_TURN, 0, draft, ANCHOR_B, FRAME_B)
  draft.set(places.subarray(0, 6), GROUND_A)
  draft[RATIO] = rope.ratio
  return writeJoint(state, pulleyKind, a, b, d, 'pulley', (row) => {
    setLimit(state, row, LENGTH_A, d.limitA, 'pulley.limitA')
    setLimit(state, row, LENGTH_B, d.limitB, 'pulley.limitB')
    setRope(state, row, rope.total, rope.rigid, rope.stretch)
    setJams(state, row)
  })
}

function distance(v: Float64Array, a: number, b: number): number {
  const x = v[a] - v[b]
  const y = v[a + 1] - v[b + 1]
  const z = v[a + 2] - v[b + 2]
  return Math.sqrt(x * x + y * y + z * z)
}

/** A rope over two wheels that stand still: one side goes up, the other down. */
export class PulleyJoint extends PulleyHandle<Terms> {
  /** @internal */
  protected override readonly ratioAt: number = RATIO

  /** Where the wheel above A stands, m, world space. */
  get groundA(): Readonly<Vec3> {
    return Object.freeze(this.ground(GROUND_A))
  }

  /** Where the wheel above B stands, m, world space. */
  get groundB(): Readonly<Vec3> {
    return Object.freeze(this.ground(GROUND_B))
  }

  /** @internal */
  protected override limitOf(side: number): FullLimit | null {
    return getLimit(this.state, this.row(), side)
  }

  /** @internal */
  protected override setSide(row: number, side: number, value: Limit | null, field: string): void {
    setLimit(this.state, row, side, value, field)
  }

  /** @internal */
  protected override setJams(row: number): void {
    setJams(this.state, row)
  }

  private ground(at: number): Vec3 {
    return writeVec3(this.state.joints.columns.data, this.row() * DATA_SIZE + at, { x: 0, y: 0, z: 0 })
  }
}
