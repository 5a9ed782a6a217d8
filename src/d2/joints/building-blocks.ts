/**
 * The parts that joints are made of, for users' own: rows and coordinates to write to, and blocks that fill them at the frames of a joint. The
 * derivations stand in `parts/`.
 */

import { ANGLE_A, AXIS_A, AXIS_B, D, MAX_COORDINATES, Measure, POSE_SIZE, RA, RB, ROW, XA, XB } from './joint-kind.ts'
import { DATA_SIZE, OWN } from '../store/joint-table.ts'
import { angleRow as angle } from './parts/angle.ts'
import { ACROSS, ALONG, axisRow as axis } from './parts/axis.ts'
import { lengthRow as length } from './parts/length.ts'

/** Numbers of a joint's own. */
export const MAX_DATA: number = DATA_SIZE - OWN

/** Where a joint's two frames are, world space. All of it is a copy: writing to it changes nothing. Vectors are arrays of two. */
export class JointFrames {
  /** All of it in one array; the names below are parts of it. */
  readonly pose: Float64Array = new Float64Array(POSE_SIZE)
  /** Centre of mass of A, m. */
  readonly centerA: Float64Array = this.part(XA)
  /** Centre of mass of B, m. */
  readonly centerB: Float64Array = this.part(XB)
  /** From A's centre of mass to its anchor, m. */
  readonly armA: Float64Array = this.part(RA)
  /** From B's centre of mass to its anchor, m. */
  readonly armB: Float64Array = this.part(RB)
  /** From anchor A to anchor B, m. */
  readonly offset: Float64Array = this.part(D)
  /** Angles of the frames, A and B, rad, whole turns as the bodies count them. */
  readonly angles: Float64Array = this.part(ANGLE_A)
  /** Unit x axis of frame A: the joint's main axis. */
  readonly xA: Float64Array = this.part(AXIS_A)
  /** Unit x axis of frame B. */
  readonly xB: Float64Array = this.part(AXIS_B)
  /** The joint's own numbers. */
  readonly data: Float64Array = new Float64Array(MAX_DATA)
  /** Coordinates as last seen, m or rad, turns counted. */
  readonly last: Float64Array = new Float64Array(MAX_COORDINATES)

  private part(from: number): Float64Array {
    return this.pose.subarray(from, from + 2)
  }
}

/** Rows, or coordinates: a number each, and how it changes with the bodies' velocities. All 0 when `measure` is called. */
export class RowBlock {
  /** How far a row is from satisfied, or what a coordinate reads: m or rad. */
  readonly values: Float64Array
  /** Six per row: linear A x y, angular A, linear B x y, angular B; spins in rad/s about the centres of mass. */
  readonly jacobian: Float64Array

  /** The engine makes these. */
  constructor(values: Float64Array, jacobian: Float64Array) {
    this.values = values
    this.jacobian = jacobian
  }

  /** Fills row i whole: its value, m or rad, and its six rates. */
  set(i: number, value: number, row: ArrayLike<number>): void {
    this.values[i] = value
    for (let k = 0; k < ROW; k++) this.jacobian[i * ROW + k] = row[k]
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

/** Two rows from `row` on: the anchors coincide. */
export function pointRows(frames: JointFrames, out: RowBlock, row: number): void {
  const { offset } = frames
  forceRow(frames, out, row, offset[0], 1, 0)
  forceRow(frames, out, row + 1, offset[1], 0, 1)
}

/** How far frame B is turned against frame A: a 'turn'. */
export function angleRow(frames: JointFrames, out: RowBlock, row: number): void {
  out.values[row] = angle(frames.pose, out.jacobian, row * ROW)
}

/** How far anchor B lies from anchor A along x of frame A, or along y. */
export function axisRow(frames: JointFrames, which: 'x' | 'y', out: RowBlock, row: number): void {
  out.values[row] = axis(frames.pose, which === 'x' ? ALONG : ACROSS, out.jacobian, row * ROW)
}

/** How far the anchors are apart. */
export function lengthRow(frames: JointFrames, out: RowBlock, row: number): void {
  out.values[row] = length(frames.pose, out.jacobian, row * ROW)
}

/** A row that pulls at the two anchors along the world direction (x, y): that of a length, with (x, y) the unit vector from A to B. */
export function forceRow(frames: JointFrames, out: RowBlock, row: number, value: number, x: number, y: number): void {
  const { armA, armB } = frames
  const { jacobian } = out
  const o = row * ROW
  out.values[row] = value
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = armA[1] * x - armA[0] * y
  jacobian[o + 3] = x
  jacobian[o + 4] = y
  jacobian[o + 5] = armB[0] * y - armB[1] * x
}

/** A row that turns B against A: its rate is scale · (ω_B − ω_A). */
export function torqueRow(out: RowBlock, row: number, value: number, scale: number = 1): void {
  out.values[row] = value
  out.jacobian.fill(0, row * ROW, (row + 1) * ROW)
  out.jacobian[row * ROW + 2] = -scale
  out.jacobian[row * ROW + 5] = scale
}
