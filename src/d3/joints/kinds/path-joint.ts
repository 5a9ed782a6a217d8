/**
 * Path: roller coasters, curtain rails, conveyor hooks, cameras on a dolly. A point of B stays on a curve that is fixed in A, or in the world.
 *
 * With X the anchor of B in A's axes and c(v) the point of the path nearest to it, e = X − c stands square on the path: e·c′ = 0. So moving X moves
 * the nearest point by ∂v = c′ / (c′·c′ − c″·e). Removes two freedoms, across the path along its frame's normals: C₁ = n₁·e, C₂ = n₂·e, with
 * ∂C₁ = n₁ + τ C₂ ∂v, ∂C₂ = n₂ − τ C₁ ∂v, τ = n₁′·n₂ the frame's twist. A gradient g in A's axes becomes a row as in part `axis`, along R_A g.
 * Left is the coordinate s, how far along, ∂s = |c′| ∂v: limited, driven, sprung and rubbed; laps of a closed path are counted.
 *
 * Orientation: 'free' removes nothing more; 'fixed' holds B as it stands against A (part `full-rotation`, 3 rows); 'tangent' holds it against the
 * path's frame, which turns by Ω = t × t′ + τ t per v: from the rows of `full-rotation` against that frame, with gradient G, goes (G·Ω) ∂v.
 *
 * The nearest point is sought downhill from where it was last, so that a path may cross itself. Degenerate: an anchor at the path's centre of
 * curvature or beyond, where c′·c′ − c″·e ≤ 0 and no point is nearest: it is kept above a tenth of c′·c′.
 * The path's shape is part of the kind, one kind per path: the joint's data only says which. Source: users expect it; rows after Chappuis 2.3,
 * Hodges 16.
 */

import { MAX_PATH_POINTS } from '../../../common/limits.ts'
import { LEAST_PATH_SLOPE } from '../parts/tolerances.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import { PhysicsError } from '../../../common/errors.ts'
import type { KindMaker } from '../../../common/memory/joint-type-registry.ts'
import { quatMultiply } from '../../math/quaternion.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, placeFrame, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { findKind } from '../../../common/joints/kind-numbers.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, D, MAX_COORDINATES, POSE_SIZE, QA, ROW, type CoordinateUnit, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_B, FRAME_A, FRAME_B, OWN } from '../../store/joint-table.ts'
import { axesQuaternion } from '../parts/axes-quaternion.ts'
import { axisRow } from '../parts/axis.ts'
import { fullRotationRows } from '../parts/full-rotation.ts'
import { ALONG, BINORMAL, FIRST, FOUND_SIZE, NORMAL, Path, POINT, SECOND, SPEED, TANGENT, TURNING, TWIST, type PathDefinition } from './path.ts'

/** Own number: one of the three below. */
const ORIENTATION = OWN
const FREE = 0
const TANGENTIAL = 1
const FIXED = 2

/** How a body on a path turns: 'free' as it likes, 'tangent' with the path, 'fixed' as A does. */
export type PathOrientation = 'free' | 'tangent' | 'fixed'

/** By number. */
const NAMES: readonly PathOrientation[] = ['free', 'tangent', 'fixed']

const found = new Float64Array(FOUND_SIZE)
const gradientV = new Float64Array(3)
const direction = new Float64Array(3)
const rowV = new Float64Array(ROW)
const follow = new Float64Array(POSE_SIZE)
const axes = new Float64Array(9)
const q = new Float64Array(4)

/** `direction` = the vector at v[o …], given in A's axes, in world axes. */
function toWorld(pose: Float64Array, v: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) direction[k] = pose[AXES_A + k] * v[o] + pose[AXES_A + 3 + k] * v[o + 1] + pose[AXES_A + 6 + k] * v[o + 2]
}

/** Row along the direction `sum` = found[n …] + scale · ∂v. */
function acrossRow(pose: Float64Array, n: number, scale: number, jacobian: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) axes[k] = found[n + k] + scale * gradientV[k]
  toWorld(pose, axes, 0)
  axisRow(pose, direction, 0, jacobian, o)
}

/** Path frame's rotation in A's axes into `q`. */
function pathQuaternion(): void {
  for (let k = 0; k < 3; k++) {
    axes[k] = found[TANGENT + k]
    axes[3 + k] = found[NORMAL + k]
    axes[6 + k] = found[BINORMAL + k]
  }
  axesQuaternion(axes, q, 0)
}

