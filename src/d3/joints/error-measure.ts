/**
 * From a position error to rows with a Jacobian: the frames of a joint as dual numbers, the user's function of them, and its rates as the rows.
 *
 * Rates of a frame by the velocities of its body (linear v, spin ω, world axes, about the centre of mass x): ẋ = v, ṗ = v + ω × r for the anchor
 * p = x + r, ė = ω × e for the axes, q̇ = ½ ω q for the rotation. All else follows by the rules in `dual.ts`.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { JointFrames, JointOutput, RowBlock } from './building-blocks.ts'
import type { ErrorFunction } from './define-joint.ts'
import { DualMath, DualQuat, DualVec } from './dual.ts'
import { AXES_A, AXES_B, QA, QB, RA, RB, ROW, XA, XB } from './joint-kind.ts'

/** One of a joint's two frames, world space. */
export class DualFrame {
  /** The anchor. */
  readonly position: DualVec = new DualVec()
  /** The body's centre of mass. */
  readonly center: DualVec = new DualVec()
  /** The frame's rotation. */
  readonly rotation: DualQuat = new DualQuat()
  /** Its x axis: the joint's main axis. */
  readonly x: DualVec = new DualVec()
  /** Its y axis. */
  readonly y: DualVec = new DualVec()
  /** Its z axis. */
  readonly z: DualVec = new DualVec()
}

const frameA = new DualFrame()
const frameB = new DualFrame()
const math = new DualMath()

export function measureByError(
  name: string, error: ErrorFunction | undefined, rows: number, values: ErrorFunction | undefined, coordinates: number,
): (frames: JointFrames, out: JointOutput) => void {
  // Joined here: a string joined at every call would be allocated there.
  const errorField = `${name}.error`
  const valuesField = `${name}.values`
  return (frames, out) => {
    load(frames.pose, XA, RA, QA, AXES_A, 1, frameA)
    load(frames.pose, XB, RB, QB, AXES_B, 7, frameB)
    if (error !== undefined) fill(error, frames, rows, errorField, 'row', out.rows)
    if (values !== undefined) fill(values, frames, coordinates, valuesField, 'coordinate', out.coordinates)
  }
}

function fill(of: ErrorFunction, frames: JointFrames, count: number, field: string, what: string, out: RowBlock): void {
  math.reset()
  const list = math.gather(of(frameA, frameB, math, frames.data))
  if (list.length !== count) {
    const advice = `numbers returned, ${count} expected. Return one for each ${what}; a vector counts as three.`
    throw new PhysicsError('wrong-size', field, list.length, advice)
  }
  for (let i = 0; i < count; i++) {
    const { numbers } = list.numbers[i]
    out.values[i] = numbers[0]
    for (let k = 0; k < ROW; k++) out.jacobian[i * ROW + k] = numbers[k + 1]
  }
}

/** `v`: where the body's linear velocity stands in a dual number. Numbers go from array to array: as arguments they would be boxed. */
function load(pose: Float64Array, x: number, r: number, q: number, axes: number, v: number, out: DualFrame): void {
  place(pose, x, v, out.center)
  place(pose, x, v, out.position)
  lever(pose, r, v + 3, out.position)
  clear(out.x)
  clear(out.y)
  clear(out.z)
  lever(pose, axes, v + 3, out.x)
  lever(pose, axes + 3, v + 3, out.y)
  lever(pose, axes + 6, v + 3, out.z)
  turned(pose, q, v + 3, out.rotation)
}

function clear(out: DualVec): void {
  out.x.numbers.fill(0)
  out.y.numbers.fill(0)
  out.z.numbers.fill(0)
}

/** The point at pose[at …], which moves with its body. */
function place(pose: Float64Array, at: number, v: number, out: DualVec): void {
  clear(out)
  out.x.numbers[0] = pose[at]
  out.y.numbers[0] = pose[at + 1]
  out.z.numbers[0] = pose[at + 2]
  out.x.numbers[v] = 1
  out.y.numbers[v + 1] = 1
  out.z.numbers[v + 2] = 1
}

/** Adds the vector e at pose[at …], which turns with its body: ω × e as rates by ω. */
function lever(pose: Float64Array, at: number, w: number, out: DualVec): void {
  const x = pose[at]
  const y = pose[at + 1]
  const z = pose[at + 2]
  const onX = out.x.numbers
  const onY = out.y.numbers
  const onZ = out.z.numbers
  onX[0] += x
  onX[w + 1] = z
  onX[w + 2] = -y
  onY[0] += y
  onY[w] = -z
  onY[w + 2] = x
  onZ[0] += z
  onZ[w] = y
  onZ[w + 1] = -x
}

/** The quaternion at pose[at …]: ½ ω q as rates by ω. */
function turned(pose: Float64Array, at: number, w: number, out: DualQuat): void {
  const x = pose[at]
  const y = pose[at + 1]
  const z = pose[at + 2]
  const real = pose[at + 3]
  const onX = out.x.numbers
  const onY = out.y.numbers
  const onZ = out.z.numbers
  const onW = out.w.numbers
  onX.fill(0)
  onY.fill(0)
  onZ.fill(0)
  onW.fill(0)
  onX[0] = x
  onX[w] = 0.5 * real
  onX[w + 1] = 0.5 * z
  onX[w + 2] = -0.5 * y
  onY[0] = y
  onY[w] = -0.5 * z
  onY[w + 1] = 0.5 * real
  onY[w + 2] = 0.5 * x
  onZ[0] = z
  onZ[w] = 0.5 * y
  onZ[w + 1] = -0.5 * x
  onZ[w + 2] = 0.5 * real
  onW[0] = real
  onW[w] = -0.5 * x
  onW[w + 1] = -0.5 * y
  onW[w + 2] = -0.5 * z
}
