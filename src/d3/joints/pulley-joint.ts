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

import { PhysicsError, requireBoolean, requireFinite, requireObject, requirePositive } from '../../common/errors.ts'
import { readVec3, writeVec3, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../world-state.ts'
import { getLimit, setLimit, type FullLimit, type Limit } from './features.ts'
import { Joint } from './joint.ts'
import { draft, placeFrame, requireBodies, writeJoint, type JointDefinition } from './joint-definition.ts'
import { MAX_COORDINATES, MAX_RIGID, RA, RB, ROW, XA, XB, type JointKind, type Measure } from './joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FORCE_STRIDE, FRAME_A, FRAME_B, OWN, ROLE_LIMIT, ROLES } from './joint-table.ts'

/** Own numbers: the wheels' places, the ratio. */
const GROUND_A = OWN
const GROUND_B = OWN + 3
const RATIO = OWN + 6

/** Coordinates. */
const TOTAL = 0
const LENGTH_A = 1
const LENGTH_B = 2
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

/** How a rope stretches. */
export type Stretch = { hertz: number; dampingRatio?: number } | { stiffness: number; damping?: number }

export interface PulleyDefinition extends JointDefinition {
  /** Where the rope leaves the wheel above A, world space; stands still. */
  groundA: Vec3
  /** Where it leaves the wheel above B, world space. */
  groundB: Vec3
  /** Where the rope is tied to A, world space. Default: the origin of A (of the world, if A is left out: give it then). */
  anchorA?: Vec3
  /** Where it is tied to B, world space. Default: the origin of B. */
  anchorB?: Vec3
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
  const firm = rope !== null && rope.hertz === undefined && rope.stiffness === undefined
  const total = firm ? rope.upper : Infinity
  const upperA = total - ratio * leastLength(state, row, LENGTH_B)
  const upperB = (total - leastLength(state, row, LENGTH_A)) / ratio
  setLimit(state, row, JAM_A, upperA > 0 && firm ? { lower: -Infinity, upper: upperA } : null, 'pulley.totalLength')
  setLimit(state, row, JAM_B, upperB > 0 && firm ? { lower: -Infinity, upper: upperB } : null, 'pulley.totalLength')
}

function leastLength(state: WorldState, row: number, coordinate: number): number {
  const limit = getLimit(state, row, coordinate)
  return limit !== null && limit.hertz === undefined && limit.stiffness === undefined ? Math.max(0, limit.lower) : 0
}

export function writePulley(state: WorldState, d: PulleyDefinition): number {
  const [a, b] = requireBodies(state, d, 'pulley')
  const places = new Float64Array(12)
  readVec3(d.groundA, 'pulley.groundA', places, 0)
  readVec3(d.groundB, 'pulley.groundB', places, 3)
  if (d.anchorA !== undefined || d.bodyA === undefined || d.bodyA === null) readVec3(d.anchorA, 'pulley.anchorA', places, 6)
  else readVec3(d.bodyA.position, 'pulley.bodyA', places, 6)
  readVec3(d.anchorB ?? d.bodyB.position, 'pulley.anchorB', places, 9)
  const ratio = d.ratio === undefined ? 1 : requirePositive(d.ratio, 'pulley.ratio')
  const rigid = d.rigid !== undefined && requireBoolean(d.rigid, 'pulley.rigid')
  const lengthA = distance(places, 6, 0)
  const lengthB = distance(places, 9, 3)
  const total = d.totalLength === undefined ? lengthA + ratio * lengthB : requirePositive(d.totalLength, 'pulley.totalLength')
  if (!(total > 0)) throw new PhysicsError('degenerate', 'pulley.totalLength', total, 'leaves no rope. Put the bodies away from groundA and groundB.')
  const stretch = checkStretch(d.stretch, 'pulley.stretch')
  const still = new Float64Array([0, 0, 0, 1])
  draft.fill(0)
  placeFrame(state, a, places.subarray(6, 9), still, 0, draft, ANCHOR_A, FRAME_A)
  placeFrame(state, b, places.subarray(9, 12), still, 0, draft, ANCHOR_B, FRAME_B)
  draft.set(places.subarray(0, 6), GROUND_A)
  draft[RATIO] = ratio
  return writeJoint(state, pulleyKind, a, b, d, 'pulley', (row) => {
    setLimit(state, row, LENGTH_A, d.limitA, 'pulley.limitA')
    setLimit(state, row, LENGTH_B, d.limitB, 'pulley.limitB')
    setRope(state, row, total, rigid, stretch)
  })
}

function distance(v: Float64Array, a: number, b: number): number {
  const x = v[a] - v[b]
  const y = v[a + 1] - v[b + 1]
  const z = v[a + 2] - v[b + 2]
  return Math.sqrt(x * x + y * y + z * z)
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
    const { force } = this.state.joints.columns
    return 0 - force[this.row() * FORCE_STRIDE + MAX_RIGID + TOTAL * ROLES + ROLE_LIMIT]
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
    return getLimit(this.state, this.row(), LENGTH_A)
  }

  set limitA(value: Limit | null) {
    const row = this.edit('limitA')
    setLimit(this.state, row, LENGTH_A, value, 'pulley.limitA')
    setJams(this.state, row)
  }

  /** Range of the rope's length on B's side. */
  get limitB(): FullLimit | null {
    return getLimit(this.state, this.row(), LENGTH_B)
  }

  set limitB(value: Limit | null) {
    const row = this.edit('limitB')
    setLimit(this.state, row, LENGTH_B, value, 'pulley.limitB')
    setJams(this.state, row)
  }

  /** Where the wheel above A stands, world space. */
  get groundA(): Vec3 {
    return this.ground(GROUND_A)
  }

  /** Where the wheel above B stands. */
  get groundB(): Vec3 {
    return this.ground(GROUND_B)
  }

  private ground(at: number): Vec3 {
    return writeVec3(this.state.joints.columns.data, this.row() * DATA_SIZE + at, { x: 0, y: 0, z: 0 })
  }

  private rope(): FullLimit {
    const rope = getLimit(this.state, this.row(), TOTAL)
    if (rope === null) throw new PhysicsError('wrong-type', 'pulley', null, 'has lost its rope. This is a mistake in the engine.')
    return rope
  }
}
