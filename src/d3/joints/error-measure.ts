/**
 * From a position error to rows with a Jacobian: the frames of a joint as dual numbers, the user's function of them, and its rates as the rows.
 *
 * Rates of a frame by the velocities of its body (linear v, spin ω, world axes, about the centre of mass x): ẋ = v, ṗ = v + ω × r for the anchor
 * p = x + r, ė = ω × e for the axes, q̇ = ½ ω q for the rotation. All else follows by the rules in `dual.ts`.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { JointFrames, JointOutput, RowBlock } from './building-blocks.ts'
import type { ErrorFunction } from './define-joint.ts'
import { type Dual, DualMath, DualQuat, DualVec } from './dual.ts'
import { AXES_A, AXES_B, QA, QB, RA, RB, ROW, XA, XB } from './joint-kind.ts'

/** One of a joint's two frames, world space. */
export class DualFrame {
  /** The anchor. */
  readonly position: DualVec = new DualVec()
  /** The body's centre of mass. */
  readonly center: DualVec = new DualVec()
  /** The frame's rotation. */
  readonly rotation: DualQuat = new DualQuat()
  /** Its axes; x is the joint's main axis. */
  readonly x: DualVec = new DualVec()
  readonly y: DualVec = new DualVec()
  readonly z: DualVec = new DualVec()
}

const frameA = new DualFrame()
const frameB = new DualFrame()
const math = new DualMath()

export function measureByError(
  name: string, error: ErrorFunction | undefined, rows: number, values: ErrorFunction | undefined, coordinates: number,
): (frames: JointFrames, out: JointOutput) => void {
  return (frames, out) => {
    load(frames.pose, XA, RA, QA, AXES_A, 1, frameA)
    load(frames.pose, XB, RB, QB, AXES_B, 7, frameB)
    if (error !== undefined) fill(error, frames, rows, `${name}.error`, 'row', out.rows)
    if (values !== undefined) fill(values, frames, coordinates, `${name}.values`, 'coordinate', out.coordinates)
  }
}

function fill(of: ErrorFunction, frames: JointFrames, count: number, field: string, what: string, out: RowBlock): void {
  math.reset()
  const list = math.gather(of(frameA, frameB, math, frames.data))
  if (list.length !== count) {
    throw new PhysicsError('wrong-size', field, list.length, `numbers returned, ${count} expected. Return one for each ${what}; a vector counts as three.`)
  }
  for (let i = 0; i < count; i++) {
    const { numbers } = list.numbers[i]
    out.values[i] = numbers[0]
    for (let k = 0; k < ROW; k++) out.jacobian[i * ROW + k] = numbers[k + 1]
  }
}

/** `v`: where the body's linear velocity stands in a dual number. */
function load(pose: Float64Array, x: number, r: number, q: number, axes: number, v: number, out: DualFrame): void {
  place(pose[x], pose[x + 1], pose[x + 2], v, out.center)
  place(pose[x] + pose[r], pose[x + 1] + pose[r + 1], pose[x + 2] + pose[r + 2], v, out.position)
  spin(pose, r, v + 3, out.position)
  direct(pose, axes, v + 3, out.x)
  direct(pose, axes + 3, v + 3, out.y)
  direct(pose, axes + 6, v + 3, out.z)
  const { rotation } = out
  const qx = 0.5 * pose[q]
  const qy = 0.5 * pose[q + 1]
  const qz = 0.5 * pose[q + 2]
  const qw = 0.5 * pose[q + 3]
  set(rotation.x, pose[q])
  set(rotation.y, pose[q + 1])
  set(rotation.z, pose[q + 2])
  set(rotation.w, pose[q + 3])
  rates(rotation.x, v + 3, qw, qz, -qy)
  rates(rotation.y, v + 3, -qz, qw, qx)
  rates(rotation.z, v + 3, qy, -qx, qw)
  rates(rotation.w, v + 3, -qx, -qy, -qz)
}

function place(x: number, y: number, z: number, v: number, out: DualVec): void {
  set(out.x, x)
  set(out.y, y)
  set(out.z, z)
  out.x.numbers[v] = 1
  out.y.numbers[v + 1] = 1
  out.z.numbers[v + 2] = 1
}

function direct(pose: Float64Array, at: number, w: number, out: DualVec): void {
  set(out.x, pose[at])
  set(out.y, pose[at + 1])
  set(out.z, pose[at + 2])
  spin(pose, at, w, out)
}

/** ω × e, e at pose[at …], as rates by ω. */
function spin(pose: Float64Array, at: number, w: number, out: DualVec): void {
  const x = pose[at]
  const y = pose[at + 1]
  const z = pose[at + 2]
  rates(out.x, w, 0, z, -y)
  rates(out.y, w, -z, 0, x)
  rates(out.z, w, y, -x, 0)
}

function set(out: Dual, value: number): void {
  out.numbers.fill(0)
  out.numbers[0] = value
}

function rates(out: Dual, at: number, x: number, y: number, z: number): void {
  out.numbers[at] = x
  out.numbers[at + 1] = y
  out.numbers[at + 2] = z
}
