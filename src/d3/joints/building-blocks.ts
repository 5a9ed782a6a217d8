/**
 * The parts that joints are made of, for users' own: rows and coordinates to write to, and blocks that fill them at the frames of a joint. The
 * derivations stand in `parts/`.
 */

import { D, Measure, POSE_SIZE, QA, QB, RA, RB, ROW, XA, XB, AXES_A, AXES_B, MAX_COORDINATES } from './joint-kind.ts'
import { DATA_SIZE, OWN } from '../store/joint-table.ts'
import { angleRow as angle } from './parts/angle.ts'
import { axisRow as axis } from './parts/axis.ts'
import { fullRotationRows as fullRotation } from './parts/full-rotation.ts'
import { hingeRotationRows as hingeRotation } from './parts/hinge-rotation.ts'
import { pointRows as point } from './parts/point.ts'

/** Numbers of a joint's own. */
export const MAX_DATA: number = DATA_SIZE - OWN

/** Where a joint's two frames are, world space. All of it is a copy: writing to it changes nothing. Vectors are arrays of three. */
export class JointFrames {
  /** All of it in one array; the names below are parts of it. */
  readonly pose: Float64Array = new Float64Array(POSE_SIZE)
  /** Centre of mass of A, m. */
  readonly centerA: Float64Array = this.part(XA, 3)
  /** Centre of mass of B, m. */
  readonly centerB: Float64Array = this.part(XB, 3)
  /** From A's centre of mass to its anchor, m. */
  readonly armA: Float64Array = this.part(RA, 3)
  /** From B's centre of mass to its anchor, m. */
  readonly armB: Float64Array = this.part(RB, 3)
  /** From anchor A to anchor B, m. */
  readonly offset: Float64Array = this.part(D, 3)
  /** Frame A as a quaternion x y z w. */
  readonly rotationA: Float64Array = this.part(QA, 4)
  /** Frame B as a quaternion x y z w. */
  readonly rotationB: Float64Array = this.part(QB, 4)
  /** Unit x axis of frame A: the joint's main axis. */
  readonly xA: Float64Array = this.part(AXES_A, 3)
  /** Unit y axis of frame A. */
  readonly yA: Float64Array = this.part(AXES_A + 3, 3)
  /** Unit z axis of frame A. */
  readonly zA: Float64Array = this.part(AXES_A + 6, 3)
  /** Unit x axis of frame B. */
  readonly xB: Float64Array = this.part(AXES_B, 3)
  /** Unit y axis of frame B. */
  readonly yB: Float64Array = this.part(AXES_B + 3, 3)
  /** Unit z axis of frame B. */
  readonly zB: Float64Array = this.part(AXES_B + 6, 3)
  /** The joint's own numbers. */
  readonly data: Float64Array = new Float64Array(MAX_DATA)
  /** Coordinates as last seen, m or rad, turns counted. */
  readonly last: Float64Array = new Float64Array(MAX_COORDINATES)

  private part(from: number, count: number): Float64Array {
    return this.pose.subarray(from, from + count)
  }
}

/** Rows, or coordinates: a number each, and how it changes with the bodies' velocities. All 0 when `measure` is called. */
export class RowBlock {
  /** How far a row is from satisfied, or what a coordinate reads: m or rad. */
  readonly values: Float64Array
  /** Twelve per row: linear A, angular A, linear B, angular B. World axes, spins in rad/s about the centres of mass. */
  readonly jacobian: Float64Array
  /**
   * The same arrays as the parts know them.
   * @internal
   */
  readonly target: Measure

  /** The engine makes these. */
  constructor(values: Float64Array, jacobian: Float64Array) {
    this.values = values
    this.jacobian = jacobian
    this.target = { rigid: 0, error: values, jacobian, value: values, gradient: jacobian }
  }

  /** Fills row i whole: its value, m or rad, and its rates by the four velocities. */
  set(
    i: number, value: number, linearA: ArrayLike<number>, angularA: ArrayLike<number>, linearB: ArrayLike<number>, angularB: ArrayLike<number>,
  ): void {
    const o = i * ROW
    this.values[i] = value
    for (let k = 0; k < 3; k++) {
      this.jacobian[o + k] = linearA[k]
      this.jacobian[o + 3 + k] = angularA[k]
      this.jacobian[o + 6 + k] = linearB[k]
      this.jacobian[o + 9 + k] = angularB[k]
    }
  }
}

/** What `measure` fills. */
export class JointOutput {
  /** Held at 0. */
  readonly rows: RowBlock
  /** Free, or limited, driven, sprung and rubbed. */
  readonly coordinates: RowBlock

  constructor() {
    const measure = new Measure()
    this.rows = new RowBlock(measure.error, measure.jacobian)
    this.coordinates = new RowBlock(measure.value, measure.gradient)
  }
}

/** Three rows from `row` on: the anchors coincide. */
export function pointRows(frames: JointFrames, out: RowBlock, row: number): void {
  point(frames.pose, out.target, row)
}

/** Two rows from `row` on: the frames' x axes point the same way. */
export function hingeRotationRows(frames: JointFrames, out: RowBlock, row: number): void {
  hingeRotation(frames.pose, out.target, row)
}

/** Three rows from `row` on: the frames look the same way. */
export function fullRotationRows(frames: JointFrames, out: RowBlock, row: number): void {
  fullRotation(frames.pose, out.target, row)
}

/** How far B has turned about x of frame A, within ±π: a 'turn'. */
export function angleRow(frames: JointFrames, out: RowBlock, row: number): void {
  out.values[row] = angle(frames.pose, out.jacobian, row * ROW)
}

/** How far anchor B lies from anchor A along a direction that turns with A, such as `frames.xA`. */
export function axisRow(frames: JointFrames, direction: Float64Array, out: RowBlock, row: number): void {
  out.values[row] = axis(frames.pose, direction, 0, out.jacobian, row * ROW)
}

/** A row that pulls at the two anchors along the world direction (x, y, z): that of a length, with (x, y, z) the unit vector from A to B. */
export function forceRow(frames: JointFrames, out: RowBlock, row: number, value: number, x: number, y: number, z: number): void {
  const { armA, armB } = frames
  const { jacobian } = out
  const o = row * ROW
  out.values[row] = value
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = -z
  jacobian[o + 3] = -(armA[1] * z - armA[2] * y)
  jacobian[o + 4] = -(armA[2] * x - armA[0] * z)
  jacobian[o + 5] = -(armA[0] * y - armA[1] * x)
  jacobian[o + 6] = x
  jacobian[o + 7] = y
  jacobian[o + 8] = z
  jacobian[o + 9] = armB[1] * z - armB[2] * y
  jacobian[o + 10] = armB[2] * x - armB[0] * z
  jacobian[o + 11] = armB[0] * y - armB[1] * x
}

/** A row that turns B about the world direction (x, y, z) and A the other way: its rate is (x, y, z) · (ω_B − ω_A). */
export function torqueRow(out: RowBlock, row: number, value: number, x: number, y: number, z: number): void {
  const { jacobian } = out
  const o = row * ROW
  out.values[row] = value
  jacobian.fill(0, o, o + ROW)
  jacobian[o + 3] = -x
  jacobian[o + 4] = -y
  jacobian[o + 5] = -z
  jacobian[o + 9] = x
  jacobian[o + 10] = y
  jacobian[o + 11] = z
}
