/**
 * What a kind of joint is to the solver: given where two bodies are, how far rigid rows are from satisfied, what the free coordinates
 * (an angle, a travel, a length) read, and how both change with the bodies' velocities. Limits, motors, springs, friction, softness,
 * warm starting, breaking and reading of loads are the same for all kinds and live elsewhere.
 *
 * Signs: C is B minus A, impulses act + on B. Angles are counter-clockwise; velocities are those of the bodies' centres of mass.
 */

import type { CoordinateUnit } from '../../common/joints/joint-world.ts'

export type { CoordinateUnit } from '../../common/joints/joint-world.ts'

/** Most rigid rows and most coordinates a kind may have. */
export const MAX_RIGID = 3
export const MAX_COORDINATES = 3

/** Doubles per Jacobian row: linear A x y, angular A, linear B x y, angular B. */
export const ROW = 6

/** What a joint sees of its bodies. Offsets into the pose array. */
/** Centres of mass, world. */
export const XA = 0
export const XB = 2
/** From the centres of mass to the anchors, world axes. */
export const RA = 4
export const RB = 6
/** From anchor A to anchor B. */
export const D = 8
/** The joint's frames: their angles, whole turns counted, and their x axes (cosine, sine), world. */
export const ANGLE_A = 10
export const ANGLE_B = 11
export const AXIS_A = 12
export const AXIS_B = 14
export const POSE_SIZE = 16

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
  /** The coordinates that can be limited, driven, sprung and rubbed. 'angle' is taken as it is measured, 'turn' goes on from what it last was. */
  readonly coordinates: readonly CoordinateUnit[]
  /** True for a row of error that is an angle; tells forces from torques. Rows beyond the list are linear. */
  readonly angularRows?: readonly boolean[]
  /** Compliance of its rows in a group, as a share of their own K. Default GROUP_REGULARIZATION. */
  readonly regularization?: number | undefined
  /** True if its rows are much the same in the axes of its bodies however those move: then many such joints can be solved as a net. */
  readonly lattice?: boolean
  /**
   * Fills `out` at the pose, from the joint's own numbers at data[d …]. `turns` at t holds the coordinates as last seen, turns counted, for
   * kinds whose rows need whole turns.
   */
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void
  /** Limits that move along with the first coordinate, whose value is turns[t]: called after every drift with its features at features[f …]. */
  follow?(data: Float64Array, d: number, turns: Float64Array, t: number, features: Float64Array, f: number): void
}