/** Rows 2 … 4: B turns with the path's frame. */
function followRows(pose: Float64Array, out: Measure): void {
  const { jacobian } = out
  pathQuaternion()
  follow.set(pose)
  quatMultiply(pose, QA, q, 0, follow, QA)
  for (let i = 0; i < 3; i++) {
    toWorld(pose, axes, i * 3)
    for (let k = 0; k < 3; k++) follow[AXES_A + i * 3 + k] = direction[k]
  }
  fullRotationRows(follow, out, 2)
  // Ω in A's axes, then in the world's.
  const tx = found[TANGENT]
  const ty = found[TANGENT + 1]
  const tz = found[TANGENT + 2]
  axes[0] = ty * found[TURNING + 2] - tz * found[TURNING + 1] + found[TWIST] * tx
  axes[1] = tz * found[TURNING] - tx * found[TURNING + 2] + found[TWIST] * ty
  axes[2] = tx * found[TURNING + 1] - ty * found[TURNING] + found[TWIST] * tz
  toWorld(pose, axes, 0)
  for (let i = 2; i < 5; i++) {
    const o = i * ROW
    const turning = jacobian[o + 9] * direction[0] + jacobian[o + 10] * direction[1] + jacobian[o + 11] * direction[2]
    for (let k = 0; k < ROW; k++) jacobian[o + k] -= turning * rowV[k]
  }
}

export class PathKind implements JointKind {
  readonly name = 'path'
  readonly coordinates: readonly CoordinateUnit[] = ['length']
  readonly angularRows: readonly boolean[] = [false, false, true, true, true]
  readonly path: Path

  constructor(path: Path) {
    this.path = path
  }

  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { error, jacobian, gradient } = out
    const orientation = data[d + ORIENTATION]
    out.rigid = orientation === FREE ? 2 : 5
    for (let k = 0; k < 3; k++) {
      const a = AXES_A + 3 * k
      axes[k] = pose[a] * pose[D] + pose[a + 1] * pose[D + 1] + pose[a + 2] * pose[D + 2]
    }
    const x = axes[0]
    const y = axes[1]
    const z = axes[2]
    this.path.locate(x, y, z, turns[t], found)
    const ex = x - found[POINT]
    const ey = y - found[POINT + 1]
    const ez = z - found[POINT + 2]
    const square = found[SPEED] * found[SPEED]
    const slope = square - found[SECOND] * ex - found[SECOND + 1] * ey - found[SECOND + 2] * ez
    const inverse = 1 / Math.max(slope, LEAST_PATH_SLOPE * square)
    for (let k = 0; k < 3; k++) gradientV[k] = found[FIRST + k] * inverse
    toWorld(pose, gradientV, 0)
    axisRow(pose, direction, 0, rowV, 0)
    error[0] = found[NORMAL] * ex + found[NORMAL + 1] * ey + found[NORMAL + 2] * ez
    error[1] = found[BINORMAL] * ex + found[BINORMAL + 1] * ey + found[BINORMAL + 2] * ez
    acrossRow(pose, NORMAL, found[TWIST] * error[1], jacobian, 0)
    acrossRow(pose, BINORMAL, -found[TWIST] * error[0], jacobian, ROW)
    out.value[0] = found[ALONG]
    for (let k = 0; k < ROW; k++) gradient[k] = found[SPEED] * rowV[k]
    if (orientation === TANGENTIAL) followRows(pose, out)
    else if (orientation === FIXED) fullRotationRows(pose, out, 2)
  }
}

/** One kind per path, however many joints and worlds use it. */
const kinds = new WeakMap<Path, PathKind>()

export function kindOfPath(path: Path): PathKind {
  let kind = kinds.get(path)
  if (kind === undefined) {
    kind = new PathKind(path)
    kinds.set(path, kind)
  }
  return kind
}

/** The world's kind of a path. Equal paths are one, so that the number of a kind does not depend on who made the path. */
function kindIn(state: WorldState, path: Path): PathKind {
  const { source } = path
  const known = findKind(state, (kind): kind is PathKind => {
    if (!(kind instanceof PathKind) || kind.path.source.length !== source.length) return false
    return kind.path === path || kind.path.source.every((value, i) => Object.is(value, source[i]))
  })
  return known ?? kindOfPath(path)
}

/** Paths in snapshots. */
export const PATH_MAKER: KindMaker<JointKind> = {
  pack: (kind) => (kind instanceof PathKind ? new Int32Array(kind.path.source.slice().buffer) : null),
  unpack(words) {
    const numbers = words.length / 2
    if (!Number.isInteger(numbers) || numbers < 5 || (numbers - 5) % 3 !== 0 || numbers > 3 * MAX_PATH_POINTS) return null
    try {
      return kindOfPath(Path.of(new Float64Array(words.slice().buffer)))
    } catch (error) {
      if (error instanceof PhysicsError) return null
      throw error
    }
  },
}

