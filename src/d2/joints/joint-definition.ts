/**
 * What every joint's definition has, and how it becomes a row: the bodies, where they are joined, how strong the joint is. Kinds add their own.
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { PhysicsError } from '../../common/errors.ts'
import { makeJoint, CORE_FIELDS, type CoreDefinition } from '../../common/joints/make-joint.ts'
import { unwrap } from '../../common/math/unwrap.ts'
import type { Body } from '../api/body.ts'
import { rotateInverse } from '../math/rotation.ts'
import { readVec2, requireBounded, type Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { framesOf } from './frames.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE, ROW, type JointKind } from './joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, BOUNDS, DATA_SIZE, ERROR_BIAS, FRAME_A, FRAME_B } from '../store/joint-table.ts'

/** A place and a direction on a body, in its own axes. x is the joint's main axis. */
export interface JointFrame {
  /** From the body's origin, m. Default 0, 0. */
  position?: Vec2
  /** Angle of the frame's x axis, rad. Default 0. */
  rotation?: number
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
  anchor?: Vec2
  /** Instead of `anchor` (and `axis`): the frame on A, in A's own axes. Left out: as `anchor` says. */
  frameA?: JointFrame
  /** The frame on B, in B's own axes; goes with `frameA`. Left out: as `anchor` says. */
  frameB?: JointFrame
}

export const ANCHORED_FIELDS: Fields<AnchoredDefinition> = { ...JOINT_FIELDS, anchor: 0, frameA: 0, frameB: 0 }

/** A place where the bodies are joined, and a main axis. */
export interface AxisDefinition extends AnchoredDefinition {
  /** Direction of the main axis in world space, any length above 0. Default: x of the world. */
  axis?: Vec2
}

export const AXIS_FIELDS: Fields<AxisDefinition> = { ...ANCHORED_FIELDS, axis: 0 }

const place = new Float64Array(2)
const ONE_ANSWER = 'and frames are two answers to one question. Give one.'

/** The angle of a direction, world space. */
export function readAxis(value: unknown, field: string): number {
  readVec2(value, field, place, 0)
  if (!(place[0] * place[0] + place[1] * place[1] > 1e-24)) {
    throw new PhysicsError('degenerate', field, value, 'has no length. Give a direction, such as { x: 0, y: 1 }.')
  }
  return atan2(place[1], place[0])
}

/** Writes a world place as an anchor of the body at data[anchor …]. */
export function placeAnchor(state: WorldState, body: number, value: Vec2, field: string, data: Float64Array, anchor: number): void {
  readVec2(value, field, data, anchor)
  if (body < 0) return
  const { x, rotation, localCenter } = state.bodies.columns
  const b = body * 2
  rotateInverse(rotation, b, data[anchor] - x[b], data[anchor + 1] - x[b + 1], data, anchor)
  data[anchor] += localCenter[b]
  data[anchor + 1] += localCenter[b + 1]
}

/** A world angle as the angle of a frame of the body. */
export function angleOn(state: WorldState, body: number, angle: number): number {
  return body < 0 ? angle : angle - state.bodies.columns.angle[body]
}

function readFrame(value: unknown, field: string, data: Float64Array, anchor: number, frame: number): void {
  const { position, rotation } = requireOptions(value, FRAME_FIELDS, field) as JointFrame
  if (position !== undefined) readVec2(position, `${field}.position`, data, anchor)
  if (rotation !== undefined) data[frame] = requireBounded(rotation, `${field}.rotation`)
}

/** Scratch for a joint's data while a definition is checked: nothing is written to the world before all is right. */
export const draft: Float64Array = new Float64Array(DATA_SIZE)

/** Frames of a definition into an empty `draft`; without them `angle` is their direction in the world. */
export function draftFrames(state: WorldState, a: number, b: number, d: AnchoredDefinition, field: string, angle: number): void {
  draft.fill(0)
  if ((d.frameA === undefined) !== (d.frameB === undefined)) {
    const missing = d.frameA === undefined ? 'frameA' : 'frameB'
    throw new PhysicsError('wrong-type', `${field}.${missing}`, undefined, 'is missing. Give both frames, or an anchor in world space.')
  }
  if (d.frameA !== undefined) {
    if (d.anchor !== undefined) throw new PhysicsError('wrong-type', `${field}.anchor`, d.anchor, ONE_ANSWER)
    readFrame(d.frameA, `${field}.frameA`, draft, ANCHOR_A, FRAME_A)
    readFrame(d.frameB, `${field}.frameB`, draft, ANCHOR_B, FRAME_B)
    return
  }
  draftAnchors(state, a, b, d.anchor ?? d.bodyB.position, d.anchor ?? d.bodyB.position, `${field}.anchor`, `${field}.anchor`, angle)
}

/** Anchors in world space, and frames along a world direction, into `draft`. */
export function draftAnchors(
  state: WorldState, a: number, b: number, anchorA: Vec2, anchorB: Vec2, fieldA: string, fieldB: string, angle: number,
): void {
  placeAnchor(state, a, anchorA, fieldA, draft, ANCHOR_A)
  placeAnchor(state, b, anchorB, fieldB, draft, ANCHOR_B)
  draft[FRAME_A] = angleOn(state, a, angle)
  draft[FRAME_B] = angleOn(state, b, angle)
}

/** World angle of a definition's axis: x of the frames lies along it. */
export function axisAngle(d: AxisDefinition, field: string): number {
  if (d.axis === undefined) return 0
  if (d.frameA !== undefined) throw new PhysicsError('wrong-type', `${field}.axis`, d.axis, ONE_ANSWER)
  return readAxis(d.axis, `${field}.axis`)
}

/**
 * Makes the joint: `draft` holds its data; `features` sets what else the definition says, and may throw. A definition that is refused leaves
 * the world as it was.
 */
export function writeJoint(
  state: WorldState, kind: JointKind, bodyA: number, bodyB: number, d: JointDefinition, field: string, features: (row: number) => void,
): number {
  const bounded = (row: number): void => {
    const { bounds } = state.joints.columns
    bounds.fill(Infinity, row * BOUNDS, (row + 1) * BOUNDS)
    bounds[row * BOUNDS + ERROR_BIAS] = -1
    features(row)
  }
  return makeJoint(state, kind, bodyA, bodyB, draft, d, field, bounded, readCoordinates)
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

/** The joint's coordinates where its bodies stand, into its `turns`. Turns are counted from here on. */
export function readCoordinates(state: WorldState, row: number): void {
  const { kind, turns } = state.joints.columns
  const { coordinates } = state.jointKinds[kind[row]]
  const { value } = measureRow(state, row)
  for (let c = 0; c < coordinates.length; c++) turns[row * MAX_COORDINATES + c] = coordinates[c] === 'turn' ? unwrap(value[c], 0) : value[c]
}

/** Rate of coordinate c at the bodies' present poses and velocities. */
export function coordinateSpeed(state: WorldState, row: number, c: number): number {
  return rateOf(state, row, measureRow(state, row).gradient, c * ROW)
}

/** J v of any row at the bodies' present velocities. */
export function rateOf(state: WorldState, row: number, jacobian: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.joints.columns
  const { v, w } = state.bodies.columns
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    if (body < 0) continue
    const at = o + side * 3
    speed += jacobian[at] * v[body * 2] + jacobian[at + 1] * v[body * 2 + 1] + jacobian[at + 2] * w[body]
  }
  return speed
}
