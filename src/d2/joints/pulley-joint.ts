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

import { PhysicsError, requireBoolean, requireFinite, requireObject, requirePositive } from '../../common/errors.ts'
import { getLimit, setLimit, type FullLimit, type Limit } from '../../common/joints/features.ts'
import { ROLE_LIMIT } from '../../common/joints/joint-codes.ts'
import { readVec2, writeVec2, type Vec2 } from '../math/types.ts'
import type { WorldState } from '../world-state.ts'
import { Joint } from './joint.ts'
import { draft, draftAnchors, requireBodies, writeJoint, type JointDefinition } from './joint-definition.ts'
import { MAX_COORDINATES, RA, RB, ROW, XA, XB, type JointKind, type Measure } from './joint-kind.ts'
import { DATA_SIZE, OWN } from './joint-table.ts'

/** Own numbers: the wheels' places, the ratio; for each side 1 = the user has set a limit, and its upper end. */
const GROUND_A = OWN
const GROUND_B = OWN + 2
const RATIO = OWN + 4
const SET = OWN + 4
const SET_UPPER = OWN + 6

/** Coordinates. */
const TOTAL = 0
const LENGTH_A = 1
const LENGTH_B = 2

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

/** How a rope stretches. */
export type Stretch = { hertz: number; dampingRatio?: number } | { stiffness: number; damping?: number }

export interface PulleyDefinition extends JointDefinition {
  /** Where the rope leaves the wheel above A, world space; stands still. */
  groundA: Vec2
  /** Where it leaves the wheel above B, world space. */
  groundB: Vec2
  /** Where the rope is tied to A, world space. Default: the origin of A (of the world, if A is left out: give it then). */
  anchorA?: Vec2
  /** Where it is tied to B, world space. Default: the origin of B. */
  anchorB?: Vec2
  /** The rope holds lengthA + ratio · lengthB. Default 1. */
  ratio?: number
  /** m of lengthA + ratio · lengthB. Default: as the bodies stand. */
  totalLength?: number
  /** true: never slack, as if the rope could push. Default false. */
  rigid?: boolean
  /** Elastic rope; null = it does not stretch, the default. */
  stretch?: Stretch | null
  /** Range of the rope's length on A's side, m. */
  limitA?: Limit | null
  /** Range on B's side, m. */
  limitB?: Limit | null
}

function checkStretch(value: unknown, field: string): object {
  if (value === null || value === undefined) return {}
  const given = requireObject(value, field)
  if (!('hertz' in given) && !('stiffness' in given)) {
    throw new PhysicsError('wrong-type', field, value, 'says nothing. Give hertz, or stiffness and damping; null does not stretch.')
  }
  return given
}

/** The rope itself: a limit of the coordinate TOTAL. */
function setRope(state: WorldState, row: number, total: number, rigid: boolean, stretch: object): void {
  setLimit(state, row, TOTAL, { ...stretch, lower: rigid ? total : -Infinity, upper: total }, 'pulley.stretch')
  setJams(state, row)
}

/** What the rope and the stops of one side say of the other side. A rope that stretches says nothing definite. */
function setJams(state: WorldState, row: number): void {
  const rope = getLimit(state, row, TOTAL)
  const ratio = state.joints.columns.data[row * DATA_SIZE + RATIO]
  const total = rope !== null && isHard(rope) ? rope.upper : Infinity
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

function isHard(limit: FullLimit): boolean {
  return limit.hertz === undefined && limit.stiffness === undefined
}

function leastLength(state: WorldState, row: number, side: number): number {
  const limit = getLimit(state, row, side)
  return limit !== null && isHard(limit) ? Math.max(0, limit.lower) : 0
}

export function writePulley(state: WorldState, d: PulleyDefinition): number {
  const [a, b] = requireBodies(state, d, 'pulley')
  const grounds = new Float64Array(4)
  readVec2(d.groundA, 'pulley.groundA', grounds, 0)
  readVec2(d.groundB, 'pulley.groundB', grounds, 2)
  const from = d.anchorA ?? d.bodyA?.position
  const to = d.anchorB ?? d.bodyB.position
  draft.fill(0)
  draftAnchors(state, a, b, from as Vec2, to, 'pulley.anchorA', 'pulley.anchorB', 0)
  const ratio = d.ratio === undefined ? 1 : requirePositive(d.ratio, 'pulley.ratio')
  const rigid = d.rigid !== undefined && requireBoolean(d.rigid, 'pulley.rigid')
  const lengthA = distance(from as Vec2, d.groundA)
  const lengthB = distance(to, d.groundB)
  const total = d.totalLength === undefined ? lengthA + ratio * lengthB : requirePositive(d.totalLength, 'pulley.totalLength')
  if (!(total > 0)) throw new PhysicsError('degenerate', 'pulley.totalLength', total, 'leaves no rope. Put the bodies away from groundA and groundB.')
  const stretch = checkStretch(d.stretch, 'pulley.stretch')
  draft.set(grounds, GROUND_A)
  draft[RATIO] = ratio
  return writeJoint(state, pulleyKind, a, b, d, 'pulley', (row) => {
    setSide(state, row, LENGTH_A, d.limitA, 'pulley.limitA')
    setSide(state, row, LENGTH_B, d.limitB, 'pulley.limitB')
    setRope(state, row, total, rigid, stretch)
  })
}

function distance(a: Vec2, b: Vec2): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
}

