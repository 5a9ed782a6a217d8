/**
 * What every joint's definition has, and how it becomes a row: the bodies, where they are joined, how strong the joint is. Kinds add their own.
 */

import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { makeJoint, CORE_FIELDS, type CoreDefinition } from '../../common/joints/make-joint.ts'
import type { Body } from '../api/body.ts'
import { quatConjugate, quatMultiply, quatRotate, quatRotateInverse } from '../math/quaternion.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE, ROW, type JointKind } from './joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B } from '../store/joint-table.ts'
import { framesOf } from './frames.ts'

/** A place and directions on a body, in its own axes. x is the joint's main axis. */
export interface JointFrame {
  /** From the body's origin, m. Default 0, 0, 0. */
  position?: Vec3
  /** Orientation of the frame in the body. Default: not turned. */
  rotation?: Quat
}

const FRAME_FIELDS: Fields<JointFrame> = { position: 0, rotation: 0 }

/** What every joint says: whom it joins, and how strong it is. */
export interface JointDefinition extends CoreDefinition {
  /** The first body; left out or null: the world itself. */
  bodyA?: Body | null
  /** The second body, the one that forces, speeds and angles are told of. One of the two must be dynamic. */
  bodyB: Body
}

export const JOINT_FIELDS: Fields<JointDefinition> = { ...CORE_FIELDS, bodyA: 1, bodyB: 0 }

/** Where the bodies are joined: once in world space as they stand now, or by a frame on each body. */
export interface AnchoredDefinition extends JointDefinition {
  /** Where the bodies are joined as they stand now, m, world space. Default: the origin of body B. */
  anchor?: Vec3
  /** Instead of `anchor` (and `axis`): the frame on A, in A's own axes. Left out: as `anchor` says. */
  frameA?: JointFrame
  /** The frame on B, in B's own axes; goes with `frameA`. Left out: as `anchor` says. */
  frameB?: JointFrame
}

export const ANCHORED_FIELDS: Fields<AnchoredDefinition> = { ...JOINT_FIELDS, anchor: 0, frameA: 0, frameB: 0 }

/** A place where the bodies are joined, and a main axis. */
export interface AxisDefinition extends AnchoredDefinition {
  /** Direction of the main axis in world space, any length above 0. Default: x of the world. */
  axis?: Vec3
}

export const AXIS_FIELDS: Fields<AxisDefinition> = { ...ANCHORED_FIELDS, axis: 0 }

const p = new Float64Array(4)
const q = new Float64Array(4)
const world = new Float64Array(8)

/** Checks a unit axis and writes it to out[o …]. */
export function readAxis(value: unknown, field: string, out: Float64Array, o: number): void {
  readVec3(value, field, out, o)
  const length = Math.sqrt(out[o] * out[o] + out[o + 1] * out[o + 1] + out[o + 2] * out[o + 2])
  if (!(length > 1e-12)) throw new PhysicsError('degenerate', field, value, 'has no length. Give a direction, such as { x: 0, y: 1, z: 0 }.')
  for (let k = 0; k < 3; k++) out[o + k] /= length
}

/** out = a rotation that turns x into the unit axis at axis[a …] by the shortest way. */
export function rotationToAxis(axis: Float64Array, a: number, out: Float64Array, o: number): void {
  const x = axis[a]
  const y = axis[a + 1]
  const z = axis[a + 2]
  if (x < -0.999999999) {
    out[o] = 0
    out[o + 1] = 0
    out[o + 2] = 1
    out[o + 3] = 0
    return
  }
  // (1 + cos, x̂ × a), normalised.
  const w = 1 + x
  const s = 1 / Math.sqrt(w * w + y * y + z * z)
  out[o] = 0
  out[o + 1] = -z * s
  out[o + 2] = y * s
  out[o + 3] = w * s
}

/** World pose of a body's origin into bodyOrigin: position then quaternion. −1 is the world. */
function originOf(state: WorldState, body: number, out: Float64Array): void {
  out.fill(0)
  out[6] = 1
  if (body < 0) return
  const { x, q: rotation, localCenter } = state.bodies.columns
  quatRotate(rotation, body * 4, localCenter[body * 3], localCenter[body * 3 + 1], localCenter[body * 3 + 2], p, 0)
  for (let k = 0; k < 3; k++) out[k] = x[body * 3 + k] - p[k]
  for (let k = 0; k < 4; k++) out[3 + k] = rotation[body * 4 + k]
}

/** Writes a world place and rotation as a frame of the body: anchor at data[anchor …], rotation at data[frame …]. */
export function placeFrame(
  state: WorldState, body: number, place: Float64Array, rotation: Float64Array, r: number, data: Float64Array, anchor: number, frame: number,
): void {
  originOf(state, body, world)
  quatRotateInverse(world, 3, place[0] - world[0], place[1] - world[1], place[2] - world[2], data, anchor)
  quatConjugate(world, 3, q, 0)
  quatMultiply(q, 0, rotation, r, data, frame)
}

