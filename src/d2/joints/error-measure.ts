/**
 * From a position error to rows with a Jacobian: the frames of a joint as dual numbers, the user's function of them, and its rates as the rows.
 *
 * Rates of a frame by the velocities of its body (linear v, spin ω, about the centre of mass x): ẋ = v, ṗ = v + ω r⊥ for the anchor p = x + r,
 * ė = ω e⊥ for the axes, φ̇ = ω for the angle. All else follows by the rules in `common/joints/dual.ts`.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { JointFrames, JointOutput, RowBlock } from './building-blocks.ts'
import type { ErrorFunction } from './define-joint.ts'
import { Dual } from '../../common/joints/dual.ts'
import { DualMath, DualRotation, DualVec } from './dual.ts'
import { ANGLE_A, ANGLE_B, AXIS_A, AXIS_B, RA, RB, ROW, XA, XB } from './joint-kind.ts'

/** One of a joint's two frames, world space. */
export class DualFrame {
  /** The anchor. */
  readonly position: DualVec = new DualVec()
  /** The body's centre of mass. */
  readonly center: DualVec = new DualVec()
  /** The frame's rotation. */
  readonly rotation: DualRotation = new DualRotation()
  /** Its angle, rad, whole turns as the body counts them. */
  readonly angle: Dual = new Dual(ROW)
  /** Its x axis: the joint's main axis. */
  readonly x: DualVec = new DualVec()
  /** Its y axis. */
  readonly y: DualVec = new DualVec()
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
    load(frames.pose, XA, RA, ANGLE_A, AXIS_A, 1, frameA)
    load(frames.pose, XB, RB, ANGLE_B, AXIS_B, 4, frameB)
    if (error !== undefined) fill(error, frames, rows, errorField, 'row', out.rows)
    if (values !== undefined) fill(values, frames, coordinates, valuesField, 'coordinate', out.coordinates)
  }
}

function fill(of: ErrorFunction, frames: JointFrames, count: number, field: string, what: string, out: RowBlock): void {
  math.reset()
  const list = math.gather(of(frameA, frameB, math, frames.data))
  if (list.length !== count) {
    const advice = `numbers returned, ${count} expected. Return one for each ${what}; a vector counts as two.`
    throw new PhysicsError('wrong-size', field, list.length, advice)
  }
  for (let i = 0; i < count; i++) {
    const { numbers } = list.numbers[i]
    out.values[i] = numbers[0]
    for (let k = 0; k < ROW; k++) out.jacobian[i * ROW + k] = numbers[k + 1]
  }
}

/** `v`: where the body's linear velocity stands in a dual number. Numbers go from array to array: as arguments they would be boxed. */
function load(pose: Float64Array, x: number, r: number, angle: number, axis: number, v: number, out: DualFrame): void {
  place(pose, x, v, out.center)
  place(pose, x, v, out.position)
  lever(pose, r, v + 2, out.position)
  clear(out.x)
  lever(pose, axis, v + 2, out.x)
  // y is x turned by a quarter.
  for (let k = 0; k <= ROW; k++) {
    out.y.x.numbers[k] = -out.x.y.numbers[k]
    out.y.y.numbers[k] = out.x.x.numbers[k]
  }
  out.rotation.c.numbers.set(out.x.x.numbers)
  out.rotation.s.numbers.set(out.x.y.numbers)
  out.angle.numbers.fill(0)
  out.angle.numbers[0] = pose[angle]
  out.angle.numbers[v + 2] = 1
}

function clear(out: DualVec): void {
  out.x.numbers.fill(0)
  out.y.numbers.fill(0)
}

/** The point at pose[at …], which moves with its body. */
function place(pose: Float64Array, at: number, v: number, out: DualVec): void {
  clear(out)
  out.x.numbers[0] = pose[at]
  out.y.numbers[0] = pose[at + 1]
  out.x.numbers[v] = 1
  out.y.numbers[v + 1] = 1
}

/** Adds the vector e at pose[at …], which turns with its body: ω e⊥ as rates by ω. */
function lever(pose: Float64Array, at: number, w: number, out: DualVec): void {
  out.x.numbers[0] += pose[at]
  out.y.numbers[0] += pose[at + 1]
  out.x.numbers[w] = -pose[at + 1]
  out.y.numbers[w] = pose[at]
}
