/**
 * Joints of users' own types: how they are made, and what users hold of them.
 *
 * There are two ways to the same thing. `world.createJoint(type, definition)` makes a joint of a type from `defineJoint`, which may be used any
 * number of times. `world.createCustomJoint(definition)` takes the error function along with the definition, for a joint that is needed once.
 * C, J, K and the rest are those of every joint; J comes from the user's `measure`, or from dual numbers (`error-measure.ts`).
 */

import {
  CustomHandle, readTyped, writeTyped as writeFeatures, TYPED_FIELDS, type TypedFeatures,
} from '../../../common/joints/handles/custom-handle.ts'
import { requireOptions, without, type Fields } from '../../../common/options.ts'
import { isMadeBy, PhysicsError } from '../../../common/errors.ts'
import { isSameType, TYPE_FIELDS } from '../../../common/joints/joint-type.ts'
import type { WorldState } from '../../store/world-state.ts'
import { JointType, type JointTypeOptions } from '../define-joint.ts'
import { derivativeError } from '../derivative-error.ts'
import { poseNow, setFrames } from '../frames.ts'
import type { Terms } from '../joint.ts'
import { axisRotation, draft, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { findKind } from '../../../common/joints/kind-numbers.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { POSE_SIZE } from '../joint-kind.ts'
import { kindOfType, tryType, WorldKind } from '../world-kind.ts'

/** What a joint of your own type is told: whom it joins, where, and what acts on its coordinates. */
export interface TypedJointDefinition extends AxisDefinition, TypedFeatures {}

const TYPED_JOINT_FIELDS: Fields<TypedJointDefinition> = { ...AXIS_FIELDS, ...TYPED_FIELDS }

/** A joint given by its position error, without a type made before. */
export interface CustomJointDefinition extends TypedJointDefinition, Omit<JointTypeOptions, 'name' | 'measure'> {
  /** What errors, events and `joint.type` call it. Default 'custom'. */
  name?: string
}

const CUSTOM_FIELDS: Fields<CustomJointDefinition> = { ...TYPED_JOINT_FIELDS, ...without(TYPE_FIELDS, 'measure') }

const pose = new Float64Array(POSE_SIZE)
const NOWHERE = new Float64Array(3)

export function writeTyped(state: WorldState, type: JointType, d: TypedJointDefinition, fields: object = TYPED_JOINT_FIELDS): number {
  if (!isMadeBy(type, JointType)) {
    throw new PhysicsError('wrong-type', 'world.createJoint', type, 'must be a type of joint. Make one with defineJoint.')
  }
  const [a, b] = requireBodies(state, d, type.name, fields)
  const rotation = axisRotation(d, type.name)
  draftFrames(state, a, b, d, type.name, rotation)
  readTyped(type, d, draft)
  const { localCenter } = state.bodies.columns
  poseNow(state, a, 0, 0)
  poseNow(state, b, 0, 7)
  setFrames(pose, draft, 0, a < 0 ? NOWHERE : localCenter, a < 0 ? 0 : a * 3, localCenter, b * 3)
  tryType(type, pose, draft)
  return writeJoint(state, kindOfType(state, type), a, b, d, type.name, (row) => writeFeatures(state, row, type, d))
}

/** The same functions with the same rows are the same type: a joint made a hundred times is one kind. */
export function writeCustom(state: WorldState, d: CustomJointDefinition): number {
  requireOptions(d, CUSTOM_FIELDS, 'custom')
  const { name = 'custom', rows, coordinates, regularization, error, values } = d
  const type = new JointType({ name, rows, coordinates, regularization, error, values } as JointTypeOptions)
  const known = findKind(state, (kind): kind is WorldKind => kind instanceof WorldKind && isSameType(kind.type, type))
  return writeTyped(state, known === undefined ? type : known.type, d, CUSTOM_FIELDS)
}

/** A joint of your own type, made by `world.createJoint` or `world.createCustomJoint`. */
export class CustomJoint extends CustomHandle<Terms> {
  /** @internal */
  protected override slopeError(row: number): number {
    return derivativeError(this.state, row)
  }
}