function readFrame(value: unknown, field: string, data: Float64Array, anchor: number, frame: number): void {
  const { position, rotation } = requireOptions(value, FRAME_FIELDS, field) as JointFrame
  if (position !== undefined) readVec3(position, `${field}.position`, data, anchor)
  else data.fill(0, anchor, anchor + 3)
  if (rotation !== undefined) readQuat(rotation, `${field}.rotation`, data, frame)
  else data.set([0, 0, 0, 1], frame)
}

/** Scratch for a joint's data while a definition is checked: nothing is written to the world before all is right. */
export const draft: Float64Array = new Float64Array(DATA_SIZE)

/** The rotation of what has not turned. */
export const NO_TURN: Float64Array = new Float64Array([0, 0, 0, 1])

/** Frames of a definition into an empty `draft`; without them `rotation` is theirs in the world. */
export function draftFrames(
  state: WorldState, bodyA: number, bodyB: number, d: AnchoredDefinition, field: string, rotation: Float64Array = NO_TURN,
): void {
  draft.fill(0)
  if ((d.frameA === undefined) !== (d.frameB === undefined)) {
    const missing = d.frameA === undefined ? 'frameA' : 'frameB'
    throw new PhysicsError('wrong-type', `${field}.${missing}`, undefined, 'is missing. Give both frames, or an anchor in world space.')
  }
  if (d.frameA !== undefined) {
    if (d.anchor !== undefined) {
      throw new PhysicsError('wrong-type', `${field}.anchor`, d.anchor, 'and frames are two answers to one question. Give one.')
    }
    readFrame(d.frameA, `${field}.frameA`, draft, ANCHOR_A, FRAME_A)
    readFrame(d.frameB, `${field}.frameB`, draft, ANCHOR_B, FRAME_B)
    return
  }
  const place = new Float64Array(8)
  if (d.anchor !== undefined) readVec3(d.anchor, `${field}.anchor`, place, 0)
  else originOf(state, bodyB, place)
  placeFrame(state, bodyA, place, rotation, 0, draft, ANCHOR_A, FRAME_A)
  placeFrame(state, bodyB, place, rotation, 0, draft, ANCHOR_B, FRAME_B)
}

/** World rotation of a definition's axis: x of the frames lies along it. */
export function axisRotation(d: AxisDefinition, field: string): Float64Array {
  const out = new Float64Array(4)
  const axis = new Float64Array([1, 0, 0])
  if (d.axis !== undefined) {
    if (d.frameA !== undefined) throw new PhysicsError('wrong-type', `${field}.axis`, d.axis, 'and frames are two answers to one question. Give one.')
    readAxis(d.axis, `${field}.axis`, axis, 0)
  }
  rotationToAxis(axis, 0, out, 0)
  return out
}

/**
 * Makes the joint: `draft` holds its data; `features` sets what else the definition says, and may throw. A definition that is refused leaves
 * the world as it was.
 */
export function writeJoint(
  state: WorldState, kind: JointKind, bodyA: number, bodyB: number, d: JointDefinition, field: string, features: (row: number) => void,
): number {
  return makeJoint(state, kind, bodyA, bodyB, draft, d, field, features, readCoordinates)
}

const pose = new Float64Array(POSE_SIZE)
const measure = new Measure()

/** Measures the joint where its bodies stand. The result is good until the next call. */
export function measureRow(state: WorldState, row: number): Measure {
  const { kind, data, turns } = state.joints.columns
  framesOf(state, row, pose)
  state.jointKinds[kind[row]].measure(pose, data, row * DATA_SIZE, measure, turns, row * MAX_COORDINATES)
  return measure
}

/** The joint's coordinates where its bodies stand, into its `turns`. */
export function readCoordinates(state: WorldState, row: number): void {
  const { kind, turns } = state.joints.columns
  const { coordinates } = state.jointKinds[kind[row]]
  const { value } = measureRow(state, row)
  for (let c = 0; c < coordinates.length; c++) turns[row * MAX_COORDINATES + c] = value[c]
}

/** Rate of coordinate c at the bodies' present poses and velocities. */
export function coordinateSpeed(state: WorldState, row: number, c: number): number {
  const { bodyA, bodyB } = state.joints.columns
  const { v, w } = state.bodies.columns
  const { gradient } = measureRow(state, row)
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    if (body < 0) continue
    const o = c * ROW + side * 6
    for (let k = 0; k < 3; k++) speed += gradient[o + k] * v[body * 3 + k] + gradient[o + 3 + k] * w[body * 3 + k]
  }
  return speed
}
