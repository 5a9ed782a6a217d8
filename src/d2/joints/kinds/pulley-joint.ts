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
 * heavy body has drawn a light one up to its stop, so it is said outright: hard stops of a side end there.
 * Degenerate: a body at its wheel (l = 0) is not pulled there, its direction being unknown. Source: users expect it; rows after Chipmunk IM2.
 */

import { getLimit, setLimit, type FullLimit, type Limit } from '../../../common/joints/features.ts'
import type { Fields } from '../../../common/options.ts'
import {
  firmLength, isHard, leastLength, LENGTH_A, LENGTH_B, PulleyHandle, readRope, setRope, TOTAL, ROPE_FIELDS, type RopeFeatures,
} from '../../../common/joints/handles/pulley-handle.ts'
import { readVec2, writeVec2, type Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draft, draftAnchors, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { RA, RB, ROW, XA, XB, type JointKind, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'

export type { Stretch } from '../../../common/joints/handles/pulley-handle.ts'

/** Own numbers: the wheels' places, the ratio; for each side 1 = the user has set a limit, and its upper end. */
const GROUND_A = OWN
const GROUND_B = OWN + 2
const RATIO = OWN + 4
const SET = OWN + 4
const SET_UPPER = OWN + 6

/** Distance of a body's anchor from its wheel; its gradient at gradient[o …], three numbers. */
function reach(pose: Float64Array, x: number, r: number, data: Float64Array, g: number, gradient: Float64Array, o: number): number {
  const rx = pose[r]
  const ry = pose[r + 1]
  const dx = pose[x] - data[g] + rx
  const dy = pose[x + 1] - data[g + 1] + ry
  const length = Math.sqrt(dx * dx + dy * dy)
  const scale = length > 1e-9 ? 1 / length : 0
  gradient[o] = dx * scale
  gradient[o + 1] = dy * scale
  gradient[o + 2] = (rx * dy - ry * dx) * scale
  return length
}

export const pulleyKind: JointKind = {
  name: 'pulley',
  coordinates: ['length', 'length', 'length'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    const { value, gradient } = out
    const ratio = data[d + RATIO]
    out.rigid = 0
    gradient.fill(0)
    value[LENGTH_A] = reach(pose, XA, RA, data, d + GROUND_A, gradient, LENGTH_A * ROW)
    value[LENGTH_B] = reach(pose, XB, RB, data, d + GROUND_B, gradient, LENGTH_B * ROW + 3)
    value[TOTAL] = value[LENGTH_A] + ratio * value[LENGTH_B]
    for (let k = 0; k < ROW; k++) gradient[k] = gradient[LENGTH_A * ROW + k] + ratio * gradient[LENGTH_B * ROW + k]
  },
}

/** What a pulley is told: two wheels that stand still, the two ends of the rope, and the rope. */
export interface PulleyDefinition extends JointDefinition, RopeFeatures {
  /** Where the rope leaves the wheel above A, m, world space; stands still. */
  groundA: Vec2
  /** Where the rope leaves the wheel above B, m, world space; stands still. */
  groundB: Vec2
  /** Where the rope is tied to A, m, world space. Default: the origin of A (of the world, if A is left out: give it then). */
  anchorA?: Vec2
  /** Where the rope is tied to B, m, world space. Default: the origin of B. */
  anchorB?: Vec2
}

const FIELDS: Fields<PulleyDefinition> = { ...JOINT_FIELDS, ...ROPE_FIELDS, groundA: 0, groundB: 0, anchorA: 0, anchorB: 0 }

/** What the rope and the stops of one side say of the other side. A rope that stretches says nothing definite. */
function setJams(state: WorldState, row: number): void {
  const ratio = state.joints.columns.data[row * DATA_SIZE + RATIO]
  const total = firmLength(state, row)
  const leastA = leastLength(state, row, LENGTH_A)
  setEnd(state, row, LENGTH_A, total - ratio * leastLength(state, row, LENGTH_B))
  setEnd(state, row, LENGTH_B, (total - leastA) / ratio)
}

/** Where a side ends: at the user's limit, or where the other side's stop leaves no more rope. */
function setEnd(state: WorldState, row: number, side: number, jam: number): void {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE + side
  const limit = data[o + SET] === 1 ? getLimit(state, row, side) : null
  if (limit !== null && !isHard(limit)) return
  const upper = data[o + SET] === 1 ? data[o + SET_UPPER] : Infinity
  const lower = limit === null ? -Infinity : limit.lower
  const least = jam > Math.max(0, lower) ? Math.min(upper, jam) : upper
  const none = limit === null && least === Infinity
  setLimit(state, row, side, none ? null : { lower, upper: least, restitution: limit?.restitution ?? 0 }, 'pulley.totalLength')
}

/** A limit of the user's. */
function setSide(state: WorldState, row: number, side: number, value: Limit | null | undefined, field: string): void {
  setLimit(state, row, side, value, field)
  const { data } = state.joints.columns
  const o = row * DATA_SIZE + side
  data[o + SET] = value === null || value === undefined ? 0 : 1
  data[o + SET_UPPER] = value === null || value === undefined ? 0 : value.upper
}

export function writePulley(state: WorldState, d: PulleyDefinition): number {
  const [a, b] = requireBodies(state, d, 'pulley', FIELDS)
  const grounds = new Float64Array(4)
  readVec2(d.groundA, 'pulley.groundA', grounds, 0)
  readVec2(d.groundB, 'pulley.groundB', grounds, 2)
  const from = d.anchorA ?? d.bodyA?.position
  const to = d.anchorB ?? d.bodyB.position
  draft.fill(0)
  draftAnchors(state, a, b, from as Vec2, to, 'pulley.anchorA', 'pulley.anchorB', 0)
  const rope = readRope(d, distance(from as Vec2, d.groundA), distance(to, d.groundB))
  draft.set(grounds, GROUND_A)
  draft[RATIO] = rope.ratio
  return writeJoint(state, pulleyKind, a, b, d, 'pulley', (row) => {
    setSide(state, row, LENGTH_A, d.limitA, 'pulley.limitA')
    setSide(state, row, LENGTH_B, d.limitB, 'pulley.limitB')
    setRope(state, row, rope.total, rope.rigid, rope.stretch)
    setJams(state, row)
  })
}

function distance(a: Vec2, b: Vec2): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
}

/** A rope over two wheels that stand still: one side goes up, the other down. */
export class PulleyJoint extends PulleyHandle<Terms> {
  /** @internal */
  protected override readonly ratioAt: number = RATIO

  /** Where the wheel above A stands, m, world space. */
  get groundA(): Readonly<Vec2> {
    return Object.freeze(this.ground(GROUND_A))
  }

  /** Where the wheel above B stands, m, world space. */
  get groundB(): Readonly<Vec2> {
    return Object.freeze(this.ground(GROUND_B))
  }

  /** @internal */
  protected override limitOf(side: number): FullLimit | null {
    const limit = getLimit(this.state, this.row(), side)
    return limit === null || this.own(SET + side) === 0 ? null : { ...limit, upper: this.own(SET_UPPER + side) }
  }

  /** @internal */
  protected override setSide(row: number, side: number, value: Limit | null, field: string): void {
    setSide(this.state, row, side, value, field)
  }

  /** @internal */
  protected override setJams(row: number): void {
    setJams(this.state, row)
  }

  private ground(at: number): Vec2 {
    return writeVec2(this.state.joints.columns.data, this.row() * DATA_SIZE + at, { x: 0, y: 0 })
  }
}