/** What a path joint is told: the path, the point that stays on it, and what acts along it. */
export interface PathJointDefinition extends JointDefinition {
  /** The curve, in A's own axes, from its origin; in the world's if A is left out. A `Path` may be shared by many joints. */
  path: Path | PathDefinition
  /** The point of B that stays on the path, m, world space. Default: the origin of B. */
  anchor?: Vec3
  /** 'free': B turns as it likes. 'tangent': it turns with the path. 'fixed': it keeps its direction against A. Default 'free'. */
  orientation?: PathOrientation
  /** Range of the distance along the path, m. null or left out: from end to end, and none on a closed path. */
  limit?: Limit | null
  /** Drives B along the path, m/s and N. Default none. */
  motor?: Motor | null
  /** Spring or drive to a distance along the path, m. Default none. */
  spring?: Spring | null
  /** Dry friction along the path, N. Default 0. */
  friction?: number
}

const FIELDS: Fields<PathJointDefinition> = { ...JOINT_FIELDS, path: 0, anchor: 0, orientation: 0, limit: 1, motor: 1, spring: 1, friction: 0 }

function setRange(state: WorldState, row: number, path: Path, value: Limit | null | undefined): void {
  const whole = path.closed ? null : { lower: 0, upper: path.length }
  setLimit(state, row, 0, value ?? whole, 'path.limit')
}

export function writePath(state: WorldState, d: PathJointDefinition): number {
  const [a, b] = requireBodies(state, d, 'path', FIELDS)
  if (typeof d.path !== 'object' || d.path === null) {
    throw new PhysicsError('wrong-type', 'path.path', d.path, 'must be a Path, or an object with points.')
  }
  const path = d.path instanceof Path ? d.path : new Path(d.path)
  const orientation = NAMES.indexOf(d.orientation ?? 'free')
  if (orientation < 0) throw new PhysicsError('wrong-type', 'path.orientation', d.orientation, "must be 'free', 'tangent' or 'fixed'.")
  const place = new Float64Array(3)
  const anchor = d.anchor ?? d.bodyB.position
  readVec3(anchor, 'path.anchor', place, 0)
  const local = d.bodyA === undefined || d.bodyA === null ? anchor : d.bodyA.localPoint(anchor)
  const along = path.nearest(local)
  // B's frame is the path's, or A's, as it stands.
  const rotation = new Float64Array([0, 0, 0, 1])
  if (a >= 0) rotation.set(state.bodies.columns.q.subarray(a * 4, a * 4 + 4))
  if (orientation === TANGENTIAL) {
    path.locate(local.x, local.y, local.z, along, found)
    pathQuaternion()
    quatMultiply(rotation, 0, q, 0, rotation, 0)
  }
  draft.fill(0)
  draft[FRAME_A + 3] = 1
  placeFrame(state, b, place, rotation, 0, draft, ANCHOR_B, FRAME_B)
  draft[ORIENTATION] = orientation
  return writeJoint(state, kindIn(state, path), a, b, d, 'path', (row) => {
    state.joints.columns.turns[row * MAX_COORDINATES] = along
    setRange(state, row, path, d.limit)
    setMotor(state, row, 0, d.motor, 'path.motor', 'maxForce')
    setSpring(state, row, 0, d.spring, 'path.spring')
    setFriction(state, row, 0, d.friction, 'path.friction')
  })
}

/** A roller coaster, a camera on rails: a point of B stays on a curve of A. */
export class PathJoint extends Joint {
  /** The curve. */
  get path(): Path {
    const { kind } = this.state.joints.columns
    return (this.state.jointKinds[kind[this.row()]] as PathKind).path
  }

  /** How far along the path, m; laps of a closed path are counted. */
  get distance(): number {
    return this.readCoordinate(0)
  }

  /** Speed along the path, m/s. */
  get speed(): number {
    return this.readCoordinateSpeed(0)
  }

  /** How B turns on the path. */
  get orientation(): PathOrientation {
    return NAMES[this.own(ORIENTATION)]
  }

  /** Range of the distance, m. null: the whole path. */
  get limit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), 0))
  }

  set limit(value: Limit | null) {
    setRange(this.state, this.edit('limit'), this.path, value)
  }

  /** Drives B along the path; null = none. */
  get motor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), 0))
  }

  set motor(value: Motor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, 'path.motor', 'maxForce')
  }

  /** Spring or drive to a distance along the path, m; null = none. */
  get spring(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), 0))
  }

  set spring(value: Spring | null) {
    setSpring(this.state, this.edit('spring'), 0, value, 'path.spring')
  }

  /** Dry friction along the path, N. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    setFriction(this.state, this.edit('friction'), 0, value, 'path.friction')
  }

  /** Force the motor gave at the end of the last step, N along the path, on B. */
  get motorForce(): number {
    return this.motorForceOf(0)
  }
}
