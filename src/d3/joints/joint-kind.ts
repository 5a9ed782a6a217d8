/**
 * What a kind of joint is to the solver: given where two bodies are, how far rigid rows are from satisfied, what the free coordinates
 * (an angle, a travel, a length) read, and how both change with the bodies' velocities. Limits, motors, springs, friction, softness,
 * warm starting, breaking and reading of loads are the same for all kinds and live elsewhere.
 *
 * Signs: C is B minus A, impulses act + on B. Angular parts are about the world axes, at the bodies' centres of mass.
 */

import type { CoordinateUnit } from '../../common/joints/joint-world.ts'

/** Most rigid rows and most coordinates a kind may have. */
export const MAX_RIGID = 6
export const MAX_COORDINATES = 6

/** Doubles per Jacobian row: linear A, angular A, linear B, angular B. */
export const ROW = 12

/** What a joint sees of its bodies. Offsets into the pose array. */
/** Centres of mass, world. */
export const XA = 0
export const XB = 3
/** From the centres of mass to the anchors, world axes. */
export const RA = 6
export const RB = 9
/** From anchor A to anchor B. */
export const D = 12
/** The joint's frames: quaternions, and their x, y and z axes, world. */
export const QA = 15
export const QB = 19
export const AXES_A = 23
export const AXES_B = 32
export const POSE_SIZE = 41

export type { CoordinateUnit } from '../../common/joints/joint-world.ts'

/** What a kind fills in at a pose. Scratch: one instance is used for all joints. */
export class Measure {
  /** Rigid rows in use; decided by the joint's data alone, so it never changes within a step. */
  rigid = 0
  readonly error: Float64Array = new Float64Array(MAX_RIGID)
  readonly jacobian: Float64Array = new Float64Array(MAX_RIGID * ROW)
  readonly value: Float64Array = new Float64Array(MAX_COORDINATES)
  readonly gradient: Float64Array = new Float64Array(MAX_COORDINATES * ROW)
}

export interface JointKind {
  /** Name in errors, events and scene files. */
  readonly name: string
  /** The coordinates that can be limited, driven, sprung and rubbed. */
  readonly coordinates: readonly CoordinateUnit[]
  /** True for a row of error and for a coordinate that is an angle; tells forces from torques. Rows beyond the list are linear. */
  readonly angularRows?: readonly boolean[]
  /** Compliance of its rows in a group, as a share of their own K. Default GROUP_REGULARIZATION. */
  readonly regularization?: number | undefined
  /**
   * Fills `out` at the pose, from the joint's own numbers at data[d …]. `turns` at t holds the coordinates as last seen, turns counted, for
   * kinds whose rows need whole turns.
   */
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void
  /** The same errors and values, bit by bit, without their Jacobians: for poses ahead. Kinds without it are measured in full. */
  measureErrors?(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void
}
