/**
 * Users' own types of joints, on the same footing as the built-in kinds: `defineJoint` makes a type, `world.createJoint` joints of it.
 *
 * A type says what it holds, either with its Jacobian (`measure`, filled from building blocks or by hand) or by its position error alone (`error` and
 * `values`, whose derivatives come from dual numbers). Limits, motors, springs, friction, softness, breaking and warm starting come with it.
 */

import { AnyJointType, type TypeOptions } from '../../common/joints/joint-type.ts'
import type { JointFrames, JointOutput } from './building-blocks.ts'
import type { DualMath, DualResult } from './dual.ts'
import { measureByError, type DualFrame } from './error-measure.ts'
import { MAX_COORDINATES, MAX_RIGID } from './joint-kind.ts'

export type { RowUnit } from '../../common/joints/joint-units.ts'

/** Position error or coordinates of a joint's two frames. Must be pure: the same frames and data give the same numbers, nothing else happens. */
export type ErrorFunction = (a: DualFrame, b: DualFrame, m: DualMath, data: Float64Array) => DualResult

/** What `defineJoint` is told. */
export type JointTypeOptions = TypeOptions<JointFrames, JointOutput, ErrorFunction>

/** A user's own type of joint; made by `defineJoint`. */
export class JointType extends AnyJointType<JointFrames, JointOutput, ErrorFunction> {
  /** The same as `defineJoint`. */
  constructor(options: JointTypeOptions) {
    super(options, MAX_RIGID, MAX_COORDINATES, measureByError)
  }
}

/** Makes a type of joint from a hand-written Jacobian, or from a position error. */
export function defineJoint(options: JointTypeOptions): JointType {
  return new JointType(options)
}
