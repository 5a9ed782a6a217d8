/**
 * The motion of one shape over a step, as `time-of-impact.ts` understands it. Holds numbers; finds no collisions.
 *
 * Over t in [0, 1] the body's centre of mass moves in a straight line, c(t) = c0 + t (c1 − c0), and its angle changes at a constant rate,
 * a(t) = a0 + t (a1 − a0), by any number of turns.
 */

import { rotate, setRotation } from '../math/rotation.ts'

/** Make one per side and refill it; every field is written by the caller. */
export class Sweep {
  /** Centre of mass of the body at t = 0 and t = 1, world. */
  readonly c0: Float64Array = new Float64Array(2)
  readonly c1: Float64Array = new Float64Array(2)
  /** Angle of the body at t = 0 and t = 1. */
  a0: number = 0
  a1: number = 0
  /** The shape's centre relative to the centre of mass, in the body's axes. */
  readonly localOffset: Float64Array = new Float64Array(2)
  /** The shape's angle relative to the body. */
  localRotation: number = 0

  /** Pose of the shape at t: cosine and sine to rot[ro], and its centre minus c(t), in world axes, to arm[ao]. */
  orient(t: number, rot: Float64Array, ro: number, arm: Float64Array, ao: number): void {
    const angle = this.a0 + t * (this.a1 - this.a0)
    setRotation(angle, rot, ro)
    rotate(rot, ro, this.localOffset[0], this.localOffset[1], arm, ao)
    if (this.localRotation !== 0) setRotation(angle + this.localRotation, rot, ro)
  }
}