export class PulleyJoint extends Joint {
  /** Rope between A and its wheel, m. */
  get lengthA(): number {
    return this.coordinate(LENGTH_A)
  }

  /** Rope between B and its wheel, m. */
  get lengthB(): number {
    return this.coordinate(LENGTH_B)
  }

  /** m/s at which A's side grows. */
  get speedA(): number {
    return this.coordinateSpeed(LENGTH_A)
  }

  /** m/s at which B's side grows. */
  get speedB(): number {
    return this.coordinateSpeed(LENGTH_B)
  }

  /** lengthA + ratio · lengthB, m. Below `totalLength` the rope is slack. */
  get currentLength(): number {
    return this.coordinate(TOTAL)
  }

  /** N in the rope at A at the end of the last step; B is pulled with `ratio` times as much. Below 0: a rigid pulley pushes. */
  get tension(): number {
    return 0 - this.forceOf(TOTAL, ROLE_LIMIT)
  }

  /** m of lengthA + ratio · lengthB that there is rope for. */
  get totalLength(): number {
    return this.rope().upper
  }

  set totalLength(value: number) {
    const row = this.edit('totalLength')
    setRope(this.state, row, requirePositive(value, 'pulley.totalLength'), this.rigid, this.stretch ?? {})
  }

  /** A new ratio keeps the rope as taut as it is. */
  get ratio(): number {
    return this.own(RATIO)
  }

  set ratio(value: number) {
    const row = this.edit('ratio')
    const ratio = requirePositive(value, 'pulley.ratio')
    const total = this.totalLength + (ratio - this.ratio) * this.lengthB
    const { data, turns } = this.state.joints.columns
    data[row * DATA_SIZE + RATIO] = ratio
    turns[row * MAX_COORDINATES + TOTAL] = this.lengthA + ratio * this.lengthB
    setRope(this.state, row, requireFinite(total, 'pulley.totalLength'), this.rigid, this.stretch ?? {})
  }

  /** Never slack? */
  get rigid(): boolean {
    const { lower, upper } = this.rope()
    return lower === upper
  }

  set rigid(value: boolean) {
    const row = this.edit('rigid')
    setRope(this.state, row, this.totalLength, requireBoolean(value, 'pulley.rigid'), this.stretch ?? {})
  }

  /** How the rope stretches; null = it does not. */
  get stretch(): Stretch | null {
    const { hertz, dampingRatio, stiffness, damping } = this.rope()
    if (hertz !== undefined) return dampingRatio === undefined ? { hertz } : { hertz, dampingRatio }
    if (stiffness === undefined) return null
    return damping === undefined ? { stiffness } : { stiffness, damping }
  }

  set stretch(value: Stretch | null) {
    const row = this.edit('stretch')
    setRope(this.state, row, this.totalLength, this.rigid, checkStretch(value, 'pulley.stretch'))
  }

  /** Range of the rope's length on A's side. */
  get limitA(): FullLimit | null {
    return this.limitOf(LENGTH_A)
  }

  set limitA(value: Limit | null) {
    const row = this.edit('limitA')
    setSide(this.state, row, LENGTH_A, value, 'pulley.limitA')
    setJams(this.state, row)
  }

  /** Range of the rope's length on B's side. */
  get limitB(): FullLimit | null {
    return this.limitOf(LENGTH_B)
  }

  set limitB(value: Limit | null) {
    const row = this.edit('limitB')
    setSide(this.state, row, LENGTH_B, value, 'pulley.limitB')
    setJams(this.state, row)
  }

  /** Where the wheel above A stands, world space. */
  get groundA(): Vec2 {
    return this.ground(GROUND_A)
  }

  /** Where the wheel above B stands. */
  get groundB(): Vec2 {
    return this.ground(GROUND_B)
  }

  /** As the user set it. */
  private limitOf(side: number): FullLimit | null {
    const limit = getLimit(this.state, this.row(), side)
    return limit === null || this.own(SET + side) === 0 ? null : { ...limit, upper: this.own(SET_UPPER + side) }
  }

  private ground(at: number): Vec2 {
    return writeVec2(this.state.joints.columns.data, this.row() * DATA_SIZE + at, { x: 0, y: 0 })
  }

  private rope(): FullLimit {
    return getLimit(this.state, this.row(), TOTAL) as FullLimit
  }
}
